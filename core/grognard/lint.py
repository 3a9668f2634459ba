"""Everything that is wrong with a ruleset, not only the first thing.

:func:`check` loads a ruleset, binds it to its system, sets up every scenario, and reads all its files for
what loading alone does not notice: citations, names, rules without code and code without rules, guards,
charts, files and rows that nothing uses. A system adds checks of its own in a method ``lint`` of its game
that yields sentences.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from grognard import datafile, reasons, steps
from grognard.datafile import shown
from grognard.dice import SeededDice
from grognard.errors import GrognardError, PluginError, RulesetError
from grognard.faults import fault
from grognard.ruleset import RuleEntry, Ruleset
from grognard.scene.icons import ICONS
from grognard.scene.lines import EDGES, PATHS
from grognard.scene.patterns import PATTERNS
from grognard.scene.symbols import SYMBOLS
from grognard.spelling import closest, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from grognard.game import Game
    from grognard.registry import Registry
    from grognard.sequence import Sequence

__all__ = ["Problem", "check"]

_QUOTED = re.compile(r"'([^']*[^\W\d][^']*)'")  # an id; a mere number is in too many sentences
_NAME = re.compile(r"[\w-]+")
_Place = tuple[str | int, ...]
_Documents = dict[Path, dict[str, Any]]


_DRAWN: Mapping[str, Collection[str]] = {
    "pattern": PATTERNS,
    "symbol": SYMBOLS,
    "icon": ICONS,
    "drawing": {*EDGES, *PATHS, *ICONS, *PATTERNS},
}
"""Fields that name a picture, and what there is."""


class Problem(msgspec.Struct, frozen=True):
    """One thing that is wrong (``error``) or looks wrong (``warning``), and where.

    >>> print(Problem("terrain.toml", "terrain 'town'", "cite: no rule 'X-9'"))
    terrain.toml: terrain 'town': cite: no rule 'X-9'
    """

    file: str
    entry: str
    text: str
    level: Literal["error", "warning"] = "error"

    def __str__(self) -> str:
        mark = "warning: " if self.level == "warning" else ""
        return mark + ": ".join(part for part in (self.file, self.entry, self.text) if part)


def check(registry: Registry, ruleset: str | Path, *, charts: Path | str | None = None) -> list[Problem]:
    """All problems of a ruleset, given by id or by path, errors first; an empty list means it is sound."""
    try:
        root = registry.find(ruleset)
    except GrognardError as error:
        return [_problem(error)]
    if not (root / "ruleset.toml").is_file():  # what lies below is not ours to read
        return [Problem(shown(root), "", "no ruleset here: it must hold ruleset.toml")]
    documents, found = _read_all(root)
    loaded: _Checked | None = None
    game: Game[Any, Any] | None = None
    try:
        loaded = _Checked(root, charts, found)
        game = registry.bind(loaded, loaded.resolve())
    except _Reported:
        pass
    except PluginError as error:
        # A system that stumbles over rows already reported says nothing new.
        if not found or error.__cause__ is None:
            found.append(_problem(error))
    except GrognardError as error:
        found += _new([_problem(error)], found)
    if loaded is not None:
        found += _of_files(documents, loaded.rules)
        found += _of_rules(loaded, registry, _cited_by_rows(documents, loaded.root))
    if loaded is not None and game is not None:
        broken = any(problem.level == "error" for problem in found)
        found += _new(_of_game(game, broken=broken), found)
        found += _unread(documents, loaded)
    found += _unused_rows(documents, root)
    unique = dict.fromkeys(found)
    return sorted(unique, key=lambda problem: problem.level != "error")


def _new(told: Iterable[Problem], found: Collection[Problem]) -> list[Problem]:
    """Problems that do not follow from those found: rows and charts that are wrong are not there for others.

    One that names such a row is told when the row is right and it is still there.
    """
    wrong = {name for each in found if each.level == "error" for name in _QUOTED.findall(each.entry)}
    return [each for each in told if not wrong & set(_NAME.findall(f"{each.entry} {each.text}"))]


class _Reported(GrognardError):
    """Loading cannot go on, and the problems are written down already."""


class _Checked(Ruleset):
    """A ruleset that writes problems down and goes on with what is sound."""

    def __init__(self, root: Path, overlay: Path | str | None, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__(root, overlay=overlay)

    def _complain(self, errors: list[RulesetError]) -> None:
        self.problems += map(_problem, errors)

    def sequence(self, guards: Collection[str] | None = None) -> Sequence:
        file = self.root / "sequence.toml"
        read = steps.entries(self._document("sequence.toml"), file=file)
        errors = read.errors
        self._complain(errors)
        if not errors:
            wrong = steps.problems(
                tuple(read.steps),
                phases=[phase.id for phase in read.phases],
                parts=read.parts,
                actors=read.actors,
                questions=[question.id for question in read.questions],
                guards=guards,
            )
            self._complain([RulesetError(text, file=shown(file)) for text in wrong])
            errors = [RulesetError(text) for text in wrong]
        if errors:
            raise _Reported("sequence of play")
        return super().sequence(guards)


def _problem(error: GrognardError) -> Problem:
    if isinstance(error, RulesetError):
        return Problem(error.file, error.entry, error.problem)
    return Problem("", "", str(error))


def _read_all(root: Path) -> tuple[_Documents, list[Problem]]:
    """Every TOML file that can be read, and a problem for each that cannot."""
    documents: _Documents = {}
    found: list[Problem] = []
    for path in sorted(root.rglob("*.toml")):
        try:
            documents[path] = datafile.read(path)
        except RulesetError as error:
            found.append(_problem(error))
    if not (root / "README.md").is_file():
        found.append(Problem(shown(root), "", "no README.md says what this ruleset is", "warning"))
    return documents, found


# What the files say


def _of_files(documents: _Documents, rules: Mapping[str, RuleEntry]) -> Iterator[Problem]:
    """Citations, names in English, sources and marks of doubt, wherever they stand."""
    for path, document in documents.items():
        file = shown(path)
        if not document.get("source"):
            yield Problem(file, "", "no source says where its figures come from", "warning")
        for place, value in _fields(document):
            entry, field = _where(document, place)
            for text in _wrong_field(str(place[-1]), value, rules):
                yield Problem(file, entry, f"{field}: {text}")
            for text in _not_drawn(str(place[-1]), value):
                yield Problem(file, entry, f"{field}: {text}", "warning")
        if path.name == "archetypes.toml":
            yield from _of_archetypes(documents, path)


def _wrong_field(field: str, value: object, rules: Mapping[str, RuleEntry]) -> Iterator[str]:
    if field == "cite":
        for cite in _cites(value):
            if cite not in rules:
                yield f"no rule {cite!r} in rules.toml{did_you_mean(cite, rules)}"
    elif field in ("name", "text") and isinstance(value, dict) and not value.get("en"):
        if all(isinstance(said, str) for said in value.values()):
            yield "en is missing"
    elif field == "sure":
        for mark in value.values() if isinstance(value, dict) else [value]:
            if mark != "reconstructed" and closest(str(mark), ["reconstructed"]):
                yield f"unknown mark {mark!r} (did you mean 'reconstructed'?)"


def _not_drawn(field: str, value: object) -> Iterator[str]:
    """A picture that is called almost like one of ours; others may be a system's own."""
    drawn = _DRAWN.get(field, ())
    if isinstance(value, str) and value not in drawn and closest(value, drawn):
        yield f"nothing is drawn as {value!r}{did_you_mean(value, drawn)}"


def _cites(value: object) -> Iterator[str]:
    """The ids of a citation: one, a list, or one for each use of a row."""
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _cites(inner)
    else:
        yield str(value)


def _of_archetypes(documents: _Documents, path: Path) -> Iterator[Problem]:
    """Rows named by archetypes must exist in some table of the ruleset."""
    known = {
        row_id for other, document in documents.items() if other != path for row_id in _row_ids(document)
    }
    for place, value in _fields(documents[path]):
        if place[-1] == "is" and value not in known:
            entry, _ = _where(documents[path], place)
            yield Problem(shown(path), entry, f"is: no row {value!r}{did_you_mean(str(value), known)}")


def _fields(value: object, place: _Place = ()) -> Iterator[tuple[_Place, object]]:
    """Every field at every depth, with its place."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield (*place, key), inner
            yield from _fields(inner, (*place, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _fields(inner, (*place, index))


def _where(document: Mapping[str, Any], place: _Place) -> tuple[str, str]:
    """The entry and the field of a place, as errors name them."""
    if len(place) == 1:
        return "", str(place[0])
    section, row = str(place[0]), place[1]
    if isinstance(row, int):
        table = document[section][row]
        row_id = table.get("id", row + 1) if isinstance(table, dict) else row + 1
        entry = f"{section} {row_id!r}"
    elif len(place) == 2:
        return section, row
    else:
        entry = f"{section} {row!r}"
    return entry, datafile.dotted(place[2:])


def _row_ids(document: Mapping[str, Any]) -> Iterator[str]:
    for content in document.values():
        if isinstance(content, dict):
            yield from (key for key, row in content.items() if isinstance(row, dict))
        elif isinstance(content, list):
            yield from (str(row["id"]) for row in content if isinstance(row, dict) and "id" in row)


# Rules and code


def _cited_by_rows(documents: _Documents, root: Path) -> set[str]:
    """Rules that a row of the data carries out, a figure with its citation; options only mention theirs."""
    return {
        cite
        for path, document in documents.items()
        if path != root / "ruleset.toml"
        for place, value in _fields(document)
        if place[-1] == "cite"
        for cite in _cites(value)
    }


def _of_rules(ruleset: Ruleset, registry: Registry, in_data: Collection[str]) -> Iterator[Problem]:
    """Rules said to be modelled are in code or data; code cites only rules that its rulesets list."""
    if ruleset.system not in registry.systems:
        return
    package = registry.systems[ruleset.system].package
    code = {
        rule: places
        for rule, everywhere in reasons.implementations().items()
        if (places := [place for place in everywhere if place.partition(":")[0].partition(".")[0] == package])
    }
    file = shown(ruleset.path("rules.toml"))
    for rule in ruleset.rules.values():
        entry, done = f"rule {rule.id!r}", rule.id in code or rule.id in in_data
        if rule.status in ("modelled", "partly") and not done:
            text = f"status is {rule.status!r}, but no code is marked with it and no row cites it"
            yield Problem(file, entry, text, "error" if rule.status == "modelled" else "warning")
        elif rule.status == "not_modelled" and rule.id in code:
            yield Problem(file, entry, f"status is 'not_modelled', but {code[rule.id][0]} does it", "warning")
    known = set(ruleset.rules) | set(_listed_elsewhere(ruleset, registry))
    for cited, places in code.items():
        if cited not in known:
            yield Problem(
                "", places[0], f"cites a rule {cited!r} that no ruleset lists{did_you_mean(cited, known)}"
            )


def _listed_elsewhere(ruleset: Ruleset, registry: Registry) -> Iterator[str]:
    """Rules that other rulesets of the same system list."""
    for other in registry.rulesets.values():
        file = other.root / "rules.toml"
        if other.header.system == ruleset.system and other.root != ruleset.root and file.is_file():
            try:
                yield from datafile.plain_rows(datafile.read(file), "rule", file=file).good
            except RulesetError:
                continue  # the other ruleset's own check reports it


# The bound game


def _of_game(game: Game[Any, Any], *, broken: bool) -> Iterator[Problem]:
    """Every scenario can be set up, the default one exists, and the system's own checks.

    A system that stumbles over rows that are ``broken`` and reported already says nothing new.
    """
    ruleset = game.ruleset
    try:
        scenarios = game.scenarios()
    except Exception as error:  # whatever a system stumbles over is a finding
        yield _stumble(error, ruleset, "its scenarios cannot be listed")
        return
    known = [info.id for info in scenarios]
    default = ruleset.default_scenario
    if default and default not in known:
        text = f"default_scenario: no scenario {default!r}{did_you_mean(default, known)}"
        yield Problem(shown(ruleset.path("ruleset.toml")), "", text)
    for scenario in known:
        try:
            game.start(scenario, SeededDice(0))
        except Exception as error:  # as above
            if isinstance(error, GrognardError) or not broken:
                yield _stumble(error, ruleset, "cannot be set up", f"scenario {scenario!r}")
    try:
        for text in game.lint():
            yield Problem(shown(ruleset.root), "", text)
    except Exception as error:  # as above
        if isinstance(error, GrognardError) or not broken:
            yield _stumble(error, ruleset, "its own checks fail")


def _stumble(error: Exception, ruleset: Ruleset, what: str, entry: str = "") -> Problem:
    if isinstance(error, GrognardError):
        return _problem(error)
    return Problem(shown(ruleset.root), entry, f"{what}: {fault(error)}")


def _unread(documents: _Documents, ruleset: _Checked) -> Iterator[Problem]:
    """Files, sections, charts and guards that the system never asked for."""
    for path, document in documents.items():
        name = path.relative_to(ruleset.root).as_posix()
        if name == "archetypes.toml" or name.startswith("geography/"):
            continue  # read when rulesets are compared, and when maps are made
        if name not in ruleset.read_sections:
            yield Problem(shown(path), "", "nothing reads this file", "warning")
            continue
        read = ruleset.read_sections[name]
        for section in sorted(document.keys() - read):
            yield Problem(shown(path), section, f"nothing reads this{did_you_mean(section, read)}", "warning")
    for chart in sorted(ruleset.charts.keys() - ruleset.read_charts):
        text = "nothing asks for this chart"
        yield Problem(ruleset.charts[chart].file, f"chart {chart!r}", text, "warning")
    if ruleset.asked_guards is not None:
        for guard in sorted(ruleset.asked_guards - ruleset.sequence(ruleset.asked_guards).guards):
            text = f"no step asks the guard {guard!r}"
            yield Problem(shown(ruleset.path("sequence.toml")), "", text, "warning")


_WORD = re.compile(r"[^\s,;:|/]+")


def _words(value: object) -> Iterator[str]:
    """Every key, text and word of a text at every depth."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _words(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _words(inner)
    elif isinstance(value, str):
        yield from {value, *_WORD.findall(value)}


def _unused_rows(documents: _Documents, root: Path) -> Iterator[Problem]:
    """Terrain and units that no other row, scenario or map names."""
    named = Counter(word for document in documents.values() for word in _words(document))
    for name, section in (("terrain.toml", "terrain"), ("units.toml", "unit")):
        document = documents.get(root / name, {})
        for row_id in _row_ids({section: document.get(section)}):
            if named[row_id] < 2:  # its own heading or id is one
                text = "no scenario, map or other row names it"
                yield Problem(shown(root / name), f"{section} {row_id!r}", text, "warning")
