"""Setting up: what a scenario fixes, hands, bunkers and sea walls, units from the sky [M44-base-setup]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec
import pytest
from tests.plugins.memoir44.drawing import Table, game_with
from tests.plugins.memoir44.staging import Stage

from grognard.dice import Die, Face, Roll, SeededDice
from grognard.play import Event
from grognard_memoir44.position import MemoirPosition

# The scenario sets up --------------------------------------------------------------------------------------


@pytest.mark.rule("M44-base-setup.1")
def test_the_scenario_gives_units_pieces_hands_medals_and_who_begins(game) -> None:
    position = game.start("operation-luttich", SeededDice(1))
    units = position.units.values()
    assert {unit.hex for unit in units if unit.side == "allies" and unit.kind == "artillery"} == {"b2", "f2"}
    assert {unit.hex for unit in units if unit.kind == "elite_armor"} == {"I9", "L9"}
    assert position.obstacles == {"G5": "sandbag", "L5": "sandbag", "b2": "sandbag", "f2": "sandbag"}
    assert {side: len(hand) for side, hand in position.hands.items()} == {"allies": 6, "axis": 5}
    assert game.to_act(position) == "axis"
    field = game.rules.field(position)
    assert field.rows["e4"][0].id == "steep_hill"
    assert [row.id for row in field.rows["E9"]] == ["river", "bridge"]
    assert field.rows["E1"][0].id == "open"
    assert field.scenario.medals == {"allies": 4, "axis": 4}


@pytest.mark.rule("M44-base-setup.1", "M44-base-board.2", "M44-base-board.8")
def test_the_scenario_gives_the_face_of_the_board_and_who_sits_where(game) -> None:
    beach, land = game.rules.battlefield("sword-beach"), game.rules.battlefield("arracourt")
    assert [beach.rows[label][0].id for label in ("A1", "a2", "A3", "b4", "D5", "d6")] == [
        "ocean", "ocean", "beach", "beach", "beach", "open",
    ]  # fmt: skip
    assert {land.rows[label][0].id for label in ("A1", "B3", "E5")} == {"open"}
    assert land.towards_baseline("E5", "allies") == ("e4", "d4")
    assert land.towards_baseline("E5", "axis") == ("e6", "d6")


@pytest.mark.rule("M44-base-setup.1")
def test_a_terrain_tile_lies_over_the_printed_beach(game) -> None:
    field = game.rules.battlefield("pointe-du-hoc")
    assert [row.id for row in field.rows["K3"]] == ["cliff", "bunker"]
    assert field.rows["L3"][0].id == "beach"


@pytest.mark.rule(
    "M44-base-setup.1", "M44-base-components.3", "M44-base-components.4", "M44-base-components.5"
)
def test_units_stand_at_full_strength(game) -> None:
    strengths: dict[str, set[int]] = {}
    for info in game.scenarios():
        if info.id in PRINTED:
            for unit in game.set_up(info.id).units.values():
                strengths.setdefault(unit.kind, set()).add(unit.figures)
                assert unit.figures == unit.full
    assert strengths == {
        "infantry": {3, 4},  # three only where the scenario says so, at Montélimar
        "armor": {3},
        "artillery": {2},
        "special_forces": {4},
        "french_resistance": {3},
        "elite_armor": {4},
    }


PRINTED = {
    "pegasus-bridge", "sainte-mere-eglise", "sword-beach", "pointe-du-hoc", "omaha-beach", "mont-mouchet",
    "vassieux", "operation-cobra", "operation-luttich", "toulon", "liberation-of-paris", "montelimar",
    "arnhem-bridge", "arracourt", "st-vith", "saverne-gap",
}  # fmt: skip


# Hands ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("M44-base-setup.2")
@pytest.mark.parametrize(
    ("scenario", "hands"),
    [
        ("pegasus-bridge", {"allies": 6, "axis": 2}),
        ("sword-beach", {"allies": 5, "axis": 4}),
        ("omaha-beach", {"allies": 4, "axis": 5}),
        ("vassieux", {"allies": 4, "axis": 4}),
        ("arnhem-bridge", {"allies": 6, "axis": 6}),
    ],
)
def test_each_side_is_dealt_its_hand_from_the_deck(scenario: str, hands: dict[str, int], game) -> None:
    position = game.start(scenario, SeededDice(3))
    assert {side: len(hand) for side, hand in position.hands.items()} == hands
    assert sum(position.deck.values()) == 60 - sum(hands.values())
    dealt = Counter([*position.hands["allies"], *position.hands["axis"]])
    assert Counter(position.deck) + dealt == {card.id: card.copies for card in game.rules.cards.values()}


@pytest.mark.rule("M44-base-setup.2")
def test_the_deal_is_seen_by_its_side_only(game) -> None:
    rolls: list[Roll] = []
    position = game.start("omaha-beach", SeededDice(3), rolls=rolls)
    assert [roll.seen_by for roll in rolls] == ["allies"] * 4 + ["axis"] * 5
    assert position.seen_by("allies").hands["axis"] == ("?",) * 5


# Bunkers and sea walls serve one side ----------------------------------------------------------------------


def at_omaha(where: str, inside: str, attacker: str, outside: str) -> Table:
    """A unit in a bunker or behind a sea wall of Omaha Beach, an enemy next to it."""
    enemy = "axis" if inside.startswith("allies") else "allies"
    return Stage("omaha-beach", {inside: where, f"{enemy} {attacker}": outside}, side=enemy)


@pytest.mark.rule("M44-base-setup.4")
def test_a_bunker_shelters_the_side_the_scenario_names() -> None:
    """Bunker i6, which stands on a sea bluff, and the attack from the bluff beside it."""
    axis = at_omaha("i6", "axis infantry", "infantry", "j6")
    assert axis.dice("j6", "i6") == 2
    assert axis.dice_reasons("j6", "i6") == {"M44-unit-infantry.3": 3, "M44-terrain-bunker.1": -1}
    allies = at_omaha("i6", "allies infantry", "infantry", "j6")
    assert allies.dice("j6", "i6") == 3, "to the Allies it is a roof over nothing"


@pytest.mark.rule("M44-base-setup.4")
def test_flags_are_ignored_in_a_bunker_by_its_owner_only() -> None:
    axis = at_omaha("i6", "axis infantry", "infantry", "j6").attack("j6", "i6", "flag star")
    assert axis.options == {"ignore", "heed"}
    allies = at_omaha("i6", "allies infantry", "infantry", "j6").attack("j6", "i6", "flag star star")
    assert allies.asked == "ChooseRetreat"


@pytest.mark.rule("M44-base-setup.4")
def test_a_sea_wall_shelters_the_allies_only() -> None:
    allies = at_omaha("j4", "allies infantry", "infantry", "k4")
    assert allies.dice("k4", "j4") == 2
    assert allies.copy().attack("k4", "j4", "flag star").options == {"ignore", "heed"}
    axis = at_omaha("j4", "axis infantry", "infantry", "k4")
    assert axis.dice("k4", "j4") == 3
    assert axis.copy().attack("k4", "j4", "flag star star").asked == "ChooseRetreat"


@pytest.mark.rule("M44-base-setup.4")
def test_the_sea_wall_stays_when_its_occupant_leaves() -> None:
    table = Stage("omaha-beach", {"allies infantry": "j4", "axis infantry": "A9"})
    table.moving("j4").play("move j4", "to J5")
    assert table.position.obstacles["j4"] == "sea_wall"


# From the sky --------------------------------------------------------------------------------------------


class Falling:
    """Dice that let the drop go as scripted, and deal any cards."""

    def __init__(self, *landings: str | Sequence[int]) -> None:
        self.script: list[str | Sequence[int]] = list(landings)
        self.steps: list[int] = []
        self.cards = SeededDice(1)

    def throw(self, die: Die, n: int, why: str) -> tuple[Face, ...]:
        """The next step of the walk."""
        assert (die.name, n, why) == ("walk", 1, "airdrop")
        if not self.steps:
            self.steps = list(self.script.pop(0))  # type: ignore[arg-type]  # a walk, not a hex
        return (self.steps.pop(0),)

    def count(self, die: Die, n: int, groups: tuple[str, ...], why: str) -> tuple[int, ...]:
        """Nobody rolls handfuls before the first turn."""
        raise AssertionError(why)

    def draw(self, bag: Mapping[str, int], why: str) -> str:
        """The next landing hex, or any card."""
        if why != "airdrop":
            return self.cards.draw(bag, why)
        self.bag = dict(bag)
        landing = self.script.pop(0)
        assert isinstance(landing, str)
        return landing


# Steps go clockwise: 1 up right, 2 right, 3 down right, 4 down left, 5 left, 6 up left; 0 stays.
CENTER, STAY = "G5", (0, 0, 0, 0)


def dropping(scenario: str, center: str, count: int = 4) -> str:
    """A scenario as it is, with a drop on another hex; its id."""
    rules = game_with().rules
    printed, drop = rules.scenarios[scenario], rules.scenarios["sainte-mere-eglise"].airdrop
    assert drop is not None
    moved = msgspec.structs.replace(drop, center=center, count=count)
    rules.add(msgspec.structs.replace(printed, id=f"{scenario}-drop-{center}", airdrop=moved))
    return f"{scenario}-drop-{center}"


def dropped(*walks: Sequence[int]) -> MemoirPosition:
    """Sainte-Mère-Église after its four drops."""
    return game_with().start("sainte-mere-eglise", Falling(*walks))


@pytest.mark.rule("M44-action-airdrop.1", "M44-action-airdrop.3")
def test_four_full_infantry_units_come_down_by_a_walk_of_four_steps() -> None:
    position = dropped((2, 0, 0, 0), (5, 5, 0, 0), (1, 1, 0, 0), (4, 4, 4, 3))
    landed = [
        unit for id_, unit in position.units.items() if id_ in ("allies7", "allies8", "allies9", "alliesa")
    ]
    assert [unit.hex for unit in landed] == ["H5", "E5", "H7", "F1"]
    assert {(unit.side, unit.kind, unit.figures, unit.full) for unit in landed} == {
        ("allies", "infantry", 4, 4)
    }
    assert all(position.at[unit.hex] for unit in landed)


@pytest.mark.rule("M44-action-airdrop.1")
def test_every_step_is_to_one_of_the_hexes_around_or_stays_all_alike(game) -> None:
    assert game.rules.dice["walk"].faces == (0, 1, 2, 3, 4, 5, 6)
    board = game.rules.battlefield("sainte-mere-eglise").board
    ends = [dropped((step, 0, 0, 0), STAY, STAY, STAY) for step in range(1, 7)]
    assert {position.units["allies7"].hex for position in ends} == set(board.neighbours(CENTER))


@pytest.mark.rule("M44-action-airdrop.2")
def test_a_unit_that_comes_down_on_another_is_lost_and_gives_no_medal() -> None:
    """The Axis hold the church in the center; the second drop finds the first one on H5."""
    position = dropped(STAY, (2, 0, 0, 0), (2, 0, 0, 0), (0, 2, 0, 0))
    assert sum(unit.side == "allies" for unit in position.units.values()) == 7
    assert position.at["G5"].startswith("axis")
    assert position.medals == {"allies": 0, "axis": 0}


@pytest.mark.rule("M44-action-airdrop.2")
def test_a_unit_that_drifts_off_the_board_is_lost_and_gives_no_medal() -> None:
    """From A3, at the left edge, with three walks over it and one to B3."""
    events: list[Event] = []
    position = game_with().start(
        dropping("sainte-mere-eglise", "A3"), Falling((5,), (0, 5), (2, 5, 5), (2, 0, 0, 0)), events=events
    )
    assert sum(unit.side == "allies" for unit in position.units.values()) == 7
    assert position.at["B3"] == "allies7"
    assert position.medals == {"allies": 0, "axis": 0}
    lost = [dict(event.facts)["hex"] for event in events if event.what == "drop lost"]
    assert lost == ["off the board"] * 3


@pytest.mark.rule("M44-action-airdrop.1", "M44-action-airdrop.2", "M44-action-airdrop.3")
def test_scattered_units_come_down_on_any_hex_of_the_rows_named() -> None:
    game = game_with((("airdrop", "scatter"),))
    dice = Falling("A1", "M7", "G5", "A1")
    position = game.start("sainte-mere-eglise", dice)
    board = game.rules.battlefield("sainte-mere-eglise").board
    assert set(dice.bag) == {label for label in board.hexes if not label.endswith(("8", "9"))}
    assert set(dice.bag.values()) == {1}, "all alike"
    assert {position.units[id_].hex for id_ in ("allies7", "allies8")} == {"A1", "M7"}
    assert "allies9" not in position.units, "the church and A1 were taken"


@pytest.mark.rule("M44-action-airdrop.2")
def test_a_drop_on_impassable_terrain_is_lost() -> None:
    """Into the river at Pegasus Bridge, and into the wire beside it, which does not hurt a parachute."""
    game = game_with()
    position = game.start(dropping("pegasus-bridge", "C5", count=2), Falling(STAY, (2, 0, 0, 0)))
    assert [row.id for row in game.rules.field(position).rows["C5"]] == ["river"]
    assert "C5" not in position.at
    assert position.units["alliesa"].hex == "D5"
    assert position.obstacles["D5"] == "wire"


@pytest.mark.rule("M44-action-airdrop.1")
def test_the_drop_comes_before_the_first_turn_and_everybody_sees_it(game) -> None:
    rolls: list[Roll] = []
    position = game.start("sainte-mere-eglise", SeededDice(5), rolls=rolls)
    walks = [roll for roll in rolls if roll.kind == "walk"]
    assert 4 <= len(walks) <= 16
    assert all(roll.seen_by == "" for roll in walks)
    assert rolls[: len(walks)] == walks, "before the hands are dealt"
    assert (position.turn, game.to_act(position)) == (1, "allies")
