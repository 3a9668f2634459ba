"""Asking: exactly, or by sampling where a question grows beyond its limit."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, Literal, TypeVar

from grognard.dice import SeededDice
from grognard.errors import OddsError
from grognard.game import Game
from grognard.odds.question import Policy, Question, TooMany
from grognard.odds.table import OddsRow, OddsTable, wilson
from grognard.odds.tree import digraph, play_best, reached
from grognard.odds.walk import Noting
from grognard.play import Action, Decision, Play, Position, Rules

__all__ = ["odds"]

P = TypeVar("P", bound=Position)
R = TypeVar("R", bound=Rules)

SAMPLES = 10_000


def odds(
    game: Game[P, R],
    view: P,
    action: Action,
    *,
    assume: Mapping[type[Decision[Any, Any, Any]], Policy] | None = None,
    choose: Literal["assumed", "uniform", "best"] = "assumed",
    measure: Callable[[P], Hashable] | None = None,
    limit: int = 20_000,
    samples: int = SAMPLES,
    seed: int = 0,
    tree: bool = False,
) -> OddsTable:
    """Exact distribution of what ``action`` leads to from ``view``.

    Decisions on the way are answered by ``assume`` (decision class → policy), else by the decision's own
    assumption, or all ``uniform``ly, or by ``best`` play of both sides judged by ``game.value``; a decision
    without an answer cuts the table. ``measure`` folds end positions to what is reported (default:
    ``game.effect``). ``limit`` counts positions; beyond it ``samples`` games are sampled instead and the
    table is marked, or :class:`~grognard.errors.OddsError` is raised when ``samples`` is 0.
    """
    floor = len(view.agenda) - 1
    first = view.copy()
    game.take(Play(first, game.rules), action)
    fold: Callable[[P], Hashable] = measure or (lambda end: game.effect(view, end))
    question = Question(game, view, floor, assume or {}, choose, limit)
    try:
        with _uncollected():
            return _exact(question, first, fold, game.say(action), tree=tree)
    except TooMany:
        refusal = f"more than {limit:,} positions"
        if not samples or choose == "best":
            raise OddsError(
                f"{game.say(action)}: no exact odds, {refusal}; raise the limit or sample"
            ) from None
        return _sampled(question, first, fold, game.say(action), f"{refusal}: sampled instead", samples, seed)


def _exact(
    question: Question, first: Any, fold: Callable[[Any], Hashable], said: str, *, tree: bool
) -> OddsTable:
    """All that can come of a position, every outcome of every roll."""
    layers = question.layers(first)
    if question.choose == "best":
        play_best(question.game, layers)
    rows = sorted(reached(layers, fold).items(), key=lambda row: (-row[1], str(row[0])))
    return OddsTable(
        said,
        tuple(OddsRow(result, share) for result, share in rows),
        tuple(question.assumptions),
        states=question.states,
        unsure=tuple(question.unsure),
        tree=digraph(layers) if tree else None,
    )


def _sampled(
    question: Question,
    first: Any,
    fold: Callable[[Any], Hashable],
    said: str,
    note: str,
    samples: int,
    seed: int,
) -> OddsTable:
    """The same question answered by playing it ``samples`` times."""
    game = question.game
    results: Counter[Hashable] = Counter()
    for i in range(samples):
        dice = SeededDice(f"{seed}/{i}")
        position = first.copy()
        play = Noting(position, game.rules, dice, question.unsure, question.assumptions)
        while decision := game.advance(play, floor=question.floor)[0]:
            answers = question.answers(play, decision)
            if not answers:
                break
            bag = {str(n): weight for n, (_, weight) in enumerate(answers)}
            game.take(play, answers[int(dice.draw(bag, "answer"))][0])
        results[fold(position)] += 1
    rows = [
        OddsRow(result, Fraction(count, samples), *wilson(count, samples))
        for result, count in sorted(results.items(), key=lambda item: (-item[1], str(item[0])))
    ]
    return OddsTable(
        said,
        tuple(rows),
        tuple(question.assumptions),
        exact=False,
        states=samples,
        note=note,
        unsure=tuple(question.unsure),
    )


@contextmanager
def _uncollected() -> Iterator[None]:
    """Without the collector of cycles: thousands of positions are made and kept, none refers to itself."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
