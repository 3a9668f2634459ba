"""Strikes from off the board: Air Power and Barrage."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_memoir44.battlefield import Battlefield
from grognard_memoir44.combat import strike
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

    With a ``section`` one target at least must lie in it, as the striking side sees it.
    """
    left = card.targets - len(chosen)
    if left <= 0:
        return []
    return [
        label
        for label in onward(field, joints(play, chosen), open_targets(play, side, chosen), card)
        if comes_to_section(play, field, side, (*chosen, label), section, left - 1, card)
    ]


def open_targets(play: Memoir, side: str, chosen: tuple[str, ...]) -> list[str]:
    """Hexes of enemies that are not targets yet."""
    return [u.hex for u in play.position.units.values() if u.side != side and u.hex not in chosen]


def joints(play: Memoir, chosen: tuple[str, ...]) -> tuple[str, ...]:
    """The targets that a chain may go on from."""
    return chosen if play.rules.options["air_power_chain"] == "connected" else chosen[-1:]


def onward(
    field: Battlefield, joints: tuple[str, ...], enemies: Iterable[str], card: Card
) -> tuple[str, ...]:
    """The enemies that may be named next: all, or those next to a joint if the targets make a chain."""
    if not joints or not card.target_chain:
        return tuple(enemies)
    return tuple(hex for hex in enemies if any(hex in field.next_to[joint] for joint in joints))


def in_section(field: Battlefield, side: str, chosen: tuple[str, ...], section: str) -> bool:
    """Whether a strike with these targets has one where the card wants it."""
    return not section or any(section in field.sections(label, side) for label in chosen)


@rule("M44-action-air-strike.2")
def comes_to_section(
    play: Memoir,
    field: Battlefield,
    side: str,
    chosen: tuple[str, ...],
    section: str,
    steps: int,
    card: Card,
) -> bool:
    """Whether these targets have one in the section, or can come to one in so many more steps."""
    if in_section(field, side, chosen, section):
        return True
    others, ahead = open_targets(play, side, chosen), joints(play, chosen)
    for _ in range(steps):
        ahead = onward(field, ahead, others, card)
        if not ahead or in_section(field, side, ahead, section):
            return bool(ahead)
    return False


@rule("M44-base-card-air-power.1", "M44-base-card-barrage.1")
class ChooseStrike(MemoirDecision[Target | LastTarget], frozen=True):
    """Name the targets of a strike one by one."""

    card: str
    section: str = ""
    chosen: tuple[str, ...] = ()

    def options(self, play: Memoir) -> Iterator[Target | LastTarget]:
        """The next target, or enough."""
        field, card = play.rules.field(play.position), play.rules.cards[self.card]
        for label in strike_targets(play, field, self.side, self.chosen, self.section, card):
            yield Target(label)
        if in_section(field, self.side, self.chosen, self.section):
            yield LastTarget()

    def take(self, play: Memoir, action: Target | LastTarget) -> None:
        """Add the target; strike when all are named."""
        if isinstance(action, Target):
            chosen = (*self.chosen, action.hex)
            play.push(ChooseStrike(self.side, self.card, self.section, chosen))
            return
        units = tuple(play.position.at[label] for label in self.chosen)
        play.push(*(Strike(self.side, self.card, unit) for unit in units))

    def refusal(self, play: Memoir, action: Target | LastTarget) -> tuple[Reason, ...]:
        """No enemy, too many, no chain, or none in the section of the card."""
        position, card = play.position, play.rules.cards[self.card]
        field, side, chosen = play.rules.field(position), self.side, self.chosen
        elsewhere = Reason(f"no target in the {self.section} section", "M44-action-air-strike.2")
        if isinstance(action, LastTarget):
            return () if in_section(field, side, chosen, self.section) else (elsewhere,)
        if action.hex not in open_targets(play, side, chosen):
            return (Reason(f"no further enemy in {action.hex}", card.cite["targets"]),)
        bars: list[Reason] = []
        left = card.targets - len(chosen)
        if left <= 0:
            bars.append(Reason(f"{card.targets} targets at most", card.cite["targets"]))
        if not onward(field, joints(play, chosen), [action.hex], card):
            bars.append(Reason(f"{action.hex} does not continue the chain", card.cite["target_chain"]))
        if not comes_to_section(play, field, side, (*chosen, action.hex), self.section, left - 1, card):
            bars.append(elsewhere)
        return tuple(bars)


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
