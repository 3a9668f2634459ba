"""Scenes: what is on the table in neutral terms, and the renderers that draw it."""

from __future__ import annotations

from grognard.scene.counters import SHAPES, STATES
from grognard.scene.icons import ICONS
from grognard.scene.lines import EDGES, PATHS
from grognard.scene.model import (
    Counter,
    Divider,
    EdgeArt,
    Feature,
    Gauge,
    HexArt,
    LegendEntry,
    Orientation,
    Overlay,
    PathArt,
    Pattern,
    Scene,
    SideArt,
)
from grognard.scene.overlays import STYLES
from grognard.scene.patterns import PATTERNS
from grognard.scene.svg import render_svg
from grognard.scene.symbols import SYMBOLS
from grognard.scene.text import render_text

__all__ = [
    "EDGES",
    "ICONS",
    "PATHS",
    "PATTERNS",
    "SHAPES",
    "STATES",
    "STYLES",
    "SYMBOLS",
    "Counter",
    "Divider",
    "EdgeArt",
    "Feature",
    "Gauge",
    "HexArt",
    "LegendEntry",
    "Orientation",
    "Overlay",
    "PathArt",
    "Pattern",
    "Scene",
    "SideArt",
    "render_svg",
    "render_text",
]
