"""``api.md``: the public names of the modules a plugin may import, from their ``__all__`` and docstrings."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path
from types import ModuleType, UnionType
from typing import Any, ForwardRef

import msgspec

__all__ = ["MODULES", "page"]

MODULES = (
    "grognard.hooks", "grognard.game", "grognard.play", "grognard.reasons", "grognard.dice",
    "grognard.ruleset", "grognard.datafile", "grognard.charts", "grognard.sequence", "grognard.hexes",
    "grognard.board", "grognard.paths", "grognard.sight", "grognard.hexmap", "grognard.latest",
    "grognard.scene", "grognard.archetypes", "grognard.errors", "grognard.spelling", "grognard.notation",
    "grognard.testing",
)  # fmt: skip
"""What plugins may import, in the order of docs/plugin-api.md."""

WIDE = 100
"""Characters of a heading's signature in one line, and of a constant that is shown as it is."""

INTRODUCTION = (
    "Every public name of the modules that [a plugin may import](../plugin-api.md): signature and docstring. "
    "The examples are run by the tests."
)


def page(made: str) -> str:
    """``api.md``; ``made`` says where it comes from."""
    contents = "\n".join(f"- [`{name}`](#{name.replace('.', '')})" for name in MODULES)
    parts = ["# The plugin API", made, INTRODUCTION, contents]
    for name in MODULES:
        parts += _module(importlib.import_module(name))
    return "\n\n".join(parts) + "\n"


def _module(module: ModuleType) -> Iterator[str]:
    yield f"## {module.__name__}"
    yield _markdown(module)
    constants = _constant_docstrings(module)
    for name in (*module.__all__, *_hook_specifications(module)):
        found = getattr(module, name)
        yield f"### {name}"
        if inspect.isclass(found) and found.__module__.startswith("grognard"):
            yield from _class(name, found)
        elif inspect.isfunction(found):
            yield _code(_signature(name, found))
            yield _markdown(found)
        else:
            yield _code(_constant(name, found))
            if name in constants:
                yield _markdown(constants[name])


def _hook_specifications(module: ModuleType) -> list[str]:
    """Functions a plugin implements: they are called by name and stand in no ``__all__``."""
    return [name for name, found in vars(module).items() if hasattr(found, "grognard_spec")]


# Classes and functions -------------------------------------------------------------------------------------


def _class(name: str, kind: type) -> Iterator[str]:
    public = _public_classes()
    parents = [base.__name__ for base in kind.__bases__ if base in public]
    bare = issubclass(kind, BaseException) or getattr(kind, "_is_protocol", False)
    yield _code(f"class {name}" if bare else _signature(f"class {name}", kind))
    yield _markdown(kind) + (f"\n\nA kind of `{'`, `'.join(parents)}`." if parents else "")
    own = [base for base in kind.__mro__ if base is kind or base not in public]
    members = [item for base in own if base.__module__.startswith("grognard") for item in _members(base)]
    if members:
        yield "\n".join(members)


@cache
def _public_classes() -> frozenset[object]:
    """Classes with an entry of their own; what a class has of other classes is told at its entry."""
    modules = map(importlib.import_module, MODULES)
    return frozenset(
        vars(module)[name]
        for module in modules
        for name in module.__all__
        if name in vars(module) and inspect.isclass(vars(module)[name])
    )


def _members(kind: type) -> Iterator[str]:
    """Variables of the class, properties and methods that the class itself defines, with their docstrings."""
    fields = issubclass(kind, msgspec.Struct | tuple) or hasattr(kind, "__dataclass_fields__")
    for name, annotation in inspect.get_annotations(kind).items():
        told = str(annotation)
        if name.startswith("_") or (fields and not told.startswith("ClassVar")):
            continue
        default = f" = {_value(vars(kind)[name])}" if name in vars(kind) else ""
        told = told[9:-1] if told.startswith("ClassVar") else told
        yield f"- `{name}: {told}{default}` (of the class)"
    if attributes := _attributes(kind):
        yield f"- attributes: `{'`, `'.join(attributes)}`"
    for name, found in vars(kind).items():
        if name.startswith("_"):
            continue
        if isinstance(found, property | cached_property):
            getter = found.fget if isinstance(found, property) else found.func
            yield _item(f"{name}: {_annotation(getter.__annotations__['return'])}", found)
        elif inspect.isfunction(found) or isinstance(found, classmethod | staticmethod):
            yield _item(_signature(name, getattr(kind, name), wide=1000), getattr(kind, name))


def _attributes(kind: type) -> list[str]:
    """What the constructor keeps, in its order."""
    constructor = vars(kind).get("__init__")
    if not inspect.isfunction(constructor) or hasattr(kind, "__dataclass_fields__"):
        return []
    kept = [
        node
        for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(constructor))))
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and not node.attr.startswith("_")
    ]
    return [node.attr for node in sorted(kept, key=lambda node: (node.lineno, node.col_offset))]


def _item(signature: str, documented: object) -> str:
    text = _markdown(documented)
    return f"- `{signature}`" + (textwrap.indent(f"\\\n{text}", "  ")[2:] if text else "")


def _signature(name: str, found: Any, wide: int = WIDE) -> str:
    struct = inspect.isclass(found) and issubclass(found, msgspec.Struct)
    signature = _struct_signature(found) if struct else inspect.signature(found)
    parameters = [each for each in signature.parameters.values() if each.name != "self"]
    marked = [_parameter(each) for each in parameters]
    keyword = next((n for n, each in enumerate(parameters) if each.kind is each.KEYWORD_ONLY), None)
    if keyword is not None and not any(each.kind is each.VAR_POSITIONAL for each in parameters):
        marked.insert(keyword, "*")
    plain = signature.return_annotation is signature.empty or name.startswith("class ")
    returns = "" if plain else f" -> {_annotation(signature.return_annotation)}"
    line = f"{name}({', '.join(marked)}){returns}"
    if len(line) <= wide:
        return line
    return f"{name}(\n" + "".join(f"    {each},\n" for each in marked) + f"){returns}"


def _struct_signature(kind: Any) -> inspect.Signature:
    """Of a struct, with annotations as they are written: not all their names can be looked up."""
    written = {
        name: text for base in reversed(kind.__mro__) for name, text in inspect.get_annotations(base).items()
    }
    names, defaults = kind.__struct_fields__, kind.__struct_defaults__
    given = dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))
    empty = inspect.Parameter.empty
    return inspect.Signature(
        [
            inspect.Parameter(
                name,
                inspect.Parameter.POSITIONAL_OR_KEYWORD
                if name in kind.__match_args__
                else inspect.Parameter.KEYWORD_ONLY,
                annotation=written[name],
                default=empty if given.get(name, msgspec.NODEFAULT) is msgspec.NODEFAULT else given[name],
            )
            for name in names
        ]
    )


_STARRED = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def _parameter(parameter: inspect.Parameter) -> str:
    stars = "*" * (1 + (parameter.kind is parameter.VAR_KEYWORD)) if parameter.kind in _STARRED else ""
    annotation = parameter.annotation
    text = stars + parameter.name + ("" if annotation is parameter.empty else f": {_annotation(annotation)}")
    return text if parameter.default is parameter.empty else f"{text} = {_value(parameter.default)}"


def _annotation(annotation: object) -> str:
    """As it is written; without the modules of what is not written but known."""
    if isinstance(annotation, ForwardRef):
        return annotation.__forward_arg__
    told = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return re.sub(r"\b(?:typing|grognard(?:\.[a-z_]+)+)\.", "", told)


def _value(value: object) -> str:
    """A default: as it is written, what makes it, or the name of an object's kind."""
    if inspect.isclass(value):
        return value.__name__
    factory = getattr(value, "factory", None)
    if factory is not None:
        return f"{factory.__name__}()"
    told = repr(value)
    return f"{type(value).__name__}(…)" if " at 0x" in told else told


# Constants -------------------------------------------------------------------------------------------------


def _constant(name: str, value: Any) -> str:
    if isinstance(value, Mapping | frozenset | set):
        return _listed(
            f"{name}: by key" if isinstance(value, Mapping) else f"{name}: of", sorted(map(str, value))
        )
    told = _annotation(value) if _is_type(value) else repr(value)
    return (
        f"{name} = {told}"
        if len(told) <= WIDE and " at 0x" not in told
        else f"{name}: {type(value).__name__}"
    )


def _is_type(value: object) -> bool:
    return inspect.isclass(value) or hasattr(value, "__origin__") or isinstance(value, UnionType)


def _listed(head: str, words: Iterable[str]) -> str:
    lines = textwrap.wrap(", ".join(words), WIDE - 4, break_on_hyphens=False)
    return "\n".join([head, *(f"    {line}" for line in lines)])


def _constant_docstrings(module: ModuleType) -> dict[str, str]:
    """The strings that stand below assignments, in the module or in the modules of the package."""
    file = Path(str(module.__file__))
    found: dict[str, str] = {}
    for path in sorted(file.parent.glob("*.py")) if file.name == "__init__.py" else [file]:
        body = ast.parse(path.read_text(encoding="utf-8")).body
        for statement, below in pairwise(body):
            if not isinstance(statement, ast.Assign | ast.AnnAssign) or not isinstance(below, ast.Expr):
                continue
            target = statement.target if isinstance(statement, ast.AnnAssign) else statement.targets[0]
            if isinstance(target, ast.Name) and isinstance(below.value, ast.Constant):
                found[target.id] = inspect.cleandoc(str(below.value.value))
    return found


# Docstrings ------------------------------------------------------------------------------------------------


def _markdown(documented: object) -> str:
    """A docstring as Markdown: roles and literals as code, examples and literal blocks fenced."""
    text = documented if isinstance(documented, str) else inspect.getdoc(documented) or ""
    text = re.sub(r":[a-z]+:`~?(?:[\w.]*\.)?(\w+)`", r"`\1`", text).replace("``", "`")
    blocks: list[str] = []
    literal = False
    for block in text.split("\n\n"):
        if (literal and block.startswith(" ")) or block.startswith(">>> "):
            code = textwrap.dedent(block)
            if blocks and blocks[-1].endswith("\n```"):
                blocks[-1] = f"{blocks[-1][:-4]}\n\n{code}\n```"
            else:
                blocks.append(_code(code))
            continue
        literal = block.endswith("::")
        blocks.append(_raises(block[:-1] if literal else block))
    return "\n\n".join(blocks)


def _raises(block: str) -> str:
    """``Raises:`` and its lines as a list."""
    head, _, rest = block.partition("\n")
    if head != "Raises:":
        return block
    return "Raises:\n\n" + re.sub(r"^    (?=\S)", "- ", re.sub(r"\n {8}", "\n  ", rest), flags=re.MULTILINE)


def _code(text: str) -> str:
    return f"```python\n{text}\n```"
