"""Jobs: kept findings, limits, ends, processes that die, and a Dask cluster that loses a worker."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor as Futures
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any, TypeVar

import pytest
from sqlalchemy import delete

from solver.deduction.games import game_named
from solver.deduction.strategies.registry import STRATEGIES
from solver.deduction.trees.grow import tree
from solver.deduction.trees.studies import StudyError, StudyPart, parse_study, pieces
from solver.deduction.trees.tree import Tree
from tests.webapp.servers import RoundRobin, running_servers
from tests.webapp.work.fork_servers import Deadly, Narrow, Noted, wait_for_the_end
from tests.webapp.work.patience import until
from webapp.lab.findings import parse_summary, parse_tree
from webapp.lab.routes import Jobs, ask_job
from webapp.storage.games import Store
from webapp.storage.tables import tasks as table
from webapp.storage.tasks import JOBS, STOPPED, Check, StoredTask, TaskState, TaskStore, Visitor
from webapp.work.cluster import Cluster
from webapp.work.executor import Executor, ForkExecutor, Handle
from webapp.work.limits import Order, TooMuchError
from webapp.work.runs import LastingTasks
from webapp.work.tasks import place_to_wait

#: Some seconds of work in a dozen pieces.
LONG = "every sampled bulls10"
PATIENCE = 600  # seconds; the processes of a busy machine take long to begin
Make = Callable[..., LastingTasks]
Result = TypeVar("Result")


@pytest.fixture
def rows(database_url: str) -> Iterator[TaskStore]:
    store = Store(database_url)
    store.migrate()
    with store.changing() as connection:
        connection.execute(delete(table))
    yield TaskStore(store)
    store.engine.dispose()


@pytest.fixture
def another(database_url: str, rows: TaskStore) -> Iterator[TaskStore]:
    """The same database, as another server has it open."""
    store = Store(database_url)
    yield TaskStore(store)
    store.engine.dispose()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where each process of a place that is noted makes a file."""
    (tmp_path / "processes").mkdir()
    return tmp_path / "processes"


@pytest.fixture
def executor(fork_server: str) -> ForkExecutor:
    return ForkExecutor(fork_server)


@pytest.fixture
def noted(executor: ForkExecutor, folder: Path) -> Noted:
    return Noted(executor, folder)


@pytest.fixture
def make(rows: TaskStore, executor: ForkExecutor) -> Iterator[Make]:
    task_sets: list[LastingTasks] = []

    def jobs(
        to: Executor | None = None, seconds: int = PATIENCE, rows: TaskStore = rows
    ) -> LastingTasks:
        task_sets.append(LastingTasks(rows, [Jobs(to or Narrow(executor), seconds)]))
        return task_sets[-1]

    yield jobs
    for tasks in task_sets:
        tasks.close()


def by(player: str) -> Visitor:
    """Return a visitor whose network is nobody else's."""
    return Visitor(player, f"the network of {player}")


def begin(
    rows: TaskStore,
    player: str,
    study: str,
    start: float,
    ends: float,
    check: Check = lambda _: None,
) -> StoredTask | None:
    """Store that a study is begun, as another server does."""
    return rows.begin(by(player), JOBS, study, (start, ends), check)


def ask(jobs: LastingTasks, visitor: Visitor, study: str) -> StoredTask:
    job = ask_job(jobs, visitor, parse_study(study))
    assert job is not None
    return job


def now(jobs: LastingTasks, job: StoredTask) -> StoredTask:
    task = jobs.rows.load(job.id)
    assert task is not None
    return task


def state(jobs: LastingTasks, job: StoredTask) -> TaskState:
    task = jobs.load(job.id)
    assert task is not None
    return task.state


def ended(jobs: LastingTasks, job: StoredTask) -> StoredTask:
    """Wait for the end of a job, and return it as it is then."""
    jobs.wait(job, PATIENCE)
    return now(jobs, job)


class DeadlyStrategy(Noted):
    """One process at once, which dies of every piece for one strategy, when a file says so."""

    def __init__(self, executor: Executor, folder: Path, strategy: str, file: Path) -> None:
        super().__init__(executor, folder)
        self._what = strategy, file

    def begin(self, order: Order, function: Callable[..., Result], *args: Any) -> Handle[Result]:
        return super().begin(order, die_of, *self._what, function, *args)


def die_of(
    strategy: str, file: Path, function: Callable[..., Result], piece: StudyPart, *args: Any
) -> Result:
    if piece.study.strategy == strategy:
        until(file.exists)
        file.unlink()
        os.kill(os.getpid(), signal.SIGKILL)
    return function(piece, *args)


def tree_of(jobs: LastingTasks, job: StoredTask) -> Tree:
    return parse_tree(jobs.rows.finding_of(job), game_named(parse_study(job.key).game))


def test_a_study_is_kept(make: Make, noted: Noted) -> None:
    jobs = make(noted)
    job = ended(jobs, ask(jobs, by("ann"), "every knuth classic"))
    assert job.state is TaskState.DONE
    assert parse_summary(job.summary).total == 5801
    assert tree_of(jobs, job) == tree(game_named("classic"), STRATEGIES["knuth"])
    assert ask(jobs, by("bob"), "every knuth classic") == job


def test_pieces_are_done_by_processes_of_their_own(make: Make, noted: Noted) -> None:
    jobs = make(noted)
    job = ended(jobs, ask(jobs, by("ann"), "every opening mini"))
    assert job.state is TaskState.DONE
    assert len(noted.processes()) == len(pieces(parse_study("every opening mini"))) > 3
    assert os.getpid() not in noted.processes()
    assert tree_of(jobs, job) == tree(game_named("mini"), STRATEGIES["opening"])


@pytest.mark.parametrize("victim", [os.getpid, os.getppid], ids=["own", "fork server"])
def test_a_process_that_dies_is_replaced(
    make: Make, executor: ForkExecutor, folder: Path, victim: Callable[[], int]
) -> None:
    place = Deadly(executor, folder, 1, victim)
    jobs = make(place)
    job = ended(jobs, ask(jobs, by("ann"), "every opening classic"))
    assert job.state is TaskState.DONE
    assert tree_of(jobs, job).total == 6063
    assert len(place.processes()) > len(pieces(parse_study("every opening classic")))


def test_of_those_at_work_only_the_one_that_kills_its_process_fails(
    make: Make, executor: ForkExecutor, folder: Path, tmp_path: Path
) -> None:
    killing = tmp_path / "killing"
    jobs = make(DeadlyStrategy(executor, folder, "random", killing))
    deadly = ask(jobs, by("zoe"), "every random mini")
    sound = [ask(jobs, by("ann"), f"every opening {game}") for game in ("pair", "mini")]
    job_to_end = ask(jobs, by("bob"), LONG)
    until(lambda: all(now(jobs, job).pieces for job in (deadly, *sound, job_to_end)))
    jobs.cancel(job_to_end)
    assert ended(jobs, job_to_end).state is TaskState.CANCELLED
    until(lambda: touched(killing) and now(jobs, deadly).state is not TaskState.RUNNING)
    for job in sound:
        assert ended(jobs, job).state is TaskState.DONE, now(jobs, job).summary
    assert tree_of(jobs, sound[0]) == tree(game_named("pair"), STRATEGIES["opening"])
    assert ended(jobs, deadly).state is TaskState.FAILED
    assert "died" in now(jobs, deadly).summary


def touched(file: Path) -> bool:
    file.touch()
    return True


def test_runs_can_be_cancelled_after_a_death_as_before(
    make: Make, executor: ForkExecutor, folder: Path, tmp_path: Path
) -> None:
    killing = tmp_path / "killing"
    place = DeadlyStrategy(executor, folder, "random", killing)
    jobs = make(place)
    studies = ("every random mini", "every sampled super", "every sampled bulls10")
    first, *studies_left = studies
    deadly = ask(jobs, by("zoe"), first)
    until(lambda: len(place.processes()) == 1)
    waiting = [ask(jobs, by(study.split()[1]), study) for study in studies_left]
    until(lambda: all(now(jobs, job).pieces for job in waiting))
    killing.touch()
    until(lambda: len(place.processes()) == 2)
    for job in (deadly, *waiting):
        jobs.cancel(job)
    assert [ended(jobs, job).state for job in (deadly, *waiting)] == [TaskState.CANCELLED] * 3
    again = ask(jobs, by("bob"), "every opening mini")
    assert ended(jobs, again).state is TaskState.DONE


def test_a_cancelled_job_makes_room_for_the_next(make: Make, noted: Noted) -> None:
    jobs = make(noted)
    first = ask(jobs, by("ann"), "every sampled super")  # minutes, for one piece
    until(lambda: bool(noted.processes()))
    (process,) = noted.processes()
    jobs.cancel(first)
    second = ask(jobs, by("ann"), "every opening mini")
    assert ended(jobs, second).state is TaskState.DONE
    assert second.ends - time.time() > 60
    wait_for_the_end(process)


def test_who_finds_no_place_to_wait_is_answered_at_once(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.work.tasks.WAITING", BoundedSemaphore(1))
    jobs = make()
    job = ask(jobs, by("ann"), "every sampled super")
    with place_to_wait():
        jobs.wait(job, 3600.0)  # or this test would take an hour
    assert state(jobs, job) is TaskState.RUNNING


def test_a_job_ends_at_its_time(make: Make) -> None:
    jobs = make(seconds=1)
    job = ended(jobs, ask(jobs, by("ann"), LONG))
    assert (job.state, job.summary) == (TaskState.FAILED, "It wasn’t finished within its 1 second.")


def begun_again(rows: TaskStore, job: StoredTask) -> StoredTask:
    """Let a server lose a run, and another begin the next one of the same job."""
    far = time.time() + 1000
    again = begin(rows, "bob", job.key, far, far + 60)
    assert again is not None
    assert (again.id, again.run) == (job.id, job.run + 1)
    return again


def test_what_an_older_run_says_late_is_not_kept(rows: TaskStore) -> None:
    moment = time.time()
    old = begin(rows, "ann", "every knuth mini", moment, moment + 60)
    assert old is not None
    fresh = begun_again(rows, old)
    rows.end(old, TaskState.DONE, "late", "late")
    assert not rows.report(old, pieces_done=7, pieces=9)
    assert rows.load(old.id) == fresh
    assert rows.finding_of(fresh) == ""
    rows.end(fresh, TaskState.DONE, "right", "right")
    rows.end(fresh, TaskState.FAILED, "late")
    assert rows.finding_of(old) == "right"


def test_a_run_ends_when_another_server_begins_the_next(make: Make, another: TaskStore) -> None:
    jobs = make()
    old = ask(jobs, by("ann"), "every sampled super")
    until(lambda: now(jobs, old).pieces > 0)
    fresh = begun_again(another, old)
    jobs.wait(old, PATIENCE)
    job_now = now(jobs, old)
    assert (job_now.run, job_now.state, job_now.pieces) == (fresh.run, TaskState.RUNNING, 0)


def test_jobs_end_with_the_server(rows: TaskStore, database_url: str, tmp_path: Path) -> None:
    with running_servers(1, tmp_path, {"DATABASE_URL": database_url}) as (address,):
        RoundRobin([address]).post("/lab/jobs", study=LONG)
        until(lambda: (job := rows.find(LONG)) is not None and job.pieces > 0)
    job = rows.find(LONG)
    assert job is not None
    assert (job.state, job.summary) == (TaskState.RUNNING, STOPPED)  # for who asks next


def test_the_server_ends_in_the_middle_of_work(make: Make, noted: Noted) -> None:
    jobs = make(noted)
    job = ask(jobs, by("ann"), "every sampled super")
    until(lambda: bool(noted.processes()))
    jobs.close()
    left = jobs.rows.find(job.key)
    assert left is not None
    assert left.summary == STOPPED
    for process in noted.processes():
        wait_for_the_end(process)


@pytest.mark.usefixtures("long_silence")
def test_there_are_limits(rows: TaskStore, make: Make) -> None:
    jobs, moment = make(), time.time()
    for number in range(7):
        begin(rows, f"player {number // 2}", f"every first {number}", moment, moment + 100)
    with pytest.raises(TooMuchError, match="You have 2 jobs under way"):
        ask(jobs, by("player 0"), LONG)
    begin(rows, "zoe", "every first 8", moment, moment + 100)
    with pytest.raises(TooMuchError, match="as many as can be"):
        ask(jobs, by("ann"), LONG)
    assert rows.find(LONG) is None
    with pytest.raises(StudyError):
        ask(jobs, by("ann"), "every perfect super")


@pytest.mark.usefixtures("long_silence")
def test_a_network_has_a_limit_whoever_asks(rows: TaskStore, make: Make) -> None:
    jobs, moment = make(), time.time()
    for number in range(4):
        visitor = Visitor(f"player {number}", "192.0.2.1")
        rows.begin(visitor, JOBS, f"every first {number}", (moment, moment + 100), lambda _: None)
    with pytest.raises(TooMuchError, match="Your network has 4 jobs under way"):
        ask(jobs, Visitor("ann", "192.0.2.1"), LONG)
    assert ask(jobs, Visitor("ann", "192.0.2.2"), LONG).state is TaskState.RUNNING


def test_boards_that_differ_in_guesses_have_one_job(make: Make) -> None:
    jobs = make()
    job = ended(jobs, ask(jobs, by("ann"), "every first 4x5/11"))
    assert ask(jobs, by("bob"), "every first 4x5/12") == job


def test_the_oldest_of_too_many_are_dropped(
    rows: TaskStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.storage.tasks.MOST_OTHERS", 3)
    moment, names = time.time(), [f"3x{colours}/10" for colours in range(5, 10)]
    studies = [f"every first {name}" for name in ("mini", *names)]
    for age, study in zip(range(120, 0, -20), studies, strict=True):
        begin(rows, "ann", study, moment - age, moment + 100)
    # The youngest is under way, so it does not count; the first is of a preset.
    keys = {job.key for job in rows.find_all(studies)}
    assert keys == {studies[0], *studies[2:]}


class Connection:
    """A client of a cluster, as far as a workplace uses one."""

    def __init__(self, *, is_shut: bool = False) -> None:
        self.is_closed, self.status, self.is_shut = False, "running", is_shut

    def get_executor(self, retries: int) -> Futures:
        executor = ThreadPoolExecutor(retries)
        if self.is_shut:
            executor.shutdown()
        return executor

    def close(self) -> None:
        self.is_closed = True


def test_of_many_runs_that_lose_a_cluster_one_connects_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    connections: list[Connection] = []
    place = Cluster("tcp://127.0.0.1:9")

    def connected() -> Connection:
        connections.append(Connection())
        return connections[-1]

    monkeypatch.setattr(place, "_connected", connected)
    first, second = place.executor(), place.executor()
    place.renew(first)
    fresh = place.executor()
    place.renew(second)  # the same as the first, and lost with it
    assert place.executor() is fresh
    assert [connection.is_closed for connection in connections] == [True, False]
    connections[-1].status = "closed"  # as the client itself does if the scheduler stays away
    assert place.executor() is not fresh


def test_a_cluster_that_shut_its_executor_is_connected_again(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    connections = [Connection(is_shut=True), Connection()]
    place = Cluster("tcp://127.0.0.1:9")
    monkeypatch.setattr(place, "_connected", partial(connections.pop, 0))
    jobs = make(place)
    assert ended(jobs, ask(jobs, by("ann"), "every opening mini")).state is TaskState.DONE
    assert not connections
