"""The rulesets that come with Grognard: one directory each, named after the ruleset's id."""

from __future__ import annotations

from pathlib import Path

__all__ = ["ROOT"]

ROOT: Path = Path(__file__).parent
