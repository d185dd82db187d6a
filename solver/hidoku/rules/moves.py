"""What each move does to a board of Hidoku, and when it is legal; ``game`` builds on it.

Notes are numbers that a player pencils into an empty cell. They stay under a number placed there
and come back when it is erased; a number that stands on the board is no note worth showing. A line
is the same for two cells that touch: the path goes on between them, whatever their numbers are. It
gives way to the numbers when both stand. A tint is a colour to think with that any cell can have, a
filled one too: it says nothing of numbers, and stays whatever is written there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from solver.hidoku.rules.grid import Board, Cell, Grid, Link
from solver.wording import capitalised, counted

MOST_NOTES = 6  # in one cell: more cannot be read at the size of a cell on a small screen

TINTS = 6  # told apart with any colour vision; numbered from 1

Notes = Mapping[Cell, frozenset[int]]
Lines = frozenset[Link]  # each pair of cells in reading order
Tints = Mapping[Cell, int]


class MoveError(ValueError):
    """A move that is not legal now, or unreadable; the message is a sentence for the player."""


class Move(NamedTuple):
    """``place`` or ``note`` with a cell and a number, ``erase`` with a cell, or ``restart``.

    ``tint`` has the number of a tint: the cell gets it, or loses it where it has it already.
    ``line`` has a cell and the ``goal`` beside it: it is drawn, or rubbed out where it is. One that
    is ``joined`` belongs to the move before it: they are undone and redone together.
    """

    verb: str
    cell: Cell | None = None
    number: int | None = None
    joined: bool = False
    goal: Cell | None = None


class BoardInPlay:
    """A board that moves change in place; long games are replayed on it."""

    def __init__(
        self,
        grid: Grid,
        board: Board,
        notes: Notes | None = None,
        lines: Lines = frozenset(),
        tints: Tints | None = None,
    ) -> None:
        self.grid, self.board, self.notes, self.lines = grid, dict(board), dict(notes or {}), lines
        self.tints = dict(tints or {})
        self.where = {number: cell for cell, number in board.items()}

    def copied(self) -> BoardInPlay:
        """Return another that stands as this one does."""
        return BoardInPlay(self.grid, self.board, self.notes, self.lines, self.tints)

    def play(self, move: Move) -> None:
        """Carry out a move if it is legal, else raise :class:`MoveError`."""
        if move.cell is None:
            self._check_restart()
        elif move.goal is not None:
            self._check_line(move.cell, move.goal)
        elif move.number is None:
            self._check_erasure(move.cell)
        elif move.verb == "tint":
            self._check_tint(move.cell, move.number)
        else:
            self._check_entry(move.cell, move.number)
            if move.verb == "note":
                self._check_room(move.cell, move.number)
        self.apply(move)

    def apply(self, move: Move) -> None:
        """Carry out a legal move."""
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
            self._tint(move.cell, move.number)
        else:
            self.board[move.cell], self.where[move.number] = move.number, move.cell

    def _tint(self, cell: Cell, tint: int) -> None:
        if self.tints.pop(cell, None) != tint:
            self.tints[cell] = tint

    def shown_notes(self) -> dict[Cell, tuple[int, ...]]:
        """The notes that still mean something: missing numbers in empty cells, ascending."""
        found = {
            cell: tuple(sorted(number for number in numbers if number not in self.where))
            for cell, numbers in self.notes.items()
            if cell not in self.board
        }
        return {cell: numbers for cell, numbers in found.items() if numbers}

    def shown_lines(self) -> Lines:
        """The lines that still mean something: those with an empty cell at one end at least."""
        return frozenset(line for line in self.lines if not self.board.keys() >= set(line))

    def _check_restart(self) -> None:
        is_noted = any(self.notes.values()) or self.lines or self.tints
        if len(self.board) == len(self.grid.givens) and not is_noted:
            raise MoveError("The board is as it was at the start.")

    def _check_room(self, cell: Cell, number: int) -> None:
        noted = self.notes.get(cell, frozenset())
        if number not in noted and len(noted - self.where.keys()) >= MOST_NOTES:
            place = capitalised(named(cell))
            raise MoveError(f"{place} has room for {MOST_NOTES} notes. Take one off first.")

    def _check_entry(self, cell: Cell, number: int) -> None:
        self._check_open(cell)
        if cell in self.board:
            raise MoveError(self._taken(cell))
        if not 1 <= number <= self.grid.last:
            raise MoveError(f"Numbers on this board run from 1 to {self.grid.last}.")
        if number in self.where:
            raise MoveError(f"{number} already stands in {named(self.where[number])}.")

    def _check_erasure(self, cell: Cell) -> None:
        self._check_open(cell)
        if cell in self.grid.given:
            raise MoveError(self._taken(cell))
        if cell not in self.board:
            raise MoveError(f"{capitalised(named(cell))} is empty: there is nothing to erase.")

    def _check_line(self, cell: Cell, goal: Cell) -> None:
        self._check_open(cell)
        if goal not in self.grid.neighbours(cell):
            raise MoveError(f"{capitalised(named(goal))} does not touch {named(cell)}.")
        if cell in self.board and goal in self.board:
            raise MoveError(f"{capitalised(named(cell))} and {named(goal)} hold numbers already.")

    def _check_tint(self, cell: Cell, tint: int) -> None:
        self._check_open(cell)
        if not 1 <= tint <= TINTS:
            raise MoveError(f"There are {TINTS} colours, numbered from 1.")

    def _check_open(self, cell: Cell) -> None:
        if cell in self.grid.holes:
            raise MoveError(f"{capitalised(named(cell))} is a hole.")
        if not self.grid.has_cell(cell):
            size = f"{counted(self.grid.rows, 'row')} and {counted(self.grid.columns, 'column')}"
            raise MoveError(f"This board has {size}.")

    def _taken(self, cell: Cell) -> str:
        place, number = capitalised(named(cell)), self.board[cell]
        if cell in self.grid.given:
            return f"{place} holds the given {number}."
        return f"{place} already holds {number}. Erase it first."


def named(cell: Cell) -> str:
    """A cell as people name it.

    >>> named(Cell(0, 2))
    'row 1, column 3'
    """
    return f"row {cell.row + 1}, column {cell.column + 1}"
