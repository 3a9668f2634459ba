"""Checks of games played in sessions: records replay, refusals hold, undo stops where it must."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grognard.dice import SeededDice
from grognard.errors import GrognardError, IllegalAction
from grognard.replay import verify
from grognard.session import Session
from grognard.testing.survey import Suite

if TYPE_CHECKING:
    from grognard.replay import StepResult
    from grognard.testing.walk import Choice, Walk

__all__ = ["Sessions"]

TAKEN_BACK = 60


class Sessions(Suite):
    """A system in the hands of a session."""

    def test_records_replay(self) -> None:
        """A recorded session replays to the same hashes, and no position it held has changed by then."""
        with tempfile.TemporaryDirectory() as folder:
            for number, made in enumerate(self._playable()):
                path = Path(folder) / f"{number}.jsonl"
                held = self._recorded(made, path)
                checked = verify([path], games={self.game.ruleset.id: self.game})[0]
                if not checked.ok:
                    self.fail("the record replays", "every hash", checked.problem, made)
                if checked.actions != len(held):
                    self.fail("the record replays whole", f"{len(held)} actions", checked.actions, made)
                for count, (position, digest) in enumerate(held, 1):
                    if self.game.digest(position) != digest:
                        told = f"position {count} has changed since"
                        self.fail("held positions stay as they were", "no change", told, made)

    def _playable(self) -> list[Walk]:
        """A walk of every scenario."""
        return list({w.origin.scenario: w for w in self.survey.walks if w.origin.start is None}.values())

    def _choices(self, made: Walk, limit: int) -> list[Choice]:
        """The choices of a walk up to where it went wrong."""
        return [choice for choice in made.choices if choice.digest][:limit]

    def _session(self, made: Walk, record: Path | None = None) -> Session[Any, Any]:
        return Session(self.game, made.origin.scenario, seed=made.origin.seed, record=record)

    def _recorded(self, made: Walk, path: Path) -> list[tuple[Any, str]]:
        """The positions a session went through with their digests; it follows the walk."""
        game = self.game
        held: list[tuple[Any, str]] = []
        with self._session(made, path) as session:
            for count, choice in enumerate(self._choices(made, self.recorded), 1):
                step = session.play(choice.action)
                digest = game.digest(step.after)
                if digest != choice.digest:
                    told = f"another position after action {count}, {choice.said!r}"
                    self.fail("a session comes to the position of a walk", choice.digest, told, made)
                held.append((step.after, digest))
        return held

    def test_sessions_refuse_what_the_rules_refuse(self) -> None:
        """``Session.play`` raises IllegalAction with the game's reasons and stays where it was."""
        known = self.survey.vocabulary.actions
        for made in self._playable():
            session = self._session(made)
            before = self.game.digest(session.position)
            for action in known[:: max(1, len(known) // 20)]:
                reasons = session.refusal(action)
                if not reasons:
                    continue
                try:
                    session.play(action)
                except IllegalAction as error:
                    if error.reasons != reasons:
                        self.fail("the session gives the game's reasons", reasons, error.reasons, made)
                else:
                    self.fail(f"the session refuses {action!r}", "IllegalAction", "it was played", made)
            if self.game.digest(session.position) != before:
                self.fail("a refused action changes nothing", before, "another position", made)

    def test_undo_stops_at_dice_reveals_and_others(self) -> None:
        """Undo takes back a plain choice, nothing that was rolled, revealed or decided by another side."""
        for made in self._playable():
            session = self._session(made)
            for choice in self._choices(made, TAKEN_BACK):
                step = session.play(choice.action)
                self._take_back(session, step, choice, made)

    def _take_back(
        self, session: Session[Any, Any], step: StepResult[Any], choice: Choice, made: Walk
    ) -> None:
        """Try to take a step back; the session then stands where it stood."""
        game, said = self.game, choice.said
        for side in game.sides:
            if side != step.side and _undone(session, side):
                self.fail(f"undo by {side} stops", f"{said!r} of {step.side} stays", "undone", made)
        stopper = self._stopper(step)
        if not _undone(session, step.side):
            if not stopper and not self._hides(step.before):
                self.fail(f"undo takes back {said!r}", "no roll, nothing hidden", "refused", made)
            return
        if stopper:
            self.fail(f"undo does not take back {said!r}", stopper, "undone", made)
        if game.digest(session.position) != game.digest(step.before):
            self.fail(f"undo of {said!r} leads back", "the position before", "another", made)
        session.play(choice.action)

    def _stopper(self, step: StepResult[Any]) -> str:
        """What forbids taking the step back; empty if nothing does."""
        game = self.game
        if step.rolls:
            return f"the roll for {step.rolls[0].why!r} stays"
        if not step.after.agenda:
            return "the end of the game stays"
        seen = game.encode(game.view(step.after, step.side))
        for other in game.hidden_alternatives(step.before, step.side):
            if step.action not in game.options(other):
                continue
            trial = other.copy()
            game.apply(trial, step.action, SeededDice(step.text))
            if game.encode(game.view(trial, step.side)) != seen:
                return "what was revealed stays"
        return ""

    def _hides(self, position: Any) -> bool:
        game = self.game
        return any(game.encode(game.view(position, side)) != game.encode(position) for side in game.sides)


def _undone(session: Session[Any, Any], side: str) -> bool:
    """Whether undo went through."""
    try:
        session.undo(side)
    except GrognardError:
        return False
    return True
