"""Before the blows of a close combat: which hex is next, who is stacked on whom [ASLI-9.1, 9.3]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_asl.close_combat import Combat, Designating
from grognard_asl.position import Asl, AslDecision, AslPosition, AslResolution, other_side
from grognard_asl.stacks import kind_of, mg_of, units_in
from grognard_asl.weapons import Drop, drop, drop_bars

__all__ = [
    "Alone",
    "Arrangement",
    "ChooseArrangement",
    "ChooseCombat",
    "Combats",
    "Fight",
    "Ready",
    "Support",
    "contested",
]


class Fight(Action, frozen=True):
    """Fight the close combat in a hex next."""

    hex: str


class Support(Action, frozen=True):
    """Stack a leader on a squad, half-squad or crew, to attack and defend with it."""

    leader: str
    unit: str


class Alone(Action, frozen=True):
    """Declare that a leader attacks, and defends, alone."""

    leader: str


class Ready(Action, frozen=True):
    """Nothing more to drop."""


# Which hex -----------------------------------------------------------------------------------------------


@rule("ASLI-9.0.1")
def contested(position: AslPosition) -> list[str]:
    """Hexes with units of both sides whose close combat has not been fought in this CCPh."""
    units = position.units
    return [
        hex
        for hex, stack in sorted(position.at.items())
        if len({units[id_].side for id_ in stack}) > 1 and hex not in position.fought
    ]


@rule("ASLI-9.1.1")
class Combats(AslResolution, frozen=True):
    """The next close combat, from stacking to melee."""

    side: str

    def happen(self, play: Asl) -> None:
        """Ask for the hex."""
        if contested(play.position):
            play.push(ChooseCombat(self.side))


@rule("ASLI-9.1.1")
class ChooseCombat(AslDecision[Fight], frozen=True):
    """The ATTACKER chooses the order of the hexes."""

    def options(self, play: Asl) -> Iterator[Fight]:
        """Hexes not yet fought over."""
        yield from map(Fight, contested(play.position))

    def take(self, play: Asl, action: Fight) -> None:
        """Fight there: the ATTACKER arranges his stacks first."""
        play.position.fought.add(action.hex)
        play.push(Arrangement(self.side, action.hex))

    def refusal(self, play: Asl, action: Fight) -> tuple[Reason, ...]:
        """Why there is no close combat to fight."""
        if action.hex in play.position.fought:
            return (Reason(f"the close combat in {action.hex} is over", "ASLI-9.1.4"),)
        if action.hex not in contested(play.position):
            return (Reason(f"no units of both sides in {action.hex}", "ASLI-9.0.1"),)
        return ()


# Stacks --------------------------------------------------------------------------------------------------


def mmc_in(play: Asl, hex: str, side: str) -> list[str]:
    """Squads, half-squads and crews of a side in a hex."""
    units = play.position.units
    return [id_ for id_ in units_in(play.position, hex, side) if kind_of(play.rules, units[id_]).mmc]


def smc_in(play: Asl, hex: str, side: str) -> list[str]:
    """Leaders of a side in a hex."""
    mmc = mmc_in(play, hex, side)
    return [id_ for id_ in units_in(play.position, hex, side) if id_ not in mmc]


@rule("ASLI-9.3.2.2", "ASLI-9.3.2.3", "ASLI-9.3.3.1", "ASLI-9.3.3.3")
def parties_of(
    play: Asl, hex: str, side: str, pairs: Sequence[tuple[str, str]]
) -> tuple[tuple[str, ...], ...]:
    """What attacks and is attacked as one: a MMC with the SMC on top of it, or a SMC by itself."""
    stacked = [
        (unit, *(leader for leader, under in pairs if under == unit)) for unit in mmc_in(play, hex, side)
    ]
    on_top = {leader for leader, under in pairs if under}
    return (*stacked, *((leader,) for leader in smc_in(play, hex, side) if leader not in on_top))


@rule("ASLI-9.1.2", "ASLI-9.3.1.3", "ASLI-9.3.2.3")
class Arrangement(AslResolution, frozen=True):
    """A side arranges its stacks in a hex: ``pairs`` of a SMC and the MMC under it, blank for none."""

    side: str
    hex: str
    pairs: tuple[tuple[str, str], ...] = ()
    ready: bool = False

    def happen(self, play: Asl) -> None:
        """Ask about the next SMC or weapon; then the other side; then attacks are designated."""
        left = unpaired(play, self.side, self.hex, self.pairs)
        if not self.ready and (left or any(droppable(play, self.side, self.hex))):
            play.push(ChooseArrangement(self.side, self.hex, self.pairs))
            return
        attacker = play.position.active
        if self.side == attacker:
            play.push(Arrangement(other_side(self.side), self.hex, self.pairs))
            return
        own, other = (parties_of(play, self.hex, side, self.pairs) for side in (attacker, self.side))
        alone = tuple(leader for leader, under in self.pairs if not under)
        play.push(Designating(attacker, Combat(self.hex, attacker, own, other, alone)))


def unpaired(play: Asl, side: str, hex: str, pairs: Sequence[tuple[str, str]]) -> list[str]:
    """SMC of a side whose place is not settled yet; without MMC there is nothing to settle."""
    known = {leader for leader, _ in pairs}
    return [id_ for id_ in smc_in(play, hex, side) if id_ not in known] if mmc_in(play, hex, side) else []


@rule("ASLI-10.3.3", "ASLI-9.5.0.5")
def droppable(play: Asl, side: str, hex: str) -> Iterator[str]:
    """Machine guns that units of a side may drop before the close combat in a hex."""
    position = play.position
    for id_ in units_in(position, hex, side):
        if not position.units[id_].melee:
            for weapon, _ in mg_of(position, id_):
                if next(drop_bars(position, weapon, (id_,)), None) is None:
                    yield weapon


@rule("ASLI-9.3.1.2", "ASLI-9.3.1.3", "ASLI-9.3.2.1", "ASLI-9.3.2.3", "ASLI-10.3.3")
class ChooseArrangement(AslDecision[Support | Alone | Drop | Ready], frozen=True):
    """Choose the place of the next SMC, or a machine gun to drop."""

    hex: str
    pairs: tuple[tuple[str, str], ...]
    assumption = "leaders are stacked on the first squad"

    def options(self, play: Asl) -> Iterator[Support | Alone | Drop | Ready]:
        """The next SMC on every MMC, or alone; every machine gun."""
        left = unpaired(play, self.side, self.hex, self.pairs)
        if left:
            for unit in mmc_in(play, self.hex, self.side):
                yield Support(left[0], unit)
            if not play.position.units[left[0]].broken:
                yield Alone(left[0])
        else:
            yield Ready()
        yield from map(Drop, droppable(play, self.side, self.hex))

    def take(self, play: Asl, action: Support | Alone | Drop | Ready) -> None:
        """Settle it, drop it, or go on."""
        pairs = self.pairs
        if isinstance(action, Support):
            pairs = (*pairs, (action.leader, action.unit))
        elif isinstance(action, Alone):
            pairs = (*pairs, (action.leader, ""))
        elif isinstance(action, Drop):
            drop(play, action.weapon)
        play.push(Arrangement(self.side, self.hex, pairs, ready=isinstance(action, Ready)))

    def refusal(self, play: Asl, action: Support | Alone | Drop | Ready) -> tuple[Reason, ...]:
        """Why it is not arranged so."""
        left = unpaired(play, self.side, self.hex, self.pairs)
        if isinstance(action, Drop):
            if action.weapon in droppable(play, self.side, self.hex):
                return ()
            return (Reason(f"{action.weapon} is no weapon to be dropped here", "ASLI-10.3.3"),)
        if isinstance(action, Ready):
            return (Reason(f"{left[0]} has no place yet", "ASLI-9.3.2.3"),) if left else ()
        if not left or action.leader != left[0]:
            due = left[0] if left else "nobody"
            return (Reason(f"{due} is to be placed now, not {action.leader}", "ASLI-9.3.2.3"),)
        if isinstance(action, Alone):
            broken = play.position.units[action.leader].broken
            return (Reason("broken, it attacks nobody", "ASLI-3.2.0.18"),) if broken else ()
        if action.unit not in mmc_in(play, self.hex, self.side):
            return (Reason(f"{action.unit} is no MMC of its side there", "ASLI-9.3.2.2"),)
        return ()

    def assumed(self, play: Asl) -> Support | Alone | Drop | Ready | None:
        """On the first one, all weapons kept."""
        return next(self.options(play), None)
