"""The search of Findling's article of 2015 once more, slowly: nothing here is the engine's.

As the article tells it: depth first; place the number with the fewest cells left, of several the
lowest, in each of these; a number's cells lie within so many steps of each placed one as the two
are apart; and three checks drop what has no future. Boards with links are not for it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import combinations

from tests.plain.boards import Place as Cell
from tests.plain.boards import PlainBoard

CUTS = frozenset({"numbers", "filled", "empty"})


@dataclass
class PlainTree:
    """What a search has counted: positions looked at, and solutions."""

    board: PlainBoard
    cuts: frozenset[str] = CUTS
    looked_at: int = 0
    solutions: int = 0
    apart: dict[Cell, dict[Cell, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        assert not self.board.joined
        bare = replace(self.board, given={})
        self.apart = {cell: bare.distances(cell) for cell in bare.cells}

    @property
    def farthest(self) -> int:
        """Numbers that are further apart tell nothing about each other, the article says.

        It stops one short of the longest way that there is on a board without holes.
        """
        rows = 1 + max(row for row, _ in self.board.cells)
        columns = 1 + max(column for _, column in self.board.cells)
        near = self.board.near
        is_eight = any((row + 1, column + 1) in near[row, column] for row, column in near)
        return max(1, (max(rows, columns) - 1 if is_eight else rows + columns - 2) - 1)


def counted(board: PlainBoard, *without: str) -> PlainTree:
    """Walk the whole tree; some of the cuts may be left out."""
    state = begun(board, *without)
    state.is_dead()  # the first position is looked at whatever the checks say
    _look(state)
    return state.tree


def begun(board: PlainBoard, *without: str) -> PlainState:
    """Return the first position, with the givens alone."""
    tree = PlainTree(board, CUTS - set(without))
    state = PlainState(tree, {}, {n: set(board.cells) for n in range(1, board.last + 1)})
    for cell in sorted(board.given):
        state.fill(board.given[cell], cell)
    return state


def _look(state: PlainState) -> None:
    tree = state.tree
    tree.looked_at += 1
    if not state.cells:
        return
    number = min(state.cells, key=lambda n: (len(state.cells[n]), n))
    for cell in sorted(state.cells[number], reverse=True):
        after = state.copied()
        after.fill(number, cell)
        if after.is_dead():
            continue
        if after.is_solved:
            tree.solutions += 1
        else:
            _look(after)


@dataclass
class PlainState:
    """A position: where numbers stand, and the cells of those that are missing."""

    tree: PlainTree
    where: dict[int, Cell]
    cells: dict[int, set[Cell]]

    def copied(self) -> PlainState:
        return PlainState(self.tree, dict(self.where), {n: set(c) for n, c in self.cells.items()})

    def fill(self, number: int, cell: Cell) -> None:
        del self.cells[number]
        self.where[number] = cell
        for open_number, cells in self.cells.items():
            cells.discard(cell)
            if (apart := abs(open_number - number)) <= self.tree.farthest:
                cells &= {c for c in cells if self.tree.apart[cell].get(c, 999) <= apart}

    @property
    def empty(self) -> set[Cell]:
        return set(self.tree.board.cells) - set(self.where.values())

    @property
    def is_solved(self) -> bool:
        last, near = self.tree.board.last, self.tree.board.near
        return not self.cells and all(
            self.where[n + 1] in near[self.where[n]] for n in range(1, last)
        )

    def lacks(self, number: int) -> int:
        """How many numbers beside it do not stand in a cell beside its own."""
        beside = [n for n in (number - 1, number + 1) if 1 <= n <= self.tree.board.last]
        near = self.tree.board.near[self.where[number]]
        return sum(self.where.get(n) not in near for n in beside)

    def is_dead(self) -> bool:
        """Check as the cuts do; a cell that one number alone can join is filled at once."""
        while True:
            if "numbers" in self.tree.cuts and not all(self.cells.values()):
                return True
            if "filled" in self.tree.cuts and any(map(self._is_boxed_in, self.where)):
                return True
            conclusion = self._forced() if "empty" in self.tree.cuts else None
            if conclusion is None:
                return False
            numbers, cell = conclusion
            if not numbers:
                return True
            self.fill(*numbers, cell)

    def _is_boxed_in(self, number: int) -> bool:
        return len(self.tree.board.near[self.where[number]] & self.empty) < self.lacks(number)

    def _forced(self) -> tuple[set[int], Cell] | None:
        """The first cell with less than two empty neighbours that one number, or none, can join."""
        for cell in sorted(self.empty):
            if len(self.tree.board.near[cell] & self.empty) < 2:
                fitting = self._fitting(cell)
                if len(fitting) < 2:
                    return fitting, cell
        return None

    def _fitting(self, cell: Cell) -> set[int]:
        near, last = self.tree.board.near[cell], self.tree.board.last
        numbers = [n for n in self.where if self.where[n] in near and self.lacks(n)]
        beside = {joint for n in numbers for joint in (n - 1, n + 1)}
        if near & self.empty:
            joints = beside | {1, last}
        else:
            joints = {(a + b) // 2 for a, b in combinations(numbers, 2) if abs(a - b) == 2}
            joints |= beside & {1, last}
        return {n for n in joints if n in self.cells}
