"""A ruleset: a directory of TOML that one system reads.

    my_rules/
      ruleset.toml      id, system, version, api, name, source, licence, default_scenario, [options.<id>]
      rules.toml        [[rule]] id, title, status: the rules this ruleset covers and how far
      sequence.toml     [[step]]: the sequence of play
      terrain.toml units.toml archetypes.toml maps/ …      the system's own tables
      charts/           [chart.<id>]
      scenarios/        one file each

Copy the directory, change ``id`` and a number, play it. Everything is read into frozen structs when a game is
loaded; whatever is wrong is a :class:`~grognard.errors.RulesetError` that names file, entry and field.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import msgspec

from grognard import chart_overlay, datafile
from grognard import charts as chart_tables
from grognard.errors import RulesetError
from grognard.sequence import Sequence
from grognard.spelling import did_you_mean
from grognard.steps import SECTIONS

if TYPE_CHECKING:
    from collections.abc import Collection

    from grognard.charts import AnyChart

__all__ = ["API", "Header", "OptionSpec", "Options", "RuleEntry", "Ruleset"]

API = (1, 0)
"""Version of what Grognard offers to systems and rulesets; the first number changes when it breaks them."""

T = TypeVar("T")
Choice = bool | int | str


class OptionSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One option of a ruleset, ``[options.<id>]``.

    ``choices`` lists the values allowed; without it ``type`` says what may be given, and if both are
    missing the type is the default's. ``at_least`` and ``at_most`` bound integers.
    """

    id: str
    default: Choice
    text: dict[str, str]
    choices: tuple[Choice, ...] = ()
    type: Literal["bool", "int", "str", ""] = ""
    at_least: int | None = None
    at_most: int | None = None
    cite: str | tuple[str, ...] = ()

    def checked(self, value: object) -> Choice:
        """``value``, or its text as typed on a command line, as a value of this option.

        >>> steps = OptionSpec("steps", 4, {"en": "Steps of the walk"}, at_least=0)
        >>> steps.checked("6")
        6
        >>> steps.checked(-1)
        Traceback (most recent call last):
            ...
        grognard.errors.RulesetError: option 'steps': must be an integer, at least 0, got -1

        Raises:
            RulesetError: says what would be allowed.
        """
        for allowed in self.choices:
            if (type(value), value) == (type(allowed), allowed) or value == _typed(allowed):
                return allowed
        if not self.choices:
            kind = {"bool": bool, "int": int, "str": str}.get(self.type) or type(self.default)
            found = _from_text(value, kind) if isinstance(value, str) else value
            if type(found) is kind and self._within(found):
                return found  # type: ignore[return-value]  # kind is bool, int or str
        hint = did_you_mean(value, map(_typed, self.choices)) if isinstance(value, str) else ""
        raise RulesetError(f"must be {self.allowed}, got {value!r}{hint}", entry=f"option {self.id!r}")

    def _within(self, value: object) -> bool:
        if not isinstance(value, int) or isinstance(value, bool):
            return True
        return (self.at_least is None or value >= self.at_least) and (
            self.at_most is None or value <= self.at_most
        )

    @property
    def allowed(self) -> str:
        """What may be given, in words."""
        if self.choices:
            return " or ".join(repr(_typed(choice)) for choice in self.choices)
        kind = self.type or type(self.default).__name__
        words = [{"bool": "true or false", "int": "an integer", "str": "a text"}[kind]]
        words += [f"at least {self.at_least}"] if self.at_least is not None else []
        words += [f"at most {self.at_most}"] if self.at_most is not None else []
        return ", ".join(words)


class RuleEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule of the ledger: what it says in the project's own words, and how far it is played."""

    id: str
    title: str
    status: Literal["modelled", "partly", "descriptive", "not_modelled"]
    kind: str = ""
    text: str = ""
    note: str = ""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What ``ruleset.toml`` says."""

    id: str
    system: str
    version: str
    api: tuple[int, int]
    name: dict[str, str]
    source: str
    licence: str = ""
    default_scenario: str = ""
    text: dict[str, str] = {}
    sure: str = ""
    options: dict[str, Any] = {}

    @classmethod
    def read(cls, root: Path) -> Header:
        """The header of the ruleset in that directory.

        Raises:
            RulesetError: there is none, it is wrong, or it was written for another API.
        """
        file = root / "ruleset.toml"
        if not file.is_file():
            raise RulesetError("no ruleset here: it must hold ruleset.toml", file=datafile.shown(root))
        header = datafile.convert(datafile.read(file), cls, file=file)
        if header.api[0] != API[0]:
            problem = f"written for API {_dotted(header.api)}, this Grognard offers {_dotted(API)}"
            raise RulesetError(problem, file=datafile.shown(file), entry=f"ruleset {header.id!r}")
        if not header.name.get("en"):
            raise RulesetError(
                "name.en is missing", file=datafile.shown(file), entry=f"ruleset {header.id!r}"
            )
        return header


class Options(Mapping[str, Choice]):
    """The options a game is played with: every option of the ruleset, with its checked value."""

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, Choice]) -> None:
        self._values = dict(values)

    def __getitem__(self, key: str) -> Choice:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"Options({self._values})"


class Ruleset:
    """A ruleset as loaded: its header, options, rules and charts, and typed access to all its other files.

    ``digest`` names the contents: it changes with any byte of any TOML file of the ruleset or the overlay.
    ``overlay_digest`` names those of the overlay alone; it is empty where there is none.
    """

    def __init__(self, root: Path | str, *, overlay: Path | str | None = None) -> None:
        self.root = Path(root).absolute()
        self.overlay = None if overlay is None else Path(overlay).absolute()
        self.header = Header.read(self.root)
        self.read_sections: dict[str, set[str]] = {"ruleset.toml": set(msgspec.structs.asdict(self.header))}
        self.read_charts: set[str] = set()
        self.asked_guards: frozenset[str] | None = None
        self._documents: dict[Path, dict[str, Any]] = {}
        self.options: Mapping[str, OptionSpec] = self._options()
        self.rules: Mapping[str, RuleEntry] = self.table("rules.toml", "rule", RuleEntry)
        self.charts: Mapping[str, AnyChart] = self._charts()
        self.digest = self._digest()
        self.overlay_digest = "" if self.overlay is None else chart_overlay.digest_of(self.overlay)

    @property
    def id(self) -> str:
        """The ruleset's permanent id."""
        return self.header.id

    @property
    def system(self) -> str:
        """The id of the system that plays it."""
        return self.header.system

    @property
    def version(self) -> str:
        """The ruleset's own version."""
        return self.header.version

    @property
    def name(self) -> Mapping[str, str]:
        """Display names by language."""
        return self.header.name

    @property
    def default_scenario(self) -> str:
        """The scenario played when none is named."""
        return self.header.default_scenario

    def __repr__(self) -> str:
        overlay = f" with {datafile.shown(self.overlay)}" if self.overlay else ""
        return f"<Ruleset {self.id!r} {self.version} for {self.system!r} ({self.digest}){overlay}>"

    # Files

    def path(self, name: str) -> Path:
        """The path of one of the ruleset's files, ``"terrain.toml"`` or ``"maps/arnhem.toml"``."""
        return self.root / name

    def files(self, folder: str) -> tuple[Path, ...]:
        """The TOML files of a folder in the order of their names; none if there is no such folder."""
        return tuple(sorted(path for path in (self.root / folder).glob("*.toml") if path.is_file()))

    def document(self, name: str | Path, kind: type[T]) -> T:
        """A whole file as a ``kind``.

        Raises:
            RulesetError: the file is missing or does not fit.
        """
        document = self._document(name)
        self._note(name, document)
        return datafile.convert(document, kind, file=self.root / name)

    def table(self, name: str | Path, section: str, row_type: type[T]) -> dict[str, T]:
        """The rows of ``[section.<id>]`` or ``[[section]]`` in a file, by id and in the file's order.

        A field ``id`` of the row type receives the id; ``source`` and ``sure`` fall back on the file's own.

        Raises:
            RulesetError: of the first row that does not fit.
        """
        rows = datafile.read_section(self._document(name), section, row_type, file=self.root / name)
        self._note(name, (section,))
        self._complain(rows.errors)
        return rows.good

    def resolved(self, name: str | Path, section: str) -> dict[str, dict[str, Any]]:
        """The rows of a section as plain tables after ``like`` and overlay: what each finally says."""
        document = self._document(name)
        rows = datafile.plain_rows(document, section, file=self.root / name)
        self._complain(rows.errors)
        if section == "chart":
            return {chart: self.charts[chart].resolved() for chart in rows.good if chart in self.charts}
        inherited = {key: document[key] for key in ("source", "sure") if key in document}
        return {row_id: inherited | row for row_id, row in rows.good.items()}

    def sequence(self, guards: Collection[str] | None = None) -> Sequence:
        """The sequence of play in ``sequence.toml``, checked against the guards the system implements."""
        self.asked_guards = None if guards is None else frozenset(guards)
        document = self._document("sequence.toml")
        self._note("sequence.toml", SECTIONS)
        return Sequence.parse(document, guards=guards, file=self.root / "sequence.toml")

    def chart(self, chart_id: str, kind: type[T], *, columns: Iterable[str] = ()) -> T:
        """A chart of the kind wanted: ``ruleset.chart("crt", OddsChart)``.

        ``columns`` are those that will be looked up by name, as in
        ``ruleset.chart("nerve", RollTable, columns=units)``.

        Raises:
            RulesetError: there is no such chart, it is of another kind, or a column is missing.
        """
        if chart_id not in self.charts:
            hint = did_you_mean(chart_id, self.charts)
            raise RulesetError(f"no chart {chart_id!r}{hint}", file=datafile.shown(self.root / "charts"))
        found = self.charts[chart_id]
        self.read_charts.add(chart_id)
        if not isinstance(found, kind):
            problem = f"must be {kind.__name__}, got {type(found).__name__}"
            raise RulesetError(problem, file=found.file, entry=f"chart {chart_id!r}")
        for column in columns:
            if column not in found.labels:
                hint = did_you_mean(column, found.labels)
                raise RulesetError(
                    f"no column {column!r}{hint}", file=found.file, entry=f"chart {chart_id!r}"
                )
        return found

    # Options

    def resolve(self, given: Mapping[str, object] | None = None) -> Options:
        """Every option with the value given for it or its default.

        Raises:
            RulesetError: an option is unknown or its value is not allowed.
        """
        given = given or {}
        for option in given:
            if option not in self.options:
                hint = did_you_mean(option, self.options) or " (it has none)"
                raise RulesetError(f"no option {option!r}{hint}", entry=f"ruleset {self.id!r}")
        return Options(
            {
                option: spec.checked(given[option]) if option in given else spec.default
                for option, spec in self.options.items()
            }
        )

    def _options(self) -> dict[str, OptionSpec]:
        file = self.root / "ruleset.toml"
        if not self.header.options:
            return {}
        rows = datafile.read_section({"options": self.header.options}, "options", OptionSpec, file=file)
        for option, spec in rows.good.items():
            try:
                spec.checked(spec.default)
            except RulesetError as error:
                where = f"options {option!r}"
                rows.errors.append(
                    RulesetError(f"default {error.problem}", file=datafile.shown(file), entry=where)
                )
        self._complain(rows.errors)
        return rows.good

    # Inside

    def _complain(self, errors: list[RulesetError]) -> None:
        """Raise the first error; lint's subclass collects them all instead."""
        if errors:
            raise errors[0]

    def _document(self, name: str | Path) -> dict[str, Any]:
        path = self.root / name
        if path not in self._documents:
            self._documents[path] = datafile.read(path)
        return self._documents[path]

    def _note(self, name: str | Path, sections: Collection[str]) -> None:
        """Remember what was read, so that lint can tell what nobody reads."""
        path = (self.root / name).relative_to(self.root).as_posix()
        self.read_sections.setdefault(path, {"source", "sure"}).update(sections)

    def _charts(self) -> dict[str, AnyChart]:
        found: dict[str, AnyChart] = {}
        for path in self.files("charts"):
            self._note(path, ("chart",))
            read, errors = chart_tables.read(self._document(path), file=path)
            for chart_id in (taken for taken in read if taken in found):
                problem = f"id is taken by a chart in {found[chart_id].file}"
                errors.append(RulesetError(problem, file=datafile.shown(path), entry=f"chart {chart_id!r}"))
            self._complain(errors)
            found.update(read)
        if self.overlay is not None:
            found, errors = chart_overlay.overlaid(found, datafile.read(self.overlay), file=self.overlay)
            self._complain(errors)
        return found

    def _digest(self) -> str:
        content = blake2b(digest_size=8)
        paths = sorted((path.relative_to(self.root).as_posix(), path) for path in self.root.rglob("*.toml"))
        for name, path in [*paths, *([("overlay", self.overlay)] if self.overlay else [])]:
            data = path.read_bytes()
            content.update(f"{name}\0{len(data)}\0".encode() + data)
        return content.hexdigest()


def _dotted(version: tuple[int, int]) -> str:
    return ".".join(map(str, version))


def _typed(value: Choice) -> str:
    """A value as typed on a command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _from_text(text: str, kind: type) -> object:
    """A typed text as a value of that kind; the text itself if it is none."""
    if kind is bool:
        return {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}.get(
            text.casefold(), text
        )
    if kind is int:
        try:
            return int(text)
        except ValueError:
            return text
    return text
