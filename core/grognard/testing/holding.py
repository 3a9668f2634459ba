"""Checks of positions as values: nobody changes what another holds, and writing and reading keep it."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any

from grognard.faults import fault
from grognard.odds import odds
from grognard.testing.survey import Suite

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from grognard.testing.walk import Sample, Walk

__all__ = ["Holding"]

Question = tuple[str, "Callable[[], object]"]


class Holding(Suite):
    """Positions are values."""

    def test_positions_never_change_under_their_holder(self) -> None:
        """No question changes the position it is asked about, nor does playing on a copy of it."""
        for sample in self.looked_at():
            self._unchanged(sample, sample.position, self._questions(sample))

    def test_views_never_change_under_their_holder(self) -> None:
        """No question asked about a view changes the view."""
        for sample in self.looked_at():
            for side in self.game.sides:
                view = self.game.view(sample.position, side)
                self._unchanged(sample, view, self._questions_of_view(sample, view, side))

    def _unchanged(self, sample: Sample, position: Any, questions: Iterable[Question]) -> None:
        before = self.game.encode(position)
        for name, ask in questions:
            ask()
            after = self.game.encode(position)
            if after != before:
                told = _first_difference(before, after)
                self.fail(f"{name} leaves the position as it is", "no change", told, sample)

    def _questions(self, sample: Sample) -> Iterator[Question]:
        """Everything that can be asked about a position, by name."""
        game, position = self.game, sample.position
        options = self.survey.some(sample)
        others = self.survey.vocabulary.candidates(sample.options, self.survey.chance(sample), 8)
        yield "to_act", partial(game.to_act, position)
        yield "options", partial(game.options, position)
        yield "turn", partial(game.turn, position)
        yield "digest", partial(game.digest, position)
        for action in (*options, *others):
            yield f"refusal of {action!r}", partial(game.refusal, position, action)
        for option in options:
            said = game.say(option)
            yield f"explain of {said!r}", partial(game.explain, position, option)
            yield f"parse of {said!r}", partial(game.parse, position, said)
            yield f"describe of {said!r}", partial(game.describe, position, option)
            yield f"playing {said!r} on a copy", partial(self._play_on, position.copy(), sample, option)
        yield "odds", partial(odds, game, position, options[0], limit=500, samples=5)
        for side in game.sides:
            yield f"view of {side}", partial(game.view, position, side)
            yield f"hidden_alternatives of {side}", partial(self._play_alternatives, sample, side)
            view = game.view(position, side)
            for name, ask in self._questions_of_view(sample, view, side):
                yield f"{name} of {side}'s view", ask
            yield f"playing on {side}'s view", partial(self._play_on, view, sample, options[0])

    def _questions_of_view(self, sample: Sample, view: Any, side: str) -> Iterator[Question]:
        """What is asked about views."""
        game, option = self.game, sample.options[0]
        yield "value", partial(game.value, view, side)
        yield "scene", partial(game.scene, view)
        yield "status", partial(game.status, view)
        if side == sample.decision.side:
            yield "plan", partial(game.plan, view)
            yield "explain", partial(game.explain, view, option)
            yield "odds", partial(odds, game, view, option, limit=500, samples=5)

    def _play_on(self, copy: Any, sample: Sample, option: Any) -> None:
        """Play on, whatever comes of it: here only the original matters."""
        try:
            self.game.apply(copy, option, self.survey.luck(sample))
        except Exception:  # another check's business; a view need not be able to follow
            return

    def _play_alternatives(self, sample: Sample, side: str) -> None:
        for other in self.game.hidden_alternatives(sample.position, side):
            self._play_on(other, sample, sample.options[0])

    def test_encoding_round_trips(self) -> None:
        """``decode(encode(position))`` is the same position, and plays on the same; views too."""
        game = self.game
        for sample in self.looked_at():
            for position in (sample.position, *(game.view(sample.position, side) for side in game.sides)):
                self._round_trip(position, sample)
            if game.options(game.decode(game.encode(sample.position))) != sample.options:
                self.fail("a decoded position has the same options", sample.options, "others", sample)
        for made in self.survey.walks:
            if made.over:
                self._round_trip(made.end, made)

    def test_positions_keep_in_files(self) -> None:
        """A position that nobody has edited is in order, and ``tidy`` leaves it as it is."""
        game = self.game
        for sample in self.looked_at():
            data = game.encode(sample.position)
            try:
                position = game.restored(json.loads(data))
                faults = list(game.tidy(position))
            except Exception as error:  # whatever the system raises belongs into the report
                self.fail("a position can be read from a file", "the position", fault(error), sample)
            if faults:
                self.fail("tidy has nothing against a position of a game", "nothing", faults[0], sample)
            if game.encode(position) != data:
                self.fail("tidy leaves a position of a game as it is", data, game.encode(position), sample)

    def _round_trip(self, position: Any, at: Sample | Walk) -> None:
        game = self.game
        try:
            data = game.encode(position)
            back = game.decode(data)
        except Exception as error:  # whatever the system raises belongs into the report
            told = fault(error)
            self.fail("a position can be encoded and decoded", "no error", told, at)
        if type(back) is not type(position):
            self.fail("decode keeps the type", type(position).__name__, type(back).__name__, at)
        for name in position.__struct_fields__:
            old, new = getattr(position, name), getattr(back, name)
            if old != new:
                self.fail(f"decode(encode(position)) keeps {name}", repr(old), repr(new), at)
        if game.encode(back) != data or game.digest(back) != game.digest(position):
            told = _first_difference(data, game.encode(back))
            self.fail("a decoded position encodes to the same bytes", "the same", told, at)


def _first_difference(before: bytes, after: bytes) -> str:
    """The place where two encodings part."""
    pairs = enumerate(zip(before, after, strict=False))
    place = next((i for i, (old, new) in pairs if old != new), min(len(before), len(after)))
    start = max(0, place - 60)
    old, new = (data[start : place + 40].decode(errors="replace") for data in (before, after))
    return f"…{old}… became …{new}…"
