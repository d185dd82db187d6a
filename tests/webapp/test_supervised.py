"""The processes of a server: who is killed is started again, and none outlives the first."""

import os
import shutil
import signal
import socket
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple
from urllib.error import HTTPError

import psutil
import pytest

from solver.hidoku.rules.known_boards import BOARDS
from tests.ports import free_ports
from tests.webapp.http.test_health import KEY, figures_of
from tests.webapp.servers import SERVE, RoundRobin, does_answer, running_server
from tests.webapp.work.patience import until

WORKERS = 2
ENDED = (str(psutil.STATUS_ZOMBIE),)
ASKING = 20  # requests at once
PROMISED = 5.0  # seconds within which a process is replaced, and every request answered
LIVED = 1.0  # seconds; a process for one small piece of work has ended by then
PATIENCE = 60.0  # seconds until a busy machine has sent something


class Served(NamedTuple):
    """A server that answers, and the folder where it may put what is temporary."""

    process: psutil.Process
    address: str
    temporary: Path

    def others(self) -> list[psutil.Process]:
        """Return all the processes that the first has started, and those that they have."""
        return list(self.process.children(recursive=True))

    def lasting(self) -> list[psutil.Process]:
        """Return those that are not there for one piece of work alone."""
        processes = self.others()
        time.sleep(LIVED)
        return [process for process in processes if not has_ended(process)]

    def is_well(self, number: int) -> bool:
        """Say whether so many others go on, and the server says that it lacks nothing."""
        processes = [process for process in self.others() if not has_ended(process)]
        return len(processes) >= number and is_shown(f"{self.address}/healthz")


def state_of(process: psutil.Process) -> str:
    try:
        return str(process.status())
    except psutil.NoSuchProcess:
        return ENDED[0]


def has_ended(process: psutil.Process) -> bool:
    return state_of(process) in ENDED


def goes_no_further(process: psutil.Process) -> bool:
    return state_of(process) in {*ENDED, psutil.STATUS_STOPPED}


def status_of(url: str) -> int:
    """Return what a request is answered; 0 where it is not within the time that is promised."""
    try:
        with urllib.request.urlopen(url, timeout=PROMISED) as answer:
            return int(answer.status)
    except HTTPError as refused:
        return refused.code
    except OSError:
        return 0


def is_shown(url: str) -> bool:
    return status_of(url) == 200


Start = Callable[..., Served]

#: What the first process runs first: each module that one of its threads imports takes a second.
SLOW_THREADS = """\
import os
import sys
import threading
import time

first = os.getpid()

class Slow:
    def find_spec(self, name, path=None, target=None):
        if os.getpid() == first and threading.current_thread() is not threading.main_thread():
            time.sleep(1)

sys.meta_path.insert(0, Slow())
"""


#: Runs a server that kills no process before a busy machine had the time to end it.
PATIENT = f"""\
import runpy, sys
from webapp import server
sys.argv = ["webapp"]
server.KILL_SECONDS = {PATIENCE:.0f}
runpy.run_module("webapp", run_name="__main__")
"""


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    temporary = Path(tempfile.mkdtemp())  # since the path of a socket must be short
    environ = {"PEGS_WORKERS": str(WORKERS), "DATABASE_URL": "", "TMPDIR": str(temporary)}
    with ExitStack() as running:

        def served(*before: str) -> Served:
            port = next(free_ports())
            address = f"http://127.0.0.1:{port}"
            server = running_server(port, tmp_path, environ, (*before, *SERVE))
            process = running.enter_context(server)
            until(lambda: does_answer(address))
            return Served(psutil.Process(process.pid), address, temporary)

        yield served
    shutil.rmtree(temporary)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("number", "last"), [(signal.SIGKILL, signal.SIGTERM), (signal.SIGSTOP, signal.SIGINT)]
)
def test_whoever_is_killed_or_stopped_is_replaced_soon_and_nobody_is_left_waiting(
    start: Start, number: signal.Signals, last: signal.Signals
) -> None:
    server = start()
    until(lambda: server.is_well(WORKERS + 1))
    children = server.lasting()
    for lost, board in zip(children, BOARDS, strict=False):
        lost.send_signal(number)
        end = time.monotonic() + PROMISED
        until(partial(goes_no_further, lost))
        with ThreadPoolExecutor(ASKING) as asking:
            answers = list(asking.map(status_of, [server.address] * ASKING))
        assert answers == [200] * ASKING
        until(partial(has_ended, lost), PROMISED)
        until(lambda: server.is_well(len(children)), end - time.monotonic())
        # a card is worked out by a process of its own; who asks too early asks again
        until(partial(is_shown, f"{server.address}/cards/board/{board}.png"), PROMISED)
    none_outlives(server, last)


def none_outlives(server: Served, number: signal.Signals) -> None:
    """End the first process by a signal; all others end with it, and nothing is left over."""
    children = server.others()
    server.process.send_signal(number)
    until(lambda: all(map(has_ended, children)))
    until(lambda: not does_answer(server.address))
    until(lambda: not any(server.temporary.iterdir()))


def test_a_process_that_is_to_end_answers_and_waits_for_no_browser(
    start: Start, tmp_path: Path
) -> None:
    """As when warm processes replace the first: browsers keep their connections open."""
    server = start(sys.executable, "-c", PATIENT)
    until(lambda: server.is_well(WORKERS + 1))
    place = ("127.0.0.1", int(server.address.rpartition(":")[2]))
    lines, asking = ([socket.create_connection(place, PATIENCE) for _ in range(8)] for _ in "ab")
    for connection in lines:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert connection.recv(100).startswith(b"HTTP/1.1 200")
    for connection in asking:
        connection.sendall(
            b"POST /class/pupils HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\n"
            b"Connection: close\r\n"
            b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 8\r\n\r\ncode"
        )
    time.sleep(LIVED)
    children = server.others()
    server.process.send_signal(signal.SIGTERM)
    time.sleep(LIVED)
    for connection in asking:
        connection.sendall(b"=abc")
        assert connection.recv(100).startswith(b"HTTP/1.1 422")
    until(lambda: all(map(has_ended, children)))
    until(lambda: has_ended(server.process))
    assert "refused" not in (tmp_path / "server.log").read_text()
    for connection in (*lines, *asking):
        connection.close()


def test_counts_of_all_processes_add_up_and_outlive_each(start: Start) -> None:
    server = start("env", f"PEGS_METRICS_KEY={KEY}")
    until(lambda: server.is_well(WORKERS + 1))

    def figures() -> dict[tuple[str, str], int]:
        headers = {"Authorization": f"Bearer {KEY}"}
        question = urllib.request.Request(f"{server.address}/metrics", headers=headers)
        with urllib.request.urlopen(question, timeout=PROMISED) as answer:
            return figures_of(answer.read().decode())

    def count(status: int) -> int:
        return figures().get(("pegs_requests_total", f'status="{status}"'), 0)

    before = count(404)
    for round_ in (1, 2):
        with ThreadPoolExecutor(ASKING) as asking:
            answers = list(asking.map(status_of, [f"{server.address}/nowhere"] * ASKING))
        assert answers == [404] * ASKING
        assert count(404) == before + round_ * ASKING
        for process in server.lasting():
            process.kill()
            until(partial(has_ended, process))
        until(lambda: server.is_well(WORKERS + 1))
    visitor = RoundRobin([server.address])
    board = visitor.post("/hidoku/play/games", board="small").location
    moves = figures()["pegs_moves_total", ""]
    grid = BOARDS["small"].grid
    cell = next(cell for cell in grid.cells if cell not in grid.given)
    number = next(n for n in range(1, grid.last) if n not in grid.given.values())
    visitor.move(board, "placements", cell=f"{cell.row},{cell.column}", number=number)
    assert figures()["pegs_moves_total", ""] == moves + 1


def test_systemd_hears_of_each_server_that_is_ready_alive_and_ending(start: Start) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(f"\0pegs-{os.getpid()}")
        systemd.settimeout(PATIENCE)
        place = f"NOTIFY_SOCKET=@pegs-{os.getpid()}"
        server = start("env", place, "WATCHDOG_USEC=900000")
        assert systemd.recv(100) == b"READY=1"
        assert does_answer(server.address)
        assert [systemd.recv(100) for _ in range(3)] == [b"WATCHDOG=1"] * 3
        server.process.suspend()  # as if the first process hung; the others still answer
        time.sleep(LIVED)
        systemd.setblocking(False)
        with suppress(BlockingIOError):
            while systemd.recv(100):  # what it sent before
                pass
        time.sleep(LIVED)
        with pytest.raises(BlockingIOError):
            systemd.recv(100)
        systemd.settimeout(PATIENCE)
        server.process.resume()
        assert systemd.recv(100) == b"WATCHDOG=1"
        server.process.terminate()
        while (state := systemd.recv(100)) == b"WATCHDOG=1":
            pass
        assert state == b"STOPPING=1"


def test_a_process_that_is_forked_while_a_thread_imports_answers(
    start: Start, tmp_path: Path
) -> None:
    (tmp_path / "sitecustomize.py").write_text(SLOW_THREADS)
    server = start("env", f"PYTHONPATH={tmp_path}", "NOTIFY_SOCKET=@nobody")
    with ThreadPoolExecutor(ASKING) as asking:
        answers = list(asking.map(status_of, [f"{server.address}/healthz"] * ASKING))
    assert answers == [200] * ASKING


def test_a_suspended_server_goes_on_with_the_same_processes(start: Start) -> None:
    server = start()
    until(lambda: server.is_well(WORKERS + 1))
    children = server.lasting()
    for child in (*children, server.process):  # as when a terminal or a laptop sets all aside
        child.suspend()
        time.sleep(LIVED / 2)
    time.sleep(3 * LIVED)
    for child in (server.process, *children):
        child.resume()
    time.sleep(3 * LIVED)
    assert not any(map(has_ended, children))
    assert server.is_well(len(children))
    none_outlives(server, signal.SIGHUP)


def test_a_process_may_die_twice_in_a_row_and_the_others_answer_while_the_first_is_stopped(
    start: Start,
) -> None:
    server = start()
    until(lambda: server.is_well(WORKERS + 1))
    for _ in range(3):
        youngest = max(server.lasting(), key=lambda process: process.create_time())
        youngest.kill()
        until(partial(has_ended, youngest))
        until(lambda: server.is_well(WORKERS + 1))
    server.process.suspend()
    assert server.is_well(WORKERS + 1)
    none_outlives(server, signal.SIGKILL)
