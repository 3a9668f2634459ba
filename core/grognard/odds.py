"""Exact odds: what an action leads to, and how likely each result is.

The rules themselves are run, once for every outcome of every roll: no calculator has rules of its own.
A question runs until the frames the action pushed are gone, or until a decision that nobody answers.
Equal positions are merged after each roll, judged by what differs from the position asked about, so that
bystanders cost nothing. Weights are integers inside and :class:`~fractions.Fraction` outside.

When a question grows beyond its limit it is answered by sampling instead, and the table says so.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import lru_cache
from itertools import chain, compress, product
from math import lcm, sqrt
from operator import is_, is_not
from typing import Any, Literal, TypeVar, cast

import msgspec
import networkx as nx

from grognard.dice import Dice, Die, Face, SeededDice, pool_distribution
from grognard.errors import OddsError
from grognard.game import Game
from grognard.play import Action, Decision, Play, Position, Resolution, Rules, Side
from grognard.reasons import Reason

__all__ = ["OddsRow", "OddsTable", "Policy", "odds", "wilson"]

P = TypeVar("P", bound=Position)
R = TypeVar("R", bound=Rules)
S = TypeVar("S")

Answer = Action | Sequence[tuple[Action, int]] | None
Policy = Callable[[Play[Any, Any], Decision[Any, Any, Any]], Answer]
"""Answers a decision met on the way: an action, actions with weights, or ``None`` to cut the table there."""

_Beyond = tuple[Any, int, int]
"""A position beyond a branching and its chance, as numerator and denominator."""

SAMPLES = 10_000
SURE = 1.959963984540054  # the normal quantile of a 95 % interval


class OddsRow(msgspec.Struct, frozen=True):
    """One result and its probability; ``low`` and ``high`` bound a sampled one (95 %)."""

    result: Hashable
    probability: Fraction
    low: float | None = None
    high: float | None = None


class OddsTable(msgspec.Struct, frozen=True):
    """The answer to a question about odds.

    ``assumptions`` says how decisions on the way were answered and where the table was cut; ``unsure`` lists
    the reconstructed figures that went in. ``states`` counts positions examined, or games sampled.
    """

    action: str
    rows: tuple[OddsRow, ...]
    assumptions: tuple[str, ...] = ()
    exact: bool = True
    states: int = 0
    note: str = ""
    unsure: tuple[Reason, ...] = ()
    tree: Any = None

    def probability(self, result: Hashable) -> Fraction:
        """Probability of one result; 0 for a result that cannot happen."""
        return next((row.probability for row in self.rows if row.result == result), Fraction(0))

    def expect(self, worth: Callable[[Any], Fraction | int]) -> Fraction:
        """Expected worth over all results."""
        return sum((row.probability * worth(row.result) for row in self.rows), Fraction(0))

    def to_digraph(self) -> nx.DiGraph[int]:
        """The tree behind an exact table; ask for it with ``tree=True``.

        Nodes carry ``kind`` (roll, choice, end, cut), ``label`` and ``probability``; edges carry the
        conditional ``probability``. Merged positions have several parents.
        """
        if self.tree is None:
            raise OddsError("no tree was kept: ask for it with tree=True (sampled tables have none)")
        graph: nx.DiGraph[int] = self.tree
        return graph

    def __str__(self) -> str:
        lines = [f"{self.action}" + ("" if self.exact else f"  (sampled, {self.states} games)")]
        for row in self.rows:
            bounds = "" if row.low is None or row.high is None else f"  [{row.low:.1%}, {row.high:.1%}]"
            exactly = f"  ({row.probability})" if self.exact and row.probability.denominator < 10**6 else ""
            lines.append(f"  {float(row.probability):7.2%}  {row.result}{exactly}{bounds}")
        lines += [f"  assuming {text}" for text in self.assumptions]
        lines += [f"  note: {self.note}"] if self.note else []
        return "\n".join(lines)


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Wilson score interval (95 %) of a share.

    >>> tuple(round(bound, 3) for bound in wilson(8, 10))
    (0.49, 0.943)
    """
    if not trials:
        return 0.0, 1.0
    share = successes / trials
    middle = share + SURE**2 / (2 * trials)
    half = SURE * sqrt(share * (1 - share) / trials + SURE**2 / (4 * trials**2))
    scale = 1 + SURE**2 / trials
    low, high = (middle - half) / scale, (middle + half) / scale
    return max(0.0, min(low, share)), min(1.0, max(high, share))  # rounding must not shut the share out


class _Branch(Exception):
    """The rules want an outcome that the script does not hold: here are all of them, with weights."""

    def __init__(self, outcomes: Sequence[tuple[Any, int]], total: int) -> None:
        self.outcomes, self.total = outcomes, total


class _Walk:
    """Dice that replay a script of outcomes and branch at its end."""

    __slots__ = ("_next", "_script")

    def __init__(self, script: tuple[Any, ...]) -> None:
        self._script, self._next = script, 0

    def _scripted(self) -> Any:
        if self._next == len(self._script):
            return None
        self._next += 1
        return self._script[self._next - 1]

    def throw(self, die: Die, n: int, why: str) -> tuple[Face, ...]:
        """Scripted faces, or a branch over all of them."""
        outcome = self._scripted()
        if outcome is None:
            raise _Branch(_throws(die, n), len(die.faces) ** n)
        return tuple(outcome)

    def count(self, die: Die, n: int, groups: tuple[str, ...], why: str) -> tuple[int, ...]:
        """Scripted counts, or a branch over the distinct ones."""
        outcome = self._scripted()
        if outcome is None:
            raise _Branch(_counts(die, n, groups), len(die.faces) ** n)
        return tuple(outcome)

    def fold(self, die: Die, n: int, start: S, step: Callable[[S, Face], S]) -> S:
        """What scripted dice came to, or a branch over all they may come to."""
        outcome = self._scripted()
        if outcome is None:
            raise _Branch(_folds(die, n, start, step), len(die.faces) ** n)
        (end,) = outcome
        return cast("S", end)

    def draw(self, bag: Mapping[str, int], why: str) -> str:
        """A scripted item, or a branch over the items of the bag."""
        outcome = self._scripted()
        if outcome is None:
            raise _Branch(sorted(bag.items()), sum(bag.values()))
        return str(outcome)


@lru_cache(maxsize=256)
def _throws(die: Die, n: int) -> tuple[tuple[tuple[Face, ...], int], ...]:
    faces = sorted(Counter(die.faces).items(), key=lambda item: str(item[0]))
    throws = []
    for combination in product(faces, repeat=n):
        weight = 1
        for _, copies in combination:
            weight *= copies
        throws.append((tuple(face for face, _ in combination), weight))
    return tuple(throws)


@lru_cache(maxsize=1024)
def _folds(die: Die, n: int, start: Any, step: Callable[[Any, Face], Any]) -> tuple[tuple[Any, int], ...]:
    """What ``n`` dice may come to, each in a tuple of its own, and how many throws come to it."""
    ways: dict[Any, int] = {start: 1}
    for _ in range(n):
        further: dict[Any, int] = {}
        for state, weight in ways.items():
            for face in die.faces:
                then = step(state, face)
                further[then] = further.get(then, 0) + weight
        ways = further
    return tuple(((end,), weight) for end, weight in ways.items())


@lru_cache(maxsize=1024)
def _counts(die: Die, n: int, groups: tuple[str, ...]) -> tuple[tuple[tuple[int, ...], int], ...]:
    return tuple(pool_distribution(die, n, groups).items())


class _Share:
    """A probability, ``num / den``, that grows as it comes in."""

    __slots__ = ("den", "num")

    def __init__(self) -> None:
        self.num, self.den = 0, 1

    def receive(self, num: int, den: int) -> None:
        """Add probability ``num / den``."""
        if not self.num:
            self.num, self.den = num, den
        elif self.den == den:
            self.num += num
        else:
            common = lcm(self.den, den)
            self.num = self.num * (common // self.den) + num * (common // den)
            self.den = common


class _Node(_Share):
    """A position on the way; ``children`` carry weights out of ``total``."""

    __slots__ = ("children", "kind", "label", "position", "side", "total", "values")

    def __init__(self, position: Any) -> None:
        super().__init__()
        self.position = position
        self.kind: Literal["roll", "choice", "end", "cut"] = "roll"
        self.label: Hashable = ""
        self.side = ""
        self.children: list[tuple[_Node, int]] = []
        self.total = 1
        self.values: dict[Side, float] = {}


def _difference(root: Any, position: Any) -> Hashable:
    """What differs from ``root``: untouched containers cost one comparison by identity."""
    parts: list[Hashable] = []
    for name in root.__struct_fields__:
        before, now = getattr(root, name), getattr(position, name)
        if now is before or now == before:
            parts.append(None)
        elif isinstance(now, dict):
            parts.append(_changes(before, now))
        elif isinstance(now, list):
            parts.append(tuple(now))
        elif isinstance(now, set):
            parts.append(frozenset(now))
        else:
            parts.append(now)
    return tuple(parts)


def _changes(before: dict[Any, Any], now: dict[Any, Any]) -> Hashable:
    """The entries of a dict that are other or new, and the keys that are gone if any are."""
    if len(now) == len(before) and all(map(is_, before, now)):  # no key came or went: the quick way
        return frozenset(compress(now.items(), map(is_not, now.values(), before.values()))), None
    was = before.get
    changed = [(key, value) for key, value in now.items() if was(key) is not value]
    kept = len(now) - sum([key not in before for key, _ in changed])
    return frozenset(changed), frozenset(before.keys() - now.keys()) if kept < len(before) else None


class _Noting(Play[P, R]):
    """A play that notes the reconstructed figures that go into its rolls."""

    __slots__ = ("unsure",)

    def __init__(self, position: P, rules: R, dice: Dice, unsure: dict[Reason, None]) -> None:
        super().__init__(position, rules, dice)
        self.unsure = unsure

    def announce(self, kind: str, n: int, why: str, reasons: tuple[Reason, ...]) -> None:
        for reason in reasons:
            if reason.sure:
                self.unsure[reason] = None


class _Walking(_Noting[P, R]):
    """A play through every outcome: dice taken in one by one branch over what they come to."""

    __slots__ = ("walk",)

    def __init__(self, position: P, rules: R, walk: _Walk, unsure: dict[Reason, None]) -> None:
        super().__init__(position, rules, walk, unsure)
        self.walk = walk

    def fold(
        self,
        kind: str,
        n: int,
        start: S,
        step: Callable[[S, Face], S],
        *,
        why: str,
        reasons: tuple[Reason, ...] = (),
        seen_by: Side = "",
    ) -> S:
        self.announce(kind, n, why, reasons)
        return self.walk.fold(self._die(kind), n, start, step)


class _TooMany(Exception):
    """The limit of states is reached."""


class _Question:
    """One question: the game, how decisions are answered, and the limit."""

    def __init__(
        self,
        game: Game[Any, Any],
        root: Any,
        floor: int,
        assume: Mapping[type[Decision[Any, Any, Any]], Policy],
        choose: str,
        limit: int,
    ) -> None:
        self.game, self.root, self.floor = game, root, floor
        self.assume, self.choose, self.limit = assume, choose, limit
        self.states = 0
        self.assumptions: dict[str, None] = {}
        self.unsure: dict[Reason, None] = {}

    def _spend(self) -> None:
        self.states += 1
        if self.states > self.limit:
            raise _TooMany

    def answers(self, play: Play[Any, Any], decision: Decision[Any, Any, Any]) -> list[tuple[Action, int]]:
        """Answers to a decision with their weights; none cuts the table (and says so)."""
        options = list(decision.options(play))
        if len(options) == 1 and not decision.always_ask:
            return [(options[0], 1)]
        name = type(decision).__name__
        policy = self._policy(decision)
        if policy is not None:
            given = policy(play, decision)
            self.assumptions[f"{name}: as the caller says"] = None
            if given is None:
                return []
            return [(given, 1)] if isinstance(given, Action) else list(given)
        if self.choose == "uniform":
            self.assumptions[f"{name}: every option alike"] = None
            return [(option, 1) for option in options]
        assumed = decision.assumed(play)
        if assumed is None:
            self.assumptions[f"{name}: left open, cut there"] = None
            return []
        if self.choose == "best":
            self.assumptions[f"{name}: best play"] = None
            return [(option, 1) for option in options]
        self.assumptions[f"{name}: {decision.assumption or 'as the rules suggest'}"] = None
        return [(assumed, 1)]

    def _policy(self, decision: Decision[Any, Any, Any]) -> Policy | None:
        """How the caller answers a decision; ``None`` if that is left to the question."""
        return next((policy for kind, policy in self.assume.items() if isinstance(decision, kind)), None)

    def settle(self, node: _Node) -> Iterator[_Beyond]:
        """Run a node's own position to its next branching; yield the positions beyond."""
        while len(node.position.agenda) > self.floor:
            frame = node.position.agenda[-1]
            self._spend()
            beyond = (
                self._decided(node, frame) if isinstance(frame, Decision) else self._happened(node, frame)
            )
            if beyond is not None:
                node.label = type(frame).__name__
                yield from beyond
                return
        node.kind = "end"

    def _decided(self, node: _Node, decision: Decision[Any, Any, Any]) -> Iterator[_Beyond] | None:
        """The positions beyond a decision; ``None`` if it is made or dropped and the node goes on from there.

        A decision that is left open cuts the node off: there is nothing beyond it.
        """
        position = node.position
        play = Play(position, self.game.rules)
        if decision.moot(play):
            position.agenda.pop()
            return None
        answers = self.answers(play, decision)
        if len(answers) == 1:
            self.game.take(play, answers[0][0])  # choosing never rolls: no copy is needed
            return None
        if not answers:
            node.kind = "cut"
        elif self.choose == "best" and self._policy(decision) is None:
            node.kind, node.side = "choice", decision.side
        return self._answered(position, answers)

    def _answered(self, position: Any, answers: Sequence[tuple[Action, int]]) -> Iterator[_Beyond]:
        den = sum(weight for _, weight in answers)
        for action, weight in answers:
            taken = position.copy()
            self.game.take(Play(taken, self.game.rules), action)
            yield taken, weight, den

    def _happened(self, node: _Node, frame: Resolution[Any, Any]) -> Iterator[_Beyond] | None:
        """The positions beyond a resolution; ``None`` if nothing was rolled: the node goes on."""
        trial = node.position.copy()
        try:
            self._run(frame, trial, ())
        except _Branch as branch:
            return self._rolled(node.position, frame, branch)
        node.position = trial
        return None

    def _rolled(self, position: Any, frame: Resolution[Any, Any], branch: _Branch) -> Iterator[_Beyond]:
        """A resolution run once for every outcome of its first roll, and of those that follow from it."""
        stack = self._outcomes(branch, (), 1, 1)
        while stack:
            script, num, den = stack.pop()
            trial = position.copy()
            try:
                self._run(frame, trial, script)
            except _Branch as further:
                stack += self._outcomes(further, script, num, den)
                continue
            self._spend()
            yield trial, num, den

    def _run(self, frame: Resolution[Any, Any], trial: Any, script: tuple[Any, ...]) -> None:
        trial.agenda.pop()
        frame.happen(_Walking(trial, self.game.rules, _Walk(script), self.unsure))

    def _outcomes(
        self, branch: _Branch, script: tuple[Any, ...], num: int, den: int
    ) -> list[tuple[tuple[Any, ...], int, int]]:
        """The scripts that go on from a script, with num and den, the first outcome last."""
        if self.states + len(branch.outcomes) > self.limit:
            raise _TooMany
        return [((*script, o), num * w, den * branch.total) for o, w in reversed(branch.outcomes)]

    def layers(self, first: Any) -> list[list[_Node]]:
        """All nodes, layer by layer; equal positions of a layer are one node."""
        start = _Node(first)
        layers = [[start]]
        while layers[-1]:
            merged: dict[Hashable, _Node] = {}
            for node in layers[-1]:
                weights: dict[int, list[tuple[_Node, int]]] = {}
                for position, num, den in self.settle(node):
                    key = _difference(self.root, position)
                    child = merged.get(key)
                    if child is None:
                        child = merged[key] = _Node(position)
                    weights.setdefault(den, []).append((child, num))
                if weights:
                    node.total = lcm(*weights)
                    for den, children in weights.items():
                        node.children += [(child, num * (node.total // den)) for child, num in children]
            layers.append(list(merged.values()))
        return layers[:-1]


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


def _play_best(game: Game[Any, Any], layers: list[list[_Node]]) -> None:
    """Backwards: every choice keeps its best child only."""
    for layer in reversed(layers):
        for node in layer:
            if not node.children:
                node.values = {side: game.value(game.view(node.position, side), side) for side in game.sides}
                continue
            if node.kind == "choice":
                node.children = [max(node.children, key=lambda child: child[0].values[node.side])]
                node.total = node.children[0][1]
            node.values = {
                side: sum(child.values[side] * weight for child, weight in node.children) / node.total
                for side in game.sides
            }


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
    question = _Question(game, view, floor, assume or {}, choose, limit)
    try:
        with _uncollected():
            return _exact(question, first, fold, game.say(action), tree=tree)
    except _TooMany:
        refusal = f"more than {limit:,} positions"
        if not samples or choose == "best":
            raise OddsError(
                f"{game.say(action)}: no exact odds, {refusal}; raise the limit or sample"
            ) from None
        return _sampled(question, first, fold, game.say(action), f"{refusal}: sampled instead", samples, seed)


def _exact(
    question: _Question, first: Any, fold: Callable[[Any], Hashable], said: str, *, tree: bool
) -> OddsTable:
    """All that can come of a position, every outcome of every roll."""
    layers = question.layers(first)
    if question.choose == "best":
        _play_best(question.game, layers)
    rows = sorted(_reached(layers, fold).items(), key=lambda row: (-row[1], str(row[0])))
    return OddsTable(
        said,
        tuple(OddsRow(result, share) for result, share in rows),
        tuple(question.assumptions),
        states=question.states,
        unsure=tuple(question.unsure),
        tree=_digraph(layers) if tree else None,
    )


def _reached(layers: list[list[_Node]], fold: Callable[[Any], Hashable]) -> dict[Hashable, Fraction]:
    """Let probability flow from node to node: what comes to the ends, result by result."""
    layers[0][0].receive(1, 1)
    shares: dict[Hashable, _Share] = {}
    for node in chain.from_iterable(layers):
        if not node.num:
            continue
        for child, weight in node.children:
            child.receive(node.num * weight, node.den * node.total)
        if not node.children:
            result = fold(node.position)
            shares.setdefault(result, _Share()).receive(node.num, node.den)
            if node.kind == "end":
                node.label = result
    return {result: Fraction(share.num, share.den) for result, share in shares.items()}


def _digraph(layers: list[list[_Node]]) -> nx.DiGraph[int]:
    graph: nx.DiGraph[int] = nx.DiGraph()
    number = {id(node): i for i, node in enumerate(node for layer in layers for node in layer if node.num)}
    for layer in layers:
        for node in layer:
            if not node.num:
                continue
            graph.add_node(
                number[id(node)],
                kind=node.kind,
                label=str(node.label),
                probability=Fraction(node.num, node.den),
            )
            ways: dict[int, int] = {}  # several outcomes of a roll may come to one position
            for child, weight in node.children:
                ways[number[id(child)]] = ways.get(number[id(child)], 0) + weight
            for child_number, weight in ways.items():
                graph.add_edge(number[id(node)], child_number, probability=Fraction(weight, node.total))
    return graph


def _sampled(
    question: _Question,
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
        play = _Noting(position, game.rules, dice, question.unsure)
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
