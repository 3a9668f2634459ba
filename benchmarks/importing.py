"""``import grognard`` against ``import networkx``, each in fresh interpreters."""

from __future__ import annotations

import subprocess
import sys
from time import perf_counter

ROUNDS = 7


def seconds(statement: str) -> float:
    """The best time of an interpreter that runs a statement."""
    best = float("inf")
    for _ in range(ROUNDS):
        began = perf_counter()
        subprocess.run([sys.executable, "-c", statement], check=True)
        best = min(best, perf_counter() - began)
    return best


def run() -> list[tuple[str, float, str]]:
    """The ratio of the two imports, the bare interpreter taken off (the aim is at most 1.5)."""
    bare = seconds("pass")
    ours, theirs = seconds("import grognard") - bare, seconds("import networkx") - bare
    whole = seconds("from grognard import Session, load, simulate") - bare
    used = f"with Session, load and simulate {whole * 1e3:.0f} ms"
    note = f"{ours * 1e3:.0f} ms against {theirs * 1e3:.0f} ms; {used}"
    return [("import grognard / import networkx", ours / theirs, note)]
