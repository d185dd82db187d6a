"""Verdicts of the editor: which are found out at once, and which are handed out."""

import pytest
from flask import Flask

from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.search.solve import Verdict
from tests.cases import cases
from tests.webapp.work.executors import FullExecutor, HeldExecutor
from webapp.hidoku.verdict import Judgement, is_whole, judge, judge_longer
from webapp.work.tasks import PendingError


@cases(
    ("grid", "verdict"),
    [
        (Grid.of(4, 4), Verdict.SEVERAL),
        (Grid.of(1, 16, {Cell(0, 0): 1}), Verdict.UNIQUE),
        (Grid.of(30, 30, {Cell(0, 0): 7, Cell(0, 1): 7}), Verdict.NONE),  # a fault in plain sight
    ],
)
def test_a_verdict_is_found_out_at_once(app: Flask, grid: Grid, verdict: Verdict) -> None:
    app.extensions["executor"] = FullExecutor()
    with app.test_request_context():
        assert judge(grid).verdict is verdict


def test_only_a_longer_look_is_waited_for(app: Flask) -> None:
    app.extensions["executor"] = executor = HeldExecutor()
    grid = Grid.of(15, 15, {Cell(0, 0): 1, Cell(14, 14): 200})
    with app.test_request_context():
        assert not judge(grid).is_long
        for _ in range(2):
            with pytest.raises(PendingError):
                judge_longer.within(0, grid)
        assert executor.open() == 1
        assert judge_longer.within(300, grid).is_long


def test_a_verdict_that_had_the_long_time_says_so() -> None:
    grid = Grid.of(2, 2, {Cell(0, 0): 1})
    assert judge_longer(grid).is_long
    assert is_whole(judge_longer(grid))
    assert not is_whole(Judgement(verdict=Verdict.UNDECIDED))
