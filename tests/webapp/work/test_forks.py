import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.webapp.servers import ROOT
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


SCRIPT = """
import psutil
from solver.deduction.games import game_named
from solver.deduction.optimal import optimum
from webapp.work.forks import LOADER, trim_memory

def resident():
    maps = psutil.Process().memory_maps()
    return sum(each.rss for each in maps if LOADER in each.path)

game = game_named("mini")
before = optimum(game).total, resident()
trim_memory()
print(resident() < before[1] / 2, optimum(game).total == before[0])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such maps")
def test_what_loaded_the_kernels_is_left_and_they_work() -> None:
    command = [sys.executable, "-c", SCRIPT]
    process = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    assert process.stdout == "True True\n"
