"""A board in play: numbers placed and erased, undo and redo, and what is visibly wrong.

A game is its grid, the moves played and the moves undone; the board follows from them. Loading
replays the moves under the same rules as playing does (``BoardInPlay``). In the text of moves, rows
and columns count from 1, as in every sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from enum import Enum
from functools import cached_property, lru_cache
from itertools import count, pairwise
from typing import cast

from solver.arguments import text_error
from solver.hidoku.rules.grid import Board, Cell, Grid, draw_board
from solver.hidoku.rules.moves import (
    BoardInPlay,
    Lines,
    Move,
    MoveError,
    Tints,
    cell_name,
    replay_moves,
    shorten_moves,
)
from solver.wording import quote

__all__ = ["Conflict", "ConflictKind", "Move", "MoveError", "Play", "cell_name"]


class ConflictKind(Enum):
    APART = "apart"  # k and k + 1 aren't neighbours
    TOO_FAR = "too_far"  # farther apart than their difference
    UNJOINED = "unlinked"  # numbers in joined cells that are not consecutive
    BOXED_IN = "boxed_in"  # too few empty cells around for the numbers missing before and after


@dataclass(frozen=True)
class Conflict:
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

    def _repr_svg_(self) -> str:
        """Draw the numbers in notebooks, without notes and lines."""
        return draw_board(self.grid, self.board)

    def __getstate__(self) -> dict[str, object]:
        """Leave out of a pickle whatever can be worked out again."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @cached_property
    def board(self) -> Board:
        return self._table.board

    @cached_property
    def notes(self) -> dict[Cell, tuple[int, ...]]:
        table = self._table
        notes = {
            cell: tuple(sorted(number for number in numbers if number not in table.where))
            for cell, numbers in table.notes.items()
            if cell not in table.board
        }
        return {cell: numbers for cell, numbers in notes.items() if numbers}

    @cached_property
    def lines(self) -> Lines:
        """Neighbouring cells joined by a pencil line, unless both now hold a number."""
        cells = self.board.keys()
        return frozenset(line for line in self._table.lines if not cells >= set(line))

    @property
    def tints(self) -> Tints:
        """Tints by cell, numbered from 1; they say nothing about what is right."""
        return self._table.tints

    @cached_property
    def _table(self) -> BoardInPlay:
        if isinstance(cast(object, self.grid), str):
            raise text_error("grid", "Grid")
        return replay_moves(self.grid, self.moves)

    @cached_property
    def where(self) -> dict[int, Cell]:
        return dict(sorted((number, cell) for cell, number in self.board.items()))

    @property
    def can_undo(self) -> bool:
        return bool(self.moves)

    @property
    def can_redo(self) -> bool:
        return bool(self.undone)

    @cached_property
    def is_full(self) -> bool:
        return len(self.board) == self.grid.last

    @cached_property
    def is_solved(self) -> bool:
        if not self.is_full or tuple(self.where) != tuple(range(1, self.grid.last + 1)):
            return False
        steps = pairwise(self.where.values())
        is_path = all(goal in self.grid.neighbours(start) for start, goal in steps)
        return is_path and not any(self._apart_pairs())

    def place(self, cell: Cell, number: int) -> Play:
        """Write a missing number into a cell, replacing a number that the player placed there.

        >>> play = Play(Grid.of(1, 3)).place(Cell(0, 1), 3).place(Cell(0, 1), 2)
        >>> play.board, play.undo().board
        ({Cell(row=0, column=1): 2}, {Cell(row=0, column=1): 3})
        """
        entry = Move("place", cell, number)
        if self.board.get(cell, number) != number and cell not in self.grid.given:
            return self.together(Move("erase", cell), entry)
        return self._after(entry)

    def note(self, cell: Cell, number: int) -> Play:
        """Pencil a missing number into an empty cell, or rub it out if it is already noted.

        >>> Play(Grid.of(1, 3)).note(Cell(0, 1), 3).note(Cell(0, 1), 2).notes
        {Cell(row=0, column=1): (2, 3)}
        """
        return self._after(Move("note", cell, number))

    def stroke(self, cells: Iterable[Cell], first: int, step: int = 1) -> Play:
        """Place consecutive numbers along cells, counting up or, with ``step`` -1, down.

        Cells that already hold their number are skipped. The stroke is undone as one move, and if
        any of its numbers can't be placed, none is.

        >>> play = Play(Grid.of(1, 4, {Cell(0, 1): 2})).stroke([Cell(0, n) for n in range(3)], 1)
        >>> len(play.board), len(play.undo().board)
        (3, 1)
        """
        entries = zip(cells, count(first, step))
        moves = [Move("place", *entry) for entry in entries if self.board.get(entry[0]) != entry[1]]
        return self.together(*moves)

    def erase(self, *cells: Cell) -> Play:
        return self.together(*(Move("erase", cell) for cell in cells))

    def restart(self) -> Play:
        return self._after(Move("restart"))

    def undo(self) -> Play:
        if not self.moves:
            raise MoveError("There’s nothing to undo.")
        starts = (n for n in range(len(self.moves) - 1, 0, -1) if not self.moves[n].joined)
        split = next(starts, 0)
        return Play(self.grid, self.moves[:split], (*self.moves[split:], *self.undone))

    def redo(self) -> Play:
        if not self.undone:
            raise MoveError("There’s nothing to redo.")
        starts = (n for n, move in enumerate(self.undone) if n and not move.joined)
        split = next(starts, len(self.undone))
        return Play(self.grid, (*self.moves, *self.undone[:split]), self.undone[split:])

    def conflicts(self) -> tuple[Conflict, ...]:
        return (*self._far_pairs(), *self._apart_pairs(), *self._boxed_in())

    def _far_pairs(self) -> Iterator[Conflict]:
        for (low, start), (high, goal) in pairwise(self.where.items()):
            if not self.grid.is_within(start, goal, high - low):
                kind = ConflictKind.APART if high - low == 1 else ConflictKind.TOO_FAR
                yield Conflict(kind, (low, high), (start, goal))

    def _apart_pairs(self) -> Iterator[Conflict]:
        for cells in sorted(self.grid.joined):
            numbers = tuple(sorted(self.board[cell] for cell in cells if cell in self.board))
            if len(numbers) == 2 and numbers[1] - numbers[0] != 1:
                yield Conflict(
                    ConflictKind.UNJOINED, numbers, tuple(map(self.where.__getitem__, numbers))
                )

    def _boxed_in(self) -> Iterator[Conflict]:
        for number, cell in self.where.items():
            numbers = (n for n in (number - 1, number + 1) if 1 <= n <= self.grid.last)
            missing = sum(n not in self.where for n in numbers)
            neighbours = self.grid.neighbours(cell) if missing else ()
            if missing > sum(neighbour not in self.board for neighbour in neighbours):
                yield Conflict(ConflictKind.BOXED_IN, (number,), (cell,))

    def together(self, *moves: Move) -> Play:
        """Play moves that are undone as one; without any moves, the same game."""
        later_moves = (move._replace(joined=True) for move in moves[1:])
        return self._after(*moves[:1], *later_moves) if moves else self

    def _after(self, *moves: Move) -> Play:
        table = self._table.copy()
        for move in moves:
            table.play(move)
        history = (*self.moves, *moves)
        moves_kept = shorten_moves(self.grid, history)
        after = Play(self.grid, moves_kept)
        return with_table(after, table) if moves_kept is history else after


def with_table(play: Play, table: BoardInPlay) -> Play:
    play.__dict__["_table"] = table  # saves a whole replay
    return play


#: The most moves that are read; ``moves.shorten_moves`` makes sure that at most 3000 are written.
MOST_READ = 10_000

_LINE = re.compile(r"(~?)(\+?)(place|erase|note|tint|line|restart)((?: [0-9]{1,4}){0,4})")
_ARGUMENTS = {"place": 3, "note": 3, "tint": 3, "erase": 2, "line": 4, "restart": 0}


@lru_cache(maxsize=4096)  # each move is written again whenever another is played
def format_move(move: Move) -> str:
    """Write a move, with a ``+`` if it is joined to the move before it.

    >>> format_move(Move("note", Cell(0, 1), 12, joined=True))
    '+note 1 2 12'
    """
    return "+" * move.joined + " ".join(map(str, (move.verb, *arguments(move))))


def arguments(move: Move) -> tuple[int, ...]:
    """Return the numbers that follow the verb of a move.

    >>> arguments(Move("line", Cell(0, 1), goal=Cell(1, 1)))
    (1, 2, 2, 2)
    """
    places = (place + 1 for cell in (move.cell, move.goal) if cell is not None for place in cell)
    return (*places, *(() if move.number is None else (move.number,)))


def parse_move(label: int, line: str) -> tuple[bool, Move]:
    """Read a line of moves: whether the move was undone (``~``), and the move.

    >>> parse_move(1, "~place 3 4 12")
    (True, Move(verb='place', cell=Cell(row=2, column=3), number=12, joined=False, goal=None))
    """
    match = _LINE.fullmatch(line)
    if not match or len(numbers := match[4].split()) != _ARGUMENTS[match[3]]:
        raise MoveError(
            f"Line {label} of the moves reads “{quote(line)}”: expected “place 3 4 12”, "
            "“note 3 4 12”, “tint 3 4 2”, “line 3 4 3 5”, “erase 3 4” or “restart”."
        )
    values = [int(number) for number in numbers]
    cell = Cell(values[0] - 1, values[1] - 1) if values else None
    number = values[2] if len(values) == 3 else None
    goal = Cell(values[2] - 1, values[3] - 1) if len(values) == 4 else None
    return bool(match[1]), Move(match[3], cell, number, bool(match[2]), goal)


def format_moves(play: Play) -> str:
    """The moves as text, one a line: undone ones marked with ``~``, joined ones with ``+``.

    >>> print(format_moves(Play(Grid.of(1, 3)).place(Cell(0, 1), 2).restart().undo()))
    place 1 2 2
    ~restart
    """
    lines = [*map(format_move, play.moves), *("~" + format_move(move) for move in play.undone)]
    return "\n".join(lines)


def parse_moves(grid: Grid, text: str) -> Play:
    """Load a game from the text of :func:`format_moves`; :class:`MoveError` if any move fails."""
    lines = text.splitlines()
    if len(lines) > MOST_READ:
        raise MoveError(f"A game has at most {MOST_READ} moves.")
    entries = [parse_move(label, line) for label, line in enumerate(lines, 1)]
    split = sum(not is_undone for is_undone, _ in entries)
    if any(is_undone for is_undone, _ in entries[:split]):
        raise MoveError("Moves taken back must follow all the others.")
    moves = tuple(move for _, move in entries)
    table = BoardInPlay(grid, grid.given)
    for move in moves[:split]:
        table.play(move)
    future = table.copy()
    for move in moves[split:]:
        future.play(move)
    return with_table(Play(grid, moves[:split], moves[split:]), table)
