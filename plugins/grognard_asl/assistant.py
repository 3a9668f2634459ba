"""A ruleset that is only a sequence of play: something to read and to walk through, not to play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NoReturn, Self

from grognard.errors import ScenarioError
from grognard.game import Game, ScenarioInfo
from grognard.play import Position, Side
from grognard_asl.glossary import Glossary

if TYPE_CHECKING:
    from grognard.dice import Die
    from grognard.ruleset import Ruleset

__all__ = ["SequenceCard"]


class Table(Position):
    """The table at which people play: the program sees nothing of it."""

    def copy(self) -> Self:
        """A table like this one."""
        return type(self)(agenda=list(self.agenda), outcome=self.outcome)

    def seen_by(self, side: Side) -> Self:
        """Nothing is hidden where nothing is known."""
        return self.copy()


class Card:
    """What is printed on the card: the sequence, and the words it uses."""

    def __init__(self, ruleset: Ruleset) -> None:
        questions = ruleset.sequence().questions
        self.sequence = ruleset.sequence(guards=frozenset(questions))
        self.glossary = Glossary.of(ruleset) if ruleset.path("glossary.toml").is_file() else None
        self.dice: Mapping[str, Die] = {}


class SequenceCard(Game[Table, Card]):
    """The system ``asl`` bound to a ruleset that has a sequence and no board."""

    system = "asl"
    position_type = Table
    sides = ()

    def __init__(self, ruleset: Ruleset, options: Mapping[str, object] | None = None) -> None:
        super().__init__(ruleset, Card(ruleset), options)

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        """None: there is nothing to play."""
        return ()

    @property
    def default_scenario(self) -> str:
        """There is none; raises ``ScenarioError``, which says what can be done instead."""
        self._refuse()

    def scenario(self, scenario: str) -> ScenarioInfo:
        """There is none; raises ``ScenarioError``, which says what can be done instead."""
        self._refuse()

    def _refuse(self) -> NoReturn:
        name = self.ruleset.id
        raise ScenarioError(
            f"ruleset {name!r} is a sequence of play, not a game: 'grognard sequence {name}' prints it, "
            "with --walk it goes through it step by step"
        )
