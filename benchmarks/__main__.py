"""Print every measurement as one table: ``python -m benchmarks [NAME…]``; needs the ``bench`` extra."""

from __future__ import annotations

import sys
from importlib import import_module

from rich.console import Console
from rich.table import Table

CHAPTERS = (
    "reach",
    "random_play",
    "copying",
    "pools",
    "battle_odds",
    "asl_fire",
    "asl_sight",
    "asl_random_play",
    "ardennes44",
    "ardennes44_odds",
    "workers",
    "importing",
)


def main(wanted: list[str]) -> int:
    unknown = [name for name in wanted if name not in CHAPTERS]
    if unknown:
        print(f"no measurement {unknown[0]!r}; there are {', '.join(CHAPTERS)}", file=sys.stderr)
        return 2
    table = Table("what", "ratio", "figures", title="Measured side by side in this run")
    for chapter in wanted or CHAPTERS:
        for name, ratio, note in import_module(f"benchmarks.{chapter}").run():
            table.add_row(name, f"{ratio:,.2f}", note)
    Console(width=150).print(table)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
