"""The generated reference pages: the command line, the plugin API, the schemas of JSON, what tests prove.

``python -m grognard.cli.documents docs/reference`` writes them; a test fails when they have drifted.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import typer

from grognard.cli import plugin_api
from grognard.cli.app import app
from grognard.cli.guard import DEBUG, Exit
from grognard.cli.output import DOCUMENTS
from grognard.cli.rulebook import STATUSES, coverage_of
from grognard.cli.seats import SeatsCommand
from grognard.registry import Registry

if TYPE_CHECKING:
    from grognard.cli.rulebook import Coverage

__all__ = ["pages", "write"]

MADE = "<!-- Written by python -m grognard.cli.documents: change the commands, not this page. -->"
COVERED = ("ardennes44", "asl_intro", "memoir44")
"""Rulesets with a page of their own about what is proved."""


def pages() -> dict[str, str]:
    """Every generated page: its path below docs/reference and its text."""
    made = MADE.replace("commands", "docstrings")
    found = {"api.md": plugin_api.page(made), "cli.md": command_line(), "json/README.md": schemas()}
    found |= {f"json/{name}.json": schema(name) for name in DOCUMENTS}
    registry = Registry.discover()
    found |= {f"coverage-{name}.md": coverage(coverage_of(registry, name)) for name in COVERED}
    return found


def write(folder: Path) -> list[Path]:
    """Write the pages that have changed, remove schemas nobody prints, and return what was touched."""
    touched = []
    for name, text in pages().items():
        path = folder / name
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            touched.append(path)
    for path in sorted((folder / "json").glob("*.json")):
        if path.stem not in DOCUMENTS:
            path.unlink()
            touched.append(path)
    return touched


# The command line ------------------------------------------------------------------------------------------


def command_line() -> str:
    """``cli.md``."""
    root: Any = typer.main.get_command(app)
    parts = [
        "# The command line",
        MADE,
        root.help,
        "Every command answers `--help`. Names that are mistyped get a suggestion. Errors are one sentence "
        f"on standard error; the environment variable `{DEBUG}=1` shows the traceback instead.",
        "## Exit codes",
        "\n".join(["| code | meaning |", "|---|---|", *(f"| {code.value} | {code.text} |" for code in Exit)]),
        "## Environment",
        "\n".join(
            [
                "| variable | meaning |",
                "|---|---|",
                "| `GROGNARD_RULESETS` | more directories with rulesets, parted as in `PATH` |",
                "| `GROGNARD_GAMES` | where games are recorded that name no file; by default "
                "`~/.local/state/grognard/games` |",
                "| `XDG_CONFIG_HOME` | where your own charts are kept, as `grognard/charts/RULESET.toml`; by "
                "default `~/.config` |",
                "| `GROGNARD_LANG` | language of names, as `--lang` |",
                "| `GROGNARD_ASCII` | set to draw maps in ASCII |",
                "| `NO_COLOR` | set to print without colours |",
                f"| `{DEBUG}` | set to see tracebacks |",
            ]
        ),
        "## Completion",
        "`grognard --install-completion` teaches the shell commands, options, rulesets and scenarios.",
        "## In the game",
        "\n".join(["| typed | meaning |", "|---|---|", *_asides()]),
    ]
    for name, command in _commands(root):
        parts += list(_command(name, command))
    return "\n\n".join(parts) + "\n"


def _asides() -> Iterator[str]:
    from grognard.cli.asides import COMMANDS

    yield "| `3` | choice number 3 |"
    yield "| `move G5` | an action by its notation; a beginning that fits only one is enough |"
    yield "| `move G5 H4` | several stages in one line |"
    yield "| `12`, `to 12` | where a hex is called 12: choice number 12, the hex |"
    yield "| `order G5; done` | several actions in one line |"
    for _, usage, meaning in COMMANDS.values():
        if usage:
            yield f"| `{usage}` | {meaning} |"


def _commands(group: Any, before: str = "grognard") -> Iterator[tuple[str, Any]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from _commands(command, f"{before} {name}")
        else:
            yield f"{before} {name}", command


def _command(name: str, command: Any) -> Iterator[str]:
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    options = [each for each in command.params if each.param_type_name == "option" and not each.hidden]
    yield f"## {name}"
    usage = " ".join([name, *(_metavar(each) for each in arguments), "[OPTIONS]"])
    yield f"```\n{usage}\n```"
    yield re.sub(r"\s*\n\s*\n\s*", "\n\n", command.help.strip())
    if arguments:
        rows = [f"| `{_metavar(each)}` | {each.help} |" for each in arguments]
        yield "\n".join(["| argument | |", "|---|---|", *rows])
    rows = [f"| {_spelled(each)} | {each.help}{_default(each)} |" for each in options]
    if isinstance(command, SeatsCommand):
        rows.insert(0, "| `--SIDE` `PLAYER` | Who plays a side, by the side's id: `--allies greedy`. |")
    yield "\n".join(["| option | |", "|---|---|", *rows])
    if command.epilog:
        lines = re.sub(r"\[/?(bold|dim)\]", "", command.epilog).split("\n\n")
        yield "```console\n" + "\n".join(line for line in lines if line.startswith("$")) + "\n```"


def _metavar(argument: Any) -> str:
    return str(argument.metavar or argument.name.upper())


def _spelled(option: Any) -> str:
    value = "" if option.is_flag else f" {(option.metavar or 'N')}".replace("|", "\\|")
    return ", ".join(f"`{each}`" for each in option.opts) + (f" `{value.strip()}`" if value else "")


def _default(option: Any) -> str:
    if option.is_flag or option.default in (None, "", ()) or callable(option.default):
        return ""
    return f" Default: {option.default}."


# JSON ------------------------------------------------------------------------------------------------------


def schema(name: str) -> str:
    """The JSON schema of a document."""
    found = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **msgspec.json.schema(DOCUMENTS[name]),
    }
    return msgspec.json.format(msgspec.json.encode(found, order="sorted"), indent=2).decode() + "\n"


def schemas() -> str:
    """``json/README.md``."""
    rows = [
        f"| [`{name}`]({name}.json) | {' '.join((kind.__doc__ or '').split())} |"
        for name, kind in DOCUMENTS.items()
    ]
    return "\n\n".join(
        [
            "# JSON",
            MADE,
            "With `--json`, a command prints one JSON document and nothing else on standard output. Its "
            "field `document` names the schema.",
            "\n".join(["| document | |", "|---|---|", *rows]),
            "",
        ]
    )


# Coverage --------------------------------------------------------------------------------------------------


def coverage(found: Coverage) -> str:
    """A page about what tests prove of a ruleset."""
    parts = [
        f"# What tests prove: {found.ruleset}",
        MADE,
        f"{found.done} of {found.due} rules that are played are cited by at least one test. "
        "`grognard rule ID` names the tests of a rule.",
        "\n".join(
            [
                "| status | rules | proved | meaning |",
                "|---|---:|---:|---|",
                *(
                    f"| `{status}` | {len(every)} | {len(proved)} | {meaning} |"
                    for status, meaning in STATUSES.items()
                    for every, proved in [(found.of(status), found.of(status, proved=True))]
                ),
            ]
        ),
    ]
    for status in STATUSES:
        proved = found.of(status, proved=True)
        rest = found.of(status, proved=False)
        if proved:
            parts += [f"## {status}, proved", "\n".join(f"- `{rule.id}` {rule.title}" for rule in proved)]
        if rest:
            parts += [
                f"## {status}, cited by no test",
                "\n".join(f"- `{rule.id}` {rule.title}" for rule in rest),
            ]
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    for changed in write(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("docs/reference")):
        sys.stdout.write(f"{changed}\n")
