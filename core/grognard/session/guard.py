"""What a plugin does wrong, told in one sentence."""

from __future__ import annotations

from grognard.dice import DiceMismatch, DiceWanted
from grognard.errors import GrognardError, PluginError

__all__ = ["guarded"]


class guarded:  # noqa: N801  # reads as a word: with guarded("…")
    """Turns an error of a plugin into one sentence; errors meant for users pass."""

    def __init__(self, what: str) -> None:
        self._what = what

    def __enter__(self) -> None:
        return None

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        passing = GrognardError | DiceMismatch | DiceWanted
        if isinstance(error, Exception) and not isinstance(error, passing):
            raise PluginError(f"{self._what}: {type(error).__name__}: {error}") from error
