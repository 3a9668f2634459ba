"""Answers about positions: reasons with their rules, exact odds, lines of sight."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from grognard.cli.choosing import ahead
from grognard.cli.console import console, heading
from grognard.errors import GrognardError, IllegalAction

if TYPE_CHECKING:
    from grognard.game import Game
    from grognard.odds import OddsTable
    from grognard.play import Action
    from grognard.reasons import Reason

__all__ = ["print_odds", "print_rules", "print_sight", "print_table", "print_why"]

BAR = 24


def print_why(game: Game[Any, Any], view: Any, options: Sequence[Action], text: str, lang: str) -> None:
    """The reasons behind a choice, or everything that forbids it."""
    try:
        view, _, action = ahead(game, view, options, text or "1")
    except IllegalAction as error:
        heading(f"  {error.action} is not allowed:")
        print_reasons(game, error.reasons)
        return
    explanation = game.explain(view, action)
    if explanation.roll:
        dice = "1 die" if explanation.dice == 1 else f"{explanation.dice} dice"
        heading(f"  {explanation.action}: {dice} ({explanation.roll}) for {explanation.why}")
    else:
        heading(f"  {explanation.action}: nothing is rolled at once")
    print_reasons(game, explanation.reasons)


def print_reasons(game: Game[Any, Any], reasons: Sequence[Reason]) -> None:
    """Reasons under each other: value, text, rule and its title."""
    wide = max((len(reason.text) for reason in reasons), default=0)
    for reason in reasons:
        value = f"{reason.value:+d}" if reason.value else ""
        rule = game.ruleset.rules.get(reason.cite)
        line = Text(f"  {value:>4}  {reason.text:<{wide}}  ")
        line.append(f"[{reason.cite}]", style="cyan")
        if rule is not None:
            line.append(f" {rule.title}", style="dim")
        if reason.sure:
            line.append(f" ({reason.sure})", style="yellow")
        console.print(line)
    values = [reason.value for reason in reasons if reason.value]
    if len(values) > 1:
        console.print(Text(f"  {sum(values):>+4}  in all", style="bold"))


def print_odds(game: Game[Any, Any], view: Any, options: Sequence[Action], text: str, lang: str) -> None:
    """Exact chances of what a choice leads to."""
    from grognard.odds import odds

    view, _, action = ahead(game, view, options, text or "1")
    print_table(odds(game, view, action, measure=lambda end: game.effect(view, end, lang)))


def print_table(table: OddsTable) -> None:
    """An odds table with bars."""
    heading(f"  {table.action}" + ("" if table.exact else f"  (sampled, {table.states:,} games)"))
    wide = max((len(str(row.result)) for row in table.rows), default=0)
    for row in table.rows:
        share = float(row.probability)
        line = Text(f"  {share:>7.2%}  ")
        line.append(f"{'█' * round(share * BAR):<{BAR}}", style="green")
        line.append(f"  {row.result!s:<{wide}}")
        if table.exact and row.probability.denominator < 10**7:
            line.append(f"  {row.probability}", style="dim")
        elif row.low is not None and row.high is not None:
            line.append(f"  {row.low:.1%} – {row.high:.1%}", style="dim")
        console.print(line)
    for assumption in table.assumptions:
        console.print(Text(f"  assuming {assumption}", style="dim"))
    if table.note:
        console.print(Text(f"  {table.note}", style="dim"))
    for reason in table.unsure:
        console.print(Text(f"  not from a source: {reason}", style="yellow"))


def print_rules(game: Game[Any, Any], ids: Iterable[str]) -> None:
    """Title and text of rules by id."""
    from grognard.spelling import did_you_mean

    for id_ in ids:
        rule = game.ruleset.rules.get(id_)
        if rule is None:
            raise GrognardError(f"there is no rule {id_!r}{did_you_mean(id_, game.ruleset.rules)}")
        heading(f"  {rule.id}  {rule.title} ({rule.status.replace('_', ' ')})")
        for line in (rule.text, rule.note):
            if line:
                console.print(f"  {line}")


def print_sight(game: Game[Any, Any], view: Any, words: Sequence[str], lang: str) -> None:
    """Who sees whom."""
    raise GrognardError(f"system {game.system!r} answers no questions about sight")
