"""The pieces of runs behind the door: what is told, what is ended, and what is left of the rest."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from pathlib import Path

import pytest

from tests.webapp.work.fork_servers import ONE_AT_ONCE, Noted, wait_for_the_end
from tests.webapp.work.patience import until
from webapp.work.door import ForkDoor, LostError, ThreadDoor, is_ended, tell
from webapp.work.place import DoorPlace, ExecutorError

LONG = 600.0  # seconds: nothing here lasts so long


@pytest.fixture
def place() -> Iterator[DoorPlace]:
    place = DoorPlace(ThreadDoor(), ONE_AT_ONCE)
    yield place
    place.close()


def tell_and_stay(told: tuple[int, int]) -> None:
    tell(told)
    while not is_ended():
        threading.Event().wait(0.01)


def submit(place: DoorPlace, run: int, told: tuple[int, int]) -> Future[None]:
    return place.executor().submit(place.task(run, LONG, tell_and_stay), told)


def test_what_a_run_tells_is_heard_until_it_ends(place: DoorPlace) -> None:
    assert place.progress(1) == (0, 0)
    future = submit(place, 1, (3, 7))
    until(lambda: place.progress(1) == (3, 7))
    assert place.progress(2) == (0, 0)
    place.end(1, [future])
    with pytest.raises(LostError):
        future.result()
    assert place.progress(1) == (0, 0)


def test_the_pieces_of_a_run_end_with_it_and_no_others(place: DoorPlace) -> None:
    first, waiting = submit(place, 1, (1, 9)), submit(place, 1, (2, 9))
    until(lambda: place.progress(1) == (1, 9))
    other = submit(place, 2, (4, 5))
    place.end(1, [first, waiting])
    for future in (first, waiting):
        with pytest.raises((LostError, CancelledError)):
            future.result()
    until(lambda: place.progress(2) == (4, 5))
    assert not other.done()


def test_a_piece_that_is_taken_up_after_the_end_of_its_run_does_nothing(place: DoorPlace) -> None:
    done: list[int] = []
    task = place.task(1, LONG, done.append)
    place.end(1, [])
    with pytest.raises(CancelledError):
        task(1)
    assert not done


def test_after_the_end_of_all_nothing_begins(place: DoorPlace) -> None:
    executor, future = place.executor(), submit(place, 1, (1, 2))
    until(lambda: place.progress(1) == (1, 2))
    place.close()
    with pytest.raises(LostError):
        future.result()
    with pytest.raises(ExecutorError, match="stopped"):
        place.executor()
    with pytest.raises(CancelledError):
        place.task(2, LONG, divmod)(7, 2)
    with pytest.raises(RuntimeError):
        executor.submit(divmod, 7, 2)


def test_a_run_that_ends_takes_its_process_with_it(fork_server: str, tmp_path: Path) -> None:
    place = Noted(ForkDoor(fork_server), tmp_path)
    future = submit(place, 1, (1, 2))
    until(lambda: place.progress(1) == (1, 2))
    (process,) = place.processes()
    place.end(1, [future])
    wait_for_the_end(process)
    assert place.executor().submit(place.task(2, LONG, divmod), 7, 2).result() == (3, 1)
    place.close()
