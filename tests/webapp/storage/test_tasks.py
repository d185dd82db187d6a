"""Boards in the making, known to all servers: seen, awaited, ended, lost, limited, on a cluster."""

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from datetime import UTC, datetime
from functools import partial
from itertools import pairwise

import pytest
from distributed import Client
from sqlalchemy import delete, event, select, update

from solver.hidoku.generate.generate import generate
from tests.webapp.work.dask_cluster import RunningCluster, wait_for_workers
from tests.webapp.work.executors import Slow, ThreadExecutor
from tests.webapp.work.fork_servers import Narrow
from tests.webapp.work.patience import do_at_once, until
from webapp.hidoku.board_text import format_made
from webapp.hidoku.generation import SMALL_BOARDS, Boards, SmallBoards, ask_board, make
from webapp.hidoku.puzzles import request_of
from webapp.storage import tasks as tasks_module
from webapp.storage.boards import find_board, keep_board
from webapp.storage.games import Store
from webapp.storage.tables import boards as board_table
from webapp.storage.tables import tasks as table
from webapp.storage.tasks import STOPPED, StoredTask, TaskState, TaskStore, Visitor
from webapp.work import runs
from webapp.work.cluster import Cluster
from webapp.work.executor import Executor, ForkExecutor
from webapp.work.limits import TooMuchError
from webapp.work.runs import LastingTasks

SMALL, LARGE, ENDLESS = "v7-6x6-easy-7", "v7-11x11-easy-1", "v7-30x30-expert-1"
ANN, BOB = Visitor("ann", "192.0.2.1"), Visitor("bob", "192.0.2.2")
FOREVER = 300.0

Serve = Callable[..., "Server"]
Work = Callable[..., str]


class Server:
    """What a server has of boards, with a connection to the database of its own."""

    def __init__(self, url: str, work: Work, executor: Executor, large: Executor) -> None:
        self.store = Store(url)
        self.kept = TaskStore(self.store)
        kinds = [SmallBoards(executor), Boards(large)]
        for kind in kinds:
            kind.work = work
        self.makes = LastingTasks(self.kept, kinds)

    def ask(self, name: str, visitor: Visitor = ANN) -> StoredTask:
        making = ask_board(self.makes, visitor, name)
        assert making is not None
        return making

    def progress(self, name: str) -> tuple[int, int]:
        making = self.ask(name)
        return making.done, making.pieces

    def state(self, name: str) -> TaskState | None:
        task = self.makes.find(name)
        return task.state if task else None

    def has_made(self, name: str) -> bool:
        return find_board(self.store, name) is not None


@pytest.fixture
def serve(database_url: str) -> Iterator[Serve]:
    """Return what starts another server on the database, which is empty at first."""
    store = Store(database_url)
    store.migrate()
    with store.changing() as connection:
        connection.execute(delete(table))
        connection.execute(delete(board_table))
    store.engine.dispose()
    servers: list[Server] = []

    def started(
        work: Work = make, large: Executor | None = None, executor: Executor | None = None
    ) -> Server:
        executor = executor or ThreadExecutor()
        servers.append(Server(database_url, work, executor, large or Narrow(executor)))
        return servers[-1]

    yield started
    for server in servers:
        server.makes.close()
        server.store.engine.dispose()


@pytest.fixture
def slow() -> Slow:
    return Slow()


@pytest.mark.parametrize("name", [SMALL, LARGE])
def test_a_board_is_made_and_nothing_of_its_making_is_left(
    serve: Serve, fork_server: str, name: str
) -> None:
    first, second = (serve(executor=ForkExecutor(fork_server)) for _ in "ab")
    first.ask(name)
    until(lambda: second.has_made(name))
    until(lambda: first.kept.find(name) is None)
    assert ask_board(second.makes, BOB, name) is None


def test_what_a_server_makes_is_seen_by_another(serve: Serve, slow: Slow) -> None:
    first, second = serve(slow), serve(slow)
    first.ask(SMALL)
    until(lambda: first.progress(SMALL) == (3, 7))
    until(lambda: second.progress(SMALL) == (3, 7))
    slow.path = 4
    until(lambda: second.progress(SMALL) == (4, 7))
    task = second.makes.find(SMALL)
    assert task is not None
    assert (task.state, task.visitor) == (TaskState.RUNNING, ANN)


def test_progress_is_written_no_more_than_twice_a_second(
    serve: Serve, slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    changes: list[tuple[float, int]] = []
    report = TaskStore.report

    def noted(store: TaskStore, task: StoredTask, count: int, pieces: int) -> bool:
        changes.append((time.monotonic(), count))
        slow.path += 1  # so that there is always something new to tell
        return report(store, task, count, pieces)

    monkeypatch.setattr(TaskStore, "report", noted)
    server = serve(slow)
    server.ask(SMALL)
    until(lambda: len(changes) == 4)
    moments = [moment for moment, _ in changes]
    assert all(later - earlier > 0.4 for earlier, later in pairwise(moments))


def test_a_board_of_a_server_that_is_stopped_is_begun_again_by_who_asks_next(
    serve: Serve, slow: Slow
) -> None:
    """As for all that is begun while the solver is compiled: then all processes are replaced."""
    first, second = serve(slow), serve()
    first.ask(SMALL)
    until(lambda: slow.begun == 1)
    first.makes.close()
    left = second.kept.find(SMALL)
    assert left is not None
    assert (left.state, left.summary, left.run) == (TaskState.RUNNING, STOPPED, 1)
    assert first.state(SMALL) is TaskState.RUNNING  # what is closed begins nothing
    going_on = second.makes.find(SMALL)
    assert going_on is not None
    assert (going_on.summary, going_on.run, going_on.visitor) == ("", 2, ANN)
    until(lambda: second.has_made(SMALL))


def test_another_server_waits_for_a_board_and_makes_none(serve: Serve, slow: Slow) -> None:
    first, second = serve(slow), serve(slow)
    first.ask(SMALL)
    until(lambda: slow.begun == 1)
    making = second.ask(SMALL, BOB)
    assert making.visitor == ANN
    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(second.makes.wait, making, FOREVER)
        slow.allowed.set()
        waiting.result(FOREVER)
    assert second.has_made(SMALL)
    assert slow.begun == 1


def test_of_two_servers_at_once_one_makes_the_board(serve: Serve, slow: Slow) -> None:
    servers = (serve(slow), serve(slow))
    makings = do_at_once(*[partial(server.ask, SMALL) for server in servers] * 3)
    assert {making.run for making in makings} == {1}
    until(lambda: slow.begun > 0)
    slow.allowed.set()
    until(lambda: servers[0].has_made(SMALL))
    assert slow.begun == 1


@pytest.mark.parametrize("name", [SMALL, ENDLESS])
def test_another_server_ends_a_making(
    serve: Serve, slow: Slow, fork_server: str, name: str
) -> None:
    is_small = name == SMALL
    executor = ForkExecutor(fork_server)
    first, second = (serve(slow) if is_small else serve(executor=executor) for _ in "ab")
    making = first.ask(name)
    until(lambda: first.progress(name)[0] > 0)
    second.makes.cancel(second.ask(name))
    assert first.state(name) is TaskState.CANCELLED
    first.makes.wait(making, FOREVER)
    room = first.ask("v7-6x6-easy-8" if is_small else "v7-12x11-medium-0")
    slow.allowed.set()
    until(lambda: second.has_made(room.key))  # by the one process, which is free again
    assert second.state(name) is TaskState.CANCELLED
    assert not second.has_made(name)


def test_a_cancelled_board_is_begun_again_by_another_server(serve: Serve, slow: Slow) -> None:
    first_server, second_server = serve(slow), serve(slow)
    first = first_server.ask(SMALL)
    first_server.makes.cancel(first)
    again = second_server.ask(SMALL, BOB)
    assert (again.run, again.visitor, again.summary) == (2, BOB, "")
    slow.allowed.set()
    until(lambda: first_server.has_made(SMALL))


def begin(server: Server, ends: float) -> StoredTask | None:
    """Store that a board is begun, as another server does."""
    times = (time.time(), ends)
    return server.kept.begin(ANN, SMALL_BOARDS, SMALL, times, lambda _: None)


def forget_for(server: Server, seconds: float) -> None:
    """Have nobody told of any making for so long, as if its server had died."""
    with server.store.changing() as connection:
        moment = datetime.fromtimestamp(time.time() - seconds, UTC)
        connection.execute(update(table).values(changed=moment))


@pytest.mark.parametrize("ago", [tasks_module.SILENCE + 1, -100_000])  # its clock was ahead
def test_a_board_of_a_server_that_died_can_be_begun_again(serve: Serve, ago: float) -> None:
    server = serve()
    making = begin(server, time.time() + 600)
    assert making is not None
    assert server.state(SMALL) is TaskState.RUNNING  # for all that is known so soon
    forget_for(server, ago)
    lost = server.makes.find(SMALL)
    assert lost is not None
    assert (lost.state, lost.summary) == (TaskState.FAILED, STOPPED)
    room: list[Sequence[Visitor]] = []
    server.kept.begin(
        BOB, SMALL_BOARDS, "v7-6x6-easy-8", (time.time(), time.time() + 60), room.append
    )
    assert room == [[]]  # it doesn't count any more
    assert server.ask(SMALL, BOB).run == 2
    until(lambda: server.has_made(SMALL))


def test_a_making_is_over_at_its_end_though_its_server_is_heard_of(serve: Serve) -> None:
    server = serve()
    begin(server, time.time() - 1)
    assert server.state(SMALL) is TaskState.FAILED


def test_a_making_of_this_server_is_not_lost_however_silent(
    serve: Serve, slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks_module, "SILENCE", 0.0)
    first, second = serve(slow), serve(slow)
    first.ask(SMALL)
    assert (first.state(SMALL), second.state(SMALL)) == (TaskState.RUNNING, TaskState.FAILED)
    assert first.ask(SMALL, BOB).run == 1


def test_a_making_shows_its_progress(
    serve: Serve, slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "BEAT", 0.0)
    monkeypatch.setattr(runs, "LOOK", 0.02)
    server = serve(slow)

    def row() -> StoredTask:
        task = server.kept.find(SMALL)
        assert task
        return task

    def changed() -> datetime:
        moment: datetime = server.store.value(select(table.c.changed))
        return moment

    server.ask(SMALL)
    until(lambda: row().done == 3)
    moment = changed()
    until(lambda: changed() > moment)


def test_a_late_end_of_a_lost_making_harms_nothing(serve: Serve, slow: Slow) -> None:
    lost, second = serve(slow), serve(slow)
    lost.ask(SMALL)
    until(lambda: slow.begun == 1)
    forget_for(second, tasks_module.SILENCE + 1)
    assert second.ask(SMALL, BOB).run == 2
    slow.allowed.set()
    until(lambda: second.kept.find(SMALL) is None)
    until(lambda: lost.state(SMALL) is None)
    assert second.has_made(SMALL)


def test_a_board_that_another_server_keeps_meanwhile_is_not_begun(serve: Serve) -> None:
    server = serve()
    keep_board(server.store, SMALL, "made elsewhere")
    assert ask_board(server.makes, ANN, SMALL) is None
    assert server.kept.find(SMALL) is None


def test_limits_hold_over_all_servers(serve: Serve, slow: Slow) -> None:
    servers = (serve(slow), serve(slow))

    def ask(seed: int) -> bool:
        try:
            servers[seed % 2].ask(f"v7-6x6-easy-{seed}")
        except TooMuchError:
            return False
        return True

    assert sum(do_at_once(*(partial(ask, seed) for seed in range(6)))) == 2
    first, second = serve(), serve()  # large boards are counted by themselves
    for seed in range(2):
        first.ask(f"v7-30x30-expert-{seed}")
    with pytest.raises(TooMuchError, match="You have 2 boards in the making"):
        second.ask(LARGE)


def test_of_two_servers_that_count_at_once_the_second_sees_the_first(serve: Serve) -> None:
    first_server, second_server, times = serve(), serve(), (time.time(), time.time() + 600)
    counting, hold, checks = threading.Event(), threading.Event(), []

    def linger(_: object) -> None:
        counting.set()
        hold.wait(FOREVER)

    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(first_server.kept.begin, ANN, SMALL_BOARDS, SMALL, times, linger)
        counting.wait(FOREVER)
        arguments = (BOB, SMALL_BOARDS, "v7-6x6-easy-8", times, checks.append)
        second = threads.submit(second_server.kept.begin, *arguments)
        wait([second], 0.5)
        hold.set()
        assert first.result()
        assert second.result()
    assert checks == [[ANN]]


def test_a_small_board_costs_one_short_write_beside_its_own(serve: Serve) -> None:
    server = serve()
    commits: list[object] = []
    event.listen(server.store.engine, "commit", commits.append)
    server.makes.wait(server.ask(SMALL), FOREVER)
    until(lambda: server.kept.find(SMALL) is None)
    assert server.has_made(SMALL)
    assert len(commits) == 2


def test_a_cluster_out_of_reach_is_reported(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.work.cluster.CONNECT_DEADLINE", 0.2)
    server = serve(large=Cluster("tcp://127.0.0.1:9"))
    server.ask(LARGE)
    until(lambda: server.state(LARGE) is TaskState.FAILED)
    task = server.makes.find(LARGE)
    assert task is not None
    assert "The cluster that does the work can’t be reached." in task.summary


def test_a_cluster_that_loses_a_worker_makes_the_same_board_and_any_server_ends_one(
    serve: Serve, cluster: RunningCluster
) -> None:
    address, workers = cluster
    wait_for_workers(address)
    first, second = serve(large=Cluster(address)), serve(large=Cluster(address))
    name = "v7-15x15-expert-1"
    with Client(address) as client:
        pids = client.run(os.getpid)
        first.ask(name)
        until(lambda: any(client.processing().values()))
        busy = next(worker for worker, tasks in client.processing().items() if tasks)
    next(worker for worker in workers if worker.pid == pids[busy]).kill()
    until(lambda: first.has_made(name))
    assert find_board(first.store, name) == format_made(generate(*request_of(name)))
    making = first.ask(ENDLESS)
    assert (first.makes.kinds[making.kind].tells, first.progress(ENDLESS)[0]) == (False, 0)
    second.makes.cancel(making)
    first.makes.wait(making, FOREVER)
    assert first.state(ENDLESS) is TaskState.CANCELLED
    second.ask(LARGE)
    until(lambda: first.has_made(LARGE))
    assert not first.has_made(ENDLESS)
