"""A game written down to be read: who did what, what fell, and a hash of the position after every turn.

A file looks like this::

    ruleset   memoir44
    scenario  pegasus-bridge
    seed      1
    players   allies greedy, axis greedy

    set-up
        draw, card for allies: probe_left
    = 0f5a77d1c2b3e4a5

    turn 1
      allies  play attack_center
      allies  battle i3
        battle, battle: infantry star flag
      axis    retreat i4
    = …

    allies have won: medals, allies 4, axis 1

``written`` makes the text by playing the actions under today's rules; ``read`` gets the actions back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from grognard.bots import make_bot
from grognard.dice import Dice, Roll, SeededDice
from grognard.game import Game

HERE = Path(__file__).parent


@dataclass
class Playthrough:
    """What is played, by whom, with which luck; and the actions with the side that took each."""

    ruleset: str
    scenario: str
    seed: str
    players: dict[str, str]
    actions: list[tuple[str, str]] = field(default_factory=list)
    rolls: list[Roll] = field(default_factory=list)

    @property
    def file(self) -> Path:
        """Where it is kept."""
        return HERE / f"{self.ruleset}-{self.scenario}.txt"


class Diverged(Exception):
    """An action of the file is not legal any more."""


def paths() -> list[Path]:
    """All playthroughs."""
    return sorted(HERE.glob("*.txt"))


def read(path: Path) -> Playthrough:
    """The playthrough a file holds."""
    head: dict[str, str] = {}
    actions: list[tuple[str, str]] = []
    rolls: list[Roll] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("    "):
            kind, _, rest = line.strip().partition(", ")
            why, _, faces = rest.partition(": ")
            rolls.append(Roll(kind, why, tuple(int(f) if f.isdigit() else f for f in faces.split())))
        elif line.startswith("  "):
            side, _, text = line.strip().partition(" ")
            actions.append((side, text.strip()))
        else:
            word, _, rest = line.partition(" ")
            head.setdefault(word, rest.strip())
    players = dict(player.split() for player in head["players"].split(", "))
    return Playthrough(head["ruleset"], head["scenario"], head["seed"], players, actions, rolls)


def written(game: Game[Any, Any], played: Playthrough, dice: Dice) -> Iterator[str]:
    """The text of a playthrough, line by line, as the rules have it today; raises ``Diverged``."""
    yield f"ruleset   {played.ruleset}"
    yield f"scenario  {played.scenario}"
    yield f"seed      {played.seed}"
    yield f"players   {', '.join(f'{side} {bot}' for side, bot in played.players.items())}"
    rolls: list[Roll] = []
    position = game.start(played.scenario, dice, rolls=rolls)
    yield from ("", "set-up", *_fell(rolls), f"= {game.digest(position)}", "", f"turn {game.turn(position)}")
    for number, (side, text) in enumerate(played.actions, 1):
        if game.to_act(position) != side:
            raise Diverged(f"action {number}, {side} {text!r}: {game.to_act(position)} has to act")
        turn, action = game.turn(position), game.parse(position, text)
        bars = game.refusal(position, action)
        if bars:
            raise Diverged(f"action {number}, {side} {text!r}: {'; '.join(map(str, bars))}")
        rolls = []
        game.apply(position, action, dice, rolls=rolls)
        yield f"  {side:<7} {game.say(action)}"
        yield from _fell(rolls)
        if not position.agenda:
            yield f"= {game.digest(position)}"
        elif game.turn(position) != turn:
            yield from (f"= {game.digest(position)}", "", f"turn {game.turn(position)}")
    outcome = game.outcome(position)
    if outcome is not None:
        score = ", ".join(f"{side} {points}" for side, points in outcome.score)
        yield from ("", f"{outcome.winner} have won: {outcome.why}, {score}")


def _fell(rolls: Iterable[Roll]) -> Iterator[str]:
    for roll in rolls:
        yield f"    {roll.kind}, {roll.why}: {' '.join(map(str, roll.faces))}"


def luck(seed: str) -> SeededDice:
    """The dice of a playthrough."""
    return SeededDice(seed)


def fresh(game: Game[Any, Any], played: Playthrough, limit: int = 2000) -> Playthrough:
    """The same game played anew by its bots."""
    dice = luck(played.seed)
    seats = {side: make_bot(bot, game, f"{played.seed}/{side}") for side, bot in played.players.items()}
    position = game.start(played.scenario, dice)
    options: Sequence[Any] = game.options(position)
    actions: list[tuple[str, str]] = []
    while options and len(actions) < limit:
        side = game.to_act(position)
        assert side is not None
        action = seats[side].choose(game, game.view(position, side), options)
        actions.append((side, game.say(action)))
        options = game.apply(position, action, dice)
    return Playthrough(played.ruleset, played.scenario, played.seed, played.players, actions)
