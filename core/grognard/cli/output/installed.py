"""What is installed."""

from __future__ import annotations

from typing import Any

from grognard.cli.output.base import Document, Row

__all__ = [
    "BrokenRow",
    "OfferRow",
    "Plugins",
    "Reference",
    "RulesetRow",
    "Rulesets",
    "ScenarioRow",
    "Scenarios",
]


class RulesetRow(Row, frozen=True):
    """One installed ruleset."""

    id: str
    name: str
    system: str
    version: str
    default_scenario: str
    text: str
    origin: str
    path: str


class Rulesets(Document, frozen=True, tag="rulesets"):
    """``grognard rulesets``."""

    rulesets: tuple[RulesetRow, ...]


class ScenarioRow(Row, frozen=True):
    """One scenario; ``first`` is the side that moves first, ``facts`` what the system has to say of it."""

    id: str
    name: str
    first: str
    text: str
    facts: dict[str, str]
    default: bool


class Scenarios(Document, frozen=True, tag="scenarios"):
    """``grognard scenarios``."""

    ruleset: str
    scenarios: tuple[ScenarioRow, ...]


class Reference(Document, frozen=True, tag="show"):
    """``grognard show``: the rows of a chart, with the columns the system gives them."""

    ruleset: str
    topic: str
    rows: tuple[dict[str, Any], ...]


class BrokenRow(Row, frozen=True):
    """Something that cannot be used, and why."""

    what: str
    error: str


class OfferRow(Row, frozen=True):
    """Something a plugin adds."""

    kind: str
    id: str
    summary: str


class Plugins(Document, frozen=True, tag="plugins"):
    """``grognard plugins``."""

    api: str
    offers: tuple[OfferRow, ...]
    broken: tuple[BrokenRow, ...]
