"""The sequence of play: steps in TOML, loaded into a directed graph, checked, walked and drawn.

A step falls through to the line below; ``next`` names only the exceptions, in the order they are asked::

    [[step]]
    id = "2.1"
    name = { en = "Fire", zh = "射击" }
    side = "attacker"
    phase = "fire"
    may_stop = true
    next = [{ to = "4.1", when = "nobody_left" }]     # otherwise on to the line below

    [[step]]
    id = "2.2"
    name = { en = "Clean up" }
    next = [{ to = "1.1" }]                           # always

``when`` is the name of a guard, a function of the system. The last way out of a step is never guarded, every
cycle holds a step where a player may stop, and every step can be reached from the first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import networkx as nx

from grognard.datafile import convert, shown
from grognard.errors import RulesetError
from grognard.spelling import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping
    from pathlib import Path

__all__ = ["Phase", "Sequence", "Step", "Way", "entries", "problems"]

_OTHERWISE = ""


class Way(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way out of a step: to another step, always or when a guard holds."""

    to: str
    when: str = _OTHERWISE


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the sequence of play.

    ``side`` is who acts, in the system's words (``attacker``, ``both``); ``may_stop`` says that a player
    decides here when to go on, so that a cycle through this step ends.
    """

    id: str
    name: dict[str, str]
    side: str = ""
    phase: str = ""
    cite: str | tuple[str, ...] = ()
    may_stop: bool = False
    next: tuple[Way, ...] = ()

    @property
    def cites(self) -> tuple[str, ...]:
        """The rules this step rests on."""
        return (self.cite,) if isinstance(self.cite, str) else self.cite


class Phase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The heading over a run of steps."""

    id: str
    name: dict[str, str]
    cite: str | tuple[str, ...] = ()


class Sequence:
    """A checked sequence of play.

    >>> play = Sequence.parse({"step": [
    ...     {"id": "1", "name": {"en": "Move"}, "may_stop": True, "next": [{"to": "1", "when": "again"}]},
    ...     {"id": "2", "name": {"en": "Fire"}, "next": [{"to": "1"}]},
    ... ]})
    >>> play.first, play.follow("1", lambda guard: False), play.follow("1", lambda guard: True)
    ('1', '2', '1')
    >>> play
    <Sequence of 2 steps from '1'>
    >>> print(play.card())
     1  Move
          again → 1
     2  Fire
          → 1

    ``graph`` is a networkx ``DiGraph``: nodes carry ``step``; an edge carries ``when``, the guards that lead
    along it in the order they are asked, ``""`` standing for "otherwise".

    Raises:
        RulesetError: names everything that is wrong, not only the first thing.
    """

    def __init__(
        self,
        steps: Iterable[Step],
        *,
        phases: Iterable[Phase] = (),
        guards: Collection[str] | None = None,
        file: Path | str = "",
    ) -> None:
        self.steps = tuple(steps)
        self.phases: Mapping[str, Phase] = {phase.id: phase for phase in phases}
        self._file = shown(file) if file else ""
        if wrong := problems(self.steps, phases=self.phases, guards=guards):
            raise RulesetError("; ".join(wrong), file=self._file)
        self._by_id = {step.id: step for step in self.steps}
        self._ways = _ways(self.steps)
        self.graph: nx.DiGraph[str] = _graph(self.steps, self._ways)
        # Compiled so that a step without guards costs one look-up.
        self._plain = {step: ways[0].to for step, ways in self._ways.items() if not ways[0].when}
        self._guarded = {
            step: (tuple((way.when, way.to) for way in ways[:-1]), ways[-1].to)
            for step, ways in self._ways.items()
            if ways[0].when
        }

    @classmethod
    def parse(
        cls, document: Mapping[str, Any], *, guards: Collection[str] | None = None, file: Path | str = ""
    ) -> Sequence:
        """A sequence from a TOML document with ``[[step]]`` and, where phases have names, ``[[phase]]``."""
        steps, phases, wrong = entries(document, file=file)
        if wrong:
            raise wrong[0]
        return cls(steps, phases=phases, guards=guards, file=file)

    def __repr__(self) -> str:
        return f"<Sequence of {len(self.steps)} steps from {self.first!r}>"

    @property
    def first(self) -> str:
        """Where play begins."""
        return self.steps[0].id

    @property
    def guards(self) -> frozenset[str]:
        """Every guard some step asks."""
        return frozenset(way.when for ways in self._ways.values() for way in ways if way.when)

    def step(self, step_id: str) -> Step:
        """The step of that id.

        Raises:
            RulesetError: there is no such step.
        """
        try:
            return self._by_id[step_id]
        except KeyError:
            hint = did_you_mean(step_id, self._by_id)
            raise RulesetError(f"no step {step_id!r}{hint}", file=self._file) from None

    def follow(self, step_id: str, guard: Callable[[str], bool]) -> str:
        """The step after ``step_id``; ``guard`` answers for a guard's name, asked only as far as needed."""
        following = self._plain.get(step_id)
        if following is not None:
            return following
        ways, otherwise = self._guarded.get(step_id) or ((), self.step(step_id).id)
        for when, to in ways:
            if guard(when):
                return to
        return otherwise

    def ways(self, step_id: str) -> tuple[Way, ...]:
        """Every way out of a step in the order asked, the fall-through included."""
        return self._ways[self.step(step_id).id]

    def select(self, *, phase: str = "", side: str = "") -> tuple[Step, ...]:
        """The steps of one phase, of one side, or both.

        Raises:
            RulesetError: no step has such a phase or side.
        """
        for asked, known, what in (
            (phase, {step.phase for step in self.steps} - {""}, "phase"),
            (side, {step.side for step in self.steps} - {""}, "side"),
        ):
            if asked and asked not in known:
                raise RulesetError(
                    f"no step has the {what} {asked!r}{did_you_mean(asked, known)}", file=self._file
                )
        return tuple(step for step in self.steps if phase in ("", step.phase) and side in ("", step.side))

    def card(self, *, lang: str = "en", phase: str = "", side: str = "") -> str:
        """The sequence as the card beside the board: steps under their phases, jumps under their steps."""
        steps = self.select(phase=phase, side=side)
        width = max((len(step.id) for step in steps), default=0)
        lines: list[str] = []
        heading = ""
        for step in steps:
            if step.phase != heading:
                heading = step.phase
                lines.append(self._phase_name(heading, lang))
            actor = f" ({step.side})" if step.side else ""
            cites = f" [{', '.join(step.cites)}]" if step.cites else ""
            lines.append(f" {step.id:<{width}}  {_said(step.name, lang)}{actor}{cites}")
            lines += [" " * (width + 5) + f"{way.when} → {way.to}".strip() for way in step.next]
        return "\n".join(lines)

    def mermaid(self, *, lang: str = "en", phase: str = "", side: str = "") -> str:
        """The sequence as a Mermaid flowchart; steps where a player may stop are round."""
        steps = self.select(phase=phase, side=side)
        names = {step.id: f"s{number}" for number, step in enumerate(steps)}
        lines = ["flowchart TD"]
        for step in steps:
            label = f"{step.id} {_said(step.name, lang)}".replace('"', "#quot;")
            shape = f'(["{label}"])' if step.may_stop else f'["{label}"]'
            lines.append(f"    {names[step.id]}{shape}")
        for here, to, label in self._edges(names):
            arrow = f'-->|"{label}"|' if label else "-->"
            lines.append(f"    {names[here]} {arrow} {names[to]}")
        return "\n".join(lines)

    def dot(self, *, lang: str = "en", phase: str = "", side: str = "") -> str:
        """The sequence in Graphviz' DOT language; steps where a player may stop are round."""
        steps = self.select(phase=phase, side=side)
        lines = ["digraph sequence {", "    node [shape=box];"]
        for step in steps:
            shape = ", shape=ellipse" if step.may_stop else ""
            lines.append(
                f"    {_quoted(step.id)} [label={_quoted(f'{step.id} {_said(step.name, lang)}')}{shape}];"
            )
        for here, to, label in self._edges({step.id for step in steps}):
            tail = f" [label={_quoted(label)}]" if label else ""
            lines.append(f"    {_quoted(here)} -> {_quoted(to)}{tail};")
        return "\n".join([*lines, "}"])

    def _edges(self, among: Collection[str]) -> Iterable[tuple[str, str, str]]:
        """Edges between the given steps with the label to draw."""
        for here, to, when in self.graph.edges(data="when", default=("",)):
            if here in among and to in among:
                words = [guard or "otherwise" for guard in when]
                yield here, to, "" if words == ["otherwise"] else " / ".join(words)

    def _phase_name(self, phase: str, lang: str) -> str:
        return _said(self.phases[phase].name, lang) if phase in self.phases else phase


def entries(
    document: Mapping[str, Any], *, file: Path | str = ""
) -> tuple[list[Step], list[Phase], list[RulesetError]]:
    """The steps and phases of a document that can be read, and an error for each that cannot."""
    where = shown(file) if file else ""
    steps: list[Step] = []
    phases: list[Phase] = []
    wrong: list[RulesetError] = []
    if not isinstance(document.get("step"), list) or not document["step"]:
        hint = did_you_mean("step", document)
        wrong.append(RulesetError(f"must hold [[step]] tables{hint}", file=where))
        return steps, phases, wrong
    for section, kind, found in (("step", Step, steps), ("phase", Phase, phases)):
        for number, row in enumerate(document.get(section, ()), start=1):
            known = row.get("id") if isinstance(row, dict) else None
            entry = f"{section} {known!r}" if isinstance(known, str) else f"{section} number {number}"
            try:
                found.append(convert(row, kind, file=file, entry=entry))  # type: ignore[arg-type]  # kind and list are paired
            except RulesetError as error:
                wrong.append(error)
    return steps, phases, wrong


def problems(
    steps: tuple[Step, ...], *, phases: Collection[str] = (), guards: Collection[str] | None = None
) -> list[str]:
    """Everything that is wrong with a sequence, one sentence each.

    ``guards`` are the names the system implements; None leaves them unchecked.

    >>> move = Step("1", {"en": "Move"}, next=(Way("3", "done"), Way("1")), may_stop=True)
    >>> for problem in problems((move,), guards=["dome"]):
    ...     print(problem)
    step '1' leads to an unknown step '3' (known: '1')
    step '1': guard 'done' is not implemented (did you mean 'dome'?)
    """
    if not steps:
        return ["a sequence needs at least one step"]
    known = {step.id for step in steps}
    wrong = [f"step {step.id!r} is given twice" for step in _repeated(steps)]
    for position, step in enumerate(steps):
        wrong += _broken_ways(step, known, last=position == len(steps) - 1)
        if not step.name.get("en"):
            wrong.append(f"step {step.id!r}: name.en is missing")
        if guards is not None:
            wrong += [
                f"step {step.id!r}: guard {way.when!r} is not implemented{did_you_mean(way.when, guards)}"
                for way in step.next
                if way.when and way.when not in guards
            ]
        if phases and step.phase and step.phase not in phases:
            wrong.append(f"step {step.id!r}: unknown phase {step.phase!r}{did_you_mean(step.phase, phases)}")
    return [*wrong, *_broken_graph(steps)]


def _repeated(steps: tuple[Step, ...]) -> Iterable[Step]:
    seen: set[str] = set()
    for step in steps:
        if step.id in seen:
            yield step
        seen.add(step.id)


def _broken_ways(step: Step, known: Collection[str], *, last: bool) -> Iterable[str]:
    for way in step.next:
        if way.to not in known:
            yield f"step {step.id!r} leads to an unknown step {way.to!r}{did_you_mean(way.to, known)}"
    open_ways = [place for place, way in enumerate(step.next) if not way.when]
    if open_ways and open_ways[0] < len(step.next) - 1:
        to = step.next[open_ways[0]].to
        yield f"step {step.id!r}: nothing after its unguarded way to {to!r} is ever taken"
    if last and not open_ways:
        yield f"step {step.id!r} is the last line: its last way must be unguarded (a way without when)"


def _broken_graph(steps: tuple[Step, ...]) -> Iterable[str]:
    """Steps never reached, and cycles in which nobody may stop."""
    graph = _graph(steps, _ways(steps))
    reached = {steps[0].id} | nx.descendants(graph, steps[0].id)
    for step in steps:
        if step.id not in reached:
            yield f"step {step.id!r} cannot be reached from {steps[0].id!r}"
    # Every cycle in which nobody may stop is reported once, from its earliest step.
    endless = _part(graph, [step.id for step in steps if not step.may_stop])
    components = list(nx.strongly_connected_components(endless))
    for start in endless:
        component = next(each for each in components if start in each)
        part = _part(endless, [step for step in endless if step in component])
        if start == next(iter(part)) and part.size():
            cycle = [here for here, _ in nx.find_cycle(part, start)]
            yield f"the cycle {' → '.join([*cycle, cycle[0]])} has no step with may_stop = true"


def _part(graph: nx.DiGraph[str], among: list[str]) -> nx.DiGraph[str]:
    """The graph between some steps, in their order; networkx's own subgraphs come in the order of a set."""
    part: nx.DiGraph[str] = nx.DiGraph()
    part.add_nodes_from(among)
    part.add_edges_from((here, to) for here in among for to in graph[here] if to in part)
    return part


def _ways(steps: tuple[Step, ...]) -> dict[str, tuple[Way, ...]]:
    """Every way out of every step, the fall-through to the next line included."""
    ways: dict[str, tuple[Way, ...]] = {}
    for place, step in enumerate(steps):
        falls_through = not any(not way.when for way in step.next) and place + 1 < len(steps)
        ways[step.id] = (*step.next, Way(steps[place + 1].id)) if falls_through else step.next
    return ways


def _graph(steps: tuple[Step, ...], ways: Mapping[str, tuple[Way, ...]]) -> nx.DiGraph[str]:
    graph: nx.DiGraph[str] = nx.DiGraph()
    for step in steps:
        graph.add_node(step.id, step=step)
    for here, out in ways.items():
        for way in out:
            if way.to in ways:
                asked = graph.edges[here, way.to]["when"] if graph.has_edge(here, way.to) else ()
                graph.add_edge(here, way.to, when=(*asked, way.when))
    return graph


def _said(name: Mapping[str, str], lang: str) -> str:
    return name.get(lang) or name["en"]


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
