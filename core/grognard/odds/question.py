"""One question: the rules run from branching to branching, decisions answered on the way."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from math import lcm
from typing import Any

from grognard.game import Game
from grognard.odds.tree import Node, difference
from grognard.odds.walk import Branch, EnumeratingDice, Walking
from grognard.play import Action, Decision, Play, Resolution
from grognard.reasons import Reason

__all__ = ["Policy", "Question", "TooMany"]

Answer = Action | Sequence[tuple[Action, int]] | None
Policy = Callable[[Play[Any, Any], Decision[Any, Any, Any]], Answer]
"""Answers a decision met on the way: an action, actions with weights, or ``None`` to cut the table there."""

_Beyond = tuple[Any, int, int]
"""A position beyond a branching and its chance, as numerator and denominator."""


class TooMany(Exception):
    """The limit of states is reached."""


class Question:
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
            raise TooMany

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

    def settle(self, node: Node) -> Iterator[_Beyond]:
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

    def _decided(self, node: Node, decision: Decision[Any, Any, Any]) -> Iterator[_Beyond] | None:
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

    def _happened(self, node: Node, frame: Resolution[Any, Any]) -> Iterator[_Beyond] | None:
        """The positions beyond a resolution; ``None`` if nothing was rolled: the node goes on."""
        trial = node.position.copy()
        try:
            self._run(frame, trial, ())
        except Branch as branch:
            return self._rolled(node.position, frame, branch)
        node.position = trial
        return None

    def _rolled(self, position: Any, frame: Resolution[Any, Any], branch: Branch) -> Iterator[_Beyond]:
        """A resolution run once for every outcome of its first roll, and of those that follow from it."""
        stack = self._outcomes(branch, (), 1, 1)
        while stack:
            script, num, den = stack.pop()
            trial = position.copy()
            try:
                self._run(frame, trial, script)
            except Branch as further:
                stack += self._outcomes(further, script, num, den)
                continue
            self._spend()
            yield trial, num, den

    def _run(self, frame: Resolution[Any, Any], trial: Any, script: tuple[Any, ...]) -> None:
        trial.agenda.pop()
        walk = EnumeratingDice(script)
        frame.happen(Walking(trial, self.game.rules, walk, self.unsure, self.assumptions))

    def _outcomes(
        self, branch: Branch, script: tuple[Any, ...], num: int, den: int
    ) -> list[tuple[tuple[Any, ...], int, int]]:
        """The scripts that go on from a script, with num and den, the first outcome last."""
        if self.states + len(branch.outcomes) > self.limit:
            raise TooMany
        return [((*script, o), num * w, den * branch.total) for o, w in reversed(branch.outcomes)]

    def layers(self, first: Any) -> list[list[Node]]:
        """All nodes, layer by layer; equal positions of a layer are one node."""
        start = Node(first)
        layers = [[start]]
        while layers[-1]:
            merged: dict[Hashable, Node] = {}
            for node in layers[-1]:
                weights: dict[int, list[tuple[Node, int]]] = {}
                for position, num, den in self.settle(node):
                    key = difference(self.root, position)
                    child = merged.get(key)
                    if child is None:
                        child = merged[key] = Node(position)
                    weights.setdefault(den, []).append((child, num))
                if weights:
                    node.total = lcm(*weights)
                    for den, children in weights.items():
                        node.children += [(child, num * (node.total // den)) for child, num in children]
            layers.append(list(merged.values()))
        return layers[:-1]
