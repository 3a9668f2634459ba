"""What all documents have in common."""

from __future__ import annotations

from fractions import Fraction

import msgspec

__all__ = ["Document", "Row", "fraction", "number"]


class Document(msgspec.Struct, frozen=True, tag_field="document", forbid_unknown_fields=True):
    """What a command prints: ``document`` names which of these it is."""


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a document."""


def fraction(share: Fraction | None) -> str | None:
    """A share as text, ``"5/12"``."""
    return None if share is None else str(share)


def number(value: Fraction) -> int | float:
    """A whole number as one, another as a decimal."""
    return value.numerator if value.denominator == 1 else float(value)
