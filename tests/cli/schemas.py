"""The JSON schemas in docs/reference/json, and a checker for the part of the language they use."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "docs" / "reference" / "json"

TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


@cache
def schema_of(name: str) -> dict[str, Any]:
    """A schema as it lies on disk."""
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


def problems(value: object, schema: dict[str, Any]) -> list[str]:
    """Everything about a value that its schema does not allow."""
    return list(_check(value, schema, schema, "$"))


def _check(value: Any, schema: dict[str, Any], root: dict[str, Any], place: str) -> Iterator[str]:
    unknown = set(schema) - {
        "$schema", "$ref", "$defs", "title", "description", "type", "anyOf", "enum", "const", "properties",
        "required", "additionalProperties", "items", "default", "prefixItems", "minItems", "maxItems",
    }  # fmt: skip
    assert not unknown, f"the checker does not know {unknown}"
    if "$ref" in schema:
        yield from _check(value, root["$defs"][schema["$ref"].rpartition("/")[2]], root, place)
        return
    if "anyOf" in schema:
        if not any(not list(_check(value, choice, root, place)) for choice in schema["anyOf"]):
            yield f"{place}: {value!r} fits none of the choices"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{place}: {value!r} is not one of {schema['enum']}"
    if "const" in schema and value != schema["const"]:
        yield f"{place}: {value!r} is not {schema['const']!r}"
    if "type" in schema:
        kinds = TYPES[schema["type"]]
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            yield f"{place}: {value!r} is no {schema['type']}"
            return
    if isinstance(value, dict):
        yield from _check_object(value, schema, root, place)
    if isinstance(value, list):
        yield from _check_list(value, schema, root, place)


def _check_object(
    value: dict[str, Any], schema: dict[str, Any], root: dict[str, Any], place: str
) -> Iterator[str]:
    fields = schema.get("properties", {})
    yield from (f"{place}: {name} is missing" for name in schema.get("required", ()) if name not in value)
    others = schema.get("additionalProperties", True)
    for name, inner in value.items():
        if name in fields:
            yield from _check(inner, fields[name], root, f"{place}.{name}")
        elif others is False:
            yield f"{place}: {name} is not in the schema"
        elif isinstance(others, dict):
            yield from _check(inner, others, root, f"{place}.{name}")


def _check_list(value: list[Any], schema: dict[str, Any], root: dict[str, Any], place: str) -> Iterator[str]:
    if len(value) < schema.get("minItems", 0) or len(value) > schema.get("maxItems", len(value)):
        yield f"{place}: {len(value)} items"
    first = schema.get("prefixItems", [])
    for n, inner in enumerate(value):
        rule = first[n] if n < len(first) else schema.get("items", {})
        if rule is False:
            yield f"{place}[{n}]: one item too many"
        else:
            yield from _check(inner, rule, root, f"{place}[{n}]")
