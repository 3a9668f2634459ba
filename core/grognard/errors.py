"""Everything that can go wrong in front of a user, as one small tree.

GrognardError
├── RulesetError      a ruleset, chart overlay or scenario file is wrong (file, entry, field)
│   ├── ScenarioError the scenario named does not exist or cannot be set up
│   └── PositionError a file holds no position, or one that cannot be
├── PluginError       a plugin cannot be loaded, or two claim one id
├── IllegalAction     the rules forbid the action; carries every reason
├── UndoRefused       the last action cannot be taken back
├── NotationError     the text names no action, or more than one
├── RecordError       a record is truncated, edited or from another ruleset (file, line)
├── OddsError         a question about odds that has no exact answer within the limit
└── MissingExtra      an optional package is needed and not installed
"""

from __future__ import annotations

import copyreg
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from grognard.reasons import Reason

__all__ = [
    "GrognardError",
    "IllegalAction",
    "MissingExtra",
    "NotationError",
    "OddsError",
    "PluginError",
    "PositionError",
    "RecordError",
    "RulesetError",
    "ScenarioError",
    "UndoRefused",
]


class GrognardError(Exception):
    """Base of every error a user may see; its text is one plain sentence.

    Worker processes hand errors over, so one is rebuilt from its parts, not by calling its constructor again.
    """

    def __reduce__(self) -> tuple[object, ...]:
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]  # typeshed leaves it out


class RulesetError(GrognardError):
    """A ruleset file is wrong.

    The message reads ``file: entry: what was expected, what came``; the parts stay available as attributes.
    """

    def __init__(self, problem: str, *, file: Path | str = "", entry: str = "") -> None:
        self.problem, self.file, self.entry = problem, str(file), entry
        super().__init__(": ".join(part for part in (self.file, entry, problem) if part))


class ScenarioError(RulesetError):
    """A scenario does not exist or cannot be set up."""


class PositionError(RulesetError):
    """A file holds no position, or one that cannot be."""


class PluginError(GrognardError):
    """A plugin cannot be loaded, speaks another API version, or claims an id that is taken."""


class IllegalAction(GrognardError):
    """The rules forbid an action; ``reasons`` holds every rule that does."""

    def __init__(self, action: str, reasons: Iterable[Reason]) -> None:
        self.action, self.reasons = action, tuple(reasons)
        listed = "; ".join(f"{reason.text} [{reason.cite}]" for reason in self.reasons)
        super().__init__(f"illegal: {action}: {listed}")


class UndoRefused(GrognardError):
    """The last action stays: something was rolled, drawn, revealed or decided by another side."""


class NotationError(GrognardError):
    """A text names no legal action, or more than one."""

    def __init__(self, problem: str, *, suggestions: Iterable[str] = ()) -> None:
        self.suggestions = tuple(suggestions)
        hint = f" (did you mean {' or '.join(map(repr, self.suggestions))}?)" if self.suggestions else ""
        super().__init__(problem + hint)


class RecordError(GrognardError):
    """A record cannot be read or does not replay; names the file and the line."""

    def __init__(self, problem: str, *, file: Path | str = "", line: int = 0) -> None:
        self.problem, self.file, self.line = problem, str(file), line
        where = f"{self.file}:{line}" if line else self.file
        super().__init__(f"{where}: {problem}" if where else problem)


class OddsError(GrognardError):
    """Exact odds were asked for and the tree exceeds the limit."""


class MissingExtra(GrognardError):
    """An optional package is needed; the message says how to install it."""

    def __init__(self, package: str, extra: str, purpose: str) -> None:
        super().__init__(f"{purpose} needs the package {package!r}: pip install 'grognard[{extra}]'")
