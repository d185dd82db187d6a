"""Work that is done once for everybody who asks, and what is kept of it."""

import pickle
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask

from tests.webapp.clock import Seconds
from tests.webapp.work.executors import NONE, DeadExecutor, FullExecutor, HeldExecutor, behind
from webapp.http.pending import result_or_none
from webapp.http.server.turns import CROWD, Threads
from webapp.work import tasks as module
from webapp.work.executor import LostError
from webapp.work.limits import TooMuchError
from webapp.work.tasks import Patience, PendingError, TaskFunction, never, patience, task

LONG = 300.0
calls: list[int] = []


@task(lambda number: number < 10, 3)
def half(number: int) -> int | None:
    """Return the half of a number."""
    calls.append(number)
    if number < 0:
        raise ValueError("below 0")
    return None if number % 2 else number // 2


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Seconds:
    clock = Seconds()
    monkeypatch.setattr(module, "time", clock)
    return clock


@pytest.fixture(autouse=True)
def in_request(app: Flask) -> Iterator[None]:
    half.cache_clear()
    calls.clear()
    with app.test_request_context():
        yield


@pytest.fixture
def held(app: Flask) -> Iterator[HeldExecutor]:
    app.config["PATIENCE"] = NONE
    with behind(app, HeldExecutor()) as held:
        yield held


def task_of_text(limit: int = 100) -> TaskFunction[[str], str]:
    return task(never, limit, weight=len)(str.upper)


def test_all_who_ask_share_the_work(app: Flask, held: HeldExecutor) -> None:
    upper = task_of_text()
    with pytest.raises(PendingError):
        upper.within(0, "text")
    assert upper.known("text") is None

    def ask(_: int) -> str:
        with app.test_request_context():
            return upper.within(LONG, "text")

    with ThreadPoolExecutor() as pool:
        answers = pool.map(ask, range(2))
        assert held.open() == 1
        assert list(answers) == ["TEXT"] * 2
    assert upper.within(0, "text") == "TEXT"
    assert upper.known("text") == ("TEXT",)
    assert not held.pieces


def test_whether_something_is_pending_is_no_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who doesn't wait gets no result that comes while the request goes on."""
    monkeypatch.setattr(module, "wait", lambda handles, _seconds: handles[0].result(LONG))
    with pytest.raises(PendingError):
        task_of_text().within(0, "text")


def test_no_more_than_a_few_requests_wait(
    held: HeldExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = threading.BoundedSemaphore(1)
    monkeypatch.setattr("webapp.work.tasks.WAITING", waiting)
    upper = task_of_text()
    assert waiting.acquire(blocking=False)
    with pytest.raises(PendingError):  # at once, or this test would take an hour
        upper.within(3600.0, "text")
    waiting.release()
    held.open()
    assert upper.within(LONG, "text") == "TEXT"


def test_no_request_waits_for_a_task_while_many_wait_for_a_thread(
    held: HeldExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    upper = task_of_text()
    monkeypatch.setattr(Threads, "waiting", CROWD)
    with pytest.raises(PendingError):
        upper.within(3600.0, "text")
    monkeypatch.setattr(Threads, "waiting", CROWD - 1)
    held.open()
    assert upper.within(LONG, "text") == "TEXT"


def test_the_oldest_goes_and_the_newest_stays() -> None:
    upper = task_of_text(limit=5)
    for text in ("aaa", "bb", "cc"):
        assert upper.within(LONG, text) == text.upper()
    assert [upper.known(text) for text in ("aaa", "bb", "cc")] == [None, ("BB",), ("CC",)]
    assert upper.within(LONG, 99 * "x")
    assert [bool(upper.known(text)) for text in ("bb", "cc", 99 * "x")] == [False, False, True]


def test_the_latest_result_stays_longest() -> None:
    upper = task_of_text(limit=5)
    for text in ("aa", "bb", "aa", "cc"):
        upper.within(LONG, text)
    assert [upper.known(text) for text in ("aa", "bb", "cc")] == [("AA",), None, ("CC",)]


def test_what_breaks_raises_once_and_can_begin_again(caplog: pytest.LogCaptureFixture) -> None:
    divisors = [1, 0]

    def divide(number: int) -> int:
        return number // divisors.pop()

    division = task(never, 5)(divide)
    with pytest.raises(ZeroDivisionError):
        division.within(LONG, 7)
    assert "divide(7,)" in caplog.text
    assert division.within(LONG, 7) == 7


def test_what_is_refused_or_dies_raises_and_can_begin_again(app: Flask) -> None:
    upper = task_of_text()
    for executor, problem in ((FullExecutor(), TooMuchError), (DeadExecutor(), LostError)):
        with behind(app, executor), pytest.raises(problem):
            upper("text")
    assert upper.within(LONG, "text") == "TEXT"


def test_what_nobody_asks_for_any_more_is_ended(held: HeldExecutor, clock: Seconds) -> None:
    upper = task_of_text()
    for text in ("left", "wanted"):
        with pytest.raises(PendingError):
            upper.within(0, text)
    for _ in range(3):
        clock.now += 0.9 * module.SILENCE
        with pytest.raises(PendingError):
            upper.within(0, "wanted")
    assert [piece.cancelled() for piece in held.pieces] == [True, False]


def test_what_was_cut_short_is_found_out_again_after_a_while(clock: Seconds) -> None:
    questions: list[str] = []

    def found(about: str) -> str:
        questions.append(about)
        return about

    finding = task(never, 100, whole=lambda text: text != "part")(found)
    for pause in (0.0, module.KEEP_CUT_SHORT / 2, module.KEEP_CUT_SHORT / 2):
        clock.now += pause
        texts = [finding.within(LONG, about) for about in ("whole", "part")]
        assert texts == ["whole", "part"]
    assert questions == ["whole", "part", "part"]
    clock.now += module.KEEP_CUT_SHORT
    assert [finding.known(about) for about in ("whole", "part")] == [("whole",), None]


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize(("address", "usual"), [("/", 1.0), ("/?waiting=1", 0.2)])
def test_a_page_that_waits_asks_again_and_does_not_wait_itself(
    app: Flask, address: str, usual: float
) -> None:
    app.config["PATIENCE"] = Patience()
    with app.test_request_context(address):
        assert round(patience(), 3) == usual


def test_a_request_waits_once_for_all_it_asks(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([100.0, 100.0, 100.7, 101.2])
    monkeypatch.setattr(module.time, "monotonic", lambda: next(clock))
    app.config["PATIENCE"] = Patience(1.0)
    with app.test_request_context():
        assert [round(patience(), 3) for _ in range(3)] == [1.0, 0.3, 0.0]


def test_what_is_quick_is_done_at_once_and_once(held: HeldExecutor) -> None:
    assert [half(8), half(8), half(7), half(7)] == [4, 4, None, None]
    assert calls == [8, 7]
    assert not held.pieces


def test_what_is_long_is_done_elsewhere_and_kept(held: HeldExecutor) -> None:
    for _ in range(2):
        with pytest.raises(PendingError):
            half(20)
    assert (len(held.pieces), held.open()) == (1, 1)
    assert [half(20), half(20)] == [10, 10]
    assert calls == [20]


def test_what_was_raised_is_raised_once() -> None:
    with pytest.raises(ValueError, match="below 0"):
        half(-1)


def test_outside_of_requests_all_is_done_at_once() -> None:
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(half, 20).result() == 10


def test_a_task_travels_by_name() -> None:
    assert pickle.loads(pickle.dumps(half)) is half


@pytest.mark.parametrize(("method", "is_refused"), [("GET", True), ("POST", False)])
def test_over_the_limit_a_change_is_shown_without_the_part(
    app: Flask, method: str, is_refused: bool
) -> None:
    with behind(app, FullExecutor()), app.test_request_context(method=method):
        if is_refused:
            with pytest.raises(TooMuchError):
                result_or_none(lambda: half(20))
        else:
            assert result_or_none(lambda: half(20)) is None
