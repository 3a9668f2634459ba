"""Setting a scenario up: units, pieces, hands, and what drops from the sky [M44-base-setup]."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.reasons import rule
from grognard_memoir44.hand import draw_card, take_up
from grognard_memoir44.position import Memoir, MemoirPosition, MemoirResolution, Unit
from grognard_memoir44.schema import Scenario
from grognard_memoir44.tables import Tables
from grognard_memoir44.turn import Turn

__all__ = ["Airdrop", "Deal", "next_id", "set_up"]

NUMERALS = "123456789abcdefghijklmnopqrstuvwxyz"


def next_id(units: Mapping[str, object], side: str) -> str:
    """An id for the next unit of a side; ids sort in the order of set-up, however a save orders them.

    >>> next_id({}, "axis"), next_id(dict.fromkeys(f"axis{n}" for n in NUMERALS[:9]), "axis")
    ('axis1', 'axisa')
    """
    whole, rest = divmod(sum(1 for id_ in units if id_.startswith(side)), len(NUMERALS))
    return f"{side}{NUMERALS[-1] * whole}{NUMERALS[rest]}"


@rule(
    "M44-base-setup.1", "M44-base-components.3", "M44-base-components.4", "M44-base-components.5",
    "M44-base-components.6", "M44-special-forces.2", "M44-special-forces.6", "M44-unit-elite-armor.1",
    "M44-unit-tiger.1", "M44-terrain-steep-hill.2", "M44-base-card.3", "M44-nation-french-resistance.1",
)  # fmt: skip
def set_up(rules: Tables, scenario: Scenario) -> MemoirPosition:
    """The position of a scenario before any card is dealt."""
    units: dict[str, Unit] = {}
    for label, group in scenario.placed():
        kind = rules.unit(group.kind)
        figures = kind.figures if group.figures is None else group.figures
        medals = kind.medals if group.medals is None else group.medals
        units[next_id(units, group.side)] = Unit(group.side, group.kind, label, figures, figures, medals)
    drops = [Airdrop(scenario.airdrop.count)] if scenario.airdrop else []
    frames = [
        *drops,
        Deal("allies", scenario.hand["allies"]),
        Deal("axis", scenario.hand["axis"]),
        Turn("start"),
    ]
    return MemoirPosition(
        agenda=list(reversed(frames)),
        scenario=scenario.id,
        turn=1,
        active=scenario.first,
        units=units,
        at={unit.hex: id_ for id_, unit in units.items()},
        obstacles={label: piece for piece, labels in scenario.obstacles.items() for label in labels},
        hands={"allies": (), "axis": ()},
        deck={card.id: card.copies for card in rules.cards.values()},
        discards={},
        given={},
        orders={},
        medals={"allies": 0, "axis": 0},
        captured={},
        turns={"allies": 0, "axis": 0},
    )


@rule("M44-base-setup.2")
class Deal(MemoirResolution, frozen=True):
    """A side is dealt its hand."""

    side: str
    cards: int

    def happen(self, play: Memoir) -> None:
        """Draw the cards."""
        hand = [draw_card(play, self.side) for _ in range(self.cards)]
        take_up(play.position, self.side, *hand)
        play.log("dealt", side=self.side, cards=len(hand))


@rule("M44-action-airdrop.1", "M44-action-airdrop.2", "M44-action-airdrop.3")
class Airdrop(MemoirResolution, frozen=True):
    """Units drop before the first turn; one that misses the board or lands on another unit is lost, no medal.

    The printed rule drops figures by hand. The option ``airdrop`` names the stand-in: a random walk from the
    hex the scenario names, or any hex of the rows it names.
    """

    left: int

    def happen(self, play: Memoir) -> None:
        """Drop one unit."""
        position, field = play.position, play.rules.field(play.position)
        drop = field.scenario.airdrop
        if drop is None or not self.left:
            return
        label = self._walk(play) if play.rules.options["airdrop"] == "walk" else self._scatter(play)
        kind = play.rules.unit(drop.kind)
        if not label or label in position.at or field.impassable(label, kind.type):
            play.log("drop lost", side=drop.side, kind=drop.kind, hex=label or "off the board")
        else:
            id_ = next_id(position.units, drop.side)
            position.units[id_] = Unit(drop.side, drop.kind, label, kind.figures, kind.figures, kind.medals)
            position.at = {**position.at, label: id_}
            play.log("dropped", side=drop.side, kind=drop.kind, hex=label)
        play.push(Airdrop(self.left - 1))

    def _walk(self, play: Memoir) -> str:
        """Each step goes to one of the hexes around or nowhere, all equally likely; off the board is lost."""
        field = play.rules.field(play.position)
        drop, board = field.scenario.airdrop, field.board
        assert drop is not None
        label = drop.center
        for _ in range(drop.steps):
            step = play.roll("walk", why="airdrop")
            if step:
                number = board.around[board.index[label]][step - 1]
                if number < 0:
                    return ""
                label = board.hexes[number]
        return label

    def _scatter(self, play: Memoir) -> str:
        field = play.rules.field(play.position)
        drop, board = field.scenario.airdrop, field.board
        assert drop is not None
        first, last = drop.rows
        return play.draw({h: 1 for h in board.hexes if first <= board.spot(h)[1] <= last}, why="airdrop")
