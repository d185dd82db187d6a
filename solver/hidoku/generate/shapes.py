"""The shapes that a board can have, and their symmetries: which cells of a rectangle belong to it.

A shape is a predicate on one cell, decorated with :func:`shape`, which names everything else about
it; no other code knows it by name. The predicate sees the cell from the middle of the board, in
half cells and whole numbers only, so that a shape is the same on every machine and adapts to rows ≠
columns. :func:`make_shape` makes boards of them.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from solver.hidoku.generate.random_paths import Chance, Mixer
from solver.hidoku.logic.grade import Difficulty
from solver.hidoku.rules.grid import Adjacency, Cell, Grid, GridError, check_size
from solver.hidoku.rules.hexagons import hexagonal, spots_of

Turn = Callable[[Grid, Cell], Cell]  # where a cell goes


class Symmetry(Enum):
    NONE = "none"
    POINT = "point"  # a half turn
    QUARTER = "quarter"  # a quarter turn, on square boards
    LEFT_RIGHT = "left-right"
    TOP_BOTTOM = "top-bottom"
    DIAGONAL = "diagonal"  # mirrored in the line from top left to bottom right, on square boards


def _mirror(grid: Grid, cell: Cell) -> Cell:
    return Cell(cell.row, grid.columns - 1 - cell.column)


def _flip(grid: Grid, cell: Cell) -> Cell:
    return Cell(grid.rows - 1 - cell.row, cell.column)


_TURNS: dict[Symmetry, Turn] = {
    Symmetry.NONE: lambda _, cell: cell,
    Symmetry.POINT: lambda grid, cell: _mirror(grid, _flip(grid, cell)),
    Symmetry.QUARTER: lambda grid, cell: _mirror(grid, Cell(cell.column, cell.row)),
    Symmetry.LEFT_RIGHT: _mirror,
    Symmetry.TOP_BOTTOM: _flip,
    Symmetry.DIAGONAL: lambda _, cell: Cell(cell.column, cell.row),
}
_SQUARE = {Symmetry.QUARTER, Symmetry.DIAGONAL}
_HEXAGONAL = {Symmetry.NONE, Symmetry.POINT, Symmetry.DIAGONAL}  # neighbours stay neighbours


def check_symmetry(grid: Grid, symmetry: Symmetry) -> None:
    """Raise :class:`GridError` if the board's shape lacks this symmetry."""
    is_hex = grid.adjacency is Adjacency.HEX
    is_slanted = symmetry in _SQUARE and grid.rows != grid.columns
    if is_slanted and not is_hex:
        raise GridError(f"The symmetry “{symmetry.value}” needs as many rows as columns.")
    if is_hex and symmetry not in _HEXAGONAL:
        names = ", ".join(sorted(entry.value for entry in _HEXAGONAL))
        raise GridError(f"On a hexagonal board the givens can lie in these symmetries: {names}.")
    if is_slanted or any(_TURNS[symmetry](grid, cell) not in grid.blocked for cell in grid.blocked):
        raise GridError(f"The board’s shape doesn’t have the symmetry “{symmetry.value}”.")


def orbits(grid: Grid, symmetry: Symmetry) -> Iterator[tuple[Cell, ...]]:
    """Groups of cells that swap places, in reading order of their first cells.

    >>> [len(group) for group in orbits(Grid.of(3, 3), Symmetry.QUARTER)]
    [4, 4, 1]
    """
    check_symmetry(grid, symmetry)
    members: set[Cell] = set()
    for cell in grid.cells:
        if cell not in members:
            group = [cell]
            while (image := _TURNS[symmetry](grid, group[-1])) != cell:
                group.append(image)
            members.update(group)
            yield tuple(group)


class Spot(NamedTuple):
    """A cell of a board, and the same cell seen from the middle in half cells (``x``, ``y``)."""

    row: int
    column: int
    rows: int
    columns: int
    shift: int = 0  # half cells that its row is in, on a hexagonal board

    @property
    def x(self) -> int:
        """Half cells to the left or right of the middle."""
        return abs(2 * self.column + 1 + self.shift - self.columns)

    @property
    def y(self) -> int:
        """Half cells above or below the middle."""
        return abs(2 * self.row + 1 - self.rows)


Has = Callable[[Spot], bool]


@dataclass(frozen=True, kw_only=True)
class BoardShape:
    """A shape of boards: which cells it has, and its properties.

    ``least`` is the shortest side at which it is recognisable; ``sample`` are rows and columns that
    show it well, and ``level`` is a difficulty that suits a board of that size. ``adjacency`` is
    the one it is meant for.
    """

    name: str
    has: Has
    least: int
    sample: tuple[int, int]
    level: Difficulty
    adjacency: Adjacency

    @property
    def sentence(self) -> str:
        return self.has.__doc__ or ""

    @property
    def title(self) -> str:
        return self.name.capitalize()

    @property
    def is_whole(self) -> bool:
        return self.least == 1


SHAPES: dict[str, BoardShape] = {}
"""All shapes by name, in the order in which they are offered."""


def shape(
    name: str,
    *,
    least: int,
    sample: tuple[int, int],
    level: Difficulty,
    adjacency: Adjacency = Adjacency.EIGHT,
) -> Callable[[Has], BoardShape]:
    """Turn a predicate on a cell into a shape; see :class:`BoardShape` for the arguments."""

    def register(has: Has) -> BoardShape:
        SHAPES[name] = BoardShape(
            name=name, has=has, least=least, sample=sample, level=level, adjacency=adjacency
        )
        return SHAPES[name]

    return register


@shape("rectangle", least=1, sample=(8, 12), level=Difficulty.EASY)
def rectangle(_: Spot) -> bool:
    """The whole rectangle."""
    return True


@shape("frame", least=5, sample=(11, 11), level=Difficulty.EASY)
def frame(spot: Spot) -> bool:
    """A rim, the middle blocked."""
    wide = max(2, min(spot.rows, spot.columns) // 4)
    return spot.x >= spot.columns - 2 * wide or spot.y >= spot.rows - 2 * wide


@shape("window", least=7, sample=(13, 13), level=Difficulty.MEDIUM)
def window(spot: Spot) -> bool:
    """A rim and a cross: four panes are blocked."""
    wide = max(1, min(spot.rows, spot.columns) // 8)
    return _has_bar(spot.x, spot.columns, wide) or _has_bar(spot.y, spot.rows, wide)


def _has_bar(distance: int, side: int, wide: int) -> bool:
    """Whether a place this far from the middle is in the middle bar or in one along the rim."""
    return distance < 2 * wide or distance >= side - 4 * wide


@shape("disc", least=4, sample=(11, 11), level=Difficulty.MEDIUM)
def disc(spot: Spot) -> bool:
    """An ellipse that touches all four sides."""
    return _reach(spot) <= (spot.rows * spot.columns) ** 2


@shape("ring", least=5, sample=(12, 12), level=Difficulty.MEDIUM)
def ring(spot: Spot) -> bool:
    """A disc with its middle blocked."""
    return disc.has(spot) and 5 * _reach(spot) > (spot.rows * spot.columns) ** 2


def _reach(spot: Spot) -> int:
    """Squared distance from the middle, scaled so that the rim is at rows times columns."""
    return (spot.x * spot.rows) ** 2 + (spot.y * spot.columns) ** 2


@shape("cross", least=5, sample=(11, 11), level=Difficulty.EASY)
def cross(spot: Spot) -> bool:
    """Two bars across each other."""
    arms = spot.columns // 3, spot.rows // 3
    return spot.x < spot.columns - 2 * arms[0] or spot.y < spot.rows - 2 * arms[1]


@shape("diamond", least=5, sample=(12, 12), level=Difficulty.MEDIUM)
def diamond(spot: Spot) -> bool:
    """A square that stands on a corner."""
    return spot.x * spot.rows + spot.y * spot.columns <= spot.rows * spot.columns


@shape("hexagon", least=3, sample=(9, 9), level=Difficulty.EASY, adjacency=Adjacency.HEX)
def hexagon(spot: Spot) -> bool:
    """Six sides; upright where cells have six neighbours."""
    corner = (min(spot.rows, spot.columns) - 1) // 2
    diagonal = spot.row + spot.column
    return corner <= diagonal <= spot.rows + spot.columns - 2 - corner


@shape("triangle", least=4, sample=(8, 14), level=Difficulty.EASY)
def triangle(spot: Spot) -> bool:
    """A tip above, the longest side below."""
    return spot.x <= 1 or spot.x * spot.rows < (spot.row + 1) * spot.columns


@shape("stairs", least=4, sample=(10, 10), level=Difficulty.MEDIUM)
def stairs(spot: Spot) -> bool:
    """Steps from the top left to the bottom right."""
    steps = min(spot.rows, spot.columns) // 2
    return spot.column * steps // spot.columns <= spot.row * steps // spot.rows


@shape("heart", least=5, sample=(12, 13), level=Difficulty.EASY)
def heart(spot: Spot) -> bool:
    """Two humps above, a tip below."""
    down = 2 * spot.row + 1
    brow = 2 * spot.rows
    if 3 * down < brow:
        offset = (2 * spot.x - spot.columns) * brow
        rise = (brow - 3 * down) * spot.columns
        return offset**2 + rise**2 <= (spot.columns * brow) ** 2
    height = 3 * (2 * spot.rows - down)
    whole = 4 * spot.rows
    return spot.x * whole**2 <= spot.columns * height * (2 * whole - height)


# Empty boards of a shape, with a path through all their cells.
#
# A shape as drawn may have no path through all its cells. :func:`make_shape` repairs it by fixed
# rules: dead ends are removed. With four neighbours, where a path alternates between black and
# white cells of a chessboard and a slanting rim has too many of one colour, more cells are removed:
# those of the rim that a loop leaves out or, if those are too many, those that the longest path
# found leaves out.

STARTS = 4  # paths attempted to see whether a shape has one


def make_shape(name: str, rows: int, columns: int, adjacency: Adjacency = Adjacency.EIGHT) -> Grid:
    """An empty board of a shape; :class:`GridError` if it is unknown or the board is too small.

    On a hexagonal board the rows lie in turn half a cell in.

    >>> print(make_shape("diamond", 6, 6))
     #  #  .  .  #  #
     #  .  .  .  .  #
     .  .  .  .  .  .
     .  .  .  .  .  .
     #  .  .  .  .  #
     #  #  .  .  #  #
    """
    check_size(rows, columns)
    board_shape = SHAPES.get(name)
    if board_shape is None:
        raise GridError(f"There is no shape “{name}”: choose one of {', '.join(SHAPES)}.")
    if min(rows, columns) < board_shape.least:
        raise GridError(f"The shape “{name}” needs at least {board_shape.least} rows and columns.")
    whole = Grid.of(rows, columns, adjacency=adjacency)
    lie_in_turn = adjacency is Adjacency.HEX and board_shape.adjacency is not Adjacency.HEX
    if lie_in_turn:
        whole = hexagonal(rows, whole.cells)
    places = spots_of(whole) if lie_in_turn else {cell: cell for cell in whole.cells}
    spots = {c: Spot(*at, rows, columns, at.row % 2 * lie_in_turn) for c, at in places.items()}
    cells = whole.cells if board_shape.is_whole else _repair(whole, board_shape, spots)
    if lie_in_turn:
        return hexagonal(rows, [places[cell] for cell in cells])
    return Grid.of(rows, columns, blocked=set(whole.cells) - set(cells), adjacency=adjacency)


def _repair(whole: Grid, board_shape: BoardShape, spots: Mapping[Cell, Spot]) -> set[Cell]:
    """The cells of a shape without those that keep a path from visiting all of them."""
    cells = _draw(whole, board_shape, spots)
    if whole.adjacency is not Adjacency.FOUR:
        return cells
    grid = replace(whole, blocked=frozenset(whole.cells) - cells)
    path_cells = set(Mixer(grid).grow_path(Chance(0), STARTS))
    if path_cells == cells:
        return cells
    loops = looped_part(cells)
    part = loops if 8 * len(loops) >= 7 * len(cells) else max(loops, path_cells, key=len)
    if 4 * len(part) < 3 * len(cells):
        raise GridError("This shape is too small for a path with four neighbours.")
    return part


def _draw(whole: Grid, board_shape: BoardShape, spots: Mapping[Cell, Spot]) -> set[Cell]:
    """A shape without dead ends; empty if it is no more than one line."""
    rectangle_cells = (cell for cell, spot in spots.items() if spot.x < spot.columns)
    cells = {cell for cell in rectangle_cells if board_shape.has(spots[cell])}
    while ends := {cell for cell in cells if len(cells.intersection(whole.neighbours(cell))) < 2}:
        cells -= ends
    return cells


# The part of a board with four neighbours that one closed loop can visit.
#
# A set of cells made of connected 2×2 blocks has a closed loop through all of them: around a tree
# from block to block (the well-known way around a maze with a hand on the wall). Here the loop
# starts with one block and takes in two cells at a time: a step from a to b becomes a, c, d, b
# where c and d lie beside a and b. Blocks come first, then any two cells that are left. So a shape
# loses only cells of its rim, and the rest is sure to have a path.


Block = tuple[int, int]


def looped_part(cells: set[Cell]) -> set[Cell]:
    """The cells of a loop that takes in as many cells as it can, by a fixed rule.

    >>> looped_part({Cell(0, 0), Cell(0, 1), Cell(1, 0), Cell(1, 1), Cell(1, 2)}) == {
    ...     Cell(0, 0), Cell(0, 1), Cell(1, 0), Cell(1, 1)
    ... }
    True
    """
    return max((_loop(cells, down, right) for down in (0, 1) for right in (0, 1)), key=len)


def _loop(cells: set[Cell], down: int, right: int) -> set[Cell]:
    """The cells of the loop if blocks start at rows and columns of these parities."""

    def block_of(cell: Cell) -> Block:
        return (cell.row + down) // 2, (cell.column + right) // 2

    whole = {cell for cell in cells if cells.issuperset(_block(cell, down, right))}
    if not whole:
        return set()
    loop = _block(min(whole), down, right)
    _take_in(loop, whole.difference(loop), lambda a, b: block_of(a) == block_of(b))
    _take_in(loop, cells.difference(loop), lambda _, __: True)
    return set(loop)


def _block(cell: Cell, down: int, right: int) -> list[Cell]:
    row, column = cell.row - (cell.row + down) % 2, cell.column - (cell.column + right) % 2
    return [Cell(row + i, column + j) for i, j in ((0, 0), (0, 1), (1, 1), (1, 0))]


def _take_in(loop: list[Cell], free_cells: set[Cell], may: Callable[[Cell, Cell], bool]) -> None:
    """Widen the loop in place by pairs of the remaining cells, until no pair fits."""
    place = 0
    while place < len(loop):
        pairs = _pairs_beside(loop[place], loop[(place + 1) % len(loop)])
        pair = next((pair for pair in pairs if free_cells.issuperset(pair) and may(*pair)), None)
        if pair:
            loop[place + 1 : place + 1] = pair
            free_cells.difference_update(pair)
        else:
            place += 1  # no need to come back: only fewer cells remain than when this was refused


def _pairs_beside(a: Cell, b: Cell) -> Iterator[tuple[Cell, Cell]]:
    down, right = b.column - a.column, b.row - a.row
    for side in (1, -1):
        yield (
            Cell(a.row + side * down, a.column + side * right),
            Cell(b.row + side * down, b.column + side * right),
        )
