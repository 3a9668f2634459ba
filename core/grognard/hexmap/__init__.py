"""Maps of hexes as text that a person can edit: what fills a hex as a grid of letters, the rest as lists.

A map file is TOML and holds one :class:`HexMap`::

    id = "ford"
    name = { en = "The ford", zh = "渡口" }
    source = "drawn for this example"
    labels = { digits = 2, left = 1, top = 1 }
    grid = '''
        01  03
          02
    01  .   w
    01    .
    02  .   .
    02    w
    '''
    [letters]
    "." = "clear"
    "w" = "woods"

    [[place]]
    name = "Mill"
    hex = "0101"
    size = "village"

    [[road]]
    kind = "track"
    hexes = "0101 0201 0301"

    [[river]]
    kind = "river"
    name = "Brook"
    sides = "0101/0102 0201/0102 0201/0202 0201/0302 0301/0302"

**The grid.** Every line begins with the number of its row. The cell of the first column stands at the fifth
sign of its line, and every column two signs further; a blank is no hex. Under flat tops a row takes two
lines: the first holds the columns that lie half a hex higher, the second the others. Under pointy tops a row
takes one line, every second one set in by one sign. Lines without a row number are headings: numbers in them
must stand over their columns and mean nothing else.

**The lists.** Terrain, sizes and kinds are words of the system that reads the map. A road is a chain of
neighbouring hexes. A river is one or more chains of hexsides, corner to corner; the ends of a chain lie on
the edge of the map or at another river, unless it rises here (``source = true``, one end) or is standing
water (``kind = "lake"``). A line is a list of hexsides that mean something other than water.
"""

from grognard.hexmap.grid import draw_grid
from grognard.hexmap.labels import Labels, MapLabels, SecondSheet
from grognard.hexmap.mapfile import HexMap
from grognard.hexmap.reading import Corner, corners
from grognard.hexmap.rows import Feature, Line, Name, Place, River, Road, english

__all__ = [
    "Corner",
    "Feature",
    "HexMap",
    "Labels",
    "Line",
    "MapLabels",
    "Name",
    "Place",
    "River",
    "Road",
    "SecondSheet",
    "corners",
    "draw_grid",
    "english",
]
