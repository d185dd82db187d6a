"""The marks of each display are told apart in text, on pages and on cards, and look alike there."""

import re

import pytest
from PIL import ImageColor

from solver.deduction.faces.face import Mark, ShownFeedback
from solver.deduction.games import FAMILIES, face_of
from solver.deduction.rules.game import Game
from webapp.cards import Canvas
from webapp.config import ROOT
from webapp.http.assets import token
from webapp.mastermind.cards import CardRow, CodePicture

SHEET = (ROOT / "static/css/components.css").read_text()
DISPLAYS = [
    (family.presets[0].make(), display)
    for family in FAMILIES
    for display in [display.name for display in family.displays] or [""]
]


def painted(mark: Mark) -> int:
    """Count the pixels of a card that have the colour of a mark."""
    canvas = Canvas()
    CodePicture((CardRow((None,), ShownFeedback("", (mark,), in_line=True)),))(canvas)
    counts = {colour: count for count, colour in canvas.image.getcolors(1 << 20)}
    return counts.get(ImageColor.getrgb(token(f"--{mark.colour}")), 0)


@pytest.mark.parametrize(
    ("game", "display"), DISPLAYS, ids=lambda case: getattr(case, "name", case)
)
def test_marks_are_distinct_and_look_alike(game: Game, display: str) -> None:
    face = face_of(game, display)
    marks = [entry.mark for entry in face.legend if entry.mark]
    assert marks or face.show(game.feedbacks[0]).sign
    assert all(mark.sign for mark in marks)
    assert len({mark.sign for mark in marks}) == len(marks)
    assert len({(mark.shape, mark.colour) for mark in marks}) == len(marks)
    for mark in {*marks, *face.show(game.feedbacks[0]).marks}:
        (rule,) = re.findall(rf"^  \.{mark.style} \{{ (.*) \}}$", SHEET, re.MULTILINE)
        if mark.shape != "dot":
            assert f"var(--{mark.colour})" in rule
            assert painted(mark) > painted(mark._replace(shape="dot"))
