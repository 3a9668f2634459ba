"""The sequence of play: fall-through, jumps, checks at load, drawings."""

from __future__ import annotations

import tomllib
from textwrap import dedent

import networkx as nx
import pytest

from grognard.errors import RulesetError
from grognard.sequence import Sequence, problems

TURN = """
    [[phase]]
    id = "movement"
    name = { en = "Movement", zh = "移动" }
    [[phase]]
    id = "fire"
    name = { en = "Defensive fire" }

    [[step]]
    id = "1"
    name = { en = "Move", zh = "移动" }
    side = "mover"
    phase = "movement"
    cite = ["T-1", "T-2"]
    may_stop = true
    next = [{ to = "1", when = "more" }, { to = "3", when = "quiet" }]

    [[step]]
    id = "2"
    name = { en = "Fire" }
    side = "other"
    phase = "fire"

    [[step]]
    id = "3"
    name = { en = "End \\"of\\" turn" }
    phase = "fire"
    next = [{ to = "1" }]
"""


def sequence(text: str, guards: tuple[str, ...] | None = None) -> Sequence:
    return Sequence.parse(tomllib.loads(dedent(text)), guards=guards, file="sequence.toml")


def complaint(text: str, guards: tuple[str, ...] | None = None) -> str:
    with pytest.raises(RulesetError) as caught:
        sequence(text, guards)
    return str(caught.value).partition("sequence.toml: ")[2]


def steps(*lines: str) -> str:
    """Steps from lines such as ``1 stop: 2 when late, 3``; every way, none for falling through."""
    text = ""
    for line in lines:
        head, _, ways = line.partition(":")
        step, *marks = head.split()
        may_stop = "true" if "stop" in marks else "false"
        text += f'[[step]]\nid = "{step}"\nname = {{ en = "Step {step}" }}\nmay_stop = {may_stop}\n'
        written = []
        for way in filter(None, map(str.strip, ways.split(","))):
            to, _, when = way.partition(" when ")
            written.append(f'{{ to = "{to}"' + (f', when = "{when}"' if when else "") + " }")
        text += f"next = [{', '.join(written)}]\n"
    return text


def never(guard: str) -> bool:
    return False


# Walking


def test_play_begins_at_the_first_line() -> None:
    assert sequence(TURN).first == "1"


def test_a_step_falls_through_to_the_next_line_when_no_guard_holds() -> None:
    assert sequence(TURN).follow("1", never) == "2"


def test_a_step_without_ways_falls_through_and_asks_nothing() -> None:
    def asked(guard: str) -> bool:
        raise AssertionError(guard)

    assert sequence(TURN).follow("2", asked) == "3"


def test_the_first_guard_that_holds_leads_and_later_ones_are_not_asked() -> None:
    asked: list[str] = []

    def guard(name: str) -> bool:
        asked.append(name)
        return name == "more"

    assert sequence(TURN).follow("1", guard) == "1"
    assert asked == ["more"]


def test_guards_are_asked_in_the_order_written() -> None:
    assert sequence(TURN).follow("1", lambda guard: guard == "quiet") == "3"


def test_an_unguarded_way_redirects() -> None:
    assert sequence(TURN).follow("3", never) == "1"


def test_two_guards_may_lead_to_one_step() -> None:
    twice = sequence(steps("1 stop: 3 when a, 2 when b, 3 when c", "2", "3: 1"))
    assert twice.follow("1", lambda guard: guard == "c") == "3"
    assert twice.graph.edges["1", "3"]["when"] == ("a", "c")


def test_unknown_steps_are_refused_with_a_suggestion() -> None:
    with pytest.raises(RulesetError, match=r"sequence.toml: no step '11' \(did you mean '1'\?\)"):
        sequence(TURN).follow("11", never)


def test_the_graph_is_a_networkx_digraph_with_the_steps_on_its_nodes() -> None:
    graph = sequence(TURN).graph
    assert isinstance(graph, nx.DiGraph)
    assert dict(graph.edges) == {
        ("1", "1"): {"when": ("more",)},
        ("1", "3"): {"when": ("quiet",)},
        ("1", "2"): {"when": ("",)},
        ("2", "3"): {"when": ("",)},
        ("3", "1"): {"when": ("",)},
    }
    assert graph.nodes["1"]["step"].cites == ("T-1", "T-2")


# Checks at load


def test_a_sound_sequence_has_no_problems() -> None:
    assert problems(sequence(TURN).steps, guards=["more", "quiet", "spare"]) == []


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["1 stop", "2: 11"], "step '2' leads to an unknown step '11' (did you mean '1'?)"),
        (
            ["1 stop", "2: 1 when late"],
            "step '2' is the last line: its last way must be unguarded (a way without when)",
        ),
        (
            ["1 stop: 1, 2 when late", "2: 1"],
            "step '1': nothing after its unguarded way to '1' is ever taken",
        ),
        (["1 stop: 3", "2", "3: 1"], "step '2' cannot be reached from '1'"),
        (["1 stop", "1: 1"], "step '1' is given twice"),
        (["1 stop", "2: 3", "3: 2"], "the cycle 2 → 3 → 2 has no step with may_stop = true"),
        (["1 stop", "2: 2 when late", "3: 1"], "the cycle 2 → 2 has no step with may_stop = true"),
        (["1", "2", "3: 1"], "the cycle 1 → 2 → 3 → 1 has no step with may_stop = true"),
    ],
)
def test_a_broken_sequence_is_refused(lines: list[str], said: str) -> None:
    assert said in complaint(steps(*lines)).split("; ")


def test_a_cycle_hidden_beside_a_sound_one_is_found() -> None:
    said = complaint(steps("1 stop", "2: 4 when a", "3: 2 when b", "4: 1"))
    assert said == "the cycle 2 → 3 → 2 has no step with may_stop = true"


def test_guards_must_be_implemented_when_the_system_says_which_are() -> None:
    assert sequence(TURN)
    said = complaint(TURN, guards=("more", "quite"))
    assert said == "step '1': guard 'quiet' is not implemented (did you mean 'quite'?)"


def test_phases_must_exist_when_phases_are_listed() -> None:
    said = complaint(TURN.replace('phase = "movement"', 'phase = "movment"'))
    assert said.startswith("step '1': unknown phase 'movment' (did you mean 'movement'?)")


def test_every_problem_is_reported_at_once() -> None:
    said = complaint(steps("1: 7 when a", "2: 8", "3: 1 when b"), guards=())
    assert len(said.split("; ")) == 6, said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[stp]]\nid = '1'", "must hold [[step]] tables (did you mean 'stp'?)"),
        ("step = []", "must hold [[step]] tables (did you mean 'step'?)"),
        ("[[step]]\nname = { en = 'x' }", "step number 1: field 'id' is missing"),
        (
            "[[step]]\nid = '1'\nname = { en = 'x' }\nnext = [{ too = '1' }]",
            "step '1': next[0]: unknown field 'too' (did",
        ),
        (
            "[[step]]\nid = '1'\nname = { en = 'x' }\nmay_stop = 1",
            "step '1': may_stop must be true or false, got 1",
        ),
        (
            "[[step]]\nid = '1'\nname = { zh = 'x' }\nmay_stop=true\nnext=[{to='1'}]",
            "step '1': name.en is missing",
        ),
    ],
)
def test_wrong_fields_are_named(text: str, said: str) -> None:
    assert complaint(text).startswith(said)


# Drawings


def test_the_card_is_indented_by_phase_with_jumps_under_their_steps() -> None:
    assert sequence(TURN).card() == dedent("""\
        Movement
         1  Move (mover) [T-1, T-2]
              more → 1
              quiet → 3
        Defensive fire
         2  Fire (other)
         3  End "of" turn
              → 1""")


def test_the_card_speaks_chinese_and_falls_back_on_english() -> None:
    card = sequence(TURN).card(lang="zh")
    assert card.splitlines()[0] == "移动"
    assert " 2  Fire (other)" in card


def test_cards_can_be_cut_to_a_phase_or_a_side() -> None:
    assert [step.id for step in sequence(TURN).select(phase="fire")] == ["2", "3"]
    assert sequence(TURN).card(side="other") == "Defensive fire\n 2  Fire (other)"
    with pytest.raises(RulesetError, match=r"no step has the side 'othr' \(did you mean 'other'\?\)"):
        sequence(TURN).card(side="othr")


def test_mermaid_draws_every_way_and_rounds_steps_where_a_player_may_stop() -> None:
    assert sequence(TURN).mermaid() == dedent("""\
        flowchart TD
            s0(["1 Move"])
            s1["2 Fire"]
            s2["3 End #quot;of#quot; turn"]
            s0 -->|"more"| s0
            s0 -->|"quiet"| s2
            s0 --> s1
            s1 --> s2
            s2 --> s0""")


def test_dot_escapes_what_graphviz_would_misread() -> None:
    dot = sequence(TURN).dot(phase="fire")
    assert dot == dedent("""\
        digraph sequence {
            node [shape=box];
            "2" [label="2 Fire"];
            "3" [label="3 End \\"of\\" turn"];
            "2" -> "3";
        }""")


def test_a_way_that_is_guarded_first_and_open_at_last_says_both() -> None:
    twice = sequence(steps("1 stop: 2 when a, 1 when b", "2: 1"))
    assert '"1" -> "2" [label="a / otherwise"];' in twice.dot()
