"""Pebbles: a race for two sides, small enough to test the core on. The module acts as its own package.

Each side walks two pebbles along a track; who first brings one to the end wins. At the start each side sets a
snare on a space, in secret: a pebble of the other side that steps there goes back two. A pebble walks one
space, or runs; a runner may be tripped by a card of the other side, which then loses the card, and otherwise
jogs two spaces or dashes the throw of a die. At the end of a turn the mover draws a card, up to three. Nobody
sees the other hand.

Rules: PEB-1 snares, PEB-2 moving, PEB-3 running, PEB-4 tripping, PEB-5 drawing, PEB-6 the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from grognard.dice import Die
from grognard.game import Game, ScenarioInfo
from grognard.hooks import SystemOffer, hookimpl
from grognard.play import Action, Decision, Outcome, Play, Position, Resolution, Side
from grognard.reasons import Reason, rule
from grognard.ruleset import Ruleset
from grognard.scene import Counter, HexArt, Scene

A = TypeVar("A", bound=Action)
UNKNOWN = "?"
OTHER = {"red": "blue", "blue": "red"}


class Pebbles(Position, kw_only=True):
    track: dict[str, int]
    hands: dict[Side, tuple[str, ...]]
    deck: dict[str, int]
    snares: dict[Side, int]
    turn: int = 1
    mover: Side = "red"

    def seen_by(self, side: Side) -> Pebbles:
        view, other = self.copy(), OTHER[side]
        for card in self.hands[other]:
            view.deck[card] = view.deck.get(card, 0) + 1
        view.hands[other] = (UNKNOWN,) * len(self.hands[other])
        if other in view.snares:
            view.snares[other] = 0
        return view


class PebbleRules(msgspec.Struct, frozen=True):
    length: int
    dice: Mapping[str, Die] = {}


class PebbleDecision(Decision[Pebbles, PebbleRules, A], Generic[A], frozen=True):
    pass


class PebbleResolution(Resolution[Pebbles, PebbleRules], frozen=True):
    pass


PebblePlay = Play[Pebbles, PebbleRules]


class Snare(Action, frozen=True):
    space: str


class Advance(Action, frozen=True):
    pebble: str


class Rest(Action, frozen=True):
    pass


class Walk(Action, frozen=True):
    pass


class Run(Action, frozen=True):
    pass


class Jog(Action, frozen=True):
    pass


class Dash(Action, frozen=True):
    pass


class Trip(Action, frozen=True):
    card: str


class Decline(Action, frozen=True):
    pass


@rule("PEB-1")
class SetSnare(PebbleDecision[Snare], frozen=True):
    secret: ClassVar[bool] = True
    assumption: ClassVar[str] = "on the fifth space"

    def options(self, play: PebblePlay) -> Iterator[Snare]:
        for space in range(2, play.rules.length):
            yield Snare(str(space))

    def take(self, play: PebblePlay, action: Snare) -> None:
        play.position.snares[self.side] = int(action.space)
        play.log("snared", seen_by=self.side, side=self.side, space=int(action.space))


@rule("PEB-6")
class Turn(PebbleResolution, frozen=True):
    """The bottom of the agenda: a turn for each side, for ever."""

    def happen(self, play: PebblePlay) -> None:
        side = play.position.mover
        play.push(ChoosePebble(side), DrawCard(side), EndTurn(), Turn())


@rule("PEB-2")
class ChoosePebble(PebbleDecision[Advance | Rest], frozen=True):
    def options(self, play: PebblePlay) -> Iterator[Advance | Rest]:
        for pebble in sorted(play.position.track):
            if pebble.startswith(self.side):
                yield Advance(pebble)
        yield Rest()

    def refusal(self, play: PebblePlay, action: Advance | Rest) -> tuple[Reason, ...]:
        if isinstance(action, Rest) or action.pebble.startswith(self.side):
            return (
                ()
                if isinstance(action, Rest) or action.pebble in play.position.track
                else (Reason(f"there is no pebble {action.pebble}", "PEB-2"),)
            )
        return (Reason("the pebble is the other side's", "PEB-2"),)

    def take(self, play: PebblePlay, action: Advance | Rest) -> None:
        if isinstance(action, Advance):
            play.push(ChoosePace(self.side, action.pebble))


@rule("PEB-2")
class ChoosePace(PebbleDecision[Walk | Run], frozen=True):
    pebble: str

    def options(self, play: PebblePlay) -> Iterator[Walk | Run]:
        yield Walk()
        yield Run()

    def take(self, play: PebblePlay, action: Walk | Run) -> None:
        if isinstance(action, Run):
            play.push(AskTrip(OTHER[self.side], self.pebble), ChooseSpeed(self.side, self.pebble))
        else:
            play.push(Step(self.pebble, 1))


@rule("PEB-4")
class AskTrip(PebbleDecision[Trip | Decline], frozen=True):
    pebble: str
    always_ask: ClassVar[bool] = True
    assumption: ClassVar[str] = "declined"

    def moot(self, play: PebblePlay) -> bool:
        return not play.position.hands[self.side]

    def options(self, play: PebblePlay) -> Iterator[Trip | Decline]:
        yield Decline()
        for card in sorted({*play.position.hands[self.side]} & {"trip"}):
            yield Trip(card)

    def take(self, play: PebblePlay, action: Trip | Decline) -> None:
        if isinstance(action, Trip):
            hand = list(play.position.hands[self.side])
            hand.remove(action.card)
            play.position.hands[self.side] = tuple(hand)
            play.position.deck[action.card] = play.position.deck.get(action.card, 0) + 1
            play.position.agenda.pop()
            play.log("tripped", pebble=self.pebble)

    def assumed(self, play: PebblePlay) -> Decline:
        return Decline()


@rule("PEB-3")
class ChooseSpeed(PebbleDecision[Jog | Dash], frozen=True):
    pebble: str

    def options(self, play: PebblePlay) -> Iterator[Jog | Dash]:
        yield Jog()
        yield Dash()

    def take(self, play: PebblePlay, action: Jog | Dash) -> None:
        play.push(Step(self.pebble, 2) if isinstance(action, Jog) else RunOn(self.pebble))


@rule("PEB-3")
class RunOn(PebbleResolution, frozen=True):
    pebble: str

    def happen(self, play: PebblePlay) -> None:
        reasons = (Reason("who dashes throws one die", "PEB-3", 1),)
        play.push(Step(self.pebble, play.roll("1d6", why="dash", reasons=reasons)))


@rule("PEB-2")
class Step(PebbleResolution, frozen=True):
    pebble: str
    spaces: int

    def happen(self, play: PebblePlay) -> None:
        position = play.position
        side = self.pebble.partition("-")[0]
        space = position.track[self.pebble] + self.spaces
        if space == position.snares.get(OTHER[side]):
            play.log("caught", pebble=self.pebble, space=space)
            space = max(0, space - 2)
        position.track[self.pebble] = space
        play.log("moved", pebble=self.pebble, space=space)
        if space >= play.rules.length:
            score = tuple((s, max(v for p, v in position.track.items() if p.startswith(s))) for s in OTHER)
            play.end(Outcome(side, f"{self.pebble} is home", "PEB-6", score))


@rule("PEB-5")
class DrawCard(PebbleResolution, frozen=True):
    side: Side

    def happen(self, play: PebblePlay) -> None:
        position = play.position
        if sum(position.deck.values()) and len(position.hands[self.side]) < 3:
            card = play.draw(position.deck, why=f"card for {self.side}", seen_by=self.side)
            position.deck[card] -= 1
            position.hands[self.side] += (card,)
            play.log("drew", seen_by=self.side, card=card)


@rule("PEB-6")
class EndTurn(PebbleResolution, frozen=True):
    def happen(self, play: PebblePlay) -> None:
        play.position.mover = OTHER[play.position.mover]
        play.position.turn += 1


class PebbleGame(Game[Pebbles, PebbleRules]):
    system = "pebbles"
    position_type = Pebbles
    sides = ("red", "blue")
    turn_bound = 200

    def __init__(self, ruleset: Ruleset, options: Mapping[str, Any]) -> None:
        super().__init__(ruleset, PebbleRules(int(options.get("length", 10))), options)

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        return (
            ScenarioInfo("race", {"en": "The race"}, "red"),
            ScenarioInfo("open", {"en": "Without snares"}, "red"),
        )

    def set_up(self, scenario: str) -> Pebbles:
        snares: Sequence[SetSnare] = [SetSnare("red"), SetSnare("blue")] if scenario == "race" else []
        return Pebbles(
            agenda=[Turn(), DrawCard("blue"), DrawCard("red"), *reversed(snares)],
            track={f"{side}-{n}": 0 for side in OTHER for n in "ab"},
            hands={"red": (), "blue": ()},
            deck={"calm": 4, "trip": 4},
            snares={},
        )

    def turn(self, position: Pebbles) -> int:
        return position.turn

    def value(self, view: Pebbles, side: Side) -> float:
        best = {s: max(v for p, v in view.track.items() if p.startswith(s)) for s in OTHER}
        return best[side] - best[OTHER[side]]

    def plan(self, view: Pebbles) -> Sequence[Action]:
        decision = self.decision(view)
        if not isinstance(decision, ChoosePebble):
            return ()
        mine = [pebble for pebble in sorted(view.track) if pebble.startswith(decision.side)]
        return Advance(max(mine, key=view.track.__getitem__)), Run(), Dash()

    def scene(self, view: Pebbles, *, lang: str = "en", show: Iterable[str] = ()) -> Scene:
        spaces = range(self.rules.length + 6)
        counters = [Counter(pebble, str(space), pebble[:-2], "dot") for pebble, space in view.track.items()]
        return Scene(
            "pointy", tuple(HexArt(str(n), n, 0) for n in spaces), counters=tuple(counters), title="Pebbles"
        )


TOML = """
id = "pebbles"
system = "pebbles"
version = "1.0"
api = [1, 0]
name = { en = "Pebbles" }
source = "made up for the tests"
default_scenario = "race"

[options.length]
default = 10
at_least = 3
text = { en = "Spaces of the track" }
"""
RULES = "".join(
    f'[[rule]]\nid = "PEB-{n}"\ntitle = "{title}"\nstatus = "modelled"\n'
    for n, title in enumerate(("snares", "moving", "running", "tripping", "drawing", "the end"), 1)
)


def write_ruleset(root: Path) -> Path:
    """A directory with the ruleset in it."""
    root.mkdir(parents=True, exist_ok=True)
    (root / "ruleset.toml").write_text(TOML)
    (root / "rules.toml").write_text('source = "made up for the tests"\n' + RULES)
    return root


def load(root: Path | str, **options: object) -> PebbleGame:
    """The game of a directory written by ``write_ruleset``; worker processes call it too."""
    ruleset = Ruleset(root)
    return PebbleGame(ruleset, ruleset.resolve(options))


@hookimpl
def grognard_systems() -> list[SystemOffer]:
    return [SystemOffer("pebbles", PebbleGame, api=(1, 0), summary="a race")]
