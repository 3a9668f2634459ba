"""What a plugin does wrong, told in one sentence."""

from __future__ import annotations

from grognard.dice import DiceMismatch, DiceWanted
from grognard.errors import GrognardError, PluginError
from grognard.faults import fault, plugin_at_fault

__all__ = ["guarded"]


class guarded:  # noqa: N801  # reads as a word: with guarded("…")
    """Turns an error of a plugin into one sentence; errors meant for users pass.

    ``by`` is whoever was asked, and ``rules`` is said instead if it was code of another plugin that failed.
    """

    def __init__(self, what: str, *, by: object = None, rules: str = "") -> None:
        self._what, self._by, self._rules = what, by, rules

    def __enter__(self) -> None:
        return None

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        passing = GrognardError | DiceMismatch | DiceWanted
        if isinstance(error, Exception) and not isinstance(error, passing):
            asked, failed = type(self._by).__module__.partition(".")[0], plugin_at_fault(error)
            what = self._rules if self._rules and failed not in ("", asked) else self._what
            raise PluginError(f"{what}: {fault(error)}") from error
