"""Verdicts of the editor: which are found out at once, and which are handed out."""

from __future__ import annotations

import pytest
from flask import Flask

from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.search.solve import Verdict
from tests.cases import cases
from tests.webapp.work.doors import FullDoor
from tests.webapp.work.slow_doors import HeldDoor
from webapp.hidoku.verdict import LIVE, LONG, Judgement, is_whole, judge, judge_within
from webapp.work.tasks import PendingError


@cases(
    ("grid", "verdict"),
    [
        (Grid.of(4, 4), Verdict.SEVERAL),
        (Grid.of(1, 16, {Cell(0, 0): 1}), Verdict.UNIQUE),
        (Grid.of(30, 30, {Cell(0, 0): 7, Cell(0, 1): 7}), Verdict.NONE),  # a fault in plain sight
    ],
)
def test_what_takes_no_time_is_found_out_at_once(app: Flask, grid: Grid, verdict: Verdict) -> None:
    app.extensions["door"] = FullDoor()
    with app.test_request_context():
        assert judge(grid).verdict is verdict
        assert judge(grid, LONG).is_long


def test_a_long_verdict_is_another_piece_of_work(app: Flask) -> None:
    app.extensions["door"] = door = HeldDoor()
    grid = Grid.of(1, 41)
    with app.test_request_context():
        for seconds in (LIVE, LONG, LONG):
            with pytest.raises(PendingError):
                judge(grid, seconds, patience=0)
        assert len(door.begun) == 2
        door.opened.set()
        assert not judge(grid, patience=300).is_long
        assert judge(grid, LONG, patience=300).is_long


def test_a_verdict_that_had_the_long_time_says_so() -> None:
    grid = Grid.of(2, 2, {Cell(0, 0): 1})
    assert judge_within(grid, LONG).is_long
    assert is_whole(judge_within(grid, LONG))
    assert not is_whole(Judgement(Verdict.UNDECIDED))
