"""Exact odds of battles through the real frames, and what holds of every chart."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import sqrt

import pytest
from tests.plugins.memoir44.drawing import Table

from grognard.dice import SeededDice
from grognard_memoir44.game import MemoirGame
from grognard_memoir44.position import MemoirPosition

FACES = ("infantry", "infantry", "armor", "grenade", "flag", "star")
SAMPLES = 20_000


def target_after(position: MemoirPosition) -> tuple[int, str]:
    """Figures of the only Axis unit and its hex; (0, "") when it is gone."""
    for unit in position.units.values():
        if unit.side == "axis":
            return unit.figures, unit.hex
    return 0, ""


# Exact odds ------------------------------------------------------------------------------------------------


def by_hand(figures: int, dice: int, free_steps: int) -> Counter[tuple[int, int]]:
    """Throws out of 6^dice by (figures left, steps back) for infantry with so many free rows behind it."""
    found: Counter[tuple[int, int]] = Counter()
    for throw in product(FACES, repeat=dice):
        left = figures - sum(face in ("infantry", "grenade") for face in throw)
        flags = throw.count("flag") if left > 0 else 0
        back = min(flags, free_steps)
        left -= flags - back
        found[(left, back) if left > 0 else (0, 0)] += 1
    return found


@pytest.mark.rule("M44-combat.1", "M44-combat.8", "M44-combat.9", "M44-retreat.4", "M44-retreat.5")
@pytest.mark.parametrize(
    ("target", "attacker", "free_steps"), [("E5", "D5", 4), ("d8", "e8", 1), ("E9", "D9", 0)]
)
@pytest.mark.parametrize("figures", [1, 2, 4])
def test_three_dice_with_flags_and_retreats(
    target: str, attacker: str, free_steps: int, figures: int
) -> None:
    table = Table({"axis infantry": f"{target}:{figures}", "allies infantry": attacker})
    row = table.field.board.spot(target)[1]

    def measure(end: MemoirPosition) -> tuple[int, int]:
        left, hex_ = target_after(end)
        return (left, row - table.field.board.spot(hex_)[1]) if left else (0, 0)

    answer = table.odds(attacker, target, measure)
    expected = by_hand(figures, 3, free_steps)
    assert answer.exact
    assert {row.result: row.probability for row in answer.rows} == {
        result: Fraction(ways, 6**3) for result, ways in expected.items()
    }


@pytest.mark.rule("M44-base-retreat.4", "M44-terrain-sandbag.1", "M44-terrain-sandbag.3")
def test_two_dice_at_sandbags_ignore_the_first_flag() -> None:
    table = Table({"axis infantry": "E5", "allies infantry": "D5"}, {"sandbag": "E5"})
    answer = table.odds("D5", "E5", lambda end: target_after(end)[1] == "E5")
    assert answer.probability(False) == Fraction(1, 36), "two flags in two dice"


@pytest.mark.rule("M44-unit-tiger.3", "M44-unit-tiger.4")
def test_three_dice_at_a_tiger() -> None:
    """Each die destroys it if it hits (2 in 6) and hits again with a grenade (1 in 6)."""
    table = Table({"axis tiger": "E5", "allies armor": "D5"})
    answer = table.odds("D5", "E5", lambda end: target_after(end)[0] == 0)
    assert answer.probability(True) == 1 - (1 - Fraction(2, 6) * Fraction(1, 6)) ** 3


@pytest.mark.rule("M44-terrain-bunker.5")
def test_a_gun_in_a_bunker_pays_for_the_second_flag() -> None:
    """Two dice at the gun: figures lost are grenades, and one for two flags."""
    table = Table(
        {"axis artillery": "E5", "allies infantry": "D5"}, {"bunker": "E5"}, owners={"bunker": "axis"}
    )
    answer = table.odds("D5", "E5", lambda end: target_after(end)[0])
    assert answer.probability(0) == Fraction(1, 36), "two grenades"
    assert answer.probability(1) == Fraction(2 * 5 + 1, 36), "one grenade, or two flags of which one counts"


@pytest.mark.parametrize(
    ("units", "terrain", "attacker", "target"),
    [
        ({"axis infantry": "E9:2", "allies armor": "d8"}, {}, "d8", "E9"),
        ({"axis tiger": "E5", "allies artillery": "D5"}, {}, "D5", "E5"),
    ],
)
def test_enumerated_odds_agree_with_20_000_sampled_battles(
    units: dict[str, str], terrain: dict[str, str], attacker: str, target: str
) -> None:
    table = Table(units, terrain)
    exact = table.odds(attacker, target, target_after)
    sampled = table.odds(attacker, target, target_after, limit=1, samples=SAMPLES, seed=44)
    assert exact.exact and not sampled.exact
    assert sum(row.probability for row in exact.rows) == 1
    for row in exact.rows:
        p = float(row.probability)
        share = float(sampled.probability(row.result))
        assert abs(share - p) < 5 * sqrt(p * (1 - p) / SAMPLES) + 1e-9, row


@pytest.mark.rule("M44-base-components.1")
def test_seeded_dice_show_each_face_as_often_as_it_is_on_the_die(game: MemoirGame) -> None:
    die = game.rules.dice["battle"]
    dice = SeededDice(44)
    shown = Counter(face for i in range(2_500) for face in dice.throw(die, 8, f"battle {i}"))
    for face, copies in Counter(die.faces).items():
        p = copies / 6
        assert abs(shown[face] / SAMPLES - p) < 5 * sqrt(p * (1 - p) / SAMPLES)


@pytest.mark.rule("M44-base-battle.9")
def test_the_dice_explained_are_the_dice_rolled() -> None:
    for terrain in ("forest", "hill", "sandbag", "church"):
        for kind in ("infantry", "armor", "artillery", "special_forces"):
            table = Table({"axis infantry": "E5", f"allies {kind}": "D5"}, {terrain: "E5"})
            rolled = table.dice("D5", "E5")
            assert sum(table.dice_reasons("D5", "E5").values()) == rolled > 0


def test_the_odds_of_a_view_are_those_of_the_position() -> None:
    """Nothing in the odds of an attack depends on cards the attacker cannot see."""
    table = Table({"axis infantry": "E5", "allies infantry": "D5"}, hands={"axis": "ambush probe_left"})
    known = Table({"axis infantry": "E5", "allies infantry": "D5"}, hands={"axis": "probe_left probe_center"})
    assert table.odds("D5", "E5", target_after).rows == known.odds("D5", "E5", target_after).rows


# Charts ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("M44-unit-infantry.3", "M44-unit-armor.4", "M44-unit-artillery.3")
def test_dice_never_grow_with_the_range(game: MemoirGame) -> None:
    for row in game.rules.units.values():
        assert list(row.dice) == sorted(row.dice, reverse=True)
        assert row.dice[-1] > 0, "the last entry is the longest range"


@pytest.mark.rule("M44-terrain.2")
def test_terrain_never_gives_dice_and_never_takes_more_from_infantry_than_from_armor(
    game: MemoirGame,
) -> None:
    for row in game.rules.terrain.values():
        assert all(dice < 0 for dice in (*row.defense.values(), *row.offense.values()))
        assert row.defense.get("armor", 0) <= row.defense.get("infantry", 0)
        assert "artillery" not in row.defense, "artillery ignores terrain"


def test_battle_moves_are_within_moves(game: MemoirGame) -> None:
    for row in game.rules.units.values():
        assert 0 <= row.battle_move <= row.move
        assert 0 < row.retreat_min <= row.retreat_max
        assert row.overrun <= row.take_ground, "an overrun follows ground taken"
        assert "grenade" in row.hit_by
        assert not {"star", "flag"} & set(row.hit_by)
