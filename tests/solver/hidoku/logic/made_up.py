"""A technique that nobody needs, in one file: what there is to write for a new one."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pytest

from solver.hidoku.logic.technique import FOLDER, Technique, technique_named, techniques
from solver.hidoku.rules.grid import Cell, Grid

ROW = Grid.of(1, 4, {Cell(0, 0): 1})

FILE = '''
"""The second number stands in the second cell of a row."""

from functools import partial

from solver.hidoku.logic.claims import Claim
from solver.hidoku.logic.reasons import Candidate, Marked
from solver.hidoku.logic.technique import Deduction, Technique
from solver.hidoku.rules.grid import Cell


class MadeUp(Claim):
    idea = "made_up"

    def places(self, sight, placed):
        return placed == (2, Cell(0, 1))

    def nudge(self, outs):
        return "Look at the first cell."

    def look(self, outs):
        return Marked(area=(Cell(0, 1),))

    def lines(self, outs):
        return ["A made-up reason."]

    def marks(self, outs):
        return Marked(numbers=(1,))


@partial(
    Technique,
    name="made_up",
    title="a made-up technique",
    rank=5,
    weight=1,
    sentence="It’s in the cell beside the 1.",
    is_placing=True,
)
def made_up(position):
    """The second number in the second cell, if it is not there."""
    if 2 not in position.where:
        yield Deduction(made_up, MadeUp(), Candidate(2, Cell(0, 1)))
'''


@contextmanager
def write_technique(
    place: Path, folder: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Technique]:
    """Put the file beside those of the techniques, for a while."""
    (place / "made_up.py").write_text(FILE)
    with monkeypatch.context() as patch:
        patch.setattr(folder, "__path__", [*folder.__path__, str(place)])
        techniques.cache_clear()
        try:
            yield technique_named("made_up")
        finally:
            sys.modules.pop(f"{FOLDER}.made_up", None)
            vars(folder).pop("made_up", None)
    techniques.cache_clear()
