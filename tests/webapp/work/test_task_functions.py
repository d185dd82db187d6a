"""What is quick is done at once, what is not goes through the door, and both are kept."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

import pytest
from flask import Flask

from tests.webapp.work.doors import FullDoor, HeldDoor, behind
from webapp.http.pending import result_or_none
from webapp.work import tasks as module
from webapp.work.limits import TooMuchError
from webapp.work.tasks import PendingError, patience, task

calls: list[int] = []


def _is_small(number: int) -> bool:
    return number < 10


@task(_is_small, 3)
def half(number: int) -> int | None:
    """Return the half of a number."""
    calls.append(number)
    if number < 0:
        raise ValueError("below 0")
    return None if number % 2 else number // 2


@pytest.fixture
def door(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[HeldDoor]:
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    half.cache_clear()
    calls.clear()
    held = HeldDoor()
    with behind(app, held), app.test_request_context():
        yield held


def test_what_is_quick_is_done_at_once_and_once(door: HeldDoor) -> None:
    assert [half(8), half(8), half(7), half(7)] == [4, 4, None, None]
    assert calls == [8, 7]
    assert not door.pieces


def test_what_is_long_goes_through_the_door_and_is_kept(door: HeldDoor) -> None:
    for _ in range(2):
        with pytest.raises(PendingError):
            half(20)
    assert (len(door.pieces), door.open()) == (1, 1)
    assert [half(20), half(20)] == [10, 10]
    assert calls == [20]


@pytest.mark.usefixtures("door")
def test_only_the_last_results_are_kept() -> None:
    for number in (2, 4, 6, 8, 2):
        half(number)
    assert calls == [2, 4, 6, 8, 2]


@pytest.mark.usefixtures("door")
def test_what_was_raised_is_raised_once() -> None:
    with pytest.raises(ValueError, match="below 0"):
        half(-1)


def test_outside_of_requests_all_is_done_at_once(app: Flask) -> None:
    half.cache_clear()
    with behind(app, FullDoor()), app.app_context():
        assert half(20) == 10


def test_a_task_travels_by_name() -> None:
    assert pickle.loads(pickle.dumps(half)) is half


@pytest.mark.parametrize(("method", "is_refused"), [("GET", True), ("POST", False)])
def test_over_the_limit_a_change_is_shown_without_the_part(
    app: Flask, method: str, is_refused: bool
) -> None:
    half.cache_clear()
    with behind(app, FullDoor()), app.test_request_context(method=method):
        if is_refused:
            with pytest.raises(TooMuchError):
                result_or_none(lambda: half(20))
        else:
            assert result_or_none(lambda: half(20)) is None


def test_a_request_waits_once_for_all_it_asks(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([100.0, 100.0, 100.7, 101.2])
    monkeypatch.setattr(module.time, "monotonic", lambda: next(clock))
    monkeypatch.setattr(module, "PATIENCE", 1.0)
    with app.test_request_context():
        assert [round(patience(), 3) for _ in range(3)] == [1.0, 0.3, 0.0]


def test_a_page_that_asks_again_waits_less(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module.time, "monotonic", lambda: 100.0)
    with app.test_request_context("/?waiting=1"):
        assert round(patience(), 3) == module.AGAIN
