"""Rule cases with known right answers: each is proved by tests that carry ``@pytest.mark.case(number)``.

``pytest -m case tests/plugins/asl`` runs the whole list. Here stand the list itself, the check that nothing
on it goes unproved, and the cases that belong to no chapter.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.plugins.asl.drawing import Table
from tests.plugins.asl.ground import counters

INTRODUCTORY = {
    1: "14 FP attacks on the 12 column",
    3: "two 4-6-7 directed by a 9-2 at long range: 4 FP, DR 8 - 2, NMC for four, the leader first",
    4: "the same with DR 5: a 2MC",
    6: "a 4-6-7 adjacent in the PFPh, adjacent and at range 9 in the AFPh: 8, 4 and 1 FP",
    7: "fractions are kept until the table is looked up",
    12: "eleven columns of sixteen entries, one K in each",
    13: "of several directing leaders the worst counts, and all firing hexes need one",
    15: "a member without a line of sight drops out and has fired",
    16: "random selection: ties for the last place are all selected",
    18: "K/2 on a squad and a leader: one is reduced, both check with +2",
    19: "K/1 on a broken squad: a broken half-squad that checks with +1, and is lost if it fails",
    24: "what 4 MF are enough for",
    27: "FFNAM alone against a mover in woods, with their TEM",
    28: "Assault Movement into Open Ground: FFMO alone",
    33: "Residual FP is half the column, at most 12",
    37: "Residual FP attacks who enters, with FFMO and FFNAM, and nobody who leaves",
    39: "FPF of a 4-6-7 at an adjacent mover: 4 FP, and its own roll is its morale check",
    40: "marked First Fire, a unit fires in the DFPh at adjacent hexes only",
    42: "machine guns and inherent firepower of squads and half-squads",
    43: "a leader alone fires a machine gun by Area Fire, two at full firepower",
    45: "an Original 12 costs an unbroken squad men even if it passes, and eliminates a broken unit",
    46: "rally DRM of a 4-6-7 in a building with a 9-2, under DM and without",
    48: "an Original 12 on a rally attempt",
    51: "ways of rout: lost without one, one first hex only, three hexes to choose from",
    52: "Interdiction on entering the open, none by Low Crawl, and the half-squad goes on",
    54: "odds are rounded down in favour of the defender",
    55: "a 4-6-7 with an 8-1 against two 4-4-7",
    57: "both sides strike, and all may be lost",
    58: "every way in which three squads attack three",
    60: "an even fight: below, at and above the Kill Number",
    61: "below 1:8 nothing, beyond 10:1 everything",
    76: "down the street the line is clear, into the houses it is blocked",
    82: "a blocked shot counts as fired and brings nobody under DM",
    84: "what the board of the published scenario has in its hexes",
}
"""Cases of the introductory game."""

STARTER_KIT = {
    9: "entries of the 1 column",
    10: "entries of the 36 column",
    25: "grain in July and in December",
    30: "an orchard is not Open Ground, and grain in season hinders",
    31: "a road through woods: at the road rate exposed along it, beside it sheltered",
    78: "two orchards and grain in season: a hindrance of 3",
    79: "an orchard between levels: it blocks in June, hinders in December, and is itself seen",
    81: "woods on a hill stand a level higher, and the hill itself blocks below",
}
"""Cases of the Starter Kit about the table, terrain and line of sight."""

SWITCHES = {
    21: "a cowering attack on the first column is none",
    22: "who does not cower",
    36: "a machine gun that keeps its rate leaves no Residual FP",
    49: "the burden of being exhausted",
    85: "what an experience level too low makes of a squad",
    90: "doubles without a leader: one column to the left",
    91: "the highest roll that passes pins, and does nothing in the introductory game",
}
"""Cases of what switches of the ruleset turn on."""

FIGURES = {
    87: "broken morale as printed",
    88: "firepower and Normal Range of machine guns",
    93: "long range, and nothing beyond it",
    94: "a hindrance and a wooden building",
    106: "a Russian squad under DM rallies in a stone building",
}
"""Cases of counters and of worked attacks."""

CASES = {**INTRODUCTORY, **STARTER_KIT, **SWITCHES, **FIGURES}


def marked() -> Iterator[tuple[int, str]]:
    """Case numbers with the tests of this directory that carry them."""
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
                continue
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.case":
                    yield from ((ast.literal_eval(number), node.name) for number in mark.args)


@pytest.mark.parametrize("case", sorted(CASES))
def test_every_case_is_proved(case: int) -> None:
    assert case in dict(marked()), f"no test carries @pytest.mark.case({case}): {CASES[case]}"


def test_no_test_carries_a_case_that_is_not_on_the_list() -> None:
    assert not {number for number, _ in marked()} - CASES.keys()


# Cases that belong to no chapter -------------------------------------------------------------------------


@pytest.mark.case(25)
@pytest.mark.rule("ASLSK-1.1.2.43", "ASLI-4.0.2")
def test_two_grain_hexes_and_open_ground_are_four_mf() -> None:
    table = Table(axis={"G5": "4-6-7"}, terrain={"grain": "G6 G7"}, month=7).moving()
    table.play("move g1", "walk", "to G6", "to G7", "to G8")
    assert table["g1"].hex == "G8" and table.asked != "ChooseStep", "all 4 MF are spent"


@pytest.mark.case(85)
@pytest.mark.parametrize(
    ("nation", "squad", "replacement"),
    [
        ("german", "4-6-7", "4-4-7"), ("german", "5-4-8", "4-4-7"), ("american", "6-6-6", "5-4-6"),
        ("russian", "6-2-8", "5-2-7"), ("british", "4-5-7", "4-4-7"), ("italian", "4-4-7", "3-4-6"),
        ("finnish", "6-4-8", "5-3-8"),
    ],
)  # fmt: skip
def test_squads_of_lower_quality(nation: str, squad: str, replacement: str) -> None:
    assert counters().units[f"{nation}_{squad}"].replacement == f"{nation}_{replacement}"


@pytest.mark.case(87)
@pytest.mark.parametrize(
    ("unit", "broken"), [("4-6-7", 7), ("4-6-8", 8), ("4-3-6", 5), ("6-6-6", 8), ("4-2-6", 5), ("2-4-7", 6)]
)
def test_broken_morale_as_printed(unit: str, broken: int) -> None:
    found = {row.broken for id_, row in counters().units.items() if id_.endswith(f"_{unit}") and row.mmc}
    assert broken in found
