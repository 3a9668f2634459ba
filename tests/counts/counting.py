"""Counting what can be done: sequences of options to a depth, as chess programs do (perft).

A file of counts names a position by scenario, seed and the actions that lead there, and gives the number of
sequences of one, two and three decisions; ``by_action`` splits the last number by the first action, so that a
difference shows where it comes from. Where dice fall on the way, every path throws with its own
``SeededDice(seed)``, so that the counts do not hang on the order in which paths are walked.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from grognard.dice import SeededDice
from grognard.game import Game

HERE = Path(__file__).parent
DEPTH = 3


def files() -> list[Path]:
    """Every file of counts."""
    return sorted(HERE.glob("*.toml"))


def reach(game: Game[Any, Any], scenario: str, seed: int, actions: Sequence[str]) -> Any:
    """The position after some actions."""
    dice = SeededDice(seed)
    position = game.start(scenario, dice)
    for text in actions:
        action = game.parse(position, text)
        assert not game.refusal(position, action), f"{text!r} is not legal any more"
        game.apply(position, action, dice)
    return position


def sequences(game: Game[Any, Any], position: Any, depth: int, seed: int) -> int:
    """Sequences of ``depth`` decisions from a position; a game that ends on the way counts up to its end."""
    options = game.options(position)
    if depth == 1 or not options:
        return len(options)
    total = 0
    for option in options:
        after = position.copy()
        game.apply(after, option, SeededDice(seed))
        total += sequences(game, after, depth - 1, seed)
    return total


def count(game: Game[Any, Any], position: Any, seed: int) -> tuple[list[int], dict[str, int]]:
    """Sequences by depth, and those of the full depth by their first action."""
    by_action = {}
    for option in game.options(position):
        after = position.copy()
        game.apply(after, option, SeededDice(seed))
        by_action[game.say(option)] = sequences(game, after, DEPTH - 1, seed)
    shallow = [sequences(game, position, depth, seed) for depth in range(1, DEPTH)]
    return [*shallow, sum(by_action.values())], by_action


def read(path: Path) -> dict[str, Any]:
    """A file of counts."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def write(path: Path, entry: dict[str, Any], counts: list[int], by_action: dict[str, int]) -> None:
    """Write the counts of a position; what the file says about the position stays as it is."""
    lines = [
        f"what = {_quoted(entry['what'])}",
        f"ruleset = {_quoted(entry['ruleset'])}",
        f"scenario = {_quoted(entry['scenario'])}",
        f"seed = {entry['seed']}",
        f"actions = [{', '.join(map(_quoted, entry['actions']))}]",
        "",
        f"counts = {counts}",
        "",
        f"# The last of them, {counts[-1]}, by the first action.",
        "[by_action]",
        *(f"{_quoted(said)} = {number}" for said, number in by_action.items()),
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _quoted(text: str) -> str:
    return f'"{text}"'
