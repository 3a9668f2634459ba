"""The positions on the way: what makes two of them one, and how probability flows through them."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from itertools import chain, compress
from math import lcm
from operator import is_, is_not
from typing import Any, Literal

import networkx as nx

from grognard.game import Game
from grognard.play import Side

__all__ = ["Node", "difference", "digraph", "play_best", "reached"]


class Share:
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


class Node(Share):
    """A position on the way; ``children`` carry weights out of ``total``."""

    __slots__ = ("children", "kind", "label", "position", "side", "total", "values")

    def __init__(self, position: Any) -> None:
        super().__init__()
        self.position = position
        self.kind: Literal["roll", "choice", "end", "cut"] = "roll"
        self.label: Hashable = ""
        self.side = ""
        self.children: list[tuple[Node, int]] = []
        self.total = 1
        self.values: dict[Side, float] = {}


def difference(root: Any, position: Any) -> Hashable:
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


def play_best(game: Game[Any, Any], layers: list[list[Node]]) -> None:
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


def reached(layers: list[list[Node]], fold: Callable[[Any], Hashable]) -> dict[Hashable, Fraction]:
    """Let probability flow from node to node: what comes to the ends, result by result."""
    layers[0][0].receive(1, 1)
    shares: dict[Hashable, Share] = {}
    for node in chain.from_iterable(layers):
        if not node.num:
            continue
        for child, weight in node.children:
            child.receive(node.num * weight, node.den * node.total)
        if not node.children:
            result = fold(node.position)
            shares.setdefault(result, Share()).receive(node.num, node.den)
            if node.kind == "end":
                node.label = result
    return {result: Fraction(share.num, share.den) for result, share in shares.items()}


def digraph(layers: list[list[Node]]) -> nx.DiGraph[int]:
    """The nodes that anything comes to, as :meth:`OddsTable.to_digraph` describes them."""
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
