"""ASL for Grognard: the introductory game, the full sequence of play as a card, the glossary."""
