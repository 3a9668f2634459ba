"""What changed between two positions, in a few words: the rows of an odds table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from grognard_asl.phrases import Phrase, listed, strength
from grognard_asl.position import AslPosition, Unit
from grognard_asl.tables import Tables

__all__ = ["effect"]

NOTHING = Phrase("no effect", "无效果")
FATES = {
    "eliminated": Phrase("eliminated", "被消灭"),
    "reduced": Phrase("reduced", "减员"),
    "reduced and broken": Phrase("reduced and broken", "减员并溃散"),
    "broken": Phrase("broken", "溃散"),
    "pinned": Phrase("pinned", "被压制"),
    "rallied": Phrase("rallied", "重整"),
    "DM": Phrase("DM", "DM"),
}
PART = Phrase("{units} {fate}", "{units} {fate}")
TIMES = Phrase("{n} × {kind}", "{n} × {kind}")
MOVED = Phrase("{n} moved", "{n} 个单位移动")
RESIDUAL = Phrase("Residual FP {n}", "残留火力 {n}")
GUN = Phrase("{n} recovered", "回收 {n}")
MELEE = Phrase("melee", "混战")


def effect(rules: Tables, before: AslPosition, after: AslPosition, lang: str) -> str:
    """Equal changes give equal words: units count by kind, not by id."""
    return ", ".join(changes(rules, before, after, lang)) or NOTHING(lang)


def changes(rules: Tables, before: AslPosition, after: AslPosition, lang: str) -> Iterator[str]:
    """Fates of units, the worst first, then what else changed."""
    found: dict[str, Counter[str]] = {fate: Counter() for fate in FATES}
    moved = 0
    for id_, unit in before.units.items():
        fate = fate_of(unit, after.units.get(id_))
        if fate:
            found[fate][strength(rules.units[unit.kind])] += 1
        moved += id_ in after.units and after.units[id_].hex != unit.hex
    for fate, kinds in found.items():
        if kinds:
            names = (k if n == 1 else TIMES(lang, n=n, kind=k) for k, n in sorted(kinds.items()))
            yield PART(lang, units=listed(lang, names), fate=FATES[fate](lang))
    if moved:
        yield MOVED(lang, n=moved)
    grown = max((fp for hex, fp in after.residual.items() if fp > before.residual.get(hex, 0)), default=0)
    if grown:
        yield RESIDUAL(lang, n=grown)
    regained = sum(1 for id_, gun in after.weapons.items() if gun.owner and not before.weapons[id_].owner)
    if regained:
        yield GUN(lang, n=regained)
    if sum(unit.melee for unit in after.units.values()) > sum(unit.melee for unit in before.units.values()):
        yield MELEE(lang)


def fate_of(old: Unit, new: Unit | None) -> str:
    """What became of one unit; blank for nothing worth telling."""
    if new is None:
        return "eliminated"
    broke = new.broken and not old.broken
    if new.kind != old.kind:
        return "reduced and broken" if broke else "reduced"
    if broke:
        return "broken"
    if old.broken and not new.broken:
        return "rallied"
    if new.pinned and not old.pinned:
        return "pinned"
    return "DM" if new.dm and not old.dm else ""
