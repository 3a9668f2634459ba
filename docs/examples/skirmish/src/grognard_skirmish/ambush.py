"""3. The ambush: a hidden choice, and an interrupt of the other side's move.

Two things to copy. Whether the other side is *asked* follows from public facts alone (``moot``), and it is
asked even if it has nothing to spring (``always_ask``): otherwise the silence would tell where the ambush is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from grognard.hexes import Hex
from grognard.play import Action
from grognard.reasons import rule
from grognard_skirmish.position import HIDDEN, USED, SkirmishDecision, SkirmishPlay, SkirmishResolution, field
from grognard_skirmish.victory import suffer


class Hide(Action, frozen=True):
    """Note a hiding place, unseen by the other side."""

    hex: Hex


class Spring(Action, frozen=True):
    """Spring the ambush."""


class Hold(Action, frozen=True):
    """Keep quiet."""


@rule("SK-3.1")
class HideAmbush(SkirmishDecision[Hide], frozen=True):
    """The side notes where its ambush lies."""

    secret: ClassVar[bool] = True  # the record shows the other side that something was chosen, not what

    def options(self, play: SkirmishPlay) -> Iterator[Hide]:
        """The hiding places the scenario gives the side."""
        yield from map(Hide, field(play).scenario.hiding_places[self.side])

    def take(self, play: SkirmishPlay, action: Hide) -> None:
        """Write it down; only the owner's log says where."""
        play.position.ambush[self.side] = action.hex
        play.log("hiding-place", seen_by=self.side, side=self.side, hex=action.hex)


@rule("SK-3.2")
class SpringAmbush(SkirmishDecision[Spring | Hold], frozen=True):
    """An enemy unit has ended its move: the owner may spring the ambush."""

    always_ask: ClassVar[bool] = True
    assumption: ClassVar[str] = "no ambush is sprung"
    unit: str

    def moot(self, play: SkirmishPlay) -> bool:
        """Nothing to ask where the ambush has been used or no hiding place is near."""
        places = field(play).scenario.hiding_places[self.side]
        return play.position.ambush.get(self.side, USED) == USED or not any(
            self.near(play, hex) for hex in places
        )

    def options(self, play: SkirmishPlay) -> Iterator[Spring | Hold]:
        """Keep quiet, or spring if the unit came near enough; a covered place may be any of those near."""
        place = play.position.ambush[self.side]
        if place == HIDDEN or self.near(play, place):
            yield Spring()
        yield Hold()

    @rule("SK-3.3")
    def take(self, play: SkirmishPlay, action: Spring | Hold) -> None:
        """The ambush is used up. What comes of it is pushed here, by the answer, so that its odds see it."""
        if isinstance(action, Spring):
            place, play.position.ambush[self.side] = play.position.ambush[self.side], USED
            play.log("ambush", side=self.side, unit=self.unit, hex=place)
            play.push(Surprise(self.unit))

    def assumed(self, play: SkirmishPlay) -> Hold:
        """How tables of odds answer this decision: the asker may not know where the ambush lies."""
        return Hold()

    def near(self, play: SkirmishPlay, hex: Hex) -> bool:
        """Whether the unit is in the hex or next to it."""
        return field(play).board.distance(hex, play.position.units[self.unit].hex) <= 1


@rule("SK-3.3")
class Surprise(SkirmishResolution, frozen=True):
    """The unit that walked into the ambush is looked up on the ambush chart."""

    unit: str

    def happen(self, play: SkirmishPlay) -> None:
        """Roll and carry out what the chart says."""
        unit = play.position.units[self.unit]
        result = play.rules.ambush.look(play.roll("1d6", why="ambush"))
        play.log("surprised", unit=unit.id, side=unit.side, type=unit.type, result=str(result))
        suffer(play, unit, result)
