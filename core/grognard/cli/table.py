"""The table a person plays at: shows the map, asks for decisions, tells what happened, and keeps secrets."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from grognard.cli import asides
from grognard.cli.choosing import choose
from grognard.cli.console import console, heading, print_map
from grognard.cli.menu import flow, menu
from grognard.errors import GrognardError
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

    def __init__(self, session: Session[Any, Any], keyboard: Keyboard, *, lang: str = "en", maps: str = "auto") -> None:
        self.session, self.game, self.keyboard, self.lang = session, session.game, keyboard, lang
        self.people = [side for side in self.game.sides if session.seats[side] == HUMAN]
        tall = keyboard.is_terminal and shutil.get_terminal_size().lines >= TALL
        self.maps = maps if maps != "auto" else "always" if tall else "turn"
        self.viewer: Side | None = self.people[0] if len(self.people) == 1 else None
        self.rest = ""
        self._typed_at = ""  # the kind of decision the rest of a line was typed at
        self._heard: dict[Side, int] = {}
        self._drawn: object = None

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
        """Answer a decision that leaves no choice; between people who keep secrets that would tell something."""
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
            self.viewer, self._drawn, self.rest = None, None, ""
            name = self.game.name(side, self.lang)
            others = " and ".join(self.game.name(other, self.lang) for other in self.people if other != side)
            self.keyboard.line(f"\nPass the keyboard to the {name} side and press Enter to clear the screen. ")
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
        for event in events:
            sentence = self.game.tell(event, self.lang)
            if sentence:
                console.print(Text("  ▪ ", style=color) + Text(sentence))

    def show_map(self, overlays: Sequence[str] = ("legal",), *, again: bool = True) -> None:
        """Draw the map with overlays; ``again`` draws it even if it looks as when last drawn."""
        scene = self.game.scene(self.view(), lang=self.lang, show=overlays)
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
        kind = type(self.session.decision).__name__
        typed, self.rest = self.rest, ""
        if typed and not self._continues(typed, kind, options):
            typed = ""
        if not typed:
            self._present(options)
        while True:
            line = typed or self.keyboard.line(f"{self.game.name(side, self.lang)}> ")
            typed = ""
            if not line:
                continue
            try:
                if self._play(line, kind, options) or asides.answer(self, line, options):
                    return
            except GrognardError as error:
                console.print(Text(f"  {error}", style="red"))

    def _present(self, options: Sequence[Action]) -> None:
        turn = self.game.turn(self.session.position)
        due = self.maps == "always" or (self.maps == "turn" and self._turn_shown != turn)
        if due:
            self.show_map(again=False)
            self._turn_shown = turn
        self.show_status()
        self.list_options(options)

    _turn_shown: int = 0

    def list_options(self, options: Sequence[Action], *, everything: bool = False) -> None:
        """List what can be chosen, numbered."""
        view = self.view()
        menu([(self.game.say(o), self.game.describe(view, o, self.lang)) for o in options], everything=everything)

    def _play(self, line: str, kind: str, options: Sequence[Action]) -> bool:
        """Carry a line out if it names an action; false if it is for the asides."""
        if asides.is_aside(line) and not self._is_option(line, options):
            return False
        action, self.rest = choose(self.game, self.session.position, options, line)
        self._typed_at = kind
        self.session.play(action)
        self._catch_up_acting()
        return True

    def _is_option(self, line: str, options: Sequence[Action]) -> bool:
        return line.casefold() in {self.game.say(option).casefold() for option in options}

    def _catch_up_acting(self) -> None:
        if self.viewer is not None:
            self._catch_up(self.viewer)

    def _continues(self, rest: str, kind: str, options: Sequence[Action]) -> bool:
        """Whether the rest of a line fits here: bare facts only where a next stage asks for them."""
        try:
            action, _ = choose(self.game, self.session.position, options, rest)
        except GrognardError as error:
            console.print(Text(f"  {rest!r} does not fit here: {error}", style="red"))
            return False
        named = rest.casefold().startswith(type(action).verb.casefold()[:1]) or kind != self._typed_at
        if not named:
            console.print(Text(f"  {rest!r} was not needed", style="dim"))
        return named

    def undone(self, steps: Sequence[Any]) -> None:
        """Forget what was told of actions that were taken back."""
        for side in self._heard:
            self._heard[side] = min(self._heard[side], len(self.session.steps))
        self._drawn, self.rest = None, ""

    def _finish(self) -> None:
        outcome = self.session.outcome
        assert outcome is not None  # a game that is over has one
        console.print()
        self.viewer = None
        self.show_map(())
        winner = "Nobody wins" if outcome.winner is None else f"{self.game.name(outcome.winner, self.lang)} win"
        heading(f"{winner}: {outcome.why} [{outcome.cite}]")
        if outcome.score:
            console.print("  " + ", ".join(f"{self.game.name(s, self.lang)} {n}" for s, n in outcome.score))
