"""The search of the article once more, slow and plain: it shares no code with the solver's."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from solver.hidoku.rules.grid import Cell, Grid

Board = dict[int, Cell]


class Moment(NamedTuple):
    """What a page has to show at a step: the numbers tried, the newest first, and counters."""

    stack: tuple[int, ...]
    filled: int
    nodes: int
    successors: int
    dead_ends: int


class Opened(NamedTuple):
    """A position, the numbers tried on the way, and how many its check filled in place."""

    parent: Opened | None
    number: int
    fills: int
    board: Board
    trials: tuple[int, ...]


class PlainSearch:
    """Search a board with eight neighbours, without blocked or joined cells, to its end."""

    def __init__(self, grid: Grid) -> None:
        self.cells = [
            Cell(row, column) for row in range(grid.rows) for column in range(grid.columns)
        ]
        self.window = max(1, max(grid.rows, grid.columns) - 2)
        self.last = len(self.cells)
        self.given = {number: cell for cell, number in grid.given.items()}
        self.moments: list[Moment] = []
        self.nodes = self.successors = self.dead_ends = 0
        self.current: Opened | None = None
        self._note((), len(self.given))
        board = dict(self.given)
        _, fills = self._check(board)
        todo = [Opened(None, 0, fills, board, ())]
        while todo:
            todo += self._open(todo.pop())

    def _note(self, trials: tuple[int, ...], filled: int) -> None:
        counters = (self.nodes, self.successors, self.dead_ends)
        self.moments.append(Moment(trials[::-1], filled, *counters))

    def _open(self, node: Opened) -> list[Opened]:
        self.nodes += 1
        self._enter(node)
        board = node.board
        missing = [number for number in range(1, self.last + 1) if number not in board]
        number = min(missing, key=lambda number: len(self._cells_for(number, board)))
        children = []
        rejected = 0
        for cell in self._cells_for(number, board):
            after = {**board, number: cell}
            is_alive, fills = self._check(after)
            rejected += not is_alive
            if is_alive:
                children.append(Opened(node, number, fills, after, node.trials))
        if len(children) > 1:
            children = [child._replace(trials=(*node.trials, number)) for child in children]
        self.successors += len(children) ** 2
        for _ in range(rejected):
            self.dead_ends += 1
            self._note(node.trials, len(board))
        for child in children:
            if len(child.board) == self.last:
                self._enter(child)
                self._note(child.trials, self.last)
        return [child for child in children if len(child.board) < self.last]

    def _enter(self, node: Opened) -> None:
        parent = node.parent
        if parent and self.current is not parent:
            self._note(parent.trials, len(parent.board))
        filled = len(parent.board) if parent else len(self.given)
        for count in range(1, len(node.board) - filled + 1):
            self._note(node.trials, filled + count)
        self.current = node

    def _near(self, cell: Cell) -> list[Cell]:
        return [other for other in self.cells if _apart(cell, other) == 1]

    def _cells_for(self, number: int, board: Board) -> list[Cell]:
        """Return the empty cells within reach of each number that is near in the order."""
        placed = board.items()
        return [
            cell
            for cell in self.cells
            if cell not in board.values()
            and all(
                _apart(cell, there) <= abs(number - other)
                for other, there in placed
                if abs(number - other) <= self.window
            )
        ]

    def _check(self, board: Board) -> tuple[bool, int]:
        """Apply the three checks; say whether a board passes, and how many cells were filled."""
        fills = 0
        while True:
            missing = [number for number in range(1, self.last + 1) if number not in board]
            if not all(self._cells_for(number, board) for number in missing):
                return False, fills
            if any(self._is_stuck(number, board) for number in board):
                return False, fills
            forced = self._forced(board)
            if forced is None:
                return True, fills
            if not forced:
                return False, fills
            board |= forced
            fills += 1

    def _lacks(self, number: int, board: Board) -> int:
        beside = [other for other in (number - 1, number + 1) if 1 <= other <= self.last]
        near = self._near(board[number])
        return sum(board.get(other) not in near for other in beside)

    def _is_stuck(self, number: int, board: Board) -> bool:
        return self._lacks(number, board) > len(self._empty(board[number], board))

    def _empty(self, cell: Cell, board: Board) -> list[Cell]:
        return [near for near in self._near(cell) if near not in board.values()]

    def _forced(self, board: Board) -> Board | None:
        """Return the first fill in place, an empty board at a dead end, or None if neither is."""
        number_at = {cell: number for number, cell in board.items()}
        for cell in self.cells:
            exits = len(self._empty(cell, board))
            if cell in number_at or exits > 1:
                continue
            near = [number_at[other] for other in self._near(cell) if other in number_at]
            ends = [number for number in near if self._lacks(number, board)]
            beside = {joint for number in ends for joint in (number - 1, number + 1)}
            fitting = beside | {1, self.last}
            if not exits:
                pairs = combinations(ends, 2)
                fitting = {(a + b) // 2 for a, b in pairs if abs(a - b) == 2}
                fitting |= beside & {1, self.last}
            fitting = {n for n in fitting if 1 <= n <= self.last and n not in board}
            if not fitting:
                return {}
            if len(fitting) == 1:
                return {fitting.pop(): cell}
        return None


def _apart(one: Cell, other: Cell) -> int:
    return max(abs(one.row - other.row), abs(one.column - other.column))
