"""A board in play: numbers placed and erased, undo and redo, and what is visibly wrong.

A game is its grid, its moves and the moves taken back; the board follows from them. Loading
replays the moves through :meth:`Play.place` and its kin, the same door a player uses. In the text
of moves rows and columns count from 1, as in every sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from solver.hidoku.grid import Board, Cell, Grid

MOST_MOVES = 10_000
_LINE = re.compile(r"(~?)(place|erase|restart)((?: [0-9]{1,4}){0,3})")
_ARGUMENTS = {"place": 3, "erase": 2, "restart": 0}


class MoveError(ValueError):
    """A move that is not legal now, or unreadable; the message is a sentence for the player."""


class Move(NamedTuple):
    """``place`` with a cell and a number, ``erase`` with a cell, or ``restart`` with neither."""

    verb: str
    cell: Cell | None = None
    number: int | None = None


class ConflictKind(Enum):
    """How placed numbers quarrel."""

    APART = "apart"  # k and k + 1 do not touch
    TOO_FAR = "too_far"  # farther from each other than their difference
    BOXED_IN = "boxed_in"  # too few empty cells around for the numbers missing before and after


@dataclass(frozen=True)
class Conflict:
    """Numbers that cannot all be right, and their cells."""

    kind: ConflictKind
    numbers: tuple[int, ...]
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Play:
    """A game: every method that moves returns a new game or raises :class:`MoveError`.

    >>> play = Play(Grid.of(1, 3, {Cell(0, 0): 1})).place(Cell(0, 1), 2)
    >>> play.board[Cell(0, 1)], play.undo().can_redo
    (2, True)
    """

    grid: Grid
    moves: tuple[Move, ...] = ()
    undone: tuple[Move, ...] = ()  # in the order they were played

    @cached_property
    def board(self) -> Board:
        """Numbers by cell: the givens first, then what stands in the order it was placed."""
        board = dict(self.grid.given)
        for move in self.moves:
            board = _applied(self.grid, board, move)
        return board

    @cached_property
    def where(self) -> dict[int, Cell]:
        """Cells by number, ascending."""
        return dict(sorted((number, cell) for cell, number in self.board.items()))

    @property
    def can_undo(self) -> bool:
        """Whether a move can be taken back."""
        return bool(self.moves)

    @property
    def can_redo(self) -> bool:
        """Whether a move taken back can be played again."""
        return bool(self.undone)

    @property
    def is_full(self) -> bool:
        """Whether every cell holds a number, right or wrong."""
        return len(self.board) == self.grid.last

    @property
    def is_solved(self) -> bool:
        """Whether the numbers make one path through every cell."""
        steps = pairwise(self.where.values())
        return self.is_full and all(goal in self.grid.neighbours(start) for start, goal in steps)

    def place(self, cell: Cell, number: int) -> Play:
        """Write a missing number into an empty cell."""
        self._check_open(cell)
        if cell in self.board:
            raise MoveError(self._taken(cell))
        if not 1 <= number <= self.grid.last:
            raise MoveError(f"Numbers on this board run from 1 to {self.grid.last}.")
        if number in self.where:
            raise MoveError(f"{number} already stands in {named(self.where[number])}.")
        return self._after(Move("place", cell, number))

    def erase(self, cell: Cell) -> Play:
        """Take a placed number off its cell."""
        self._check_open(cell)
        if cell in self.grid.given:
            raise MoveError(self._taken(cell))
        if cell not in self.board:
            raise MoveError(f"{_capital(named(cell))} is empty: there is nothing to erase.")
        return self._after(Move("erase", cell))

    def restart(self) -> Play:
        """Take everything off that was placed; can be undone like any move."""
        if len(self.board) == len(self.grid.givens):
            raise MoveError("The board is as it was at the start.")
        return self._after(Move("restart"))

    def undo(self) -> Play:
        """Take back the last move."""
        if not self.moves:
            raise MoveError("There is no move to undo.")
        return Play(self.grid, self.moves[:-1], (self.moves[-1], *self.undone))

    def redo(self) -> Play:
        """Play the move again that was taken back last."""
        if not self.undone:
            raise MoveError("There is no move to redo.")
        return Play(self.grid, (*self.moves, self.undone[0]), self.undone[1:])

    def conflicts(self) -> tuple[Conflict, ...]:
        """Numbers that cannot be right by the rules alone, in ascending order."""
        return (*self._far_pairs(), *self._boxed_in())

    def _far_pairs(self) -> Iterator[Conflict]:
        for (low, start), (high, goal) in pairwise(self.where.items()):
            if not self.grid.is_within(start, goal, high - low):
                kind = ConflictKind.APART if high - low == 1 else ConflictKind.TOO_FAR
                yield Conflict(kind, (low, high), (start, goal))

    def _boxed_in(self) -> Iterator[Conflict]:
        for number, cell in self.where.items():
            missing = sum(
                1 <= n <= self.grid.last and n not in self.where for n in (number - 1, number + 1)
            )
            if missing > sum(near not in self.board for near in self.grid.neighbours(cell)):
                yield Conflict(ConflictKind.BOXED_IN, (number,), (cell,))

    def _check_open(self, cell: Cell) -> None:
        if cell in self.grid.holes:
            raise MoveError(f"{_capital(named(cell))} is a hole.")
        if not self.grid.has_cell(cell):
            raise MoveError(
                f"This board has {self.grid.rows} rows and {self.grid.columns} columns."
            )

    def _taken(self, cell: Cell) -> str:
        place, number = _capital(named(cell)), self.board[cell]
        if cell in self.grid.given:
            return f"{place} holds the given {number}."
        return f"{place} already holds {number}. Erase it first."

    def _after(self, move: Move) -> Play:
        if len(self.moves) >= MOST_MOVES:
            raise MoveError(f"This game has reached its {MOST_MOVES} moves. Undo some first.")
        play = Play(self.grid, (*self.moves, move))
        play.__dict__["board"] = _applied(self.grid, self.board, move)  # spares a whole replay
        return play


def _applied(grid: Grid, board: Board, move: Move) -> dict[Cell, int]:
    if move.cell is None:
        return dict(grid.given)
    rest = {cell: number for cell, number in board.items() if cell != move.cell}
    return rest if move.number is None else {**rest, move.cell: move.number}


def named(cell: Cell) -> str:
    """A cell as people name it.

    >>> named(Cell(0, 2))
    'row 1, column 3'
    """
    return f"row {cell.row + 1}, column {cell.column + 1}"


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def open_ends(grid: Grid, board: Board) -> dict[Cell, int]:
    """For each filled cell how many of its path neighbours (0 to 2) do not touch it yet.

    >>> open_ends(Grid.of(1, 3), {Cell(0, 0): 1, Cell(0, 1): 2})
    {Cell(row=0, column=0): 0, Cell(row=0, column=1): 1}
    """
    return {cell: _open_end(grid, board, cell, number) for cell, number in board.items()}


def _open_end(grid: Grid, board: Board, cell: Cell, number: int) -> int:
    wanted = {n for n in (number - 1, number + 1) if 1 <= n <= grid.last}
    return len(wanted - {board[near] for near in grid.neighbours(cell) if near in board})


def format_moves(play: Play) -> str:
    """The moves as text, one a line, those taken back marked with ``~``.

    >>> print(format_moves(Play(Grid.of(1, 3)).place(Cell(0, 1), 2).restart().undo()))
    place 1 2 2
    ~restart
    """
    lines = [*map(_format_move, play.moves), *("~" + _format_move(move) for move in play.undone)]
    return "\n".join(lines)


def _format_move(move: Move) -> str:
    place = () if move.cell is None else (move.cell.row + 1, move.cell.column + 1)
    number = () if move.number is None else (move.number,)
    return " ".join(map(str, (move.verb, *place, *number)))


def parse_moves(grid: Grid, text: str) -> Play:
    """Load a game from the text of :func:`format_moves`; :class:`MoveError` if any move fails."""
    lines = text.splitlines()
    if len(lines) > 2 * MOST_MOVES:
        raise MoveError(f"A game has at most {MOST_MOVES} moves.")
    parsed = [_parse_move(label, line) for label, line in enumerate(lines, 1)]
    split = sum(not taken_back for taken_back, _ in parsed)
    if any(taken_back for taken_back, _ in parsed[:split]):
        raise MoveError("Moves taken back must follow all the others.")
    return _replayed(grid, [move for _, move in parsed], split)


def _replayed(grid: Grid, moves: list[Move], split: int) -> Play:
    play = Play(grid)
    for move in moves[:split]:
        play = _played(play, move)
    future = play
    for move in moves[split:]:
        future = _played(future, move)
    loaded = Play(grid, play.moves, tuple(moves[split:]))
    loaded.__dict__["board"] = play.board
    return loaded


def _played(play: Play, move: Move) -> Play:
    if move.cell is None:
        return play.restart()
    return play.erase(move.cell) if move.number is None else play.place(move.cell, move.number)


def _parse_move(label: int, line: str) -> tuple[bool, Move]:
    found = _LINE.fullmatch(line)
    if not found or len(numbers := found[3].split()) != _ARGUMENTS[found[2]]:
        shown = line if len(line) <= 20 else line[:19] + "…"
        raise MoveError(
            f"Line {label} of the moves reads “{shown}”: expected “place 3 4 12”, "
            "“erase 3 4” or “restart”."
        )
    values = [int(number) for number in numbers]
    cell = Cell(values[0] - 1, values[1] - 1) if values else None
    return bool(found[1]), Move(found[2], cell, values[2] if len(values) == 3 else None)
