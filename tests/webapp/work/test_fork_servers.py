"""The temporary folders of servers: those of servers that were killed go."""

from __future__ import annotations

import socket
import tempfile
from pathlib import Path

import pytest

from webapp.work.fork_servers import remove_abandoned_doors


def test_only_doors_at_which_nobody_listens_are_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory() as name:
        monkeypatch.setattr(tempfile, "tempdir", name)
        folders = [Path(name, f"pegs-{of}") for of in ("killed", "running", "somebody")]
        doors = [folder / "door0" for folder in folders]
        for folder in folders:
            folder.mkdir()
        killed, running = (socket.socket(socket.AF_UNIX) for _ in "ab")
        with running:
            with killed:
                killed.bind(str(doors[0]))
            running.bind(str(doors[1]))
            running.listen()
            doors[2].write_text("not a socket at all")
            remove_abandoned_doors()
        assert [folder.exists() for folder in folders] == [False, True, True]
        assert all(door.exists() for door in doors[1:])
