"""Plays of Hidoku as they are stored, and a cache of replays, so that not every move replays all.

A play is keyed by the texts of its board and its moves, and nothing else. So the cache is right
whichever process stored them, and what isn't in it is replayed. That takes 0.15 ms of a move's 3 on
a 10×10 with 30 moves, and more the longer a game gets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Any, Final, NotRequired, TypedDict, TypeVar

from cachetools import LRUCache

from solver.hidoku.logic.last_right import last_right, without_wrong
from solver.hidoku.rules.game import Move, Play, parse_moves
from solver.hidoku.rules.grid import Grid
from solver.hidoku.rules.moves import arguments
from solver.hidoku.search.solve import SearchResult, Verdict, solve
from webapp.hidoku.board_text import is_quick, parse_stored
from webapp.hidoku.play.hint_view import time_budget
from webapp.hidoku.verdict import within
from webapp.http.tasks import Pending, found_or_pending
from webapp.storage.documents import DocumentForm, refuse_damage
from webapp.work.limits import ASKED
from webapp.work.tasks import Tasks, task

# The moves of a play as they are stored.


#: A verb, with ``+`` before it if the move belongs to the one before; then row and column, both
#: from 1, and the number or another row and column, if the move has them. Games stored before there
#: was a ``+`` can be read too.
Entry = tuple[str | int, ...]


class MovesDocument(TypedDict):
    """The moves in force, and those undone, the last undone first; ``pace`` has for each number of
    the player's after how many seconds of play it was placed.
    """

    done: list[Entry]
    undone: list[Entry]
    pace: NotRequired[dict[str, int]]


MOVES: Final = DocumentForm(MovesDocument, schema=1)


def format_play(play: Play, pace: Mapping[int, int] | None = None) -> str:
    """Write the moves of a play, and its pace if there is one; "" if there are no moves.

    >>> from solver.hidoku.rules.grid import Cell
    >>> format_play(Play(Grid.of(1, 3)).place(Cell(0, 1), 2).restart().undo())
    '{"schema":1,"done":[["place",1,2,2]],"undone":[["restart"]]}'
    """
    if not play.moves and not play.undone:
        return ""
    document = MovesDocument(
        done=list(map(_entry, play.moves)), undone=list(map(_entry, play.undone))
    )
    if pace:
        document["pace"] = {str(number): seconds for number, seconds in pace.items()}
    return MOVES.write(document)


def pace_of(moves: str) -> Mapping[int, int]:
    """Return the pace in the moves of a stored play; older ones have none. Raises DocumentError."""
    with refuse_damage("the pace of a play"):
        pace = MOVES.read(moves).get("pace", {}) if moves else {}
        return {int(number): int(seconds) for number, seconds in pace.items()}


@lru_cache(maxsize=4096)  # a move is written again with each that follows
def _entry(move: Move) -> Entry:
    return ("+" * move.joined + move.verb, *arguments(move))


def parse_play(grid: Grid, text: str) -> Play:
    """Parse what :func:`format_play` wrote, by replaying the moves on their board.

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
#: Characters of moves; a longer play isn't cached, so that all together take at most 60 MB.
LONGEST: Final = 13_000

_kept: Final[LRUCache[tuple[str, str], Play]] = LRUCache(MOST_REPLAYS)
_lock: Final = Lock()


def replay(start: str, moves: str) -> Play:
    with _lock:
        play = _kept.get((start, moves))
    if play is None:
        play = parse_play(board_of(start), moves)
        keep(start, moves, play)
    return play


def keep(start: str, moves: str, play: Play) -> None:
    """Cache a play for the next request; ``replay`` must give the same for these texts."""
    if len(moves) <= LONGEST:
        with _lock:
            _kept[start, moves] = play


@lru_cache(maxsize=256)
def board_of(start: str) -> Grid:
    """Return a board, parsed once: with 900 cells that takes longer than replaying a game."""
    return parse_stored(start).grid


# Solutions of boards, found once for everybody who needs them.


MOST_SOLUTIONS: Final = 500  # boards


def is_decided(found: SearchResult) -> bool:
    """Say whether more time wouldn't find out more."""
    return found.verdict is not Verdict.UNDECIDED


_known: Tasks[SearchResult] = Tasks(MOST_SOLUTIONS, ASKED.limit, whole=is_decided)


def solutions_of(grid: Grid) -> SearchResult:
    """Return up to two solutions of a board; see :meth:`Tasks.ask` for what it raises."""
    if is_quick(grid):
        return solved_in(grid, ASKED.seconds)
    return _known.ask(grid, solved_in, grid, ASKED.seconds)


def solved_in(grid: Grid, seconds: float) -> SearchResult:
    """Search for two solutions of a board, within this many seconds."""
    return solve(grid, 2, within(seconds))


# What a player has asked for and is still being worked out: a hint, a check, a correction.
#
# The page is shown at once and says so, and sends the same request again until the result is there.


MOST_AWAITED: Final = 64  # corrected games
SENTENCES: Final[Mapping[str, str]] = {
    "hint": "Working out the hint…",
    "why": "Looking for a reason…",
    "check": "Checking your numbers…",
    "retreat": "Looking for the last correct position…",
    "remove_wrong_numbers": "Looking for wrong numbers…",
}

Found = TypeVar("Found")


@dataclass(frozen=True)
class Awaited:
    """What was asked for (the endpoint of its route), and what to say until it is there."""

    what: str
    pending: Pending
    sent: Mapping[str, Any]

    @property
    def sentence(self) -> str:
        is_usual = self.pending.status == 200
        return SENTENCES[self.what] if is_usual else self.pending.sentence


def found_or_awaited(what: str, ask: Callable[[], Found], **sent: Any) -> Found | Awaited:
    """Return what asking finds, or what to say and send again as long as it isn't there."""
    found = found_or_pending(ask)
    return Awaited(what, found, sent) if isinstance(found, Pending) else found


def _is_quick(play: Play) -> bool:
    return is_quick(play.grid)


@task(_is_quick, MOST_AWAITED)
def undo_to_correct(play: Play) -> Play:
    """Return a game, undone until no number is wrong; MoveError if none is wrong now."""
    return last_right(play, time_budget())


@task(_is_quick, MOST_AWAITED)
def only_right(play: Play) -> Play:
    """Return a game without its wrong numbers; MoveError if there are none."""
    return without_wrong(play, time_budget())
