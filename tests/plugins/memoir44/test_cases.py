"""Rule cases with known answers: each builds the position of one case and asks the engine.

Not here, because they concern rules outside the base game:

- lakes (line_of_sight-021), snipers (hits-062, hits-064, victory-162), boats (flags_retreat-088)
- field bunkers and fords (dice-036, dice-042), marshes (part of flags_retreat-078), mines (flags_retreat-079,
  nations_units-169, nations_units-170, nations_units-175)
- fortresses (part of dice-055 and of flags_retreat-084, asked here of a church and of bunkers)
- special weapons and vehicles (dice-045, dice-046, dice-049, hits-065, hits-068, take_ground_overrun-125),
  destroyers (nations_units-173)
- nations (dice-048, flags_retreat-087, cards-154, cards-155, nations_units-164, nations_units-166,
  nations_units-167), desert rules (take_ground_overrun-128)
- radar stations and oases (movement-095), roads (movement-104, movement-113), flooded fields (movement-115)
- Air Sorties (cards-143), night and reduced visibility (nations_units-172, nations_units-176)
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.plugins.memoir44.drawing import Table, draw

from grognard.dice import pool_distribution
from grognard_memoir44.battle import Battles
from grognard_memoir44.game import MemoirGame
from grognard_memoir44.hand import Discard
from grognard_memoir44.rally import cards_held
from grognard_memoir44.victory import objective_medals

# Line of sight ---------------------------------------------------------------------------------------------


def sees(start: str, target: str, **terrain: str) -> bool:
    """Whether infantry in one hex sees infantry in another over some terrain."""
    table = Table({"axis infantry": start, "allies infantry": target}, terrain)
    there, back = table.sees(start, target), table.sees(target, start)
    assert there == back, "sight works both ways between units of one type"
    return there


@pytest.mark.rule("M44-base-los.8")
def test_line_of_sight_001_hill_example_a() -> None:
    """The front row of a hill and the open ground below see each other."""
    assert sees("a8", "a6", hill="B9 a8 b8")


@pytest.mark.rule("M44-base-los.8")
def test_line_of_sight_hill_example_b() -> None:
    """The front row of a hill hides the row behind it from below."""
    assert not sees("B9", "b6", hill="B9 a8 b8 B7")


@pytest.mark.rule("M44-base-los.8")
def test_line_of_sight_003_hill_example_c() -> None:
    """Nobody sees over a hill from the open."""
    assert not sees("H9", "g6", hill="g8 h8")


@pytest.mark.rule("M44-base-los.9")
def test_line_of_sight_004_hill_example_d() -> None:
    """Both on the same contiguous hill."""
    assert sees("L9", "L7", hill="L9 k8 l8 L7")


@pytest.mark.rule("M44-base-los.11")
def test_line_of_sight_hill_example_e() -> None:
    """Two separate hills with open ground between them."""
    assert sees("D5", "G5", hill="D5 G5")


@pytest.mark.rule("M44-base-los.5", "M44-base-los.9")
def test_line_of_sight_006_hill_example_f() -> None:
    """Along the edge between a hex of the same hill and a town: one side only, so open."""
    assert sees("E3", "E1", hill="E3 d2 E1", town="e2")


@pytest.mark.rule("M44-base-los.3")
def test_line_of_sight_007_hill_example_g() -> None:
    """No look over a town, even from a hill."""
    assert not sees("H3", "G1", hill="G1", town="g2")


@pytest.mark.rule("M44-base-los.9")
def test_line_of_sight_hill_example_h() -> None:
    """On the same hill a unit on the line blocks all the same."""
    hill = {"hill": "D5 E5 F5"}
    assert Table({"axis infantry": "D5", "allies infantry": "F5"}, hill).sees("D5", "F5")
    crowded = Table({"axis infantry": "D5", "allies infantry": "E5 F5"}, hill)
    assert not crowded.sees("D5", "F5")


@pytest.mark.rule("M44-base-los.9")
def test_line_of_sight_009_hill_example_i() -> None:
    """Same hill, but a town lies on the line."""
    assert not sees("M3", "L1", hill="L3 M3 k2 L1", town="l2")


@pytest.mark.rule("M44-base-los.10")
def test_line_of_sight_010_hill_example_j() -> None:
    """A middle hill that hangs together with only one of the two hills blocks."""
    assert not sees("L5", "I5", hill="I5 K5 L5")


@pytest.mark.rule("M44-base-los.5")
def test_line_of_sight_012() -> None:
    """A forest on one side of the line is not enough."""
    assert sees("G5", "G7", forest="g6")
    assert sees("G5", "G7", forest="f6")


@pytest.mark.rule("M44-base-los.5")
def test_line_of_sight_013() -> None:
    """Forests on both sides block."""
    assert not sees("G5", "G7", forest="f6 g6")


@pytest.mark.rule("M44-base-los.3")
def test_line_of_sight_015() -> None:
    """An obstacle in the middle."""
    assert not sees("F5", "H5", forest="G5")


@pytest.mark.rule("M44-base-los.5")
def test_line_of_sight_016() -> None:
    """An oblique edge with a forest on one side."""
    assert sees("G5", "e6", forest="f6")


@pytest.mark.rule("M44-base-los.6")
def test_line_of_sight_018() -> None:
    """Blocked on the left at one place and on the right at another: a matter of reading, and an option."""
    units, forest = {"axis infantry": "G9", "allies infantry": "G5"}, {"forest": "f6 g8"}
    assert not Table(units, forest).sees("G5", "G9")
    assert Table(units, forest, options={"los_sides": "each_side"}).sees("G5", "G9")


@pytest.mark.rule("M44-unit-artillery.2", "M44-unit-artillery.3")
def test_line_of_sight_019() -> None:
    """Artillery fires over forests and units at a target in a forest, range 4, with 2 dice."""
    table = draw(
        """
        .   fI  .
          fI  fI
        f   fi  f
          fi  fi
        .   .g  .
        """,
        corner="F7",
    )
    assert table.field.board.distance("G3", "G7") == 4
    assert table.dice("G3", "G7") == 2


# Dice ------------------------------------------------------------------------------------------------------

ROW = "ABCDEFGHIJKLM"


def dice_by_range(
    attacker: str, target: str, ranges: int, *, under: str = "", below: str = "", order: str = ""
) -> list[int]:
    """Dice at ranges 1, 2, 3 … with terrain under the attacker and under the target."""
    found = []
    for distance in range(1, ranges + 1):
        start, goal = "C5", f"{ROW[2 + distance]}5"
        terrain = {under: start} if under else {}
        if below:
            terrain[below] = f"{terrain.get(below, '')} {goal}"
        owners = {key: "axis" for key in terrain if key in ("bunker", "sea_wall")}
        units = {f"allies {attacker}": start, f"axis {target}": goal}
        found.append(Table(units, terrain, order=order, owners=owners).dice(start, goal))
    return found


@pytest.mark.rule("M44-unit-infantry.3", "M44-base-board.9")
def test_dice_022() -> None:
    """Infantry in the open."""
    assert dice_by_range("infantry", "infantry", 4) == [3, 2, 1, 0]


@pytest.mark.rule("M44-unit-armor.4")
def test_dice_armor() -> None:
    """Armor in the open."""
    assert dice_by_range("armor", "infantry", 4) == [3, 3, 3, 0]


@pytest.mark.rule("M44-unit-artillery.3")
@pytest.mark.parametrize("target", ["infantry", "armor", "artillery"])
def test_dice_024(target: str) -> None:
    """Artillery against anything."""
    assert dice_by_range("artillery", target, 7) == [3, 3, 2, 2, 1, 1, 0]


@pytest.mark.rule("M44-terrain-forest.1", "M44-base-battle.10")
def test_dice_025() -> None:
    """Infantry into a forest; where no die is left there is no battle."""
    assert dice_by_range("infantry", "infantry", 3, below="forest") == [2, 1, 0]


@pytest.mark.rule("M44-terrain-town.4")
def test_dice_027() -> None:
    """Armor out of a town."""
    assert dice_by_range("armor", "infantry", 3, under="town") == [1, 1, 1]


@pytest.mark.rule("M44-terrain-town.4", "M44-terrain-forest.1", "M44-base-battle.10")
def test_dice_028() -> None:
    """Armor out of a town into a forest: 3 - 2 - 2."""
    assert dice_by_range("armor", "infantry", 1, under="town", below="forest") == [0]


@pytest.mark.rule("M44-terrain-hill.1", "M44-terrain-hill.4")
def test_dice_030() -> None:
    """A hill protects from below only."""
    assert dice_by_range("infantry", "infantry", 1, below="hill") == [2]
    assert dice_by_range("infantry", "infantry", 1, under="hill", below="hill") == [3]


@pytest.mark.rule("M44-terrain-hill.1")
def test_dice_031() -> None:
    """Armor up a hill at range 3."""
    assert dice_by_range("armor", "armor", 3, below="hill")[2] == 2


@pytest.mark.rule("M44-terrain.3", "M44-terrain-sandbag.5")
def test_dice_033() -> None:
    """A village with sandbags takes one die, not two."""
    table = Table({"axis infantry": "D5", "allies infantry": "C5"}, {"town": "D5", "sandbag": "D5"})
    assert table.dice("C5", "D5") == 2


@pytest.mark.rule("M44-terrain-sandbag.1", "M44-terrain-sandbag.5")
def test_dice_034() -> None:
    """Sandbags count in the open and on a bridge."""
    units = {"axis infantry": "D5", "allies armor": "C5"}
    assert Table(units, {"sandbag": "D5"}).dice("C5", "D5") == 2
    assert Table(units, {"river": "D5", "bridge": "D5", "sandbag": "D5"}).dice("C5", "D5") == 2


@pytest.mark.rule("M44-terrain-wire.2")
def test_dice_037() -> None:
    """Infantry that stands in wire."""
    assert dice_by_range("infantry", "infantry", 3, under="wire") == [2, 1, 0]


@pytest.mark.rule("M44-terrain-wire.4")
def test_dice_039() -> None:
    """Armor that has just moved into wire has removed it and battles with all its dice."""
    table = Table({"axis infantry": "F5", "allies armor": "C5"}, {"wire": "E5"}).fighting("C5")
    table.play("move C5", "to E5", "end-moves")
    assert "E5" not in table.position.obstacles
    assert table.dice("E5", "F5") == 3


@pytest.mark.rule("M44-unit-artillery.2", "M44-terrain-bunker.1")
def test_dice_040() -> None:
    """Artillery against a bunker at range 4."""
    assert dice_by_range("artillery", "infantry", 4, below="bunker")[3] == 2


@pytest.mark.rule("M44-terrain-mountain.4")
def test_dice_043() -> None:
    """Artillery set up on a mountain reaches one hex further."""
    assert dice_by_range("artillery", "infantry", 8, under="mountain") == [3, 3, 2, 2, 1, 1, 1, 0]


@pytest.mark.rule("M44-base-card-close-assault.2")
def test_dice_051() -> None:
    """Close Assault: infantry into a forest, 3 + 1 - 1."""
    assert dice_by_range("infantry", "infantry", 1, below="forest", order="close_assault") == [3]


@pytest.mark.rule("M44-base-card-armor-assault.2")
def test_dice_052() -> None:
    """Armor Assault: the extra die counts in close assault only."""
    assert dice_by_range("armor", "infantry", 2, below="town", order="armor_assault") == [2, 1]


@pytest.mark.rule("M44-base-card-their-finest-hour.3", "M44-base-battle.9", "M44-base-battle.10")
def test_dice_054() -> None:
    """Their Finest Hour: armor out of a town into a forest, 3 + 1 - 2 - 2."""
    found = dice_by_range("armor", "infantry", 1, under="town", below="forest", order="their_finest_hour")
    assert found == [0]


@pytest.mark.rule("M44-base-card-barrage.1", "M44-base-card-air-power.2")
@pytest.mark.parametrize(
    ("card", "side", "dice"), [("barrage", "allies", 4), ("air_power", "allies", 2), ("air_power", "axis", 1)]
)
@pytest.mark.parametrize("terrain", ["church", "bunker"])
def test_dice_055(card: str, side: str, dice: int, terrain: str) -> None:
    """Strikes from off the board heed no terrain (asked of a church and a bunker for a fortress)."""
    enemy = "axis" if side == "allies" else "allies"
    owners = {"bunker": enemy} if terrain == "bunker" else {}
    table = Table({f"{enemy} infantry": "E5"}, {terrain: "E5"}, side=side, order=card, owners=owners)
    table.give_orders().play("target E5", "enough", dice=" ".join(["star"] * dice))


@pytest.mark.rule("M44-terrain-forest.1", "M44-base-move.8")
def test_dice_057() -> None:
    """A unit that has been in a forest since last turn is protected and battles with all its dice."""
    table = Table({"axis infantry": "D5", "allies infantry": "E5"}, {"forest": "E5"})
    assert (table.dice("D5", "E5"), table.dice("E5", "D5")) == (2, 3)


@pytest.mark.rule("M44-terrain-mountain.1", "M44-terrain-mountain.6")
def test_dice_058() -> None:
    """A mountain protects from below and from other ranges, not within its own."""
    units = {"axis infantry": "D5", "allies infantry": "E5"}
    assert Table(units, {"mountain": "D5 E5"}).dice("E5", "D5") == 3
    assert Table(units, {"mountain": "D5"}).dice("E5", "D5") == 1
    # Ranges that are not connected are two hexes apart: 2 dice, and one more by the card.
    units = {"axis infantry": "D5", "allies infantry": "F5"}
    assert Table(units, {"mountain": "D5 F5"}, order="firefight").dice("F5", "D5") == 1
    assert Table(units, {"mountain": "D5 E5 F5"}, order="firefight").dice("F5", "D5") == 3


# Hits ------------------------------------------------------------------------------------------------------


def losses(table: Table, attacker: str, target: str) -> Fraction:
    """Expected figures lost by the target of an attack."""
    there = table.unit(target)
    assert there is not None
    id_ = table.position.at[target]
    answer = table.odds(
        attacker, target, lambda end: there.figures - (end.units[id_].figures if id_ in end.units else 0)
    )
    return answer.expect(lambda lost: lost)


@pytest.mark.rule("M44-combat.4", "M44-combat.5", "M44-combat.6")
@pytest.mark.parametrize(
    ("kind", "share"),
    [("infantry", Fraction(3, 6)), ("armor", Fraction(2, 6)), ("artillery", Fraction(1, 6))],
)
def test_hits_059(kind: str, share: Fraction, game: MemoirGame) -> None:
    """Three dice score 1.5 hits on infantry, 1 on armor, 0.5 on artillery."""
    row = game.rules.units[kind]
    ways = pool_distribution(game.rules.dice["battle"], 3, (" ".join(row.hit_by),))
    expected = Fraction(sum(hits * n for (hits,), n in ways.items()), sum(ways.values()))
    assert expected == 3 * share
    # and on the board, where the target has figures enough and flags cost nothing
    whole = {"infantry": 4, "armor": 3, "artillery": 2}[kind]
    table = Table({f"axis {kind}": "D5", "allies infantry": "C5"})
    capped = Fraction(sum(min(hits, whole) * n for (hits,), n in ways.items()), sum(ways.values()))
    assert losses(table, "C5", "D5") == capped


@pytest.mark.rule("M44-retreat.4", "M44-base-retreat.7")
def test_hits_061() -> None:
    """Against a last figure that cannot retreat, flags are hits as well: 26/27."""
    table = Table({"axis infantry": "D9:1", "allies infantry": "d8"})
    gone = table.odds("d8", "D9", lambda end: len(end.units) == 1)
    assert gone.probability(True) == Fraction(26, 27)


@pytest.mark.rule("M44-combat.7", "M44-combat.8", "M44-combat.9")
def test_hits_067() -> None:
    """Flag, flag, infantry, star: one hit, then two flags; the star is a miss."""
    table = Table({"axis infantry": "D5", "allies infantry": "C5"}, order="close_assault")
    table.attack("C5", "D5", "flag flag infantry star")
    (rolled,) = table.told("rolled")
    assert (rolled["hits"], rolled["flags"]) == (1, 2)
    assert table.figures("D5") == 3, "the casualty is gone before the first step back"
    assert table.asked == "ChooseRetreat"


# Flags and retreats ----------------------------------------------------------------------------------------


@pytest.mark.rule("M44-base-retreat.1", "M44-base-board.8")
def test_flags_retreat_070() -> None:
    """Two ways back."""
    table = Table({"axis infantry": "F5", "allies infantry": "F3"}).attack("F3", "F5", "flag star")
    assert table.options == {"retreat e6", "retreat f6"}


@pytest.mark.rule("M44-base-retreat.1")
def test_flags_retreat_072() -> None:
    """At the edge of the board one way is left, and costs nothing."""
    table = Table({"axis infantry": "A5", "allies infantry": "A3"}).attack("A3", "A5", "flag star")
    assert table.figures("a6") == 4


@pytest.mark.rule("M44-retreat.3", "M44-retreat.4")
def test_flags_retreat_073() -> None:
    """Friends on both hexes behind: a figure is lost instead."""
    table = Table({"axis infantry": "F5 e6 f6", "allies infantry": "F3"}).attack("F3", "F5", "flag star")
    assert table.figures("F5") == 3


@pytest.mark.rule("M44-base-retreat.3")
def test_flags_retreat_075() -> None:
    """Nobody may choose a dead end to lose a figure: two flags lead to G7."""
    table = Table({"axis infantry": "F5 E7 F7", "allies infantry": "F3"})
    table.attack("F3", "F5", "flag flag")
    assert table.figures("G7") == 4, "the only way that makes both steps is f6, G7"


@pytest.mark.rule("M44-retreat.6", "M44-terrain-ocean.3")
def test_flags_retreat_076() -> None:
    """Nobody retreats into the ocean."""
    table = Table({"allies infantry": "F3:3", "axis infantry": "F5"}, face="beach", side="axis")
    table.attack("F5", "F3", "flag star")
    assert table.figures("F3") == 2


@pytest.mark.rule("M44-retreat.1")
@pytest.mark.parametrize("terrain", ["forest", "hedgerow", "wire"])
def test_flags_retreat_078(terrain: str) -> None:
    """A retreat passes through terrain that would stop a move."""
    table = Table({"axis infantry": "F5", "allies infantry": "F3"}, {terrain: "e6 f6"})
    table.attack("F3", "F5", "flag flag", "retreat f6", "retreat G7")
    assert table.figures("G7") == 4


@pytest.mark.rule("M44-base-retreat.5", "M44-terrain-sandbag.3")
def test_flags_retreat_081() -> None:
    """Sandbags in a village: of two flags one may be ignored."""
    table = Table({"axis infantry": "F5", "allies artillery": "F3"}, {"town": "F5", "sandbag": "F5"})
    table.attack("F3", "F5", "flag flag star")
    assert table.options == {"ignore", "heed"}
    assert not table.copy().play("ignore", "retreat e6").asked, "one step was due"
    assert table.copy().play("heed", "retreat e6").asked == "ChooseRetreat", "two steps were due"


@pytest.mark.rule("M44-base-retreat.4")
def test_flags_retreat_082() -> None:
    """The first flag of each of three attacks is ignored."""
    table = Table({"axis infantry": "F5", "allies artillery": "F1 E3 G3"}, {"sandbag": "F5"})
    table.battling("F1 E3 G3")
    for gun, dice in (("F1", "flag star"), ("E3", "flag star star"), ("G3", "flag star star")):
        table.attack(gun, "F5", dice, "ignore")
    assert len(table.told("ignored")) == 3
    assert table.figures("F5") == 4


@pytest.mark.rule("M44-base-card-air-power.4", "M44-base-card-barrage.3")
@pytest.mark.parametrize(("card", "flags"), [("barrage", "flag flag flag star"), ("air_power", "flag flag")])
def test_flags_retreat_084(card: str, flags: str) -> None:
    """Flags of strikes are never ignored (asked of a bunker for a fortress)."""
    table = Table({"axis infantry": "F5"}, {"bunker": "F5"}, owners={"bunker": "axis"}, order=card)
    table.give_orders().play("target F5", "enough", dice=flags).play("retreat f6", "retreat F7")
    if card == "barrage":
        table.play("retreat f8")
    assert not table.asked
    assert table.figures("f8" if card == "barrage" else "F7") == 4


@pytest.mark.rule("M44-special-forces.5", "M44-nation-french-resistance.6", "M44-base-retreat.6")
def test_flags_retreat_085() -> None:
    """The French Resistance retreats one to three hexes for a flag."""
    table = Table({"allies french_resistance": "F7", "axis infantry": "F9"}, side="axis")
    table.attack("F9", "F7", "flag star")
    assert "stand" not in table.options
    table.play("retreat e6")
    assert "stand" in table.options
    table.play("retreat E5")
    assert "stand" in table.options
    table.play("retreat d4")
    assert table.asked != "ChooseRetreat", "three hexes are the most"
    assert table.figures("d4") == 3


@pytest.mark.rule("M44-terrain-mountain.2")
def test_flags_retreat_090() -> None:
    """A mountain is left to hills and mountains only, in a retreat as well."""
    table = Table({"axis infantry": "F5", "allies artillery": "F3"}, {"mountain": "F5"})
    table.attack("F3", "F5", "flag star star")
    assert table.figures("F5") == 3


@pytest.mark.rule("M44-combat.9", "M44-retreat.6")
def test_flags_retreat_091() -> None:
    """One hit and one step into the ocean that cannot be made: two figures."""
    table = Table({"allies infantry": "F3", "axis infantry": "F5"}, face="beach", side="axis")
    table.attack("F5", "F3", "infantry flag")
    assert table.figures("F3") == 2


# Movement --------------------------------------------------------------------------------------------------


@pytest.mark.rule("M44-terrain-hedgerow.4")
def test_movement_092() -> None:
    """A hedgerow is entered only by a unit that starts next to it."""
    table = Table({"allies infantry": "C5"}, {"hedgerow": "E5"})
    assert "E5" not in table.reach("C5")
    assert "M44-terrain-hedgerow.4" in table.move_refused("C5", "E5")


@pytest.mark.rule("M44-terrain-town.3")
def test_movement_094() -> None:
    """No battle in the turn a unit enters a town."""
    table = Table({"allies infantry": "C5", "axis infantry": "E5"}, {"town": "D5"}).fighting("C5")
    table.play("move C5", "to D5", "end-moves")
    assert table.battle_refused("D5") == {"M44-terrain-town.3"}


@pytest.mark.rule("M44-special-forces.3", "M44-special-forces.4", "M44-nation-french-resistance.4")
def test_movement_097() -> None:
    """The French Resistance battles after entering a forest, but not after two hexes."""
    units = {"allies french_resistance": "D5", "axis infantry": "E5"}
    table = Table(units, {"forest": "D5"})
    assert table.dice("D5", "E5", moved_from="C5") == 3
    assert table.dice("D5", "E5", moved_from="B5") == 0
    assert table.battle_refused("D5", moved_from="B5") == {"M44-special-forces.4"}


@pytest.mark.rule("M44-unit-special-forces.2")
def test_movement_098() -> None:
    """Special forces battle after two hexes."""
    table = Table({"allies special_forces": "D5", "axis infantry": "E5"})
    assert table.dice("D5", "E5", moved_from="B5") == 3


@pytest.mark.rule("M44-terrain-cliff-sea-bluff.2")
@pytest.mark.parametrize("cliff", ["cliff", "sea_bluff"])
def test_movement_100(cliff: str) -> None:
    """Climbing from the beach counts two hexes: infantry may not battle then, special forces may."""
    for kind, may_battle in (("infantry", False), ("special_forces", True)):
        table = Table({f"allies {kind}": "e4", "axis infantry": "E7"}, {cliff: "E5"}, face="beach")
        assert table.reach("e4")["E5"] == 2
        table.fighting("e4").play("move e4", "to E5", "end-moves")
        assert ("battle E5" in table.options) == may_battle


@pytest.mark.rule("M44-terrain-cliff-sea-bluff.3")
@pytest.mark.parametrize("cliff", ["cliff", "sea_bluff"])
def test_movement_101(cliff: str) -> None:
    """Armor does not climb from the beach."""
    table = Table({"allies armor": "e4"}, {cliff: "E5"}, face="beach")
    assert "M44-terrain-cliff-sea-bluff.3" in table.move_refused("e4", "E5")


@pytest.mark.rule("M44-terrain-ocean.1", "M44-terrain-ocean.2")
def test_movement_103() -> None:
    """From one ocean hex to another: one hex, and no battle there."""
    table = Table({"allies infantry": "E1", "axis infantry": "E3"}, face="beach")
    assert table.reach("E1") == {"D1": 1, "F1": 1, "d2": 1, "e2": 1}
    assert table.battle_refused("E1") == {"M44-terrain-ocean.2"}
    moved = Table({"allies infantry": "e2", "axis infantry": "E3"}, face="beach")
    assert moved.battle_refused("e2", moved_from="E1") == {"M44-terrain-ocean.2"}


@pytest.mark.rule("M44-base-move.1", "M44-base-move.2")
@pytest.mark.parametrize("blocker", ["allies", "axis"])
def test_movement_106(blocker: str) -> None:
    """No move through or onto any unit."""
    river = {"river": "c6 d6 c4 d4"}
    units = {"allies armor": "C5"}
    units[f"{blocker} infantry"] = "D5"
    table = Table(units, river)
    assert not {"D5", "E5"} & table.reach("C5").keys()
    assert "M44-base-move.1" in table.move_refused("C5", "D5")
    assert table.move_refused("C5", "E5")


@pytest.mark.rule("M44-base-board.5", "M44-base-board.6")
@pytest.mark.parametrize(
    ("hex_", "sections"),
    [("d6", ("left", "center")), ("i4", ("center", "right")), ("D5", ("left",)), ("E5", ("center",))],
)
def test_movement_107(hex_: str, sections: tuple[str, ...]) -> None:
    """Sections as the bottom player sees them; a hex on the line is in two."""
    for section in ("left", "center", "right"):
        table = Table({"allies infantry": hex_}, order=f"probe_{section}").give_orders()
        assert bool(table.told("ordered")) == (section in sections)


@pytest.mark.rule("M44-terrain-beach.1", "M44-terrain-ocean.1")
def test_movement_109() -> None:
    """Armor leaves the ocean two hexes far onto the sand."""
    table = Table({"allies armor": "e2"}, face="beach")
    assert {"E3", "F3", "e4"} <= table.reach("e2").keys()
    assert max(table.reach("e2").values()) == 2
    assert not {"E5", "F5", "e6"} & table.reach("e2").keys()


@pytest.mark.rule("M44-terrain-ocean.1")
def test_movement_110() -> None:
    """Armor from ocean to ocean: one hex."""
    reach = Table({"allies armor": "E1"}, face="beach").reach("E1")
    assert reach == {"D1": 1, "F1": 1, "d2": 1, "e2": 1}


@pytest.mark.rule("M44-terrain-hedgerow.5")
def test_movement_112() -> None:
    """Armor leaving a hedgerow goes one hex, and three the turn after."""
    table = Table({"allies armor": "C5"}, {"hedgerow": "C5"})
    assert set(table.reach("C5")) == set(table.field.board.neighbours("C5"))
    table.moving("C5").play("move C5", "to D5")
    later = Table({"allies armor": "D5"}, {"hedgerow": "C5"})
    assert max(later.reach("D5").values()) == 3


# Taking ground and overruns --------------------------------------------------------------------------------


@pytest.mark.rule("M44-take-ground.1", "M44-base-take-ground.1")
def test_take_ground_overrun_116() -> None:
    """The winner of a close assault may move in, one hex, or stay."""
    table = Table({"axis infantry": "D5:1 M9", "allies infantry": "C5"}).attack(
        "C5", "D5", "infantry star star"
    )
    assert table.options == {"take-ground D5", "stay"}
    assert table.copy().play("take-ground D5").figures("D5") == 4
    assert table.copy().play("stay").figures("C5") == 4


@pytest.mark.rule("M44-terrain-hedgerow.4")
def test_take_ground_overrun_118() -> None:
    """No ground in a hedgerow for a unit that did not start its turn next to it."""
    table = Table({"axis infantry": "D5:1 M9", "allies infantry": "C5"}, {"hedgerow": "D5"})
    table.battling("C5", moved_from={"C5": "B5"}).attack("C5", "D5", "infantry star")
    assert table.asked != "ChooseGround"
    assert table.told("eliminated")


@pytest.mark.rule("M44-terrain-hedgerow.4")
def test_take_ground_overrun_119() -> None:
    """A unit that has not moved takes ground in a hedgerow."""
    table = Table({"axis infantry": "D5:1 M9", "allies infantry": "C5"}, {"hedgerow": "D5"})
    table.attack("C5", "D5", "infantry star")
    assert table.options == {"take-ground D5", "stay"}


@pytest.mark.rule("M44-take-ground.4", "M44-take-ground.6")
def test_take_ground_overrun_121() -> None:
    """With no enemy next to the new hex an overrun may fire at range 3, with 3 dice."""
    table = Table({"axis infantry": "D5:1 G5", "allies armor": "C5"})
    table.attack("C5", "D5", "infantry star star", "take-ground D5")
    assert table.options == {"overrun G5", "halt"}
    table.play("overrun G5", dice="star star star")


@pytest.mark.rule("M44-take-ground.7", "M44-take-ground.8")
def test_take_ground_overrun_122() -> None:
    """After a won overrun ground may be taken again, but there is no third battle."""
    table = Table({"axis infantry": "D5:1 E5:1 F5", "allies armor": "C5"})
    table.attack("C5", "D5", "infantry star star", "take-ground D5")
    table.play("overrun E5", dice="infantry star star")
    assert table.options == {"take-ground E5", "stay"}
    table.play("take-ground E5")
    assert not table.asked, "nothing is left to do"
    assert table.figures("E5") == 3


@pytest.mark.rule("M44-take-ground.2", "M44-base-battle.13")
def test_take_ground_overrun_124() -> None:
    """Artillery takes no ground."""
    table = Table({"axis infantry": "D5:1 M9", "allies artillery": "C5"}).attack(
        "C5", "D5", "infantry star star"
    )
    assert table.asked != "ChooseGround"


@pytest.mark.rule("M44-terrain-cliff-sea-bluff.4")
@pytest.mark.parametrize(("terrain", "allowed"), [("cliff", False), ("sea_bluff", True)])
def test_take_ground_overrun_127(terrain: str, allowed: bool) -> None:
    """Infantry on the beach takes ground up a bluff, not up a cliff."""
    table = Table({"axis infantry": "E5:1 M9", "allies infantry": "e4"}, {terrain: "E5"}, face="beach")
    table.attack("e4", "E5", "infantry star")
    assert (table.asked == "ChooseGround") == allowed


@pytest.mark.rule("M44-base-take-ground.3")
def test_take_ground_overrun_130() -> None:
    """A target that ignored its flag has not left: no ground."""
    table = Table({"axis infantry": "D5:3", "allies infantry": "C5"}, {"sandbag": "D5"})
    table.attack("C5", "D5", "infantry flag", "ignore")
    assert table.figures("D5") == 2
    assert table.asked != "ChooseGround"


# Cards -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("M44-base-card-ambush.3")
def test_cards_131() -> None:
    """An attacker that an ambush drove back one hex does not attack, although it is still adjacent."""
    table = Table({"allies infantry": "C5", "axis infantry": "D5"}, hands={"axis": "ambush"}).battling("C5")
    table.play("battle C5", "attack D5").play("ambush", "retreat c4", dice="flag star star")
    assert "D5" in table.field.next_to["c4"]
    assert not table.asked
    assert len(table.told("rolled")) == 1


@pytest.mark.rule("M44-base-card-ambush.4")
def test_cards_133() -> None:
    """Ambush works for one close assault only."""
    table = Table({"allies infantry": "C5 d6", "axis infantry": "D5"}, hands={"axis": "ambush probe_left"})
    table.battling("C5 d6")
    table.play("battle C5").play("ambush", dice=["star star star", "star star star"])
    table.play("battle d6")
    assert table.options == {"pass"}
    assert table.refused("ambush") == {"M44-base-card-ambush.1"}


@pytest.mark.rule("M44-base-card-counter-attack.4")
def test_cards_134() -> None:
    """Ambush is not a card that Counter-Attack copies."""
    table = Table(
        {"allies infantry": "C5", "axis infantry": "D5"},
        hands={"allies": "counter_attack probe_left probe_right"},
    )
    table.position.given = {**table.position.given, "axis": ("ambush", "")}
    table.commanding()
    assert table.options == {"play probe_left", "play probe_right"}
    assert table.refused("play counter_attack") == {"M44-base-card-counter-attack.1"}


@pytest.mark.rule("M44-base-card-ambush.1")
def test_cards_136() -> None:
    """Any battle against an adjacent enemy may be ambushed, whatever card ordered it."""
    table = Table(
        {"allies infantry": "C5", "axis infantry": "D5"}, order="probe_left", hands={"axis": "ambush"}
    ).battling("C5")
    table.play("battle C5")
    assert table.options == {"pass", "ambush"}


@pytest.mark.rule("M44-base-card-ambush.5")
def test_cards_137() -> None:
    """The ambusher draws first at the end of the turn."""
    table = Table(
        {"allies infantry": "C5", "axis infantry": "D5"},
        order="probe_left",
        hands={"axis": "ambush"},
        cards="attack_left assault_left assault_right",
    )
    table.ordered("C5").run(Battles("allies"), Discard("allies")).play("battle C5")
    table.play("ambush", dice=["star star star", "star star star", "assault_left", "attack_left"])
    assert (table.hand("axis"), table.hand("allies")) == ("assault_left", "attack_left")


@pytest.mark.rule("M44-base-card-dig-in.1", "M44-terrain-sandbag.5")
@pytest.mark.parametrize(
    ("terrain", "before"), [({"river": "D5", "bridge": "D5"}, 3), ({"forest": "D5"}, 2), ({}, 3)]
)
def test_cards_139(terrain: dict[str, str], before: int) -> None:
    """Dug in on a bridge: one die less and a flag ignored; in a forest only the flag is new."""
    units = {"axis infantry": "D5", "allies infantry": "C5"}
    assert Table(units, terrain).dice("C5", "D5") == before
    dug_in = Table(units, terrain, side="axis", order="dig_in").give_orders()
    assert dug_in.position.obstacles == {"D5": "sandbag"}
    attacked = Table(units, {**terrain, "sandbag": "D5"})
    assert attacked.dice("C5", "D5") == 2
    assert attacked.attack("C5", "D5", "flag star").options == {"ignore", "heed"}


@pytest.mark.rule("M44-base-components.7", "M44-base-card-dig-in.1")
def test_cards_140() -> None:
    """With all 12 sandbags on the board, whoever put them there, Dig In places none."""
    bags = "A9 B9 C9 D9 E9 F9 G9 H9 I9 J9 K9 L9"
    table = Table({"allies infantry": "D1"}, {"sandbag": bags}, order="dig_in").give_orders()
    assert "D1" not in table.position.obstacles
    table = Table({"allies infantry": "D1 E1"}, {"sandbag": bags[:-3]}, order="dig_in").give_orders()
    table.play("order E1")
    assert {"D1", "E1"} & table.position.obstacles.keys() == {"E1"}, "the owner says for whom"


@pytest.mark.rule("M44-base-card-counter-attack.3")
def test_cards_142() -> None:
    """Infantry Assault on the enemy's left is countered on one's own right: the same part of the board."""
    table = Table({"allies infantry": "L5 B5", "axis infantry": "M9 A9"}, hands={"allies": "counter_attack"})
    table.position.given = {
        **table.position.given,
        "axis": ("infantry_assault", "right"),
    }  # the Axis' left, as the Allies see it
    table.commanding().play("play counter_attack")
    assert [order["hex"] for order in table.told("ordered")] == ["L5"]


@pytest.mark.rule("M44-base-card-medics-mechanics.1", "M44-base-card-medics-mechanics.2")
def test_cards_145() -> None:
    """Five cards and a gun that lost a figure: 5 dice, each worth 1/6 of a figure (the star)."""
    table = Table(
        {"allies artillery": "D1:1", "axis infantry": "A9"},
        order="medics_mechanics",
        hands={"allies": "probe_left probe_left probe_center attack_left"},
    )
    card = table.rules.cards["medics_mechanics"]
    (reason,) = cards_held(table.playing, "allies", card)
    assert reason.value == 5
    faces = table.rules.dice["battle"].faces
    good = sum(face in ("artillery", *card.wild) for face in faces)
    assert Fraction(reason.value * good, len(faces)) == Fraction(5, 6)


@pytest.mark.rule("M44-base-card-their-finest-hour.2", "M44-base-card-their-finest-hour.3")
def test_cards_146() -> None:
    """Infantry, infantry, star, flag: two infantry and one unit of any type, with a die more each."""
    table = Table(
        {"allies infantry": "B1 C1 D1", "allies armor": "E1 F1", "axis infantry": "E3"},
        order="their_finest_hour",
        hands={"allies": "probe_left probe_left attack_left"},
    )
    table.give_orders(dice="infantry infantry star flag")
    assert table.options == {"order B1", "order C1", "order D1", "done"}
    table.play("order B1", "order C1")
    assert table.options == {"order D1", "order E1", "order F1", "done"}
    table.play("order E1")
    assert not table.asked
    assert table.dice("E1", "E3") == 4


@pytest.mark.rule("M44-base-card-their-finest-hour.4")
def test_cards_146_afterwards() -> None:
    """After Their Finest Hour the deck and the discards are one deck again."""
    table = Table({}, order="their_finest_hour", cards="probe_left", discards="attack_left")
    table.run(Discard("allies"), dice="attack_left")
    assert table.hand("allies") == "attack_left"
    assert table.position.deck == {"probe_left": 1, "their_finest_hour": 1}
    assert not table.position.discards


@pytest.mark.rule("M44-base-card-recon-1.3")
def test_cards_148() -> None:
    """Recon 1 draws two cards and keeps one."""
    table = Table(
        {"allies infantry": "D1", "axis infantry": "A9"}, order="recon_1_left", cards="probe_left attack_left"
    ).run(Discard("allies"), dice=["probe_left", "attack_left"])
    assert table.options == {"keep probe_left", "keep attack_left"}
    table.play("keep attack_left")
    assert table.hand("allies") == "attack_left"
    assert table.position.discards == {"recon_1_left": 1, "probe_left": 1}


@pytest.mark.rule("M44-base-card-recon-1.3")
def test_cards_149() -> None:
    """Recon 1 played as an air strike draws one card."""
    table = Table(
        {"allies infantry": "D1", "axis infantry": "A9"}, order="recon_1_left", cards="probe_left attack_left"
    )
    table.position.order = "air_power"
    table.run(Discard("allies"), dice="probe_left")
    assert table.hand("allies") == "probe_left"
    assert not table.asked


@pytest.mark.rule("M44-base-card-behind-enemy-lines.3")
def test_cards_151() -> None:
    """Behind Enemy Lines: three hexes through a forest into a forest, but no battle there."""
    table = Table(
        {"allies infantry": "C5", "axis infantry": "G5"}, {"forest": "D5 F5"}, order="behind_enemy_lines"
    ).fighting("C5")
    assert table.reach("C5")["F5"] == 3
    table.play("move C5", "to F5")
    assert table.battle_refused("F5") == {"M44-terrain-forest.3"}


@pytest.mark.rule("M44-base-card-artillery-bombard.2")
def test_cards_152() -> None:
    """Artillery Bombard: a gun moves three hexes or battles twice."""
    table = Table({"allies artillery": "C5", "axis infantry": "G5 H5"}, order="artillery_bombard")
    assert max(table.reach("C5").values()) == 3
    assert table.battle_refused("C5", moved_from="B5") >= {"M44-base-card-artillery-bombard.2"}
    table.attack("C5", "G5", "star star")
    table.attack("C5", "H5", "star")
    assert not table.asked, "twice, not three times"
    assert len(table.told("rolled")) == 2


# Victory ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("M44-base-victory.2")
def test_victory_157() -> None:
    """The last medal ends the battle at once: no ground, no overrun."""
    table = Table({"axis infantry": "D5:1 E5", "allies armor": "C5"}, medals={"allies": 1, "axis": 9}).attack(
        "C5", "D5", "infantry star star"
    )
    assert not table.asked
    assert table.game.outcome(table.position).winner == "allies"
    assert table.figures("C5") == 3


@pytest.mark.rule("M44-base-victory.6")
def test_victory_159(game: MemoirGame) -> None:
    """Pegasus Bridge: the bridge's medal goes with the unit that leaves it."""
    scenario = game.rules.scenarios["pegasus-bridge"]
    table = Table(
        {"axis infantry": "A9", "allies infantry": "D7"},
        {"river": "D7", "bridge": "D7"},
        objective=scenario.objective[:1],
    )
    assert objective_medals(table.position, table.field, "allies") == 1
    table.moving("D7").play("move D7", "to E7")
    assert objective_medals(table.position, table.field, "allies") == 0


@pytest.mark.rule("M44-base-victory.6")
def test_victory_160(game: MemoirGame) -> None:
    """Pointe-du-Hoc: the medal of a forest once taken is kept."""
    scenario = game.rules.scenarios["pointe-du-hoc"]
    table = Table(
        {"axis infantry": "A9", "allies infantry": "j8"}, {"forest": "J9 K9"}, objective=scenario.objective
    )
    table.moving("j8").play("move j8", "to J9")
    assert objective_medals(table.position, table.field, "allies") == 1
    table.position.orders.clear()
    table.moving("J9").play("move J9", "to j8")
    assert objective_medals(table.position, table.field, "allies") == 1


@pytest.mark.rule("M44-base-turn.12")
def test_victory_163(game: MemoirGame) -> None:
    """Vassieux: when the deck runs out with the Allies at three of four medals, the Axis have won."""
    scenario = game.rules.scenarios["vassieux"]
    assert scenario.deck is not None
    table = Table(
        {"axis infantry": "A9", "allies french_resistance": "D1"},
        order="probe_left",
        cards="",
        discards="attack_left",
        deck=scenario.deck,
        medals=scenario.medals,
    )
    table.position.medals = {**table.position.medals, "allies": 3}
    table.run(Discard("allies"))
    assert table.game.outcome(table.position).winner == "axis"
