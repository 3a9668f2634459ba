"""Aircraft over a battle: Ground Support markers and Jabos [A44-15.13 to 15.16, A44-14.14]."""

from __future__ import annotations

import pytest
from tests.plugins.ardennes44.drawing import Table

from grognard_ardennes44.air import GroundSupport
from grognard_ardennes44.combat import CombatPhase
from grognard_ardennes44.movement_phase import MovementPhase

HERE, TARGET = (0, 0), (1, 0)


def whys(table: Table) -> list[str]:
    """What was rolled for."""
    return [roll.why for roll in table.rolls]


def attacking(side: str, turn: int, *, markers: int = 0) -> Table:
    """One unit of a side next to one of the other, another attack to come, the combat phase open."""
    table = Table(turn=turn, active=side)
    table.unit(side, HERE, attack=6)
    table.unit(side, (-2, 0))
    table.unit("german" if side == "allied" else "allied", TARGET, defence=3)
    table.unit("german" if side == "allied" else "allied", (-1, 0))
    if markers:
        table.having(tally={"air": markers})
    table.begin(CombatPhase(side, begun=True))
    return table


@pytest.mark.rule("A44-15.13", "A44-15.15", "A44-28.2")
@pytest.mark.parametrize(("turn", "roll", "markers"), [(15, 5, 3), (15, 4, 2), (20, 1, 1)])
def test_from_turn_fifteen_markers_are_half_a_die_rounded_up(turn: int, roll: int, markers: int) -> None:
    table = Table(turn=turn, active="allied")
    table.unit("allied", HERE)
    table.begin(MovementPhase("allied"), dice=[roll])
    assert table.position.tally["air"] == markers
    assert [reason.cite for reason in table.rolls[0].reasons] == ["A44-15.15"]


@pytest.mark.rule("A44-15.13", "A44-28.2")
def test_before_turn_fifteen_at_night_and_for_germans_there_are_none() -> None:
    for turn, side, night in ((14, "allied", False), (15, "german", False), (16, "allied", True)):
        table = Table(turn=turn, active=side)
        table.unit("allied", HERE)
        table.having(night=night)
        table.begin(GroundSupport(side))
        assert "air" not in table.position.tally
        assert not table.rolls


@pytest.mark.rule("A44-15.14", "A44-14.13")
def test_one_marker_in_a_combat_shifts_one_right_and_is_spent() -> None:
    table = attacking("allied", 15, markers=2)
    assert table.play(f"attack {table.hex(*TARGET)}") == ["air", "no-air"]
    table.play("air", dice=[6])
    assert [reason.value for reason in table.rolls[-1].reasons if reason.cite == "A44-15.14"] == [1]
    assert table.position.tally["air"] == 1


@pytest.mark.rule("A44-15.14")
def test_air_support_need_not_be_used_and_is_not_asked_for_without_markers() -> None:
    table = attacking("allied", 15, markers=1)
    table.play(f"attack {table.hex(*TARGET)}")
    table.play("no-air", dice=[6])
    assert "A44-15.14" not in {reason.cite for reason in table.rolls[-1].reasons}
    assert table.position.tally["air"] == 1
    without = attacking("allied", 15)
    without.play(f"attack {without.hex(*TARGET)}", dice=[6])
    assert whys(without) == ["combat"]


@pytest.mark.rule("A44-15.15")
def test_unused_markers_are_lost_when_the_combat_phase_ends() -> None:
    table = attacking("allied", 15, markers=2)
    table.position.agenda[0:0] = [CombatPhase("german", begun=True)]
    table.play("done")
    assert "air" not in table.position.tally


@pytest.mark.rule("A44-14.14", "A44-15.16", "A44-28.2")
def test_every_german_attack_under_a_clear_sky_rolls_for_jabos() -> None:
    table = attacking("german", 15)
    table.play(f"attack {table.hex(*TARGET)}", dice=[5, 6])
    assert whys(table) == ["Jabos", "combat"]
    assert {(reason.cite, reason.sure) for reason in table.rolls[0].reasons} == {
        ("A44-15.16", "reconstructed")
    }
    assert [reason.value for reason in table.rolls[-1].reasons if reason.cite == "A44-15.16"] == [-2]
    overcast = attacking("german", 14)
    overcast.play(f"attack {overcast.hex(*TARGET)}", dice=[6])
    assert whys(overcast) == ["combat"]


@pytest.mark.rule("A44-15.16", "A44-25.18")
@pytest.mark.parametrize("night", [True, False])
def test_no_aircraft_fly_at_night(night: bool) -> None:
    table = attacking("german", 16)
    table.position.night = night
    for id_ in table.position.units:
        table.replace(id_, marker="night" if night else "")
    table.play(f"attack {table.hex(*TARGET)}", dice=[6] if night else [5, 6])
    assert whys(table) == (["combat"] if night else ["Jabos", "combat"])


@pytest.mark.rule("A44-15.16")
def test_jabos_come_after_artillery_and_use_no_marker() -> None:
    table = Table(turn=15)
    table.unit("german", HERE, attack=6)
    table.unit("allied", TARGET, defence=3)
    table.unit("allied", (2, 0), kind="artillery", id="gun")
    table.having(tally={"air": 1})
    table.begin(CombatPhase("german", begun=True))
    table.play(f"attack {table.hex(*TARGET)}")
    table.play("support gun", dice=[6, 1, 6])
    assert whys(table) == ["defensive artillery", "Jabos", "combat"]
    assert "A44-15.16" not in {reason.cite for reason in table.rolls[-1].reasons}
    assert table.position.tally["air"] == 1


@pytest.mark.rule("A44-22.19", "A44-15.16")
def test_an_attack_that_artillery_stopped_sees_no_jabos() -> None:
    table = Table(turn=15)
    table.unit("german", HERE)
    table.unit("allied", TARGET)
    table.unit("allied", (2, 0), kind="artillery", id="gun")
    table.begin(CombatPhase("german", begun=True))
    table.play(f"attack {table.hex(*TARGET)}")
    table.play("support gun", dice=[1])
    assert whys(table) == ["defensive artillery"]
