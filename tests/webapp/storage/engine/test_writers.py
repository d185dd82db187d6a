"""Nobody waits for ever: for a turn to write, for a silent server, or for its pulse."""

import socket
import threading

import pytest

from webapp.storage.engine import writers
from webapp.storage.engine.faults import StoreBusyError, StoreGoneError
from webapp.storage.games import Store


def test_nobody_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writers, "PATIENCE", 0.05)
    lock = threading.Lock()
    with writers.turn_of(lock), pytest.raises(StoreBusyError), writers.turn_of(lock):
        pass
    with writers.turn_of(lock):  # and the turn was given back
        pass


# Connections to a server that has fallen silent are ended, and no others.


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writers, "PAUSE", 0.01)


@pytest.mark.usefixtures("often")
def test_who_waits_too_long_reads_the_end() -> None:
    watching = writers.Watch(0.05)
    for _ in range(2):  # also after a pause in which nothing was watched
        ours, silent = socket.socketpair()
        ours.settimeout(10)
        with ours, silent, watching.over(ours.fileno()):
            assert ours.recv(1) == b""
        for thread in threading.enumerate():
            if thread.name == "watch":
                thread.join(10)


@pytest.mark.usefixtures("often")
def test_a_connection_in_time_is_left_alone() -> None:
    watching = writers.Watch(60)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        for _ in range(20):
            with watching.over(ours.fileno()):
                theirs.send(b"x")
                assert ours.recv(1) == b"x"
        ours.send(b"y")
        assert theirs.recv(1) == b"y"


# Whether the database answers, within a time.


def test_a_database_answers(database_url: str) -> None:
    store = Store(database_url)
    assert store.answers(10)
    assert store.answers(10)
    store.close()


def test_silence_is_no_answer_and_one_question_is_enough() -> None:
    questions, goes_on = [], threading.Event()

    def ask() -> None:
        questions.append(True)
        goes_on.wait(10)

    pulse = writers.BackgroundCheck(ask)
    assert not pulse.answers(0.02)
    assert not pulse.answers(0.02)
    assert len(questions) == 1
    goes_on.set()
    assert pulse.answers(10)


def test_a_fault_is_no_answer() -> None:
    def ask() -> None:
        raise StoreGoneError

    assert not writers.BackgroundCheck(ask).answers(10)
