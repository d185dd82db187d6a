"""Plays of Hidoku as they are stored, and those replayed last, so that a move need not replay all.

A play is known by the text of its board and that of its moves, and by nothing else. So it is right
whichever process stored them, and what is not here is replayed. That takes 0.15 ms of a move's 3
on a 10×10 with 30 moves, and the more the longer a game goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Any, Final, TypedDict, TypeVar

from cachetools import LRUCache

from solver.hidoku.logic.last_right import last_right, without_wrong
from solver.hidoku.rules.game import Move, Play, parse_moves
from solver.hidoku.rules.grid import Grid
from solver.hidoku.rules.moves import arguments
from solver.hidoku.search.propagation import Path
from solver.hidoku.search.solve import SearchResult, Verdict, solve
from webapp.hidoku.board_text import is_quick, parse_stored
from webapp.hidoku.play.hint_view import time_budget
from webapp.hidoku.verdict import within
from webapp.http.tasks import Pending, found_or_pending
from webapp.storage.documents import DocumentForm, refuse_damage
from webapp.work.limits import BRIEF_LIMIT, QUICK
from webapp.work.tasks import Tasks

# The moves of a play as they are stored.


#: A verb, with ``+`` before it where the move belongs to the one before; then row and column, both
#: from 1, and the number or another row and column, where the move has them. Games stored before
#: there was a ``+`` are read.
Entry = tuple[str | int, ...]


class MovesDocument(TypedDict):
    """The moves that stand, and those taken back, the one first that was taken back last."""

    done: list[Entry]
    undone: list[Entry]


MOVES: Final = DocumentForm(MovesDocument, schema=1)


def format_play(play: Play) -> str:
    """Write the moves of a play; without any it is empty.

    >>> from solver.hidoku.rules.grid import Cell
    >>> format_play(Play(Grid.of(1, 3)).place(Cell(0, 1), 2).restart().undo())
    '{"schema":1,"done":[["place",1,2,2]],"undone":[["restart"]]}'
    """
    if not play.moves and not play.undone:
        return ""
    return MOVES.write(
        {"done": list(map(_entry, play.moves)), "undone": list(map(_entry, play.undone))}
    )


@lru_cache(maxsize=4096)  # a move is written again with each that follows
def _entry(move: Move) -> Entry:
    return ("+" * move.joined + move.verb, *arguments(move))


def parse_play(grid: Grid, text: str) -> Play:
    """Read what :func:`format_play` wrote, by playing the moves again on their board.

    Raises DocumentError.
    """
    if not text:
        return Play(grid)
    with refuse_damage("the moves of a play"):
        document = MOVES.read(text)
        lines = [*map(_line, document["done"]), *("~" + _line(move) for move in document["undone"])]
        return parse_moves(grid, "\n".join(lines))


def _line(entry: Entry) -> str:
    return " ".join(map(str, entry))


MOST_REPLAYS: Final = 256
#: Characters of moves; a play with more is not kept, so that all together take 60 MB at the most.
LONGEST: Final = 13_000

_kept: Final[LRUCache[tuple[str, str], Play]] = LRUCache(MOST_REPLAYS)
_lock: Final = Lock()


def replay(start: str, moves: str) -> Play:
    """Return the play that these texts are. Raises DocumentError."""
    with _lock:
        play = _kept.get((start, moves))
    if play is None:
        play = parse_play(board_of(start), moves)
        keep(start, moves, play)
    return play


def keep(start: str, moves: str, play: Play) -> None:
    """Keep a play for the next request; ``replay`` must give the same for these texts."""
    if len(moves) <= LONGEST:
        with _lock:
            _kept[start, moves] = play


@lru_cache(maxsize=256)
def board_of(start: str) -> Grid:
    """Return a board, read once: on 900 cells that takes longer than to replay a game."""
    return parse_stored(start).grid


# Solutions of boards, found out once for everybody who needs them.


MOST_SOLUTIONS: Final = 500  # boards


def is_decided(found: SearchResult) -> bool:
    """Say that more time would find no more."""
    return found.verdict is not Verdict.UNDECIDED


_known: Tasks[SearchResult] = Tasks(MOST_SOLUTIONS, QUICK.limit, whole=is_decided)


def solutions_of(grid: Grid) -> SearchResult:
    """Return up to two solutions of a board, looked for as long as a hint may take.

    See :meth:`Tasks.ask` for what it raises.
    """
    return find_solutions(grid) if is_quick(grid) else _known.ask(grid, find_solutions, grid)


def find_solutions(grid: Grid) -> SearchResult:
    """Look for two solutions of a board as long as a hint may take."""
    budget = time_budget()
    return solve(grid, 2, budget)


def solved_in(grid: Grid, seconds: float) -> SearchResult:
    """Look for two solutions of a board, for so long at most."""
    return solve(grid, 2, within(seconds))


_taken: Tasks[SearchResult] = Tasks(MOST_SOLUTIONS, QUICK.limit, whole=is_decided)


def solution_to_take(grid: Grid) -> Path | None:
    """Return a solution of a board, None if none is found in the time.

    See :meth:`Tasks.ask` for what it raises.
    """
    if is_quick(grid):
        found = solved_in(grid, QUICK.seconds)
    else:
        found = _taken.ask(grid, solved_in, grid, QUICK.seconds)
    return found.solutions[0] if found.solutions else None


# What a player has asked for on a Hidoku and is still worked out: a hint, a check, a way back.
#
# The page is shown at once and says so, and sends the same again by itself until it is there.


MOST_AWAITED: Final = 64  # games taken back
SENTENCES: Final[Mapping[str, str]] = {
    "hint": "Working out the hint…",
    "check": "Checking your numbers…",
    "retreat": "Looking for the last correct position…",
    "take_off": "Looking for wrong numbers…",
}

Found = TypeVar("Found")


@dataclass(frozen=True)
class Awaited:
    """What was asked for (the endpoint of its route), and what is said till it is there."""

    what: str
    pending: Pending
    sent: Mapping[str, Any]

    @property
    def sentence(self) -> str:
        """What is said meanwhile."""
        is_usual = self.pending.status == 200
        return SENTENCES[self.what] if is_usual else self.pending.sentence


def found_or_awaited(what: str, ask: Callable[[], Found], **sent: Any) -> Found | Awaited:
    """Return what asking finds, or what is said and sent again as long as it is not there."""
    found = found_or_pending(ask)
    return Awaited(what, found, sent) if isinstance(found, Pending) else found


_rests: Tasks[Play] = Tasks(MOST_AWAITED, BRIEF_LIMIT)
_retreats: Tasks[Play] = Tasks(MOST_AWAITED, BRIEF_LIMIT)


def undo_to_correct(play: Play) -> Play:
    """Return a game with moves taken back till no number is wrong; MoveError if none is.

    See :meth:`Tasks.ask` for what else it raises.
    """
    return take_back(play) if is_quick(play.grid) else _retreats.ask(play, take_back, play)


def take_back(play: Play) -> Play:
    """Take moves back till no number is wrong, within the time of a hint."""
    return last_right(play, time_budget())


def only_right(play: Play) -> Play:
    """Return a game with its wrong numbers taken off; MoveError if there is none.

    See :meth:`Tasks.ask` for what else it raises.
    """
    return take_off_wrong(play) if is_quick(play.grid) else _rests.ask(play, take_off_wrong, play)


def take_off_wrong(play: Play) -> Play:
    """Take the wrong numbers off, within the time of a hint."""
    return without_wrong(play, time_budget())
