"""A server on a free port, and a visitor who notes how long its answers took."""

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import NamedTuple

import psutil

from tests.bench.load import Client, Request


class Served(NamedTuple):
    """A server that answers: its port, the id of its first process, and how long its start took."""

    port: int
    pid: int
    seconds: float

    def megabytes(self, kind: str) -> float:
        """Return the memory of all its processes: ``pss`` counts once what they share."""
        process = psutil.Process(self.pid)
        tree = [process, *process.children(recursive=True)]
        total = 0.0
        for child in tree:
            with suppress(psutil.NoSuchProcess):  # one that has just ended
                total += getattr(child.memory_full_info(), kind) / 1e6
        return total

    @property
    def processor_seconds(self) -> float:
        """How long all its processes have worked so far, with those that have ended."""
        process = psutil.Process(self.pid)
        total = 0.0
        for child in (process, *process.children(recursive=True)):
            with suppress(psutil.NoSuchProcess):  # one that has just ended
                total += sum(child.cpu_times()[:4])
        return total


#: One visitor does what in life a thousand do.
UNLIMITED = {"PEGS_NEW_A_DAY": "1000000", "PEGS_MEGABYTES_A_DAY": "1000000"}


@contextmanager
def served(*command: str, **settings: str) -> Iterator[Served]:
    """Serve the game on a free port, or what another command serves there, with these settings."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as data:
        defaults = {"PEGS_PORT": str(port), "PEGS_DATA": data, "DATABASE_URL": "", **UNLIMITED}
        environ = {**with_bytecode(), **defaults, **settings}
        whole = [sys.executable, *(command or ("-m", "webapp"))]
        start = time.perf_counter()
        with subprocess.Popen(whole, env=environ, stdout=subprocess.DEVNULL) as process:
            try:
                while not _answers(port):
                    time.sleep(0.02)
                yield Served(port, process.pid, time.perf_counter() - start)
            finally:  # or an error would wait for the server for ever
                process.terminate()


def with_bytecode() -> dict[str, str]:
    """Return the environment, in which Python keeps what it has compiled, as where people play.

    Where it may not, each start compiles the program anew, which takes half a second.
    """
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def _answers(port: int) -> bool:
    try:
        return Visitor(port).request("GET", "/") in {200, 405}
    except OSError:
        return False


class Visitor:
    """A player over HTTP who notes how long each answer took, in milliseconds."""

    def __init__(self, port: int) -> None:
        self.client = Client(port)
        self.location = ""
        self.milliseconds = 0.0
        self.size = 0

    def request(self, method: str, path: str, **form: object) -> int:
        self.client.send(Request(method, path, form))
        while not (answer := self.client.receive()):
            pass
        self.milliseconds, self.size = answer.milliseconds, answer.size
        self.location = answer.location or self.location
        return answer.status


@dataclass
class Noted:
    """What one visitor measures, by what was asked: milliseconds, and bytes of the answers."""

    taken: dict[str, list[float]] = field(default_factory=dict, kw_only=True)
    sizes: dict[str, list[int]] = field(default_factory=dict, kw_only=True)

    def note(self, kind: str, visitor: Visitor) -> None:
        """Note how long the last answer took and what it weighs."""
        self.taken.setdefault(kind, []).append(visitor.milliseconds)
        self.sizes.setdefault(kind, []).append(visitor.size)
