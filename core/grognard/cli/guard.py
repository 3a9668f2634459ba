"""What a user meets instead of a traceback: exit codes, near names, one sentence for whatever went wrong."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence
from enum import IntEnum
from functools import partial, wraps
from inspect import Parameter, getdoc, signature
from io import FileIO, TextIOWrapper
from typing import Annotated, Any, get_origin

import typer
from typer.core import TyperGroup

from grognard.errors import GrognardError, IllegalAction, MissingExtra, PluginError
from grognard.spelling import did_you_mean

__all__ = ["DEBUG", "Commands", "Exit", "Group", "Misuse", "complain", "guarded", "sentence"]

FROM_PLUGINS = "From plugins"
"""Heading of their commands in the help."""

DEBUG = "GROGNARD_DEBUG"
"""Environment variable that shows the traceback of an error."""


class Exit(IntEnum):
    """Exit codes of the command line; the text is printed in ``grognard --help``."""

    OK = 0, "all is well"
    WRONG = 1, "something that was checked is wrong (a ruleset, a record, an action against the rules)"
    USAGE = 2, "the command, a file or a name given to it is wrong"
    BROKEN = 3, "a plugin or Grognard itself failed, or an optional package is missing"
    INTERRUPTED = 130, "stopped with Ctrl-C"

    text: str

    def __new__(cls, value: int, text: str) -> Exit:
        """An exit code with its meaning."""
        code = int.__new__(cls, value)
        code._value_ = value
        code.text = text
        return code


# Typer carries click's exceptions, under names that differ between its versions.
_ClickException: type[Exception] = next(
    kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException"
)
_SINGLE_LINE_END = re.compile(r"(?<!\n)\n(?!\n)")
_HELP_WANTED = "NoArgsIsHelpError"


class Misuse(typer.BadParameter):
    """What was typed after ``grognard`` makes no sense; the message is one sentence."""

    def format_message(self) -> str:
        """The message alone, without a heading."""
        return self.message


class Group(TyperGroup):
    """A group of commands that answers a mistyped name with near ones."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is named; a usage error with near names if there is none."""
        name = args[0]
        if not name.startswith("-") and self.get_command(ctx, name) is None:
            hint = did_you_mean(name, self.list_commands(ctx)) + self.missing(name)
            raise Misuse(f"there is no command {name!r}{hint}", ctx=ctx)
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A command of the group, its help as wide as the screen."""
        command = self._find(cmd_name)
        if command is not None and command.help:
            command.help = _SINGLE_LINE_END.sub(" ", command.help)
        return command

    def _find(self, name: str) -> Any:
        return self.commands.get(name)

    def missing(self, name: str) -> str:
        """What else there is to say of a command that does not exist."""
        return ""


class Commands(Group):
    """The whole command line: it also finds commands of plugins, and never shows a traceback."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run and exit; every error becomes one sentence and an exit code."""
        _ready_output()
        run = partial(
            super().main, args, prog_name or "grognard", complete_var, False, windows_expand_args, **extra
        )
        return sys.exit(guarded(run)) if standalone_mode else run()

    def list_commands(self, ctx: Any) -> list[str]:
        """The commands in the order they are explained, those of plugins last."""
        return [*self.commands, *(name for name in _offered() if name not in self.commands)]

    def _find(self, name: str) -> Any:
        """A command of ours or, failing that, of a plugin."""
        known = super()._find(name)
        if known is None and name in _offered():
            return _plugin_command(name)
        return known

    def missing(self, name: str) -> str:
        """Plugins that failed may have had it."""
        from grognard.registry import Registry

        return Registry.discover().failed_plugins


def _offered() -> list[str]:
    """Names of commands that plugins offer."""
    from grognard.registry import Registry

    return list(Registry.discover().offers("commands"))


def _plugin_command(name: str) -> Any:
    """The command a plugin offers: its function, dressed as a command."""
    from grognard.registry import Registry

    offer = Registry.discover().offer("commands", name)
    wrapped = typer.Typer(add_completion=False)
    summary = offer.summary or None
    wrapped.command(name, help=getdoc(offer.make) or summary, short_help=summary)(_dressed(offer.make))
    command: Any = typer.main.get_command(wrapped)
    command.name, command.rich_help_panel = name, FROM_PLUGINS
    return command


USUAL = {
    "json": "Print JSON instead of text.",
    "lang": "Language: en or zh.",
    "out": "Write to this file.",
    "seed": "Seed of what is rolled and drawn.",
}
"""What options mean that plugins share with the other commands, by their names."""


def _dressed(command: Callable[..., object]) -> Callable[..., object]:
    """A plugin's plain function with help for its options; what is on or off needs no word for off."""

    @wraps(command)
    def dressed(*given: Any, **named: Any) -> object:
        return command(*given, **named)

    known = signature(command, eval_str=True)
    parameters = []
    for each in known.parameters.values():
        if each.default is not Parameter.empty and get_origin(each.annotation) is not Annotated:
            words = (f"--{each.name.replace('_', '-')}",) if each.default is False else ()
            option = typer.Option(*words, help=USUAL.get(each.name))
            each = each.replace(annotation=Annotated[each.annotation, option])
        parameters.append(each)
    dressed.__signature__ = known.replace(parameters=parameters)  # type: ignore[attr-defined]  # read by typer
    dressed.__annotations__ = {each.name: each.annotation for each in parameters}
    return dressed


def complain(sentence: str) -> None:
    """Print a sentence on standard error."""
    typer.echo(f"grognard: {sentence}", err=True)


def guarded(run: Callable[[], object]) -> int:
    """Run something and return an exit code; errors are told in one sentence each.

    >>> int(guarded(lambda: None))
    0
    """
    try:
        result = run()
        sys.stdout.flush()
        return int(result) if isinstance(result, int) and not isinstance(result, bool) else Exit.OK
    except KeyboardInterrupt:
        typer.echo("", err=True)
        complain("stopped")
        return Exit.INTERRUPTED
    except typer.Abort:
        complain("stopped")
        return Exit.INTERRUPTED
    except BrokenPipeError:
        _swallow_output()
        return Exit.OK
    except SystemExit as leaving:  # so rich and click answer a broken pipe, with a code of their own
        if not isinstance(leaving.__context__, BrokenPipeError):
            raise
        _swallow_output()
        return Exit.OK
    except Exception as error:
        if os.environ.get(DEBUG):
            raise
        _drop_what_cannot_be_written()
        return _told(error)


def _told(error: Exception) -> int:
    if isinstance(error, _ClickException):
        return _told_usage(error)
    complain(sentence(error))
    if isinstance(error, IllegalAction):
        return Exit.WRONG
    if isinstance(error, GrognardError | OSError) and not isinstance(error, PluginError | MissingExtra):
        return Exit.USAGE
    return Exit.BROKEN


def sentence(error: Exception) -> str:
    """What a person is told of an error.

    >>> sentence(OSError(28, "No space left on device"))
    'cannot write: No space left on device'
    """
    from grognard.faults import fault, plugin_at_fault

    details = f"(set {DEBUG}=1 for the details)"
    if isinstance(error, GrognardError):
        return f"{error} {details}" if isinstance(error, PluginError) and error.__cause__ else str(error)
    if isinstance(error, OSError):
        gone = isinstance(error, FileNotFoundError)  # without a name, it is the working directory
        where = error.filename or ("the working directory" if gone else "cannot write")
        return f"{where}: {error.strerror or error}"
    package = plugin_at_fault(error)
    told = f"the plugin in {package!r} failed" if package else "this should not have happened"
    return f"{told}: {fault(error)} {details}"


def _told_usage(error: Any) -> int:
    """A mistake on the command line, with where help is."""
    ctx: Any = getattr(error, "ctx", None)
    if type(error).__name__ == _HELP_WANTED:
        if error.message:  # nothing is left where the help was printed while the error was made
            typer.echo(error.message)
        return Exit.USAGE
    message = error.format_message().strip().rstrip(".")
    where = f" (see '{ctx.command_path} --help')" if ctx is not None else ""
    complain(message[:1].lower() + message[1:] + where)
    return Exit.USAGE


def _ready_output() -> None:
    """Streams that are closed swallow what is printed; characters that one cannot show become ``?``."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            nowhere = TextIOWrapper(FileIO(os.devnull, "r" if name == "stdin" else "w"), encoding="utf-8")
            setattr(sys, name, nowhere)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.errors in ("strict", "surrogateescape"):
            stream.reconfigure(errors="replace")


def _drop_what_cannot_be_written() -> None:
    """What a full disk did not take would be tried, and complained of, again when the interpreter ends."""
    try:
        sys.stdout.flush()
    except OSError:
        _swallow_output()


def _swallow_output() -> None:
    """Nobody reads standard output any more: let the interpreter's last flush go nowhere."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
