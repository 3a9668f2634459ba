"""Answers about positions: reasons with their rules, exact odds, lines of sight."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol

from rich.text import Text

from grognard.choosing import ahead, deepest, following
from grognard.cli.console import console, heading
from grognard.errors import GrognardError, IllegalAction
from grognard.reasons import printed

if TYPE_CHECKING:
    from grognard.game import Explanation, Game
    from grognard.odds import OddsRow, OddsTable
    from grognard.play import Action
    from grognard.reasons import Reason
    from grognard.scene import Scene

__all__ = [
    "Sighting",
    "print_chances",
    "print_odds",
    "print_reasons",
    "print_sight",
    "print_table",
    "print_why",
    "sight_of",
    "sight_scene",
    "why",
]

BAR = 24
FEW = 10
RARE = Fraction(1, 1000)
"""Results less likely than that share a line, beyond the first few."""


def why(game: Game[Any, Any], view: Any, options: Sequence[Action], text: str) -> Explanation:
    """The reasons behind the choice a line names, or behind what follows from it of itself.

    Raises:
        NotationError, IllegalAction: the line names no choice, or one that the rules forbid.
    """
    view, action = ahead(game, view, options, text)
    explanation = game.explain(view, action)
    if explanation.reasons or explanation.roll:
        return explanation
    return game.explain(*deepest(game, view, action))


def print_why(game: Game[Any, Any], view: Any, options: Sequence[Action], text: str) -> bool:
    """The reasons behind a choice, or everything that forbids it; false if something does."""
    try:
        explanation = why(game, view, options, text)
    except IllegalAction as error:
        heading(f"  {error.action} is not allowed:")
        print_reasons(game, error.reasons)
        return False
    dice = f"no dice before {game.name(explanation.until)} chooses" if explanation.until else "no dice"
    if explanation.roll:
        purpose = f" for {explanation.why}" if explanation.why not in ("", explanation.roll) else ""
        dice = _thrown(explanation.roll, explanation.dice) + purpose
    if explanation.rolled:
        heading(f"  {explanation.action}")
        print_reasons(game, explanation.reasons)
        heading(f"  then {dice}")
        print_reasons(game, explanation.rolled)
    else:
        heading(f"  {explanation.action}: {dice}" if explanation.roll else f"  {explanation.action} ({dice})")
        print_reasons(game, explanation.reasons)
    if not explanation.reasons and not explanation.roll:
        console.print(
            "  Nothing to explain yet: if a further choice follows, name it on the same line.", style="dim"
        )
    return True


def print_reasons(game: Game[Any, Any], reasons: Sequence[Reason]) -> None:
    """Reasons under each other: value, text, rule, its title; after the parts of a sum what it comes to."""
    wide = max((len(reason.text) for reason in reasons), default=0)
    ends = {reason.sum: n for n, reason in enumerate(reasons) if reason.value}
    if len(ends) == 1:
        ends = dict.fromkeys(ends, len(reasons) - 1)
    for n, reason in enumerate(reasons):
        value = printed(reason.amount, sign=True) if reason.value else ""
        rule = game.ruleset.rules.get(reason.cite)
        line = Text(f"  {value:>4}  {reason.text:<{wide}}  ")
        line.append(f"[{reason.cite}]", style="cyan")
        if rule is not None:
            line.append(f" {rule.title}", style="dim")
        if reason.sure:
            line.append(f" ({reason.sure})", style="yellow")
        console.print(line)
        for name in (name for name, end in ends.items() if end == n):
            values = [each.amount for each in reasons if each.value and each.sum == name]
            if len(values) > 1:
                whole = printed(sum(values, Fraction(0)))
                console.print(Text(f"  {whole:>4}  {f'{name} in all'.strip()}", style="bold"))


def _thrown(roll: str, times: int) -> str:
    """What is thrown or drawn, for a kind of roll that is made some times.

    >>> _thrown("2d6", 1), _thrown("1d6", 1), _thrown("battle", 3), _thrown("draw", 1)
    ('2 dice (2d6)', '1 die (1d6)', '3 dice (battle)', 'a draw')
    """
    if roll == "draw":
        return "a draw"
    count, _, faces = roll.partition("d")
    dice = times * int(count) if count.isdecimal() and faces.isdecimal() else times
    return f"1 die ({roll})" if dice == 1 else f"{dice} dice ({roll})"


def print_odds(
    game: Game[Any, Any],
    view: Any,
    options: Sequence[Action],
    text: str,
    lang: str,
    *,
    everything: bool = False,
) -> None:
    """Exact chances of what a choice leads to."""
    from grognard.odds import odds

    view, action = ahead(game, view, options, text)
    table = odds(game, view, action, measure=lambda end: game.effect(view, end, lang))
    print_chances(game, view, action, table, everything=everything)


def print_chances(
    game: Game[Any, Any], view: Any, action: Action, table: OddsTable, *, everything: bool = False
) -> None:
    """An odds table; where nothing is left to chance, what to ask instead."""
    if len(table.rows) > 1 or game.explain(view, action).roll:
        print_table(table, everything=everything)
        return
    place, stage = following(game, view, action)
    first = game.say(game.options(place)[0]) if place is not None else ""
    if stage:
        heading(f"  {table.action}: no dice before the next choice")
        line = f"{table.action} {first.partition(' ')[2] or first}"
        console.print(f"  Name that choice on the same line, for example: {line}", style="dim")
        return
    heading(f"  {table.action}: nothing is rolled for this choice alone")
    hint = "If it is part of an attack or a move in which dice fall, ask for the choice that opened that"
    if first:
        hint = f"What is chosen next may follow on the same line, for example: …; {first}"
    console.print(f"  {hint}", style="dim")


def print_table(table: OddsTable, *, everything: bool = False) -> None:
    """An odds table with bars; results that hardly happen share a line, unless ``everything`` is shown."""
    heading(f"  {table.action}" + ("" if table.exact else f"  (sampled, {table.states:,} games)"))
    rows = table.rows if everything else _folded(table.rows)
    wide = max((len(str(row.result)) for row in rows), default=0)
    for row in rows:
        share = float(row.probability)
        line = Text(f"  {share:>7.2%}  ")
        line.append(f"{'█' * round(share * BAR):<{BAR}}", style="green")
        line.append(f"  {row.result!s:<{wide}}")
        if table.exact and row.probability.denominator < 10**7:
            line.append(f"  {row.probability}", style="dim")
        elif row.low is not None and row.high is not None:
            line.append(f"  {row.low:.1%} – {row.high:.1%}", style="dim")
        line.rstrip()
        console.print(line)
    for assumption in table.assumptions:
        console.print(Text(f"  assuming {assumption}", style="dim"))
    if table.note:
        console.print(Text(f"  {table.note}", style="dim"))
    by_rule: dict[str, list[Reason]] = {}
    for reason in table.unsure:
        by_rule.setdefault(reason.cite, []).append(reason)
    for reason, *others in by_rule.values():
        more = f", and {len(others)} more by this rule" if others else ""
        console.print(Text(f"  not from a source: {reason}{more}", style="yellow"))


def _folded(rows: Sequence[OddsRow]) -> list[OddsRow]:
    """The rows of a table, likeliest first, the rare ones at its end in one."""
    from grognard.odds import OddsRow

    kept = max(FEW, sum(row.probability >= RARE for row in rows))
    rare = rows[kept:]
    if len(rare) < 3:
        return list(rows)
    together = sum((row.probability for row in rare), Fraction(0))
    return [*rows[:kept], OddsRow(f"… {len(rare)} more together (--all lists them)", together)]


class Sighting(Protocol):
    """What a system's ``sight(view, a, b, kind, lang)`` returns."""

    @property
    def a(self) -> str:
        """The hex that looks."""
        ...

    @property
    def b(self) -> str:
        """The hex looked at."""
        ...

    @property
    def kind(self) -> str:
        """The kind of unit that looks."""
        ...

    @property
    def range(self) -> int:
        """How far it is."""
        ...

    @property
    def clear(self) -> bool:
        """Whether it sees."""
        ...

    @property
    def hexes(self) -> tuple[str, ...]:
        """What the line meets, in order."""
        ...

    @property
    def blocking(self) -> tuple[str, ...]:
        """Those that block."""
        ...

    @property
    def proof(self) -> tuple[str, ...]:
        """The verdict, then a line for each hex, its rule in brackets."""
        ...


def sight_of(game: Game[Any, Any], view: Any, words: Sequence[str], kind: str | None, lang: str) -> Sighting:
    """Who sees whom, asked of the system's optional method ``sight``; raises ``GrognardError``."""
    answer: Sighting = _asked(game, "sight", view, words, kind, lang)
    return answer


def sight_scene(game: Game[Any, Any], view: Any, words: Sequence[str], kind: str | None, lang: str) -> Scene:
    """The same on the map, by the system's optional method ``sight_scene``."""
    scene: Scene = _asked(game, "sight_scene", view, words, kind, lang)
    return scene


def _asked(
    game: Game[Any, Any], method: str, view: Any, words: Sequence[str], kind: str | None, lang: str
) -> Any:
    ask = getattr(game, method, None)
    if ask is None:
        raise GrognardError(f"system {game.system!r} answers no questions about lines of sight")
    given = {} if kind is None else {"kind": game.canonical(kind)}
    return ask(view, words[0], words[1], lang=lang, **given)


def print_sight(sight: Sighting) -> None:
    """A line of sight, proved hex by hex."""
    verdict, *proof = sight.proof or (f"{sight.a} to {sight.b}",)
    heading(f"  {verdict}")
    for line in proof:
        words, bracket, rule = line.partition(" [")
        console.print(Text(f"    {words}") + Text(bracket + rule, style="cyan"))
