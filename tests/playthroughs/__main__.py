"""Write the playthroughs anew.

``python -m tests.playthroughs`` plays the recorded actions under today's rules and writes down what falls
now; ``python -m tests.playthroughs --fresh`` lets the bots play every game again from its seed, which is
needed when a recorded action has become illegal.
"""

from __future__ import annotations

import sys

from tests.playthroughs.playthrough import Diverged, Playthrough, fresh, luck, paths, read, written

from grognard.registry import Registry

GAMES = (
    Playthrough("memoir44", "pegasus-bridge", "1", {"allies": "greedy", "axis": "greedy"}),
    Playthrough("memoir44", "omaha-beach", "1", {"allies": "greedy", "axis": "greedy"}),
    Playthrough("memoir44", "operation-luttich", "6", {"allies": "greedy", "axis": "fuzz"}),
    Playthrough("asl_intro", "stone_by_stone", "1", {"allies": "greedy", "axis": "greedy"}),
    Playthrough("asl_intro", "the_long_slope", "2", {"allies": "greedy", "axis": "fuzz"}),
)
"""The games that are kept: of Memoir '44 one plain, one on the beach, one with a scenario rule in use; of ASL
one house to house, one over hills.
"""


def main(arguments: list[str]) -> int:
    """Write the files; 1 if a recorded action is illegal now."""
    registry = Registry.discover()
    kept = {path: read(path) for path in paths()}
    for start in GAMES:
        game = registry.load(start.ruleset)
        played = kept.get(start.file)
        if played is None or "--fresh" in arguments:
            played = fresh(game, start)
        try:
            text = "\n".join(written(game, played, luck(played.seed))) + "\n"
        except Diverged as problem:
            print(f"{start.file.name}: {problem}; --fresh plays the game anew")
            return 1
        start.file.write_text(text, encoding="utf-8")
        print(f"{start.file.name}: {len(played.actions)} actions")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
