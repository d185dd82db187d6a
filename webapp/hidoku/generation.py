"""Boards being made on request, each in its own process, with progress, a deadline and a cancel.

A small board takes hundredths of a second, seldom more than one. Larger ones may go to a cluster,
and queue separately, so that no small board waits for them. What is made is stored under its name,
and is the same whoever makes it. A board cut short by a deadline isn't the one of that name, and
isn't stored.

Rejected: threads of the server for small boards, which keep it from its pages.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from time import monotonic
from typing import Any, Final

from solver.hidoku.generate.generate import PROOF, BoardRequest, draw_best, generate
from solver.hidoku.rules.grid import GridError
from solver.hidoku.search.staged_search import Budget
from webapp.hidoku.board_name import remade
from webapp.hidoku.board_text import format_made
from webapp.hidoku.days import boards_of, parse_day
from webapp.hidoku.puzzles import makable, request_of
from webapp.storage.boards import add_board, find_board
from webapp.storage.games import Store
from webapp.storage.records.dailies import day_seed, today
from webapp.storage.tasks import StoredTask, TaskStore, Visitor
from webapp.work.executor import Executor, is_ended, tell
from webapp.work.limits import BOARDS_LIMIT, MAKING_SECONDS, MAKINGS, SMALL_MAKINGS, THE_SERVER
from webapp.work.runs import LastingTasks, TaskKind

SMALL_BOARDS = "small boards"
BOARDS = "boards"
#: Boards with at most this many cells are small.
SMALL = 100
#: Of how many days to come the boards are made ahead.
AHEAD: Final = 7
#: From how many boards that of a day is chosen, and how many seconds that may take, ahead and on
#: the day itself: in a busy hour it's chosen from fewer.
DRAWS: Final = 30
DRAWING_AHEAD: Final = 20.0
DRAWING: Final = 1.0


def make(request: BoardRequest, seed: int, seconds: float, drawing: float = 0) -> str:
    """Return the text of a board to store, the best of those drawn in so many more seconds.

    It reports which path is being tried, and of how many at most. Raises GridError if there can't
    be such a board, and TimeoutError if it isn't made in time.
    """
    budget = Stoppable(PROOF.nodes, monotonic() + seconds, is_ended)
    board = generate(request, seed, budget, lambda path, count: tell((path, count)))
    if budget.is_over:
        raise TimeoutError
    budget_of_draws = Stoppable(PROOF.nodes, monotonic() + drawing, is_ended)
    return format_made(draw_best(board, DRAWS, budget_of_draws) if drawing else board)


@dataclass(frozen=True)
class Stoppable(Budget):
    """A budget that is also over when nobody waits any more."""

    is_ended: Callable[[], bool] = lambda: False

    @property
    def is_over(self) -> bool:
        return super().is_over or self.is_ended()


class Boards(TaskKind):
    """Boards in the making; the daily ones are drawn with the server's ``key``."""

    name = BOARDS
    lane = MAKINGS
    limit = BOARDS_LIMIT
    refusal = GridError

    def __init__(self, executor: Executor, key: str = "") -> None:
        super().__init__(executor, MAKING_SECONDS, make)
        self._key = key

    def pieces(self, row: StoredTask) -> list[tuple[Any, ...]]:
        board = parse_day(row.key)
        if board is None:
            return [(*makable(row.key), self.seconds)]
        piece = board.request, day_seed(self._key, board.series.seed, board.day), self.seconds
        drawing = DRAWING_AHEAD if board.day > today() else DRAWING
        return [(*piece, drawing) if board.is_composed else piece]

    def finish(self, rows: TaskStore, row: StoredTask, results: Sequence[str]) -> None:
        rows.replace(row, partial(add_board, name=row.key, text=results[0], prefixes=remade()))

    def late(self) -> str:
        return f"We couldn’t make it in {self.seconds} seconds. Try a smaller or an easier board."


class SmallBoards(Boards):
    name = SMALL_BOARDS
    lane = SMALL_MAKINGS


def ask_board(tasks: LastingTasks, visitor: Visitor, name: str) -> StoredTask | None:
    """Return a board being made, starting it if need be; None if it is there by now.

    Raises what its limit does, and VersionError for a board that today's generator can't make.
    """
    makable(name)
    return tasks.ask(SMALL_BOARDS if _cells(name) <= SMALL else BOARDS, visitor, name)


def _cells(name: str) -> int:
    board = parse_day(name)
    request = board.request if board else request_of(name)[0]
    return request.rows * request.columns


def make_daily(tasks: LastingTasks, store: Store) -> None:
    """Start today’s boards, or else those of the first day of the week ahead that has none.

    Once made, they are there whatever generator comes later. They may be refused like any other,
    and are then made when somebody next asks for them. None queues behind players' large boards.
    """
    days = (today() + timedelta(days=number) for number in range(AHEAD + 1))
    gaps_by_day = ([b for b in boards_of(day) if find_board(store, b.name) is None] for day in days)
    for board in next(filter(None, gaps_by_day), ()):
        tasks.ask(SMALL_BOARDS, THE_SERVER, board.name)
