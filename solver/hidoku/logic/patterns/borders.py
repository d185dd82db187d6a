"""The border of a piece of cells as one closed line, if the piece has no holes.

Cells are squares connected by their sides. The walk keeps the piece on its right; where two cells
of the piece meet only in a corner, it stays with the cell that it follows. If this one walk passes
every border side, the piece is simply connected: a line through it from side to side cuts it in
two.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.search.bitboard import BitLayout

#: The sides of a cell, clockwise: up, right, down, left.
_DIRECTIONS = ((-1, 0), (0, 1), (1, 0), (0, -1))


class Side(NamedTuple):
    """One side of a cell, by its index in ``_DIRECTIONS``."""

    cell: Cell
    direction: int

    @property
    def beyond(self) -> Cell:
        return _next(self.cell, self.direction)


def border(layout: BitLayout, piece: int) -> tuple[Side, ...] | None:
    """The sides around a piece in walking order; None if the piece has holes.

    >>> from solver.hidoku.rules.grid import Grid
    >>> [side.direction for side in border(BitLayout(Grid.of(1, 2)), 0b11)]
    [0, 0, 1, 2, 2, 3]
    """
    cells = set(layout.cells(piece))
    first = Side(layout.cell(piece & -piece), 0)
    walk = [first]
    while (side := _following(cells, walk[-1])) != first:
        walk.append(side)
    count = sum(_next(cell, direction) not in cells for cell in cells for direction in range(4))
    return tuple(walk) if len(walk) == count else None


def _following(cells: set[Cell], side: Side) -> Side:
    onward = (side.direction + 1) % 4
    front = _next(side.cell, onward)
    if front not in cells:
        return Side(side.cell, onward)
    corner = _next(front, side.direction)
    return (
        Side(corner, (side.direction - 1) % 4) if corner in cells else Side(front, side.direction)
    )


def _next(cell: Cell, direction: int) -> Cell:
    down, right = _DIRECTIONS[direction]
    return Cell(cell.row + down, cell.column + right)


def arc(start: int, stop: int, length: int) -> int:
    """The places strictly between two others on a closed line, as a mask.

    >>> bin(arc(1, 4, 6)), bin(arc(4, 1, 6))
    ('0b1100', '0b100001')
    """
    if start < stop:
        return (1 << stop) - (2 << start)
    return (1 << length) - (2 << start) | (1 << stop) - 1


# The edge of a board as a closed line of cells, if paths on the board can't cross.
#
# On boards with four neighbours and on hexagonal ones the steps of a path don't cross, so two
# routes between cells of the edge cross if their ends alternate around it. Enclosed holes count as
# filled. Cells that the edge passes twice are left out.
#
# With eight neighbours, two steps may cross between four cells, so nothing follows there.


@lru_cache(maxsize=64)
def rim(grid: Grid) -> tuple[Cell, ...]:
    """The cells around the edge in order; empty if routes may cross there.

    >>> [tuple(cell) for cell in rim(Grid.of(2, 2, adjacency=Adjacency.FOUR))]
    [(0, 1), (1, 1), (1, 0), (0, 0)]
    """
    cells = _filled(grid)
    if grid.adjacency is Adjacency.EIGHT or _is_pinched(grid, cells):
        return ()
    layout = BitLayout(grid)
    walk = [side.cell for side in border(layout, sum(map(layout.bit, cells))) or ()]
    starts = [
        cell for before, cell in zip([*walk[-1:], *walk], walk, strict=False) if before != cell
    ]
    times = Counter(starts)
    return tuple(cell for cell in starts if times[cell] == 1 and grid.has_cell(cell))


def _filled(grid: Grid) -> set[Cell]:
    """The cells of a board, with the holes that it encloses."""
    frame = set(map(Cell._make, product(range(-1, grid.rows + 1), range(-1, grid.columns + 1))))
    surroundings = {Cell(-1, -1)}
    front = [Cell(-1, -1)]
    board = set(grid.cells)
    while front:
        row, column = front.pop()
        for down, right in product((-1, 0, 1), repeat=2):
            cell = Cell(row + down, column + right)
            if cell in frame and cell not in board and cell not in surroundings:
                surroundings.add(cell)
                front.append(cell)
    return frame - surroundings


def _is_pinched(grid: Grid, cells: set[Cell]) -> bool:
    """Whether a slanting step of a hexagonal board has the outside of the board on both sides."""
    if grid.adjacency is not Adjacency.HEX:
        return False
    return any(
        Cell(row + 1, column - 1) in cells
        and Cell(row + 1, column) not in cells
        and Cell(row, column - 1) not in cells
        for row, column in cells
    )


class Pocket(NamedTuple):
    """Cells connected with the rest of their piece by one cell only, the door."""

    door: Cell
    cells: int


def pieces(layout: BitLayout, cells: int) -> list[int]:
    """The connected pieces of some cells, the smallest first.

    >>> from solver.hidoku.rules.grid import Grid
    >>> pieces(BitLayout(Grid.of(1, 5)), 0b10111)
    [16, 7]
    """
    components = []
    while cells:
        piece = edge = cells & -cells
        while edge:
            edge = layout.around(edge) & cells & ~piece
            piece |= edge
        components.append(piece)
        cells &= ~piece
    return sorted(components, key=lambda piece: (piece.bit_count(), piece))


def pockets(layout: BitLayout, piece: int) -> list[Pocket]:
    """The pockets of a piece, the smallest first: the parts that each cut cell separates.

    A depth-first walk numbers the cells; if nothing in a branch leads back past a cell, the branch
    hangs on that cell alone (Tarjan's low points).
    """
    walk = _Walk(layout, piece)
    return sorted(walk.pockets(), key=lambda pocket: (pocket.cells.bit_count(), pocket))


class _Walk:
    def __init__(self, layout: BitLayout, piece: int) -> None:
        self.layout = layout
        self.piece = piece
        self.entered: dict[Cell, int] = {}
        self.back: dict[Cell, int] = {}  # the earliest cell that a branch reaches, by its number
        self.branch: dict[Cell, int] = {}  # the cells of the branch that starts here
        self.hanging: dict[Cell, list[int]] = {}

    def pockets(self) -> Iterator[Pocket]:
        root = self.layout.cell(self.piece & -self.piece)
        self._go(root)
        for door, branches in self.hanging.items():
            remainder = self.piece & ~self.layout.bit(door) & ~sum(branches)
            parts = [*branches, remainder] if remainder else branches
            yield from (Pocket(door, cells) for cells in parts if len(parts) > 1)

    def _go(self, root: Cell) -> None:
        self._enter(root)
        trail = [(root, iter(self.layout.grid.neighbours(root)))]
        while trail:
            cell, neighbours = trail[-1]
            next_cell = next((n for n in neighbours if self._is_fresh(cell, n)), None)
            if next_cell is not None:
                self._enter(next_cell)
                trail.append((next_cell, iter(self.layout.grid.neighbours(next_cell))))
                continue
            trail.pop()
            if trail:
                self._leave(cell, trail[-1][0])

    def _enter(self, cell: Cell) -> None:
        self.entered[cell] = self.back[cell] = len(self.entered)
        self.branch[cell] = self.layout.bit(cell)

    def _is_fresh(self, cell: Cell, neighbour: Cell) -> bool:
        """Whether the walk continues to a neighbour; one already entered only updates ``back``."""
        if not self.layout.bit(neighbour) & self.piece:
            return False
        if neighbour not in self.entered:
            return True
        self.back[cell] = min(self.back[cell], self.entered[neighbour])
        return False

    def _leave(self, cell: Cell, parent: Cell) -> None:
        self.branch[parent] |= self.branch[cell]
        self.back[parent] = min(self.back[parent], self.back[cell])
        if self.back[cell] >= self.entered[parent]:
            self.hanging.setdefault(parent, []).append(self.branch[cell])
