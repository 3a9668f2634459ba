"""Building blocks of sentences in English and Chinese: phrases, names of units, stacks and weapons."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from grognard_asl.position import AslPosition
from grognard_asl.schema import UnitKind
from grognard_asl.tables import Tables

__all__ = ["Phrase", "listed", "named", "place", "sentence", "stack", "strength", "weapon", "who"]


class Phrase(NamedTuple):
    """The same words in both languages, with named gaps; any other language reads English.

    >>> Phrase("to {hex}", "前往 {hex}")("zh", hex="H5")
    '前往 H5'
    """

    en: str
    zh: str

    def __call__(self, lang: str, **facts: object) -> str:
        """The words with the gaps filled."""
        return (self.zh if lang == "zh" else self.en).format(**facts)


BROKEN = Phrase("broken", "溃散")
DM = Phrase("DM", "DM")
NOBODY = Phrase("nobody", "无")


def listed(lang: str, words: Iterable[str]) -> str:
    """Names in a row, empty ones left out.

    >>> listed("en", ("4-6-7", "", "9-1")), listed("zh", ("4-6-7", "9-1"))
    ('4-6-7, 9-1', '4-6-7、9-1')
    """
    return ("、" if lang == "zh" else ", ").join(word for word in words if word)


def sentence(lang: str, words: str) -> str:
    """Words as the beginning of a line: a capital in English; an id keeps its small letter."""
    first = words.partition(" ")[0]
    return words if lang == "zh" or any(sign.isdigit() for sign in first) else words[:1].upper() + words[1:]


def strength(row: UnitKind) -> str:
    """What is printed on a counter: ``4-6-7``, ``9-2``, ``6+1``."""
    if row.leadership is None:
        return f"{row.fp}-{row.range}-{row.morale}"
    return f"{row.morale}{row.leadership:+d}" if row.leadership > 0 else f"{row.morale}-{-row.leadership}"


def named(rules: Tables, position: AslPosition, id_: str, lang: str) -> str:
    """A unit or weapon by what is printed on it and its id, broken ones so called: ``4-6-7 g3``."""
    if id_ in position.weapons:
        return f"{weapon(rules, position.weapons[id_].kind, lang)} {id_}"
    unit = position.units.get(id_)
    if unit is None:
        return id_
    words = f"{strength(rules.units[unit.kind])} {id_}"
    state = listed(lang, (BROKEN(lang) if unit.broken else "", DM(lang) if unit.dm else ""))
    return f"{words} ({state})" if state else words


def stack(rules: Tables, position: AslPosition, ids: Iterable[str], lang: str) -> str:
    """Units and weapons in a row."""
    return listed(lang, (named(rules, position, id_, lang) for id_ in ids)) or NOBODY(lang)


def weapon(rules: Tables, kind: str, lang: str) -> str:
    """A machine gun by its type: ``HMG 7-16``."""
    row = rules.weapons[kind]
    return f"{row.type.partition('_')[0].upper()} {row.fp}-{row.range}"


def who(rules: Tables, side: str, lang: str) -> str:
    """A side as the subject of a sentence."""
    return rules.name(side, lang) if lang == "zh" else f"the {rules.name(side, lang)}"


def place(rules: Tables, position: AslPosition, hex: str, lang: str) -> str:
    """A hex with what covers it, unless that is nothing: ``H5 woods``."""
    field = rules.field(position)
    row = field.terrain[hex]
    words = [hex] if row is field.open else [hex, rules.name(row.id, lang).lower()]
    if field.level[hex]:
        words.append(f"{rules.name(field.hill.id, lang).lower()} {field.level[hex]}")
    return " ".join(words)
