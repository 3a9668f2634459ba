"""Duel: two fighters and a bag, small enough to work out every chance by hand.

Red acts first, with one of the moves of :class:`Act`; what follows is pushed by it. Every frame is there to
show one thing an engine must get right: rolls in one go and in a row, draws, choices on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from grognard.dice import Die, Face
from grognard.game import Game, ScenarioInfo
from grognard.play import Action, Decision, Frame, Outcome, Play, Position, Resolution
from grognard.reasons import Reason, rule

A = TypeVar("A", bound=Action)
OTHER = {"red": "blue", "blue": "red"}
COIN = Die("coin", ("heads", "tails"))


class Arena(Position, kw_only=True):
    life: dict[str, int]
    place: dict[str, int]
    bag: dict[str, int]
    drawn: tuple[str, ...] = ()
    crowd: dict[str, int] = msgspec.field(default_factory=dict)
    score: int = 0


class DuelRules:
    """Dice of the system; ``1d6`` is the core's own."""

    dice: Mapping[str, Die] = {"coin": COIN}


class DuelDecision(Decision[Arena, DuelRules, A], Generic[A], frozen=True):
    pass


class DuelResolution(Resolution[Arena, DuelRules], frozen=True):
    pass


DuelPlay = Play[Arena, DuelRules]


class Do(Action, frozen=True):
    move: str


class Hold(Action, frozen=True):
    pass


class Yield(Action, frozen=True):
    pass


class Wager(Action, frozen=True):
    stake: int


# What may follow a move ------------------------------------------------------------------------------------


@rule("D-1")
class Stab(DuelResolution, frozen=True):
    """One die: 5 and 6 hit."""

    def happen(self, play: DuelPlay) -> None:
        reasons = (Reason("a stab", "D-1", 1), Reason("a guess", "D-1.1", 0, sure="reconstructed"))
        if play.roll("1d6", why="stab", reasons=reasons) >= 5:
            wound(play, "blue", 1)


class Volley(DuelResolution, frozen=True):
    """Dice in one handful: 5 and 6 hit, a 1 drives the target back."""

    dice: int

    def happen(self, play: DuelPlay) -> None:
        hits, back = play.pool(
            "1d6", self.dice, count=("5 6", "1"), why="volley", reasons=(Reason("arrows", "D-2", self.dice),)
        )
        wound(play, "blue", hits)
        play.position.place["blue"] -= back


class Flurry(DuelResolution, frozen=True):
    """A coin; every heads is a point and another throw, three throws at most."""

    throws: int = 3

    def happen(self, play: DuelPlay) -> None:
        for _ in range(self.throws):
            (face,) = play.pool("coin", 1, count=("heads",), why="flurry")
            if not face:
                return
            play.position.score += 1


def runs(so_far: tuple[int, int], face: Face) -> tuple[int, int]:
    """The longest run of sixes so far, and the one that goes on."""
    best, now = so_far
    now = now + 1 if face == 6 else 0
    return max(best, now), now


class Streak(DuelResolution, frozen=True):
    """Three dice one after the other: the longest run of sixes is the score."""

    def happen(self, play: DuelPlay) -> None:
        reasons = (Reason("a streak", "D-2", 3),)
        play.position.score += play.fold("1d6", 3, (0, 0), runs, why="streak", reasons=reasons)[0]


class March(DuelResolution, frozen=True):
    """Coins one after another, a frame for each."""

    left: int

    def happen(self, play: DuelPlay) -> None:
        (heads,) = play.pool("coin", 1, count=("heads",), why="march")
        play.position.score += heads
        if self.left > 1:
            play.push(March(self.left - 1))


class Fish(DuelResolution, frozen=True):
    """A token out of the bag, which stays out."""

    def happen(self, play: DuelPlay) -> None:
        reasons = (Reason("a murky pond", "D-7", sure="reconstructed"),)
        stands_for = "the token is any in the bag"
        bag = play.position.bag
        token = play.draw(bag, why="fishing", reasons=reasons, assumption=stands_for, seen_by="red")
        play.position.bag[token] -= 1
        if not play.position.bag[token]:
            del play.position.bag[token]
        play.position.drawn = (*play.position.drawn, token)


class Shove(DuelResolution, frozen=True):
    """Blue may give way or hold; who holds is wounded by 4 and more."""

    def happen(self, play: DuelPlay) -> None:
        if play.roll("1d6", why="hold") >= 4:
            wound(play, "blue", 1)


@rule("D-3")
class Stand(DuelDecision[Hold | Yield], frozen=True):
    """Hold the ground or yield it; without meaning for the dead."""

    assumption: ClassVar[str] = "the shoved hold their ground"

    def moot(self, play: DuelPlay) -> bool:
        return play.position.life[self.side] <= 0

    def options(self, play: DuelPlay) -> Iterator[Hold | Yield]:
        yield Hold()
        yield Yield()

    def take(self, play: DuelPlay, action: Hold | Yield) -> None:
        if isinstance(action, Hold):
            play.push(Shove())
        else:
            play.position.place[self.side] -= 1

    def assumed(self, play: DuelPlay) -> Hold:
        return Hold()


class Open(DuelDecision[Hold | Yield], frozen=True):
    """A choice nobody answers beforehand."""

    def options(self, play: DuelPlay) -> Iterator[Hold | Yield]:
        yield Hold()
        yield Yield()

    def take(self, play: DuelPlay, action: Hold | Yield) -> None:
        play.position.score += 1


class Only(DuelDecision[Hold], frozen=True):
    """A single option."""

    def options(self, play: DuelPlay) -> Iterator[Hold]:
        yield Hold()

    def take(self, play: DuelPlay, action: Hold) -> None:
        play.position.score += 10


class Asked(Only, frozen=True):
    """A single option, asked all the same."""

    always_ask: ClassVar[bool] = True
    assumption: ClassVar[str] = "there is nothing else"

    def assumed(self, play: DuelPlay) -> Hold:
        return Hold()


class Bet(DuelDecision[Wager], frozen=True):
    """A sure point, or three on the toss of a coin (or none)."""

    def options(self, play: DuelPlay) -> Iterator[Wager]:
        yield Wager(1)
        yield Wager(3)

    def take(self, play: DuelPlay, action: Wager) -> None:
        sign = 1 if self.side == "red" else -1
        if action.stake == 1:
            play.position.score += sign
        else:
            play.push(Toss(sign * 3))

    def assumed(self, play: DuelPlay) -> Wager:
        return Wager(1)


class Toss(DuelResolution, frozen=True):
    stake: int

    def happen(self, play: DuelPlay) -> None:
        (heads,) = play.pool("coin", 1, count=("heads",), why="toss")
        play.position.score += heads * self.stake


class Cheat(DuelDecision[Hold], frozen=True):
    """Rolls while choosing, which nobody may."""

    def options(self, play: DuelPlay) -> Iterator[Hold]:
        yield Hold()

    def take(self, play: DuelPlay, action: Hold) -> None:
        play.roll("1d6", why="cheating")


class Stuck(DuelDecision[Hold], frozen=True):
    """Offers nothing, which no decision may."""

    def options(self, play: DuelPlay) -> Iterator[Hold]:
        yield from ()

    def take(self, play: DuelPlay, action: Hold) -> None:
        raise AssertionError("nobody could choose this")


MOVES: dict[str, Callable[[], tuple[Frame[Any, Any], ...]]] = {
    "stab": lambda: (Stab(),),
    "stab-twice": lambda: (Stab(), Stab()),
    "volley-1": lambda: (Volley(1),),
    "volley-2": lambda: (Volley(2),),
    "volley-3": lambda: (Volley(3),),
    "volley-8": lambda: (Volley(8),),
    "flurry": lambda: (Flurry(),),
    "streak": lambda: (Streak(),),
    "march": lambda: (March(12),),
    "fish": lambda: (Fish(),),
    "fish-twice": lambda: (Fish(), Fish()),
    "shove": lambda: (Stand("blue"),),
    "stab-and-shove": lambda: (Stab(), Stand("blue")),
    "open": lambda: (Stab(), Open("blue"), March(2)),
    "only": lambda: (Only("blue"),),
    "asked": lambda: (Asked("blue"),),
    "bets": lambda: (Bet("red"), Bet("blue")),
    "cheat": lambda: (Cheat("red"),),
    "stuck": lambda: (Stuck("red"),),
    "rest": lambda: (),
}


@rule("D-0")
class Act(DuelDecision[Do], frozen=True):
    """Choose a move."""

    def options(self, play: DuelPlay) -> Iterator[Do]:
        for move in MOVES:
            yield Do(move)

    def take(self, play: DuelPlay, action: Do) -> None:
        play.log("did", side=self.side, move=action.move)
        play.push(*MOVES[action.move]())

    def refusal(self, play: DuelPlay, action: Do) -> tuple[Reason, ...]:
        return () if action.move in MOVES else (Reason(f"there is no move {action.move!r}", "D-0"),)


def wound(play: DuelPlay, side: str, hits: int) -> None:
    """Lose life; who has none left has lost the duel."""
    life = max(0, play.position.life[side] - hits)
    play.position.life[side] = life
    if not life:
        play.end(Outcome(OTHER[side], "the last wound", "D-9"))


class DuelGame(Game[Arena, DuelRules]):
    system = "duel"
    position_type = Arena
    sides = ("red", "blue")
    turn_bound = 9

    def __init__(self, ruleset: Any = None) -> None:
        super().__init__(ruleset, DuelRules(), {})

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        return (
            ScenarioInfo("duel", {"en": "The duel"}, "red"),
            ScenarioInfo("dust", {"en": "In the dust"}, "red"),
        )

    def set_up(self, scenario: str) -> Arena:
        return Arena(
            agenda=[Act("red"), Act("red")],  # the lower one is the next turn, which no question reaches
            life={"red": 3, "blue": 3},
            place={"red": 0, "blue": 0},
            bag={"gold": 1, "lead": 2},
        )

    def value(self, view: Arena, side: str) -> float:
        return view.score if side == "red" else -view.score

    def effect(self, before: Arena, after: Arena, lang: str = "en") -> str:
        lost = before.life["blue"] - after.life["blue"]
        return f"{lost} wounds" if lost else "nothing"

    def turn(self, position: Arena) -> int:
        return 1


def acting(**changes: Any) -> Arena:
    """The duel at its beginning, red to act, with some fields changed."""
    position = DuelGame().set_up("duel")
    return msgspec.structs.replace(position, **changes) if changes else position
