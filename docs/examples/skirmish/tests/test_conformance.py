from grognard.testing import Conformance


class TestSkirmish(Conformance):
    ruleset = "skirmish"
