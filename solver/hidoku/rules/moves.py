"""What each move does to a Hidoku board, and when it is legal; ``game`` builds on it.

Notes are numbers that a player pencils into an empty cell. They stay under a number placed there
and reappear when it is erased; numbers already on the board are hidden from the notes. A line joins
two neighbouring cells: the path continues between them, whatever their numbers are. It disappears
once both cells hold a number. A tint is a colour to think with, on any cell, filled or not: it says
nothing about numbers, and stays whatever is written there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from solver.hidoku.rules.grid import Board, Cell, Grid, Pair
from solver.wording import InputError, capitalised, plural

MOST_NOTES = 6  # per cell: more would be unreadable at the size of a cell on a small screen

TINTS = 6  # distinguishable with any colour vision; numbered from 1

Notes = Mapping[Cell, frozenset[int]]
Lines = frozenset[Pair]  # each pair of cells in reading order
Tints = Mapping[Cell, int]


class MoveError(InputError):
    """A move that isn't legal now, or unreadable; the message is a sentence for the player."""


class Move(NamedTuple):
    """``place`` or ``note`` with a cell and a number, ``erase`` with a cell, or ``restart``.

    ``tint`` has the number of a tint, which the cell gets, or loses if it already has it. ``line``
    has a cell and its neighbour ``goal``; the line is drawn, or rubbed out if it is there. A
    ``joined`` move belongs to the one before it: they are undone and redone together.
    """

    verb: str
    cell: Cell | None = None
    number: int | None = None
    joined: bool = False
    goal: Cell | None = None


class BoardInPlay:
    """A board that moves change in place, so that long games can be replayed fast."""

    def __init__(
        self,
        grid: Grid,
        board: Board,
        notes: Notes | None = None,
        lines: Lines = frozenset(),
        tints: Tints | None = None,
    ) -> None:
        self.grid = grid
        self.board = dict(board)
        self.notes = dict(notes or {})
        self.lines = lines
        self.tints = dict(tints or {})
        self.where = {number: cell for cell, number in board.items()}

    def copy(self) -> BoardInPlay:
        return BoardInPlay(self.grid, self.board, self.notes, self.lines, self.tints)

    def play(self, move: Move) -> None:
        if move.cell is None:
            is_noted = any(self.notes.values()) or self.lines or self.tints
            if len(self.board) == len(self.grid.givens) and not is_noted:
                raise MoveError("The board is as it was at the start.")
        elif move.goal is not None:
            self._check_line(move.cell, move.goal)
        elif move.number is None:
            self._check_erasure(move.cell)
        elif move.verb == "tint":
            self._check_open(move.cell)
            if not 1 <= move.number <= TINTS:
                raise MoveError(f"There are {TINTS} colours, numbered from 1.")
        else:
            self._check_entry(move.cell, move.number)
            notes = self.notes.get(move.cell, frozenset())
            is_new = move.verb == "note" and move.number not in notes
            if is_new and len(notes - self.where.keys()) >= MOST_NOTES:
                place = capitalised(cell_name(move.cell))
                raise MoveError(f"{place} has room for {MOST_NOTES} notes. Remove one first.")
        self.apply(move)

    def apply(self, move: Move) -> None:
        if move.cell is None:
            self.board = dict(self.grid.given)
            self.where = {number: cell for cell, number in self.grid.givens}
            self.notes, self.lines, self.tints = {}, frozenset(), {}
        elif move.goal is not None:
            self.lines ^= {(min(move.cell, move.goal), max(move.cell, move.goal))}
        elif move.number is None:
            del self.where[self.board.pop(move.cell)]
        elif move.verb == "note":
            self.notes[move.cell] = self.notes.get(move.cell, frozenset()) ^ {move.number}
        elif move.verb == "tint":
            if self.tints.pop(move.cell, None) != move.number:
                self.tints[move.cell] = move.number
        else:
            self.board[move.cell], self.where[move.number] = move.number, move.cell

    def _check_entry(self, cell: Cell, number: int) -> None:
        self._check_open(cell)
        if cell in self.board:
            raise MoveError(self._taken_words(cell))
        if not 1 <= number <= self.grid.last:
            raise MoveError(f"Numbers on this board run from 1 to {self.grid.last}.")
        if number in self.where:
            raise MoveError(f"{number} is already in {cell_name(self.where[number])}.")

    def _check_erasure(self, cell: Cell) -> None:
        self._check_open(cell)
        if cell in self.grid.given:
            raise MoveError(self._taken_words(cell))
        if cell not in self.board:
            raise MoveError(
                f"{capitalised(cell_name(cell))} is empty, so there’s nothing to erase."
            )

    def _check_line(self, cell: Cell, goal: Cell) -> None:
        self._check_open(cell)
        if goal not in self.grid.neighbours(cell):
            raise MoveError(f"{capitalised(cell_name(goal))} isn’t next to {cell_name(cell)}.")
        if cell in self.board and goal in self.board:
            raise MoveError(
                f"{capitalised(cell_name(cell))} and {cell_name(goal)} hold numbers already."
            )

    def _check_open(self, cell: Cell) -> None:
        if cell in self.grid.blocked:
            raise MoveError(f"{capitalised(cell_name(cell))} is blocked.")
        if not self.grid.has_cell(cell):
            size = f"{plural(self.grid.rows, 'row')} and {plural(self.grid.columns, 'column')}"
            raise MoveError(f"This board has {size}.")

    def _taken_words(self, cell: Cell) -> str:
        place = capitalised(cell_name(cell))
        number = self.board[cell]
        if cell in self.grid.given:
            return f"{place} holds the given {number}."
        return f"{place} already holds {number}. Erase it first."


def cell_name(cell: Cell) -> str:
    """A cell's name in a sentence.

    >>> cell_name(Cell(0, 2))
    'row 1, column 3'
    """
    return f"row {cell.row + 1}, column {cell.column + 1}"


# How much of a game is remembered: if there are too many moves, the oldest are dropped.
#
# A game is loaded by replaying its moves, so a game of a million moves would keep everybody
# waiting. Beyond :data:`MOST_MOVES`, the oldest are replaced by the fewest that lead to the same
# board: what they wrote stays, but they can no longer be undone one by one.
#
# Rejected: a limit that asks the player to undo some moves first, which would spoil the game.


#: Replaying and writing this many takes 13 to 15 ms. A board has 900 cells at most.
MOST_MOVES = 3000
#: How many of the latest moves stay as they were played: the first of these that is possible.
KEPT = (2000, 1000, 300, 0)


def shorten_moves(grid: Grid, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return moves that lead to the same board, keeping the latest ones as they were played.

    Notes and lines hidden by numbers may be dropped.
    Raises :class:`MoveError` if numbers, notes and colours alone are too many.

    >>> from solver.hidoku.rules.grid import Cell
    >>> erased = (Move("place", Cell(0, 1), 2), Move("erase", Cell(0, 1)))
    >>> len(shorten_moves(Grid.of(1, 3), erased * 1600))
    2000
    """
    if len(moves) <= MOST_MOVES:
        return moves
    for count in KEPT:
        split = len(moves) - count
        summary = tuple(_leading_to(replay_moves(grid, moves[:split])))
        if len(summary) + count <= MOST_MOVES:
            first = tuple(move._replace(joined=False) for move in moves[split : split + 1])
            return (*summary, *first, *moves[split + 1 :])
    raise MoveError(
        f"This board has room for {MOST_MOVES} numbers, notes, lines and colours. "
        "Rub some out first."
    )


def replay_moves(grid: Grid, moves: Sequence[Move]) -> BoardInPlay:
    table = BoardInPlay(grid, grid.given)
    for move in moves:
        table.apply(move)
    return table


def _leading_to(table: BoardInPlay) -> Iterator[Move]:
    """The fewest moves that lead to a board; notes come first, since only empty cells take them."""
    for cell, numbers in table.notes.items():
        for number in sorted(numbers, key=lambda note: (note in table.where, note))[:MOST_NOTES]:
            yield Move("note", cell, number)
    for cell, goal in sorted(table.lines):
        yield Move("line", cell, goal=goal)
    for cell, tint in table.tints.items():
        yield Move("tint", cell, tint)
    for cell, number in table.board.items():
        if cell not in table.grid.given:
            yield Move("place", cell, number)
