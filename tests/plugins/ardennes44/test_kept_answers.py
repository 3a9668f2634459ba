"""Answers that are kept while nothing changes are those that would be worked out anew."""

from __future__ import annotations

from random import Random

import pytest

import grognard
from grognard.dice import SeededDice
from grognard.play import Play
from grognard_ardennes44 import crt, movement, retreat, roster, strategic, supply, zoc
from grognard_ardennes44.game import ArdennesGame
from grognard_ardennes44.schema import SIDES

KEPT = (
    crt._latest_sum,
    movement._latest_overlay,
    movement._latest_question,
    movement.reach_from,
    retreat._latest_paths,
    roster._known,
    roster._latest,
    roster._latest_openings,
    strategic._latest_columns,
    supply._latest_links,
    zoc._front,
    zoc._latest_front,
)


@pytest.mark.parametrize("seed", range(3))
def test_options_and_supply_are_the_same_with_nothing_kept(seed: int) -> None:
    game = grognard.load("ardennes44")
    assert isinstance(game, ArdennesGame)
    rng, dice, position = Random(seed), SeededDice(seed), game.set_up("our-clervaux")
    play = Play(position, game.rules, dice)
    decision, options = game.advance(play)
    compared = 0
    while decision is not None and compared < 40:
        if rng.random() < 0.2:
            links = [supply.links_of(game.rules, position, side) for side in SIDES]
            for kept in KEPT:
                kept.cache_clear()
            assert list(decision.options(play)) == options
            anew = [supply.links_of(game.rules, position, side) for side in SIDES]
            assert [(each.supplied, each.connected) for each in links] == [
                (each.supplied, each.connected) for each in anew
            ]
            compared += 1
        game.take(play, rng.choice(options))
        decision, options = game.advance(play)
    assert compared == 40
