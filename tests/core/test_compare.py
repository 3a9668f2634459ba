"""Comparing rulesets in neutral terms: what is asked, how it is answered, and known answers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from duel import Arena, Do, DuelGame, acting

from grognard.archetypes import (
    TERRAIN,
    TROOPS,
    Archetype,
    Archetypes,
    Distance,
    Engagement,
    Entry,
    Fate,
    Toll,
)
from grognard.errors import GrognardError
from grognard.lab.compare import (
    ENGAGEMENTS,
    EngagementRow,
    TerrainRow,
    compare,
    compare_engagements,
    compare_terrain,
)
from grognard.reasons import Reason
from grognard.registry import Registry

# A made-up system that answers -----------------------------------------------------------------------------


class Paper:
    """A ruleset of nothing but archetypes."""

    def __init__(self, name: str, archetypes: Archetypes) -> None:
        self.id, self.archetypes = name, archetypes

    def document(self, name: str, kind: type) -> Archetypes:
        assert (name, kind) == ("archetypes.toml", Archetypes)
        return self.archetypes


def toll(end: Arena) -> Toll:
    """Blue has three lives; nobody hurts red."""
    lost = 3 - end.life["blue"]
    fate: Fate = (
        "destroyed"
        if lost == 3
        else "reduced"
        if lost
        else "driven back"
        if end.place["blue"]
        else "no effect"
    )
    return Toll(fate, Fraction(lost, 3), Fraction(1, 10))


class Answers:
    """Two dice in the open, one in the brush, and no shooting at walls."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, str, Distance]] = []

    def entry(self, terrain: str, troop: str) -> Entry:
        if terrain == "wall":
            return Entry(None, blocks_sight=True, reasons=(Reason("nobody climbs it", "D-5"),))
        if terrain == "brush":
            guess = (Reason("thick", "D-6", 1, "reconstructed"),)
            return Entry(
                Fraction(1, 2), must_stop=True, battle_on_entry=False, blocks_sight=True, reasons=guess
            )
        return Entry(Fraction(1, 4))

    def engagement(self, attacker: str, defender: str, terrain: str, distance: Distance) -> Engagement | None:
        self.asked.append((attacker, defender, terrain, distance))
        if terrain == "wall":
            return None
        return Engagement(acting(), Do("volley-1" if terrain == "brush" else "volley-2"), toll)


class Comparing(DuelGame):
    __module__ = DuelGame.__module__

    def __init__(self, archetypes: Archetypes, name: str = "paper") -> None:
        super().__init__(Paper(name, archetypes))
        self.answers = Answers()

    def comparison(self) -> Answers:
        return self.answers


def archetypes(**terrain: str | Archetype) -> Archetypes:
    """Infantry and guns (no armor), and some terrain by archetype."""
    rows = tuple(
        row if isinstance(row, Archetype) else Archetype(id=id_, is_=row) for id_, row in terrain.items()
    )
    troops = (
        Archetype(id="infantry", is_="spearman"),
        Archetype(id="armor", none="nobody rides here", cite="D-4"),
        Archetype(id="gun", is_="ballista"),
    )
    return Archetypes(troop=troops, terrain=rows)


def rows_of(game: DuelGame) -> dict[tuple[str, str], TerrainRow]:
    return {(row.terrain, row.troop): row for row in compare_terrain([game])}


def fights_of(game: DuelGame) -> dict[tuple[str, str, str, str], EngagementRow]:
    return {(r.attacker, r.defender, r.terrain, r.distance): r for r in compare_engagements([game])}


GAME = Comparing(archetypes(open="meadow", woods="brush", river="wall"))


# Terrain -------------------------------------------------------------------------------------------------


def test_every_terrain_meets_every_troop_once_for_each_ruleset() -> None:
    other = Comparing(archetypes(open="meadow", hill="mound"), "other")
    rows = compare_terrain([GAME, other])
    asked = [(row.terrain, row.troop, row.ruleset) for row in rows]
    assert asked == [
        (terrain, troop, ruleset)
        for terrain in ("open", "woods", "hill", "river")
        for troop in ("infantry", "armor", "gun")
        for ruleset in ("paper", "other")
    ], "in the order of the archetypes; terrain and troops that nobody names are left out"


def test_a_row_holds_the_systems_own_names_and_answers() -> None:
    row = rows_of(GAME)["woods", "infantry"]
    assert (row.own_terrain, row.own_troop) == ("brush", "spearman")
    assert row.share == Fraction(1, 2)
    assert (row.must_stop, row.battle_on_entry, row.blocks_sight) == (True, False, True)
    assert row.unsure, "a figure behind it is reconstructed"
    assert not rows_of(GAME)["open", "infantry"].unsure


def test_shelter_is_the_cut_in_expected_loss_against_the_open() -> None:
    """One die for two: in the open 2/3 of a life, in the brush 1/3."""
    assert rows_of(GAME)["open", "gun"].shelter == 0
    assert rows_of(GAME)["woods", "gun"].shelter == Fraction(1, 2)


def test_where_nobody_may_stand_there_is_no_shelter() -> None:
    row = rows_of(GAME)["river", "infantry"]
    assert (row.share, row.shelter, row.blocks_sight) == (None, None, True)
    assert row.none == ""


def test_a_guess_behind_an_attack_marks_its_engagement_and_the_shelter() -> None:
    class Guessed(Answers):
        def engagement(self, *asked: Any) -> Engagement | None:
            return Engagement(acting(), Do("stab"), toll)

    game = Comparing(archetypes(open="meadow", hill="mound"))
    game.answers = Guessed()
    assert rows_of(game)["hill", "infantry"].unsure
    assert fights_of(game)["infantry", "infantry", "open", "close"].unsure
    assert not fights_of(game)["armor", "infantry", "open", "close"].unsure, "there is no armor"
    sure = Comparing(archetypes(open="meadow", hill="mound"))
    assert not rows_of(sure)["hill", "infantry"].unsure
    assert not fights_of(sure)["infantry", "infantry", "open", "close"].unsure


def test_terrain_that_allows_no_attack_shelters_fully() -> None:
    class Fortress(Answers):
        def entry(self, terrain: str, troop: str) -> Entry:
            return Entry(Fraction(1))

    game = Comparing(archetypes(open="meadow", bunker="wall"))
    game.answers = Fortress()
    assert rows_of(game)["bunker", "infantry"].shelter == 1


def test_what_a_ruleset_does_not_have_it_says_with_the_rule() -> None:
    bare = Archetype(id="town", none="nobody lives here", cite="D-8")
    rows = rows_of(Comparing(archetypes(open="meadow", town=bare)))
    assert (rows["town", "infantry"].none, rows["town", "infantry"].cite) == ("nobody lives here", "D-8")
    assert (rows["open", "armor"].none, rows["open", "armor"].cite) == ("nobody rides here", "D-4")
    assert rows["open", "armor"].shelter is None


def test_what_a_ruleset_does_not_mention_is_said_to_be_missing() -> None:
    rows = compare_terrain([GAME, Comparing(archetypes(open="meadow", hill="mound"), "other")])
    missing = {(row.ruleset, row.terrain): row.none for row in rows if row.none and row.troop == "infantry"}
    assert missing == {
        ("paper", "hill"): "no such terrain", ("other", "woods"): "no such terrain",
        ("other", "river"): "no such terrain",
    }  # fmt: skip


def test_a_system_that_does_not_compare_says_so() -> None:
    silent = DuelGame(Paper("silent", archetypes(open="meadow")))
    assert {row.none for row in compare_terrain([silent])} == {"the system answers no comparisons"}
    assert {row.none for row in compare_engagements([silent])} == {"the system answers no comparisons"}


def test_one_engagement_is_worked_out_once() -> None:
    game = Comparing(archetypes(open="meadow", woods="brush"))
    compare_terrain([game])
    assert len(game.answers.asked) == len(set(game.answers.asked))


# Engagements ---------------------------------------------------------------------------------------------


def test_every_standard_engagement_is_answered() -> None:
    rides = Archetypes(troop=(Archetype(id="cavalry", is_="hussar"),), terrain=())
    for games, wanted in (
        ([GAME], [each for each in ENGAGEMENTS if "cavalry" not in each]),
        (
            [GAME, Comparing(rides, "other")],
            [each for each in ENGAGEMENTS if set(each[:2]) != {"cavalry", "infantry"}],
        ),
    ):
        rows = [row for row in compare_engagements(games) if row.ruleset == "paper"]
        found = [(row.attacker, row.defender, row.terrain, row.distance) for row in rows]
        assert found == wanted
    assert all(attacker in TROOPS and defender in TROOPS for attacker, defender, _, _ in ENGAGEMENTS)
    assert all(terrain in TERRAIN for _, _, terrain, _ in ENGAGEMENTS)


def test_fates_and_losses_are_exact() -> None:
    """Two dice that hit on a third and drive back on a sixth of their faces."""
    row = fights_of(GAME)["infantry", "infantry", "open", "close"]
    assert row.fates == {
        "no effect": Fraction(1, 4), "driven back": Fraction(7, 36), "reduced": Fraction(5, 9),
    }  # fmt: skip
    assert sum(row.fates.values()) == 1
    assert row.loss == Fraction(2, 9)
    assert row.attacker_loss == Fraction(1, 10)


def test_an_attack_the_rules_do_not_allow_is_no_engagement() -> None:
    game = Comparing(archetypes(open="meadow", woods="wall", town="wall", hill="meadow"))
    row = fights_of(game)["infantry", "infantry", "woods", "close"]
    assert row.none == "the rules allow no such attack"
    assert (row.fates, row.loss) == ({}, None)


def test_a_question_that_does_not_exist_is_named() -> None:
    with pytest.raises(GrognardError, match=r"no comparison 'terain' .did you mean 'terrain'"):
        compare("terain", [])  # type: ignore[arg-type]  # what a newcomer may type


def test_a_side_that_does_not_exist_is_named() -> None:
    row = fights_of(GAME)["armor", "infantry", "open", "close"]
    assert (row.none, row.cite) == ("nobody rides here", "D-4")


# Archetypes ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fields", [{}, {"is_": "forest", "none": "no woods"}])
def test_an_archetype_is_something_or_nothing(fields: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="archetype 'woods' must give either 'is' or 'none'"):
        Archetype(id="woods", **fields)


def test_an_unknown_archetype_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match=r"terrain archetype must be one of open, woods, .* got 'jungle'"):
        Archetypes(troop=(), terrain=(Archetype(id="jungle", is_="x"),))
    with pytest.raises(
        ValueError, match="troop archetype must be one of infantry, cavalry, armor, gun, got 'elephants'"
    ):
        Archetypes(troop=(Archetype(id="elephants", is_="x"),), terrain=())


def test_archetypes_have_names_in_both_languages() -> None:
    for names in (*TROOPS.values(), *TERRAIN.values()):
        assert names.keys() == {"en", "zh"}


# Known answers -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def memoir() -> tuple[dict[tuple[str, str], TerrainRow], dict[tuple[str, str, str, str], EngagementRow]]:
    """What Memoir '44 answers."""
    game = Registry.discover().load("memoir44")
    return rows_of(game), fights_of(game)


MEMOIR = {
    # three dice, half of whose faces hit four figures: (1/3)^3 nothing, 1 - (1/2)^3 a hit
    ("infantry", "infantry", "open", "close"): ("1/27", "19/216", "7/8", None, "3/8"),
    # a forest takes one die
    ("infantry", "infantry", "woods", "close"): ("1/9", "5/36", "3/4", None, "1/4"),
    # range 2 of a gun is 3 dice, the middle of its range 3 hexes: 2 dice, forest or not
    ("gun", "infantry", "woods", "fire"): ("1/9", "5/36", "3/4", None, "1/4"),
    # three dice, a third of whose faces hit three figures
    ("infantry", "armor", "open", "close"): ("1/8", "37/216", "2/3", "1/27", "1/3"),
    # three dice, a sixth of whose faces hit two figures
    ("infantry", "gun", "open", "close"): ("8/27", "61/216", "25/72", "2/27", "107/432"),
    # a town takes two dice from armor
    ("armor", "infantry", "town", "close"): ("1/3", "1/6", "1/2", None, "1/8"),
}


@pytest.mark.parametrize("engagement", MEMOIR)
def test_memoir_engagements_worked_out_by_hand(
    engagement: tuple[str, str, str, str],
    memoir: tuple[dict[tuple[str, str], TerrainRow], dict[tuple[str, str, str, str], EngagementRow]],
) -> None:
    *fates, loss = MEMOIR[engagement]
    names: tuple[Fate, ...] = ("no effect", "driven back", "reduced", "destroyed")
    row = memoir[1][engagement]
    assert row.fates == {name: Fraction(share) for name, share in zip(names, fates, strict=True) if share}
    assert row.loss == Fraction(loss)
    assert row.attacker_loss == 0


@pytest.mark.parametrize(
    ("terrain", "troop", "share", "stop", "battle", "sight", "shelter"),
    [
        ("open", "infantry", "1/2", False, True, False, "0"),
        ("woods", "armor", "1/3", True, False, True, "1/3"),
        ("town", "gun", "1", True, False, True, "35/107"),
        ("hill", "infantry", "1/2", False, True, True, "1/3"),
        ("wire", "infantry", "1/2", True, True, False, "0"),
        ("entrenchment", "infantry", "1/2", False, True, False, "1/3"),
        ("beach", "infantry", "1/2", False, True, False, "0"),
        ("beach", "armor", "1/2", False, True, False, "0"),
        ("sea", "armor", "1", False, False, False, "0"),
        ("bunker", "armor", None, False, True, True, None),
        ("river", "infantry", None, False, True, False, None),
    ],
)
def test_memoir_terrain_worked_out_by_hand(
    terrain: str, troop: str, share: str | None, stop: bool, battle: bool, sight: bool, shelter: str | None,
    memoir: tuple[dict[tuple[str, str], TerrainRow], dict[tuple[str, str, str, str], EngagementRow]],
) -> None:  # fmt: skip
    row = memoir[0][terrain, troop]
    assert row.share == (None if share is None else Fraction(share))
    assert (row.must_stop, row.battle_on_entry, row.blocks_sight) == (stop, battle, sight)
    assert row.shelter == (None if shelter is None else Fraction(shelter))


def test_answers_of_real_systems_add_up() -> None:
    games = [Registry.discover().load(name) for name in ("memoir44", "skirmish")]
    for row in compare_engagements(games):
        if not row.none:
            assert sum(row.fates.values()) == 1
            assert 0 <= (row.loss or 0) <= 1
    for row in compare_terrain(games):
        assert row.shelter is None or row.shelter <= 1
        assert not row.none or row.share is None
