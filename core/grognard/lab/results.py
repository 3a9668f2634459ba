"""What games between bots come to: one game, all of them, and what they say together."""

from __future__ import annotations

from pathlib import Path

import msgspec

from grognard.lab.files import write
from grognard.lab.statistics import Share, Spread
from grognard.play import Side
from grognard.spelling import check_side

__all__ = ["GameResult", "SimulationResult", "Summary"]


class GameResult(msgspec.Struct, frozen=True):
    """One game: how it ended and how long it was.

    ``unfinished`` games ran into the turn limit and have no winner. ``decisions`` counts choices between two
    or more options and ``options`` sums how many there were; ``dice`` and ``draws`` count what was rolled and
    drawn. ``position`` is the hash of the last position.
    """

    game: int
    seed: int | str
    winner: Side | None
    unfinished: bool
    why: str
    score: dict[Side, int]
    turns: int
    decisions: int
    options: int
    dice: int
    draws: int
    position: str

    @property
    def branching(self) -> float:
        """Options per decision."""
        return self.options / self.decisions if self.decisions else 0.0


class Summary(msgspec.Struct, frozen=True):
    """What a simulation says: shares of all games with 95 % intervals, and spreads over all games."""

    wins: dict[Side, Share]
    draws: Share
    unfinished: Share
    turns: Spread
    decisions: Spread
    branching: Spread
    dice: Spread


class SimulationResult(msgspec.Struct, frozen=True):
    """The games of a simulation, in order, and what was simulated.

    ``turn_unit`` says what turns are in this system: ``game turn``, or ``player turn`` where each side's turn
    counts. ``interrupted`` says that it was stopped: ``games`` then holds those that were finished by then.
    """

    ruleset: str
    version: str
    digest: str
    scenario: str
    sides: tuple[Side, ...]
    first: Side
    seats: dict[Side, str]
    seed: int | str
    n: int
    max_turns: int
    turn_unit: str
    games: tuple[GameResult, ...]
    interrupted: bool = False

    def __repr__(self) -> str:
        wins = ", ".join(f"{side} {share.share:.0%}" for side, share in self.summary.wins.items())
        stopped = ", interrupted" if self.interrupted else ""
        return f"<{len(self.games)} games of {self.ruleset} {self.scenario}: {wins}{stopped}>"

    def wins(self, side: Side) -> Share:
        """The share of all games that ``side`` won; raises ``GrognardError`` for a side that did not play."""
        check_side(side, self.sides)
        return Share.of_count(sum(game.winner == side for game in self.games), len(self.games))

    @property
    def summary(self) -> Summary:
        """Win rates, length and branching."""
        games = self.games
        unfinished = sum(game.unfinished for game in games)
        drawn = sum(game.winner is None and not game.unfinished for game in games)
        return Summary(
            {side: self.wins(side) for side in self.sides},
            Share.of_count(drawn, len(games)),
            Share.of_count(unfinished, len(games)),
            Spread.over(game.turns for game in games),
            Spread.over(game.decisions for game in games),
            Spread.over(game.branching for game in games),
            Spread.over(game.dice for game in games),
        )

    def rows(self) -> list[dict[str, object]]:
        """One flat row per game, the scores as ``score_SIDE``."""
        return [
            {
                **{name: getattr(game, name) for name in GameResult.__struct_fields__ if name != "score"},
                "seed": str(game.seed),
                **{f"score_{side}": game.score.get(side) for side in self.sides},
            }
            for game in self.games
        ]

    def columns(self) -> dict[str, str]:
        """The columns of :meth:`rows` and what they hold: ``string``, ``bool`` or ``int64``."""
        kinds = dict.fromkeys(("seed", "winner", "why", "position"), "string") | {"unfinished": "bool"}
        names = [name for name in GameResult.__struct_fields__ if name != "score"]
        return {name: kinds.get(name, "int64") for name in (*names, *(f"score_{s}" for s in self.sides))}

    def write(self, path: Path | str) -> None:
        """Write the games, all or none, to ``.jsonl`` or ``.parquet``.

        JSON lines begin with the simulation, then tell a game each, and end with the summary. Parquet holds
        :meth:`columns`, the same for all simulations of a system; its metadata has the simulation as JSON
        under ``simulation``.

        Raises:
            MissingExtra: Parquet is asked for and ``pyarrow`` is not installed.
            GrognardError: the name ends otherwise, or the file cannot be written.
        """
        write(self, Path(path))
