"""Work that is done once for everybody who asks, and what is kept of it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask

from tests.webapp.work.doors import BrokenDoor, FullDoor
from tests.webapp.work.slow_doors import HeldDoor
from webapp.http.server.turns import CROWD, Threads
from webapp.work import tasks as module
from webapp.work.door import LostError
from webapp.work.limits import TooMuchError
from webapp.work.tasks import PendingError, Tasks, brief_patience, patience

LONG = 300.0


class Clock:
    """A clock that stands still unless it is told to go on."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(module, "time", clock)
    return clock


@pytest.fixture(autouse=True)
def in_app(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield


@pytest.fixture
def held(app: Flask) -> Iterator[HeldDoor]:
    app.extensions["door"] = door = HeldDoor()
    yield door
    door.opened.set()


def tasks_of_text(most: int = 100) -> Tasks[str]:
    return Tasks(most, 9.0, len)


def test_all_who_ask_share_the_work(app: Flask, held: HeldDoor) -> None:
    tasks = tasks_of_text()
    with pytest.raises(PendingError):
        tasks.ask("key", "found".upper, wait=0)
    assert tasks.known("key") is None

    def ask(_: int) -> str:
        with app.app_context():
            return tasks.ask("key", "found".upper, wait=LONG)

    with ThreadPoolExecutor() as pool:
        answers = pool.map(ask, range(2))
        held.opened.set()
        assert list(answers) == ["FOUND"] * 2
    assert tasks.ask("key", "found".upper, wait=0) == "FOUND"
    assert tasks.known("key") == ("FOUND",)
    assert held.begun == ["upper"]


def test_no_more_than_a_few_requests_wait(held: HeldDoor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WAITING", threading.BoundedSemaphore(1))
    tasks = tasks_of_text()
    assert module.WAITING.acquire(blocking=False)
    with pytest.raises(PendingError):  # at once, or this test would take an hour
        tasks.ask("key", "found".upper, wait=3600.0)
    module.WAITING.release()
    held.opened.set()
    assert tasks.ask("key", "found".upper, wait=LONG) == "FOUND"


def test_no_request_waits_for_a_task_while_many_wait_for_a_thread(
    held: HeldDoor, monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks = tasks_of_text()
    monkeypatch.setattr(Threads, "waiting", CROWD)
    with pytest.raises(PendingError):
        tasks.ask("key", "found".upper, wait=3600.0)
    monkeypatch.setattr(Threads, "waiting", CROWD - 1)
    held.opened.set()
    assert tasks.ask("key", "found".upper, wait=LONG) == "FOUND"


def test_the_oldest_goes_and_the_newest_stays() -> None:
    tasks = tasks_of_text(most=5)
    for key in ("aaa", "bb", "cc"):
        assert tasks.ask(key, key.strip) == key
    assert [tasks.known(key) for key in ("aaa", "bb", "cc")] == [None, ("bb",), ("cc",)]
    assert tasks.ask("long", ("x" * 99).strip)
    assert [bool(tasks.known(key)) for key in ("bb", "cc", "long")] == [False, False, True]


def test_what_was_asked_for_last_stays_longest() -> None:
    tasks = tasks_of_text(most=5)
    for key in ("aa", "bb", "aa", "cc"):
        assert tasks.ask(key, key.strip) == key
    assert [tasks.known(key) for key in ("aa", "bb", "cc")] == [("aa",), None, ("cc",)]


def test_what_breaks_is_said_once_and_can_be_asked_again(caplog: pytest.LogCaptureFixture) -> None:
    tasks: Tasks[int] = Tasks(5, 9.0)
    with pytest.raises(ZeroDivisionError):
        tasks.ask("key", divmod, 1, 0)
    assert "this broke: key" in caplog.text
    assert tasks.ask("key", abs, 1) == 1


def test_what_is_refused_or_dies_is_said_and_can_be_asked_again(app: Flask) -> None:
    tasks, door = tasks_of_text(), app.extensions["door"]
    for other, problem in ((FullDoor(), TooMuchError), (BrokenDoor(), LostError)):
        app.extensions["door"] = other
        with pytest.raises(problem):
            tasks.ask("key", "found".upper)
    app.extensions["door"] = door
    assert tasks.ask("key", "found".upper) == "FOUND"


def test_what_nobody_asks_for_any_more_is_ended(held: HeldDoor, clock: Clock) -> None:
    tasks = tasks_of_text()
    for key in ("left", "wanted"):
        with pytest.raises(PendingError):
            tasks.ask(key, key.upper, wait=0)
    for _ in range(3):
        clock.now += 0.9 * module.SILENCE
        with pytest.raises(PendingError):
            tasks.ask("wanted", "wanted".upper, wait=0)
    assert held.ended == ["upper"]
    assert held.begun == ["upper"] * 2


def test_what_was_cut_short_is_found_out_again_after_a_while(clock: Clock) -> None:
    asked: list[str] = []

    def found(about: str) -> str:
        asked.append(about)
        return about

    tasks: Tasks[str] = Tasks(100, 9.0, len, lambda text: text != "part")
    for pause in (0.0, module.KEEP_CUT_SHORT / 2, module.KEEP_CUT_SHORT / 2):
        clock.now += pause
        assert [tasks.ask(about, found, about) for about in ("whole", "part")] == [
            "whole",
            "part",
        ]
    assert asked == ["whole", "part", "part"]
    clock.now += module.KEEP_CUT_SHORT
    assert [tasks.known(about) for about in ("whole", "part")] == [("whole",), None]


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize(
    ("address", "usual", "brief"), [("/", 1.0, 0.3), ("/?waiting=1", 0.2, 0.2)]
)
def test_a_page_that_waits_asks_again_and_does_not_wait_itself(
    app: Flask,
    monkeypatch: pytest.MonkeyPatch,
    address: str,
    usual: float,
    brief: float,
) -> None:
    for name, seconds in (("PATIENCE", 1.0), ("AGAIN", 0.2), ("BRIEF", 0.3)):
        monkeypatch.setattr(module, name, seconds)
    with app.test_request_context(address):
        assert round(patience(), 3) == usual
        assert round(brief_patience(), 3) == brief
