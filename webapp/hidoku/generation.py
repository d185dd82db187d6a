"""Boards being made on request, each in its own process, with progress, a deadline and a cancel.

A small board takes hundredths of a second, seldom more than one. Larger ones may go to a cluster,
and queue separately, so that no small board waits for them. What is made is stored under its name,
and is the same whoever makes it. A board cut short by a deadline isn't the one of that name, and
isn't stored.

Rejected: threads of the server for small boards, which keep it from its pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from solver.hidoku.generate.generate import BoardRequest
from solver.hidoku.rules.grid import GridError
from webapp.hidoku.board_name import remade
from webapp.hidoku.days import boards_of_today, find_day
from webapp.hidoku.generation_task import Work, make
from webapp.hidoku.puzzles import makable, request_of
from webapp.storage.boards import add_board, find_board
from webapp.storage.games import Store
from webapp.storage.records.dailies import day_seed
from webapp.storage.tasks import StoredTask, Visitor
from webapp.work.door import Door
from webapp.work.limits import BOARDS_LIMIT, MAKING_SECONDS, MAKINGS, SMALL_MAKINGS, THE_SERVER
from webapp.work.runs import LastingTasks
from webapp.work.task import BRIEF, TaskKind, TaskResult

SMALL_BOARDS = "small boards"
BOARDS = "boards"
#: We wait longer for a tiny board: if it isn't there at once, the server is busy for a moment.
TINY: Final = 64
PATIENCE_IF_TINY: Final = 2.0  # seconds
#: Boards with at most this many cells are small.
SMALL = 100


def board_kinds(
    door: Door, large: Door, key: str = "", work: Work = make, seconds: int = MAKING_SECONDS
) -> tuple[TaskKind, TaskKind]:
    """Return small boards and larger ones; the daily boards are drawn with the server's ``key``."""

    def pieces(task: StoredTask) -> list[tuple[BoardRequest, int, float]]:
        request, seed = makable(task.key)
        if board := find_day(task.key):
            seed = day_seed(key, board.series.seed, board.day)
        return [(request, seed, seconds)]

    common: dict[str, Any] = {
        "limit": BOARDS_LIMIT,
        "seconds": seconds,
        "late": f"We couldn’t make it in {seconds} seconds. Try a smaller or an easier board.",
        "refusal": GridError,
        "pieces": pieces,
        "work": work,
        "finish": keep_made,
        "patience": lambda name: PATIENCE_IF_TINY if _cells(name) <= TINY else BRIEF,
    }
    return (
        TaskKind(name=SMALL_BOARDS, lane=SMALL_MAKINGS, door=door, **common),
        TaskKind(name=BOARDS, lane=MAKINGS, door=large, **common),
    )


def keep_made(task: StoredTask, texts: Sequence[str]) -> TaskResult:
    return TaskResult(keep=partial(add_board, name=task.key, text=texts[0], remade=remade()))


def ask_board(tasks: LastingTasks, visitor: Visitor, name: str) -> StoredTask | None:
    """Return a board being made, starting it if need be; None if it is there by now.

    Raises what its limit does, and VersionError for a board that today's generator can't make.
    """
    makable(name)
    return tasks.ask(SMALL_BOARDS if _cells(name) <= SMALL else BOARDS, visitor, name)


def _cells(name: str) -> int:
    request, _ = request_of(name)
    return request.rows * request.columns


def make_daily(tasks: LastingTasks, store: Store) -> None:
    """Start today’s boards: made on their day, they are there whatever generator comes later.

    They may be refused like any other, and are then made when somebody next asks for them.
    """
    for board in boards_of_today():
        if find_board(store, board.name) is None:
            ask_board(tasks, THE_SERVER, board.name)
