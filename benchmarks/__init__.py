"""Measurements: ratios within one run, printed by ``python -m benchmarks``, never asserted in a test."""
