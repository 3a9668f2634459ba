"""Where lines come from: a person at a terminal, or a script."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable

from grognard.cli.console import console

__all__ = ["HELP", "LEAVE", "Keyboard", "Leave", "first_word"]

LEAVE = ("quit", "q", "exit")
HELP = ("help", "?", "h")
"""Words, in any case, that leave the game and that ask what can be typed, at every prompt."""


def first_word(line: str) -> str:
    """The word that a line begins with, folded; a ``;`` ends it, whichever semicolon was typed.

    >>> first_word("Exit;"), first_word("quit now"), first_word("")
    ('exit', 'quit', '')
    """
    words = line.replace("；", ";").replace(";", " ; ").split(maxsplit=1)
    return words[0].casefold() if words else ""


class Leave(BaseException):
    """The person leaves the game. No system or plugin may catch it on its way out."""


class Keyboard:
    """Reads lines; at a terminal with history and completion, from a script with an echo of what was read.

    ``words`` are the lines that the tab key completes to, asked anew each time.
    """

    def __init__(self, words: Callable[[], Iterable[str]] = tuple) -> None:
        self.is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        self.words = words
        if self.is_terminal:
            _complete(lambda: self.words())

    def line(self, prompt: str) -> str:
        """The next line; raises ``Leave`` at the end of the input."""
        sys.stdout.flush()
        try:
            if self.is_terminal:
                return input(prompt).strip()
            sys.stdout.write(prompt)
            read = sys.stdin.readline()
        except EOFError:
            read = ""
        except UnicodeDecodeError:
            read = "?\n"
        if not read:
            console.print()
            raise Leave
        console.print(read.strip())
        return read.strip()

    def wait(self, prompt: str) -> None:
        """Wait for Enter; raises ``Leave`` if that is what was typed, or at the end of the input."""
        if first_word(self.line(prompt)) in LEAVE:
            raise Leave

    def clear(self) -> None:
        """Wipe the screen and what was above it, so that nobody reads it."""
        if self.is_terminal:
            sys.stdout.write("\033[H\033[2J\033[3J")
        else:
            console.print("\n" * 3)


def _complete(words: Callable[[], Iterable[str]]) -> None:
    """Completion with the tab key over the words that make sense now, where the system offers it."""
    try:
        import readline
    except ImportError:
        return

    def complete(text: str, state: int) -> str | None:
        begun = readline.get_line_buffer().lstrip().casefold()
        start = len(begun) - len(text)
        found = sorted({word[start:] for word in words() if word.casefold().startswith(begun)})
        return found[state] if state < len(found) else None

    readline.set_completer_delims(" ")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
