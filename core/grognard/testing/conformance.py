"""The suite put together from its chapters."""

from __future__ import annotations

from grognard.testing.figures import Figures
from grognard.testing.holding import Holding
from grognard.testing.playing import Playing
from grognard.testing.secrets import Secrets
from grognard.testing.sessions import Sessions

__all__ = ["Conformance"]


class Conformance(Playing, Holding, Sessions, Secrets, Figures):
    """Everything a game system must keep; inherit it and name the ``ruleset``.

    A system that is not installed overrides :meth:`load` instead.
    """
