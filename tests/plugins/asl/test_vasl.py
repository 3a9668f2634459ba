"""Board archives that people own become maps: round trips of the own boards, and archives that are broken."""

from __future__ import annotations

import gzip
import io
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.plugins.asl.ground import chart, own_board

from grognard.errors import GrognardError
from grognard_asl.boards import geomorphic, read_board
from grognard_asl.vasl import IMPORTER, board_of, import_map, keep, text_of
from grognard_asl.vasl_archive import ArchiveError, Metadata, Pixels, pack
from grognard_asl.vasl_painting import archive


@pytest.fixture(scope="module", params=["v", "h"])
def packed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    name = str(request.param)
    path = tmp_path_factory.mktemp("archives") / f"bd{name}"
    path.write_bytes(archive(own_board(name)))
    return name, path


def test_a_board_painted_and_packed_is_found_again(packed: tuple[str, Path]) -> None:
    name, path = packed
    drawn, found = own_board(name), board_of(path)
    assert (found.id, found.columns, found.rows) == (name, 33, 10)
    assert found.terrain == drawn.terrain
    assert found.level == drawn.level
    assert found.roads == drawn.roads
    assert found.exits == drawn.exits
    assert found.sides == drawn.sides
    assert set(found.buildings) == set(drawn.buildings)


def test_the_text_is_a_board_file(packed: tuple[str, Path], tmp_path: Path) -> None:
    name, path = packed
    file = tmp_path / f"{name}.toml"
    file.write_text(text_of(path), encoding="utf-8")
    assert read_board(file, chart()).terrain == own_board(name).terrain
    assert path.stat().st_size < 20_000, "a small archive"
    assert IMPORTER.id == "vasl"
    assert IMPORTER.make(path) == text_of(path)


def test_a_map_is_kept_in_the_users_own_folder(
    packed: tuple[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, path = packed
    monkeypatch.setenv("GROGNARD_MAPS", str(tmp_path / "maps"))
    assert keep(path) == tmp_path / "maps" / f"{name}.toml"
    assert "not to be passed on" in (tmp_path / "maps" / f"{name}.toml").read_text(encoding="utf-8")


def test_the_command_writes_a_map_and_says_where(
    packed: tuple[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name, path = packed
    out = tmp_path / "deep" / "map.toml"
    import_map(["vasl", str(path)], out=str(out))
    assert f'id = "{name}"' in out.read_text(encoding="utf-8")
    assert str(out) in capsys.readouterr().out
    with pytest.raises(GrognardError, match=r"no importer 'vassal' \(did you mean 'vasl'\?\)"):
        import_map(["vassal", str(path)])
    with pytest.raises(GrognardError, match="expected one archive after 'vasl', got none"):
        import_map(["vasl"])


# Small archives ------------------------------------------------------------------------------------------


def blank(code: int = 0, level: int = 0) -> Pixels:
    """A board of 3 columns and 2 rows, all of one terrain, 12 pixels to a hex."""
    return Pixels(3, 2, 21, 24, bytes([level]) * 21 * 24, bytes([code]) * 21 * 24)


def small(tmp_path: Path, pixels: Pixels | None = None, buildings: dict[str, str] | None = None) -> Path:
    path = tmp_path / "bd07"
    path.write_bytes(pack(Metadata("07", 3, 2, buildings or {}), pixels or blank()))
    return path


def test_names_and_sizes_come_from_the_metadata(tmp_path: Path) -> None:
    board = board_of(small(tmp_path))
    assert (board.id, board.name.en, board.columns, board.rows) == ("7", "Board 7", 3, 2)
    assert set(board.terrain) == set(geomorphic(3, 2).hexes)
    assert set(board.terrain.values()) == {"open_ground"}
    assert "bd07" in board.source
    assert "/" not in board.source


def test_the_metadata_say_what_a_building_is_of(tmp_path: Path) -> None:
    board = board_of(small(tmp_path, blank(40), {"B1": "Wooden Building, 1 Level"}))
    assert board.terrain["B1"] == "building_wood"
    assert board.terrain["A1"] == "building_stone"
    assert board.buildings == (frozenset(geomorphic(3, 2).hexes),), "one roof over all"


@pytest.mark.parametrize(
    ("code", "row"),
    [(1, "open_ground"), (24, "grain"), (25, "brush"), (42, "building_stone"), (53, "building_wood"),
     (60, "woods"), (63, "orchard"), (64, "orchard"), (70, "open_ground")],
)  # fmt: skip
def test_terrain_codes(tmp_path: Path, code: int, row: str) -> None:
    assert set(board_of(small(tmp_path, blank(code))).terrain.values()) == {row}


@pytest.mark.rule("ASLSK-1.1.2.52")
def test_levels_are_those_of_the_centres(tmp_path: Path) -> None:
    assert set(board_of(small(tmp_path, blank(level=2))).level.values()) == {2}
    with pytest.raises(ArchiveError, match="hex A1 lies at level -1; levels go from 0 to 9"):
        board_of(small(tmp_path, blank(level=255)))


def test_terrain_without_a_row_is_named_with_its_hex(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match="bd07: hex A1 holds 'Marsh', for which there is no terrain row"):
        board_of(small(tmp_path, blank(14)))


def test_a_terrain_code_nobody_knows_is_named_with_its_pixel(tmp_path: Path) -> None:
    terrain = bytearray(blank().terrain)
    terrain[3 * 24 + 5] = 199
    with pytest.raises(ArchiveError, match=r"LOSData: unknown terrain code 199 at pixel \(3, 5\)"):
        board_of(small(tmp_path, blank()._replace(terrain=bytes(terrain))))


# Broken archives -----------------------------------------------------------------------------------------


def repacked(path: Path, name: str, change: Callable[[bytes], bytes | None]) -> Path:
    """The archive with one of its files changed, or left out."""
    with zipfile.ZipFile(path) as old:
        held = {each: old.read(each) for each in old.namelist()}
    changed = change(held.pop(name))
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as new:
        for each, content in {**held, **({} if changed is None else {name: changed})}.items():
            new.writestr(each, content)
    path.write_bytes(file.getvalue())
    return path


def stream(change: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    """A change of what is inside the gzip file."""
    return lambda packed: gzip.compress(change(gzip.decompress(packed)))


def sizes(*numbers: int) -> Callable[[bytes], bytes]:
    """Other sizes at the head of the first block."""
    return lambda data: data[:9] + struct.pack(">4i", *numbers) + data[25:]


@pytest.mark.parametrize(
    ("name", "change", "says"),
    [
        ("LOSData", lambda data: None, "expected a file 'LOSData' in it, got BoardMetadata.xml"),
        ("BoardMetadata.xml", lambda data: None, "expected a file 'BoardMetadata.xml' in it, got LOSData"),
        ("LOSData", lambda data: data[: len(data) // 2], "LOSData: not a whole gzip file"),
        ("LOSData", lambda data: b"plain", "LOSData: not a whole gzip file"),
        ("LOSData", stream(lambda data: b"PK" + data[2:]), "expected a Java object stream, got 50 4b 00 05"),
        ("LOSData", stream(lambda data: data[:-4]), "cut short: a block of"),
        ("LOSData", stream(lambda data: data[:4] + b"\x73" + data[5:]), "expected a block of data at byte 4"),
        ("LOSData", stream(lambda data: data[:4]), "expected 16 bytes of sizes, got 0"),
        ("LOSData", stream(sizes(33, 10, 21, 24)), "expected 3×2 hexes as in BoardMetadata.xml, got 33×10"),
        ("LOSData", stream(sizes(3, 2, 21, 25)), "bytes for 21×25 pixels and 7 hexes, got"),
        ("LOSData", stream(sizes(3, 2, 1, 24)), "expected a grid of pixels for 3×2 hexes, got 1×24"),
        ("LOSData", stream(lambda data: data + b"\x77\x01\x00"), "bytes for 21×24 pixels and 7 hexes, got"),
        ("BoardMetadata.xml", lambda data: b"<boardMetadata", "BoardMetadata.xml: not valid XML"),
        ("BoardMetadata.xml", lambda data: b"<board/>", "expected a 'boardMetadata' element with a name"),
        ("BoardMetadata.xml", lambda data: b"<!DOCTYPE x []>" + data, "got a document type declaration"),
        (
            "BoardMetadata.xml",
            lambda data: data.replace(b'"3"', b'"three"'),
            "width must be a number of hexes",
        ),
        ("BoardMetadata.xml", lambda data: data.replace(b'"3"', b'"4"'), "width must be odd"),
        (
            "BoardMetadata.xml",
            lambda data: data.replace(b'width="3"', b'width="3" hexWidth="60"'),
            "only geomorphic boards can be imported, this one has 'hexWidth' of its own",
        ),
    ],
)
def test_broken_archives_say_what_is_wrong_where(
    tmp_path: Path, name: str, change: Callable[[bytes], bytes | None], says: str
) -> None:
    path = repacked(small(tmp_path), name, change)
    with pytest.raises(ArchiveError) as caught:
        board_of(path)
    assert says in str(caught.value), str(caught.value)
    assert "bd07" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_is_no_archive_at_all(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match="nowhere: no such file"):
        board_of(tmp_path / "nowhere")
    (tmp_path / "text").write_text("a board")
    with pytest.raises(ArchiveError, match="expected a board archive, a zip file"):
        board_of(tmp_path / "text")
    half = small(tmp_path).read_bytes()
    (tmp_path / "half").write_bytes(half[: len(half) // 2])
    with pytest.raises(ArchiveError, match="expected a board archive, a zip file"):
        board_of(tmp_path / "half")
