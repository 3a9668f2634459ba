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
cycle holds a step where a player may stop, and every step can be reached from the first. What else a row may
say stands in :mod:`grognard.steps`; :mod:`grognard.walking` lets people follow a sequence at the table.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import networkx as nx

from grognard import sequence_card
from grognard.datafile import shown
from grognard.errors import RulesetError
from grognard.spelling import did_you_mean
from grognard.steps import (
    Actor,
    Deed,
    Exemption,
    Part,
    Phase,
    Question,
    Step,
    Way,
    entries,
    graph_of,
    problems,
    ways_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping
    from pathlib import Path

__all__ = [
    "Actor",
    "Deed",
    "Exemption",
    "Part",
    "Phase",
    "Question",
    "Sequence",
    "Step",
    "Way",
]


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
        parts: Iterable[Part] = (),
        actors: Iterable[Actor] = (),
        questions: Iterable[Question] = (),
        guards: Collection[str] | None = None,
        file: Path | str = "",
    ) -> None:
        self.steps = tuple(steps)
        self.phases: Mapping[str, Phase] = {phase.id: phase for phase in phases}
        self.parts: Mapping[str, Part] = {part.id: part for part in parts}
        self.actors: Mapping[str, Actor] = {actor.id: actor for actor in actors}
        self.questions: Mapping[str, Question] = {question.id: question for question in questions}
        self._file = shown(file) if file else ""
        wrong = problems(
            self.steps,
            phases=self.phases,
            parts=self.parts.values(),
            actors=self.actors.values(),
            questions=self.questions,
            guards=guards,
        )
        if wrong:
            raise RulesetError("; ".join(wrong), file=self._file)
        self._by_id = {step.id: step for step in self.steps}
        self._ways = ways_of(self.steps)
        self.graph: nx.DiGraph[str] = graph_of(self.steps, self._ways)
        # Compiled so that a step without guards costs one look-up.
        self._only = {step.id: step.only for step in self.steps if step.only}
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
        """A sequence from a TOML document with ``[[step]]`` and whatever else it says."""
        read = entries(document, file=file)
        if read.errors:
            raise read.errors[0]
        return cls(
            read.steps,
            phases=read.phases,
            parts=read.parts,
            actors=read.actors,
            questions=read.questions,
            guards=guards,
            file=file,
        )

    def __repr__(self) -> str:
        return f"<Sequence of {len(self.steps)} steps from {self.first!r}>"

    @property
    def first(self) -> str:
        """Where play begins."""
        return self.steps[0].id

    @property
    def guards(self) -> frozenset[str]:
        """Every guard some step asks."""
        asked = {way.when for ways in self._ways.values() for way in ways}
        return frozenset((asked | set(self._only.values())) - {""})

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
        """The step after ``step_id``; ``guard`` answers for a guard's name, asked only as far as needed.

        Steps that the game leaves out (``only``) are passed over along their last way.
        """
        following = self._plain.get(step_id)
        if following is None:
            ways, otherwise = self._guarded.get(step_id) or ((), self.step(step_id).id)
            following = next((to for when, to in ways if guard(when)), otherwise)
        if self._only:
            while following in self._only and not guard(self._only[following]):
                following = self._ways[following][-1].to
        return following

    def ways(self, step_id: str) -> tuple[Way, ...]:
        """Every way out of a step in the order asked, the fall-through included."""
        return self._ways[self.step(step_id).id]

    def select(self, *, phase: str = "", side: str = "") -> tuple[Step, ...]:
        """The steps of one phase, of one side, or both; by id, by name, or by a beginning of either.

        A side's steps are also those of an actor that covers it, and those in which it has something to do.

        >>> fire = Phase("PFPh", {"en": "2. Prep Fire Phase", "zh": "2. 预备射击阶段"})
        >>> step = Step("1", {"en": "Fire"}, phase="PFPh", may_stop=True, next=(Way("1"),))
        >>> play = Sequence([step], phases=[fire])
        >>> [len(play.select(phase=phase)) for phase in ("PFPh", "pf", "prep fire", "预备射击")]
        [1, 1, 1, 1]

        Raises:
            RulesetError: no step has such a phase or side, or it may be several.
        """
        if phase:
            phase = _meant(phase, {step.phase for step in self.steps} - {""}, self.phases, "phase")
        if side:
            known = {one for step in self.steps for one in self._sides[step.id]}
            side = _meant(side, known, self.actors, "side")
        return tuple(
            step
            for step in self.steps
            if phase in ("", step.phase) and (not side or side in self._sides[step.id])
        )

    @cached_property
    def _sides(self) -> dict[str, frozenset[str]]:
        """Who has to do with each step."""
        covers = {actor.id: (actor.id, *actor.covers) for actor in self.actors.values()}
        return {
            step.id: frozenset(
                one
                for side in (step.side, *(deed.who for deed in step.actions))
                if side
                for one in covers.get(side, (side,))
            )
            for step in self.steps
        }

    def interrupts(self, step_id: str) -> tuple[Step, ...]:
        """The steps that are carried out piecemeal while this one runs."""
        return tuple(step for step in self.steps if step_id in step.during)

    def condition(self, guard: str, lang: str = "en") -> str:
        """A guard in words; its name where the sequence has none."""
        return sequence_card.said(self.questions[guard].text, lang) if guard in self.questions else guard

    def actor(self, side: str, lang: str = "en") -> str:
        """A side in words; its id where the sequence has none."""
        return sequence_card.said(self.actors[side].name, lang) if side in self.actors else side

    def card(self, *, lang: str = "en", phase: str = "", side: str = "") -> str:
        """The sequence as the card beside the board: steps under their phases, jumps under their steps."""
        return sequence_card.card(self, self.select(phase=phase, side=side), lang=lang)

    def mermaid(self, *, lang: str = "en", phase: str = "", side: str = "") -> str:
        """The sequence as a Mermaid flowchart; steps where a player may stop are round."""
        return sequence_card.mermaid(self, self.select(phase=phase, side=side), lang=lang)

    def dot(self, *, lang: str = "en", phase: str = "", side: str = "") -> str:
        """The sequence in Graphviz' DOT language; steps where a player may stop are round."""
        return sequence_card.dot(self, self.select(phase=phase, side=side), lang=lang)

    def svg(self, *, lang: str = "en", phase: str = "", side: str = "") -> str:
        """The sequence as a picture: steps below each other, jumps as arcs beside them."""
        return sequence_card.svg(self, self.select(phase=phase, side=side), lang=lang)


def _meant(asked: str, known: Collection[str], named: Mapping[str, Phase | Actor], what: str) -> str:
    """The id that is meant by an id or a name in any language, in any case, or by a beginning of either."""
    names = {
        id_: [id_.casefold(), *(_bare(name) for name in named[id_].name.values())] if id_ in named else [id_]
        for id_ in sorted(known)
    }
    wanted = _bare(asked)
    exact = [id_ for id_, said in names.items() if wanted in said]
    found = exact or [id_ for id_, said in names.items() if any(name.startswith(wanted) for name in said)]
    if len(found) == 1:
        return found[0]
    if found:
        raise RulesetError(f"the {what} {asked!r} may be {' or '.join(map(repr, found))}")
    raise RulesetError(f"no step has the {what} {asked!r}{did_you_mean(asked, known)}")


def _bare(name: str) -> str:
    """A name without case and without the number before it.

    >>> _bare("6. Rally Phase")
    'rally phase'
    """
    return name.strip().lstrip("0123456789.").strip().casefold()
