"""Building blocks of sentences in English and Chinese: phrases, lists, names of units and places."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from grognard.errors import NotationError
from grognard.hexes import Hexside
from grognard.reasons import printed
from grognard_ardennes44.atlas import place_name
from grognard_ardennes44.ground import BLOCK, BOX
from grognard_ardennes44.position import ANTWERP, ArdennesPosition
from grognard_ardennes44.tables import Tables

__all__ = ["Phrase", "clauses", "half", "listed", "sentence", "shown_bridge", "spot", "unit_name", "who"]


class Phrase(NamedTuple):
    """The same words in both languages, with named gaps; any other language reads English.

    >>> Phrase("to {hex}", "前往 {hex}")("zh", hex="E2115")
    '前往 E2115'
    """

    en: str
    zh: str

    def __call__(self, lang: str, **facts: object) -> str:
        """The words with the gaps filled."""
        if lang != "zh":
            return self.en.format(**facts)
        # A label stands apart from Chinese signs by a blank, which its name in brackets makes needless.
        return self.zh.format(**facts).replace("） ", "）")


BOX_OF = Phrase("the {name}", "{name}")
BLOCKING = Phrase("the Blocking Position {entry}", "{entry} 阻击阵地")
ANTWERP_BOX = Phrase("the Antwerp Box", "安特卫普区")
NAMED = Phrase("{hex} ({name})", "{hex}（{name}）")
BRIDGE = Phrase("the bridge between {a} and {b}", "{a} 与 {b} 之间的桥")


def listed(lang: str, words: Iterable[str]) -> str:
    """Names in a row, empty ones left out.

    >>> listed("en", ("Wiltz", "", "Bastogne")), listed("zh", ("维尔茨", "巴斯托涅"))
    ('Wiltz, Bastogne', '维尔茨、巴斯托涅')
    """
    return ("、" if lang == "zh" else ", ").join(word for word in words if word)


def clauses(lang: str, words: Iterable[str]) -> str:
    """Parts of a sentence in a row, empty ones left out."""
    return ("，" if lang == "zh" else ", ").join(word for word in words if word)


def sentence(lang: str, words: str) -> str:
    """Words as the beginning of a line: a capital in English."""
    return words if lang == "zh" else words[:1].upper() + words[1:]


def who(rules: Tables, side: str, lang: str) -> str:
    """A side as the subject of a sentence."""
    return rules.name(side, lang) if lang == "zh" else f"the {rules.name(side, lang)}"


def unit_name(rules: Tables, id_: str, lang: str) -> str:
    """A unit as `Tables.name` calls it; what is no unit as it is written."""
    return rules.name(id_, lang) if id_ in rules.counters else id_


def spot(rules: Tables, position: ArdennesPosition, place: str, lang: str) -> str:
    """A hex with its name, or a box, in words."""
    if place == ANTWERP:
        return ANTWERP_BOX(lang)
    if place.startswith(BOX):
        box = rules.ground(position).boxes.get(place.removeprefix(BOX))
        return BOX_OF(lang, name=getattr(box.name, lang, box.name.en)) if box else place
    if place.startswith(BLOCK):
        return BLOCKING(lang, entry=place.removeprefix(BLOCK))
    name = place_name(rules, rules.ground(position), place, lang)
    return NAMED(lang, hex=place, name=name) if name else place


def shown_bridge(text: str, lang: str) -> str:
    """A bridge by the two hexes it joins."""
    try:
        side = Hexside.parse(text)
    except NotationError:
        return text
    return BRIDGE(lang, a=side.a, b=side.b)


def half(half_mp: int) -> str:
    """Half MP as points.

    >>> half(7), half(4)
    ('3½', '2')
    """
    return printed(Fraction(half_mp, 2))
