"""Rule cases with known right answers: each is proved by tests whose names begin with its id.

``pytest tests -k zb16`` runs those of one case. Here stand the list itself and the check that nothing on it
goes unproved.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

import pytest

BONDS = {
    "ZB01": "a hex bond between two units in a straight line",
    "ZB03": "none between neighbours",
    "ZB04": "none over two hexes",
    "ZB06": "no bond across two rivers",
    "ZB07": "a bond across one river",
    "ZB09": "none through wooded rough, a road or not",
    "ZB10": "a hexside bond along a lake",
    "ZB12": "one wooded rough hex beside a hexside bond does not break it",
    "ZB13": "an outline tank in wooded rough forms none",
    "ZB15": "an enemy in its hex negates a hex bond",
    "ZB16": "a hexside bond between two hexes that the enemy holds is negated",
    "ZB18": "where bonds of both sides cross nobody enters",
    "ZB19": "with the map edge there are hexside bonds only",
    "ZB21": "from one ZOC hex to the next for one MP more, and there is the end",
    "ZB22": "disrupted and broken units keep ZOC and bonds",
}

MOVEMENT = {
    "ST01": "3 SP, a gun and two tank steps are a full stack",
    "MV01": "a forced march is 2 MP more and does not end beside an enemy, ZOC or not",
    "MV03": "infantry wades a river it starts beside, and not a second one",
    "MV04": "strategic movement is never beside an enemy",
    "MV06": "trucks are SM markers turned over: ten in all",
    "MV07": "the bottleneck at St-Vith: 4 MP more, 2 under German control",
    "MV09": "army boundaries before turn 5 stop moves and advances, not attacks",
}

COMBAT = {
    "CB01": "each unit is halved by itself, rounding up",
    "CB03": "one across the river and one not",
    "CB04": "odds are rounded for the defender, down to 1:3",
    "CB06": "outline tanks alone get 1 from an improved position",
    "CB07": "with infantry beside them the hex gives its whole bonus, once",
    "CB09": "US vehicles against the West Wall: halved, without an armour shift",
    "CB10": "an SM marker takes the bonus and shifts one right",
    "CB12": "infantry alone against tanks with infantry: one left, but not in a city",
    "CB13": "a bridge lets a tank have its shift, halved or not",
    "CB15": "a bridge blown under an attack: call-off, no shift, no lead, no advance",
    "CB16": "columns end at 7:1 and 1:3",
    "CB18": "one disrupted defender: one right, its defence counts in full",
    "CB19": "two formations and a unit attached by stacking",
    "CB21": "artillery supports its own corps, its own hex not counted in the range",
    "CB22": "time on target takes a step and stops the attack",
    "CB24": "a Sturmtiger doubles against a village",
    "CB26": "a battalion of a third division is attached by stacking",
}

RESULTS = {
    "RS01": "after an armour shift the exchange falls on such a tank",
    "RS03": "out of supply: two hexes are survived, three are not",
    "RS04": "disrupted, broken, eliminated",
    "RS06": "engineers survive two hexes, not three",
    "RS07": "German guns need a prime mover to retreat, Allied ones are Fired",
    "RT01": "the first hex of a retreat may be a vacant ZOC hex",
    "RT03": "no retreat over a hexside bond of the enemy",
    "RT04": "a tank with no way but rivers and roadless forest is lost",
    "RT06": "a full advance although nobody retreats",
    "RT07": "a retreat goes on to where there is room, and breaks the unit",
    "RL01": "rally rolls of green, veteran and elite units",
    "AD01": "the road bonus: main road, mechanised, in supply",
    "AD03": "a bond may be entered to take the vacated hex and no other way",
    "AD04": "a breakthrough group with infantry on foot goes one hex",
    "DG01": "an elite tank unit and a green recon unit disengage",
    "DG03": "one of a stack disengages, the others attack",
}

CAMPAIGN = {
    "BR01": "demolition by a disrupted unit under attack: 3 more",
    "BR03": "repair takes two own bridge phases with the conditions kept",
    "BR04": "the Ouren bridge is rolled for once",
    "NT01": "the Allies move first at night",
    "NT03": "who may take the first replacement, and the second",
    "SP01": "the overland part of a supply line",
    "SP03": "a source is cut by a unit in it only",
    "SP04": "a chain of units four hexes apart",
    "SU01": "surrender levels of a group by its grades",
    "TR01": "two traffic dice, and doubles",
    "TR03": "German traffic markers that leave for good",
    "VC01": "attack points that left the map win with an exit in supply",
    "VC03": "British defence in the Antwerp Box",
    "VC04": "the Allied condition comes first",
    "BP01": "six points in the Blocking Position lift a threat",
    "FU01": "a division short of fuel as it arrives",
    "AR01": "three guns a turn, six on turn 2",
    "SG01": "the table of a sister game, where a high roll is good",
}

CASES = {**BONDS, **MOVEMENT, **COMBAT, **RESULTS, **CAMPAIGN}
ELSEWHERE = ("test_ardennes44_charts.py",)
"""Tests of the ruleset's files that prove cases, in tests/rulesets."""


def named() -> Iterator[tuple[str, str]]:
    """Case ids with the tests that are named after them: ``test_zb03_zb04_…`` proves two."""
    here = Path(__file__).parent
    rulesets = here.parents[1] / "rulesets"
    for path in (*sorted(here.glob("test_*.py")), *(rulesets / name for name in ELSEWHERE)):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                words = node.name.split("_")[1:]
                ids = takewhile(lambda word: re.fullmatch(r"[a-z]{2}\d\d", word), words)
                yield from ((id_.upper(), node.name) for id_ in ids)


@pytest.mark.parametrize("case", sorted(CASES))
def test_every_case_is_proved(case: str) -> None:
    assert case in dict(named()), f"no test is named test_{case.lower()}_…: {CASES[case]}"


def test_no_test_is_named_after_a_case_that_is_not_on_the_list() -> None:
    assert not {case for case, _ in named()} - CASES.keys()
