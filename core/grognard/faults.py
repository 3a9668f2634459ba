"""Errors that nobody foresaw, in one line: what they are, and where in a plugin they came up."""

from __future__ import annotations

from importlib.metadata import entry_points
from pathlib import Path
from traceback import walk_tb

from grognard.hooks import ENTRY_POINTS

__all__ = ["fault", "plugin_at_fault"]


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
