"""Questions about a position: why, how likely, who sees whom."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from grognard.choosing import ahead
from grognard.cli import output
from grognard.cli.answers import print_chances, print_sight, print_why, sight_of, why
from grognard.cli.console import console, emit, note
from grognard.cli.files import write_text
from grognard.cli.given import Charts, Json, Lang, Options, one_of
from grognard.cli.guard import Exit, Misuse
from grognard.cli.menu import choices, flow
from grognard.cli.positions import At, Do, FromPosition, FromRecord, Place, Seed, Words, place
from grognard.errors import GrognardError, IllegalAction
from grognard.play import Decision

if TYPE_CHECKING:
    from grognard.odds import OddsTable

__all__ = ["explain", "los", "odds", "position_"]


def position_(
    asked: Words = None,
    record: FromRecord = None,
    at: At = None,
    position: FromPosition = None,
    do: Do = None,
    seed: Seed = "0",
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Write it to a file.", metavar="FILE.json")
    ] = None,
    option: Options = None,
    charts: Charts = None,
) -> int:
    """Write a position as a file that can be edited: one unit, weapon or hex per line.

    Put the units where they lie on your table, then ask 'explain', 'odds' or 'los' with --position, or let
    bots play on from there with 'simulate --position'. What follows from the rest, such as who is in a hex,
    is worked out anew when the file is read. Hidden facts are in it.
    """
    from grognard.position_file import PositionFile

    where = place(asked, record, at, do, seed, option, charts, position)
    if where.asked:
        raise Misuse(f"nothing is asked of a position here, got {where.asked!r}")
    if where.game.to_act(where.position) is None:
        raise GrognardError("the game is over: nobody has a choice that a position file could keep")
    text = PositionFile.of(where.game, where.scenario, where.position).text()
    if out is None:
        typer.echo(text, nl=False)
    else:
        write_text(out, text, ending=".json")
        note(f"written to {out}")
    return Exit.OK


def explain(
    asked: Words = None,
    record: FromRecord = None,
    at: At = None,
    position: FromPosition = None,
    do: Do = None,
    seed: Seed = "0",
    json: Json = False,
    lang: Lang = "en",
    option: Options = None,
    charts: Charts = None,
) -> int:
    """Say why: the reasons behind an action, with their rules, or every rule that forbids it.

    Without an action, the legal ones are listed. An action may be several stages in one line. The exit code
    is 1 if the rules forbid it.
    """
    where = place(asked, record, at, do, seed, option, charts, position)
    if not where.asked:
        return _list_options(where, lang, json=json)
    if not json:
        return Exit.OK if print_why(where.game, where.view, where.options, where.asked) else Exit.WRONG
    try:
        found = why(where.game, where.view, where.options, where.asked)
    except IllegalAction as error:
        emit(output.Explained.refused(where.game, error))
        return Exit.WRONG
    emit(output.Explained.of(where.game, found))
    return Exit.OK


def odds(
    asked: Words = None,
    record: FromRecord = None,
    at: At = None,
    position: FromPosition = None,
    do: Do = None,
    seed: Seed = "0",
    assume: Annotated[
        list[str] | None,
        typer.Option(
            "--assume",
            help="How a decision on the way is answered: DECISION=ACTION, =uniform, or =open to stop there.",
            metavar="DECISION=HOW",
        ),
    ] = None,
    choose: Annotated[
        str,
        typer.Option(
            "--choose", help="How all other decisions are answered: assumed, uniform or best.", metavar="HOW"
        ),
    ] = "assumed",
    limit: Annotated[
        int, typer.Option("--limit", help="Positions to examine before sampling instead.", min=1)
    ] = 20_000,
    samples: Annotated[
        int, typer.Option("--samples", help="Games to sample beyond the limit; 0 refuses instead.", min=0)
    ] = 10_000,
    everything: Annotated[
        bool, typer.Option("--all", help="Print every result, however unlikely; JSON always has them.")
    ] = False,
    json: Json = False,
    lang: Lang = "en",
    option: Options = None,
    charts: Charts = None,
) -> int:
    """Work out the exact chances of what an action leads to.

    Without an action, the legal ones are listed. An action may be several stages in one line. Decisions on
    the way are answered as the table says under it; --assume and --choose change that.
    """
    from grognard.odds import odds as work_out

    one_of(choose, ("assumed", "uniform", "best"), "--choose")
    where = place(asked, record, at, do, seed, option, charts, position)
    if not where.asked:
        return _list_options(where, lang, json=json)
    policies = _policies(where.game, assume)
    view, action = ahead(where.game, where.view, where.options, where.asked)
    table: OddsTable = work_out(
        where.game,
        view,
        action,
        assume=policies,
        choose=choose,  # type: ignore[arg-type]  # checked above
        measure=lambda end: where.game.effect(view, end, lang),
        limit=limit,
        samples=samples,
    )
    table = _with_unasked(table, policies)
    if json:
        emit(output.Odds.of(where.game, where.scenario, table))
    else:
        print_chances(where.game, view, action, table, everything=everything)
    return Exit.OK


class _Assumed:
    """A decision answered as the command line says, and whether that was any use.

    An action, or the beginning of its text, is given wherever it is legal; elsewhere the decision's own
    assumption holds.
    """

    def __init__(self, game: Any, decision: str, how: str) -> None:
        self.game, self.decision, self.how = game, decision, how
        self.asked = self.fitting = 0
        self.example = ""

    def __call__(self, play: Any, decision: Any) -> Any:
        self.asked += 1
        options = list(decision.options(play))
        if self.how == "uniform":
            return [(choice, 1) for choice in options]
        if self.how == "open":
            return None
        wanted = self.how.casefold()
        by_text = {self.game.say(choice).casefold(): choice for choice in options}
        begun = [choice for text, choice in by_text.items() if text.startswith(wanted + " ")]
        found = by_text.get(wanted) or (begun[0] if begun else None)
        self.fitting += found is not None
        self.example = self.game.say(options[0]) if options else ""
        return found or decision.assumed(play)

    def problem(self) -> str:
        """Why the assumption has changed nothing; raises ``Misuse`` if its action was never legal."""
        if not self.asked:
            return f"{self.decision} was not asked on the way: what is assumed about it changes nothing"
        if self.how not in ("uniform", "open") and not self.fitting:
            what = f"{self.how!r} was never one of its choices, such as {self.example!r}"
            raise Misuse(f"--assume {self.decision}: {what}")
        return ""


def _policies(game: Any, given: list[str] | None) -> dict[type[Decision[Any, Any, Any]], _Assumed]:
    """``["ChooseRetreat=uniform"]`` as policies by decision class, their names and verbs checked."""
    frames: Mapping[str, Any] = game.frames
    decisions = {name: kind for name, kind in frames.items() if issubclass(kind, Decision)}
    found: dict[type[Decision[Any, Any, Any]], _Assumed] = {}
    for each in given or ():
        name, sign, how = (part.strip() for part in each.partition("="))
        if not sign or not how:
            raise Misuse(f"--assume must be DECISION=HOW, got {each!r}")
        folded = {known.casefold(): known for known in decisions}
        known = one_of(folded.get(name.casefold(), name), sorted(decisions), "--assume: the decision")
        verbs = sorted(kind.verb for kind in decisions[known].actions)
        one_of(how.casefold().split()[0], (*verbs, "uniform", "open"), f"--assume {known}: the answer")
        found[decisions[known]] = _Assumed(game, known, how)
    return found


def _with_unasked(table: OddsTable, policies: Mapping[Any, _Assumed]) -> OddsTable:
    """The table, with a note for every assumption that was of no use."""
    problems = [problem for each in policies.values() if (problem := each.problem())]
    return msgspec.structs.replace(table, note="; ".join(filter(None, (table.note, *problems))))


def los(
    asked: Words = None,
    kind: Annotated[
        str | None, typer.Option("--kind", help="The kind of unit that looks, by its id.", metavar="UNIT")
    ] = None,
    record: FromRecord = None,
    at: At = None,
    position: FromPosition = None,
    do: Do = None,
    seed: Seed = "0",
    out: Annotated[
        str | None, typer.Option("--out", "-o", help="Write the line on its map as SVG.", metavar="FILE.svg")
    ] = None,
    json: Json = False,
    lang: Lang = "en",
    option: Options = None,
    charts: Charts = None,
) -> None:
    """Tell whether one hex sees another, hex by hex with the rules."""
    where = place(asked, record, at, do, seed, option, charts, position)
    words = where.asked.split()
    if len(words) != 2:
        raise Misuse(f"expected two hexes, FROM and TO, got {where.asked!r}")
    sight = sight_of(where.game, where.view, words, kind, lang)
    if out is not None:
        from pathlib import Path

        from grognard.cli.answers import sight_scene
        from grognard.cli.maps import write_svg

        write_svg(sight_scene(where.game, where.view, words, kind, lang), Path(out))
    if json:
        emit(output.LineOfSight.of(where.game, where.scenario, sight))
    else:
        print_sight(sight)


def _list_options(where: Place, lang: str, *, json: bool) -> int:
    """What could be asked about."""
    game = where.game
    if json:
        listed = [(game.say(each), game.describe(where.view, each, lang)) for each in where.options]
        emit(output.Choices.of(game, where.scenario, where.view, listed))
        return Exit.OK
    flow(game.status(where.view, lang))
    if not where.options:
        console.print("  The game is over: there is no choice to ask about.")
        return Exit.OK
    choices(game, where.view, where.options, lang, everything=True)
    console.print("  Ask about one of these: its number or its notation goes last on the line.")
    return Exit.OK
