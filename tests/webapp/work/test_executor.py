"""Long work through both executors: what comes back, what is refused, and what is ended."""

import os
import signal
import socket
import time
from collections.abc import Callable
from concurrent.futures import Future
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from tests.webapp.work.executors import ThreadExecutor
from tests.webapp.work.fork_servers import fork_server_in, is_alive, wait_for_the_end
from tests.webapp.work.patience import until
from webapp.storage.tasks import Visitor
from webapp.work.executor import Executor, ForkExecutor, LostError, is_ended, tell
from webapp.work.limits import PAGES_LIMIT, Lane, Limit, Order, TooMuchError

ANN, ELSEWHERE = Visitor("ann", "192.0.2.1"), Visitor("dan", "198.51.100.1")
LANE = Lane(
    name="pages",
    at_once=2,
    yields=1,
    limit=Limit(3, 3, 6, PAGES_LIMIT.sentences),
    patience=60,
)
LONG = 600.0  # seconds: nothing here lasts so long


@pytest.fixture(params=["forks", "threads"])
def executor(request: pytest.FixtureRequest) -> Executor:
    if request.param == "threads":
        return ThreadExecutor()
    return ForkExecutor(request.getfixturevalue("fork_server"))


@pytest.fixture
def forks(fork_server: str) -> ForkExecutor:
    return ForkExecutor(fork_server)


def wait_until(path: Path) -> str:
    until(lambda: path.exists() and path.read_text() != "")
    return path.read_text()


def write_pid_and_stay(path: str) -> None:
    Path(path).write_text(str(os.getpid()))
    while not is_ended():
        time.sleep(0.01)


def count_to(limit: int) -> str:
    for number in range(limit):
        tell(number)
    return "counted"


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def unpicklable() -> object:
    return lambda: None


def test_work_returns_what_it_finds(executor: Executor) -> None:
    assert executor.begin(Order(LANE, ANN, LONG), divmod, 17, 5).result() == (3, 2)


def test_work_raises_what_it_raises(executor: Executor) -> None:
    with pytest.raises(ZeroDivisionError):
        executor.begin(Order(LANE, ANN, LONG), divmod, 17, 0).result()


def test_work_tells_how_far_it_is(executor: Executor) -> None:
    handle = executor.begin(Order(LANE, ANN, LONG), count_to, 3)
    assert handle.result() == "counted"
    assert handle.news == 2


def test_whoever_asks_for_too_much_is_refused_and_served_again(
    executor: Executor, tmp_path: Path
) -> None:
    paths = [tmp_path / str(number) for number in range(3)]
    handles = [
        executor.begin(Order(LANE, ANN, LONG), write_pid_and_stay, str(path)) for path in paths
    ]
    with pytest.raises(TooMuchError, match="We’re still working on your"):
        executor.begin(Order(LANE, ANN, LONG), divmod, 1, 1)
    wait_until(paths[0])  # one runs, since a network leaves a process to the others
    assert not paths[1].exists()
    assert executor.counts() == {("pages", "running"): 1, ("pages", "waiting"): 2}
    assert executor.begin(Order(LANE, ELSEWHERE, LONG), divmod, 9, 2).result() == (4, 1)
    for handle in handles:
        handle.cancel()
    assert all(map(Future.cancelled, handles))
    assert eventually(executor, divmod, 1, 1) == (1, 0)


def eventually(executor: Executor, function: Callable[..., Any], *args: Any) -> Any:
    """Ask until there is room, and somebody who works, as a page does."""
    while True:
        try:
            return executor.begin(Order(LANE, ANN, LONG), function, *args).result()
        except (TooMuchError, LostError):
            time.sleep(0.01)


def test_where_no_fork_server_is_nobody_knows_what_is_under_way(tmp_path: Path) -> None:
    with pytest.raises(LostError):
        ForkExecutor(str(tmp_path / "executor")).counts()


def test_ended_work_leaves_no_process(forks: ForkExecutor, tmp_path: Path) -> None:
    handle = forks.begin(Order(LANE, ANN, LONG), write_pid_and_stay, str(tmp_path / "pid"))
    pid = int(wait_until(tmp_path / "pid"))
    handle.cancel()
    wait_for_the_end(pid)


def test_work_is_ended_when_its_time_is_over(forks: ForkExecutor, tmp_path: Path) -> None:
    handle = forks.begin(Order(LANE, ANN, 0.01), write_pid_and_stay, str(tmp_path / "pid"))
    with pytest.raises(LostError, match="gone"):
        handle.result()
    wait_for_the_end(int(wait_until(tmp_path / "pid")))


def test_work_that_waits_too_long_for_its_turn_is_dropped(
    forks: ForkExecutor, tmp_path: Path
) -> None:
    hasty = Lane(name="hasty", at_once=1, yields=0, patience=0.01)
    first = forks.begin(Order(hasty, ANN, LONG), write_pid_and_stay, str(tmp_path / "pid"))
    wait_until(tmp_path / "pid")
    with pytest.raises(LostError, match="gone"):
        forks.begin(Order(hasty, ANN, LONG), divmod, 1, 1).result()
    first.cancel()


@pytest.mark.parametrize("fatal", [die, unpicklable])
def test_a_death_is_its_own_works_alone(
    forks: ForkExecutor, fatal: Callable[[], object], tmp_path: Path
) -> None:
    job = forks.begin(Order(LANE, ELSEWHERE, LONG), write_pid_and_stay, str(tmp_path / "pid"))
    pid = int(wait_until(tmp_path / "pid"))
    with pytest.raises((LostError, RuntimeError)):
        forks.begin(Order(LANE, ANN, LONG), fatal).result()
    assert is_alive(pid)
    assert forks.begin(Order(LANE, ANN, LONG), divmod, 7, 2).result() == (3, 1)
    job.cancel()


def test_the_fork_server_is_started_again_when_it_dies(forks: ForkExecutor) -> None:
    server = forks.begin(Order(LANE, ANN, LONG), os.getppid).result()
    os.kill(server, signal.SIGKILL)
    wait_for_the_end(server)
    assert eventually(forks, os.getppid) != server


def test_work_that_nobody_does_is_lost(tmp_path: Path) -> None:
    with pytest.raises(LostError, match="No process"):
        ForkExecutor(str(tmp_path / "nothing")).begin(Order(LANE, ANN, LONG), divmod, 1, 1)


def test_who_has_gone_before_the_answer_takes_no_place(
    forks: ForkExecutor, fork_server: str
) -> None:
    for _ in range(2 * LANE.at_once):
        with socket.socket(socket.AF_UNIX) as end:
            end.connect(fork_server)
            with Connection(os.dup(end.fileno())) as line:
                line.send(Order(LANE, ELSEWHERE, LONG))
    assert forks.begin(Order(LANE, ANN, LONG), divmod, 17, 5).result(30) == (3, 2)
    until(lambda: not forks.counts().total())


def test_everything_ends_with_whoever_started_it(tmp_path: Path) -> None:
    with fork_server_in(tmp_path, __name__) as (process, address):
        executor = ForkExecutor(address)
        server = executor.begin(Order(LANE, ANN, LONG), os.getppid).result()
        handle = executor.begin(Order(LANE, ANN, LONG), write_pid_and_stay, str(tmp_path / "pid"))
        child = int(wait_until(tmp_path / "pid"))
        process.kill()
    wait_for_the_end(server)
    wait_for_the_end(child)
    with pytest.raises(LostError, match="gone"):
        handle.result()
