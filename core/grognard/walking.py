"""Walking a sequence of play at the table: people play with pieces, the program keeps the place.

:class:`Walk` is the bookkeeping: where we are, what is done in between, what was answered; it is plain data
that can be saved. :func:`walk` is the conversation: it shows a step, waits, asks the conditions that decide a
jump, and saves after every step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec

from grognard import sequence_card
from grognard.errors import GrognardError
from grognard.sequence import Sequence
from grognard.spelling import did_you_mean
from grognard.steps import Step

__all__ = ["Place", "Walk", "check_is_walk", "walk"]


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place in a sequence: the step, the turn, and steps still to be repeated before going on.

    ``resume`` is the step whose repetitions are running; ``facts`` are the answers that hold for the whole
    game (which steps it leaves out).
    """

    step: str
    turn: int = 1
    pending: tuple[str, ...] = ()
    resume: str = ""
    facts: dict[str, bool] = {}


class _Saved(msgspec.Struct, forbid_unknown_fields=True):
    """The file of a walk."""

    sequence: str
    trail: list[Place]
    format: Literal[1] = 1


class Walk:
    """A walk through a sequence, with the way back.

    >>> from grognard.steps import Way
    >>> again = Step("1", {"en": "Move"}, may_stop=True, next=(Way("1", "more"),))
    >>> tour = Walk(Sequence([again, Step("2", {"en": "Fire"}, next=(Way("1", ends_turn=True),))]))
    >>> tour.advance(lambda guard: False).id, tour.turn
    ('2', 1)
    >>> tour.advance(lambda guard: False).id, tour.turn
    ('1', 2)
    >>> tour.back().id, tour.turn
    ('2', 1)
    """

    def __init__(self, sequence: Sequence, *, trail: list[Place] | None = None, name: str = "") -> None:
        self.sequence = sequence
        self.name = name
        self.trail = trail or [Place(sequence.first)]

    @property
    def place(self) -> Place:
        """Where the walk is."""
        return self.trail[-1]

    @property
    def step(self) -> Step:
        """The step to carry out now."""
        return self.sequence.step(self.place.step)

    @property
    def turn(self) -> int:
        """How many turns have begun, counted from 1."""
        return self.place.turn

    @property
    def repeating(self) -> str:
        """The step whose repetitions are running; empty when none is."""
        return self.place.resume

    def advance(self, answer: Callable[[str], bool]) -> Step:
        """On to the next step; ``answer`` is asked for every guard that decides the way.

        A guard that keeps steps out of the game is asked once and remembered.
        """
        here, facts = self.place, dict(self.place.facts)

        def asked(guard: str) -> bool:
            if guard not in self._lasting:
                return answer(guard)
            if guard not in facts:
                facts[guard] = answer(guard)
            return facts[guard]

        todo = here.pending or (() if here.resume else self.step.repeats)
        if todo:
            resume = here.resume or here.step
            place = Place(todo[0], here.turn, todo[1:], resume, facts)
        else:
            origin = here.resume or here.step
            following = self.sequence.follow(origin, asked)
            turn = here.turn + self._ends_turn(origin, following)
            place = Place(following, turn, facts=facts)
        self.trail.append(place)
        return self.step

    def back(self) -> Step:
        """One step back; at the beginning it stays where it is."""
        if len(self.trail) > 1:
            self.trail.pop()
        return self.step

    def go(self, step_id: str) -> Step:
        """To any step, as when joining a game under way. Raises ``RulesetError`` if there is none."""
        step = self.sequence.step(step_id)
        self.trail.append(Place(step.id, self.turn, facts=self.place.facts))
        return step

    def save(self, file: Path) -> None:
        """Write the walk so that :meth:`load` goes on with it; the old file stays until the new is whole.

        Raises:
            GrognardError: the file cannot be written.
        """
        data = msgspec.json.encode(_Saved(self.name, self.trail[-1000:]), order="deterministic")
        fresh = file.with_name(file.name + ".new")
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            fresh.write_bytes(msgspec.json.format(data, indent=1) + b"\n")
            fresh.replace(file)
        except OSError as error:
            with suppress(OSError):
                fresh.unlink(missing_ok=True)
            raise GrognardError(f"{file}: cannot be written: {error.strerror}") from None

    @classmethod
    def load(cls, sequence: Sequence, file: Path, *, name: str = "") -> Walk:
        """The walk saved in a file.

        Raises:
            GrognardError: the file cannot be read, or belongs to another sequence.
        """
        saved = _read(file)
        if saved.sequence != name:
            raise GrognardError(f"{file}: saved from {saved.sequence!r}, not from {name!r}")
        known = {step.id for step in sequence.steps}
        for place in saved.trail or [Place("")]:
            for step in (place.step, *place.pending, *filter(None, [place.resume])):
                if step not in known:
                    raise GrognardError(f"{file}: it is at a step {step!r} that {name!r} does not have")
        return cls(sequence, trail=saved.trail, name=name)

    @property
    def _lasting(self) -> frozenset[str]:
        return frozenset(step.only for step in self.sequence.steps if step.only)

    def _ends_turn(self, here: str, to: str) -> int:
        return int(any(way.ends_turn for way in self.sequence.ways(here) if way.to == to))


def _read(file: Path) -> _Saved:
    try:
        return msgspec.json.decode(file.read_bytes(), type=_Saved)
    except OSError as error:
        raise GrognardError(f"{file}: cannot be read: {error.strerror}") from None
    except msgspec.DecodeError as error:
        raise GrognardError(f"{file}: not a saved walk: {error}") from None


def check_is_walk(file: Path) -> None:
    """Raise ``GrognardError`` for a file that holds no walk of any sequence: it is not to be replaced."""
    _read(file)


_SAID = {
    "turn": {"en": "turn", "zh": "回合"},
    "again": {"en": "once more, for step", "zh": "重复（步骤）"},
    "meanwhile": {"en": "meanwhile:", "zh": "穿插进行："},
    "yes_no": {"en": "[y/n]", "zh": "[y = 是 / n = 否]"},
    "saved": {"en": "Saved in", "zh": "已保存于"},
    "help": {
        "en": "Enter: the step is done, on to the next.   b: one step back.   g 4.21: go to step 4.21.\n"
        "p: the whole phase as a card.   ?: this help.   q: leave; the place is kept.",
        "zh": "回车：本步骤完成，进入下一步。  b：退回一步。  g 4.21：跳到步骤 4.21。\n"
        "p：显示整个阶段的流程卡。  ?：本帮助。  q：离开并保存进度。",
    },
    "answer": {
        "en": "please answer y or n (b takes the step back, q leaves)",
        "zh": "请输入 y 或 n（b 返回本步骤，q 离开）",
    },
}

_LEAVE, _HELP = ("q", "quit", "exit"), ("?", "h", "help")


class _Back(Exception):
    """The player does not want to answer yet."""


class _Leave(Exception):
    """The player leaves at a question."""


def walk(
    tour: Walk,
    *,
    read: Callable[[str], str],
    write: Callable[[str], None],
    file: Path | None = None,
    lang: str = "en",
) -> None:
    """Talk a table of players through a sequence until they leave.

    ``read`` shows a prompt and returns what was typed, raising ``EOFError`` at the end of the input;
    ``write`` shows a text. The walk is saved in ``file`` after every step.
    """
    write(_word("help", lang))
    shown = True
    while True:
        if shown:
            write("\n" + "\n".join(_shown(tour, lang)))
        try:
            shown = _obeyed(tour, _typed(read, "> "), read, write, lang)
        except _Leave:
            break
        if file is not None:
            tour.save(file)
    if file is not None:
        tour.save(file)
        write(f"{_word('saved', lang)} {file}")


def _typed(read: Callable[[str], str], prompt: str) -> str:
    """What was typed after a prompt; leaves at the end of the input, or if that is what was typed."""
    try:
        typed = read(prompt).strip()
    except EOFError:
        raise _Leave from None
    if typed.casefold() in _LEAVE:
        raise _Leave
    return typed


def _obeyed(
    tour: Walk, typed: str, read: Callable[[str], str], write: Callable[[str], None], lang: str
) -> bool:
    """Carry out what was typed; whether the step is to be shown (again)."""
    word, _, rest = typed.partition(" ")
    word = word.casefold()
    if word in _HELP:
        write(_word("help", lang))
        return False
    if word == "p":
        write(tour.sequence.card(lang=lang, phase=tour.step.phase))
        return False
    if word == "b":
        tour.back()
        return True
    try:
        if word == "g":
            tour.go(rest.strip())
        elif word:
            raise GrognardError(f"unknown word {word!r}{did_you_mean(word, ['b', 'g', 'p', 'q', '?'])}")
        else:
            tour.advance(lambda guard: _answered(tour, guard, read, write, lang))
    except _Back:
        return True
    except GrognardError as error:
        write(str(error))
        return False
    return True


def _answered(
    tour: Walk, guard: str, read: Callable[[str], str], write: Callable[[str], None], lang: str
) -> bool:
    """A guard's question, asked until it is answered."""
    question = tour.sequence.condition(guard, lang)
    while True:
        typed = _typed(read, f"{question} {_word('yes_no', lang)} ").casefold()
        if typed in ("y", "yes", "j", "是", "对"):
            return True
        if typed in ("n", "no", "否", "不"):
            return False
        if typed in ("b", "back"):
            raise _Back
        write(_word("help" if typed in _HELP else "answer", lang))


def _shown(tour: Walk, lang: str) -> Iterator[str]:
    """The step in full, under its phase and part, with what may interrupt it."""
    sequence, step = tour.sequence, tour.step
    phase = sequence.phases.get(step.phase)
    heading = [f"{_word('turn', lang)} {tour.turn}"]
    if phase is not None:
        heading.append(sequence_card.said(phase.name, lang))
    if step.part:
        heading.append(f"{step.part} {sequence_card.said(sequence.parts[step.part].name, lang)}")
    yield " · ".join(heading)
    if tour.repeating:
        yield f"({_word('again', lang)} {tour.repeating})"
    yield from sequence_card.step_lines(sequence, step, lang)
    for other in sequence.interrupts(step.id):
        yield f"  {_word('meanwhile', lang)}"
        yield from ("  " + line for line in sequence_card.step_lines(sequence, other, lang))


def _word(key: str, lang: str) -> str:
    return sequence_card.said(_SAID[key], lang)
