"""Rules, what proves them, and the sequence of play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from grognard.cli.output.base import Document, Row

if TYPE_CHECKING:
    from grognard.cli.proofs import Proof
    from grognard.cli.rulebook import Coverage
    from grognard.ruleset import RuleEntry
    from grognard.sequence import Sequence

__all__ = [
    "RuleFound",
    "RuleRow",
    "RuleShown",
    "RulesCovered",
    "RulesFound",
    "SequenceShown",
    "StepRow",
    "TestRow",
    "WayRow",
]


class TestRow(Row, frozen=True):
    """A test that cites a rule."""

    file: str
    test: str
    line: int


class RuleShown(Document, frozen=True, tag="rule"):
    """``grognard rule``; ``tests`` is null outside a checkout of the source, where no tests lie."""

    ruleset: str
    id: str
    title: str
    status: str
    text: str
    note: str
    implemented: tuple[str, ...]
    tests: tuple[TestRow, ...] | None

    @classmethod
    def of(
        cls, ruleset: str, entry: RuleEntry, places: tuple[str, ...], tests: tuple[Proof, ...] | None
    ) -> RuleShown:
        """A rule and its evidence."""
        rows = None if tests is None else tuple(TestRow(test.file, test.test, test.line) for test in tests)
        return cls(ruleset, entry.id, entry.title, entry.status, entry.text, entry.note, places, rows)


class RuleRow(Row, frozen=True):
    """A rule of a list."""

    id: str
    title: str
    status: str
    tests: int


class RuleFound(Row, frozen=True):
    """One of several rules."""

    ruleset: str
    id: str
    title: str
    status: str


class RulesFound(Document, frozen=True, tag="rules"):
    """``grognard rule`` where several rules are meant: those of a section, or that have words in them."""

    rules: tuple[RuleFound, ...]

    @classmethod
    def of(cls, found: Iterable[tuple[str, RuleEntry]]) -> RulesFound:
        """Rules, each with the id of its ruleset."""
        return cls(tuple(RuleFound(ruleset, rule.id, rule.title, rule.status) for ruleset, rule in found))


class RulesCovered(Document, frozen=True, tag="rules-coverage"):
    """``grognard rules coverage``: of ``due`` rules that are played, ``done`` are cited by a test."""

    ruleset: str
    due: int
    done: int
    rules: tuple[RuleRow, ...]

    @classmethod
    def of(cls, found: Coverage) -> RulesCovered:
        """What is covered."""
        rows = tuple(
            RuleRow(rule.id, rule.title, rule.status, len(found.proved.get(rule.id, ())))
            for rule in found.rules.values()
        )
        return cls(found.ruleset, found.due, found.done, rows)


class WayRow(Row, frozen=True):
    """A way out of a step; ``when`` is the guard's name, empty for "otherwise"."""

    to: str
    when: str


class DeedRow(Row, frozen=True):
    """One thing done in a step; ``refs`` are paragraphs of a printed rulebook."""

    text: str
    must: bool
    who: str
    when: str
    refs: tuple[str, ...]


class StepRow(Row, frozen=True):
    """A step of the sequence of play; ``only`` is the guard of games that have it, ``during`` and ``repeats``
    name other steps.
    """

    id: str
    name: str
    side: str
    phase: str
    rules: tuple[str, ...]
    may_stop: bool
    next: tuple[WayRow, ...]
    text: str
    part: str
    refs: tuple[str, ...]
    actions: tuple[DeedRow, ...]
    during: tuple[str, ...]
    repeats: tuple[str, ...]
    only: str


class SequenceShown(Document, frozen=True, tag="sequence"):
    """``grognard sequence``."""

    ruleset: str
    steps: tuple[StepRow, ...]

    @classmethod
    def of(cls, ruleset: str, steps: Sequence, phase: str, side: str, lang: str) -> SequenceShown:
        """Some steps of a sequence."""
        rows = tuple(
            StepRow(
                step.id,
                _said(step.name, lang),
                step.side,
                step.phase,
                tuple(cite for cite in step.cites if cite),
                step.may_stop,
                tuple(WayRow(way.to, way.when) for way in steps.ways(step.id)),
                _said(step.text, lang),
                step.part,
                step.refs,
                tuple(
                    DeedRow(_said(deed.text, lang), deed.must, deed.who, _said(deed.when, lang), deed.refs)
                    for deed in step.actions
                ),
                step.during,
                step.repeats,
                step.only,
            )
            for step in steps.select(phase=phase, side=side)
        )
        return cls(ruleset, rows)


def _said(words: Mapping[str, str], lang: str) -> str:
    return words.get(lang) or words.get("en", "")
