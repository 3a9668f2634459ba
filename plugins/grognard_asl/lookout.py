"""A line of sight told to players: the verdict, then all the line meets with its rule, in two languages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from grognard.errors import NotationError
from grognard.scene import Overlay, Scene
from grognard_asl.battlefield import Battlefield
from grognard_asl.cartography import name_of
from grognard_asl.sight import Met, Sight, Why

__all__ = ["Lookout", "draw_sight", "look_out"]

WORDS_ZH: Mapping[Why, str] = {
    "blocks": "阻挡视线",
    "above": "高度 {level}，高于两端",
    "hides": "遮住其后的低地",
    "hinders": "妨碍视线",
    "nothing": "无影响",
    "one side": "只在视线一侧",
    "corner": "只擦过一角",
    "given": "由场景规定",
}
"""What :data:`~grognard_asl.sight.WORDS` says, in Chinese."""

VERDICTS: Mapping[str, tuple[str, str, str]] = {
    "en": (
        "{a} to {b}, range {n}: clear",
        "{a} to {b}, range {n}: hindrance {h:+d}",
        "{a} to {b}, range {n}: blocked",
    ),
    "zh": (
        "{a} 至 {b}，距离 {n}：视线畅通",
        "{a} 至 {b}，距离 {n}：障碍 {h:+d}",
        "{a} 至 {b}，距离 {n}：视线受阻",
    ),
}

TITLES: Mapping[str, tuple[str, str, str]] = {
    "en": ("line of sight", "hexes on the line", "what blocks"),
    "zh": ("视线", "视线经过的六边形", "阻挡处"),
}


class Lookout(msgspec.Struct, frozen=True):
    """Whether ``a`` sees ``b``, and the proof in words, the verdict first.

    ``hexes`` are all the line crosses or runs beside, ``blocking`` those in or at which it is blocked.
    """

    a: str
    b: str
    kind: str
    range: int
    clear: bool
    hexes: tuple[str, ...]
    blocking: tuple[str, ...]
    proof: tuple[str, ...]


def look_out(field: Battlefield, a: str, b: str, kind: str = "", lang: str = "en") -> Lookout:
    """Look from ``a`` to ``b``, hexes as typed; what looks makes no difference.

    Raises :class:`NotationError` for hexes that are not on the map.
    """
    a, b = field.board.parse(a), field.board.parse(b)
    if a == b:
        raise NotationError(f"a line of sight needs two hexes, got {a!r} twice")
    sight = field.look(a, b)
    blocking = sight.blocking if not sight.clear else ()
    proof = tuple(_proof(field, sight, lang))
    return Lookout(a, b, kind, sight.range, sight.clear, sight.hexes, blocking, proof)


def draw_sight(scene: Scene, field: Battlefield, a: str, b: str, kind: str = "", lang: str = "en") -> Scene:
    """A scene of the map with the line, what it meets, what blocks it, and the proof as caption."""
    seen = look_out(field, a, b, kind, lang)
    line, met, blocks = TITLES.get(lang, TITLES["en"])
    overlays = [Overlay("met", "sight", seen.hexes, title=met)] if seen.hexes else []
    if seen.blocking:
        overlays.append(Overlay("blocking", "blocked", seen.blocking, title=blocks))
    overlays.append(
        Overlay("line", "legal" if seen.clear else "target", lines=((seen.a, seen.b),), title=line)
    )
    return msgspec.structs.replace(scene, overlays=tuple(overlays), caption="\n".join(seen.proof))


def _proof(field: Battlefield, sight: Sight, lang: str) -> Iterator[str]:
    verdict = VERDICTS.get(lang, VERDICTS["en"])[2 if not sight.clear else 1 if sight.hindrance else 0]
    yield verdict.format(a=sight.a, b=sight.b, n=sight.range, h=sight.hindrance)
    for met in sight.met:
        yield _told(field, met, lang)
    if not sight.clear and not any(met.blocks for met in sight.met):
        (reason,) = sight.reasons
        yield f"障碍合计 {sight.hindrance}，阻挡视线 [{reason.cite}]" if lang == "zh" else str(reason)


def _told(field: Battlefield, met: Met, lang: str) -> str:
    """One thing the line meets as a line of the proof."""
    if lang != "zh" or met.row not in field.chart:
        return str(met)
    words = WORDS_ZH[met.why].format(level=met.level)
    value = f"{met.hindrance:+d} " if met.hindrance else ""
    return f"{value}{'|'.join(met.hexes)}：{name_of(field.chart[met.row], lang)}，{words} [{met.cite}]"
