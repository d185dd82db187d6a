"""The processes of a server: who is killed is started again, and none outlives the first."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import psutil
import pytest

from tests.ports import free_ports
from tests.webapp.servers import ROOT, does_answer
from tests.webapp.work.patience import until

WORKERS = 2


class Served(NamedTuple):
    """A server that answers."""

    process: psutil.Process
    address: str

    def others(self) -> list[psutil.Process]:
        """Return all the processes that the first has started, and those that they have."""
        return self.process.children(recursive=True)

    def workers(self) -> list[psutil.Process]:
        """Return the processes that answer requests: those with the server's socket in use."""
        keeper = min(self.process.children(), key=lambda one: one.pid)
        return [one for one in self.process.children() if one.pid != keeper.pid]


Start = Callable[..., Served]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    started: list[subprocess.Popen[bytes]] = []

    def served(*before: str) -> Served:
        port = next(free_ports())
        own = {"PEGS_PORT": str(port), "PEGS_DATA": str(tmp_path), "PEGS_WORKERS": str(WORKERS)}
        command = [*before, sys.executable, "-m", "webapp"]
        log = (tmp_path / "server.log").open("w")
        with log:
            environ = {**os.environ, **own, "DATABASE_URL": ""}
            process = subprocess.Popen(command, cwd=ROOT, env=environ, stdout=log, stderr=log)
        started.append(process)
        address = f"http://127.0.0.1:{port}"
        until(lambda: does_answer(address))
        return Served(psutil.Process(process.pid), address)

    yield served
    for process in started:
        process.kill()
        process.wait()


def test_a_process_that_is_killed_is_started_again(start: Start) -> None:
    served = start()
    until(lambda: len(served.workers()) == WORKERS)
    killed = served.workers()[0]
    killed.kill()
    until(lambda: killed.pid not in {one.pid for one in served.workers()})
    until(lambda: len(served.workers()) == WORKERS)
    until(lambda: does_answer(served.address))


@pytest.mark.parametrize(
    "number",
    [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP],
    ids=lambda one: one.name,
)
def test_none_outlives_the_first(start: Start, number: signal.Signals) -> None:
    served = start()
    until(lambda: len(served.workers()) == WORKERS)
    others = served.others()
    assert len(others) == WORKERS + 2  # beside them the fork server and who keeps it
    served.process.send_signal(number)
    until(lambda: not any(one.is_running() and one.status() != "zombie" for one in others))
    until(lambda: not does_answer(served.address))
