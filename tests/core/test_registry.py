"""The registry: what is found, what fails and stays harmless, and how a game comes about."""

from __future__ import annotations

import os
import re
from importlib import metadata
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from tests.core import toyland
from tests.core.toyland import written

from grognard.bots import BUILT_IN, RandomBot, bots, make_bot
from grognard.errors import GrognardError, PluginError, RulesetError
from grognard.hooks import Offer, SystemOffer, hookimpl
from grognard.play import Decision
from grognard.registry import ENVIRONMENT, Registry


@pytest.fixture(autouse=True)
def no_user_rulesets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(ENVIRONMENT, raising=False)


def plugin(name: str, **answers: Any) -> ModuleType:
    """A plugin module; every answer is what its hook of that name returns, or raises."""
    module = ModuleType(name)
    for hook, answer in answers.items():
        setattr(module, hook, hookimpl(lambda answer=answer: _returned(answer)))
    return module


def _returned(answer: object) -> object:
    if isinstance(answer, Exception):
        raise answer
    return answer


def discover(*plugins: object, rulesets: tuple[Path, ...] = ()) -> Registry:
    return Registry.discover(plugins=plugins, rulesets=rulesets, entry_points=False)


def faults(registry: Registry) -> list[str]:
    return [f"{each.what}: {each.error}" for each in registry.broken]


def toy(tmp_path: Path) -> Registry:
    return discover(toyland, rulesets=(written(tmp_path),))


# Discovery


def test_a_plugin_offers_systems_and_rulesets(tmp_path: Path) -> None:
    own = plugin("own", grognard_rulesets=[written(tmp_path)])
    registry = discover(toyland, own)
    assert list(registry.systems) == ["toyland"]
    assert registry.rulesets["toyland"].root == tmp_path
    assert registry.rulesets["toyland"].origin == "plugin 'own'"
    assert faults(registry) == []
    assert repr(registry) == "<Registry of 1 systems, 1 rulesets>"


def test_a_directory_of_rulesets_gives_them_all(tmp_path: Path) -> None:
    written(tmp_path / "a")
    written(tmp_path / "b", ("ruleset.toml", 'id = "toyland"', 'id = "toytown"'))
    (tmp_path / "notes").mkdir()
    assert list(discover(rulesets=(tmp_path,)).rulesets) == ["toyland", "toytown"]


def test_the_environment_names_more_directories(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path / "a")
    written(tmp_path / "b", ("ruleset.toml", 'id = "toyland"', 'id = "toytown"'))
    monkeypatch.setenv(ENVIRONMENT, os.pathsep.join([str(tmp_path / "a"), "", str(tmp_path / "b")]))
    assert list(discover().rulesets) == ["toyland", "toytown"]


def test_a_home_that_nobody_has_is_a_directory_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ENVIRONMENT, "~nobody-of-that-name/rules")
    registry = discover()
    assert faults(registry) == ["~nobody-of-that-name/rules: no such directory (from GROGNARD_RULESETS)"]
    with pytest.raises(RulesetError, match="~nobody-of-that-name/rules: no such directory"):
        registry.find("~nobody-of-that-name/rules")


def test_a_directory_found_twice_counts_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = written(tmp_path / "a")
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path))
    assert faults(discover(rulesets=(root,))) == []


def test_installed_plugins_come_through_the_entry_point_group(monkeypatch: pytest.MonkeyPatch) -> None:
    def entry_points(*, group: str) -> list[metadata.EntryPoint]:
        points = {"toy": "tests.core.toyland", "gone": "no_such_module_here"}
        return [metadata.EntryPoint(name, module, group) for name, module in points.items()]

    monkeypatch.setattr(metadata, "entry_points", entry_points)
    registry = Registry.discover()
    assert list(registry.systems) == ["toyland"]
    assert faults(registry) == ["plugin 'gone': ModuleNotFoundError: No module named 'no_such_module_here'"]


def test_other_offers_are_found_by_kind() -> None:
    registry = discover(plugin("p", grognard_bots=[Offer("careful", object, "stays at home")]))
    assert registry.offer("bots", "careful").summary == "stays at home"
    assert registry.offers("commands") == {}
    with pytest.raises(
        PluginError, match=r"no plugin offers 'carefull' among bots \(did you mean 'careful'\?\)"
    ):
        registry.offer("bots", "carefull")
    with pytest.raises(PluginError, match=r"plugins offer no 'bot' \(did you mean 'bots'\?\)"):
        registry.offers("bot")


# What fails stays harmless


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (plugin("bad", grognard_systems=KeyError("x")), "plugin 'bad': KeyError: 'x'"),
        (
            plugin("bad", grognard_systems=["x"]),
            "plugin 'bad': grognard_systems must return SystemOffers, got 'x'",
        ),
        (plugin("bad", grognard_bots=["x"]), "plugin 'bad': grognard_bots must return Offers, got 'x'"),
        (
            plugin("bad", grognard_sytems=[]),
            "plugin 'bad': there is no hook 'grognard_sytems' (did you mean 'grognard_",
        ),
        (plugin("bad"), "plugin 'bad': it offers nothing: no function of it is marked @hookimpl"),
        (
            plugin("bad", grognard_systems=[SystemOffer("x", toyland.Toyland, api=(2, 3))]),
            "plugin 'bad': system 'x' was written for API 2.3, this Grognard offers 1.0",
        ),
    ],
    ids=lambda value: "" if isinstance(value, ModuleType) else value[:40],
)
def test_a_broken_plugin_is_listed_and_the_others_work(broken: ModuleType, said: str) -> None:
    registry = discover(broken, toyland)
    assert list(registry.systems) == ["toyland"]
    assert [fault[: len(said)] for fault in faults(registry)] == [said]


def test_a_plugin_counts_whole_or_not_at_all() -> None:
    offer = SystemOffer("half", toyland.Toyland, api=(1, 0))
    half = plugin("half", grognard_systems=[offer], grognard_bots=ValueError("no"))
    assert discover(half).systems == {}


def test_a_newer_minor_version_is_welcome() -> None:
    offer = SystemOffer("x", toyland.Toyland, api=(1, 7))
    assert "x" in discover(plugin("new", grognard_systems=[offer])).systems


def test_a_plugin_found_twice_counts_once() -> None:
    registry = discover(toyland, toyland)
    assert list(registry.systems) == ["toyland"]
    assert faults(registry) == []


def test_a_hook_with_wrong_arguments_is_listed() -> None:
    module = ModuleType("bad")
    module.grognard_systems = hookimpl(lambda nonsense: [])  # type: ignore[attr-defined]  # a made-up module
    assert "nonsense" in faults(discover(module))[0]


def test_a_broken_ruleset_is_listed_and_the_others_work(tmp_path: Path) -> None:
    written(tmp_path / "good")
    written(tmp_path / "bad", ("ruleset.toml", "system =", "sytsem ="))
    registry = discover(rulesets=(tmp_path, tmp_path / "gone"))
    assert list(registry.rulesets) == ["toyland"]
    said = faults(registry)
    assert "bad/ruleset.toml: unknown field 'sytsem' (did you mean 'system'?)" in said[0]
    assert said[1] == f"{(tmp_path / 'gone').as_posix()}: no such directory (from the caller)"
    with pytest.raises(RulesetError, match=r"ruleset 'bad' is broken: .*sytsem"):
        registry.load("bad")


# Two claims on one id


def test_two_claims_on_a_system_are_an_error_naming_both(tmp_path: Path) -> None:
    offer = SystemOffer("toyland", toyland.Toyland, api=(1, 0))
    registry = discover(toyland, plugin("rival", grognard_systems=[offer]), rulesets=(written(tmp_path),))
    said = "system id 'toyland' is claimed by plugin 'tests.core.toyland' and plugin 'rival'"
    assert faults(registry) == [f"system 'toyland': {said}"]
    with pytest.raises(PluginError, match=said):
        registry.load("toyland")


def test_two_claims_on_a_ruleset_are_an_error_naming_both(tmp_path: Path) -> None:
    written(tmp_path / "one")
    written(tmp_path / "two")
    with pytest.raises(PluginError, match=r"ruleset id 'toyland' is claimed by .*/one \(.*\) and .*/two \("):
        discover(toyland, rulesets=(tmp_path,)).load("toyland")


def test_a_bot_that_is_built_in_stays_when_a_plugin_claims_its_id() -> None:
    own = [Offer("greedy", RandomBot.make), Offer("lazy", RandomBot.make)]
    registry = discover(plugin("idlers", grognard_bots=own))
    assert faults(registry) == ["bot 'greedy': bot id 'greedy' is claimed by Grognard and plugin 'idlers'"]
    assert bots(registry) == {**BUILT_IN, "lazy": RandomBot.make}
    everything = [Offer(each, RandomBot.make) for each in BUILT_IN]
    assert len(discover(plugin("all", grognard_bots=everything)).broken) == len(BUILT_IN)


def test_a_clash_does_not_stop_loading_by_path(tmp_path: Path) -> None:
    written(tmp_path / "one")
    written(tmp_path / "two")
    assert discover(toyland, rulesets=(tmp_path,)).load(tmp_path / "two").ruleset.root == tmp_path / "two"


# Loading


def test_a_ruleset_and_its_system_make_a_game(tmp_path: Path) -> None:
    game = toy(tmp_path).load("toyland", {"walk": "2"})
    assert isinstance(game, toyland.Toyland)
    assert game.options_chosen["walk"] == 2
    assert game.ruleset.id == "toyland"


def test_a_path_loads_without_being_registered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = written(tmp_path / "mine")
    assert discover(toyland).load(root).ruleset.id == "toyland"
    assert discover(toyland).load(str(root)).ruleset.id == "toyland"
    monkeypatch.chdir(tmp_path)
    assert discover(toyland).load("mine").ruleset.id == "toyland"


def test_an_id_wins_over_a_directory_of_that_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    registry = discover(toyland, rulesets=(written(tmp_path / "registered"),))
    written(tmp_path / "toyland")
    monkeypatch.chdir(tmp_path)
    assert registry.load("toyland").ruleset.root == tmp_path / "registered"


def test_an_overlay_reaches_the_charts(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('[chart.sky.cells]\n5-6 = "snow"')
    game = toy(tmp_path / "rules").load("toyland", charts=tmp_path / "mine.toml")
    assert game.ruleset.charts["sky"].cell(0, 6).value == "snow"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("toylant", r"no ruleset 'toylant' \(did you mean 'toyland'\?\)"),
        ("nowhere/at/all", "nowhere/at/all: no such directory"),
        ("chess", r"no ruleset 'chess' \(known: 'toyland'\)"),
    ],
)
def test_unknown_rulesets_are_refused_with_a_suggestion(tmp_path: Path, asked: str, said: str) -> None:
    with pytest.raises(RulesetError, match=said):
        toy(tmp_path).load(asked)


def test_a_ruleset_without_its_system_says_which_and_who_failed(tmp_path: Path) -> None:
    registry = discover(plugin("bad", grognard_systems=OSError("disk")), rulesets=(written(tmp_path),))
    with pytest.raises(PluginError, match=r"^no system 'toyland'; plugin 'bad' is broken: OSError: disk$"):
        registry.load("toyland")


def test_who_asks_for_what_nobody_offers_reads_what_failed(tmp_path: Path) -> None:
    """A plugin that fails offers no rulesets, systems or bots: whichever is missed, its error is told."""
    gone = tmp_path / "gone"
    registry = discover(plugin("bad", grognard_systems=ImportError("no name 'Frame'")), rulesets=(gone,))
    failed = "; plugin 'bad' is broken: ImportError: no name 'Frame'"
    nowhere = f"; {gone.as_posix()} is broken: no such directory (from the caller)"
    with pytest.raises(RulesetError) as missing:
        registry.load("chess")
    assert str(missing.value) == f"no ruleset 'chess'{failed}{nowhere}"
    with pytest.raises(PluginError) as wanted:
        registry.offer("bots", "careful")
    assert str(wanted.value) == f"no plugin offers 'careful' among bots{failed}"
    nobody: Any = None
    with pytest.raises(GrognardError) as unseated:
        make_bot("careful", nobody, 1, registry)
    assert re.fullmatch(r"there is no bot 'careful'.*" + re.escape(failed), str(unseated.value))


def test_a_system_that_fails_on_a_ruleset_is_named(tmp_path: Path) -> None:
    def factory(ruleset: object, options: object) -> Any:
        raise KeyError("church")

    broken = plugin("bad", grognard_systems=[SystemOffer("toyland", factory, api=(1, 0))])
    said = r"system 'toyland' \(plugin 'bad'\) failed on ruleset 'toyland': KeyError: 'church'"
    with pytest.raises(PluginError, match=said):
        discover(broken, rulesets=(written(tmp_path),)).load("toyland")


def test_a_decision_that_names_no_actions_is_told_when_the_game_is_loaded(tmp_path: Path) -> None:
    class Mute(Decision[Any, Any, Any], frozen=True):
        def take(self, play: object, action: object) -> None: ...

    Mute.__module__ = "voiceless.turn"
    voiceless = type("Voiceless", (toyland.Toyland,), {"__module__": "voiceless.game"})
    broken = plugin("bad", grognard_systems=[SystemOffer("toyland", voiceless, api=(1, 0))])
    with pytest.raises(PluginError, match=r"^decision 'Mute' in voiceless\.turn names no kinds of action"):
        discover(broken, rulesets=(written(tmp_path),)).load("toyland")


def test_errors_of_the_ruleset_pass_through_as_they_are(tmp_path: Path) -> None:
    written(tmp_path, ("terrain.toml", "cost = 2", "cost = 'two'"))
    with pytest.raises(
        RulesetError, match=r"terrain.toml: terrain 'forest': cost must be an integer, got 'two'"
    ):
        discover(toyland).load(tmp_path)


def test_a_system_knows_its_package() -> None:
    assert SystemOffer("x", toyland.Toyland, api=(1, 0)).package == "tests"
    assert SystemOffer("x", SimpleNamespace, api=(1, 0)).package == "types"
