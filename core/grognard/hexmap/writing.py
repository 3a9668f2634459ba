"""A map as the text of a map file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from grognard.hexmap.grid import draw_grid, read_grid

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grognard.hexmap.mapfile import HexMap
    from grognard.hexmap.rows import Feature, Line, Name, Place, River, Road

__all__ = ["written"]


def written(map: HexMap) -> Iterator[str]:
    """The lines of the file, always in the same form."""
    yield f"id = {_quoted(map.id)}"
    yield f"name = {_name(map.name)}"
    for key in ("source", "sure", "note"):
        if text := getattr(map, key):
            yield f"{key} = {_quoted(text)}"
    yield f"tops = {_quoted(map.tops)}"
    plain = msgspec.structs.asdict(map.labels)
    yield f"labels = {{ {', '.join(f'{key} = {_value(value)}' for key, value in plain.items())} }}"
    if map.second is not None:
        yield f"second = {{ prefix = {_quoted(map.second.prefix)}, from = {map.second.first} }}"
    yield "grid = '''"
    yield draw_grid(read_grid(map), map.scheme)
    yield "'''"
    yield from ("", "[letters]")
    yield from (f"{_quoted(letter)} = {_quoted(terrain)}" for letter, terrain in map.letters.items())
    for section in ("place", "road", "river", "feature", "line"):
        for row in getattr(map, section):
            yield from ("", f"[[{section}]]")
            yield from _fields(row)


def _fields(row: Place | Road | River | Feature | Line) -> Iterator[str]:
    for field in msgspec.structs.fields(row):
        value = getattr(row, field.name)
        if field.name in ("hexes", "sides"):
            yield f"{field.name} = {_words(value)}"
        elif value != field.default:
            yield f"{field.name} = {_name(value) if isinstance(value, dict) else _value(value)}"


def _words(text: str) -> str:
    """Labels with single blanks; long lists over several lines."""
    words, lines = text.split(), [""]
    for word in words:
        if len(lines[-1]) + len(word) > 100:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return _quoted(lines[0]) if len(lines) == 1 else '"""\n' + "\n".join(lines) + '"""'


def _value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return _quoted(value) if isinstance(value, str) else str(value)


def _name(name: Name) -> str:
    if isinstance(name, str):
        return _quoted(name)
    return f"{{ {', '.join(f'{language} = {_quoted(text)}' for language, text in name.items())} }}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'
