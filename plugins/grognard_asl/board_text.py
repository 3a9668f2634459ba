"""Writing a board as the text of a board file, the reverse of :mod:`grognard_asl.boards`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from grognard.hexes import FLAT, Hex
from grognard_asl.boards import Sheet, header, row_number

__all__ = ["write_board"]


def write_board(board: Sheet, letters: Mapping[str, str]) -> str:
    """A board as the text of a board file; ``letters`` gives a letter to every terrain row on it.

    Reading the text again gives an equal sheet.
    """
    by_row = {key: letter for letter, key in letters.items()}
    lines = [
        f"id = {_quoted(board.id)}",
        f"name = {{ en = {_quoted(board.name.en)}, zh = {_quoted(board.name.zh)} }}",
        f"source = {_quoted(board.source)}",
        *(f"{key} = {_quoted(text)}" for key, text in (("note", board.note), ("sure", board.sure)) if text),
        *([f"columns = {board.columns}"] if board.columns != 33 else []),
        *([f"rows = {board.rows}"] if board.rows != 10 else []),
        "grid = '''",
        *_grid_lines(board, by_row),
        "'''",
    ]
    if board.buildings:
        number = board.board.index
        runs = sorted([number[label] for label in hexes] for hexes in map(sorted, board.buildings))
        hexes = board.board.hexes
        lines += _listing("buildings", (" ".join(hexes[n] for n in sorted(run)) for run in runs))
    used = set(board.terrain.values())
    lines += ["", "[letters]"]
    lines += [f"{_quoted(sign)} = {_quoted(key)}" for sign, key in letters.items() if key in used]
    lines += _table("roads", _road_runs(board))
    lines += _table("hexsides", _side_runs(board))
    for place in board.places:
        lines += [
            "",
            "[[places]]",
            f"name = {{ en = {_quoted(place.name.en)}, zh = {_quoted(place.name.zh)} }}",
            f"hexes = [{', '.join(map(_quoted, place.hexes))}]",
        ]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _grid_lines(board: Sheet, letters: Mapping[str, str]) -> Iterator[str]:
    yield header(board.columns).rstrip()
    grid = board.board
    for y in range(-1, 2 * board.rows):
        cells = ""
        for x in range(board.columns):
            label = grid.at(x, y)
            cells += "  " if label is None else f"{letters[board.terrain[label]]}{board.level[label] or ' '}"
        yield f"{row_number(y):2}  {cells}".rstrip()


def _table(name: str, runs: Mapping[str, list[str]]) -> list[str]:
    lines = [line for kind, texts in runs.items() for line in _listing(kind, texts)]
    return ["", f"[{name}]", *lines] if lines else []


def _listing(key: str, texts: Iterable[str]) -> list[str]:
    return [f"{key} = [", *(f"    {_quoted(text)}," for text in texts), "]"]


def _road_runs(board: Sheet) -> dict[str, list[str]]:
    """Roads as runs: one for every hexside and every way off the board, which is plain and always right."""
    found: dict[str, list[str]] = {}
    for side, kind in sorted(board.roads.items()):
        found.setdefault(kind, []).append(f"{side.a} {side.b}")
    for label, ways in sorted(board.exits.items()):
        for way, kind in sorted(ways.items()):
            found.setdefault(kind, []).append(f"{label} {way}")
    return found


def _side_runs(board: Sheet) -> dict[str, list[str]]:
    grid, found = board.board, dict[str, dict[Hex, list[str]]]()
    for side, kind in sorted(board.sides.items()):
        way = next(way for way in FLAT.compass if grid.beside(side.a, way) == side.b)
        found.setdefault(kind, {}).setdefault(side.a, []).append(way)
    return {kind: [" ".join((label, *ways)) for label, ways in by.items()] for kind, by in found.items()}
