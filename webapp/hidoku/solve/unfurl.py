"""The preview of a link to a step where it is posted: a title and a sentence.

Today's daily board is still being played, so for it, and for a board that grew from it, nothing is
shown but its givens.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from solver.hidoku.rules.grid import Grid
from webapp.hidoku.puzzles import secret_of
from webapp.hidoku.solve.step_view import ShownStep

WITHOUT_REASON: Final = "A Hidoku solved step by step, each step with its reason."


@dataclass(frozen=True)
class Unfurled:
    """Title, sentence and the step whose picture is shown."""

    title: str
    sentence: str
    step: int


def unfurl(frame: ShownStep, grid: Grid) -> Unfurled:
    """Return the preview of the link to a frame."""
    title = f"{frame.title}: step {frame.look.step} of {frame.last_step}"
    sentence = WITHOUT_REASON if secret_of(grid) else f"{frame.headline}. {frame.reason}"
    return Unfurled(title, sentence.replace("?.", "?"), frame.look.step - frame.is_question)
