"""The table a person plays at: shows the map, asks for decisions, tells what happened, and keeps secrets."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from rich.text import Text

from grognard.bots import GreedyBot, make_bot
from grognard.choosing import Rest, begin, go_on
from grognard.cli import asides
from grognard.cli.console import console, heading, print_map
from grognard.cli.guard import DEBUG, sentence
from grognard.cli.menu import choices, flow
from grognard.errors import GrognardError, NotationError
from grognard.session import HUMAN

if TYPE_CHECKING:
    from grognard.bots import Bot
    from grognard.cli.keyboard import Keyboard
    from grognard.play import Action, Event, Side
    from grognard.session import Session

__all__ = ["MAPS", "Table"]

MAPS = ("auto", "always", "turn", "never")
"""When the map is drawn of itself: before every decision, once a turn, never; ``auto`` suits the screen."""

TALL = 42
"""Lines of a terminal on which the map may be drawn before every decision."""

LONGEST = 1000
"""Characters of a line; a longer one was not typed."""

COLORS = ("cyan", "yellow", "magenta", "green")


class Table:
    """One game at one terminal; :meth:`run` plays it to its end or until the person leaves.

    ``viewer`` is the side that has the keyboard; ``None`` while only bots play.
    """

    def __init__(
        self, session: Session[Any, Any], keyboard: Keyboard, *, lang: str = "en", maps: str = "auto"
    ) -> None:
        self.session, self.game, self.keyboard, self.lang = session, session.game, keyboard, lang
        self.people = [side for side in self.game.sides if session.seats[side] == HUMAN]
        self.secret = len(self.people) > 1 and not session.solo
        self.viewer: Side | None = self.people[0] if len(self.people) == 1 else None
        tall = keyboard.is_terminal and shutil.get_terminal_size().lines >= TALL
        self.maps = maps if maps != "auto" else "always" if tall else "turn"
        self._rest: Rest | None = None
        self._typed = 0
        self._heard: dict[Side | None, int] = {}
        self._resumed = len(session.steps)
        self._set_up = session.events if not self._resumed else ()
        self._told_of: Side = ""
        self._drawn: object = None
        self._turn_drawn = 0
        keyboard.words = self._words

    def _words(self) -> list[str]:
        """What can be typed now, for the tab key."""
        return [*map(self.game.say, self.session.options()), *asides.COMMANDS]

    def run(self) -> None:
        """Play until the game is over; ``Leave`` and Ctrl-C pass."""
        while not self.session.over:
            side = self.session.to_act
            assert side is not None  # the game is not over
            if self.session.seats[side] != HUMAN:
                self.session.bot_step()
                self._catch_up()
            elif not self._answered_alone(side):
                self._seat(side)
                self._ask(side)
        self._finish()

    def _answered_alone(self, side: Side) -> bool:
        """Answer a decision that leaves no choice; among people with secrets that would tell something."""
        options = self.session.options()
        if len(options) != 1 or self.secret:
            return False
        self._carry_out(options[0])
        return True

    # Seats ------------------------------------------------------------------------------------------------
    def _seat(self, side: Side) -> None:
        """Hand the keyboard over, unless the side has it."""
        if self.secret and self.viewer != side:
            name = self.game.name(side, self.lang)
            if self.viewer is not None:
                self.keyboard.wait(f"\nNext to choose: {name}. Pass the keyboard, then press Enter. ")
            self.viewer, self._drawn, self._rest, self._told_of = side, None, None, ""
            self.keyboard.clear()
            self.keyboard.wait(f"{name}: press Enter when nobody else can see the screen. ")
            self.keyboard.clear()
        self.viewer = side
        self._catch_up()

    def view(self) -> Any:
        """The position as the one at the keyboard may see it; all of it where only bots play."""
        side = self.viewer
        return self.session.position if side is None else self.session.view(side)

    def events(self) -> tuple[Event, ...]:
        """What happened so far, as far as the one at the keyboard may know it."""
        return tuple(event for event in self.session.events if self._may_know(event))

    def _may_know(self, event: Event) -> bool:
        return event.seen_by == "" or self.viewer is None or self._listener in (None, event.seen_by)

    @property
    def _listener(self) -> Side | None:
        """Whose knowledge counts; ``None`` where one person plays all human sides."""
        return None if self.session.solo and len(self.people) > 1 else self.viewer

    # Telling ----------------------------------------------------------------------------------------------
    def _catch_up(self) -> None:
        """Tell what happened since the one at the keyboard last looked."""
        steps, listener = self.session.steps, self._listener
        if listener not in self._heard:  # a game that goes on begins with its last action
            self._heard[listener] = max(0, self._resumed - 1)
            if not self._resumed:
                self._tell(self._set_up, "")
        heard = self._heard[listener]
        for count, step in enumerate(steps[heard:], heard + 1):
            self._heard[listener] = count  # first: telling may fail
            self._tell(step.events, step.side)

    def _tell(self, events: Sequence[Event], actor: Side) -> None:
        color = COLORS[self.game.sides.index(actor) % len(COLORS)] if actor else ""
        told = [text for e in events if self._may_know(e) and (text := self.game.tell(e, self.lang))]
        if told and actor != self._told_of:
            console.print()
            self._told_of = actor
        for text in told:
            console.print(Text("  ▪ ", style=color) + Text(text))

    def show_map(self, overlays: Sequence[str] = (), *, again: bool = True) -> None:
        """Draw the map with overlays; ``again`` draws it even if it looks as when last drawn."""
        scene = self.game.scene(self.view(), lang=self.lang, show=overlays)
        scene = msgspec.structs.replace(scene, caption="")  # the status below says it
        if again or scene != self._drawn:
            console.print()
            print_map(scene, legend=again or self._drawn is None)
        self._drawn = scene

    def show_status(self) -> None:
        """Turn, score, hand, what is being decided."""
        flow(self.game.status(self.view(), self.lang))

    def list_options(self, options: Sequence[Action], *, everything: bool = False, having: str = "") -> None:
        """List what can be chosen, numbered; all of it, or what has certain words in it."""
        choices(self.game, self.view(), options, self.lang, everything=everything, having=having)

    # Asking -----------------------------------------------------------------------------------------------
    def _ask(self, side: Side) -> None:
        """Ask for one decision until an action is chosen; questions on the way change nothing."""
        options, stand = self.session.options(), len(self.session.steps)
        if self._went_on(options):
            return
        self._present(options)
        while True:
            line = self.keyboard.line(f"{self.game.name(side, self.lang)}> ")
            try:
                if len(line) > LONGEST:
                    raise NotationError(f"a line has {LONGEST} characters at most, got {len(line)}")
                if line and (self._played(line, options) or asides.answer(self, line, options)):
                    return
            except GrognardError as error:
                console.print(Text(f"  {sentence(error)}", style="red"))
                if isinstance(error, NotationError) and not asides.is_aside(line):
                    hint = "'undo' takes back the last choice, 'help' says what to type"
                    console.print(Text(f"  {hint}", style="dim"))
            except Exception as error:  # whoever asked goes on playing
                if isinstance(error, BrokenPipeError) or os.environ.get(DEBUG):
                    raise
                console.print(Text(f"  {sentence(error)}", style="red"))
            if len(self.session.steps) != stand:  # it failed after some choices: these options are past
                return

    def _present(self, options: Sequence[Action]) -> None:
        turn = self.game.turn(self.session.position)
        if self.maps == "always" or (self.maps == "turn" and self._turn_drawn != turn):
            self.show_map(self.legal, again=False)
            self._turn_drawn = turn
        self.show_status()
        self.list_options(options)

    @property
    def legal(self) -> tuple[str, ...]:
        """The overlay of what can be chosen, where the system offers it."""
        return ("legal",) if "legal" in self.game.overlays else ()

    def _went_on(self, options: Sequence[Action]) -> bool:
        """Take the next action from the rest of the line typed before, if it fits.

        A choice of another side in the same phase is passed, its turn or phase is not, nor a new turn.
        """
        rest, self._rest = self._rest, None
        if rest is None or not rest.text.strip(" ;"):
            return False
        since, now = self.session.steps[self._typed :], self._step_of_play(self.session.position)
        others = [step for step in since if step.side != self.viewer]
        try:
            if self._step_of_play(since[0].before)[1] != now[1]:
                raise NotationError("a new turn has begun since it was typed")
            if any(self._step_of_play(step.before) != now for step in others):
                raise NotationError("another side has played since it was typed")
            foreseen = not others and not any(step.rolls for step in since)
            step = go_on(self.game, self.view(), options, rest, foreseen=foreseen)
        except GrognardError as error:
            console.print(Text(f"  {rest.text!r} does not fit here: {error}", style="red"))
            return False
        if step is None:
            return False
        self._carry_out(*step)
        return True

    def _played(self, line: str, options: Sequence[Action]) -> bool:
        """Carry a line out if it names an action; false if it is for the asides."""
        if asides.is_aside(line) and line.casefold() not in {self.game.say(o).casefold() for o in options}:
            return False
        self._typed = len(self.session.steps)
        self._carry_out(*begin(self.game, self.view(), options, line))
        return True

    def _carry_out(self, action: Action, rest: Rest | None = None) -> None:
        self.session.play(action)
        self._rest = rest
        self._catch_up()

    def adviser(self) -> Bot:
        """A greedy bot for the one at the keyboard; asked twice at the same place, it says the same."""
        return make_bot(GreedyBot.id, self.game, f"advice/{len(self.session.steps)}")

    def let_bot_play(self) -> None:
        """Choose for the one at the keyboard as the greedy bot would, until the phase is over.

        Phases are steps of the sequence of play, the bottom of the agenda. It ends earlier with the game or
        where another person has to choose; other bots play their own choices in between.
        """
        session, side, bot = self.session, self.viewer, self.adviser()
        begun = self._step_of_play(session.position)
        while not session.over and self._step_of_play(session.position) == begun:
            if session.to_act == side:
                self._carry_out(bot.choose(self.game, self.view(), session.options()))
            elif session.bot_step() is None:
                return
            self._catch_up()

    def _step_of_play(self, position: Any) -> tuple[object, int]:
        return position.agenda[0] if position.agenda else None, self.game.turn(position)

    def forget(self) -> None:
        """Some actions were taken back: what was told of them does not count."""
        for side, heard in self._heard.items():
            self._heard[side] = min(heard, len(self.session.steps))
        self._drawn, self._rest = None, None

    def _finish(self) -> None:
        outcome = self.session.outcome
        assert outcome is not None  # a game that is over has one
        self._catch_up()
        self.viewer = None
        if self.maps != "never":
            self.show_map()
        console.print()
        heading(f"{self._verdict(outcome.winner)}: {outcome.why} [{outcome.cite}]")
        if outcome.score:
            console.print("  " + ", ".join(f"{self.game.name(s, self.lang)} {n}" for s, n in outcome.score))

    def _verdict(self, winner: Side | None) -> str:
        if winner is None:
            return "Nobody wins"
        if len(self.people) != 1:
            return f"Won by {self.game.name(winner, self.lang)}"
        return "You win" if winner in self.people else "You lose"
