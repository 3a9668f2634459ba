"""Exact odds: the rules run over every outcome, against chances worked out by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb, sqrt

import pytest
from duel import (
    Act,
    Arena,
    Asked,
    Bet,
    Do,
    DuelDecision,
    DuelGame,
    DuelPlay,
    Hold,
    March,
    Only,
    Open,
    Stand,
    Wager,
    Yield,
    acting,
)  # fmt: skip

from grognard.dice import SeededDice
from grognard.errors import OddsError
from grognard.odds import OddsTable, odds, wilson
from grognard.play import Play

GAME = DuelGame()


def ask(move: str, measure: str | None = None, **how: object) -> OddsTable:
    """Odds of a move of red at the beginning, folded by an attribute of the end position."""
    fold = {
        None: None,
        "score": lambda end: end.score,
        "wounds": lambda end: 3 - end.life["blue"],
        "back": lambda end: -end.place["blue"],
        "both": lambda end: (3 - end.life["blue"], -end.place["blue"]),
        "drawn": lambda end: end.drawn,
    }[measure]
    position = how.pop("position", None) or acting()
    return odds(GAME, position, Do(move), measure=fold, **how)


def shares(table: OddsTable) -> dict[object, Fraction]:
    """Result → probability."""
    return {row.result: row.probability for row in table.rows}


# Rolls ---------------------------------------------------------------------------------------------------


def test_one_die() -> None:
    assert shares(ask("stab", "wounds")) == {0: Fraction(2, 3), 1: Fraction(1, 3)}


def test_a_move_without_chance_is_certain() -> None:
    table = ask("rest")
    assert shares(table) == {"nothing": 1}
    assert table.exact


def test_two_rolls_one_after_the_other() -> None:
    assert shares(ask("stab-twice", "wounds")) == {0: Fraction(4, 9), 1: Fraction(4, 9), 2: Fraction(1, 9)}


@pytest.mark.parametrize("dice", [1, 2, 3, 8])
def test_a_handful_is_every_throw_counted(dice: int) -> None:
    """Against the multinomial, and for few dice against all 6^n throws one by one."""
    expected: Counter[tuple[int, int]] = Counter()
    for hits in range(dice + 1):
        for back in range(dice + 1 - hits):
            ways = comb(dice, hits) * 2**hits * comb(dice - hits, back) * 3 ** (dice - hits - back)
            expected[min(hits, 3), back] += ways  # three wounds are the last
    total = 6**dice
    found = shares(ask(f"volley-{dice}", "both"))
    assert found == {key: Fraction(ways, total) for key, ways in expected.items()}
    if dice <= 3:
        brute: Counter[tuple[int, int]] = Counter()
        for throw in product(range(1, 7), repeat=dice):
            brute[min(3, sum(face >= 5 for face in throw)), throw.count(1)] += 1
        assert found == {key: Fraction(ways, total) for key, ways in brute.items()}


def test_a_handful_walks_distinct_counts_not_throws() -> None:
    assert ask("volley-3", "both").states < 20
    assert ask("volley-8", "both").states < 60


def test_rolls_in_a_row_within_one_frame() -> None:
    """Heads and another throw, three at most: 1/2, 1/4, 1/8, 1/8."""
    assert shares(ask("flurry", "score")) == {
        0: Fraction(1, 2), 1: Fraction(1, 4), 2: Fraction(1, 8), 3: Fraction(1, 8),
    }  # fmt: skip


def test_dice_taken_in_one_by_one_walk_what_they_come_to() -> None:
    """The longest run of sixes among three dice: 1 throw of 216 has three, 10 have two, 125 none."""
    table = ask("streak", "score")
    assert shares(table) == {n: Fraction(throws, 216) for n, throws in enumerate((125, 80, 10, 1))}
    assert table.states < 12
    sampled = ask("streak", "score", limit=1, samples=4000)
    assert all(row.low <= shares(table)[row.result] <= row.high for row in sampled.rows)


def test_draws_are_weighted_by_copies_and_leave_the_bag() -> None:
    assert shares(ask("fish", "drawn")) == {("gold",): Fraction(1, 3), ("lead",): Fraction(2, 3)}
    assert shares(ask("fish-twice", "drawn")) == {
        ("gold", "lead"): Fraction(1, 3), ("lead", "gold"): Fraction(1, 3), ("lead", "lead"): Fraction(1, 3),
    }  # fmt: skip


@pytest.mark.parametrize("limit", [20_000, 1])
def test_a_table_says_what_a_draw_stands_for(limit: int) -> None:
    table = ask("fish-twice", "drawn", limit=limit, samples=50)
    assert table.exact == (limit > 1)
    assert table.assumptions == ("the token is any in the bag",)
    assert [reason.text for reason in table.unsure] == ["a murky pond"]


def test_the_end_of_the_game_ends_the_question() -> None:
    table = ask("stab-twice", "wounds", position=acting(life={"red": 3, "blue": 1}))
    assert shares(table) == {2: Fraction(4, 9), 3: Fraction(5, 9)}


def test_rows_come_by_probability_and_sum_to_one() -> None:
    for move in ("stab", "volley-8", "flurry", "march", "fish-twice", "shove", "bets"):
        table = ask(move, "score" if move in ("flurry", "march", "bets") else "both")
        assert sum(shares(table).values()) == 1
        assert [row.probability for row in table.rows] == sorted(shares(table).values(), reverse=True)
        assert table.exact
        assert all(row.low is None for row in table.rows)


def test_a_question_goes_no_further_than_its_action() -> None:
    """The next turn's decision lies under the question and is neither asked nor answered."""
    table = ask("stab", "wounds")
    assert table.assumptions == ()


def test_the_position_asked_about_stays_as_it_is() -> None:
    position = acting()
    before = GAME.encode(position)
    for move in ("volley-3", "march", "fish-twice", "stab-and-shove", "bets"):
        odds(GAME, position, Do(move), choose="best" if move == "bets" else "assumed")
        assert GAME.encode(position) == before


def test_without_a_measure_the_game_says_what_changed() -> None:
    assert shares(ask("stab")) == {"nothing": Fraction(2, 3), "1 wounds": Fraction(1, 3)}


def test_expectation_and_probability_of_a_table() -> None:
    table = ask("stab-twice", "wounds")
    assert table.expect(lambda wounds: wounds) == Fraction(2, 3)
    assert table.probability(2) == Fraction(1, 9)
    assert table.probability(7) == 0


# Merging -------------------------------------------------------------------------------------------------


def test_equal_positions_are_one_and_the_chances_are_binomial() -> None:
    """Twelve coins: 4096 ways, 13 results, and not many more states than layers times results."""
    table = ask("march", "score")
    assert shares(table) == {heads: Fraction(comb(12, heads), 2**12) for heads in range(13)}
    assert table.states < 12 * 13 * 3


def test_bystanders_cost_nothing() -> None:
    alone = ask("march", "score")
    crowded = ask("march", "score", position=acting(crowd={f"onlooker {n}": n for n in range(500)}))
    assert crowded.states == alone.states
    assert shares(crowded) == shares(alone)


def test_positions_that_differ_are_kept_apart() -> None:
    """The same number of draws, but other tokens left in the bag."""
    assert len(ask("fish-twice", "drawn").rows) == 3


# Decisions on the way --------------------------------------------------------------------------------------


def test_a_decision_is_answered_by_its_own_assumption_and_the_table_says_so() -> None:
    table = ask("shove", "both")
    assert shares(table) == {(0, 0): Fraction(1, 2), (1, 0): Fraction(1, 2)}
    assert table.assumptions == ("Stand: the shoved hold their ground",)


def test_the_caller_may_answer_it() -> None:
    table = ask("shove", "both", assume={Stand: lambda play, decision: Yield()})
    assert shares(table) == {(0, 1): 1}
    assert table.assumptions == ("Stand: as the caller says",)


def test_the_caller_may_answer_with_weights() -> None:
    table = ask("shove", "both", assume={Stand: lambda play, decision: [(Yield(), 3), (Hold(), 1)]})
    assert shares(table) == {(0, 1): Fraction(3, 4), (0, 0): Fraction(1, 8), (1, 0): Fraction(1, 8)}


def test_the_callers_policy_sees_the_position_and_the_decision() -> None:
    def careful(play: Play[Arena, object], decision: Stand) -> Hold | Yield:
        assert decision.side == "blue"
        return Yield() if play.position.life["blue"] < 3 else Hold()

    table = ask("stab-and-shove", "both", assume={Stand: careful})
    assert shares(table) == {(0, 0): Fraction(1, 3), (1, 0): Fraction(1, 3), (1, 1): Fraction(1, 3)}


def test_the_caller_may_cut_the_table() -> None:
    table = ask("shove", "both", assume={Stand: lambda play, decision: None})
    assert shares(table) == {(0, 0): 1}


def test_uniform_answers_weigh_all_options_alike() -> None:
    table = ask("shove", "both", choose="uniform")
    assert shares(table) == {(0, 1): Fraction(1, 2), (0, 0): Fraction(1, 4), (1, 0): Fraction(1, 4)}
    assert table.assumptions == ("Stand: every option alike",)


def test_best_play_takes_the_better_expectation_for_either_side() -> None:
    """A sure point against three on a coin: both sides toss. Red's and blue's tosses: 3, 0, 0, -3."""
    table = ask("bets", "score", choose="best")
    assert shares(table) == {0: Fraction(1, 2), 3: Fraction(1, 4), -3: Fraction(1, 4)}
    assert table.assumptions == ("Bet: best play",)
    assert shares(ask("bets", "score")) == {0: 1}, "as assumed, both take the sure point"


def test_best_play_leaves_what_the_caller_answers_to_the_caller() -> None:
    """Red is told to take the point; blue, told nothing by that policy either, does as well."""
    table = ask("bets", "score", choose="best", assume={Bet: lambda play, decision: Wager(1)})
    assert shares(table) == {0: 1}
    assert table.assumptions == ("Bet: as the caller says",)


def test_a_decision_nobody_answers_cuts_the_table_and_says_so() -> None:
    """The coins behind the open question are not thrown."""
    table = ask("open", "both")
    assert shares(table) == {(0, 0): Fraction(2, 3), (1, 0): Fraction(1, 3)}
    assert table.assumptions == ("Open: left open, cut there",)
    answered = ask("open", "score", assume={Open: lambda play, decision: Hold()})
    assert shares(answered) == {1: Fraction(1, 4), 2: Fraction(1, 2), 3: Fraction(1, 4)}


def test_a_moot_decision_is_dropped() -> None:
    table = ask("shove", "both", position=acting(life={"red": 3, "blue": 0}))
    assert shares(table) == {(3, 0): 1}
    assert table.assumptions == ()


def test_a_single_option_is_taken_and_is_no_assumption() -> None:
    table = ask("only", "score")
    assert shares(table) == {10: 1}
    assert table.assumptions == ()


def test_a_single_option_that_must_be_asked_is_an_assumption() -> None:
    table = ask("asked", "score")
    assert shares(table) == {10: 1}
    assert table.assumptions == ("Asked: there is nothing else",)
    assert Asked.always_ask


def test_choosing_never_rolls() -> None:
    with pytest.raises(RuntimeError, match="take\\(\\) rolled for 'cheating'"):
        ask("cheat")


# Limits --------------------------------------------------------------------------------------------------


def test_beyond_the_limit_the_table_is_sampled_and_marked() -> None:
    exact = ask("march", "score")
    table = ask("march", "score", limit=20, samples=4000)
    assert not table.exact
    assert table.states == 4000
    assert table.note == "more than 20 positions: sampled instead"
    assert sum(shares(table).values()) == 1
    inside = 0
    for row in table.rows:
        assert row.low is not None
        assert row.high is not None
        assert 0 <= row.low <= row.probability <= row.high <= 1
        inside += row.low <= exact.probability(row.result) <= row.high
    assert inside >= len(table.rows) - 2, "95 % intervals hold the truth nearly always"
    assert "sampled" in str(table)


def test_sampling_repeats_itself_and_follows_the_seed() -> None:
    one, again, other = (ask("march", "score", limit=20, samples=300, seed=seed) for seed in (1, 1, 2))
    assert shares(one) == shares(again) != shares(other)


def test_sampling_answers_decisions_as_the_exact_walk_does() -> None:
    policy = {Stand: lambda play, decision: [(Yield(), 3), (Hold(), 1)]}
    table = ask("stab-and-shove", "both", limit=2, samples=4000, assume=policy)
    exact = ask("stab-and-shove", "both", assume=policy)
    for row in exact.rows:
        assert abs(float(table.probability(row.result) - row.probability)) < 0.05
    assert table.assumptions == exact.assumptions


def test_a_cut_is_a_cut_in_a_sample_too() -> None:
    table = ask("open", "both", limit=2, samples=500)
    assert set(shares(table)) == {(0, 0), (1, 0)}
    assert table.assumptions == ("Open: left open, cut there",)


def test_who_wants_no_sample_is_refused() -> None:
    with pytest.raises(OddsError, match="do march: no exact odds, more than 20 positions"):
        ask("march", "score", limit=20, samples=0)
    with pytest.raises(OddsError, match="no exact odds"):
        ask("march", "score", limit=20, choose="best")


def test_sampling_takes_what_is_the_only_option_as_exact_odds_do() -> None:
    class Shot(DuelDecision[Hold], frozen=True, tag="Shot"):
        def options(self, play: DuelPlay) -> Iterator[Hold]:
            yield Hold()

        def take(self, play: DuelPlay, action: Hold) -> None:
            play.push(March(6), Only("blue"))

    view = acting(agenda=[Act("red"), Shot("red")])
    tables = [
        odds(GAME, view, Hold(), measure=lambda end: end.score >= 10, limit=limit) for limit in (5, 20_000)
    ]
    assert [table.exact for table in tables] == [False, True]
    for table in tables:
        assert table.probability(True) == 1
        assert table.assumptions == ()


def test_within_the_limit_nothing_is_sampled() -> None:
    states = ask("march", "score").states
    assert ask("march", "score", limit=states).exact
    assert not ask("march", "score", limit=states - 1, samples=10).exact


def test_exact_odds_against_twenty_thousand_games() -> None:
    """The same rules under seeded dice: every share within four standard deviations."""
    table, games = ask("volley-3", "both"), 20_000
    seen: Counter[tuple[int, int]] = Counter()
    for number in range(games):
        position = acting()
        GAME.apply(position, Do("volley-3"), SeededDice(f"odds {number}"))
        seen[3 - position.life["blue"], -position.place["blue"]] += 1
    assert seen.keys() <= shares(table).keys()
    for row in table.rows:
        share = float(row.probability)
        assert abs(seen[row.result] / games - share) < 4 * sqrt(share * (1 - share) / games)


# The tree ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("move", ["stab", "volley-3", "march", "stab-and-shove", "bets", "open"])
def test_the_tree_is_a_graph_whose_chances_add_up(move: str) -> None:
    table = ask(move, "both", tree=True, choose="best" if move == "bets" else "assumed")
    graph = table.to_digraph()
    ends = Fraction(0)
    for node, about in graph.nodes(data=True):
        out = [edge["probability"] for _, _, edge in graph.out_edges(node, data=True)]
        if out:
            assert sum(out) == 1
            assert about["kind"] in ("roll", "choice")
        else:
            assert about["kind"] in ("end", "cut")
            ends += about["probability"]
    assert ends == 1
    roots = [node for node in graph if graph.in_degree(node) == 0]
    assert len(roots) == 1
    assert graph.nodes[roots[0]]["probability"] == 1


def test_a_nodes_probability_is_what_flows_into_it() -> None:
    graph = ask("march", "score", tree=True).to_digraph()
    for node, about in graph.nodes(data=True):
        flows = [
            graph.nodes[before]["probability"] * edge["probability"]
            for before, _, edge in graph.in_edges(node, data=True)
        ]
        assert not flows or sum(flows) == about["probability"]


def test_merged_positions_have_several_parents() -> None:
    graph = ask("march", "score", tree=True).to_digraph()
    assert max(degree for _, degree in graph.in_degree()) == 2
    assert sum(graph.nodes[node]["kind"] == "end" for node in graph) == 13


def test_a_tree_must_be_asked_for_and_is_not_sampled() -> None:
    with pytest.raises(OddsError, match="tree=True"):
        ask("stab").to_digraph()
    with pytest.raises(OddsError, match="sampled tables have none"):
        ask("march", "score", limit=20, samples=10, tree=True).to_digraph()


# What a table tells ----------------------------------------------------------------------------------------


def test_a_table_names_the_reconstructed_figures_that_went_in() -> None:
    assert [reason.text for reason in ask("stab-twice").unsure] == ["a guess"]
    assert [reason.text for reason in ask("stab-twice", limit=1, samples=5).unsure] == ["a guess"]
    assert ask("volley-2").unsure == ()


def test_a_table_prints_its_rows_and_its_assumptions() -> None:
    assert str(ask("shove", "wounds")).splitlines() == [
        "do shove",
        "   50.00%  0  (1/2)",
        "   50.00%  1  (1/2)",
        "  assuming Stand: the shoved hold their ground",
    ]


@pytest.mark.parametrize(("hits", "trials"), [(0, 10), (10, 10), (5, 10), (1, 1000)])
def test_wilson_bounds_hold_the_share_and_stay_within_0_and_1(hits: int, trials: int) -> None:
    low, high = wilson(hits, trials)
    assert 0 <= low <= hits / trials <= high <= 1
    assert high - low > 0


def test_without_trials_everything_is_possible() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_more_trials_narrow_the_interval() -> None:
    few, many = wilson(50, 100), wilson(5000, 10_000)
    assert many[1] - many[0] < few[1] - few[0]


def test_the_decision_asked_about_may_be_any_on_top() -> None:
    """Not only the first of a turn: here the shove itself."""
    position = acting()
    position.agenda.append(Stand("blue"))
    table = odds(GAME, position, Hold(), measure=lambda end: end.life["blue"])
    assert shares(table) == {3: Fraction(1, 2), 2: Fraction(1, 2)}
    assert isinstance(position.agenda[-2], Act)
