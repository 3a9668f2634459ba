"""Maps of any battlefield: places, roads, rivers and forests in degrees become a map of hexes.

``make(read(Path("geography.toml")))`` gives the map and what was found on the way.

The steps, in this order: :mod:`~grognard.geography.ground` puts places and terrain into hexes,
:mod:`~grognard.geography.waters` runs lakes, rivers and boundaries along hexsides,
:mod:`~grognard.geography.roads` builds roads, and :mod:`~grognard.geography.corrections` changes what its
author wants otherwise. What is in conflict is reported and never settled in silence.
"""

from grognard.geography.draft import Finding
from grognard.geography.drawing import scene_of
from grognard.geography.making import Made, make, read
from grognard.geography.schema import GeographyFile

__all__ = ["Finding", "GeographyFile", "Made", "make", "read", "scene_of"]
