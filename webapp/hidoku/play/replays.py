"""Plays of Hidoku as they are stored, and a cache of replays, so that not every move replays all.

A play is keyed by the texts of its board and its moves, and nothing else. So the cache is right
whichever process stored them, and what isn't in it is replayed. That takes 0.15 ms of a move's 3 on
a 10×10 with 30 moves, and more the longer a game gets.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from threading import Lock
from typing import Final, NotRequired, TypedDict

from cachetools import LRUCache

from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.rules.game import Move, Play, arguments, parse_moves
from solver.hidoku.rules.grid import Cell, Grid
from webapp.hidoku.board_text import parse_stored
from webapp.storage.documents import DocumentForm, refuse_damage

# The moves of a play as they are stored.


#: A verb, with ``+`` before it if the move belongs to the one before; then row and column, both
#: from 1, and the number or another row and column, if the move has them. Games stored before there
#: was a ``+`` can be read too.
Entry = tuple[str | int, ...]


class MovesDocument(TypedDict):
    """The moves in force, and those undone, the last undone first; ``pace`` has for each number of
    the player's after how many seconds of play it was placed, ``gone`` the numbers that left a cell
    again: row and column, both from 1, and number. While the player supposes, ``settled`` are
    likewise those that were there before.
    """

    done: list[Entry]
    undone: list[Entry]
    pace: NotRequired[dict[str, int]]
    gone: NotRequired[list[tuple[int, int, int]]]
    settled: NotRequired[list[tuple[int, int, int]]]


#: The numbers that were there before the player supposed; None if they don't.
Settled = frozenset[Candidate] | None

MOVES: Final = DocumentForm(MovesDocument, schema=1)


#: Numbers that left their cells; of more, the last are kept.
MOST_GONE: Final = 100


def format_play(
    play: Play,
    pace: Mapping[int, int] | None = None,
    departures: Sequence[Candidate] = (),
    settled_numbers: Settled = None,
) -> str:
    """Write the moves of a play, its pace and what left its cells, if there is anything to write.

    >>> from solver.hidoku.rules.grid import Cell
    >>> format_play(Play(Grid.of(1, 3)).place(Cell(0, 1), 2).restart().undo())
    '{"schema":1,"done":[["place",1,2,2]],"undone":[["restart"]]}'
    """
    if not play.moves and not play.undone and settled_numbers is None:
        return ""
    document = MovesDocument(
        done=list(map(_entry, play.moves)), undone=list(map(_entry, play.undone))
    )
    if pace:
        document["pace"] = {str(number): seconds for number, seconds in pace.items()}
    if departures:
        document["gone"] = _triples(departures[-MOST_GONE:])
    if settled_numbers is not None:
        document["settled"] = _triples(sorted(settled_numbers))
    return MOVES.write(document)


def _triples(entries: Iterable[Candidate]) -> list[tuple[int, int, int]]:
    return [(cell.row + 1, cell.column + 1, number) for number, cell in entries]


def _candidates(triples: Iterable[tuple[int, int, int]]) -> Iterator[Candidate]:
    return (Candidate(n, Cell(row - 1, column - 1)) for row, column, n in triples)


def pace_of(moves: str) -> Mapping[int, int]:
    """Return the pace in the moves of a stored play; older ones have none. Raises DocumentError."""
    with refuse_damage("the pace of a play"):
        pace = MOVES.read(moves).get("pace", {}) if moves else {}
        return {int(number): int(seconds) for number, seconds in pace.items()}


def gone_from(moves: str) -> tuple[Candidate, ...]:
    """Return the numbers that left a cell again, whichever way. Raises DocumentError."""
    with refuse_damage("what left the cells of a play"):
        departures = MOVES.read(moves).get("gone", []) if moves else []
        return tuple(_candidates(departures))


def settled_in(moves: str) -> Settled:
    """Return what was on the board before the player supposed. Raises DocumentError."""
    if '"settled"' not in moves:  # as in nearly all
        return None
    with refuse_damage("what a play supposes"):
        return frozenset(_candidates(MOVES.read(moves).get("settled", [])))


def supposed_cells(play: Play, settled_numbers: Settled) -> tuple[Cell, ...]:
    """Return the cells of the numbers that the player placed since supposing."""
    if settled_numbers is None or play.is_solved:
        return ()
    numbers = (Candidate(n, cell) for cell, n in play.board.items() if cell not in play.grid.given)
    return tuple(entry.cell for entry in numbers if entry not in settled_numbers)


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
