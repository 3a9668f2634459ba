"""Checks of the course of play: set-up, options and refusal, stages, dice, length, reach."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

from grognard.dice import Dice, SeededDice
from grognard.faults import fault
from grognard.play import Play
from grognard.testing.survey import Suite
from grognard.testing.walk import Crash, NoOption, complete

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grognard.dice import Die, Face
    from grognard.play import Action
    from grognard.reasons import Reason
    from grognard.testing.walk import Sample

__all__ = ["Playing"]


class Playing(Suite):
    """Games go on, and only legally."""

    def test_set_up_is_deterministic(self) -> None:
        """The same scenario and seed give the same first position, whatever was played in between."""
        game = self.game
        first = {scenario: self._set_up(scenario) for scenario in self.survey.scenarios}
        assert self.survey.walks  # games are played in between
        for scenario, expected in first.items():
            for got, how in (
                (self._set_up(scenario), "again"),
                (self._set_up(scenario, self.load()), "afresh"),
            ):
                if got != expected:
                    self.fail(f"setting up {scenario!r} {how} gives the same", expected, got, None)
            if game.to_act(game.start(scenario, SeededDice(self.seed))) is None:
                self.fail(f"{scenario!r} begins with a decision", "a side to act", "the game is over", None)

    def _set_up(self, scenario: str, game: Any = None) -> tuple[str, list[object], list[object]]:
        game = game or self.game
        rolls: list[Any] = []
        events: list[Any] = []
        position = game.start(scenario, SeededDice(self.seed), rolls=rolls, events=events)
        return game.encode(position).decode(), rolls, events

    def test_nothing_depends_on_hash_order(self) -> None:
        """Sets are sorted before order matters: another process, with other hashes, plays the same game."""
        if not self.ruleset:  # a system that is not installed cannot be loaded elsewhere
            return
        call = f"fingerprint({self.ruleset!r}, {dict(self.ruleset_options)!r}, {self.seed})"
        code = f"from grognard.testing import fingerprint; print({call})"
        told = []
        for hash_seed in ("1", "2"):
            environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
            run = subprocess.run(
                [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
            )
            if run.returncode:
                error = (run.stderr.strip().splitlines() or ["no message"])[-1]
                self.fail("another process can play the ruleset", "a game", error, None)
            told.append(run.stdout.strip())
        if told[0] != told[1]:
            self.fail("two processes play the same game", told[0], told[1], None)

    def test_a_decision_always_has_an_option(self) -> None:
        """Whoever is asked can answer; nobody is asked after the end; the end has an outcome."""
        game = self.game
        for made in self.survey.walks:
            if made.crash and isinstance(made.crash.error, NoOption):
                self.fail("a decision has an option", "at least one", made.crash, made)
            if made.crash is None and made.over:
                outcome = game.outcome(made.end)
                if outcome is None:
                    self.fail("an empty agenda is the end of the game", "an outcome", None, made)
                if outcome.winner not in (None, *game.sides):
                    self.fail("the winner is a side or nobody", game.sides, outcome.winner, made)
                if game.to_act(made.end) is not None or game.options(made.end):
                    self.fail("nobody is asked after the end", "nobody", game.to_act(made.end), made)
        for sample in self.looked_at():
            if sample.decision.side not in game.sides:
                self.fail("a side of the game decides", game.sides, sample.decision.side, sample)
            if game.outcome(sample.position) is not None:
                self.fail("a game with an outcome asks nobody", "no outcome", sample.position.outcome, sample)
            twice = [option for option, times in Counter(sample.options).items() if times > 1]
            if twice:
                self.fail("options lists an action once", "once", f"{twice[0]!r} twice", sample)

    def test_no_frame_fails(self) -> None:
        """No frame raises, and frames do not run on for ever."""
        for made in self.survey.walks:
            if made.crash:
                self.fail("frames run without an error", "no error", made.crash, made)

    def test_options_hang_on_the_position_alone(self) -> None:
        """What was worked out for one position is not said of another: a copy of the game, loaded afresh and
        asked about the same positions in the opposite order, offers the same."""
        afresh = self.load()
        for sample in reversed(self.looked_at()):
            listed = afresh.options(afresh.decode(self.game.encode(sample.position)))
            if listed != sample.options:
                claim = "options hang on the position, not on what was asked before"
                self.fail(claim, listed, sample.options, sample, "something is remembered too long")

    def test_every_option_is_accepted(self) -> None:
        """``refusal`` has nothing against an option, and the option can be carried out."""
        for sample in self.looked_at():
            listed = self.game.options(sample.position)
            if listed != sample.options:
                self.fail("options are the same when asked twice", sample.options, listed, sample)
            for option in sample.options:
                if not isinstance(option, sample.decision.actions):
                    kinds = [kind.__name__ for kind in sample.decision.actions]
                    self.fail("options are of the declared kinds", kinds, repr(option), sample)
                if reasons := self._refusal(sample, option):
                    self.fail(f"the option {self.game.say(option)!r} is accepted", "()", reasons, sample)
            for option in self.survey.some(sample):
                self._carry_out(sample, option)

    def test_everything_else_is_refused(self) -> None:
        """``refusal`` has a cited reason against every action that is not an option.

        Decisions named in ``open_ended`` may accept more; what they accept can be carried out.
        """
        game, over = self.game, next((made for made in self.survey.walks if made.over), None)
        for sample in self.looked_at():
            legal = set(sample.options)
            for action in self._candidates(sample):
                reasons = self._refusal(sample, action)
                if action in legal:
                    continue
                if reasons:
                    if silent := [reason for reason in reasons if not reason.text or not reason.cite]:
                        self.fail("a refusal says why and by which rule", "text and cite", silent[0], sample)
                elif sample.kind in self.open_ended:
                    self._carry_out(sample, action)
                else:
                    note = f"if {sample.kind} cannot list every subset, name it in open_ended"
                    self.fail(f"{action!r} is no option and is refused", "a reason", "none", sample, note)
        if over is not None and over.choices and not game.refusal(over.end, over.choices[-1].action):
            self.fail("a game that is over refuses every action", "a reason", "none", over)

    def _candidates(self, sample: Sample) -> list[Action]:
        chance = self.survey.chance(sample)
        return self.survey.vocabulary.candidates(sample.options, chance, self.misses)

    def _refusal(self, sample: Sample, action: Action) -> tuple[Reason, ...]:
        try:
            return self.game.refusal(sample.position, action)
        except Exception as error:  # whatever the system raises belongs into the report
            told = fault(error)
            self.fail(f"refusal of {action!r} answers with reasons", "reasons", told, sample)

    def _carry_out(self, sample: Sample, action: Action) -> None:
        position = sample.position.copy()
        try:
            self.game.apply(position, action, self.survey.luck(sample))
        except Exception as error:  # as above
            told = fault(error)
            self.fail(f"{self.game.say(action)!r} can be carried out", "no error", told, sample)

    def test_no_stage_is_a_dead_end(self) -> None:
        """From every decision, after every option, play by chance comes to another turn or to the end."""
        for sample in self.looked_at():
            for option in self.survey.some(sample):
                told = ""
                for attempt in range(3):
                    position = sample.position.copy()
                    try:
                        self.game.take(Play(position, self.game.rules), option)
                        told = complete(self.game, position, self.seed + attempt, self.choices_per_turn)
                    except Crash as crash:
                        told = str(crash)
                    except Exception as error:  # as above
                        told = fault(error)
                    if not told:
                        break
                if told:
                    said = self.game.say(option)
                    self.fail(f"after {said!r} play leads on", "another turn or the end", told, sample)

    def test_take_never_rolls(self) -> None:
        """Choosing and rolling are two things: ``take`` pushes a resolution, and that rolls."""
        for made in self.survey.walks:
            if made.crash and "take() rolled" in str(made.crash.error):
                self.fail("take does not roll", "no roll", made.crash, made)
        for sample in self.survey.samples:
            for option in self.survey.some(sample):
                position = sample.position.copy()
                decision = position.agenda.pop()
                try:
                    decision.take(Play(position, self.game.rules, _Untouchable()), option)
                except _Rolled as rolled:
                    self.fail(f"take of {self.game.say(option)!r} does not roll", "no roll", rolled, sample)
                except Exception:  # another check's business
                    continue

    def test_no_decision_pushes_itself(self) -> None:
        """A loop is a resolution that pushes a decision and itself: so odds end before the next choice."""
        for sample in self.survey.samples:
            for option in self.survey.some(sample):
                position = sample.position.copy()
                decision = position.agenda.pop()
                depth = len(position.agenda)
                try:
                    decision.take(Play(position, self.game.rules), option)
                except Exception:  # another check's business
                    continue
                if decision in position.agenda[depth:]:
                    said = self.game.say(option)
                    note = (
                        "let a resolution push the decision and itself; the decision ends it with play.amend"
                    )
                    self.fail(f"{said!r} does not ask the same again", "no loop", decision, sample, note)

    def test_games_end_within_the_bound(self) -> None:
        """Play by chance ends within ``Game.turn_bound`` turns, and turns count upwards."""
        for made in self.survey.walks:
            if made.unfinished:
                bound = f"the end by turn {self.game.turn_bound} (Game.turn_bound)"
                self.fail("a game played by chance ends", bound, made.unfinished, made)

    def test_every_frame_is_reached(self) -> None:
        """A fuzz run reaches every frame; prints how often each frame and each rule came up."""
        frames, rules, games = self.survey.reach
        print(f"{self.game.ruleset.id}: {len(self.survey.walks)} sampled games, then {games} fuzz games")
        for title, counted, known in (
            ("frame", frames, self.game.frames),
            ("rule", rules, self.game.ruleset.rules),
        ):
            for name in sorted(known):
                print(f"  {title} {name:<32} {counted[name]:>8}")
        if missing := sorted(self.game.frames.keys() - frames.keys()):
            note = "give positions near it in Game.starts(), or remove the frame"
            self.fail("every frame is reached", "every frame", f"never: {', '.join(missing)}", None, note)


class _Rolled(Exception):
    """Something was rolled where nothing may be rolled."""


class _Untouchable(Dice):
    """Dice that nobody may touch."""

    def throw(self, die: Die, n: int, why: str) -> tuple[Face, ...]:
        raise _Rolled(f"{n} × {die.name} for {why!r}")

    def draw(self, bag: Mapping[str, int], why: str) -> str:
        raise _Rolled(f"a draw for {why!r}")
