"""The compiler behind a first start: whenever it is killed, the solver gets ready all the same."""

import signal
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from urllib.parse import urlencode

import psutil
import pytest

from tests.ports import free_ports
from tests.webapp.servers import does_answer, running_server
from tests.webapp.test_supervised import Served, has_ended, none_outlives
from tests.webapp.work.patience import until

#: A server whose kernels take a moment each to be compiled, and are then in a cache.
SCRIPT = """
import os, sys, time
from pathlib import Path
from types import SimpleNamespace
from solver import kernels
from webapp import server, warm_up

cache = Path(sys.argv[1])

def slow(name):
    def compile(_):
        (cache / "compiler").write_text(str(os.getpid()))
        if not (cache / name).exists():
            if len(list(cache.glob("solver.*"))) == int(sys.argv[3]):  # once: who follows goes on
                (cache / name).touch()
                time.sleep(30)
            time.sleep(float(sys.argv[2]))
            (cache / name).touch()
    return SimpleNamespace(compile=compile)

kernels.KERNELS[:] = [(name, text, slow(name)) for name, text, _ in kernels.KERNELS]
server.are_compiled = lambda: False
warm_up.mark_compiled = (cache / "mark").touch
warm_up.warm = server.warm = lambda: None
sys.exit(server.main())
"""
ASKED = "/mastermind/analysis/?game=classic&rows=1122:1,0%0D%0A1344:0,2"


class ColdServer(Served):
    """A server at its first start, with the cache of what it compiles."""

    @property
    def cache(self) -> Path:
        return Path(self.process.cmdline()[-3])

    def compiler(self, before: int = 0) -> psutil.Process:
        """Return the process that compiles, once it is another than ``before``.

        One that has just ended is none: what follows it has another number soon.
        """
        file = self.cache / "compiler"
        processes: list[psutil.Process] = []

        def is_there() -> bool:
            with suppress(psutil.NoSuchProcess):
                if (number := file.read_text()) not in {"", str(before)}:
                    processes.append(psutil.Process(int(number)))
            return bool(processes)

        until(is_there)
        return processes[0]

    def has_compiled(self, number: int) -> bool:
        return len(list(self.cache.glob("solver.*"))) >= number

    def is_ready(self) -> bool:
        with urllib.request.urlopen(self.address + ASKED, timeout=60) as page:
            return "being compiled" not in page.read().decode()


Start = Callable[..., ColdServer]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    with ExitStack() as running:

        def serve(seconds: float = 0.1, stays_at: int = -1) -> ColdServer:
            port = next(free_ports())
            cache, temporary = tmp_path / "cache", tmp_path / "temporary"
            cache.mkdir()
            temporary.mkdir()
            environ = {"PEGS_WORKERS": "1", "DATABASE_URL": "", "TMPDIR": str(temporary)}
            command = (sys.executable, "-c", SCRIPT, str(cache), str(seconds), str(stays_at))
            process = running.enter_context(running_server(port, tmp_path, environ, command))
            until((cache / "compiler").exists)
            return ColdServer(psutil.Process(process.pid), f"http://127.0.0.1:{port}", temporary)

        yield serve


@pytest.mark.sampled(2)
@pytest.mark.parametrize("moment", range(0, 30, 3))
def test_a_compiler_killed_at_any_moment_is_replaced_and_the_solver_gets_ready(
    start: Start, moment: int
) -> None:
    server = start(stays_at=moment)
    until(lambda: server.has_compiled(moment + 1))
    compiler = server.compiler()
    compiler.kill()
    until(partial(has_ended, compiler))
    until((server.cache / "mark").exists, 60)
    until(lambda: does_answer(server.address))
    until(server.is_ready, 60)
    none_outlives(server, signal.SIGTERM)


def test_a_server_killed_after_a_cold_start_leaves_nothing_behind(start: Start) -> None:
    """Its first processes were replaced, and what they listened at went with them."""
    server = start()
    until(lambda: does_answer(server.address))
    until((server.cache / "mark").exists, 60)
    sockets = server.temporary.glob
    until(lambda: [path.name for path in sockets("pegs-*/socket*")] == ["socket1"], 60)
    none_outlives(server, signal.SIGKILL)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
@pytest.mark.parametrize("kills", [0, 1])
def test_no_compiler_outlives_its_server(start: Start, number: signal.Signals, kills: int) -> None:
    server = start(30)
    until(lambda: does_answer(server.address))
    compiler = server.compiler()
    for _ in range(kills):
        compiler.kill()
        compiler = server.compiler(compiler.pid)
    server.process.send_signal(number)
    until(partial(has_ended, compiler), 20)
    none_outlives(server, signal.SIGKILL)


def test_what_waits_for_the_solver_does_not_keep_its_server_from_ending(
    start: Start, tmp_path: Path
) -> None:
    """A small study is worked on by a thread of the process that was asked for it."""
    server = start(30)
    until(lambda: does_answer(server.address))
    form = urlencode({"game": "mini", "strategy": "first"}).encode()
    headers = {"Sec-Fetch-Site": "same-origin"}
    request = urllib.request.Request(f"{server.address}/lab/jobs", form, headers)
    with urllib.request.urlopen(request, timeout=60) as page:
        assert "/lab/jobs/" in page.url
    none_outlives(server, signal.SIGTERM)
    assert "refused" not in (tmp_path / "server.log").read_text()
