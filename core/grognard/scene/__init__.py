"""Scenes: what is on the table in neutral terms, and the renderers that draw it."""

from __future__ import annotations

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

__all__ = [
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
]
