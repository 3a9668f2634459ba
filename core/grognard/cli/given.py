"""What commands are given: arguments and options that several share, checked and completed alike."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from grognard.cli.console import note
from grognard.cli.guard import Misuse
from grognard.errors import GrognardError
from grognard.spelling import did_you_mean

if TYPE_CHECKING:
    from grognard.game import Game

__all__ = [
    "LANGUAGES",
    "Charts",
    "Json",
    "Lang",
    "OptionalRuleset",
    "OptionalScenario",
    "Options",
    "RulesetArgument",
    "RulesetsArgument",
    "ScenarioArgument",
    "charts_for",
    "load",
    "named_charts",
    "one_of",
    "plain_name",
    "typed_path",
]

LANGUAGES = ("en", "zh")

FEW = 20
"""Known words that an error lists."""


def one_of(value: str, known: Iterable[str], what: str) -> str:
    """``value`` if it is known; a usage error with the known words, if they are few, and near ones."""
    words = list(dict.fromkeys(known))
    if value not in words:
        wanted = ", ".join(words) if len(words) <= FEW else f"{len(words)} words"
        raise Misuse(f"{what} must be one of {wanted}, got {value!r}{_near(value, words)}")
    return value


def _near(value: str, words: list[str]) -> str:
    hint = did_you_mean(value, words)
    return hint if "did you mean" in hint else ""


def _language(value: str) -> str:
    return one_of(value, LANGUAGES, "language")


def complete_ruleset(ctx: Any, args: Any, incomplete: str) -> list[tuple[str, str]]:
    """Rulesets for the shell, from their headers alone."""
    try:
        from grognard.registry import Registry

        return [(id_, each.header.name["en"]) for id_, each in Registry.discover().rulesets.items()]
    except Exception:  # a shell that completes must never see an error
        return []


def complete_scenario(ctx: Any, args: Any, incomplete: str) -> list[str]:
    """Scenarios of the ruleset typed before, by the names of their files; no game is loaded."""
    try:
        from grognard.registry import Registry

        root = Registry.discover().find(str(ctx.params.get("ruleset")))
        return [path.stem for path in sorted((root / "scenarios").glob("*.toml"))]
    except Exception:  # as above
        return []


Json = Annotated[
    bool, typer.Option("--json", help="Print one JSON document (docs/reference/json) instead of text.")
]
Lang = Annotated[
    str,
    typer.Option(
        "--lang",
        help="Language of names: en or zh.",
        callback=_language,
        metavar="en|zh",
        envvar="GROGNARD_LANG",
    ),
]
Charts = Annotated[
    Path | None,
    typer.Option(
        "--charts",
        help="A TOML file with your printed charts, in place of reconstructed ones; 'none' leaves out the "
        "one you keep ('grognard charts --help' says where).",
        metavar="FILE",
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-O",
        help="An option of the ruleset ('show RULESET options' lists them).",
        metavar="KEY=VALUE",
    ),
]
_RULESET_HELP = "A ruleset's id ('grognard rulesets' lists them) or its directory."
_SCENARIO_HELP = "A scenario's id ('grognard scenarios RULESET' lists them)."
RulesetArgument = Annotated[
    str, typer.Argument(help=_RULESET_HELP, metavar="RULESET", autocompletion=complete_ruleset)
]
OptionalRuleset = Annotated[
    str | None, typer.Argument(help=_RULESET_HELP, metavar="[RULESET]", autocompletion=complete_ruleset)
]
ScenarioArgument = Annotated[
    str, typer.Argument(help=_SCENARIO_HELP, metavar="SCENARIO", autocompletion=complete_scenario)
]
RulesetsArgument = Annotated[
    list[str] | None,
    typer.Argument(
        help="Rulesets by id or directory. Default: every one that is installed.",
        metavar="[RULESET…]",
        autocompletion=complete_ruleset,
    ),
]
OptionalScenario = Annotated[
    str | None,
    typer.Argument(
        help=_SCENARIO_HELP + " Default: the ruleset's own.",
        metavar="[SCENARIO]",
        autocompletion=complete_scenario,
    ),
]


def load(ruleset: str, options: list[str] | None = None, charts: Path | None = None) -> Game[Any, Any]:
    """The game of a ruleset with options as typed; raises ``GrognardError`` or a usage error.

    Without ``charts`` it is played with the owner's own, if there are any, and says so.
    """
    from grognard.registry import Registry

    registry = Registry.discover()
    return registry.load(ruleset, typed_options(options), charts_for(registry.find(ruleset), charts))


def charts_for(root: Path, charts: Path | None) -> Path | None:
    """The file with charts for the ruleset in ``root``: the one named, or the owner's own, which is said."""
    from grognard.chart_overlay import own_file
    from grognard.ruleset import Header

    if charts is not None:
        return named_charts(charts)
    own = own_file(Header.read(root).id)
    if own is not None:
        note(f"with your charts: {own} (--charts none leaves them out)")
    return own


def named_charts(charts: Path | None) -> Path | None:
    """The file that ``--charts`` names; ``none`` is none.

    >>> named_charts(Path("none")) is None, named_charts(Path("mine.toml")).name
    (True, 'mine.toml')
    """
    return None if charts == Path("none") else charts


def typed_options(options: list[str] | None) -> dict[str, object]:
    """``["a=1", "b=yes"]`` as a mapping; the ruleset checks the values.

    >>> typed_options(["steps=6"])
    {'steps': '6'}
    """
    found: dict[str, object] = {}
    for each in options or ():
        key, sign, value = each.partition("=")
        if not sign or not key:
            raise Misuse(f"--option must be KEY=VALUE, got {each!r}")
        found[key.strip()] = value.strip()
    return found


def typed_path(text: str) -> Path:
    """A file as typed, in quotes or not; raises ``GrognardError`` if no file can be called that.

    >>> typed_path("'my game.jsonl'").name
    'my game.jsonl'
    >>> typed_path("/")
    Traceback (most recent call last):
        ...
    grognard.errors.GrognardError: expected the name of a file, got '/'
    """
    bare = text.strip()
    quote = bare[:1] if bare[:1] in ("'", '"') else ""
    closed = len(bare) > 1 and bare.endswith(quote)
    bare = bare[1:-1] if quote and closed else bare
    try:
        path = Path(bare).expanduser()
    except RuntimeError:
        raise GrognardError(f"{text}: there is no such home directory") from None
    if not path.name or "\0" in bare or (quote and not closed):
        raise GrognardError(f"expected the name of a file, got {text!r}")
    return path


def plain_name(names: Any, lang: str) -> str:
    """A name in a language, in English if there is none, or nothing."""
    return str(names.get(lang) or names.get("en") or "")
