"""TOML files read into frozen structs, with errors that say where, what was expected and what came.

A *section* of a file is a set of rows under ids, written either way::

    [terrain.forest]            [[terrain]]
    dice = -1                   id = "forest"
                                dice = -1

A row may begin as a copy of another: ``like = "forest"`` takes over that row's fields, then the row's own
fields replace them whole. A row that is copied may not itself be a copy.
"""

from __future__ import annotations

import re
import tomllib
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

import msgspec
from msgspec import inspect

from grognard.errors import RulesetError
from grognard.spelling import closest, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = [
    "Rows",
    "convert",
    "dotted",
    "plain_rows",
    "read",
    "read_section",
    "shown",
]

T = TypeVar("T")
Path_ = tuple[str | int, ...]

DEEPEST = 40
"""Tables and lists within each other that a file may hold."""

_EXPECTED = {
    "int": "an integer",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
}


class Rows(NamedTuple, Generic[T]):
    """What a section holds: the good rows by id, and an error for each bad one."""

    good: dict[str, T]
    errors: list[RulesetError]


def shown(path: Path | str) -> str:
    """The path as a user would write it: relative below the working directory, absolute elsewhere."""
    absolute = Path(path).absolute()
    try:
        return absolute.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return absolute.as_posix()


def read(path: Path) -> dict[str, Any]:
    """The contents of a TOML file.

    Raises:
        RulesetError: the file is missing, is not UTF-8, is not TOML or is nested too deeply.
    """
    too_deep = RulesetError(f"tables and lists must be nested {DEEPEST} deep at most", file=shown(path))
    try:
        document = tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except FileNotFoundError:
        near = closest(path.stem, sorted(each.stem for each in path.parent.glob("*.toml")), limit=1)
        hint = f" (did you mean {near[0] + '.toml'!r}?)" if near else ""
        raise RulesetError("no such file" + hint, file=shown(path)) from None
    except OSError as error:
        raise RulesetError(f"cannot be read: {error.strerror}", file=shown(path)) from None
    except UnicodeDecodeError as error:
        raise RulesetError(
            f"must be UTF-8, got byte {error.object[error.start]:#04x}", file=shown(path)
        ) from None
    except tomllib.TOMLDecodeError as error:
        detail = str(error)[:1].lower() + str(error)[1:]
        raise RulesetError(f"not valid TOML: {detail}", file=shown(path)) from None
    except RecursionError:
        raise too_deep from None
    if _is_nested_too_deeply(document):
        raise too_deep
    return document


def _is_nested_too_deeply(document: dict[str, Any]) -> bool:
    """Whether something lies deeper in a document than those who read it go."""
    level: list[Any] = [document]
    for _ in range(DEEPEST):
        parts = (each.values() if isinstance(each, dict) else each for each in level)
        level = [inner for part in parts for inner in part if isinstance(inner, dict | list)]
    return bool(level)


def read_section(
    document: Mapping[str, Any], section: str, row_type: type[T], *, file: Path | str
) -> Rows[T]:
    """Every row of ``[section.<id>]`` or ``[[section]]`` as a ``row_type``, good and bad apart.

    A field ``id`` of the row type receives the row's id. Fields ``source`` and ``sure`` fall back on the
    file's own.
    """
    plain, errors = plain_rows(document, section, file=file)
    fields = {field.encode_name for field in msgspec.structs.fields(row_type)}  # type: ignore[arg-type]  # a Struct
    inherited: dict[str, Any] = {
        key: document[key] for key in ("source", "sure") if key in document and key in fields
    }
    good: dict[str, T] = {}
    for row_id, row in plain.items():
        row = {**inherited, **row, **({"id": row_id} if "id" in fields else {})}
        try:
            good[row_id] = convert(row, row_type, file=file, entry=f"{section} {row_id!r}")
        except RulesetError as error:
            errors.append(error)
    return Rows(good, errors)


def plain_rows(document: Mapping[str, Any], section: str, *, file: Path | str) -> Rows[dict[str, Any]]:
    """The rows of a section as plain tables, ``like`` carried out and ``id`` taken out."""
    if section not in document:
        problem = f"must hold [{section}.<id>] tables" + did_you_mean(section, document)
        return Rows({}, [RulesetError(problem, file=shown(file))])
    written, errors = _by_id(document[section], section, file)
    rows: dict[str, Any] = {}
    for row_id, row in written.items():
        try:
            rows[row_id] = _copied(written, row_id, row, section, file)
        except RulesetError as error:
            errors.append(error)
    return Rows(rows, errors)


def _by_id(content: object, section: str, file: Path | str) -> Rows[dict[str, Any]]:
    """Rows as written, by id, whichever way the section is laid out."""
    rows: dict[str, Any] = {}
    errors: list[RulesetError] = []

    def wrong(problem: str, entry: str = "") -> None:
        errors.append(RulesetError(problem, file=shown(file), entry=entry))

    if isinstance(content, dict):
        listed = [(key, row, f"{section} {key!r}") for key, row in content.items()]
    elif isinstance(content, list):
        listed = []
        for number, row in enumerate(content, start=1):
            entry = f"{section} number {number}"
            if not isinstance(row, dict) or not isinstance(row.get("id"), str):
                wrong(f"id must be a text, got {row.get('id') if isinstance(row, dict) else row!r}", entry)
                continue
            listed.append((row["id"], row, f"{section} {row['id']!r}"))
    else:
        wrong(f"must be tables, got {content!r}", section)
        return Rows(rows, errors)
    for key, row, entry in listed:
        if not isinstance(row, dict):
            wrong(f"must be a table, got {row!r}", entry)
        elif key in rows:
            wrong("id is given twice", entry)
        elif row.get("id", key) != key:
            wrong(f"id must be {key!r} as in its heading, got {row['id']!r}", entry)
        else:
            rows[key] = {field: value for field, value in row.items() if field != "id"}
    return Rows(rows, errors)


def _copied(
    written: Mapping[str, Mapping[str, Any]],
    row_id: str,
    row: Mapping[str, Any],
    section: str,
    file: Path | str,
) -> dict[str, Any]:
    """A row after its ``like``."""
    if "like" not in row:
        return dict(row)
    model, entry = row["like"], f"{section} {row_id!r}"
    if not isinstance(model, str) or model not in written:
        hint = did_you_mean(str(model), (each for each in written if each != row_id))
        raise RulesetError(f"like must name another row, got {model!r}{hint}", file=shown(file), entry=entry)
    if "like" in written[model]:
        problem = f"like must name a row that is no copy itself, got {model!r}"
        raise RulesetError(problem, file=shown(file), entry=entry)
    own = {field: value for field, value in row.items() if field != "like"}
    return {**written[model], **own}


def convert(value: object, kind: type[T], *, file: Path | str = "", entry: str = "") -> T:
    """``value``, as read from TOML, as a ``kind``; unknown fields are refused at every depth.

    ``Fraction`` is read from integers, decimals and texts such as ``"1/2"``, exactly.

    >>> convert([1, 0.5, "1/3"], tuple[Fraction, ...])
    (Fraction(1, 1), Fraction(1, 2), Fraction(1, 3))
    >>> convert({"armor": "minus two"}, dict[str, int], entry="terrain 'church'")
    Traceback (most recent call last):
        ...
    grognard.errors.RulesetError: terrain 'church': armor must be an integer, got 'minus two'

    Raises:
        RulesetError: names the file, the entry, the field, what was expected and what came.
    """
    info = _info(kind)  # type: ignore[arg-type]  # mypy holds type[T] to be unhashable
    for path, field, known in _strays(info, value, ()):
        at = f"{dotted(path)}: " if path else ""
        problem = f"{at}unknown field {field!r}{did_you_mean(field, known)}"
        break
    else:
        try:
            return _convert(value, kind)
        except msgspec.ValidationError as error:
            problem = _explained(value, kind, info, str(error))
    raise RulesetError(problem, file=shown(file) if file else "", entry=entry)


def _convert(value: object, kind: type[T]) -> T:
    return msgspec.convert(value, kind, dec_hook=_fraction, str_keys=True)


def _fraction(kind: type, value: object) -> object:
    """Fractions from TOML values: msgspec asks this for every type it does not know."""
    if kind is not Fraction:
        raise TypeError(f"cannot read a {kind.__name__} from TOML")
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise ValueError("Expected `fraction`")
    try:
        return Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        raise ValueError("Expected `fraction`") from None


@cache
def _info(kind: type) -> inspect.Type:
    return inspect.type_info(kind)


def _inner(info: inspect.Type) -> Iterable[inspect.Type]:
    return info.types if isinstance(info, inspect.UnionType) else (info,)


def _child(info: inspect.Type, step: str | int) -> inspect.Type | None:
    """The type one step below, if there is one."""
    for each in _inner(info):
        if isinstance(each, inspect.StructType | inspect.DataclassType) and isinstance(step, str):
            for field in each.fields:
                if field.encode_name == step:
                    return field.type
        elif isinstance(each, inspect.DictType) and isinstance(step, str):
            return each.value_type
        elif isinstance(each, inspect.TupleType) and isinstance(step, int) and step < len(each.item_types):
            return each.item_types[step]
        elif isinstance(each, inspect.CollectionType) and isinstance(step, int):
            return each.item_type
    return None


def _strays(info: inspect.Type, value: object, path: Path_) -> Iterator[tuple[Path_, str, list[str]]]:
    """Fields that no struct at their place has, with the fields that it has."""
    structs = [each for each in _inner(info) if isinstance(each, inspect.StructType)]
    if isinstance(value, dict):
        if structs:
            known = {field.encode_name for each in structs for field in each.fields}
            known |= {each.tag_field for each in structs if each.tag_field}
            for key in value:
                if key not in known:
                    yield path, key, sorted(known)
        items: Iterable[tuple[str | int, object]] = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    else:
        return
    for step, each_value in items:
        if isinstance(each_value, dict | list) and (below := _child(info, step)) is not None:
            yield from _strays(below, each_value, (*path, step))


_STEP = re.compile(r"\.([^.\[`]+)|\[(\d+|\.\.\.)\]")


def _explained(value: object, kind: type, info: inspect.Type, message: str) -> str:
    """msgspec's complaint as one sentence with the field's full path and the culprit."""
    complaint, _, place = message.partition(" - at ")
    in_key = place.startswith("`key` in ")
    path: Path_ = ()
    for field, index in _STEP.findall(place):
        if index == "...":
            path = (*path, _culprit(value, kind, path, message))
        else:
            path = (*path, field or int(index))
    at, got = dotted(path), _reach(value, path)
    if missing := re.fullmatch(r"Object missing required field `(.+)`", complaint):
        return f"{at + ': ' if at else ''}field {missing[1]!r} is missing"
    if in_key:
        complaint, got = complaint.partition(", got")[0], list(got) if isinstance(got, dict) else got
        return f"{at or 'table'}: keys must be {_expected(complaint)}, got {got!r}"
    here: inspect.Type | None = info
    for step in path:
        here = _child(here, step) if here is not None else None
    return f"{at or 'this'} must be {_expected(complaint, here)}, got {got!r}"


def _expected(complaint: str, info: inspect.Type | None = None) -> str:
    if complaint.startswith(("Invalid enum value", "Invalid value")) and info is not None:
        choices = [
            value for each in _inner(info) if isinstance(each, inspect.LiteralType) for value in each.values
        ]
        others = [_EXPECTED["int"] for each in _inner(info) if isinstance(each, inspect.IntType)]
        return " or ".join([*map(repr, choices), *others]) or "one of its known values"
    expected = re.match(r"Expected `([^`]+)`(.*?)(?:, got .*)?$", complaint)
    if not expected:
        return complaint
    if expected[1] == "fraction":
        return "a number or a fraction such as '1/2'"
    words = [_EXPECTED.get(word, f"a {word}") for word in expected[1].split(" | ")]
    return " or ".join(word for word in words if word != "nothing") + expected[2]


def _culprit(value: object, kind: type, path: Path_, message: str) -> str | int:
    """Which key of the table at ``path`` msgspec means by ``[...]``: the one that fails alone."""
    table = _reach(value, path)
    for key in table if isinstance(table, dict) else ():
        try:
            _convert(_with(value, path, {key: table[key]}), kind)
        except msgspec.ValidationError as error:
            if str(error) == message:
                return str(key)
    return "..."


def _with(value: Any, path: Path_, part: object) -> object:
    """A copy of ``value`` with the part at ``path`` exchanged."""
    if not path:
        return part
    copy = value.copy()
    copy[path[0]] = _with(copy[path[0]], path[1:], part)
    return copy


def _reach(value: Any, path: Path_) -> Any:
    for step in path:
        value = value[step]
    return value


def dotted(path: Path_) -> str:
    """``("next", 0, "to")`` as ``next[0].to``."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text
