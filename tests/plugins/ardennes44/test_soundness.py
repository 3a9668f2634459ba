"""Bad input is named by file and entry, before anybody plays with it."""

from __future__ import annotations

import shutil
from collections.abc import Callable

import msgspec
import pytest

import grognard_rulesets
from grognard import datafile
from grognard.errors import RulesetError
from grognard.ruleset import Ruleset
from grognard_ardennes44.ground import Ground
from grognard_ardennes44.schema import Scenario, Theatre
from grognard_ardennes44.soundness import unit_problems
from grognard_ardennes44.tables import Rows, Tables

SHIPPED = grognard_rulesets.ROOT / "ardennes44"
SCENARIO, THEATRE, MAP = "scenarios/our-clervaux.toml", "theatres/our-clervaux.toml", "maps/our-clervaux.toml"
Spoil = Callable[[str, str, str], str]


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """A copy of the ruleset whose files may be spoilt."""
    root = tmp_path_factory.mktemp("rulesets") / "ardennes44"
    keep = shutil.ignore_patterns(
        "campaign.toml", "six-turns.toml", "eight-turns.toml", "patton.toml", "ardennes.toml"
    )
    shutil.copytree(SHIPPED, root, ignore=keep)
    return Tables(Ruleset(root), {})


@pytest.fixture
def spoil(copied: Tables) -> Spoil:
    """Change one place of one file; what is then said when the scenario is laid out."""

    def change(file: str, old: str, new: str) -> str:
        path = copied.ruleset.root / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
        path.write_text(text.replace(old, new), encoding="utf-8")
        try:
            with pytest.raises(RulesetError) as caught:
                lay_out(copied)
        finally:
            path.write_text(text, encoding="utf-8")
        assert caught.value.file.endswith(file)
        return f"{caught.value.entry}: {caught.value.problem}"

    return change


def lay_out(tables: Tables) -> Ground:
    """Read scenario, theatre and map again and compile them."""
    scenario = datafile.convert(datafile.read(tables.ruleset.path(SCENARIO)), Scenario)
    theatre = datafile.convert(datafile.read(tables.ruleset.path(THEATRE)), Theatre)
    fresh = Tables.__new__(Tables)
    fresh.__dict__.update(tables.__dict__)
    fresh.ruleset, fresh.grounds = Ruleset.__new__(Ruleset), {}
    fresh.ruleset.__dict__.update({**tables.ruleset.__dict__, "_documents": {}})
    fresh.theatres, fresh.scenarios = {theatre.id: theatre}, Rows({scenario.id: scenario})
    return fresh.ground_of(scenario)


def test_the_shipped_files_are_sound(copied: Tables) -> None:
    assert len(lay_out(copied).board.hexes) == 220


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('["116_pz-60", "116_pz-116_rcn"]', '["116_pz-60", "560_vg-1128"]',
         "placement 'E2020': 4 stacking points, 3 at most [A44-8.1]"),
        ('["2_pz-3", "2_pz-2_rcn", "15_vw"]', '["2_pz-3", "653_pzj", "15_vw"]',
         "placement 'E2016': 3 steps of outline tanks, 2 at most [A44-8.4]"),
        ('["116_pz-156", "116_pz-16", "401_vak"]', '["116_pz-156", "16_vw", "401_vak"]',
         "placement 'E1919': 2 artillery units, 1 at most [A44-8.3]"),
        ('hex = "E2319"\nunits', 'hex = "E9999"\nunits',
         "placement 'E9999': hex 'E9999' is not on the map"),
        ('["28_inf-112"]', '["28_inf-122"]',
         "placement 'E2119': no counter '28_inf-122' (did you mean '28_inf-112' or '28_inf-110'?)"),
        ('["28_inf-112"]', '["28_inf-110"]',
         "unit '28_inf-110': is placed twice, or placed and a reinforcement, too"),
        ('["28_inf-112"]', '["28_inf-112", "16_vw"]',
         "placement 'E2119': units of both sides, '16_vw' is german"),
        ('hex = "E2119"', 'hex = "E2020"',
         "placement 'E2020': is given twice: one entry holds all units of a hex"),
        ('hex = "E2518"\nunits', 'hex = "E2215"\nunits',
         "placement 'E2215': '9_arm-ccr' is a vehicle unit and no road leads there"),
        ('red = ["9_arm-ccr"]', 'red = ["9_arm-cca"]',
         "placement 'E2518': red: '9_arm-cca' is not among the units"),
        ('red = ["9_arm-ccr"]', 'fired = ["9_arm-ccr"]',
         "placement 'E2518': fired: '9_arm-ccr' is no artillery unit"),
        ('red = ["engineer_35"]', 'reduced = ["engineer_35"]',
         "placement 'E3413': reduced: 'engineer_35' has one step only"),
        ('red = ["engineer_35"]', 'works = "built"',
         "placement 'E3413': works: none in a town"),
        ('hex = "E1714"', 'hex = "box:W"',
         "placement 'box:W': 'pz_lehr-901' is German and cannot be off the map"),
        ('entries = ["I"]', 'entries = ["K"]', "arrival number 3: entries: 'K' is an entry of the enemy"),
        ('entries = ["I"]', 'entries = ["X"]', "arrival number 3: entries: no entry 'X'"),
        ('entries = ["I"]\n', '\n', "arrival number 3: entries: at least one is needed"),
        ('units = ["560_vg-1128"]', 'units = ["560_vg-1128"]\nformation = "560_vg"',
         "arrival '560_vg': must name a formation or units, and not both"),
        ('units = ["560_vg-1128"]\nturn = 3', 'formation = "560_vg"',
         "arrival '560_vg': turn is missing, and chart 'arrivals' gives none"),
        ('units = ["10_arm-ccb"]', 'units = ["10_arm-ccb", "16_vw"]',
         "arrival number 3: units of both sides"),
        ("first_turn = 1", "first_turn = 9", "last_turn: must be at least first_turn, 9, got 6"),
        ('theatre = "our-clervaux"', 'theatre = "our-clervau"',
         "theatre: no theatre 'our-clervau' (did you mean 'our-clervaux'?)"),
        ("E3413 = 6", "E3414 = 6", "victory: points: 'E3414' is no victory hex of the theatre"),
        ('first_turn = 1', 'first_turn = 1\nblown = ["E2416|E2415"]',
         "blown 'E2416|E2415': no road crosses a river there"),
        ('first_turn = 1', 'first_turn = 1\ncontrol = { E3510 = "german" }',
         "control: 'E3510' is no town, city, entry or victory hex of the map"),
    ],
)  # fmt: skip
def test_a_scenario_that_cannot_be_set_up_is_named(spoil: Spoil, old: str, new: str, said: str) -> None:
    assert said in spoil(SCENARIO, old, new)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('hex = "E3514"', 'hex = "E3413"', "entry 'E': must lie at the edge of the map, E3413 does not"),
        ('hex = "E3514"', 'hex = "E4514"', "entry 'E': hex 'E4514' is not on the map"),
        ('hex = "E3514"', 'hex = "E3511"', "entry 'E': no road runs through E3511"),
        ('id = "C"', 'id = "B"', "entry 'B': is given twice"),
        ('hex = "E3220"\nside = "allied"\nbox = "NW"', 'hex = "E3220"\nside = "allied"\nbox = "Q"',
         "entry 'C': no box 'Q'"),
        ('next = ["SW"]', 'next = ["W"]', "box 'SW': next: 'SE' does not name it in turn"),
        ('"E2820"]', '"E2820", "E2819"]', "box 'NE': E2819 does not lie at the edge of the map"),
        ("E2115|E2216", "E2116|E2216", "bridge 'E2116|E2216': no road crosses a river there"),
        ("E2115|E2216", "E2115|E2315", "bridge 'E2115|E2315': E2115 and E2315 are not adjacent hexes"),
        ('"E1615 E1614 E1613"', '"E1615 E1614 E1613 E1714"',
         "area: E1714 belongs to two assembly or rear areas"),
        ('"E1615 E1614 E1613"', '"E1615 E1614 E1513"', "area 'rear_pz_lehr': hex 'E1513' is not on the map"),
        ('hex = "E3316"\ngroup', 'hex = "E3413"\ngroup', "objective 'E3413': is given twice"),
    ],
)  # fmt: skip
def test_a_theatre_that_does_not_fit_its_map_is_named(spoil: Spoil, old: str, new: str, said: str) -> None:
    assert said in spoil(THEATRE, old, new)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"w" = "wooded_rough"', '"w" = "wooded_ruff"',
         "no terrain 'wooded_ruff' (did you mean 'wooded_rough'?)"),
        ('hex = "E2416"\nsize = "town"', 'hex = "E2416"\nsize = "hamlet"',
         "place 'Clervaux': no size 'hamlet'"),
        ('kind = "boundary"', 'kind = "border"', "no kind of line 'border'"),
        ('kind = "west_wall"', 'kind = "wall"', "no feature 'wall'"),
        ("E2013 E2113 E2214", "E2013 E2214", "road"),
        ("E2612/E2512 E2612/E2511", "E2612/E2512", "rises at one place, but ends where"),
    ],
)  # fmt: skip
def test_a_map_that_means_nothing_to_the_rules_is_named(spoil: Spoil, old: str, new: str, said: str) -> None:
    assert said in spoil(MAP, old, new)


@pytest.mark.parametrize(
    ("id_", "changes", "said"),
    [
        ("2_pz-304", {"formation": "3_pz"}, "formation: no formation '3_pz'"),
        ("28_inf-110", {"side": "german"}, "side must be that of '28_inf', allied, got 'german'"),
        ("28_inf-110", {"breaks_into": "remnant_infantry_allied"}, "breaks_into must be a breakdown pool"),
        ("28_inf-110", {"sp_reduced": 1}, "sp_reduced of a unit of 3 steps must be its sp, 2, got 1"),
        ("28_inf-110", {"kind": "mixed"}, "leaves a remnant, but there is no allied mixed one"),
        ("28_inf-110", {"steps": 2}, "only a unit of 3 steps breaks down, got 2"),
        ("28_inf-110", {"sp": 0}, "only artillery and outline tanks stack free"),
        ("653_pzj", {"steps": 2}, "steps of an outline tank with defence 2: 1, got 2"),
        ("2_pz-3", {"steps": 1}, "steps of an outline tank with defence 3: 2, got 1"),
        ("4_vw", {"sp": 1}, "artillery and outline tanks have no stacking points, got 1"),
        ("4_vw", {"steps": 2}, "an artillery unit has 1 step, got 2"),
    ],
)
def test_a_counter_that_does_not_fit_is_named(
    copied: Tables, id_: str, changes: dict[str, object], said: str
) -> None:
    spoilt = {**copied.counters, id_: msgspec.structs.replace(copied.counters[id_], **changes)}
    found = list(unit_problems(spoilt, copied.formations, copied.pools, copied.limits))
    assert {wrong.entry for wrong in found} == {f"counter {id_!r}"}
    assert any(said in wrong.problem for wrong in found), found


def test_shipped_counters_are_sound(copied: Tables) -> None:
    assert not list(unit_problems(copied.counters, copied.formations, copied.pools, copied.limits))
