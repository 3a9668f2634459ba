"""Checks of what people read: odds, notation, citations, sentences and pictures."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

from grognard.errors import NotationError
from grognard.faults import fault
from grognard.odds import odds
from grognard.play import Play
from grognard.reasons import cited
from grognard.testing.survey import Suite

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grognard.reasons import Reason
    from grognard.testing.walk import Sample, Walk

__all__ = ["Figures"]

LANGUAGES = ("en", "zh")


class Figures(Suite):
    """What is said is true, complete and can be said back."""

    def test_odds_sum_to_one(self) -> None:
        """The probabilities of a table are positive and sum to 1, from the view of the side that asks."""
        for sample in self.looked_at():
            view = self.game.view(sample.position, sample.decision.side)
            for option in self.survey.some(sample)[:2]:
                try:
                    table = odds(self.game, view, option, limit=3000, samples=20)
                except Exception as error:  # whatever the system raises belongs into the report
                    told = fault(error)
                    self.fail(f"odds of {self.game.say(option)!r} can be asked", "a table", told, sample)
                shares = [row.probability for row in table.rows]
                if sum(shares, Fraction(0)) != 1 or min(shares) <= 0:
                    self.fail("odds are positive and sum to 1", 1, f"{sum(shares)} from {table}", sample)

    def test_answers_given_beforehand_are_legal(self) -> None:
        """What a decision assumes for odds, and the first step of a plan, are legal in the view asked."""
        game = self.game
        for sample in self.looked_at():
            view = game.view(sample.position, sample.decision.side)
            assumed = sample.decision.assumed(Play(view, game.rules))
            planned = list(game.plan(view))[:1]
            for what, action in (("assumed", assumed), *(("plan", action) for action in planned)):
                if action is not None and (reasons := game.refusal(view, action)):
                    told = f"{game.say(action)!r}, refused: {', '.join(map(str, reasons))}"
                    self.fail(f"{what} answers legally", "a legal action", told, sample)

    def test_actions_round_trip_through_text(self) -> None:
        """``parse`` of ``say`` is the action, whatever the spacing; texts differ; nonsense is no action."""
        game = self.game
        for sample in self.looked_at():
            said: dict[str, object] = {}
            for option in sample.options:
                text = game.say(option)
                if text in said:
                    told = f"{said[text]!r} and {option!r}"
                    self.fail(f"one action is called {text!r}", "one action", told, sample)
                said[text] = option
            for option in self.survey.some(sample):
                text = game.say(option)
                for typed in (text, f"  {text.replace(' ', '   ')} "):
                    try:
                        back: object = game.parse(sample.position, typed)
                    except Exception as error:  # as above
                        back = fault(error)
                    if back != option:
                        self.fail(
                            f"{typed!r} is parsed as the action it says", repr(option), repr(back), sample
                        )
            self._nonsense(sample)

    def _nonsense(self, sample: Sample) -> None:
        for typed in ("", "xyzzy plugh 17", sample.options[0].verb + " xyzzy plugh 17 4"):
            try:
                found = self.game.parse(sample.position, typed)
            except NotationError:
                continue
            except Exception as error:  # as above
                told = fault(error)
                self.fail(f"{typed!r} is no action", "NotationError", told, sample)
            self.fail(f"{typed!r} is no action", "NotationError", repr(found), sample)

    def test_every_reason_cites_a_known_rule(self) -> None:
        """Every refusal, explanation, roll, outcome and marked frame cites a rule of rules.toml."""
        for kind in self.game.frames.values():
            for id_ in cited(kind):
                self._known(id_, f"frame {kind.__name__}", None)
        for made in self.survey.walks:
            for choice in made.choices:
                for roll in choice.rolls:
                    self._all_known(roll.reasons, f"the roll for {roll.why!r}", made)
            if made.over and made.end.outcome is not None:
                self._known(made.end.outcome.cite, "the outcome", made)
        for sample in self.looked_at():
            for what, reasons in self._reasons(sample):
                self._all_known(reasons, what, sample)

    def _reasons(self, sample: Sample) -> Iterator[tuple[str, tuple[Reason, ...]]]:
        game, chance = self.game, self.survey.chance(sample)
        for action in self.survey.vocabulary.candidates(sample.options, chance, self.misses):
            yield f"the refusal of {action!r}", game.refusal(sample.position, action)
        for option in self.survey.some(sample):
            told = game.explain(sample.position, option)
            yield f"the explanation of {game.say(option)!r}", (*told.reasons, *told.rolled)

    def _all_known(self, reasons: Iterable[Reason], what: str, at: Sample | Walk) -> None:
        for reason in reasons:
            self._known(reason.cite, f"{what} ({reason.text})", at)

    def _known(self, id_: str, what: str, at: Sample | Walk | None) -> None:
        if id_ not in self.game.ruleset.rules:
            self.fail(f"{what} cites a rule", "an id of rules.toml", repr(id_), at)

    def test_everything_can_be_told(self) -> None:
        """Events, options, status and scenes come out as text and pictures in both languages."""
        game = self.game
        for lang in LANGUAGES:
            for made in self.survey.walks:
                for event in {event for choice in made.choices for event in choice.events}:
                    try:
                        told = game.tell(event, lang)
                    except Exception as error:  # as above
                        self.fail(f"{event!r} can be told ({lang})", "a sentence", fault(error), made)
                    if not told.strip():
                        self.fail(f"{event!r} can be told ({lang})", "a sentence", repr(told), made)
            for sample in self.looked_at():
                self._shown(sample, lang)

    def _shown(self, sample: Sample, lang: str) -> None:
        game = self.game
        try:
            for option in self.survey.some(sample):
                if not game.describe(sample.position, option, lang).strip():
                    self.fail(f"{option!r} can be described ({lang})", "a text", "nothing", sample)
            for side in game.sides:
                view = game.view(sample.position, side)
                game.status(view, lang)
                game.scene(view, lang=lang)
                worth = game.value(view, side)
                if not math.isfinite(worth):
                    self.fail(f"value for {side} is a number", "a finite one", worth, sample)
            game.plan(game.view(sample.position, sample.decision.side))
        except AssertionError:
            raise
        except Exception as error:  # as above
            told = fault(error)
            self.fail(f"the table can be shown ({lang})", "no error", told, sample)
