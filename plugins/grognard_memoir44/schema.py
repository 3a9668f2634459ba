"""The types of a Memoir '44 ruleset's TOML: what each file may say, field by field.

A ruleset is the directory that these structs describe:

=====================  ==========================  =================================================
file                   entries                     struct
=====================  ==========================  =================================================
``terrain.toml``       ``[[terrain]]``             `Terrain` (hexes, overlays and obstacles)
``units.toml``         ``[[unit]]``                `UnitKind`
``cards.toml``         ``[[card]]``                `Card` (one entry per different card face)
``pieces.toml``        the whole file              `Pieces` (board, die, supply)
``words.toml``         ``[[word]]``                `Word` (display names of everything else)
``scenarios/*.toml``   the whole file              `Scenario`
=====================  ==========================  =================================================

``archetypes.toml`` is the core's own (:mod:`grognard.archetypes`). Every row carries ``cite``: a table from
the name of one of its fields to the rule that gives it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "OPTIONS",
    "STEPS",
    "Airdrop",
    "BoardFace",
    "BoardPiece",
    "Card",
    "DeckRule",
    "Die",
    "Exit",
    "ExtraDraw",
    "Face",
    "Name",
    "Objective",
    "Pieces",
    "ReconStrike",
    "Row",
    "Scenario",
    "Section",
    "Side",
    "SuddenDeath",
    "Terrain",
    "TroopType",
    "UnitGroup",
    "UnitKind",
    "Word",
]

Side = Literal["allies", "axis"]
TroopType = Literal["infantry", "armor", "artillery"]
Section = Literal["left", "center", "right"]
Face = Literal["infantry", "armor", "grenade", "flag", "star"]
BoardFace = Literal["country", "beach"]
STEPS = ("start", "command", "order", "move", "battle", "draw", "end")
"""The steps of a turn, as ``sequence.toml`` must list them."""
OPTIONS = (
    *("airdrop", "los_sides", "tiger_flags", "air_power_chain"),
    *("close_assault_overrun_bonus", "hedgerow_take_ground", "wire_take_ground", "wire_overrun"),
)
"""The readings that a ruleset lets its players choose, as ``ruleset.toml`` must list them."""
Number = Annotated[int, msgspec.Meta(ge=0, le=999)]
"""How many; possibly none."""
Count = Annotated[int, msgspec.Meta(ge=1, le=999)]
"""How many; at least one."""


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every entry of every table has."""


class Name(Row, frozen=True):
    """A display name; ids never change, names may."""

    en: str
    zh: str


class Terrain(Row, frozen=True, kw_only=True):
    """One row of the terrain chart; a field left out means "no effect".

    Troop types in ``defense`` are those of the *attacker*; in ``offense``, ``impassable``, ``fixed``,
    ``flags_types`` and ``blocks_los_for`` they are those of the unit concerned. An empty list of types
    means every type where a field is about whom an effect touches.
    """

    id: str
    name: Name
    category: Literal["hex", "overlay", "obstacle"]
    # battle: dice gained (negative: lost), by type of attacker, against a unit in the hex
    defense: dict[TroopType, int] = {}
    defense_when: Literal["always", "from_below", "outside_range", "owner", "open_ground"] = "always"
    # battle: dice gained by the unit that battles out of the hex
    offense: dict[TroopType, int] = {}
    artillery_dice: tuple[Number, ...] = ()  # dice by range of a gun set up here, instead of its own
    battle_on_entry: bool = True  # may a unit that moved in this turn battle?
    battle_inside: bool = True  # may a unit in the hex battle at all?
    overrun_on_entry: bool = True  # may armor that took ground here overrun (battle_on_entry aside)?
    # movement
    impassable: tuple[TroopType, ...] = ()
    cancels: tuple[str, ...] = ()  # terrain rows whose ``impassable`` this overlay lifts
    stop: Literal["", "hard", "soft"] = ""  # must a unit stop on entry; hard also bars taking ground
    stop_on_leave: bool = False  # a unit leaving stops on the next hex (and may still take ground)
    start_adjacent: bool = False  # only a unit that began its move adjacent may enter or take ground
    max_move: Number | None = None  # a path that enters the hex is at most this long
    climb: Count = 1  # hexes a step up from lower ground counts as
    beach: bool = False  # a beach to the fields that speak of one
    climb_from_beach: Count = 1  # hexes a step between this hex and a beach counts as, either way
    barred_from_beach: tuple[TroopType, ...] = ()  # types that may not step between this hex and a beach
    take_ground_from_beach: bool = True
    enter_from: tuple[str, ...] = ()  # entered from and left to these rows only, retreats included
    along_ways: bool = False  # entered and left only along the bridge ways of the scenario
    retreat_into: bool = True
    fixed: tuple[TroopType, ...] = ()  # types that can neither leave nor retreat from the hex
    # sight
    height: Number = 0  # 0 level ground, 1 hill, 2 mountain
    blocks_los: Literal["no", "yes", "height"] = "no"  # height: unless both ends share its range
    blocks_los_for: tuple[TroopType, ...] = ()  # types whose sight ``blocks_los`` stops; none = all
    blocks_fire: bool = False  # stops even units that need no line of sight
    # flags
    flags_ignored: Number = 0
    flags_types: tuple[TroopType, ...] = ()
    flags_when: Literal["always", "owner"] = "always"
    # the piece itself
    open_ground: bool = False  # counts as countryside for sandbags
    holds_obstacles: bool = True  # may sandbags be put here
    removed_by: dict[TroopType, Literal["on_entry", "instead_of_battle"]] = {}
    removed_when_left: bool = False
    lies_on: str = ""  # the row under it where nobody says which; for an overlay, else the first it cancels
    source: str = ""
    sure: str = ""
    note: str = ""
    cite: dict[str, str] = {}


class UnitKind(Row, frozen=True, kw_only=True):
    """One kind of unit: its figures, its move, its dice and how it is hurt."""

    id: str
    name: Name
    type: TroopType
    figures: Count
    move: Number  # hexes
    battle_move: Number  # hexes it may move and still battle
    dice: tuple[Number, ...]  # at range 1, 2, 3 …
    needs_los: bool = True
    ignores_terrain: bool = False  # the target's terrain takes none of its dice
    take_ground: bool = False
    overrun: bool = False
    battle_after_entry: bool = False  # free of "no battle on entry"
    retreat_min: Number = 1  # hexes per flag
    retreat_max: Number = 1
    hit_by: tuple[Face, ...]  # die faces that hit it
    rerolled: bool = False  # hits against it are rolled again
    killed_by: tuple[Face, ...] = ()  # faces of that second roll that destroy it
    medals: Number = 1
    source: str = ""
    sure: str = ""
    note: str = ""
    cite: dict[str, str] = {}


class Card(Row, frozen=True, kw_only=True):
    """One face of the command deck; section cards have one entry per section."""

    id: str
    kind: str  # the card without its section: "probe", "air_power"
    group: Literal["section", "tactic"]
    name: Name
    copies: Count
    # whom it orders
    orders: dict[Section, Number | Literal["all"]] = {}  # section cards: units per section
    units: Number | Literal["all", "rolled"] = 0  # tactic cards: units anywhere; rolled: as the dice say
    types: tuple[TroopType, ...] = ()  # of these types; none = any
    one_section: bool = False  # all of them in one section of the player's choice
    standing: Literal["", "adjacent", "apart"] = ""  # adjacent to an enemy, or to none, when ordered
    fallback: Number = 0  # units of any type instead, for a side without units of ``types``
    # what the ordered units may do
    may_move: bool = True
    may_battle: bool = True
    close_assault_only: bool = False
    move: Number | None = None  # hexes, instead of the unit's own
    battle_move: Number | None = None  # hexes it may move and still battle, instead of the unit's own
    move_after: Number = 0  # hexes of a second move, after the battle
    ignores_terrain_stops: bool = False  # moves free of stops and limits, impassable terrain aside
    bonus: int = 0  # dice
    bonus_when: Literal["always", "close_assault"] = "always"
    battles: Count = 1
    move_or_battle: bool = False  # either of the two, not both
    places: str = ""  # obstacle put on the hex of every ordered unit
    # strikes from off the board
    targets: Number = 0
    target_chain: bool = False  # the hexes of the targets hang together
    target_dice: dict[Side, Number] = {}  # dice per target
    flags_ignorable: bool = True
    extra_hits: tuple[Face, ...] = ()  # faces that hit besides the usual ones
    # dice for cards held
    dice_per_card: Number = 0  # dice for each command card in hand, this one included
    restores: Number = 0  # figures returned per unit symbol or ``wild`` rolled
    wild: tuple[Face, ...] = ()  # faces that stand for any unit
    # the deck
    reaction: bool = False  # played in the other side's turn
    counters: bool = False  # issues the other side's last order
    counterable: bool = True
    mirror: str = ""  # card that Counter-Attack makes of it; none = itself
    draw: Count = 1
    keep: Count = 1
    reshuffles: bool = False
    source: str = ""
    sure: str = ""
    note: str = ""
    cite: dict[str, str] = {}


class BoardPiece(Row, frozen=True):
    """The printed board: alternating rows of pointy-top hexes."""

    rows: Count
    columns: Count  # in the first, third … row
    columns_odd: Count  # in the rows between
    sections: tuple[int, int]  # doubled columns of the two section lines, from the bottom side's left
    faces: dict[
        BoardFace, tuple[str, ...]
    ]  # what each face shows where no tile lies: a terrain row for each row
    cite: dict[str, str] = {}


class Die(Row, frozen=True):
    """The battle die: faces and how often each is on it."""

    name: Literal["battle"]
    faces: dict[Face, Count]
    count: Count  # dice in the box
    cite: dict[str, str] = {}


class Pieces(Row, frozen=True):
    """``pieces.toml``: what is in the box and can run out."""

    source: str
    board: BoardPiece
    die: Die
    supply: dict[str, Number]  # pieces of an obstacle for both sides together
    cite: dict[str, str] = {}


class Word(Row, frozen=True):
    """A display name of something that has no row of its own."""

    id: str
    name: Name


class UnitGroup(Row, frozen=True):
    """Units of one kind set up on several hexes."""

    side: Side
    kind: str
    hexes: tuple[str, ...]
    nation: str = ""
    figures: Count | None = None  # when it differs from the kind's
    medals: Number | None = None
    name: Name | None = None
    note: str = ""


class Objective(Row, frozen=True):
    """One objective medal: held while enough of its hexes are occupied by units of its side.

    ``temporary`` is lost when the condition ends, ``permanent`` is kept for good; ``majority`` goes to
    the side that holds more of the hexes, ``turn_start`` is given when its side's turn begins.
    """

    hexes: tuple[str, ...]
    side: Side | Literal["either"]
    kind: Literal["temporary", "permanent", "majority", "turn_start"] = "temporary"
    medals: Count = 1
    needed: int = 1  # hexes that must be occupied
    name: Name | None = None


class SuddenDeath(Row, frozen=True):
    """A side that occupies enough of these hexes when its turn ends wins at once."""

    side: Side
    hexes: tuple[str, ...]
    needed: int


class ExtraDraw(Row, frozen=True):
    """A side draws this many cards, not one, at the end of the turns named (its own, from 1)."""

    side: Side
    turns: tuple[int, ...]
    cards: Count


class Airdrop(Row, frozen=True):
    """Units dropped onto the board before the first turn."""

    side: Side
    kind: str
    count: Count
    center: str
    steps: Number  # of the random walk
    rows: tuple[Number, Number]  # first and last row of the scatter, from 0 at the top
    nation: str = ""


class DeckRule(Row, frozen=True):
    """What happens to the deck when it differs from the ordinary."""

    reshuffle: bool = True
    empty_winner: Side | Literal[""] = ""  # who wins when the deck runs out


class ReconStrike(Row, frozen=True):
    """While a unit of the side stands on one of the hexes, a card may be played as another one."""

    side: Side
    hexes: tuple[str, ...]
    card: str  # kind of card
    played_as: str  # kind of card
    target_in_section: bool  # one target at least lies in the section of the card


class Exit(Row, frozen=True):
    """Hexes over which units of a side may leave the board, and what that is worth."""

    side: Side
    hexes: tuple[str, ...]
    medals: Number = 1


class Scenario(Row, frozen=True, kw_only=True):
    """One scenario: who, where, with what, and how it is won."""

    id: str
    number: int  # in the base rulebook
    name: Name
    date: str
    front: str
    face: BoardFace
    top: Side
    bottom: Side
    first: Side
    hand: dict[Side, Number]
    medals: dict[Side, Count]
    text: Name
    source: str
    confidence: str
    sure: str = ""
    terrain: dict[str, tuple[str, ...]] = {}
    overlays: dict[str, tuple[str, ...]] = {}
    obstacles: dict[str, tuple[str, ...]] = {}
    owners: dict[str, Side] = {}  # overlay or obstacle id -> side it serves in this scenario
    bridge_ways: tuple[tuple[str, ...], ...] = ()  # bridge sections with the hex before and after them
    units: tuple[UnitGroup, ...]
    objective: tuple[Objective, ...] = ()
    sudden_death: tuple[SuddenDeath, ...] = ()
    extra_draw: tuple[ExtraDraw, ...] = ()
    exit: tuple[Exit, ...] = ()
    airdrop: Airdrop | None = None
    deck: DeckRule | None = None
    recon_strike: ReconStrike | None = None
    counts: dict[str, int]

    def placed(self) -> Iterator[tuple[str, UnitGroup]]:
        """Every hex with a unit and the group it belongs to, in the order of the file."""
        for group in self.units:
            for place in group.hexes:
                yield place, group

    def counted(self) -> dict[str, int]:
        """What ``counts`` should say: tiles, pieces, objective hexes and units, without zeros."""
        counts: dict[str, int] = {}
        for table in (self.terrain, self.overlays, self.obstacles):
            for key, hexes in table.items():
                counts[key] = counts.get(key, 0) + len(hexes)
        if self.objective:
            counts["objective"] = len(self.objective)
        for group in self.units:
            key = f"{group.side}_{group.kind}"
            counts[key] = counts.get(key, 0) + len(group.hexes)
        return counts

    def named_hexes(self) -> Iterator[tuple[str, str]]:
        """Every hex the file names, with the entry that names it."""
        for table in (self.terrain, self.overlays, self.obstacles):
            for key, hexes in table.items():
                yield from ((place, key) for place in hexes)
        yield from ((place, f"unit {group.kind}") for place, group in self.placed())
        for what, entries in (
            ("objective", self.objective),
            ("sudden_death", self.sudden_death),
            ("exit", self.exit),
            ("recon_strike", (self.recon_strike,) if self.recon_strike else ()),
        ):
            yield from ((place, what) for entry in entries for place in entry.hexes)
        yield from ((place, "bridge_ways") for way in self.bridge_ways for place in way)
        if self.airdrop:
            yield self.airdrop.center, "airdrop"
