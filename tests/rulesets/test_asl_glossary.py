"""The glossary: 179 terms, found by abbreviation, English and Chinese; misprints put right."""

from __future__ import annotations

import json
import re
import sys

import pytest

from grognard.cli import main
from grognard.errors import GrognardError
from grognard.ruleset import Ruleset
from grognard_asl.glossary import Glossary, glossary
from grognard_rulesets import ROOT

GLOSSARY = Glossary.of(Ruleset(ROOT / "asl_full_sequence"))
TERMS = GLOSSARY.terms

# Abbreviation as it should read, as the source has it; then the same for English.
ABBREVIATIONS = {
    "cs#": "Cs#",
    "dm": "Dm",
    "dr": "Dr",
    "DRM/drm": "DRM/Drm",
    "MPh": "Mph",
    "RtPh": "Rtph",
}
ENGLISH = {
    "C#": ("Canister Depletion #", "Cannister Depletion #"),
    "CX": ("Counter Exhaustion", "Counter Exhausted"),
    "EC": ("Environmental Conditions", "Environmental Condition"),
    "MMC": ("Multi-Man Counter", "Multi-man Counter"),
    "PAATC": ("Pre-AFV Advance/Attack Task Check", "Pre AFV Adv./Attack Task Check"),
    "PIAT": ("Projector, Infantry, Anti-Tank", "Anti-Tank Weapon"),
    "PSK": ("Panzerschreck", "Panzer Schreck"),
    "SCW": ("Shaped Charge Weapon", "Shaped Weapon Charge"),
    "WP": ("White Phosphorus", "White Phosphorous"),
}
CHINESE = {
    "cs#": "乘客/搭乘者/乘员存活#",
    "DM": "绝望士气",
    "DR": "双骰掷骰（两颗骰子点数之和）",
    "FFMO": "先射击：目标在开阔地移动（修正）",
    "FFNAM": "先射击：目标非突击移动（修正）",
    "HIP": "初始隐藏部署",
    "LOF": "射击线",
    "MMC": "多人算子",
    "PAATC": "步兵推进/攻击装甲战斗车辆前的任务判定",
    "PRC": "乘客/搭乘者/乘员",
    "SMC": "单人算子",
    "TB": "开辟通路",
    "TI": "暂时不能行动",
}


def found(word: str) -> list[str]:
    return [term.abbr for term in GLOSSARY.find(word)]


def test_there_are_179_terms_each_in_two_languages() -> None:
    assert len(TERMS) == 179
    assert len({term.abbr for term in TERMS.values()}) == 179
    for term in TERMS.values():
        assert term.en.isascii() and term.en, term.abbr
        assert re.search(r"[\u4e00-\u9fff]", term.zh), term.abbr


def test_misprinted_abbreviations_are_put_right() -> None:
    assert {t.abbr: t.printed["abbr"] for t in TERMS.values() if "abbr" in t.printed} == ABBREVIATIONS


def test_misprinted_english_is_put_right() -> None:
    assert {t.abbr: (t.en, t.printed["en"]) for t in TERMS.values() if "en" in t.printed} == ENGLISH


def test_wrong_chinese_is_put_right_and_says_why() -> None:
    assert {t.abbr: t.zh for t in TERMS.values() if "zh" in t.printed} == CHINESE
    assert {t.abbr for t in TERMS.values() if t.why} == set(CHINESE)
    assert all(t.printed["zh"] != t.zh for t in TERMS.values() if "zh" in t.printed)


def test_no_chinese_meaning_is_left_half_in_english() -> None:
    assert [term.abbr for term in TERMS.values() if re.search(r"[a-z]{4,}", term.zh)] == []


@pytest.mark.parametrize(
    ("word", "abbreviations"),
    [
        ("PTC", ["PTC"]),
        ("ptc", ["PTC"]),
        ("DR", ["DR"]),  # written differently, two dice and one
        ("dr", ["dr"]),
        ("Dr", ["dr"]),  # as the source misprints it
        ("CS#", ["CS#"]),
        ("cs#", ["cs#"]),
        ("DM", ["DM"]),
        ("dm", ["dm"]),
        ("Mph", ["MPh"]),
        ("b", ["B#"]),  # the number sign may be left out
        ("PFk", ["PF/PFk"]),
        ("drm", ["DRM/drm"]),
        ("Pin Task Check", ["PTC"]),
        ("final protective fire", ["FPF"]),
        ("bazooka", ["BAZ"]),
        ("melee", []),
        ("开阔地", ["OG"]),  # the whole meaning before parts of others
        ("士气", ["DM", "LLMC", "MC", "ML", "NMC"]),
        ("拼死士气", ["DM"]),  # what the source has is found as well
        ("task check", ["TC"]),
    ],
)
def test_terms_are_found_by_abbreviation_english_or_chinese(word: str, abbreviations: list[str]) -> None:
    if not abbreviations:
        with pytest.raises(GrognardError, match=f"no term '{word}' in the glossary"):
            found(word)
    else:
        assert found(word) == abbreviations


def test_parts_of_a_meaning_find_all_that_have_it() -> None:
    assert found("phase") == ["APh", "CCPh", "DFPh", "MPh", "PFPh", "RPh", "RtPh"]


@pytest.mark.parametrize(
    ("word", "near"), [("FFMA", "FFMO"), ("Bazoka", "Bazooka"), ("Flametrower", "Flamethrower")]
)
def test_unknown_words_get_a_suggestion(word: str, near: str) -> None:
    with pytest.raises(GrognardError, match=rf"no term '{word}' in the glossary \(did you mean .*'{near}'"):
        GLOSSARY.find(word)


def test_the_command_prints_every_term_on_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    glossary(["asl"])
    lines = capsys.readouterr().out.splitlines()
    terms = [line for line in lines if "the source has" not in line]
    assert len(terms) == 179
    assert terms[0].split("  ")[0] == "PTC"
    assert len(lines) - len(terms) == sum(bool(term.printed) for term in TERMS.values())


def test_the_command_puts_the_language_asked_for_first(capsys: pytest.CaptureFixture[str]) -> None:
    glossary(["asl", "FPF"])
    assert capsys.readouterr().out == "FPF  Final Protective Fire  最终防护射击\n"
    glossary(["asl", "FPF"], lang="zh")
    assert capsys.readouterr().out == "FPF  最终防护射击  Final Protective Fire\n"


def test_the_command_takes_its_language_from_the_environment(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GROGNARD_LANG", "zh")
    glossary(["asl", "Final", "Protective", "Fire"])
    assert capsys.readouterr().out.startswith("FPF  最终防护射击")


def test_the_command_speaks_json(capsys: pytest.CaptureFixture[str]) -> None:
    glossary(["asl", "DM"], json=True)
    (term,) = json.loads(capsys.readouterr().out)
    assert (term["abbr"], term["zh"], term["printed"]) == ("DM", "绝望士气", {"zh": "拼死士气"})


@pytest.mark.parametrize(
    ("arguments", "options", "said"),
    [
        (["als"], {}, r"no glossary for 'als' \(did you mean 'asl'\?\)"),
        (["open", "ground"], {}, r"no glossary for 'open'.*; a word: 'grognard glossary asl open ground'"),
        (["asl", "FPF"], {"lang": "de"}, "language must be en or zh, got 'de'"),
    ],
)
def test_wrong_systems_and_languages_are_refused(
    arguments: list[str], options: dict[str, str], said: str
) -> None:
    with pytest.raises(GrognardError, match=said):
        glossary(arguments, **options)


def test_the_command_line_mounts_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments, code in ((["asl", "FPF", "--lang", "zh"], 0), (["asl", "Bazoka"], 2)):
        monkeypatch.setattr(sys, "argv", ["grognard", "glossary", *arguments])
        with pytest.raises(SystemExit) as stop:
            main()
        assert stop.value.code == code
    said = capsys.readouterr()
    assert said.out == "FPF  最终防护射击  Final Protective Fire\n"
    assert "did you mean 'Bazooka'" in said.err
