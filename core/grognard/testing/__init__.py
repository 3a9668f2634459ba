"""The conformance suite: what every game system must keep, as tests that a plugin inherits.

Three lines in a test module of the plugin run all of it::

    from grognard.testing import Conformance

    class TestSkirmish(Conformance):
        ruleset = "skirmish"

The suite plays games by chance, looks closely at a sample of the positions, and fails with a sentence that
says what was expected, what came, and the scenario, seed and actions that lead there. Attributes of the class
change how much it looks at (:class:`~grognard.testing.survey.Suite` lists them); two methods of the game give
it more to look at: ``hidden_alternatives`` (needed by systems with hidden facts) and ``starts``.

It needs no test framework: any runner that calls the ``test_`` methods of a fresh object will do.
"""

from __future__ import annotations

from grognard.testing.conformance import Conformance
from grognard.testing.survey import fingerprint

__all__ = ["Conformance", "fingerprint"]
