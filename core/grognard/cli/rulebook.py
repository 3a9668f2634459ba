"""The rules: where one is implemented, which tests prove it, what is covered, in what order to play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from grognard.cli import output
from grognard.cli.console import console, emit, heading, paragraph, table
from grognard.cli.given import Json, Lang, RulesetArgument, one_of
from grognard.cli.guard import Group, Misuse
from grognard.cli.proofs import Proof, checkouts, proofs
from grognard.cli.reference import rules_about
from grognard.errors import GrognardError
from grognard.spelling import did_you_mean

if TYPE_CHECKING:
    from grognard.registry import Registry
    from grognard.ruleset import RuleEntry, Ruleset

__all__ = ["STATUSES", "Coverage", "Rules", "coverage", "coverage_of", "rule", "sequence"]

STATUSES = {
    "modelled": "played in full",
    "partly": "played in part",
    "descriptive": "nothing a position could show",
    "not_modelled": "not modelled yet",
}
"""How far a rule is played, in words."""


class Rules(Group):
    """``grognard rules``: whoever names a ruleset there is told what to type."""

    def missing(self, name: str) -> str:
        """What there is about the rules of a ruleset."""
        from grognard.registry import Registry

        if name not in Registry.discover().rulesets:
            return ""
        return (
            f": 'grognard show {name} rules' lists its rules, 'grognard rules coverage {name}' what is played"
        )


def rule(
    asked: Annotated[
        list[str],
        typer.Argument(
            help="A rule's id, the beginning of one, or words, after a ruleset to look in it alone.",
            metavar="[RULESET] ID|WORD…",
            show_default=False,
        ),
    ],
    json: Json = False,
    lang: Lang = "en",
) -> None:
    """Show a rule: what it is about, where it is implemented, and which tests prove it.

    Where several are meant (a section such as A44-9, or a word), they are listed.
    """
    from grognard.registry import Registry

    registry = Registry.discover()
    found = _meant(registry, asked)
    if len(found) > 1:
        _list_rules(found, json=json)
        return
    ((ruleset, entry),) = found
    places, tests, searched = _evidence(registry, ruleset, entry.id)
    if json:
        emit(output.RuleShown.of(ruleset.id, entry, places, tests if searched else None))
        return
    heading(f"{entry.id}  {entry.title}")
    console.print(f"  {STATUSES[entry.status]} ({entry.status}), ruleset {ruleset.id}")
    for text in (entry.text, entry.note):
        if text:
            paragraph(text, indent=2)
    heading("implemented in")
    for place in (*places, *(f"{file} (data)" for file in _files_citing(ruleset, entry.id))) or ("nothing",):
        console.print(f"  {place}")
    heading("proved by")
    if not searched:
        console.print("  tests are found in a checkout of the source only")
    for proof in tests:
        console.print(f"  {proof}")
    if searched and not tests:
        console.print("  no test cites it")


def _files_citing(ruleset: Ruleset, id: str) -> list[str]:
    """The data files of a ruleset in which something cites a rule."""
    files = sorted(ruleset.root.rglob("*.toml"))
    names = [file.relative_to(ruleset.root).as_posix() for file in files]
    return [
        name
        for name, file in zip(names, files, strict=True)
        if name != "rules.toml" and f'"{id}"' in file.read_text(encoding="utf-8")
    ]


def _meant(registry: Registry, asked: Sequence[str]) -> list[tuple[Ruleset, RuleEntry]]:
    """The rules that words mean, of the ruleset named first or of all that are installed.

    Raises:
        GrognardError: there are none.
    """
    from grognard.ruleset import Ruleset

    leads = asked[0] in registry.rulesets or (Path(asked[0]) / "ruleset.toml").is_file()
    named, words = (asked[:1], asked[1:]) if leads and len(asked) > 1 else ((), asked)
    text = " ".join(words)
    rulesets = [Ruleset(registry.find(each)) for each in named or registry.rulesets]
    found = [(each, each.rules[id_]) for each in rulesets for id_ in rules_about(each, text)]
    exact = [(each, entry) for each, entry in found if entry.id.casefold() == text.casefold()]
    if exact or found:
        return exact[:1] or found
    where = f"{named[0]} has no rule" if named else "no installed ruleset has a rule"
    raise GrognardError(
        f"{where} {text!r}{did_you_mean(text, [id_ for each in rulesets for id_ in each.rules])}"
    )


def _list_rules(found: Sequence[tuple[Ruleset, RuleEntry]], *, json: bool) -> None:
    """Several rules, each with its title."""
    if json:
        emit(output.RulesFound.of((ruleset.id, entry) for ruleset, entry in found))
        return
    table(
        ("rule", "title", "ruleset", "status"),
        [(entry.id, entry.title, ruleset.id, entry.status) for ruleset, entry in found],
        styles={"rule": "bold"},
    )


def _evidence(
    registry: Registry, ruleset: Ruleset, id: str
) -> tuple[tuple[str, ...], tuple[Proof, ...], bool]:
    """Where a rule is implemented, the tests that cite it, and whether there were tests to look at."""
    from grognard.reasons import implementations

    registry.bind(ruleset, ruleset.resolve())  # imports what implements it
    roots = checkouts([registry.system(ruleset.system).package])
    return implementations().get(id, ()), proofs(roots).get(id, ()), bool(roots)


class Coverage(msgspec.Struct, frozen=True):
    """Which rules of a ruleset are proved: by id, the tests that cite each; and the rest by status."""

    ruleset: str
    rules: Mapping[str, RuleEntry]
    proved: Mapping[str, tuple[Proof, ...]]
    searched: bool

    def of(self, status: str, *, proved: bool | None = None) -> list[RuleEntry]:
        """Rules of a status, all or only those that are proved or not."""
        return [
            entry
            for entry in self.rules.values()
            if entry.status == status and proved in (None, entry.id in self.proved)
        ]

    @property
    def due(self) -> int:
        """How many rules a test ought to prove: those that are played."""
        return len(self.of("modelled")) + len(self.of("partly"))

    @property
    def done(self) -> int:
        """How many of them a test cites."""
        return len(self.of("modelled", proved=True)) + len(self.of("partly", proved=True))


def coverage_of(registry: Registry, name: str) -> Coverage:
    """What of a ruleset is proved."""
    from grognard.ruleset import Ruleset

    ruleset = Ruleset(registry.find(name))
    roots = checkouts([registry.system(ruleset.system).package])
    cited = proofs(roots)
    proved = {id: cited[id] for id in ruleset.rules if id in cited}
    return Coverage(ruleset.id, ruleset.rules, proved, bool(roots))


def coverage(
    ruleset: RulesetArgument,
    json: Json = False,
    lang: Lang = "en",
    everything: Annotated[
        bool, typer.Option("--all", help="List the rules that are not modelled yet as well.")
    ] = False,
) -> None:
    """Count the rules that at least one test proves, and list the rest by status."""
    from grognard.registry import Registry

    found = coverage_of(Registry.discover(), ruleset)
    if not found.searched:
        raise GrognardError("tests are found in a checkout of the source only")
    if json:
        emit(output.RulesCovered.of(found))
        return
    console.print(f"{found.ruleset}: {found.done} of {found.due} rules that are played are proved by a test.")
    table(
        ("status", "rules", "proved", "meaning"),
        [
            (status, len(found.of(status)), len(found.of(status, proved=True)), meaning)
            for status, meaning in STATUSES.items()
        ],
        right=("rules", "proved"),
    )
    for status in STATUSES:
        rest = found.of(status, proved=False)
        if not rest or (status == "not_modelled" and not everything):
            continue
        heading(f"{status}, cited by no test")
        for entry in rest:
            console.print(f"  {entry.id}  {entry.title}")
    if not everything and found.of("not_modelled"):
        console.print("--all lists the rules that are not modelled yet.")


def sequence(
    ruleset: RulesetArgument,
    phase: Annotated[str, typer.Option("--phase", help="Only the steps of a phase.", metavar="PHASE")] = "",
    side: Annotated[
        str, typer.Option("--side", "--actor", help="Only the steps of a side.", metavar="SIDE")
    ] = "",
    form: Annotated[
        str, typer.Option("--format", "-f", help="text, mermaid, dot or svg.", metavar="FORMAT")
    ] = "text",
    walk: Annotated[
        bool, typer.Option("--walk", help="Go through it step by step, at the table; the place is kept.")
    ] = False,
    progress: Annotated[
        Path | None,
        typer.Option("--progress", help="With --walk: the file that keeps the place.", metavar="FILE.json"),
    ] = None,
    restart: Annotated[bool, typer.Option("--restart", help="With --walk: start anew.")] = False,
    json: Json = False,
    lang: Lang = "en",
) -> None:
    """Show a ruleset's sequence of play: as the card beside the board, as a diagram, or step by step.

    --walk is for players with a game on the table: it shows one step at a time with what must and may be done
    and what can interrupt it, asks what decides the way, and goes on where it was left.
    """
    from grognard.registry import Registry
    from grognard.ruleset import Ruleset

    one_of(form, ("text", "mermaid", "dot", "svg"), "--format")
    if json and form != "text":
        raise Misuse("--json and --format do not go together")
    if (progress or restart) and not walk:
        raise Misuse("--progress and --restart belong to --walk")
    if walk and (json or phase or side or form != "text"):
        raise Misuse("--walk goes with --progress, --restart and --lang alone")
    found = Ruleset(Registry.discover().find(ruleset))
    steps = found.sequence()
    if walk:
        from grognard.cli.walk import go_through

        go_through(steps, found.id, file=progress, restart=restart, lang=lang)
        return
    if json:
        emit(output.SequenceShown.of(found.id, steps, phase, side, lang))
        return
    draw = {"text": steps.card, "mermaid": steps.mermaid, "dot": steps.dot, "svg": steps.svg}[form]
    typer.echo(draw(lang=lang, phase=phase, side=side).rstrip("\n"))
