"""Finding rows by what people type: an id, the section it begins with, or words."""

from __future__ import annotations

import re
from collections.abc import Mapping

__all__ = ["find"]


def find(entries: Mapping[str, str], typed: str) -> list[str]:
    """The ids that are meant, of entries given as id and everything that is said about it; none if none is.

    An id is meant alone, in any case; else the beginning of ids, be it without the name of the book; else
    words, or beginnings of words, that an entry has all.

    >>> rules = {"X-1.2": "Move", "X-1.10": "Move over hills", "X-11.1": "Rally moves"}
    >>> find(rules, "x-1.2"), find(rules, "1"), find(rules, "rally"), find(rules, "hill mov")
    (['X-1.2'], ['X-1.2', 'X-1.10'], ['X-11.1'], ['X-1.10'])
    >>> find(rules, "tank")
    []
    """
    wanted = typed.casefold().strip()
    if not wanted:
        return []
    exact = [id_ for id_ in entries if id_.casefold() == wanted]
    section = re.compile(rf"([^-]*-)?{re.escape(wanted)}(?!\d)")
    words = [re.compile(rf"(?<!\w){re.escape(word)}") for word in wanted.split()]
    begun = [id_ for id_ in entries if section.match(id_.casefold())]
    said = {id_: f"{id_} {text}".casefold() for id_, text in entries.items()}
    return exact or begun or [id_ for id_ in said if all(word.search(said[id_]) for word in words)]
