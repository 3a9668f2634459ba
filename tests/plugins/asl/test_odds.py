"""Exact odds of fire attacks against a model worked out independently, and against play."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

from tests.plugins.asl.drawing import Table

from grognard.odds import odds
from grognard_asl.position import AslPosition

DICE = {roll: Fraction(6 - abs(roll - 7), 36) for roll in range(2, 13)}
COLUMN_8 = {
    2: "1KIA", 3: "K/2", 4: "2MC", 5: "2MC", 6: "1MC", 7: "1MC", 8: "NMC", 9: "-", 10: "-", 11: "-", 12: "-",
}  # fmt: skip
"""What a DR without modifiers does on the 8 column."""


def states(position: AslPosition, *ids: str) -> tuple[str, ...]:
    """Each unit in a word."""

    def word(id_: str) -> str:
        unit = position.units.get(id_)
        if unit is None:
            return "gone"
        return f"{unit.kind.partition('_')[2]}{' broken' if unit.broken else ''}"

    return tuple(word(id_) for id_ in ids)


def check(kind: str, half: str, morale: int, drm: int) -> Counter[str]:
    """States after a morale check of an unbroken unit; ``half`` is blank for what has none."""
    found: Counter[str] = Counter()
    for roll, chance in DICE.items():
        name = kind
        if roll == 12:
            name = half
        if not name:
            found["gone"] += chance
        else:
            found[name if roll + drm <= morale else f"{name} broken"] += chance
    return found


def model() -> Counter[tuple[str, str]]:
    """8 FP at a 4-4-7 and an 8-0 in the open: the leader checks first; his 0 helps nobody."""
    found: Counter[tuple[str, str]] = Counter()

    def both(chance: Fraction, squad: Counter[str], leader: Counter[str]) -> None:
        for (one, share), (other, part) in product(squad.items(), leader.items()):
            found[one, other] += chance * share * part

    for roll, chance in DICE.items():
        result = COLUMN_8[roll]
        if result.endswith("MC"):
            drm = int(result[0]) if result[0] != "N" else 0
            both(chance, check("4-4-7", "2-3-7", 7, drm), check("8-0", "", 8, drm))
        elif result == "-":
            found["4-4-7", "8-0"] += chance
        else:
            for squad, leader in product(range(1, 7), repeat=2):
                share = chance / 36
                hit_squad, hit_leader = squad >= leader, leader >= squad
                if result == "1KIA":
                    found[
                        "gone" if hit_squad else "4-4-7 broken", "gone" if hit_leader else "8-0 broken"
                    ] += share
                    continue
                after = check("2-3-7", "", 7, 2) if hit_squad else check("4-4-7", "2-3-7", 7, 2)
                both(share, after, Counter({"gone": Fraction(1)}) if hit_leader else check("8-0", "", 8, 2))
    return found


def test_odds_of_an_attack_on_a_squad_and_a_leader() -> None:
    table = Table(axis={"G5": "4-6-7"}, allies={"G6": "4-4-7 8-0"}).aim("G6")
    exact = table.odds("fire g1", lambda end: states(end, "r1", "r2"))
    assert {row.result: row.probability for row in exact.rows} == model()


def test_odds_of_a_stack_of_four_are_exact_and_as_in_play() -> None:
    """Three squads and a leader on the 16 column: no sampling, and sampled games agree."""
    table = Table(axis={"G5": "9-2 4-6-7 4-6-7"}, allies={"G6": "4-4-7 4-4-7 4-4-7 9-1"}).aim("G6")

    def unharmed(end: AslPosition) -> int:
        return states(end, "r1", "r2", "r3", "r4").count("4-4-7")

    exact = table.odds("fire g2,g3 g1", unharmed, samples=0)
    assert exact.exact and sum(row.probability for row in exact.rows) == 1
    sampled = table.odds("fire g2,g3 g1", unharmed, limit=1, samples=2000)
    for row in sampled.rows:
        assert row.low is not None and row.high is not None
        share = float(exact.probability(row.result))
        assert row.low - 0.02 <= share <= row.high + 0.02


def test_bystanders_add_no_positions() -> None:
    crowd = {f"{column}10": "4-4-7" for column in "ACEGIKMOQ"}
    few = Table(axis={"G5": "4-6-7"}, allies={"G6": "4-4-7 8-0"}).aim("G6")
    many = Table(axis={"G5": "4-6-7"}, allies={"G6": "4-4-7 8-0", **crowd}).aim("G6")
    tables = [odds(t.game, t.position, t.action("fire g1")) for t in (few, many)]
    assert tables[0].states == tables[1].states and tables[0].rows == tables[1].rows


def test_odds_of_rallying() -> None:
    """A DM 4-6-7 in the open with a 9-1 rallies on 4 or less: 6 of 36."""
    table = Table(axis={"G5": "9-1 4-6-7/bd"}).rallying()
    exact = table.odds("rally g2 g1", lambda end: states(end, "g2"))
    assert exact.probability(("4-6-7",)) == Fraction(6, 36)
    assert exact.probability(("2-4-7 broken",)) == Fraction(1, 36)
