"""What a person may ask while deciding: why, odds, hint, undo, save, map, log, help …

Nothing here plays, but for `auto`: the bot's choices are the person's, recorded and taken back as such.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from rich.text import Text

from grognard.cli.console import console, print_map
from grognard.cli.given import typed_path
from grognard.cli.keyboard import HELP, LEAVE, Leave, first_word
from grognard.errors import GrognardError, RecordError

if TYPE_CHECKING:
    from pathlib import Path

    from grognard.cli.table import Table
    from grognard.play import Action
    from grognard.session import Session

__all__ = ["COMMANDS", "answer", "is_aside"]

ALONE = ("hint", "auto", "undo", "hand", "status")
"""Words that stand alone on their line."""

Aside = Callable[["Table", str, "Sequence[Action]"], bool]
"""Takes the table, what was typed after the word, and the options; true if the position has changed."""


def is_aside(line: str) -> bool:
    """Whether a line begins with one of the words answered here."""
    return first_word(line) in COMMANDS


def answer(table: Table, line: str, options: Sequence[Action]) -> bool:
    """Answer a line; true if the decision has to be asked anew."""
    word = first_word(line)
    text = line[len(word) :].strip().lstrip(" ;；")
    if text and word in ALONE:
        raise GrognardError(f"no further word belongs behind {word!r}, got {text!r}")
    return COMMANDS[word][0](table, text, options)


def _why(table: Table, text: str, options: Sequence[Action]) -> bool:
    from grognard.cli.answers import print_why

    print_why(table.game, table.view(), options, _choice(text, "why"))
    return False


def _odds(table: Table, text: str, options: Sequence[Action]) -> bool:
    from grognard.cli.answers import print_odds

    asked = _choice(text.removesuffix("--all").strip(), "odds")
    everything = text.endswith("--all")
    print_odds(table.game, table.view(), options, asked, table.lang, everything=everything)
    return False


def _choice(text: str, word: str) -> str:
    if not text:
        raise GrognardError(f"{word} of what? Name a choice: {word} 1")
    return text


def _hint(table: Table, text: str, options: Sequence[Action]) -> bool:
    action = table.adviser().choose(table.game, table.view(), options)
    words = f"{table.game.say(action)}  {table.game.describe(table.view(), action, table.lang)}"
    console.print(Text(f"  The greedy bot would choose {options.index(action) + 1}  ") + Text(words, "bold"))
    return False


def _auto(table: Table, text: str, options: Sequence[Action]) -> bool:
    table.let_bot_play()
    return True


def _undo(table: Table, text: str, options: Sequence[Action]) -> bool:
    for step in table.session.undo(table.viewer):
        console.print(Text(f"  taken back: {step.text}", style="dim"))
    table.forget()
    return True


def _save(table: Table, text: str, options: Sequence[Action]) -> bool:
    path = typed_path(text) if text else None
    if path is not None and path.is_file():
        _check_replaceable(path, table.session)
    table.session.save(path)
    console.print(f"  saved to {path}" if path else "  saved; 'quit' tells how to go on")
    return False


def _check_replaceable(path: Path, session: Session[Any, Any]) -> None:
    """Refuse to replace a file unless it holds a record of how the same game began."""
    from grognard.record import Record

    try:
        record = Record.load(path, mend=True)
    except RecordError:
        record = None
    if record is None or record.header != session.record.header:
        raise GrognardError(f"{path} exists and is no record of this game: name another file")
    if record.actions != session.record.actions[: len(record.actions)]:
        raise GrognardError(f"{path} holds another or a longer course of this game: name another file")


def _map(table: Table, text: str, options: Sequence[Action]) -> bool:
    words = text.split()
    if words and "." in words[0]:
        from grognard.cli.maps import write_svg

        scene = table.game.scene(table.view(), lang=table.lang, show=words[1:])
        write_svg(scene, typed_path(words[0]))
        console.print(f"  written to {words[0]}")
    else:
        table.show_map(words or table.legal)
    return False


def _status(table: Table, text: str, options: Sequence[Action]) -> bool:
    table.show_status()
    return False


def _log(table: Table, text: str, options: Sequence[Action]) -> bool:
    if text and not text.isdecimal():
        raise GrognardError(f"log of how many lines? expected a number, got {text!r}")
    told = [line for event in table.events() if (line := table.game.tell(event, table.lang))]
    for line in told[max(0, len(told) - int(text or 20)) :]:
        console.print(f"  {line}")
    return False


def _list(table: Table, text: str, options: Sequence[Action]) -> bool:
    table.list_options(options, everything=True, having=text)
    return False


def _rule(table: Table, text: str, options: Sequence[Action]) -> bool:
    from grognard.cli.reference import print_rules

    print_rules(table.game, text)
    return False


def _show(table: Table, text: str, options: Sequence[Action]) -> bool:
    from grognard.cli.reference import print_topic

    topic, _, row = text.partition(" ")
    print_topic(table.game, topic, row.strip() or None, table.lang)
    return False


def _los(table: Table, text: str, options: Sequence[Action]) -> bool:
    from grognard.cli.answers import print_sight, sight_of, sight_scene

    words = text.split()
    if len(words) not in (2, 3):
        raise GrognardError("expected two hexes, and a kind of unit if it matters: los G5 H7")
    asked = (table.game, table.view(), words[:2], words[2] if words[2:] else None, table.lang)
    sight = sight_of(*asked)
    if table.maps != "never" and hasattr(table.game, "sight_scene"):
        part = sight_scene(*asked).around(sight.a, 1, sight.b, *sight.hexes)
        console.print()
        print_map(msgspec.structs.replace(part, title="", gauges=()), legend=False)
    print_sight(sight)
    return False


def _help(table: Table, text: str, options: Sequence[Action]) -> bool:
    console.print(
        "  Type the number of a choice, or its notation, or several stages in one line (move G5 H4); "
        "a ; parts actions, by their notation where dice or another side come between them. Where a hex is "
        "called 12, 12 alone is the choice of that number: behind a verb (to 12) it is the hex.",
    )
    for word, (_, usage, meaning) in COMMANDS.items():
        if usage:
            console.print(Text(f"  {usage or word:<18}", style="bold") + Text(meaning))
    return False


def _quit(table: Table, text: str, options: Sequence[Action]) -> bool:
    raise Leave


def _words(words: Sequence[str], aside: Aside, usage: str, meaning: str) -> dict[str, tuple[Aside, str, str]]:
    """A command under the first of some words, and under the others without mention."""
    first, *others = words
    return {first: (aside, usage, meaning), **dict.fromkeys(others, (aside, "", ""))}


COMMANDS: Mapping[str, tuple[Aside, str, str]] = {
    "why": (_why, "why CHOICE", "the reasons behind a choice, or what forbids it, with the rules"),
    "odds": (_odds, "odds CHOICE", "exact chances of what a choice leads to"),
    "los": (_los, "los FROM TO", "who sees whom, hex by hex"),
    "hint": (_hint, "hint", "what the greedy bot would choose here"),
    "auto": (_auto, "auto", "let the greedy bot choose for you until this phase, or the set-up, is over"),
    "undo": (_undo, "undo", "take back the last action, if nothing was rolled or revealed"),
    "map": (_map, "map [OVERLAY…]", "draw the map; 'map FILE.svg' writes it to a file"),
    "hand": (_status, "hand", "what you hold and how things stand"),
    "status": (_status, "", ""),
    "list": (_list, "list [WORD…]", "every choice again, or those with these words in them"),
    "log": (_log, "log [N]", "what happened lately"),
    "rule": (_rule, "rule ID|WORD…", "what a rule is about, or the rules of a section or with a word"),
    "show": (_show, "show TOPIC [WORD…]", "a chart of the game: terrain, units, cards …"),
    "save": (_save, "save [FILE]", "save the game with its luck, to go on later"),
    **_words(HELP, _help, "help", "this list"),
    **_words(LEAVE, _quit, "quit", "leave; the game can be resumed"),
}
"""Word → what answers it, its usage and its meaning (empty for second names)."""
