"""Building blocks of sentences in English and Chinese: phrases, counted things, names of units."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from grognard_memoir44.position import MemoirPosition, Unit
from grognard_memoir44.tables import Tables

__all__ = [
    "Phrase",
    "army",
    "both",
    "clauses",
    "count",
    "listed",
    "noun",
    "place",
    "sentence",
    "troops",
    "unit_in",
    "who",
]


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


class Counted(NamedTuple):
    """What one and several of a thing are called."""

    one: str
    many: str
    zh: str


COUNTED: Mapping[str, Counted] = {
    "card": Counted("card", "cards", "张牌"),
    "die": Counted("die", "dice", "枚骰子"),
    "figure": Counted("figure", "figures", "个棋子"),
    "flag": Counted("flag", "flags", "面旗帜"),
    "hex": Counted("hex", "hexes", "格"),
    "hit": Counted("hit", "hits", "次命中"),
    "medal": Counted("medal", "medals", "枚奖章"),
    "unit": Counted("unit", "units", "个单位"),
}
PROPER = frozenset({"french_resistance", "tiger"})
"""Ids whose English names keep their capitals inside a sentence."""

UNIT_IN = Phrase("the {kind} ({figures}) in {hex}", "{hex} 的{kind}（{figures}）")
NOBODY = Phrase("nobody in {hex}", "{hex}（无单位）")


def count(lang: str, number: int, thing: str) -> str:
    """A number of things.

    >>> count("en", 1, "die"), count("en", 2, "die"), count("zh", 2, "die")
    ('1 die', '2 dice', '2 枚骰子')
    """
    words = COUNTED[thing]
    if lang == "zh":
        return f"{number} {words.zh}"
    return f"{number} {words.one if number == 1 else words.many}"


def listed(lang: str, words: Iterable[str]) -> str:
    """Names in a row, empty ones left out.

    >>> listed("en", ("forest", "", "town")), listed("zh", ("森林", "城镇"))
    ('forest, town', '森林、城镇')
    """
    return ("、" if lang == "zh" else ", ").join(word for word in words if word)


def both(lang: str, words: Iterable[str]) -> str:
    """The last two of some names joined by "and"."""
    *others, last = words
    return f"{listed(lang, others)}{'和' if lang == 'zh' else ' and '}{last}" if others else last


def clauses(lang: str, words: Iterable[str]) -> str:
    """Parts of a sentence in a row, empty ones left out."""
    return ("，" if lang == "zh" else ", ").join(word for word in words if word)


def noun(rules: Tables, key: str, lang: str) -> str:
    """A name as it stands inside a sentence: small letters in English, proper names apart."""
    name = rules.name(key, lang)
    return name if lang == "zh" or key in PROPER else name.lower()


def who(rules: Tables, side: str, lang: str) -> str:
    """A side as the subject of a sentence."""
    return rules.name(side, lang) if lang == "zh" else f"the {rules.name(side, lang)}"


def troops(rules: Tables, kind: str, lang: str) -> str:
    """A unit by its kind, so that a verb in the singular fits: "infantry", "special forces unit"."""
    name = noun(rules, kind, lang)
    return f"{name} unit" if lang != "zh" and name.endswith("s") else name


def army(rules: Tables, side: str, kind: str, lang: str) -> str:
    """A unit by its side and kind: "Allied infantry"."""
    between = "" if lang == "zh" else " "
    return f"{rules.name(f'of_{side}', lang)}{between}{troops(rules, kind, lang)}"


def sentence(lang: str, words: str) -> str:
    """Words as the beginning of a line: a capital in English; a hex label keeps its case in Chinese."""
    return words if lang == "zh" else words[:1].upper() + words[1:]


def unit_in(rules: Tables, position: MemoirPosition, label: str, lang: str) -> str:
    """The unit in a hex with its figures: "the infantry (4) in G5"."""
    unit: Unit | None = position.units.get(position.at.get(label, ""))
    if unit is None:
        return NOBODY(lang, hex=label)
    return UNIT_IN(lang, kind=noun(rules, unit.kind, lang), figures=unit.figures, hex=label)


def place(rules: Tables, position: MemoirPosition, label: str, lang: str) -> str:
    """A hex with what is in it unless it is open ground: "H5, forest, wire"."""
    field = rules.field(position)
    bridged = {key for row in field.rows[label] for key in row.cancels}
    rows = [row.id for row in field.rows[label] if row.id != "open" and row.id not in bridged]
    piece = position.obstacles.get(label)
    names = [noun(rules, key, lang) for key in (*rows, *((piece,) if piece else ()))]
    return f"{label} {listed(lang, names)}".rstrip() if lang == "zh" else listed(lang, (label, *names))
