"""Who comes as a reinforcement, and when [A44-13.1]."""

from __future__ import annotations

from grognard_ardennes44.schema import Arrival
from grognard_ardennes44.tables import Tables

__all__ = ["arrival_turn", "arriving"]


def arriving(rules: Tables, arrival: Arrival) -> tuple[str, ...]:
    """The counters of one line of reinforcements: those named, or all of the formation."""
    if arrival.units:
        return arrival.units
    return tuple(id_ for id_, counter in rules.counters.items() if counter.formation == arrival.formation)


def arrival_turn(rules: Tables, arrival: Arrival) -> int:
    """The turn a line of reinforcements is due: its own, or that of chart ``arrivals``."""
    return arrival.turn or int(rules.arrivals.look(arrival.formation, "turn"))
