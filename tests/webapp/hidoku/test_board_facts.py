"""What is said of a board: found out once, and again after a while where time was short."""

import time

import pytest
from flask import Flask

from solver.hidoku.notations.registry import parse_any
from solver.hidoku.puzzles import conflicting_givens
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.search.solve import Verdict
from solver.hidoku.search.staged_search import Budget
from webapp.hidoku.board_facts import judge_grid
from webapp.hidoku.verdict import Judgement, is_whole
from webapp.work.tasks import task


def test_a_busy_moment_is_not_the_last_word_on_a_board(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    grid = Grid.of(1, 37, {Cell(0, 0): 1, Cell(0, 3): 4})
    answers = [Judgement(verdict=Verdict.UNDECIDED), Judgement(verdict=Verdict.UNIQUE)]

    def judge_next(_: Grid) -> Judgement:
        return answers.pop(0)

    judging = task(lambda _: True, 9, whole=is_whole)(judge_next)
    monkeypatch.setattr("webapp.hidoku.board_facts.find_verdict", judging)
    with app.test_request_context():
        monkeypatch.setattr("webapp.work.tasks.KEEP_CUT_SHORT", 0.2)
        verdicts_told = [judge_grid(grid).verdict]
        time.sleep(0.2)
        verdicts_told += [judge_grid(grid).verdict for _ in range(2)]
    assert verdicts_told == [Verdict.UNDECIDED, Verdict.UNIQUE, Verdict.UNIQUE]


def test_conflicting_givens_get_the_time_that_they_need(monkeypatch: pytest.MonkeyPatch) -> None:
    grid = parse_any("9 . 1 .\n. 2 . 20\n4 . . .\n. . . .\n. . 14 .")

    def judge_hastily(grid: Grid) -> Judgement:
        conflict = conflicting_givens(grid, Budget(deadline=0))
        return Judgement(verdict=Verdict.NONE, conflicting_givens=conflict)

    monkeypatch.setattr("webapp.hidoku.board_facts.find_verdict", judge_hastily)
    assert "but not if any one of them is removed: 1 (row" in judge_grid(grid).faults[0]
