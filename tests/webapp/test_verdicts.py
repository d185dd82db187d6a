"""Verdicts of the editor: a long one does not keep others waiting."""

from __future__ import annotations

import threading

import pytest

from solver.hidoku.grid import Grid
from solver.hidoku.search import Verdict
from webapp import verdicts
from webapp.verdicts import LIVE, LONG, Judgement, Seconds, judge


def test_one_long_verdict_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Seconds] = []
    begun, allowed = threading.Event(), threading.Event()

    def think(grid: Grid, seconds: Seconds) -> Judgement:
        asked.append(seconds)
        begun.set()
        assert seconds is LIVE or allowed.wait(60)
        return Judgement(Verdict.UNDECIDED)

    monkeypatch.setattr(verdicts, "judge_within", think)
    first = threading.Thread(target=judge, args=(Grid.of(1, 7), True))
    first.start()
    assert begun.wait(60)
    assert not judge(Grid.of(1, 8), is_long=True).is_long  # so the page offers it again
    allowed.set()
    first.join()
    assert judge(Grid.of(1, 9), is_long=True).is_long
    assert asked == [LONG, LIVE, LONG]
