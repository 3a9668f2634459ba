"""What this plugin registers: the system ``asl``, its rulesets, its commands and its importer."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grognard_rulesets
from grognard.hooks import Offer, SystemOffer, hookimpl
from grognard_asl.assistant import SequenceCard
from grognard_asl.game import AslGame
from grognard_asl.glossary import glossary
from grognard_asl.vasl import COMMAND, IMPORTER

if TYPE_CHECKING:
    from grognard.game import Game
    from grognard.ruleset import Ruleset

__all__ = ["bind", "grognard_commands", "grognard_importers", "grognard_rulesets_", "grognard_systems"]


def bind(ruleset: Ruleset, options: Mapping[str, object]) -> Game[Any, Any]:
    """The game of a ruleset; a ruleset without terrain is a sequence of play and nothing more."""
    if ruleset.path("terrain.toml").is_file():
        return AslGame(ruleset, options)
    return SequenceCard(ruleset, options)


@hookimpl
def grognard_systems() -> list[SystemOffer]:
    """ASL: the introductory game, and the sequence of the full one."""
    summary = "ASL: the introductory game; the sequence of play of the full game as a card, its glossary"
    return [SystemOffer("asl", bind, api=(1, 0), summary=summary)]


@hookimpl(specname="grognard_rulesets")
def grognard_rulesets_() -> list[Path]:
    """The directories of built-in rulesets."""
    return [grognard_rulesets.ROOT / name for name in ("asl_intro", "asl_full_sequence")]


@hookimpl
def grognard_commands() -> list[Offer]:
    """The glossary, and maps from boards that people own."""
    return [
        Offer(
            "glossary", glossary, summary="Look up ASL's abbreviations, by themselves or by their meaning."
        ),
        COMMAND,
    ]


@hookimpl
def grognard_importers() -> list[Offer]:
    """Boards that people own."""
    return [IMPORTER]
