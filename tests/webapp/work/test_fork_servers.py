"""The temporary folders of servers: those of servers that were killed go."""

import socket
import tempfile
from pathlib import Path

import pytest

from webapp.work.forks import remove_abandoned_sockets


def test_only_sockets_at_which_nobody_listens_are_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory() as name:
        monkeypatch.setattr(tempfile, "tempdir", name)
        folders = [Path(name, f"pegs-{of}") for of in ("killed", "running", "somebody")]
        sockets = [folder / "socket0" for folder in folders]
        for folder in folders:
            folder.mkdir()
        orphan, running = (socket.socket(socket.AF_UNIX) for _ in "ab")
        with running:
            with orphan:
                orphan.bind(str(sockets[0]))
            running.bind(str(sockets[1]))
            running.listen()
            sockets[2].write_text("not a socket at all")
            remove_abandoned_sockets()
        assert [folder.exists() for folder in folders] == [False, True, True]
        assert all(executor.exists() for executor in sockets[1:])
