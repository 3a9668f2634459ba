"""The types of an Ardennes '44 ruleset's TOML: what each file may say, field by field.

=======================  ==========================  =====================================================
file                     entries                     struct
=======================  ==========================  =====================================================
``terrain.toml``         ``[[terrain]]``             `Terrain`: what is no figure; costs are chart ``tec``
                         ``[[road]]``                `RoadKind`
                         ``[[settlement]]``          `Settlement`
``units.toml``           ``[[formation]]``           `Formation`: divisions, brigades and groups
                         ``[[counter]]``             `CounterRow`: the pieces; figures are chart ``factors``
                         ``[[pool]]``                `Pool`: remnants and breakdown units
``limits.toml``          the whole file              `Limits`: the numbers that stand in the rules
``words.toml``           ``[[word]]``                `Word` (display names of everything else)
``maps/*.toml``          the whole file              :class:`grognard.hexmap.HexMap`
``theatres/*.toml``      the whole file              `Theatre`: what the game adds to a map
``scenarios/*.toml``     the whole file              `Scenario`
``charts/*.toml``        ``[chart.<id>]``            :mod:`grognard.charts`
=======================  ==========================  =====================================================
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

__all__ = [
    "RIVERS",
    "SIDES",
    "Area",
    "Arrival",
    "Box",
    "CounterRow",
    "Entry",
    "Formation",
    "Grade",
    "Kind",
    "Limits",
    "Name",
    "Objective",
    "Placement",
    "Pool",
    "RoadKind",
    "Scenario",
    "Settlement",
    "Side",
    "StartBridge",
    "Terrain",
    "Theatre",
    "Victory",
    "Word",
]

Side = Literal["german", "allied"]
SIDES: tuple[Side, Side] = ("german", "allied")
RIVERS = ("river", "meuse", "lake")
"""What a map may call water along hexsides."""
Grade = Literal["green", "veteran", "elite"]
Kind = Literal[
    "infantry",  # on foot
    "engineer",  # on foot, too
    "mechanised",  # infantry on half-tracks or lorries: mechanised for MP, infantry for terrain [A44-21.12]
    "mixed",  # tanks with a NATO symbol: tanks and infantry in one [A44-2.1, A44-21.4]
    "tank",  # outline tanks: tanks, tank destroyers, assault guns
    "flak",  # German flak: no tank, but a tank to the enemy's armour shift [A44-21.6]
    "recon",
    "artillery",
    "rocket",  # German rocket brigades, artillery that can shift its position
]
Number = Annotated[int, msgspec.Meta(ge=0, le=999)]
Count = Annotated[int, msgspec.Meta(ge=1, le=999)]


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every entry of every table has."""


class Name(Row, frozen=True, kw_only=True):
    """A display name; ids never change, names may."""

    en: str
    zh: str


class Word(Row, frozen=True, kw_only=True):
    """A display name of something that has no table of its own."""

    id: str
    name: Name


# Terrain ---------------------------------------------------------------------------------------------------


class Terrain(Row, frozen=True, kw_only=True):
    """The terrain of a hex: what it does besides its cost and DCB, which are figures of the charts."""

    id: str
    name: Name
    cite: tuple[str, ...] = ()
    road_only: bool = False  # vehicles enter and leave along a road only [A44-11.13, A44-11.15]
    like_river: bool = False  # its sides cross like an unbridged river without a road [A44-11.14]
    halves_attack_out: bool = False  # attacks out of it are halved [A44-15.10]
    no_armour_shift: bool = False  # for either side, if the defender is in it [A44-21.7]
    armour_shift_over_river: bool = False  # the attacker may have it over a bridged river [A44-21.9]
    hides_rivers: bool = False  # rivers inside it are ignored [A44-3.5, A44-15.12]


class RoadKind(Row, frozen=True, kw_only=True):
    """A class of road; its costs are figures of chart ``tec``."""

    id: str
    name: Name
    cite: tuple[str, ...] = ()
    advance_bonus: bool = True  # a mechanised advance along it goes one hex further [A44-19.4, A44-19.5]
    within: tuple[str, ...] = ()  # terrain rows that turn this road into ``becomes`` [A44-11.18]
    becomes: str = ""


class Settlement(Row, frozen=True, kw_only=True):
    """Village, town or city."""

    id: Literal["village", "town", "city"]
    name: Name
    cite: tuple[str, ...] = ()
    no_works: bool = False  # an improved position is useless and may not be built [A44-15.20]
    no_armour_shift: bool = False  # [A44-21.7]
    replaces_terrain: bool = False  # its own movement costs hold instead of the terrain's
    controlled: bool = False  # blocks enemy supply roads when held and empty [A44-23.12]
    rebuilds: bool = False  # engineers arrive and units are rebuilt here [A44-13.5, A44-25.9]
    hides_rivers: bool = False  # [A44-3.5, A44-7.14]


# Units -----------------------------------------------------------------------------------------------------


class Formation(Row, frozen=True, kw_only=True):
    """A division, brigade or cavalry group; ``colour`` is the army or corps of its colour band."""

    id: str
    name: Name
    side: Side
    colour: str
    corps: str = ""  # at the start; German artillery supports its own corps on Turn 1 [A44-29.9]
    fuel: bool = False  # a panzer division or brigade that the fuel tables may name [A44-6.3]
    sure: str = ""


class CounterRow(Row, frozen=True, kw_only=True):
    """One printed piece: everything but its figures, which are a row of chart ``factors``.

    ``steps`` counts all its steps: 3 for a unit whose reduced side has SP 2 and that leaves a remnant, 2 for
    a two-sided piece, 1 for a piece whose back shows no step.
    """

    id: str
    name: str
    formation: str = ""  # none: independent
    side: Side
    colour: str
    corps: str = ""  # if another than that of the formation
    nation: Literal["german", "us", "british"] = "german"
    kind: Kind
    steps: Count = 1
    sp: Number = 0
    sp_reduced: Number = 0
    red_tq: bool = False
    regiment: str = ""  # units of one regiment or brigade share an SM marker [A44-12.13]
    traits: tuple[Trait, ...] = ()
    breaks_into: str = ""  # the pool of small units it breaks down into [A44-26.2]
    sure: str = ""


Trait = Literal[
    "airborne",  # Allied airborne are never replaced [A44-25.16]
    "siege",  # Sturmtiger, Brummbär: attack value in a black box [A44-27.10]
    "peiper",  # one of the four units of Kampfgruppe Peiper [A44-27.11]
    "second_division",  # US 2nd Division on the map at the start [A44-27.13]
    "heydte",  # von der Heydte [A44-27.2]
    "solar",  # Mr Solar and the 150th Panzer Brigade [A44-27.15]
    "jagdpanzer_653",  # [A44-27.14]
    "freed_artillery",  # V/187 and V/406 [A44-29.3, A44-29.7]
    "british_29",  # 29th Armoured Brigade [A44-27.6]
    "army",  # army-level troops, no formation colour [A44-2.9]
]


class Pool(Row, frozen=True, kw_only=True):
    """Counters that come into play during the game: remnants and the units that large ones break down into.

    Its figures are the row of chart ``factors`` with the pool's id.
    """

    id: str
    name: Name
    side: Side
    kind: Kind
    use: Literal["remnant", "breakdown"]
    count: Count
    sp: Number = 1
    sure: str = ""


class Limits(Row, frozen=True, kw_only=True):
    """The numbers that stand in the text of the rules, with the rule each comes from in ``cite``."""

    cite: dict[str, str]
    source: str = ""
    stacking_points: Count
    artillery_per_hex: Count
    outline_tank_steps: Count
    outline_tank_two_steps_from: Count  # defence value from which an outline tank has two steps
    ezoc_exit_mp: Count
    forced_march_mp: Count
    tactical_hexes: Count
    exit_mp: Count
    sm_markers: dict[Side, int]
    sm_factor: Count
    truck_mp: Count
    prime_mover_ma: Count
    prime_movers: dict[str, int]  # by colour
    artillery_shift_ma: Count
    german_ready: Count
    german_ready_by_turn: dict[str, int]
    attack_guns: Count
    formations: Count
    traffic_mp: Count
    bottleneck_mp: Count
    bottleneck_held_mp: Count
    traffic_markers: Count
    german_traffic_from: Count
    german_traffic_cut_from: Count
    overland: Count
    blocking_defence: Count
    blocking_sp: Count
    blocking_tank_steps: Count
    exit_attack: Count
    antwerp_margin: Count
    meuse_hexes: Count
    west_hexes: Count
    assembly_areas: Count
    replacement_radius: Count
    short_of_fuel_hexes: Count
    second_division_hexes: Count
    replaced_hexes: Count
    night_stacks: Count
    night_marked_mp: Count
    rally_success: Count
    demolition_from: Count
    boundaries_until: Count
    fuel_from: Count
    fuel_added_from: Count
    clear_from: Count
    frozen_from: Count
    engineer_retreat: Count
    oos_retreat: Count
    surrender_level: dict[Grade, int]
    air_drop: int
    british_freed_turn: Count
    factor_limit: Count
    peiper_night: Count
    jagdpanzer_turn: Count
    paradrop_turn: Count
    roadblocks: Count
    never_replaced_tq: Count


# Maps ------------------------------------------------------------------------------------------------------


class Entry(Row, frozen=True, kw_only=True):
    """A lettered hex at the map edge: entry hex, and supply source of ``side`` where ``source`` says so.

    ``box`` is the off-map box of an Allied entry hex; every Allied entry hex has a blocking position.
    """

    id: str
    hex: str
    side: Side
    box: str = ""
    source: bool = True
    german_exit: bool = False  # F and G [A44-11.22]
    german_rebuild: bool = False  # K, L and M [A44-25.11]


class Box(Row, frozen=True, kw_only=True):
    """An Off Map Box, the boxes next to it, and the map edge that leads to it."""

    id: str
    name: Name
    next: tuple[str, ...] = ()
    edge: tuple[str, ...] = ()  # hexes of the map edge from which units leave or retreat to it


class StartBridge(Row, frozen=True, kw_only=True):
    """A bridge that is not simply there when the game starts."""

    side: str
    state: Literal["prepared", "doubtful", "blown"]
    ready: Number = 0  # turn in whose German bridge phase it counts as built [A44-7.22]


class Area(Row, frozen=True, kw_only=True):
    """A named set of hexes: an assembly area, the ground behind it, an army's or the enemy's ground.

    An ``outlet`` is two hexes: from the first into the second one unit may step on Turn 1 [A44-29.4].
    """

    id: str
    name: Name
    kind: Literal["assembly", "rear", "outlet", "bottleneck", "fuel_dump", "west_map", "west_bank"]
    formations: tuple[str, ...] = ()  # German divisions at home here
    hexes: str


class Objective(Row, frozen=True, kw_only=True):
    """A victory hex."""

    hex: str
    group: Literal["liege", "meuse", "west", "town"]
    name: Name


class Theatre(Row, frozen=True, kw_only=True):
    """What the game adds to a map: entry hexes, boxes, bridges, areas and victory hexes.

    ``map`` names the file in ``maps/``; army boundaries are its lines of kind ``boundary``, the West Wall its
    features of kind ``west_wall``, and the Meuse its rivers of kind ``meuse``.
    """

    id: str
    map: str
    source: str = ""
    sure: str = ""
    entry: tuple[Entry, ...] = ()
    box: tuple[Box, ...] = ()
    bridge: tuple[StartBridge, ...] = ()
    area: tuple[Area, ...] = ()
    objective: tuple[Objective, ...] = ()


# Scenarios -------------------------------------------------------------------------------------------------


class Placement(Row, frozen=True, kw_only=True):
    """Counters on the map at the start: ``red`` may not move on Turn 1 [A44-29.1]."""

    hex: str
    units: tuple[str, ...]
    reduced: tuple[str, ...] = ()
    red: tuple[str, ...] = ()
    fired: tuple[str, ...] = ()
    works: Literal["", "building", "built"] = ""
    state: Literal["", "disrupted", "broken"] = ""
    oos: bool = False


class Arrival(Row, frozen=True, kw_only=True):
    """Reinforcements: a formation or single counters, the entries to choose from.

    ``turn`` of 0 takes the turn of the formation from chart ``arrivals``.
    """

    formation: str = ""
    units: tuple[str, ...] = ()
    turn: Number = 0
    entries: tuple[str, ...] = ()


class Victory(Row, frozen=True, kw_only=True):
    """How a scenario is won.

    ``campaign`` plays the conditions of section 30. ``points`` counts ``points`` for every objective hex the
    side ``for_side`` controls in supply at the end: it wins with at least ``needed``.
    """

    kind: Literal["campaign", "points"]
    for_side: Side = "german"
    needed: Number = 0
    points: dict[str, int] = {}  # hex -> points
    exit_points: Number = 0  # points for each German unit that left the map at an exit hex


class Scenario(Row, frozen=True, kw_only=True):
    """A scenario: the theatre, the turns, who stands where and who comes when."""

    id: str
    number: Number
    name: Name
    text: Name
    theatre: str
    first_turn: Count
    last_turn: Count
    extended_turn: Number = 0  # the last turn under the option ``extended``
    first: Side = "german"
    source: str = ""
    sure: str = ""
    placement: tuple[Placement, ...] = ()
    arrival: tuple[Arrival, ...] = ()
    control: dict[str, Side] = {}  # towns and entry hexes whose holder the sides of the front do not tell
    blown: tuple[str, ...] = ()  # bridges blown at the start
    victory: Victory
