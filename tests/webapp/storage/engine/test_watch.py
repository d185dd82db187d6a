"""Connections to a server that has fallen silent are ended, and no others."""

import socket
import threading

import pytest

from webapp.storage.engine import writers
from webapp.storage.engine.writers import Watch


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writers, "PAUSE", 0.01)


def test_who_waits_too_long_reads_the_end() -> None:
    watching = Watch(0.05)
    for _ in range(2):  # also after a pause in which nothing was watched
        ours, silent = socket.socketpair()
        ours.settimeout(10)
        with ours, silent, watching.over(ours.fileno()):
            assert ours.recv(1) == b""
        for thread in threading.enumerate():
            if thread.name == "watch":
                thread.join(10)


def test_a_connection_in_time_is_left_alone() -> None:
    watching = Watch(60)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        for _ in range(20):
            with watching.over(ours.fileno()):
                theirs.send(b"x")
                assert ours.recv(1) == b"x"
        ours.send(b"y")
        assert theirs.recv(1) == b"y"
