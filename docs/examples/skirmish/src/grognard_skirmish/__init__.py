"""Skirmish: a tiny two-sided hex wargame, the plugin of Grognard to copy first.

Read it in this order: ``plugin.py`` (the door), ``schema.py`` (what the TOML may say), ``position.py`` (what
changes in play), then the chapters of the rules, ``turn.py`` to ``victory.py``, and last ``game.py``, which
wires them and holds no rules of its own.
"""
