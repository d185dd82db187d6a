"""A real fork server for tests, and places of work behind it whose processes can be told."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from tests.webapp.work.patience import until
from webapp.work.door import Door
from webapp.work.limits import Lane
from webapp.work.place import DoorPlace

Result = TypeVar("Result")

#: As the server does, with what is worked with loaded, in a process of one thread. So is the module
#: of the tests: each process would load it again, for a second, to find a function of theirs.
START = """\
import importlib, select, sys
from solver.kernels import compile_kernels
import webapp.hidoku.boards.generation_task, webapp.lab.job_task
from webapp.work.fork_servers import ForkServerProcess
importlib.import_module(sys.argv[2])
for _ in compile_kernels():
    pass
process = ForkServerProcess(sys.argv[1])
print("listening", flush=True)
while not select.select([sys.stdin], [], [], 0.1)[0]:
    process.restart_dead()
"""
#: A kind of work of which there is one piece at a time.
ONE_AT_ONCE = Lane("one at once", 1, 1)


@contextmanager
def fork_server_at(address: Path, module: str) -> Iterator[subprocess.Popen[str]]:
    """Run a fork server for a module's tests there; give the process that started it."""
    command = [sys.executable, "-c", START, str(address), module]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdout
        assert process.stdin
        assert process.stdout.readline() == "listening\n"
        yield process
        process.stdin.close()


def is_alive(pid: int) -> bool:
    """Say whether there is a process of this number."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def wait_for_the_end(pid: int) -> None:
    """Wait until a process has gone."""
    until(lambda: not is_alive(pid))


class Noted(DoorPlace):
    """One process at once, each of which makes a file of its number when it begins."""

    def __init__(self, door: Door, folder: Path) -> None:
        super().__init__(door, ONE_AT_ONCE)
        self.folder = folder

    def task(
        self, run: int, seconds: float, function: Callable[..., Result]
    ) -> Callable[..., Result]:
        return super().task(run, seconds, partial(note_and_work, self.folder, function))

    def processes(self) -> set[int]:
        """Return the numbers of all that began."""
        return {int(file.name) for file in self.folder.iterdir()}


def note_and_work(folder: Path, function: Callable[..., Result], *args: Any) -> Result:
    """Work, and note in whose process."""
    (folder / str(os.getpid())).touch()
    return function(*args)


class Deadly(Noted):
    """One process at once; one of each of the first few runs kills a process, its own as a rule."""

    def __init__(
        self, door: Door, folder: Path, deaths: int, victim: Callable[[], int] = os.getpid
    ) -> None:
        super().__init__(door, folder)
        self._victim = victim
        self._deaths = [folder.parent / f"death {number}" for number in range(deaths)]

    def task(
        self, run: int, seconds: float, function: Callable[..., Result]
    ) -> Callable[..., Result]:
        if not self._deaths:
            return super().task(run, seconds, function)
        dying = partial(die_once, self._deaths.pop(), self._victim, function)
        return super().task(run, seconds, dying)


def die_once(
    death: Path, victim: Callable[[], int], function: Callable[..., Result], *args: Any
) -> Result:
    """Kill the victim, as if memory ran out, if nobody has done so before; or else work."""
    if not death.exists():
        death.touch()
        os.kill(victim(), signal.SIGKILL)
        signal.pause()
    return function(*args)
