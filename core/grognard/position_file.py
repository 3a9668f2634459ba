"""Positions as files that a person can edit: what lies on a real table, to be asked about or played on from.

A file is JSON with one unit, weapon or hex per line. What follows from the rest, such as who is in a hex, is
worked out anew when it is read; a position in which nobody has a choice is refused.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from grognard.datafile import convert, shown
from grognard.dice import SeededDice
from grognard.errors import GrognardError, PositionError, RulesetError
from grognard.faults import fault
from grognard.play import Decision, Position, Rules
from grognard.spelling import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grognard.game import Game
    from grognard.registry import Registry

__all__ = ["PositionFile", "Situation", "read_position"]

P = TypeVar("P", bound=Position)
R = TypeVar("R", bound=Rules)


class PositionFile(msgspec.Struct, frozen=True):
    """What the file holds: the ruleset, how it is played, the scenario, and the position as plain data."""

    ruleset: str
    scenario: str
    position: dict[str, Any]
    options: dict[str, Any] = {}

    @classmethod
    def of(cls, game: Game[Any, Any], scenario: str, position: Position) -> PositionFile:
        """The file of a position, hidden facts included."""
        usual = game.ruleset.resolve({})
        chosen = {name: value for name, value in game.options_chosen.items() if value != usual[name]}
        return cls(game.ruleset.id, scenario, json.loads(game.encode(position)), chosen)

    def text(self) -> str:
        """The file's text."""
        head: dict[str, object] = {"ruleset": self.ruleset, "scenario": self.scenario}
        if self.options:
            head["options"] = self.options
        lines = [f"  {_json(key)}: {_json(value)}," for key, value in head.items()]
        return "\n".join(["{", *lines, '  "position": {', *_fields(self.position), "  }", "}", ""])


def _fields(position: dict[str, Any]) -> Iterator[str]:
    """A field per line; what a field holds many of, a line each."""
    last = len(position) - 1
    for number, (name, value) in enumerate(position.items()):
        comma = "," if number < last else ""
        if not value or not isinstance(value, dict | list) or not _is_large(value):
            yield f"    {_json(name)}: {_json(value)}{comma}"
            continue
        pairs = value.items() if isinstance(value, dict) else ((None, each) for each in value)
        rows = [f"{_json(key)}: {_json(each)}" if key is not None else _json(each) for key, each in pairs]
        opening, closing = "{}" if isinstance(value, dict) else "[]"
        yield f"    {_json(name)}: {opening}"
        yield from (f"      {row}{',' if row is not rows[-1] else ''}" for row in rows)
        yield f"    {closing}{comma}"


def _is_large(value: dict[str, Any] | list[Any]) -> bool:
    parts = value.values() if isinstance(value, dict) else value
    return any(isinstance(part, dict) for part in parts) or len(_json(value)) > 100


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


class Situation(msgspec.Struct, Generic[P, R], frozen=True):
    """A position that was read: the game it belongs to, its scenario, and the position itself."""

    game: Game[P, R]
    scenario: str
    position: P


def read_position(
    path: Path | str, *, registry: Registry | None = None, charts: Path | None = None
) -> Situation[Any, Any]:
    """The position that a file holds, checked.

    Raises:
        PositionError: the file is no position, names what nobody knows, or holds a position that cannot be;
            names the file, the field, what was expected and what came.
        GrognardError: its ruleset cannot be loaded.
    """
    from grognard.registry import Registry

    path = Path(path)
    try:
        told = convert(_read(path), PositionFile)
    except RulesetError as error:
        raise PositionError(error.problem, file=shown(path)) from None
    game = (registry or Registry.discover()).load(told.ruleset, told.options, charts)
    scenario = game.scenario(told.scenario).id
    position = _position(game, told, path)
    try:
        wrong = next(_faults(game, scenario, position), "")
    except GrognardError:
        raise
    except Exception as error:  # it may be wrong in a way that only the rules notice
        wrong = f"the rules cannot make sense of it: {fault(error)}"
    if wrong:
        raise PositionError(wrong, file=shown(path))
    return Situation(game, scenario, position)


def _read(path: Path) -> object:
    try:
        return json.loads(path.read_bytes().decode("utf-8-sig"), object_pairs_hook=_once_each)
    except OSError as error:
        raise PositionError(f"cannot be read: {error.strerror}", file=shown(path)) from None
    except UnicodeDecodeError:
        raise PositionError("must be UTF-8", file=shown(path)) from None
    except json.JSONDecodeError as error:
        if path.suffix == ".jsonl":
            raise PositionError("is a record, not a position: ask with --record", file=shown(path)) from None
        raise PositionError(
            f"line {error.lineno}: not valid JSON: {error.msg[:1].lower()}{error.msg[1:]}", file=shown(path)
        ) from None
    except ValueError as error:  # a key that stands twice, a number of thousands of digits
        raise PositionError(str(error), file=shown(path)) from None
    except RecursionError:
        raise PositionError("is nested too deeply", file=shown(path)) from None


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A table, in which a line that was copied and not renamed does not replace another."""
    table = dict(pairs)
    if len(table) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in table if keys.count(key) > 1)
        raise ValueError(f"{twice!r} stands twice in one table")
    return table


def _position(game: Game[P, R], told: PositionFile, path: Path) -> P:
    frames = told.position.get("agenda", ())
    for frame in frames if isinstance(frames, list) else ():
        name = frame.get("type") if isinstance(frame, dict) else None
        if not isinstance(name, str) or name not in game.frames:
            problem = f"agenda: no frame is called {name!r}{did_you_mean(str(name), game.frames)}"
            raise PositionError(problem, file=shown(path))
    try:
        return game.restored(told.position)
    except RulesetError as error:
        raise PositionError(error.problem, file=shown(path)) from None


def _faults(game: Game[P, R], scenario: str, position: P) -> Iterator[str]:
    """What is wrong: somebody has to choose, and everything that a table asks for can be worked out."""
    if (named := getattr(position, "scenario", scenario)) != scenario:
        yield f"scenario must be the same in the position, which says {named!r}, as above: {scenario!r}"
    if position.agenda and position.outcome is not None:
        yield "outcome must be null while somebody has a choice"
    for frame in position.agenda:
        side = getattr(frame, "side", game.sides[0])
        if side not in game.sides:
            yield f"agenda: side must be one of {', '.join(game.sides)}, got {side!r}"
    yield from game.tidy(position)
    if (turn := game.turn(position)) < 1:
        yield f"turn must be at least 1, got {turn}"
    top = position.agenda[-1] if position.agenda else None
    if not isinstance(top, Decision):
        yield "agenda: the last frame must be a decision" if top else "agenda: the game is over"
        return
    options = game.options(position)
    if not options:
        yield f"agenda: {type(top).__name__} leaves the {top.side} no choice here"
        return
    for side in game.sides:
        game.view(position, side)
    game.scene(position)
    game.apply(position.copy(), options[0], SeededDice(0))
