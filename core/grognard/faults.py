"""Errors that nobody foresaw, in one line: what they are, and where in a plugin they came up."""

from __future__ import annotations

from importlib.metadata import entry_points
from pathlib import Path
from traceback import walk_tb

from grognard.dice import DiceMismatch, DiceWanted
from grognard.errors import GrognardError, PluginError
from grognard.hooks import ENTRY_POINTS

__all__ = ["fault", "guarded", "plugin_at_fault"]


def fault(error: BaseException) -> str:
    """Kind and words of an error, and the place in a plugin's code where it came up, if it did there.

    >>> fault(KeyError("defence"))
    "KeyError: 'defence'"
    """
    words = " ".join(str(error).split())
    _, place = _place(error)
    told = f"{type(error).__name__}: {words}".rstrip(": ")
    # a syntax error names its own line; the plugin's is that of an import
    return f"{told} (in {place})" if place and not isinstance(error, SyntaxError) else told


def plugin_at_fault(error: BaseException) -> str:
    """The import package of the plugin whose code was at work when an error came up; blank if none was."""
    return _place(error)[0]


class guarded:  # noqa: N801  # reads as a word: with guarded("…")
    """Turns an error of a plugin into one sentence, leaving the program too; errors meant for users pass.

    ``by`` is whoever was asked, and ``rules`` is said instead if it was code of another plugin that failed.
    """

    def __init__(self, what: str, *, by: object = None, rules: str = "") -> None:
        self._what, self._by, self._rules = what, by, rules

    def __enter__(self) -> None:
        return None

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        passing = (GrognardError, DiceMismatch, DiceWanted)
        if isinstance(error, (Exception, SystemExit)) and not isinstance(error, passing):
            asked, failed = type(self._by).__module__.partition(".")[0], plugin_at_fault(error)
            what = self._rules if self._rules and failed not in ("", asked) else self._what
            raise PluginError(f"{what}: {fault(error)}") from error


def _place(error: BaseException) -> tuple[str, str]:
    """The innermost frame in the code of an installed plugin: its package, and its file with the line."""
    packages = {point.module.partition(".")[0] for point in entry_points(group=ENTRY_POINTS)}
    for frame, line in reversed(list(walk_tb(error.__traceback__))):
        package = str(frame.f_globals.get("__name__", "")).partition(".")[0]
        if package in packages:
            parts = Path(frame.f_code.co_filename).parts
            inside = parts[parts.index(package) :] if package in parts else parts[-1:]
            return package, f"{'/'.join(inside)}:{line}"
    return "", ""
