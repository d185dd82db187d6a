"""A real fork server for tests, and places of work behind it whose processes can be told."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from tests.webapp.work.patience import until
from webapp.work.executor import Executor, Handle
from webapp.work.limits import Lane, Order

Result = TypeVar("Result")

#: As the server does, with what is worked with loaded, in a process of one thread. So is the module
#: of the tests: each process would load it again, for a second, to find a function of theirs.
START = """\
import importlib, select, sys
from solver.kernels import compile_kernels
import webapp.hidoku.generation, webapp.lab.routes
from webapp.work.forks import ForkServers
importlib.import_module(sys.argv[2])
for _ in compile_kernels():
    pass
servers = ForkServers(sys.argv[1])
print(servers.add(), flush=True)
while not select.select([sys.stdin], [], [], 0.1)[0]:
    servers.restart_dead()
"""
#: A kind of work of which there is one piece at a time.
ONE_AT_ONCE = Lane(name="one at once", at_once=1, yields=1)


@contextmanager
def fork_server_in(folder: Path, module: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run a fork server for a module's tests; give the process that started it, and its address."""
    command = [sys.executable, "-c", START, str(folder), module]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdout
        assert process.stdin
        yield process, process.stdout.readline().strip()
        process.stdin.close()


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def wait_for_the_end(pid: int) -> None:
    until(lambda: not is_alive(pid))


class Narrow:
    """A executor of one process at once."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor

    def begin(self, order: Order, function: Callable[..., Result], *args: Any) -> Handle[Result]:
        return self._executor.begin(order._replace(lane=ONE_AT_ONCE), function, *args)


class Noted(Narrow):
    """One process at once, each of which makes a file of its number when it begins."""

    def __init__(self, executor: Executor, folder: Path) -> None:
        super().__init__(executor)
        self.folder = folder

    def begin(self, order: Order, function: Callable[..., Result], *args: Any) -> Handle[Result]:
        return super().begin(order, note_and_work, self.folder, function, *args)

    def processes(self) -> set[int]:
        """Return the numbers of all that began."""
        return {int(file.name) for file in self.folder.iterdir()}


def note_and_work(folder: Path, function: Callable[..., Result], *args: Any) -> Result:
    """Work, and note in whose process."""
    (folder / str(os.getpid())).touch()
    return function(*args)


class Deadly(Noted):
    """One process at once; a piece kills a process a few times, its own as a rule."""

    def __init__(
        self, executor: Executor, folder: Path, deaths: int, victim: Callable[[], int] = os.getpid
    ) -> None:
        super().__init__(executor, folder)
        self._how = folder.parent / "deaths", deaths, victim

    def begin(self, order: Order, function: Callable[..., Result], *args: Any) -> Handle[Result]:
        return super().begin(order, die_a_few_times, *self._how, function, *args)


def die_a_few_times(
    log: Path, deaths: int, victim: Callable[[], int], function: Callable[..., Result], *args: Any
) -> Result:
    """Kill the victim, as if memory ran out, if this piece did so before or is the first."""
    pieces = log.read_text().splitlines() if log.exists() else []
    if len(pieces) < deaths and set(pieces) <= {repr(args[0])}:
        log.write_text("".join(f"{piece}\n" for piece in [*pieces, repr(args[0])]))
        os.kill(victim(), signal.SIGKILL)
        signal.pause()
    return function(*args)
