"""Errors as values: they travel between processes whole."""

from __future__ import annotations

import pickle

import pytest

from grognard.errors import (
    GrognardError,
    IllegalAction,
    MissingExtra,
    NotationError,
    RecordError,
    RulesetError,
)
from grognard.reasons import Reason

ERRORS = (
    GrognardError("something is wrong"),
    RulesetError("must be an integer", file="terrain.toml", entry="terrain 'church'"),
    IllegalAction("move E5", [Reason("it has no order", "X-1")]),
    NotationError("no such hex", suggestions=["E5"]),
    RecordError("is cut off", file="game.jsonl", line=7),
    MissingExtra("pyarrow", "parquet", "writing Parquet"),
)


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_a_worker_process_can_hand_an_error_over(error: GrognardError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)
