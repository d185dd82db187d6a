"""Work that is done once for everybody who asks."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from webapp.once import MOST_AT_ONCE, Once

LONG = 30.0


def test_two_who_ask_at_once_share_the_work() -> None:
    once: Once[str] = Once(len, 100)
    begun, go_on, calls = threading.Event(), threading.Event(), []

    def work() -> str:
        calls.append(1)
        begun.set()
        go_on.wait(LONG)
        return "found"

    with ThreadPoolExecutor() as pool:
        asked = [pool.submit(once.ask, "key", work, LONG) for _ in range(4)]
        begun.wait(LONG)
        assert once.ask("key", work, 0) is None
        assert once.peek("key") is None
        go_on.set()
        assert {each.result() for each in asked} == {"found"}
    assert once.ask("key", work, 0) == once.peek("key") == "found"
    assert len(calls) == 1


def test_few_run_at_once_and_the_others_wait() -> None:
    once: Once[int] = Once(int, 100)
    go_on = threading.Event()

    def work() -> int:
        go_on.wait(LONG)
        return 1

    for key in range(MOST_AT_ONCE + 1):
        assert once.ask(str(key), work, 0) is None
    go_on.set()
    assert [once.ask(str(key), work, LONG) for key in range(MOST_AT_ONCE + 1)] == [1, 1, 1]


def test_the_oldest_goes_and_the_newest_stays() -> None:
    once: Once[str] = Once(len, 5)
    for key in ("aaa", "bb", "cc"):
        assert once.ask(key, key.strip, LONG) == key
    assert [once.peek(key) for key in ("aaa", "bb", "cc")] == [None, "bb", "cc"]
    assert once.ask("long", lambda: "x" * 99, LONG)
    assert [bool(once.peek(key)) for key in ("bb", "cc", "long")] == [False, False, True]


def test_what_breaks_is_said_once_and_can_be_asked_again(caplog: pytest.LogCaptureFixture) -> None:
    once: Once[str] = Once(len, 5)
    with pytest.raises(ZeroDivisionError):
        once.ask("key", lambda: str(1 // 0), LONG)
    assert "this broke: key" in caplog.text
    assert once.ask("key", lambda: "ok", LONG) == "ok"


def test_those_who_wait_get_their_turn_in_the_order_they_came() -> None:
    once: Once[int] = Once(int, 100)
    go_on, begun = threading.Event(), []

    def work(key: str) -> int:
        begun.append(key)
        go_on.wait(LONG)
        return 1

    for key in ("a", "b", "first", "second"):
        assert once.ask(key, partial(work, key), 0) is None
    go_on.set()
    for key in ("a", "b"):
        assert once.ask(key, partial(work, key), LONG) == 1
    assert once.ask("third", partial(work, "third"), 0) is None
    for key in ("first", "second", "third"):
        assert once.ask(key, partial(work, key), LONG) == 1
    assert sorted(begun) == ["a", "b", "first", "second", "third"]


def test_who_asks_no_more_loses_the_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.once.SILENCE", 0.0)
    once: Once[int] = Once(int, 100)
    go_on = threading.Event()

    def work() -> int:
        go_on.wait(LONG)
        return 1

    for key in range(MOST_AT_ONCE + 2):
        assert once.ask(str(key), work, 0) is None
    go_on.set()
    assert once.ask("0", work, LONG) == 1
