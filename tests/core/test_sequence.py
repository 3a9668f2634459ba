"""The sequence of play: fall-through, jumps, checks at load, drawings."""

from __future__ import annotations

import tomllib
from textwrap import dedent
from xml.etree import ElementTree

import networkx as nx
import pytest

from grognard.errors import RulesetError
from grognard.sequence import Sequence
from grognard.steps import Actor, Phase, Step, Way, problems

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


def test_phases_and_sides_are_meant_by_their_names_too() -> None:
    rout, rally = {"en": "6. Rout Phase", "zh": "6. 溃退阶段"}, {"en": "Rally Phase"}
    phases = [Phase("RtPh", rout), Phase("RPh", rally)]
    actors = [Actor("active", {"en": "Phasing", "zh": "行动方"}), Actor("other", {"en": "Other"})]
    steps = [
        Step("1", {"en": "Rally"}, phase="RPh", side="active", may_stop=True),
        Step("2", {"en": "Rout"}, phase="RtPh", side="other", next=(Way("1"),)),
    ]
    play = Sequence(steps, phases=phases, actors=actors, file="sequence.toml")
    for asked in ("RtPh", "rtph", "Rout Phase", "rout", "6. rout", "溃退"):
        assert [step.id for step in play.select(phase=asked)] == ["2"], asked
    for asked in ("active", "ACT", "phas", "行动"):
        assert [step.id for step in play.select(side=asked)] == ["1"], asked
    with pytest.raises(RulesetError, match=r"^the phase 'r' may be 'RPh' or 'RtPh'"):
        play.select(phase="r")
    with pytest.raises(RulesetError, match=r"^no step has the phase 'rot'"):
        play.select(phase="rot")


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


# What the cards of large games say


LARGE = """
    [[phase]]
    id = "fire"
    name = { en = "Fire", zh = "射击" }
    text = { en = "One shot each." }
    exceptions = [{ text = { en = "guns" }, refs = ["C1"] }]
    [[part]]
    id = "1.1"
    phase = "fire"
    name = { en = "Start" }
    per = { en = "each hex", zh = "每格" }
    [[part]]
    id = "1.2"
    phase = "fire"
    name = { en = "End" }
    [[actor]]
    id = "mover"
    name = { en = "the mover", zh = "移动方" }
    [[actor]]
    id = "other"
    name = { en = "the other side" }
    [[actor]]
    id = "both"
    name = { en = "both sides" }
    covers = ["mover", "other"]
    [[guard]]
    id = "more"
    text = { en = "Is a hex left?", zh = "还有格吗？" }
    [[guard]]
    id = "night"
    text = { en = "Is it night?" }
    mark = { en = "night only" }

    [[step]]
    id = "1.11"
    name = { en = "Shoot", zh = "射击" }
    text = { en = "Units shoot." }
    refs = ["A7"]
    side = "mover"
    phase = "fire"
    part = "1.1"
    may_stop = true
    actions = [
        { text = { en = "fire" }, refs = ["A7.1"] },
        { text = { en = "mark", zh = "标记" }, must = true, who = "other", when = { en = "hit", zh = "中" } },
    ]
    exceptions = [{ text = { en = "not at night" }, refs = ["E1"] }]
    [[step]]
    id = "1.12"
    name = { en = "Shoot back" }
    side = "other"
    phase = "fire"
    part = "1.1"
    during = ["1.11"]
    next = [{ to = "1.11", when = "more", printed = "1.11A" }]
    [[step]]
    id = "1.21"
    name = { en = "Flares" }
    side = "both"
    phase = "fire"
    part = "1.2"
    only = "night"
    [[step]]
    id = "1.22"
    name = { en = "Clean up" }
    phase = "fire"
    part = "1.2"
    repeats = ["1.11"]
    next = [{ to = "1.11", ends_turn = true }]
"""


def test_the_card_of_a_large_game_says_who_must_do_what_when() -> None:
    assert sequence(LARGE).card() == dedent("""\
        Fire
          One shot each.
          except guns [C1]
          1.1  Start (for each hex)
         1.11  Shoot (the mover)
                 Units shoot. [A7]
                 may: fire [A7.1]
                 must, the other side: mark (if hit)
                 except not at night [E1]
         1.12  Shoot back (the other side)
                 while these run: 1.11
                 Is a hex left? → 1.11
          1.2  End
         1.21  Flares (both sides) {night only}
         1.22  Clean up
                 do again: 1.11
                 → 1.11""")


def test_the_card_of_a_large_game_in_chinese() -> None:
    card = sequence(LARGE).card(lang="zh")
    assert "1.11  射击 (移动方)" in card
    assert "必须, the other side：标记 (中)" in card
    assert "还有格吗？ → 1.11" in card


def test_long_texts_are_wrapped_at_spaces_and_between_chinese_characters() -> None:
    long = LARGE.replace("Units shoot.", "word " * 30 + "end.").replace(
        'zh = "标记"', f'zh = "{"标记，" * 30}"'
    )
    lines = sequence(long).card(lang="zh").splitlines()
    assert max(sum(2 if ord(letter) > 0x2E80 else 1 for letter in line) for line in lines) <= 102
    assert not any(line.lstrip().startswith("，") for line in lines)
    assert "".join(line.strip() for line in lines).count("标记，") == 30


def test_a_side_has_the_steps_of_whoever_covers_it_and_those_with_something_to_do_in() -> None:
    play = sequence(LARGE)
    assert [step.id for step in play.select(side="mover")] == ["1.11", "1.21"]
    assert [step.id for step in play.select(side="other")] == ["1.11", "1.12", "1.21"]
    assert [step.id for step in play.select(side="both")] == ["1.21"]


def test_steps_a_game_leaves_out_are_passed_over() -> None:
    play = sequence(LARGE, guards=("more", "night"))
    assert play.guards == {"more", "night"}
    assert play.follow("1.12", never) == "1.22"
    assert play.follow("1.12", lambda guard: guard == "night") == "1.21"


def test_interruptions_are_drawn_apart_from_ways() -> None:
    play = sequence(LARGE)
    assert [step.id for step in play.interrupts("1.11")] == ["1.12"]
    assert "    s0 -.-> s1" in play.mermaid().splitlines()
    assert '    "1.11" -> "1.12" [style=dashed, constraint=false];' in play.dot().splitlines()
    assert 's1 -->|"Is a hex left?"| s0' in play.mermaid()


def test_the_picture_is_sound_xml_with_a_box_for_every_step() -> None:
    play = sequence(LARGE)
    root = ElementTree.fromstring(play.svg())
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    for words in (
        "Fire",
        "1.11  Shoot (the mover)",
        "Is a hex left? → 1.11",
        "1.21  Flares (both sides) {night only}",
    ):
        assert words in texts
    boxes = [each for each in root.iter("{http://www.w3.org/2000/svg}rect") if each.get("stroke")]
    assert [box.get("rx") for box in boxes] == ["15", "3", "3", "3"]
    tops = [int(box.get("y", "")) for box in boxes]
    heights = [int(box.get("height", "")) for box in boxes]
    assert all(top + height < below for top, height, below in zip(tops, heights, tops[1:], strict=False))
    assert (
        sum(bool(path.get("stroke-dasharray")) for path in root.iter("{http://www.w3.org/2000/svg}path")) == 1
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('part = "1.2"', 'part = "1.3"', "step '1.21': unknown part '1.3' (did you mean '1.2'"),
        (
            'id = "1.2"\n    phase = "fire"',
            'id = "1.2"\n    phase = "fir"',
            "part '1.2': unknown phase 'fir' (did you mean 'fire'?)",
        ),
        (
            'phase = "fire"\n    part = "1.2"\n    only',
            'phase = "move"\n    part = "1.2"\n    only',
            "step '1.21': part '1.2' belongs to phase 'fire'",
        ),
        ('during = ["1.11"]', 'during = ["1.13"]', "step '1.12' runs during an unknown step '1.13'"),
        ('during = ["1.11"]', 'during = ["1.12"]', "step '1.12' runs during itself"),
        ('repeats = ["1.11"]', 'repeats = ["2"]', "step '1.22' repeats an unknown step '2'"),
        ('who = "other"', 'who = "others"', "step '1.11': unknown actor 'others' (did you mean 'other'"),
        ('covers = ["mover"', 'covers = ["movers"', "actor 'both' covers an unknown actor 'movers'"),
        (
            'when = "more"',
            'when = "moer"',
            "step '1.12': guard 'moer' is not put into words (did you mean 'more'?)",
        ),
        ('when = "more"', 'when = "moer"', "guard 'more' is asked by no step"),
        ('only = "night"', 'only = "nigt"', "step '1.21': guard 'nigt' is not put into words"),
        ('en = "mark", ', "", "step '1.11': actions[1].text.en is missing"),
        (
            'text = { en = "not at night" }',
            'text = { zh = "夜间除外" }',
            "step '1.11': exceptions[0].text.en is missing",
        ),
    ],
)
def test_what_large_games_say_is_checked(old: str, new: str, said: str) -> None:
    assert old in LARGE
    found = complaint(LARGE.replace(old, new, 1) if old != 'part = "1.2"' else LARGE.replace(old, new))
    assert any(each.startswith(said) for each in found.split("; ")), found


def test_parts_hang_together() -> None:
    apart = LARGE.replace('part = "1.1"\n    during', 'part = "1.2"\n    during').replace(
        'part = "1.2"\n    only', 'part = "1.1"\n    only'
    )
    said = complaint(apart)
    assert "part '1.1': its steps lie apart" in said and "part '1.2': its steps lie apart" in said
    bare = LARGE.replace('part = "1.2"\n', "")
    assert "part '1.2' has no step" in complaint(bare)


def test_what_may_be_left_out_is_neither_the_first_step_nor_a_whole_cycle() -> None:
    first = LARGE.replace(
        'part = "1.1"\n    may_stop = true', 'part = "1.1"\n    only = "night"\n    may_stop = true'
    )
    assert "step '1.11' is the first: it must not be left out by 'night'" in complaint(first)
    whole = (
        steps("1 stop: 3 when a", "2: 1", "3 stop", "4 stop: 3")
        .replace('"Step 3" }', '"Step 3" }\nonly = "n"')
        .replace('"Step 4" }', '"Step 4" }\nonly = "n"')
    )
    assert "the cycle 3 → 4 → 3 may be left out whole" in complaint(whole)
