"""The queue of writers: nobody waits for ever, and some threads stay free for pages."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from webapp.storage.engine import writers
from webapp.storage.engine.faults import StoreBusyError
from webapp.storage.engine.writers import Writers


def test_a_writer_alone_has_all_the_patience() -> None:
    queue = Writers(patient=1, patience=3)
    for _ in range(2):
        with queue.turn() as left:
            assert left == 3


def test_who_waited_has_less_patience_left() -> None:
    queue = Writers(patient=1, patience=30)
    is_held, goes_on = threading.Event(), threading.Event()

    def hold() -> None:
        with queue.turn():
            is_held.set()
            goes_on.wait(10)

    def wait() -> float:
        with queue.turn() as left:
            return left

    with ThreadPoolExecutor(2) as pool:
        pool.submit(hold)
        assert is_held.wait(10)
        waiting = pool.submit(wait)
        threading.Timer(0.2, goes_on.set).start()
        assert 0 < waiting.result(10) < 29.9


def test_nobody_waits_for_ever() -> None:
    queue = Writers(patient=1, patience=0.05)
    with queue.turn(), pytest.raises(StoreBusyError), queue.turn():
        pass
    with queue.turn():  # and the turn was given back
        pass


def test_beyond_the_patient_ones_others_give_up_sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writers, "LITTLE_PATIENCE", 0.05)
    queue = Writers(patient=2, patience=60)
    gave_up, done = threading.Semaphore(0), []

    def write() -> None:
        try:
            with queue.turn():
                done.append(True)
        except StoreBusyError:
            gave_up.release()

    with ThreadPoolExecutor(5) as pool, queue.turn():
        for _ in range(5):
            pool.submit(write)
        assert all(gave_up.acquire(timeout=10) for _ in range(3))
    assert len(done) == 2
