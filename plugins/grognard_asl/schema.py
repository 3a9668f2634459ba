"""The types of an ASL ruleset's TOML: what each file may say, field by field.

=====================  ==========================  =================================================
file                   entries                     struct
=====================  ==========================  =================================================
``terrain.toml``       ``[[terrain]]``             `Terrain` (hexes, roads, hexsides, elevation)
``units.toml``         ``[[unit]]``                `UnitKind`
``weapons.toml``       ``[[weapon]]``              `WeaponKind`
``nations.toml``       ``[[nation]]``              `Nation` (what counters a nation has)
``figures.toml``       the whole file              `Figures` (numbers of the rules, by chapter)
``words.toml``         ``[[word]]``                `Word` (display names of everything else)
``glossary.toml``      ``[[term]]``                `Term` (abbreviations)
=====================  ==========================  =================================================

Charts are in ``charts/`` and have the forms of :mod:`grognard.charts`: ``ift`` (strength columns),
``close_combat`` (odds columns, one row of Kill Numbers), ``residual`` (strength columns, one row).

Every row carries ``cite``, a table from the name of one of its fields to the rule that gives it, and
``sure``: one word for the whole row, or a table from a field to the word for that field alone.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import msgspec

from grognard.reasons import Reason

__all__ = [
    "CloseCombatFigures",
    "Figures",
    "FireFigures",
    "Kit",
    "MoraleFigures",
    "MovementFigures",
    "Name",
    "Nation",
    "PortageFigures",
    "Quality",
    "RallyFigures",
    "RoutFigures",
    "Row",
    "Sight",
    "SightFigures",
    "StackingFigures",
    "Term",
    "Terrain",
    "TroopType",
    "UnitKind",
    "WeaponFigures",
    "WeaponKind",
    "WeaponType",
    "Word",
]

Kit = Literal["intro", "sk1", "sk2", "sk3", "sk4"]
"""Where a row first appears: the introductory game, or a Starter Kit by number."""

Sight = Literal["none", "hindrance", "obstacle"]
TroopType = Literal["squad", "half_squad", "crew", "leader"]
Quality = Literal["elite", "first", "second", "green", "conscript", ""]
WeaponType = Literal["lmg", "mmg", "hmg", "hmg_50"]


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every entry of every table has."""

    cite: dict[str, str] = {}
    sure: str | dict[str, str] = ""
    source: str = ""
    note: str = ""

    def doubt(self, field: str) -> str:
        """How sure a field is: ``""`` or ``"reconstructed"``.

        >>> Row(sure={"breakdown": "reconstructed"}).doubt("breakdown")
        'reconstructed'
        """
        return self.sure if isinstance(self.sure, str) else self.sure.get(field, "")

    def reason(self, field: str, text: str, value: int = 0, parts: int = 1) -> Reason:
        """The reason a field of this row gives, with its rule and how sure it is.

        >>> woods = Row(cite={"tem": "ASLI-3.2.0.6"})
        >>> print(woods.reason("tem", "woods", 1))
        +1 woods [ASLI-3.2.0.6]
        """
        return Reason(text, self.cite.get(field, ""), value, self.doubt(field), parts=parts)


class Name(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A display name; ids never change, names may."""

    en: str
    zh: str


class Terrain(Row, frozen=True, kw_only=True):
    """One row of the terrain chart.

    A hex has one ``hex`` row and a level; ``road`` rows run through hexes from hexside to hexside;
    ``mixed`` rows say what a ``hex`` row with a road in it is to a unit that *keeps to the road*;
    ``hexside`` rows lie on hexsides; the ``level`` row is one contour of elevation.

    Levels are counted from the hex's own ground: ``height`` 1 is a full level, 1/2 a half level.
    """

    id: str
    name: Name
    category: Literal["hex", "road", "mixed", "hexside", "level"]
    kits: tuple[Kit, ...]
    with_road: str = ""  # hex rows: the mixed row that it is with a road in it
    crest: str = ""  # the level row: the hexside row that lies wherever two levels meet
    # movement
    mf: int | float | Literal["NA"]  # to enter the hex, or added for crossing the hexside; NA = never
    uphill_factor: int = 1  # hexside: the hex entered costs so many times its MF when it is higher
    road: bool = False  # a move wholly on such rows earns the road bonus
    # fire
    tem: int = 0  # to fire at a unit in the hex, or across the hexside
    tem_indirect: int | None = None  # to mortar fire, where it differs
    open_ground: bool = False  # may not be stayed in when broken and seen
    ffmo: bool = False  # First Fire at a unit moving here has the FFMO modifier
    interdiction: bool = False  # a unit routing into the hex can be interdicted
    # rally and rout
    cover: bool = False  # woods or building: eases rallying, ends and draws routs
    building: bool = False
    # sight: what it does to a line that crosses it, between units of one level and of two
    sight: Sight = "none"
    sight_levels: Sight = "none"
    hindrance: int = 0  # DRM for each such hex where it is a hindrance
    height: Fraction = Fraction(0)
    # the year
    months: tuple[int, ...] = ()  # months in which the row holds; none = all year
    off_season: str = ""  # the row that stands in for it in the other months

    @property
    def cost(self) -> Fraction | None:
        """``mf`` exactly; None where nobody may go.

        >>> grain = Terrain(
        ...     id="grain", name=Name("Grain", "麦田"), category="hex", kits=("sk1",), mf=1.5
        ... )
        >>> grain.cost
        Fraction(3, 2)
        """
        return None if self.mf == "NA" else Fraction(str(self.mf))

    def holds(self, month: int) -> bool:
        """Whether the row holds in a month, 1 to 12; otherwise ``off_season`` does."""
        return not self.months or month in self.months


class UnitKind(Row, frozen=True, kw_only=True):
    """One kind of counter with men on it."""

    id: str
    name: Name
    nation: str
    type: TroopType
    fp: int = 0  # leaders have none
    range: int = 0  # Normal Range in hexes
    morale: int
    broken: int  # morale on the broken side
    leadership: int | None = None  # DRM; None for units that are no leaders
    half_squad: str = ""  # what a squad becomes by Casualty Reduction
    quality: Quality = ""
    # for the switches that the introductory game leaves off
    self_rally: bool = (
        False  # its broken morale is boxed: in the introductory game only leaders rally themselves
    )
    replacement: str = ""  # next lower quality, by ELR
    elr_exempt: bool = False
    smoke: int = 0  # smoke grenade exponent
    assault_fire: bool = False
    spraying_fire: bool = False

    @property
    def mmc(self) -> bool:
        """Multi-man counter: squad, half-squad or crew."""
        return self.type != "leader"


class WeaponKind(Row, frozen=True, kw_only=True):
    """One kind of support weapon; the introductory game has machine guns only."""

    id: str
    name: Name
    nation: str
    type: WeaponType
    fp: int
    range: int  # Normal Range in hexes
    pp: int
    # for the switches that the introductory game leaves off
    rof: int = 0
    breakdown: int = 12
    repair: int = 1  # dr at or below repairs
    removal: int = 6  # dr that removes


class Nation(Row, frozen=True, kw_only=True):
    """A nation and the counters it has; scenarios choose from them."""

    id: str
    name: Name
    squads: tuple[str, ...]
    half_squads: tuple[str, ...]
    leaders: tuple[str, ...]
    crews: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    cowers: Literal["yes", "no", "green"] = "yes"  # green: only what is below elite and first line


class RallyFigures(Row, frozen=True, kw_only=True):
    """Rally: modifiers to the dice, and the Original DR that costs men."""

    desperation: int
    cover: int
    self_rally: int
    casualty_dr: int


class MoraleFigures(Row, frozen=True, kw_only=True):
    """Morale checks."""

    casualty_dr: int  # Original DR that reduces even a unit that passes


class FireFigures(Row, frozen=True, kw_only=True):
    """Fire: what multiplies firepower, what modifies the dice."""

    point_blank: Fraction
    point_blank_range: int
    long_range: Fraction
    long_range_reach: int  # how many times Normal Range may be fired at all
    subsequent_first_fire: Fraction
    final_protective_fire: Fraction
    advancing_fire: Fraction
    final_fire_again: Fraction  # by First-Fire-marked units, if the option says so
    area_fire: Fraction
    ffnam: int
    ffmo: int
    height_advantage: int
    exhausted: int  # DRM of fire by an exhausted unit, for the switch cx
    hindrance_blocks: int  # so many hindrances in all block the line


class MovementFigures(Row, frozen=True, kw_only=True):
    """Movement factors and what adds to them."""

    mf: dict[TroopType, int]
    leader_bonus: int
    road_bonus: int
    double_time: int  # MF more, for the switch cx


class RoutFigures(Row, frozen=True, kw_only=True):
    """Rout."""

    mf: int
    low_crawl_hexes: int
    interdiction_fp: int  # with which a unit could attack the hex


class StackingFigures(Row, frozen=True, kw_only=True):
    """How much may be in one hex when a phase ends, each side for itself."""

    squads: Fraction
    leaders: int
    size: dict[TroopType, Fraction]  # in squads

    @property
    def few(self) -> int:
        """So many counters are never too many, whatever they are."""
        return min(int(self.squads), self.leaders)


class PortageFigures(Row, frozen=True, kw_only=True):
    """Carrying weapons, in portage points."""

    mmc_capacity: int
    smc_capacity: int
    smc_most: int
    excess_mf: int  # MF for each point above capacity


class WeaponFigures(Row, frozen=True, kw_only=True):
    """How many machine guns a unit may fire."""

    squad_free: int  # without losing its own firepower
    squad_most: int
    other_most: int
    smc_full: int  # leaders that together fire one at full firepower


class CloseCombatFigures(Row, frozen=True, kw_only=True):
    """Close combat."""

    smc_fp: int
    exhausted_target: int  # DRM of an attack on an exhausted unit, for the switch cx


class SightFigures(Row, frozen=True, kw_only=True):
    """Blind hexes behind what stands below the higher end of a line.

    With H the height of it, R the hexes from the higher end to it, U and L the levels of the ends, it
    hides the lower end up to ``2H + R/step - U - L`` hexes behind it, an obstacle ``obstacle_more`` hexes
    further, and at least ``crest_least`` or ``obstacle_least`` hexes.
    """

    step: int
    crest_least: int
    obstacle_least: int
    obstacle_more: int


class Figures(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``figures.toml``: the numbers the rules use, by chapter; no rule has a number of its own."""

    source: str
    rally: RallyFigures
    morale: MoraleFigures
    fire: FireFigures
    movement: MovementFigures
    rout: RoutFigures
    stacking: StackingFigures
    portage: PortageFigures
    weapons: WeaponFigures
    close_combat: CloseCombatFigures
    sight: SightFigures


class Word(Row, frozen=True, kw_only=True):
    """A display name of something that has no row of its own."""

    id: str
    name: Name


class Term(Row, frozen=True, kw_only=True):
    """One abbreviation of the glossary, as it should read; what was put right is in ``printed``."""

    id: str
    abbr: str
    en: str
    zh: str
    printed: dict[Literal["abbr", "en", "zh"], str] = {}  # the source's own reading, where it is a misprint
    why: str = ""  # why its Chinese was changed
