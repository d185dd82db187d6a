"""The position of a question as a small picture, for lists."""

from __future__ import annotations

from solver.deduction.faces.face import Pegs, ShownAnswer
from webapp.hidoku.picture.svg import Outline, outline_of
from webapp.learn.questions.question import Question

PictureRows = tuple[tuple[Pegs, ShownAnswer | None], ...]


def picture(question: Question) -> tuple[PictureRows, Outline | None]:
    """Return two rows, or the board; neither if the question shows none."""
    if board := question.scene.board:
        return (), outline_of(board)
    return question.rows[:2], None
