"""What a sequence of play is made of: the rows of ``sequence.toml``, read and checked.

Small games need ``[[step]]`` and, for headings, ``[[phase]]``. The card of a large game has more to say::

    [[part]]                          # a run of steps within a phase
    id = "2.1"
    phase = "fire"
    name = { en = "Start of the phase" }
    per = { en = "each hex" }         # gone through once for each of these

    [[actor]]                         # who acts, by the ``side`` of steps
    id = "both"
    name = { en = "both sides", zh = "双方" }
    covers = ["mover", "other"]       # a step of both is found among the steps of either

    [[guard]]                         # a guard in words, for people who walk the sequence themselves
    id = "quiet"
    text = { en = "Did nobody fire?" }

    [[step]]
    id = "2.2"
    name = { en = "Return fire" }
    text = { en = "The other side fires back as often as it is fired at." }
    side = "other"
    part = "2.1"
    during = ["2.1"]                  # carried out piecemeal while those steps run
    repeats = ["1.1", "1.3"]          # carries out those steps once more
    only = "night"                    # a guard: a game in which it does not hold leaves the step out
    actions = [{ text = { en = "fire back" }, must = true, when = { en = "fired at" }, refs = ["A7"] }]
    exceptions = [{ text = { en = "not while moving" }, refs = ["A7.2"] }]
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import networkx as nx

from grognard.datafile import convert, shown
from grognard.errors import RulesetError
from grognard.spelling import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from pathlib import Path

__all__ = [
    "SECTIONS",
    "Actor",
    "Deed",
    "Entries",
    "Exemption",
    "Part",
    "Phase",
    "Question",
    "Step",
    "Way",
    "entries",
    "graph_of",
    "problems",
    "ways_of",
]

Words = dict[str, str]
"""A text by language; ``en`` is always there where anything is."""


class Way(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way out of a step: to another step, always or when a guard holds.

    ``printed`` is the jump as the rules name it, empty for plain reading order; ``ends_turn`` says that
    taking it ends a turn, so that the sides change roles or a new round begins.
    """

    to: str
    when: str = ""
    printed: str = ""
    ends_turn: bool = False


class Deed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing done in a step: ordered (``must``) or free, by the step's side unless ``who`` says other."""

    text: Words
    must: bool = False
    who: str = ""
    when: Words = {}
    refs: tuple[str, ...] = ()


class Exemption(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A case to which a phase or step does not apply."""

    text: Words
    refs: tuple[str, ...] = ()


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the sequence of play.

    ``side`` is who acts, in the system's words (``attacker``, ``both``); ``may_stop`` says that a player
    decides here when to go on, so that a cycle through this step ends; ``refs`` are paragraphs of a printed
    rulebook, ``cite`` rules of the ruleset.
    """

    id: str
    name: Words
    side: str = ""
    phase: str = ""
    cite: str | tuple[str, ...] = ()
    may_stop: bool = False
    next: tuple[Way, ...] = ()
    text: Words = {}
    part: str = ""
    refs: tuple[str, ...] = ()
    actions: tuple[Deed, ...] = ()
    exceptions: tuple[Exemption, ...] = ()
    during: tuple[str, ...] = ()
    repeats: tuple[str, ...] = ()
    only: str = ""
    note: str = ""

    @property
    def cites(self) -> tuple[str, ...]:
        """The rules this step rests on."""
        return (self.cite,) if isinstance(self.cite, str) else self.cite


class Phase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The heading over a run of steps."""

    id: str
    name: Words
    cite: str | tuple[str, ...] = ()
    text: Words = {}
    exceptions: tuple[Exemption, ...] = ()
    refs: tuple[str, ...] = ()


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A smaller heading within a phase; ``per`` says what its steps are gone through for, one by one."""

    id: str
    phase: str
    name: Words
    per: Words = {}


class Actor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ``side`` of steps in words; ``covers`` names the sides it stands for."""

    id: str
    name: Words
    covers: tuple[str, ...] = ()


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guard in words: what to ask a player who walks the sequence. ``mark`` labels steps it keeps out."""

    id: str
    text: Words
    mark: Words = {}


class Entries(NamedTuple):
    """The rows of a sequence that can be read, and an error for each that cannot."""

    steps: list[Step]
    phases: list[Phase]
    parts: list[Part]
    actors: list[Actor]
    questions: list[Question]
    errors: list[RulesetError]


SECTIONS: Mapping[str, type[msgspec.Struct]] = {
    "step": Step,
    "phase": Phase,
    "part": Part,
    "actor": Actor,
    "guard": Question,
}
"""The sections of ``sequence.toml`` and what their rows are."""


def entries(document: Mapping[str, Any], *, file: Path | str = "") -> Entries:
    """The rows of a document, good and bad apart."""
    where = shown(file) if file else ""
    found: dict[str, list[Any]] = {section: [] for section in SECTIONS}
    wrong: list[RulesetError] = []
    if not isinstance(document.get("step"), list) or not document["step"]:
        hint = did_you_mean("step", document)
        wrong.append(RulesetError(f"must hold [[step]] tables{hint}", file=where))
        return _as_entries(found, wrong)
    for section, kind in SECTIONS.items():
        for number, row in enumerate(document.get(section, ()), start=1):
            known = row.get("id") if isinstance(row, dict) else None
            entry = f"{section} {known!r}" if isinstance(known, str) else f"{section} number {number}"
            try:
                found[section].append(convert(row, kind, file=file, entry=entry))
            except RulesetError as error:
                wrong.append(error)
    return _as_entries(found, wrong)


def _as_entries(found: Mapping[str, list[Any]], wrong: list[RulesetError]) -> Entries:
    return Entries(found["step"], found["phase"], found["part"], found["actor"], found["guard"], wrong)


def problems(
    steps: tuple[Step, ...],
    *,
    phases: Collection[str] = (),
    parts: Iterable[Part] = (),
    actors: Iterable[Actor] = (),
    questions: Collection[str] = (),
    guards: Collection[str] | None = None,
) -> list[str]:
    """Everything that is wrong with a sequence, one sentence each.

    ``guards`` are the names the system implements; None leaves them unchecked. Phases, parts, actors and
    questions are checked where there are any.

    >>> move = Step("1", {"en": "Move"}, next=(Way("3", "done"), Way("1")), may_stop=True)
    >>> for problem in problems((move,), guards=["dome"]):
    ...     print(problem)
    step '1' leads to an unknown step '3' (known: '1')
    step '1': guard 'done' is not implemented (did you mean 'dome'?)
    """
    if not steps:
        return ["a sequence needs at least one step"]
    known = {step.id for step in steps}
    headings, roles = {part.id: part for part in parts}, list(actors)
    wrong = [f"step {step.id!r} is given twice" for step in _repeated(steps)]
    for position, step in enumerate(steps):
        wrong += _broken_ways(step, known, last=position == len(steps) - 1)
        wrong += _broken_names(step)
        asked = _guards_of(step)
        for what, names in (("implemented", guards), ("put into words", questions or None)):
            if names is not None:
                wrong += [
                    f"step {step.id!r}: guard {guard!r} is not {what}{did_you_mean(guard, names)}"
                    for guard in asked
                    if guard not in names
                ]
        wrong += _broken_places(step, phases, headings)
        wrong += _broken_links(step, known)
    wrong += _broken_omissions(steps)
    wrong += _broken_headings(steps, phases, headings)
    wrong += _broken_actors(steps, roles)
    wrong += _unasked(steps, questions)
    return [*wrong, *_broken_graph(steps)]


def _guards_of(step: Step) -> list[str]:
    """The guards a step asks, those of its ways first."""
    return [*(way.when for way in step.next if way.when), *([step.only] if step.only else [])]


def _repeated(steps: tuple[Step, ...]) -> Iterable[Step]:
    seen: set[str] = set()
    for step in steps:
        if step.id in seen:
            yield step
        seen.add(step.id)


def _broken_names(step: Step) -> Iterable[str]:
    """Texts without English."""
    texts = {"name": step.name, **({"text": step.text} if step.text else {})}
    for number, deed in enumerate(step.actions):
        texts[f"actions[{number}].text"] = deed.text
        if deed.when:
            texts[f"actions[{number}].when"] = deed.when
    for number, exemption in enumerate(step.exceptions):
        texts[f"exceptions[{number}].text"] = exemption.text
    for place, text in texts.items():
        if not text.get("en"):
            yield f"step {step.id!r}: {place}.en is missing"


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


def _broken_places(step: Step, phases: Collection[str], parts: Mapping[str, Part]) -> Iterable[str]:
    """Phases and parts a step names that are not listed, or do not belong together."""
    if phases and step.phase and step.phase not in phases:
        yield f"step {step.id!r}: unknown phase {step.phase!r}{did_you_mean(step.phase, phases)}"
    if step.part and step.part not in parts:
        yield f"step {step.id!r}: unknown part {step.part!r}{did_you_mean(step.part, parts)}"
    elif step.part and parts[step.part].phase != step.phase:
        yield f"step {step.id!r}: part {step.part!r} belongs to phase {parts[step.part].phase!r}"


def _broken_links(step: Step, known: Collection[str]) -> Iterable[str]:
    """Steps that another one interrupts or repeats and that do not exist."""
    for what, targets in (("runs during", step.during), ("repeats", step.repeats)):
        for target in targets:
            if target not in known:
                yield f"step {step.id!r} {what} an unknown step {target!r}{did_you_mean(target, known)}"
            elif target == step.id:
                yield f"step {step.id!r} {what} itself"


def _broken_omissions(steps: tuple[Step, ...]) -> Iterable[str]:
    """Steps some games leave out: play must begin elsewhere, and passing over them must end."""
    if steps[0].only:
        yield f"step {steps[0].id!r} is the first: it must not be left out by {steps[0].only!r}"
    ways = ways_of(steps)
    passing = {step.id: ways[step.id][-1].to for step in steps if step.only and ways[step.id]}
    for start in passing:
        here, seen = start, [start]
        while (here := passing.get(here, "")) and here not in seen:
            seen.append(here)
        if here == start:
            yield f"the cycle {' → '.join([*seen, start])} may be left out whole"


def _broken_headings(
    steps: tuple[Step, ...], phases: Collection[str], parts: Mapping[str, Part]
) -> Iterable[str]:
    """Parts of unknown phases, parts without steps, and parts whose steps lie apart."""
    for part in parts.values():
        if phases and part.phase not in phases:
            yield f"part {part.id!r}: unknown phase {part.phase!r}{did_you_mean(part.phase, phases)}"
    runs = [before for before, after in pairwise([*(step.part for step in steps), ""]) if before != after]
    for part_id in parts:
        if part_id not in runs:
            yield f"part {part_id!r} has no step"
        elif runs.count(part_id) > 1:
            yield f"part {part_id!r}: its steps lie apart"


def _broken_actors(steps: tuple[Step, ...], actors: list[Actor]) -> Iterable[str]:
    """Sides that no actor puts into words, where there are actors."""
    known = {actor.id for actor in actors}
    if not known:
        return
    for step in steps:
        for side in (step.side, *(deed.who for deed in step.actions)):
            if side and side not in known:
                yield f"step {step.id!r}: unknown actor {side!r}{did_you_mean(side, known)}"
    for actor in actors:
        for side in actor.covers:
            if side not in known:
                yield f"actor {actor.id!r} covers an unknown actor {side!r}{did_you_mean(side, known)}"


def _unasked(steps: tuple[Step, ...], questions: Collection[str]) -> Iterable[str]:
    asked = {guard for step in steps for guard in _guards_of(step)}
    for question in questions:
        if question not in asked:
            yield f"guard {question!r} is asked by no step"


def _broken_graph(steps: tuple[Step, ...]) -> Iterable[str]:
    """Steps never reached, and cycles in which nobody may stop."""
    graph = graph_of(steps, ways_of(steps))
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


def ways_of(steps: tuple[Step, ...]) -> dict[str, tuple[Way, ...]]:
    """Every way out of every step, the fall-through to the next line included."""
    ways: dict[str, tuple[Way, ...]] = {}
    for place, step in enumerate(steps):
        falls_through = not any(not way.when for way in step.next) and place + 1 < len(steps)
        ways[step.id] = (*step.next, Way(steps[place + 1].id)) if falls_through else step.next
    return ways


def graph_of(steps: tuple[Step, ...], ways: Mapping[str, tuple[Way, ...]]) -> nx.DiGraph[str]:
    """Steps as nodes, ways as edges that carry their guards in the order asked."""
    graph: nx.DiGraph[str] = nx.DiGraph()
    for step in steps:
        graph.add_node(step.id, step=step)
    for here, out in ways.items():
        for way in out:
            if way.to in ways:
                asked = graph.edges[here, way.to]["when"] if graph.has_edge(here, way.to) else ()
                graph.add_edge(here, way.to, when=(*asked, way.when))
    return graph
