"""What was found out last is kept; what was cut short only for a while."""

from __future__ import annotations

import pytest

from solver.hidoku.grid import Cell, Grid
from solver.hidoku.search import Verdict
from webapp import judging
from webapp import recent as recent_module
from webapp.judging import judge_grid
from webapp.recent import WHILE, recent
from webapp.verdicts import Judgement, Seconds


class Clock:
    """A clock that stands still unless it is told to go on."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(recent_module, "monotonic", clock)
    return clock


def test_what_is_whole_is_found_once_and_the_rest_again_after_a_while(clock: Clock) -> None:
    asked: list[Judgement] = []

    @recent(9)
    def found(about: Judgement) -> Judgement:
        asked.append(about)
        return about

    whole, part = Judgement(Verdict.UNIQUE), Judgement(Verdict.UNDECIDED)
    for pause in (0.0, WHILE / 2, WHILE / 2):
        clock.now += pause
        assert [found(about) for about in (whole, part)] == [whole, part]
    assert asked == [whole, part, part]


def test_a_busy_moment_is_not_the_last_word_on_a_board(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    grid = Grid.of(1, 7, {Cell(0, 0): 1, Cell(0, 3): 4})
    answers = [Judgement(Verdict.UNDECIDED), Judgement(Verdict.NONE, faults=())]

    def judge(_: Grid, seconds: Seconds) -> Judgement:
        assert seconds == judging.DEADLINE
        return answers.pop(0)

    monkeypatch.setattr(judging, "judge_within", judge)
    assert judge_grid(grid).verdict is judge_grid(grid).verdict is Verdict.UNDECIDED
    clock.now += WHILE
    assert judge_grid(grid).verdict is Verdict.NONE
