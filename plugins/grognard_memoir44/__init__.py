"""Memoir '44 for Grognard: the base game as rulebook chapters."""
