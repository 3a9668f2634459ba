"""The glossary: abbreviations looked up by themselves, by their English or by their Chinese."""

from __future__ import annotations

import os
import shlex
import sys
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

import msgspec

import grognard_rulesets
from grognard.errors import GrognardError
from grognard.ruleset import Ruleset
from grognard.spelling import did_you_mean
from grognard_asl.schema import Term

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["Glossary", "glossary"]

SYSTEM = "asl"
LANGUAGES = ("en", "zh")


class Glossary:
    """Abbreviations with their meaning in English and Chinese.

    >>> words = Glossary({"FFMO": Term(id="FFMO", abbr="FFMO", en="FF Movement in Open Ground", zh="…")})
    >>> [term.abbr for term in words.find("open ground")]
    ['FFMO']
    >>> words.find("FFNO")
    Traceback (most recent call last):
        ...
    grognard.errors.GrognardError: no term 'FFNO' in the glossary (did you mean 'FFMO'?)
    """

    def __init__(self, terms: Mapping[str, Term]) -> None:
        self.terms = terms

    @classmethod
    def of(cls, ruleset: Ruleset) -> Glossary:
        """The glossary of a ruleset; raises ``RulesetError``."""
        return cls(ruleset.table("glossary.toml", "term", Term))

    def find(self, word: str) -> tuple[Term, ...]:
        """The terms a word means, those that match best alone.

        An abbreviation counts as written first (``DR`` is not ``dr``), then in any case and without its
        number sign; then whole English and Chinese meanings; then parts of them.

        Raises:
            GrognardError: none; with near words.
        """
        word = word.strip()
        for matches in (_written, _abbreviated, _meaning, _partly):
            if found := tuple(term for term in self.terms.values() if matches(term, word)):
                return found
        known = {name for term in self.terms.values() for name in (*_abbreviations(term), term.en)}
        hint = did_you_mean(word, known)
        raise GrognardError(f"no term {word!r} in the glossary{hint}")


def _abbreviations(term: Term) -> tuple[str, ...]:
    """As it should read, as the source has it, and its halves where two are given together."""
    names = [term.abbr, *([term.printed["abbr"]] if "abbr" in term.printed else [])]
    return (*names, *(half for name in names if "/" in name for half in name.split("/")))


def _meanings(term: Term) -> tuple[str, ...]:
    return (term.en, term.zh, *(text for field, text in term.printed.items() if field != "abbr"))


def _written(term: Term, word: str) -> bool:
    return word in _abbreviations(term)


def _abbreviated(term: Term, word: str) -> bool:
    folded = word.casefold().rstrip("#.")
    return any(folded == name.casefold().rstrip("#.") for name in _abbreviations(term))


def _meaning(term: Term, word: str) -> bool:
    return any(word.casefold() == text.casefold() for text in _meanings(term))


def _partly(term: Term, word: str) -> bool:
    folded = word.casefold()
    if not folded:
        return False
    if folded.isascii() and len(folded) < 3:  # two letters stand in almost everything
        return any(folded in text.casefold().split() for text in _meanings(term))
    return any(folded in text.casefold() for text in _meanings(term))


# The command


def glossary(what: list[str], lang: str = "", json: bool = False) -> None:
    """Look up ASL's abbreviations, by themselves or by their meaning.

    WHAT is the system, then a word: an abbreviation, or its meaning in English or Chinese, whole or in part.
    Without a word all are listed. --lang zh puts Chinese first.

    Examples

    $ grognard glossary asl FFMO

    $ grognard glossary asl open ground
    """
    system, *words = what
    if system != SYSTEM:
        word = f"a word: 'grognard glossary {SYSTEM} {shlex.join(what)}'"
        raise GrognardError(f"no glossary for {system!r}{did_you_mean(system, [SYSTEM])}; {word}")
    lang = lang or os.environ.get("GROGNARD_LANG") or "en"
    if lang not in LANGUAGES:
        raise GrognardError(f"language must be en or zh, got {lang!r}")
    found = Glossary.of(Ruleset(grognard_rulesets.ROOT / "asl_full_sequence"))
    terms = found.find(" ".join(words)) if words else tuple(found.terms.values())
    if json:
        data = msgspec.json.encode(terms, order="deterministic")
        sys.stdout.write(msgspec.json.format(data, indent=2).decode() + "\n")
        return
    sys.stdout.write("".join(line + "\n" for line in _lines(terms, lang)))


def _lines(terms: Iterable[Term], lang: str) -> list[str]:
    """A line for each term, and one more for what was put right."""
    rows = [(term, (term.zh, term.en) if lang == "zh" else (term.en, term.zh)) for term in terms]
    first = max(_columns(term.abbr) for term, _ in rows)
    second = max(_columns(meaning) for _, (meaning, _) in rows)
    lines: list[str] = []
    for term, (meaning, other) in rows:
        lines.append(f"{_padded(term.abbr, first)}  {_padded(meaning, second)}  {other}")
        if term.printed:
            label = "原文作" if lang == "zh" else "the source has"
            was = ", ".join(term.printed.values())
            why = f" ({term.why})" if term.why and lang == "en" else ""
            lines.append(f"{'':{first}}    {label}: {was}{why}")
    return lines


def _columns(text: str) -> int:
    """The width of a text on a terminal.

    >>> _columns("DM"), _columns("士气")
    (2, 4)
    """
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def _padded(text: str, width: int) -> str:
    return text + " " * (width - _columns(text))
