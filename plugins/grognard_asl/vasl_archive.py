"""The file format of VASL board archives: zip, XML, and pixels in a Java object stream; read and written.

* ``BoardMetadata.xml``: the board's name and size, and hexes whose building the picture does not tell;
* ``LOSData``: gzip round a Java object stream that holds four integers (columns and rows of hexes, width and
  height in pixels), then for every pixel, column by column, a byte of elevation and a byte of terrain, then a
  byte for every hex that says whether it has stairs.

Column A is centred on the left edge, hex A1 half a hex below the top. No picture is read.
"""

from __future__ import annotations

import gzip
import io
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from grognard.datafile import shown
from grognard.errors import GrognardError
from grognard_asl.boards import OPEN

__all__ = ["CODES", "NOT_PLAYED", "ArchiveError", "Metadata", "Pixels", "pack", "read_archive"]

METADATA, SIGHT_DATA = "BoardMetadata.xml", "LOSData"

CODES: Mapping[int, tuple[str, str]] = {
    0: ("Open Ground", OPEN), 1: ("Plowed Field", OPEN), 24: ("Grain", "grain"), 25: ("Brush", "brush"),
    40: ("Stone Building", "building_stone"), 41: ("Stone Building, 1 Level", "building_stone"),
    42: ("Stone Building, 2 Level", "building_stone"), 43: ("Stone Building, 3 Level", "building_stone"),
    44: ("Stone Building, 4 Level", "building_stone"), 50: ("Wooden Building", "building_wood"),
    51: ("Wooden Building, 1 Level", "building_wood"), 52: ("Wooden Building, 2 Level", "building_wood"),
    53: ("Wooden Building, 3 Level", "building_wood"), 54: ("Wooden Building, 4 Level", "building_wood"),
    60: ("Woods", "woods"), 63: ("Orchard", "orchard"), 64: ("Orchard, Out of Season", "orchard"),
    65: ("Dirt Road", "road_dirt"), 66: ("Paved Road", "road_paved"), 70: ("Path", OPEN),
    72: ("Wall", "wall"), 73: ("Hedge", "hedge"),
}  # fmt: skip
"""Terrain codes of the archives → their name there and our row."""

NOT_PLAYED: Mapping[int, str] = {
    2: "Rooftop", 3: "Snow", 4: "Deep Snow", 5: "Ice", 6: "Mud", 7: "Mudflats", 8: "Water",
    9: "Shallow Water", 10: "River", 11: "Shallow River", 12: "Ford", 13: "Canal", 14: "Marsh",
    15: "Shellholes", 20: "Foxholes", 21: "Trench", 22: "Antitank Trench", 23: "Pillbox", 26: "Crags",
    27: "Debris", 28: "Graveyard", 29: "Lumberyard", 30: "Gully", 31: "Dry Stream", 32: "Shallow Stream",
    33: "Deep Stream", 34: "Flooded Stream", 35: "Irrigation Ditch", 45: "Stone Factory Wall",
    46: "Stone Factory Wall", 47: "Stone Factory", 48: "Stone Factory", 49: "Stone Market Place",
    55: "Wooden Factory Wall", 56: "Wooden Factory Wall", 57: "Wooden Factory", 58: "Wooden Factory",
    59: "Wooden Market Place", 61: "Forest", 62: "Pine Woods", 67: "Elevated Road", 68: "Sunken Road",
    69: "Runway", 74: "Bocage", 75: "Cliff", 76: "Rowhouse Wall", 77: "Rowhouse Wall", 78: "Rowhouse Wall",
    79: "Rowhouse Wall", 80: "Rowhouse Wall", 81: "Road Block", 82: "Stone Bridge", 83: "Wooden Bridge",
    84: "Stone Bridge", 85: "Wooden Bridge", 86: "Pontoon Bridge", 87: "Foot Bridge", 90: "Stone Rubble",
    91: "Wooden Rubble",
}  # fmt: skip
"""Terrain codes that are known and have no row of ours."""

_LARGEST = 64 * 1024 * 1024
_MAGIC = b"\xac\xed\x00\x05"


class ArchiveError(GrognardError):
    """A board archive cannot be read; names the archive and the file in it."""


class Pixels(NamedTuple):
    """The pixels of a board, ``elevation`` and ``terrain`` column by column, and its size in hexes."""

    columns: int
    rows: int
    width: int
    height: int
    elevation: bytes
    terrain: bytes

    def at(self, x: float, y: float) -> int:
        """The number of the pixel at a point, -1 off the board."""
        column, row = int(x // 1), int(y // 1)
        return column * self.height + row if 0 <= column < self.width and 0 <= row < self.height else -1

    @property
    def hex_width(self) -> float:
        """From one column of hexes to the next."""
        return self.width / (self.columns - 1)

    @property
    def hex_height(self) -> float:
        """Height of a hex."""
        return self.height / self.rows

    def centre(self, spot: tuple[int, int]) -> tuple[float, float]:
        """The centre of a hex, given by its doubled coordinates."""
        return spot[0] * self.hex_width, (spot[1] + 1) * self.hex_height / 2


class Metadata(NamedTuple):
    """What the metadata say: the board's name, its size, and hexes with the kind of building in them."""

    name: str
    columns: int
    rows: int
    buildings: Mapping[str, str]


# Reading the archive -------------------------------------------------------------------------------------


def read_archive(path: Path) -> tuple[Metadata, Pixels]:
    """The metadata and the pixels of an archive."""
    try:
        with zipfile.ZipFile(path) as archive:
            metadata = _metadata(path, _member(path, archive, METADATA))
            packed = _member(path, archive, SIGHT_DATA)
    except FileNotFoundError:
        raise ArchiveError(f"{shown(path)}: no such file") from None
    except (zipfile.BadZipFile, OSError) as error:
        raise ArchiveError(f"{shown(path)}: expected a board archive, a zip file, got {error}") from None
    return metadata, _pixels(path, metadata, _unpacked(path, packed))


def _member(path: Path, archive: zipfile.ZipFile, name: str) -> bytes:
    try:
        info = archive.getinfo(name)
    except KeyError:
        held = ", ".join(archive.namelist()[:6]) or "nothing"
        raise ArchiveError(f"{shown(path)}: expected a file {name!r} in it, got {held}") from None
    if info.file_size > _LARGEST:
        raise ArchiveError(f"{shown(path)}: {name}: too large to be a board ({info.file_size} bytes)")
    try:
        return archive.read(info)
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError) as error:
        raise ArchiveError(f"{shown(path)}: {name}: cannot be unpacked: {error}") from None


def _metadata(path: Path, text: bytes) -> Metadata:
    where = f"{shown(path)}: {METADATA}"
    if b"<!DOCTYPE" in text or b"<!ENTITY" in text:
        raise ArchiveError(f"{where}: expected plain XML, got a document type declaration")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise ArchiveError(f"{where}: not valid XML: {error}") from None
    name = root.get("name", "").strip()
    if root.tag != "boardMetadata" or not name:
        raise ArchiveError(f"{where}: expected a 'boardMetadata' element with a name, got {root.tag!r}")
    if strange := [key for key in ("hexWidth", "hexHeight", "A1CenterX", "A1CenterY") if root.get(key)]:
        raise ArchiveError(
            f"{where}: only geomorphic boards can be imported, this one has {strange[0]!r} of its own"
        )
    size = []
    for key in ("width", "height"):
        value = root.get(key, "")
        if not value.isdigit() or not 0 < int(value) < 200:
            raise ArchiveError(f"{where}: {key} must be a number of hexes, got {value!r}")
        size.append(int(value))
    if size[0] % 2 == 0:
        raise ArchiveError(f"{where}: width must be odd on a geomorphic board, got {size[0]}")
    kinds = (
        (each.get("hexName", ""), each.get("buildingTypeName", "")) for each in root.iter("buildingType")
    )
    return Metadata(name, size[0], size[1], dict(kinds))


def _unpacked(path: Path, packed: bytes) -> bytes:
    """What the Java object stream inside the gzip file holds as bare data."""
    where = f"{shown(path)}: {SIGHT_DATA}"
    try:
        with gzip.open(io.BytesIO(packed)) as stream:
            data = stream.read(_LARGEST + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise ArchiveError(f"{where}: not a whole gzip file: {error}") from None
    if len(data) > _LARGEST:
        raise ArchiveError(f"{where}: too large to be a board")
    if data[:4] != _MAGIC:
        raise ArchiveError(f"{where}: expected a Java object stream, got {data[:4].hex(' ') or 'nothing'}")
    return b"".join(_blocks(where, data))


def _blocks(where: str, data: bytes) -> Iterator[bytes]:
    """The blocks of bare data of a Java object stream."""
    at = len(_MAGIC)
    while at < len(data):
        kind, head = data[at], {0x77: 1, 0x7A: 4}.get(data[at])
        if head is None:
            raise ArchiveError(f"{where}: expected a block of data at byte {at}, got {kind:#04x}")
        length = int.from_bytes(data[at + 1 : at + 1 + head], "big")
        block = data[at + 1 + head : at + 1 + head + length]
        if len(block) < length:
            raise ArchiveError(f"{where}: cut short: a block of {length} bytes has only {len(block)}")
        yield block
        at += 1 + head + length


def _pixels(path: Path, metadata: Metadata, data: bytes) -> Pixels:
    where = f"{shown(path)}: {SIGHT_DATA}"
    if len(data) < 16:
        raise ArchiveError(f"{where}: cut short: expected 16 bytes of sizes, got {len(data)}")
    columns, rows, width, height = struct.unpack(">4i", data[:16])
    if (columns, rows) != (metadata.columns, metadata.rows):
        size = f"{metadata.columns}×{metadata.rows}"
        raise ArchiveError(f"{where}: expected {size} hexes as in {METADATA}, got {columns}×{rows}")
    if not (columns <= width <= 10_000 and 2 * rows <= height <= 10_000):
        raise ArchiveError(
            f"{where}: expected a grid of pixels for {columns}×{rows} hexes, got {width}×{height}"
        )
    hexes = sum(rows + column % 2 for column in range(columns))
    wanted = 16 + 2 * width * height + hexes
    if len(data) != wanted:
        size = f"{wanted} bytes for {width}×{height} pixels and {hexes} hexes"
        raise ArchiveError(f"{where}: expected {size}, got {len(data)}")
    grid = data[16 : 16 + 2 * width * height]
    pixels = Pixels(columns, rows, width, height, grid[::2], grid[1::2])
    for code in sorted(set(pixels.terrain) - CODES.keys() - NOT_PLAYED.keys()):
        column, row = divmod(pixels.terrain.index(code), height)
        raise ArchiveError(f"{where}: unknown terrain code {code} at pixel ({column}, {row})")
    return pixels


# Writing -------------------------------------------------------------------------------------------------


def pack(metadata: Metadata, pixels: Pixels) -> bytes:
    """An archive of a board, without a picture."""
    hexes = sum(pixels.rows + column % 2 for column in range(pixels.columns))
    data = bytearray(struct.pack(">4i", pixels.columns, pixels.rows, pixels.width, pixels.height))
    grid = bytearray(2 * len(pixels.terrain))
    grid[::2], grid[1::2] = pixels.elevation, pixels.terrain
    data += grid + bytes(hexes)
    stream = bytearray(_MAGIC)
    for start in range(0, len(data), 1024):  # as Java writes them
        block = data[start : start + 1024]
        stream += b"\x7a" + len(block).to_bytes(4, "big") if len(block) > 255 else bytes((0x77, len(block)))
        stream += block
    root = ElementTree.Element(
        "boardMetadata", name=metadata.name, width=str(metadata.columns), height=str(metadata.rows)
    )
    kinds = ElementTree.SubElement(root, "buildingTypes")
    for label, kind in metadata.buildings.items():
        ElementTree.SubElement(kinds, "buildingType", hexName=label, buildingTypeName=kind)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(METADATA, ElementTree.tostring(root, encoding="utf-8", xml_declaration=True))
        archive.writestr(SIGHT_DATA, gzip.compress(bytes(stream), mtime=0))
    return file.getvalue()
