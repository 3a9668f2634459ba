"""Positions from which fuzz games also start, to reach what play by chance seldom reaches.

Most are drawn on the ground of the smallest scenario with counters picked by what they are, late enough in
the game for the rule in question; who is not needed is away. What needs entry hexes to Antwerp, the British
or the west map is drawn on the ground of the longest one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from grognard_ardennes44.position import ArdennesPosition
from grognard_ardennes44.starts.attacks import (
    across_a_doubtful_bridge,
    air_support,
    artillery_duel,
    over_a_bridge,
    over_a_doubtful_bridge,
    to_a_doubtful_bridge,
    under_jabos,
    with_surprise,
)
from grognard_ardennes44.starts.movement import (
    broken_down,
    crowded_phase_end,
    digging,
    over_the_bridge,
    overfull,
    shaken,
    torn_loose,
)
from grognard_ardennes44.starts.phases import dusk, night_fight, peiper, short_of_fuel, surrounded
from grognard_ardennes44.starts.results import (
    breakthrough,
    crowded_after_retreats,
    crowded_retreat,
    edge_retreat,
    exploitation,
    firefight,
    in_column,
    loop_retreat,
    result,
    shaken_again,
)
from grognard_ardennes44.starts.special import (
    antwerp_to_cover,
    blocked,
    commandos,
    infiltration,
    parachutes,
    tank_hunters,
    to_antwerp,
)
from grognard_ardennes44.starts.stage import Stage
from grognard_ardennes44.tables import Tables

__all__ = ["ON_THE_LARGE_MAP", "ON_THE_SMALL_MAP", "starts"]

ON_THE_SMALL_MAP: tuple[Callable[[Stage], ArdennesPosition], ...] = (
    breakthrough(rolled=True),
    breakthrough(rolled=False),
    *(exploitation,) * 4,
    in_column(1),
    in_column(3),
    in_column(5),
    result("FF"),
    result("FF+1", german=False),
    firefight(0),
    firefight(1),
    result("EX"),
    result("EX", german=False),
    result("DR2"),
    result("DR2", german=False),
    shaken_again("DR2"),
    shaken_again("DR3"),
    crowded_retreat,
    crowded_after_retreats,
    edge_retreat,
    loop_retreat,
    *(over_a_bridge,) * 2,
    over_a_doubtful_bridge,
    to_a_doubtful_bridge,
    across_a_doubtful_bridge(column=False),
    across_a_doubtful_bridge(column=True),
    artillery_duel(16),
    artillery_duel(17),
    artillery_duel(5),
    under_jabos,
    *(with_surprise,) * 3,
    air_support(marked=False),
    air_support(marked=True),
    artillery_duel(18),
    broken_down,
    shaken,
    torn_loose,
    over_the_bridge(column=True),
    over_the_bridge(column=False),
    digging,
    crowded_phase_end,
    overfull,
    surrounded,
    short_of_fuel,
    night_fight,
    dusk,
    peiper,
    blocked,
    commandos,
    infiltration,
    parachutes(landed=False),
    *(parachutes(landed=True),) * 5,
    *(tank_hunters,) * 4,
)
ON_THE_LARGE_MAP: tuple[Callable[[Stage], ArdennesPosition], ...] = (
    to_antwerp,
    antwerp_to_cover,
    short_of_fuel,
)


def starts(rules: Tables) -> Iterator[ArdennesPosition]:
    """One position for each of the drawers below; none without a scenario."""
    listed = sorted(rules.scenarios.values(), key=lambda s: (s.number, s.id))
    if not listed:
        return
    small, large = listed[0], max(listed, key=lambda s: (s.last_turn - s.first_turn, s.number))
    for draw in ON_THE_SMALL_MAP:
        yield draw(Stage(rules, small))
    for draw in ON_THE_LARGE_MAP:
        yield draw(Stage(rules, large))
