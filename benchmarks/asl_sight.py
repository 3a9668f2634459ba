"""ASL's line of sight: who sees whom within 12 hexes on a 33×10 board, against asking line by line.

Alone: ``python -m benchmarks.asl_sight`` with ``core``, ``plugins`` and ``rulesets`` on the path.
"""

from __future__ import annotations

import gc
from time import process_time

import grognard_rulesets
from grognard.ruleset import Ruleset
from grognard_asl import sight_table
from grognard_asl.battlefield import Battlefield
from grognard_asl.boards import read_board
from grognard_asl.maps import Laid, join
from grognard_asl.schema import Figures, Terrain

RANGE, ROUNDS, SAMPLE, LOOKUPS = 12, 5, 1500, 200_000


def battlefields() -> list[tuple[str, Battlefield]]:
    rules = Ruleset(grognard_rulesets.ROOT / "asl_intro")
    chart = rules.table("terrain.toml", "terrain", Terrain)
    figures = rules.document("figures.toml", Figures)
    boards = [read_board(path, chart) for path in rules.files("maps")]
    return [
        (board.name.en, Battlefield(join([Laid(board)]), chart, figures, month=7))
        for board in boards
        if board.columns == 33
    ]


def table_time(field: Battlefield, *, geometry: bool) -> float:
    """Seconds of one core for the whole table; with the geometry of all lines, which is kept, or without."""
    if geometry:
        sight_table._stations.cache_clear()
        sight_table._sheet.cache_clear()
    field.sights = sight_table.Sights(field)
    gc.collect()
    gc.disable()
    began = process_time()
    field.sights.within(RANGE)
    took = process_time() - began
    gc.enable()
    return took


def run() -> list[tuple[str, float, str]]:
    """Rows of (name, times as fast, note); raises AssertionError if table and proof ever disagree."""
    rows = []
    for name, field in battlefields():
        board = field.board
        first = min(table_time(field, geometry=True) for _ in range(ROUNDS))
        again = min(table_time(field, geometry=False) for _ in range(ROUNDS))
        pairs = [(a, b) for a in board.hexes for b in board.within(a, RANGE) if a < b]
        asked = pairs[:: len(pairs) // SAMPLE]
        for a, b in asked:
            field.look(a, b)  # the core draws each line once and remembers it, as it does in play
        began = process_time()
        proofs = [field.look(a, b) for a, b in asked]
        each = (process_time() - began) / len(asked)
        for (a, b), proof in zip(asked, proofs, strict=True):
            assert field.sights.value(a, b) == (proof.hindrance if proof.clear else sight_table.BLOCKED)
        some = (pairs * (LOOKUPS // len(pairs) + 1))[:LOOKUPS]
        began = process_time()
        for a, b in some:
            field.sees(a, b)
        look_up = (process_time() - began) / len(some)
        clear = sum(field.sees(a, b) for a, b in pairs)
        note = (
            f"{len(pairs):,} pairs ({clear:,} clear) in {first:.3f} s, {again:.3f} s with the lines known; "
            f"a proof {each * 1e6:.0f} µs, a look-up {look_up * 1e9:.0f} ns"
        )
        rows.append((f"sight within {RANGE} on board {name!r}", each * len(pairs) / first, note))
    return rows


if __name__ == "__main__":
    for name, ratio, note in run():
        print(f"{name}: {ratio:.1f}× asking line by line ({note})")
