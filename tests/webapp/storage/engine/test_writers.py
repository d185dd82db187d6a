"""The queue of writers: nobody waits for ever."""

import threading

import pytest

from webapp.storage.engine import writers
from webapp.storage.engine.faults import StoreBusyError
from webapp.storage.engine.writers import turn_of


def test_nobody_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writers, "PATIENCE", 0.05)
    lock = threading.Lock()
    with turn_of(lock), pytest.raises(StoreBusyError), turn_of(lock):
        pass
    with turn_of(lock):  # and the turn was given back
        pass
