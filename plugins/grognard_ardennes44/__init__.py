"""Ardennes '44: operational combat with zones of control and their bonds, supply, artillery and retreats."""
