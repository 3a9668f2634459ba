"""Count anew: ``python -m tests.counts`` writes today's numbers into the files of counts."""

from __future__ import annotations

from tests.counts.counting import count, files, reach, read, write

from grognard.registry import Registry

if __name__ == "__main__":
    for path in files():
        entry = read(path)
        game = Registry.discover().load(entry["ruleset"])
        position = reach(game, entry["scenario"], entry["seed"], entry["actions"])
        counts, by_action = count(game, position, entry["seed"])
        write(path, entry, counts, by_action)
        print(f"{path.name}: {counts}")
