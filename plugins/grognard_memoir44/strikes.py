"""Strikes from off the board: Air Power and Barrage."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_memoir44.battle import strike
from grognard_memoir44.battlefield import Battlefield
from grognard_memoir44.position import Memoir, MemoirDecision, MemoirResolution
from grognard_memoir44.schema import Card, Side

__all__ = ["ChooseStrike", "LastTarget", "Strike", "Target", "strike_targets"]


class Target(Action, frozen=True):
    """Strike the unit in a hex."""

    hex: str


class LastTarget(Action, frozen=True):
    """No further targets."""

    verb = "enough"


@rule("M44-base-card-air-power.1", "M44-base-card-barrage.1")
def strike_targets(
    play: Memoir, field: Battlefield, side: str, chosen: tuple[str, ...], section: str, card: Card
) -> list[str]:
    """Hexes that may be struck next: any enemy first, then enemies that continue the chain.

    With a ``section`` the first target must lie in it, as the striking side sees it.
    """
    if len(chosen) >= card.targets:
        return []
    enemies = [
        unit.hex for unit in play.position.units.values() if unit.side != side and unit.hex not in chosen
    ]
    if not chosen:
        return [h for h in enemies if not section or section in field.sections(h, side)]
    joints = chosen if play.rules.options["air_power_chain"] == "connected" else chosen[-1:]
    return [h for h in enemies if any(h in field.next_to[joint] for joint in joints)]


@rule("M44-base-card-air-power.1", "M44-base-card-barrage.1")
class ChooseStrike(MemoirDecision[Target | LastTarget], frozen=True):
    """Name the targets of a strike one by one."""

    card: str
    section: str = ""
    chosen: tuple[str, ...] = ()

    def options(self, play: Memoir) -> Iterator[Target | LastTarget]:
        """The next target, or enough."""
        for label in self._next(play):
            yield Target(label)
        yield LastTarget()

    def _next(self, play: Memoir) -> list[str]:
        field, card = play.rules.field(play.position), play.rules.cards[self.card]
        return strike_targets(play, field, self.side, self.chosen, self.section, card)

    def take(self, play: Memoir, action: Target | LastTarget) -> None:
        """Add the target; strike when all are named."""
        if isinstance(action, Target):
            chosen = (*self.chosen, action.hex)
            play.push(ChooseStrike(self.side, self.card, self.section, chosen))
            return
        units = tuple(play.position.at[label] for label in self.chosen)
        play.push(*(Strike(self.side, self.card, unit) for unit in units))

    def refusal(self, play: Memoir, action: Target | LastTarget) -> tuple[Reason, ...]:
        """No enemy, too many, or no chain."""
        if isinstance(action, LastTarget) or action.hex in self._next(play):
            return ()
        position, card = play.position, play.rules.cards[self.card]
        unit = position.units.get(position.at.get(action.hex, ""))
        if unit is None or unit.side == self.side or action.hex in self.chosen:
            return (Reason(f"no further enemy in {action.hex}", card.cite["targets"]),)
        if len(self.chosen) >= card.targets:
            return (Reason(f"{card.targets} targets at most", card.cite["targets"]),)
        if not self.chosen:
            return (
                Reason(f"the first target must be in the {self.section} section", "M44-action-air-strike.2"),
            )
        return (Reason(f"{action.hex} does not continue the chain", card.cite["target_chain"]),)


@rule(
    "M44-base-card-air-power.2", "M44-base-card-air-power.3", "M44-base-card-air-power.4",
    "M44-base-card-barrage.2",
    "M44-base-card-barrage.3",
)  # fmt: skip
class Strike(MemoirResolution, frozen=True):
    """A strike hits one target; terrain gives no protection and flags cannot be ignored."""

    side: str
    card: str
    unit: str

    def happen(self, play: Memoir) -> None:
        """Roll."""
        if self.unit not in play.position.units:
            return
        card = play.rules.cards[self.card]
        dice = card.target_dice[self._side()]
        reasons = (Reason(card.name.en, card.cite["target_dice"], dice, card.sure),)
        strike(
            play, self.unit, dice, why=card.kind.replace("_", " "), reasons=reasons,
            extra_hits=card.extra_hits, flags_ignorable=card.flags_ignorable,
        )  # fmt: skip

    def _side(self) -> Side:
        return "allies" if self.side == "allies" else "axis"
