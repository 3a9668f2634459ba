"""The picture in the README is what the tool draws today.

python tests/test_readme_picture.py        # draw it anew
"""

from __future__ import annotations

from pathlib import Path

import grognard_rulesets
from grognard.dice import SeededDice
from grognard.ruleset import Ruleset
from grognard.scene import render_svg
from grognard_memoir44.game import MemoirGame

PICTURE = Path(__file__).parent.parent / "docs" / "images" / "sainte-mere-eglise.svg"
OPENING = ("play attack_center", "order G3", "order f6", "order H5", "move G3")


def picture() -> str:
    """Sainte-Mère-Église in its first turn: three units are ordered, one of them may move."""
    game = MemoirGame(Ruleset(grognard_rulesets.ROOT / "memoir44"))
    dice = SeededDice(1944)
    position = game.start("sainte-mere-eglise", dice)
    for text in OPENING:
        action = game.parse(position, text)
        assert not game.refusal(position, action), text
        game.apply(position, action, dice)
    return render_svg(game.scene(game.view(position, "allies"), show=["legal"]))


def test_the_picture_in_the_readme_is_what_the_tool_draws() -> None:
    assert PICTURE.read_text(encoding="utf-8") == picture(), f"run {Path(__file__).name} and look at it"


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
