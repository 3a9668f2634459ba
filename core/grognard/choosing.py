"""What a typed line means: a number, an action, its facts alone, several stages or choices in one line."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

import msgspec

from grognard.errors import IllegalAction, NotationError
from grognard.play import NO_DICE, Play

if TYPE_CHECKING:
    from grognard.game import Game
    from grognard.play import Action, Event

__all__ = ["Rest", "ahead", "begin", "choose", "deepest", "following", "go_on", "is_gathering", "parted"]


MISTYPED = 0.92
"""How like an option's text a line must be to be a slip of the finger: one letter in a long word."""


class Rest(msgspec.Struct, frozen=True):
    """What is left of a line: its text, and the decision and verb that were answered before it.

    ``tight`` means that its first part belongs to the action before it (move G5 H4): if that leads to no
    further stage, the line is wrong.
    """

    text: str
    tight: bool = False
    decision: str = ""
    verb: str = ""


def choose(
    game: Game[Any, Any], view: Any, options: Sequence[Action], text: str, *, behind: bool = False
) -> tuple[Action, Rest | None]:
    """The option that a line begins with, and the rest of the line.

    Read in this order: an option's number, an option's text (or, alone on its line, a beginning of it), the
    text of a legal action that the list leaves out, an option's facts without the verb. Behind a verb, which
    may be that of the stage before (``behind``), names come before numbers: a hex may be called 12. A ``;``
    ends an action wherever it stands. Where one choice after another is gathered from the same list, several
    may be named in any order, after one verb or each after its own; they are made in the order of the list.

    Raises:
        NotationError: the line begins with no action.
        IllegalAction: it begins with one that the rules forbid.
    """
    first, _, later = parted(text).partition(";")
    words, later = first.split(), later.strip()
    if not words:
        raise NotationError("nothing typed")
    several, later = _several(game, view, options, words, later)
    if several:
        action, *others = several
        left = [*map(game.say, others), *([later] if later else [])]
        return action, _rest(game, view, action, "; ".join(left), tight=False)
    found = _first(game, view, options, words, behind=behind)
    if found is None:
        raise _wrong(game, view, options, words)
    action, n = found
    left = [part for part in (" ".join(words[n:]), later) if part]
    return action, _rest(game, view, action, "; ".join(left), tight=n < len(words))


def parted(text: str) -> str:
    """A line whose actions are parted by ``;``, whichever semicolon was typed.

    >>> parted("order k6；order M5")
    'order k6;order M5'
    """
    return text.replace("；", ";")


def _rest(game: Game[Any, Any], view: Any, action: Action, text: str, *, tight: bool) -> Rest | None:
    return Rest(text, tight, type(game.decision(view)).__name__, action.verb) if text else None


def _first(
    game: Game[Any, Any], view: Any, options: Sequence[Action], words: Sequence[str], *, behind: bool
) -> tuple[Action, int] | None:
    """The option named by the most words at the beginning, and how many they are."""
    numbered = _numbered(options, words[0])
    if numbered is not None and not behind:
        return numbered, 1
    for n in range(len(words), 0, -1):
        found = _named(game, view, options, words[:n], alone=n == len(words))
        if found is not None:
            return found, n
    return None if numbered is None else (numbered, 1)


def _numbered(options: Sequence[Action], word: str) -> Action | None:
    """The option of a number in the list; 0101 is none, but may be the name of a hex."""
    number = _number(word) or 0
    return options[number - 1] if 1 <= number <= len(options) else None


def _number(word: str) -> int | None:
    """The number that a word is, as lists are numbered."""
    digits = word.rstrip(".")
    return int(digits) if digits.isdecimal() and str(int(digits)) == digits else None


def _behind_verb(options: Sequence[Action], words: Sequence[str]) -> bool:
    """Whether words begin with the verb of the options."""
    return bool(words and options) and words[0].casefold() == type(options[0]).verb.casefold()


def _named(
    game: Game[Any, Any], view: Any, options: Sequence[Action], words: Sequence[str], *, alone: bool
) -> Action | None:
    """The option that some words name; a mere beginning of its text will do if they are ``alone``."""
    text = " ".join(words)
    try:
        action = game.parse(view, text)
    except NotationError:
        action = None
    if action is not None:
        whole = len(game.say(action).split()) == len(words)
        # a list may leave out legal actions, such as parts of a stack; they are taken when spelled out
        if (action in options and (alone or whole)) or (whole and not game.refusal(view, action)):
            return action
    wanted = {text.casefold(), game.canonical(text).casefold()}
    bare = [option for option in options if game.say(option).partition(" ")[2].casefold() in wanted]
    return bare[0] if len(bare) == 1 else None


def _wrong(
    game: Game[Any, Any], view: Any, options: Sequence[Action], words: Sequence[str]
) -> NotationError | IllegalAction:
    """Why a line names no option: it is mistyped, the rules forbid what it names, or it names nothing."""
    typed = " ".join(words)
    near = get_close_matches(typed.casefold(), [game.say(option) for option in options], n=1, cutoff=MISTYPED)
    if near:
        return NotationError(f"{typed!r} is no choice here", suggestions=near)
    problem: NotationError | None = None
    for n in range(len(words), 0, -1):
        try:
            action = game.parse(view, " ".join(words[:n]))
        except NotationError as error:
            problem = problem or error
            continue
        reasons = game.refusal(view, action)
        if reasons:
            return IllegalAction(game.say(action), reasons)
    told = _forbidden_hex(game, view, words[0]) or _no_such_number(game, view, options, words) or problem
    return told or NotationError(f"{typed!r} is no choice here")


def _no_such_number(
    game: Game[Any, Any], view: Any, options: Sequence[Action], words: Sequence[str]
) -> NotationError | None:
    """The first number that is none of the list's, of words that may be numbers; none if there is no list."""
    if not options:
        return None
    for word in words if is_gathering(game, view, options) else words[:1]:
        number = _number(word)
        if number is not None and _numbered(options, word) is None:
            return NotationError(f"there is no choice {number}: they go from 1 to {len(options)}")
    return None


def _forbidden_hex(game: Game[Any, Any], view: Any, word: str) -> IllegalAction | None:
    """What forbids the hex that a line begins with, if a hex of the map is all that is typed (move G5 A9)."""
    label, decision = game.canonical(word), game.decision(view)
    if decision is None or label not in {each.label for each in game.scene(view).hexes}:
        return None
    for verb in dict.fromkeys(kind.verb for kind in decision.actions):
        try:
            action = game.parse(view, f"{verb} {label}")
        except NotationError:
            continue
        if reasons := game.refusal(view, action):
            return IllegalAction(game.say(action), reasons)
    return None


# Several choices -------------------------------------------------------------------------------------------


def is_gathering(game: Game[Any, Any], view: Any, options: Sequence[Action]) -> bool:
    """Whether choices are gathered one by one: after the first option, the same is asked about the rest.

    Steps of a move are not gathered: after the first, others are there than before.
    """
    if len(options) < 3:
        return False
    after = _stage(game, view, options[0])
    if after is None or type(game.decision(view)) is not type(game.decision(after)):
        return False
    kind = type(options[0])
    return all(option in options[1:] for option in game.options(after) if type(option) is kind)


def _several(
    game: Game[Any, Any], view: Any, options: Sequence[Action], words: Sequence[str], later: str
) -> tuple[list[Action], str]:
    """The options that a part and its like behind it name, in the order of the list, and what comes later.

    ``order A; order B`` is ``order A B``. None unless there are several that may be gathered; raises if a
    part behind is no choice of such a list.
    """
    found = _each(game, view, options, words)
    verb = type(options[0]).verb if options else ""
    several = len(found) > 1 or (found and _begins(later, verb))
    if not several or not is_gathering(game, view, options):
        return [], later
    while _begins(later, verb):
        part, _, rest = later.partition(";")
        more = _each(game, view, options, part.split())
        if not more and _first(game, view, options, part.split(), behind=False) is None:
            raise _wrong(game, view, options, part.split())
        if not more:
            break
        found, later = [*found, *more], rest.strip()
    return sorted(dict.fromkeys(found), key=options.index), later


def _each(game: Game[Any, Any], view: Any, options: Sequence[Action], words: Sequence[str]) -> list[Action]:
    """The options that a part names, one by all of its words or one by each of them; none unless all do."""
    behind = _behind_verb(options, words)
    whole = _named(game, view, options, words, alone=False) if len(words) > 1 else None
    if whole is not None and whole in options:
        return [whole]
    found = []
    for word in words[1:] if behind else words:
        numbered, named = _numbered(options, word), _named(game, view, options, [word], alone=False)
        option = (named or numbered) if behind else (numbered or named)
        if option is None or option not in options:
            return []
        found.append(option)
    return found


# Lines of several stages -----------------------------------------------------------------------------------


def begin(
    game: Game[Any, Any], view: Any, options: Sequence[Action], text: str
) -> tuple[Action, Rest | None]:
    """The first action of a line and what is left of it for the next real choice.

    The whole line is tried as far as anybody can foresee, so that a line that is wrong plays nothing.

    Raises:
        NotationError, IllegalAction: some stage of the line does not fit.
    """
    action, rest = choose(game, view, options, text)
    place, left = _settle(game, view, action, rest)
    first = action, left
    while place is not None and left is not None:
        step = _next(game, place, game.options(place), left)
        if step is None:
            break
        place, left = _settle(game, place, *step)
    return first


def go_on(
    game: Game[Any, Any], view: Any, options: Sequence[Action], rest: Rest, *, foreseen: bool = True
) -> tuple[Action, Rest | None] | None:
    """The next action of a line and what is left of it for the next real choice, or ``None`` at its end.

    Where the list could not be ``foreseen`` when the line was typed, its numbers are nobody's choice.

    Raises:
        NotationError, IllegalAction: the rest does not fit here.
    """
    if not foreseen and _is_by_number(game, view, options, rest):
        raise NotationError("numbers go no further than dice or another side's choice")
    step = _next(game, view, options, rest)
    return None if step is None else (step[0], _settle(game, view, *step)[1])


def _next(
    game: Game[Any, Any], view: Any, options: Sequence[Action], rest: Rest
) -> tuple[Action, Rest | None] | None:
    decision, left = game.decision(view), rest.text.strip(" ;")
    if not left:
        return None
    kind, part = type(decision).__name__, left.partition(";")[0].strip()
    if kind != rest.decision and _begins(part, rest.verb) and rest.verb not in _verbs(decision):
        raise NotationError(f"{part!r} is one choice too many")
    action, more = choose(game, view, options, left, behind=rest.tight)
    named = game.say(action).casefold().startswith(part.split()[0].casefold())
    if kind == rest.decision and not named:
        raise NotationError(f"{left!r} is one stage too many")
    return action, more


def _is_by_number(game: Game[Any, Any], view: Any, options: Sequence[Action], rest: Rest) -> bool:
    """Whether the rest of a line begins with a number of the list, alone or behind the verb."""
    words = rest.text.strip(" ;").partition(";")[0].split()
    behind = _behind_verb(options, words)
    word = "".join(words[1:2] if behind else words[:1])
    if _numbered(options, word) is None:
        return False
    return not (behind or rest.tight) or _named(game, view, options, [word], alone=False) is None


def ahead(game: Game[Any, Any], view: Any, options: Sequence[Action], text: str) -> tuple[Any, Action]:
    """Where a line of several stages ends: the view before its last action, and that action.

    Nothing may be rolled and nobody else asked before the last action.

    Raises:
        NotationError, IllegalAction: as :func:`choose`, or something is rolled on the way.
    """
    action, rest = choose(game, view, options, text)
    while True:
        place, rest = _settle(game, view, action, rest)
        if rest is None:
            return view, action
        if place is None:
            raise NotationError(f"{game.say(action)!r} leads to dice or to another side: ask about it alone")
        view = place
        step = _next(game, view, game.options(view), rest)
        if step is None:
            return view, action
        action, rest = step


def deepest(game: Game[Any, Any], view: Any, action: Action) -> tuple[Any, Action]:
    """The last of the stages of an action that follow of themselves, each with a single option."""
    floor = len(view.agenda) - 1
    while True:
        place = _stage(game, view, action, floor=floor)
        options = game.options(place) if place is not None else []
        if len(options) != 1:
            return view, action
        view, action = place, options[0]


def following(game: Game[Any, Any], view: Any, action: Action) -> tuple[Any | None, bool]:
    """The view at the same side's next real choice after an action, and whether it is a stage of the action.

    ``None`` if dice or another side come first. It is no stage if the action is done and what lay under it on
    the agenda goes on.
    """
    place, _ = _settle(game, view, action, None)
    stage, _ = _settle(game, view, action, None, len(view.agenda) - 1)
    return place, stage is not None and stage.agenda != view.agenda


def _settle(
    game: Game[Any, Any], view: Any, action: Action, rest: Rest | None, floor: int = 0
) -> tuple[Any | None, Rest | None]:
    """The next real choice of the same side after an action, and the rest of the line without forced choices.

    The place is ``None`` where something is rolled or another side is asked before that, or where the agenda
    has become no longer than ``floor``.
    """
    events: list[Event] = []
    place = _stage(game, view, action, events, floor=floor)
    if rest is not None:
        rest = _without_made(game, view, action, place, events, rest)
    while place is not None:
        decision, options = game.decision(place), game.options(place)
        if decision is None or len(options) != 1 or decision.always_ask:
            return place, rest
        if rest is not None:
            rest = _without(game, place, options[0], rest)
        place = _stage(game, place, options[0], floor=floor)
    if rest is not None and rest.tight:
        _refuse_tight(game, view, action, rest)
    return None, rest


def _without_made(
    game: Game[Any, Any], view: Any, action: Action, place: Any | None, events: Sequence[Event], rest: Rest
) -> Rest | None:
    """The rest of a line after an action, without choices like it that the rules have made along with it.

    Rules may order all units that are left, where no choice is left between them. A choice of the decision
    before is made when everything has happened that it would have brought about there.
    """
    if not rest.verb or (place is not None and rest.verb in _verbs(game.decision(place))):
        return rest
    left = rest.text
    while _begins(left, rest.verb):
        part, _, later = left.partition(";")
        try:
            choice = game.parse(view, part.strip())
        except NotationError:
            break
        brought = _brought(game, view, choice) if choice != action else ()
        if not brought or not all(event in events for event in brought):
            break
        left = later.strip(" ;")
    return msgspec.structs.replace(rest, text=left) if left else None


def _brought(game: Game[Any, Any], view: Any, action: Action) -> list[Event]:
    """What an action brings about by itself, before anything else happens."""
    events: list[Event] = []
    if not game.refusal(view, action):
        game.take(Play(view.copy(), game.rules, NO_DICE, events=events), action)
    return events


def _begins(text: str, verb: str) -> bool:
    return text.casefold().split(maxsplit=1)[:1] == [verb.casefold()]


def _without(game: Game[Any, Any], place: Any, forced: Action, rest: Rest) -> Rest | None:
    """The rest of a line after a forced choice, which it may name; raises if it names another one."""
    try:
        action, left = choose(game, place, [forced], rest.text, behind=rest.tight)
        if action != forced:
            raise NotationError(f"{game.say(forced)!r} is made by the rules")
    except NotationError:
        if rest.tight:
            raise NotationError(
                f"{rest.text.partition(';')[0]!r} is no choice here: {game.say(forced)!r} is the only one"
            ) from None
        return rest
    return left


def _refuse_tight(game: Game[Any, Any], view: Any, action: Action, rest: Rest) -> None:
    """A further stage was typed, but what comes next is dice or another side's choice."""
    after = _stage(game, view, action)
    if after is None or len(game.options(after)) == 1:
        raise NotationError(f"{game.say(action)!r} leads to no stage that {rest.text!r} could answer")


def _verbs(decision: Any) -> set[str]:
    return {kind.verb for kind in decision.actions} if decision is not None else set()


def _stage(
    game: Game[Any, Any], view: Any, action: Action, events: list[Event] | None = None, *, floor: int = 0
) -> Any | None:
    """The view at the next decision after an action, forced or not; what happens goes to ``events``.

    ``None`` if something is rolled before it, if it is another side's, if the agenda has become no longer
    than ``floor``, or if the game is over.
    """
    side, after = game.to_act(view), view.copy()
    play = Play(after, game.rules, NO_DICE, events=events)
    try:
        game.take(play, action)
        decision = game.next_decision(play, floor=floor)
    except RuntimeError:  # dice that must not be rolled
        return None
    return after if decision is not None and decision.side == side else None
