"""Breakthrough combat after a D1* [A44-19.12 to 19.19]."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_ardennes44.attack import Attack, Fighting
from grognard_ardennes44.attackers import targets
from grognard_ardennes44.pieces import enemies_beside
from grognard_ardennes44.position import Ardennes, ArdennesDecision, ArdennesPosition, ArdennesResolution
from grognard_ardennes44.tables import Tables

__all__ = ["Breakthrough", "ChooseBreakthrough", "Exploit", "Halt", "JoinNext", "breakthrough_groups"]

Group = tuple[str, ...]


class Exploit(Action, frozen=True):
    """These units attack again."""

    units: tuple[str, ...]


class JoinNext(Action, frozen=True):
    """These units join the next attack of others."""

    units: tuple[str, ...]


class Halt(Action, frozen=True):
    """No breakthrough combat."""


@rule("A44-19.13", "A44-19.14", "A44-19.19")
def group_bars(
    rules: Tables, position: ArdennesPosition, units: Group, far: dict[str, int]
) -> tuple[Reason, ...]:
    """Every rule by which units that advanced are no breakthrough group; ``far`` is how far each went."""
    found = []
    if len({position.units[id_].hex for id_ in units}) > 1:
        found.append(Reason("only one stack breaks through", "A44-19.13"))
    for id_ in units:
        if position.units[id_].oos:
            found.append(Reason(f"{id_} is out of supply", "A44-19.19"))
    on_foot = int(rules.distances.look("breakthrough_on_foot", "hexes"))
    if not all(rules.counters[id_].mech for id_ in units) and any(far[id_] > on_foot for id_ in units):
        found.append(Reason(f"a group that is not all mechanised goes {on_foot} hex", "A44-19.14"))
    return tuple(found)


@rule("A44-19.13", "A44-19.14", "A44-19.19")
def breakthrough_groups(rules: Tables, position: ArdennesPosition, far: dict[str, int]) -> list[Group]:
    """The largest groups that may attack again, hex by hex; ``far`` is how far each unit advanced.

    A whole stack; or else its mechanised units, or those that went no further than units on foot may.
    """
    stacks: dict[str, list[str]] = {}
    for id_ in far:
        if not position.units[id_].oos:
            stacks.setdefault(position.units[id_].hex, []).append(id_)
    on_foot = int(rules.distances.look("breakthrough_on_foot", "hexes"))
    groups: dict[Group, None] = {}
    for stack in stacks.values():
        mechanised = [id_ for id_ in stack if rules.counters[id_].mech]
        near = [id_ for id_ in stack if far[id_] <= on_foot]
        for group in (stack,) if stack in (mechanised, near) else (mechanised, near):
            if group:
                groups[tuple(group)] = None
    return list(groups)


@rule("A44-19.12", "A44-19.17")
class Breakthrough(ArdennesResolution, frozen=True):
    """After the advance that a D1* gave: one group may attack again. ``far`` is how far each unit went."""

    units: tuple[str, ...]
    far: tuple[int, ...]

    def happen(self, play: Ardennes) -> None:
        """Ask, if there is a group with an enemy next to it."""
        rules, position = play.rules, play.position
        side = play.enclosing(Attack).attacker
        each = zip(self.units, self.far, strict=True)
        far = {id_: hexes for id_, hexes in each if hexes and id_ in position.units}
        groups = breakthrough_groups(rules, position, far)
        if any(enemies_beside(rules, position, position.units[group[0]].hex, side) for group in groups):
            play.push(ChooseBreakthrough(side, tuple(far), tuple(far.values())))


@rule("A44-19.13", "A44-19.15", "A44-19.18")
class ChooseBreakthrough(ArdennesDecision[Exploit | JoinNext | Halt], frozen=True):
    """Which group attacks again at once, or joins the next attack on a hex next to it."""

    units: tuple[str, ...]
    far: tuple[int, ...]

    def _far(self) -> dict[str, int]:
        return dict(zip(self.units, self.far, strict=True))

    def options(self, play: Ardennes) -> Iterator[Exploit | JoinNext | Halt]:
        """The largest groups, each with what it may do; parts of them are legal, too."""
        for group in breakthrough_groups(play.rules, play.position, self._far()):
            if not self._exploit_bars(play, group):
                yield Exploit(group)
            if not self._join_bars(play, group):
                yield JoinNext(group)
        yield Halt()

    def _exploit_bars(self, play: Ardennes, group: Group) -> tuple[Reason, ...]:
        hex = play.position.units[group[0]].hex
        if enemies_beside(play.rules, play.position, hex, self.side):
            return ()
        return (Reason(f"no enemy is next to {hex}", "A44-19.15"),)

    @rule("A44-19.18")
    def _join_bars(self, play: Ardennes, group: Group) -> tuple[Reason, ...]:
        """No attack of others is to come on a hex next to the group."""
        hex = play.position.units[group[0]].hex
        coming = targets(play.rules, play.position, self.side)
        if not set(coming).isdisjoint(play.rules.ground(play.position).board.neighbours(hex)):
            return ()
        return (Reason(f"nobody else can attack a hex next to {hex}", "A44-19.18"),)

    def refusal(self, play: Ardennes, action: Exploit | JoinNext | Halt) -> tuple[Reason, ...]:
        """No group, or nothing for it to do."""
        if isinstance(action, Halt):
            return ()
        unknown = [id_ for id_ in action.units if id_ not in self.units]
        if unknown or not action.units:
            return tuple(
                Reason(f"{id_} has not attacked and advanced", "A44-19.12") for id_ in unknown or "-"
            )
        bars = group_bars(play.rules, play.position, action.units, self._far())
        own = self._exploit_bars if isinstance(action, Exploit) else self._join_bars
        return (*bars, *own(play, action.units))

    def take(self, play: Ardennes, action: Exploit | JoinNext | Halt) -> None:
        """On to the target, or wait for the next attack."""
        if isinstance(action, Exploit):
            play.amend(Fighting, exploit=action.units)
        elif isinstance(action, JoinNext):
            play.amend(Fighting, joiners=action.units)
