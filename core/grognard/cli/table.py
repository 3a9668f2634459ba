"""The table a person plays at: shows the map, asks for decisions, tells what happened, and keeps secrets."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from rich.text import Text

from grognard.cli import asides
from grognard.cli.choosing import Rest, begin, go_on, is_gathering, settled
from grognard.cli.console import console, heading, print_map
from grognard.cli.menu import flow, menu
from grognard.errors import GrognardError, NotationError
from grognard.session import HUMAN

if TYPE_CHECKING:
    from grognard.cli.keyboard import Keyboard
    from grognard.play import Action, Side
    from grognard.replay import StepResult
    from grognard.session import Session

__all__ = ["Table"]

TALL = 44
"""Lines of a terminal on which the map may be shown before every decision."""


class Table:
    """One game at one terminal; :meth:`run` plays it to its end or until the person leaves."""

    def __init__(
        self, session: Session[Any, Any], keyboard: Keyboard, *, lang: str = "en", maps: str = "auto"
    ) -> None:
        self.session, self.game, self.keyboard, self.lang = session, session.game, keyboard, lang
        self.people = [side for side in self.game.sides if session.seats[side] == HUMAN]
        tall = keyboard.is_terminal and shutil.get_terminal_size().lines >= TALL
        self.maps = maps if maps != "auto" else "always" if tall else "turn"
        self.viewer: Side | None = self.people[0] if len(self.people) == 1 else None
        self.rest: Rest | None = None
        self._heard: dict[Side, int] = {}
        self._drawn: object = None
        self._told_of: Side = ""
        self._turn_shown = 0

    @property
    def secret(self) -> bool:
        """Whether two people sit here who must not see each other's hands."""
        return len(self.people) > 1 and not self.session.solo

    def run(self) -> None:
        """Play until the game is over; ``Leave`` and Ctrl-C pass."""
        while not self.session.over:
            side = self.session.to_act
            assert side is not None  # the game is not over
            if self.session.seats[side] != HUMAN:
                self._let_bots_play()
            elif not self._answered_alone(side):
                self._seat(side)
                self._ask(side)
        self._finish()

    # Bots and forced answers ------------------------------------------------------------------------------
    def _let_bots_play(self) -> None:
        for _step in self.session.running():
            if self.viewer is not None:
                self._catch_up(self.viewer)
            elif not self.people:
                self._tell_all()
            if not self.people and self.session.to_act is None:
                break

    def _answered_alone(self, side: Side) -> bool:
        """Answer a decision that leaves no choice; among people with secrets that would tell something."""
        options = self.session.options()
        if len(options) != 1 or self.secret:
            return False
        self.session.play(options[0])
        self._catch_up(side)
        return True

    # Seats ------------------------------------------------------------------------------------------------
    def _seat(self, side: Side) -> None:
        """Hand the keyboard over, unless the side has it."""
        if self.secret and self.viewer != side:
            if self.viewer is not None:
                self._catch_up(self.viewer)
            self.viewer, self._drawn, self.rest = None, None, None
            name = self.game.name(side, self.lang)
            others = " and ".join(self.game.name(other, self.lang) for other in self.people if other != side)
            self.keyboard.line(
                f"\nPass the keyboard to the {name} side and press Enter to clear the screen. "
            )
            self.keyboard.clear()
            self.keyboard.line(f"{name}: {others} must look away. Press Enter when you are ready. ")
            self.keyboard.clear()
        self.viewer = side
        self._catch_up(side)

    def view(self) -> Any:
        """The position as the one at the keyboard may see it; all of it where nobody has secrets."""
        if self.session.solo and self.session.to_act is not None:
            return self.session.view(self.session.to_act)
        return self.session.view(self.viewer) if self.viewer is not None else self.session.position

    # Telling ----------------------------------------------------------------------------------------------
    def _catch_up(self, side: Side) -> None:
        """Tell a side what happened since it last looked."""
        steps = self.session.steps
        first = side not in self._heard
        heard = min(self._heard.get(side, 0), len(steps))
        if first and not steps:
            self._print_events([e for e in self.session.events if e.seen_by in ("", side)], "")
        for step in steps[heard if not first else max(0, len(steps) - 1) :]:
            self.tell(step, side)
        self._heard[side] = len(steps)

    def _tell_all(self) -> None:
        self.tell(self.session.steps[-1], None)

    def tell(self, step: StepResult[Any], side: Side | None) -> None:
        """Tell what an action led to, as far as a side may know."""
        events = step.events if side is None else step.events_for(side)
        self._print_events(events, step.side)

    def _print_events(self, events: Sequence[Any], actor: Side) -> None:
        color = "" if not actor else ("cyan", "yellow", "magenta", "green")[self.game.sides.index(actor) % 4]
        told = [sentence for event in events if (sentence := self.game.tell(event, self.lang))]
        if told and actor != self._told_of:
            console.print()
            self._told_of = actor
        for sentence in told:
            console.print(Text("  ▪ ", style=color) + Text(sentence))

    def show_map(self, overlays: Sequence[str] = ("legal",), *, again: bool = True) -> None:
        """Draw the map with overlays; ``again`` draws it even if it looks as when last drawn."""
        drawn = self.game.scene(self.view(), lang=self.lang, show=overlays)
        scene = msgspec.structs.replace(drawn, caption="")  # the status below says it
        if again or scene != self._drawn:
            console.print()
            print_map(scene, legend=again or self._drawn is None)
        self._drawn = scene

    def show_status(self) -> None:
        """Turn, score, hand, what is being decided."""
        flow(self.game.status(self.view(), self.lang))

    # Asking -----------------------------------------------------------------------------------------------
    def _ask(self, side: Side) -> None:
        """Ask for one decision until an action is chosen; questions on the way change nothing."""
        options = self.session.options()
        if self._went_on(options):
            return
        self._present(options)
        while True:
            line = self.keyboard.line(f"{self.game.name(side, self.lang)}> ")
            if not line:
                continue
            try:
                if self._played(line, options) or asides.answer(self, line, options):
                    return
            except GrognardError as error:
                console.print(Text(f"  {error}", style="red"))
                if isinstance(error, NotationError) and not asides.is_aside(line):
                    console.print(
                        Text("  'undo' takes back the last choice, 'help' says what to type", style="dim")
                    )

    def _went_on(self, options: Sequence[Action]) -> bool:
        """Take the next action from the rest of the line typed before, if it fits."""
        rest, self.rest = self.rest, None
        if rest is None:
            return False
        try:
            step = go_on(self.game, self.view(), options, rest)
        except GrognardError as error:
            console.print(Text(f"  {rest.text!r} does not fit here: {error}", style="red"))
            return False
        if step is None:
            return False
        action, left = step
        self.rest = settled(self.game, self.view(), action, left)
        self._carry_out(action)
        return True

    def _carry_out(self, action: Action) -> None:
        self.session.play(action)
        if self.viewer is not None:
            self._catch_up(self.viewer)

    def _present(self, options: Sequence[Action]) -> None:
        turn = self.game.turn(self.session.position)
        due = self.maps == "always" or (self.maps == "turn" and self._turn_shown != turn)
        if due:
            self.show_map(again=False)
            self._turn_shown = turn
        self.show_status()
        self.list_options(options)

    def list_options(self, options: Sequence[Action], *, everything: bool = False) -> None:
        """List what can be chosen, numbered."""
        view = self.view()
        menu(
            [(self.game.say(o), self.game.describe(view, o, self.lang)) for o in options],
            everything=everything,
        )
        if is_gathering(self.game, view, options):
            console.print(
                Text(
                    "  Name several in one line, 1 2 3; going on by one passes over those above it.",
                    style="dim",
                )
            )

    def _played(self, line: str, options: Sequence[Action]) -> bool:
        """Carry a line out if it names an action; false if it is for the asides."""
        if asides.is_aside(line) and line.casefold() not in {self.game.say(o).casefold() for o in options}:
            return False
        action, self.rest = begin(self.game, self.view(), options, line)
        self._carry_out(action)
        return True

    def undone(self, steps: Sequence[Any]) -> None:
        """Forget what was told of actions that were taken back."""
        for side in self._heard:
            self._heard[side] = min(self._heard[side], len(self.session.steps))
        self._drawn, self.rest = None, None

    def _finish(self) -> None:
        outcome = self.session.outcome
        assert outcome is not None  # a game that is over has one
        console.print()
        self.viewer = None
        self.show_map(())
        winner = (
            "Nobody wins" if outcome.winner is None else f"{self.game.name(outcome.winner, self.lang)} win"
        )
        heading(f"{winner}: {outcome.why} [{outcome.cite}]")
        if outcome.score:
            console.print("  " + ", ".join(f"{self.game.name(s, self.lang)} {n}" for s, n in outcome.score))
