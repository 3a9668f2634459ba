"""Long runs of random and fuzz games, invariants checked after every action: ``python -m tests.marathon``."""
