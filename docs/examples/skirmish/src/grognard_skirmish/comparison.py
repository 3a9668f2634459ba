"""What Skirmish answers when rulesets are compared: standard situations, resolved by its own rules."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from grognard.archetypes import Distance, Engagement, Entry, Toll
from grognard.reasons import Reason
from grognard_skirmish.fire import ChooseFire, Fire
from grognard_skirmish.position import SkirmishPlay, SkirmishPosition, SkirmishRules, Unit

TARGET = "F2"  # the hex of a proving ground that holds the terrain to be tried


@dataclass(frozen=True)
class SkirmishComparison:
    """Answers from one ruleset; ids are its own rows."""

    rules: SkirmishRules

    def entry(self, terrain: str, troop: str) -> Entry:
        """Moving into a terrain from open ground."""
        ground, kind = self.rules.terrain[terrain], self.rules.units[troop]
        cost = ground.mp[troop]
        if cost == "NA":
            reason = Reason(f"{troop} cannot enter {terrain}", "SK-2.4")
            return Entry(None, blocks_sight=ground.blocks_sight, reasons=(reason,))
        return Entry(
            Fraction(cost, kind.mp),
            must_stop=ground.stops,
            battle_on_entry=False,  # SK-1.3: a unit that has moved does not fire
            blocks_sight=ground.blocks_sight,
            reasons=(Reason(f"{terrain}: MP", ground.cite["mp"], cost),),
        )

    def engagement(self, attacker: str, defender: str, terrain: str, distance: Distance) -> Engagement | None:
        """Fire from open ground at a fresh unit in a terrain."""
        hexes = 1 if distance == "close" else max(2, -(-self.rules.units[attacker].range // 2))
        place = f"proving ground: {terrain}"
        board = self.rules.battlefields[place].board
        start = next(hex for hex in board.rings(TARGET, hexes)[hexes] if hex.endswith("2") and hex < TARGET)
        position = SkirmishPosition(
            agenda=[ChooseFire("blue")],
            scenario=place,
            units={
                "firer": Unit("firer", "blue", attacker, start),
                "target": Unit("target", "red", defender, TARGET),
                "friend": Unit("friend", "red", defender, "H1"),  # keeps the game going
            },
            ambush={},
        )
        action = Fire("firer", "target")
        if ChooseFire("blue").refusal(SkirmishPlay(position, self.rules), action):
            return None
        return Engagement(position, action, toll)


def toll(end: SkirmishPosition) -> Toll:
    """What became of the target, in neutral words."""
    target = end.units.get("target")
    if target is None:
        return Toll("destroyed", Fraction(1))
    if target.reduced:
        return Toll("reduced", Fraction(1, 2))
    return Toll("no effect")
