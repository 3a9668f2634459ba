"""``python -m tests.marathon RULESET [-n GAMES] [--seed S] [--workers K] [--scenario ID …]``."""

from __future__ import annotations

import argparse
from time import perf_counter

from tests.marathon.invariants import WANTED
from tests.marathon.run import STARTS, added, marathon, places

import grognard


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.marathon", description="Random and fuzz games, checked."
    )
    parser.add_argument("ruleset")
    parser.add_argument("-n", "--games", type=int, default=320)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--max-turns", type=int, default=5000)
    parser.add_argument("--scenario", action="append", help=f"an id, or {STARTS!r}")
    given = parser.parse_args()
    game = grognard.load(given.ruleset)
    scenarios = given.scenario or places(game)
    began = perf_counter()
    parts = []
    for scenario, part in marathon(
        given.ruleset,
        scenarios,
        given.games,
        seed=given.seed,
        workers=given.workers,
        max_turns=given.max_turns,
    ):
        parts.append(part)
        winners = ", ".join(f"{side} {n}" for side, n in sorted(part.winners.items()))
        longest = max(part.turns, default=0)
        print(
            f"{scenario}: {part.games} games, {winners}, unfinished {part.unfinished}, up to {longest} turns"
        )
    total = added(parts)
    print(f"{total.games} games, {total.decisions:,} decisions, {perf_counter() - began:.0f} s")
    missing = sorted(set(game.frames) - set(total.frames))
    print(f"frame types reached: {len(set(game.frames) & set(total.frames))} of {len(game.frames)}", *missing)
    for name, times in sorted(total.frames.items(), key=lambda item: item[1])[:8]:
        print(f"  {name}: {times:,}")
    if game.system in WANTED:
        expected = sorted(WANTED[game.system](game))
        never = [result for result in expected if not total.results[result]]
        print(f"results reached: {len(expected) - len(never)} of {len(expected)}", *map(repr, never))
        for result in sorted(expected, key=lambda one: total.results[one])[:12]:
            print(f"  {result}: {total.results[result]:,}")
        missing += never
    for failure in total.failures[:20]:
        print("FAILED", failure)
    return 1 if total.failures or missing else 0


if __name__ == "__main__":
    raise SystemExit(main())
