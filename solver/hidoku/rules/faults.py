"""Everything visibly wrong with a board before play starts, listed at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from solver.hidoku.rules.game import Conflict, Play
from solver.hidoku.rules.grid import Adjacency, Cell, Grid


class FaultKind(Enum):
    OUT_OF_RANGE = "out_of_range"
    REPEATED = "repeated"
    TOO_FAR = "too_far"
    CUT_OFF = "cut_off"
    UNJOINED = "unlinked"  # two givens in joined cells that are not consecutive
    FORKED = "forked"  # a cell joined with more than two
    RINGED = "ringed"  # joined cells that close a ring
    MISCOUNTED = "miscounted"  # too many cells of one chessboard colour
    MISCOLOURED = "miscoloured"  # two givens whose colours don't match their difference


@dataclass(frozen=True)
class Fault:
    kind: FaultKind
    numbers: tuple[int, ...]
    cells: tuple[Cell, ...]
    colours: ColourCount | None = None


def faults(grid: Grid) -> tuple[Fault, ...]:
    """Everything visibly wrong with a grid, all at once; a grid with any fault has no solution.

    For "too far apart" it is enough to compare each given with the next higher one: the triangle
    inequality covers the other pairs. Distances are walked around blocked cells.

    >>> [fault.kind.name for fault in faults(Grid.of(1, 3, {Cell(0, 0): 1, Cell(0, 2): 2}))]
    ['TOO_FAR']
    """
    return (
        *_find_bad_numbers(grid),
        *_too_far(grid),
        *_find_pieces(grid),
        *_find_bad_joins(grid),
        *_find_colour_faults(grid),
    )


def _find_bad_numbers(grid: Grid) -> Iterator[Fault]:
    for cell, number in grid.givens:
        if not 1 <= number <= grid.last:
            yield Fault(FaultKind.OUT_OF_RANGE, (number,), (cell,))
    for number, cells in sorted(_places(grid).items()):
        if len(cells) > 1:
            yield Fault(FaultKind.REPEATED, (number,), cells)


def _places(grid: Grid) -> dict[int, tuple[Cell, ...]]:
    places: dict[int, tuple[Cell, ...]] = {}
    for cell, number in grid.givens:
        places[number] = (*places.get(number, ()), cell)
    return places


def _too_far(grid: Grid) -> Iterator[Fault]:
    single = sorted((n, cells[0]) for n, cells in _places(grid).items() if len(cells) == 1)
    for (low, start), (high, goal) in pairwise(single):
        if not grid.is_within(start, goal, high - low):
            yield Fault(FaultKind.TOO_FAR, (low, high), (start, goal))


def _find_pieces(grid: Grid) -> Iterator[Fault]:
    if not grid.blocked:
        return
    pieces = sorted(
        _pieces(set(grid.cells), grid.neighbours), key=lambda piece: (-len(piece), min(piece))
    )
    for piece in pieces[1:]:
        yield Fault(FaultKind.CUT_OFF, (), tuple(sorted(piece)))


def _pieces(cells: set[Cell], near: Callable[[Cell], Iterable[Cell]]) -> Iterator[set[Cell]]:
    """Connected pieces of a set of cells, where ``near`` gives the cells next to each."""
    while cells:
        piece = edge = {min(cells)}
        while edge:
            edge = {neighbour for cell in edge for neighbour in near(cell)} - piece
            piece = piece | edge
        cells = cells - piece
        yield piece


def _find_bad_joins(grid: Grid) -> Iterator[Fault]:
    for a, b in sorted(grid.joined):
        numbers = tuple(grid.given[cell] for cell in (a, b) if cell in grid.given)
        if len(numbers) == 2 and abs(numbers[0] - numbers[1]) > 1:
            yield Fault(FaultKind.UNJOINED, numbers, (a, b))
    for cell, joined_cells in sorted(grid.partners.items()):
        if len(joined_cells) > 2:
            yield Fault(FaultKind.FORKED, (), (cell, *joined_cells))
    for piece in _pieces(set(grid.partners), lambda cell: grid.partners[cell]):
        if all(len(grid.partners[cell]) == 2 for cell in piece):
            yield Fault(FaultKind.RINGED, (), tuple(sorted(piece)))


def _find_colour_faults(grid: Grid) -> Iterator[Fault]:
    """What counting two colours shows; if givens contradict each other, only those."""
    first = first_colour(grid)
    if first is None:
        return
    shape = shape_count(grid, first)
    if not shape.is_possible:
        yield Fault(FaultKind.MISCOUNTED, (), (), shape)
        return
    single = sorted((n, cells[0]) for n, cells in _places(grid).items() if len(cells) == 1)
    kinds = [(n + (cell in first)) % 2 for n, cell in single]
    for (low, high), (low_kind, high_kind) in zip(pairwise(single), pairwise(kinds), strict=True):
        if low_kind != high_kind and grid.is_within(low[1], high[1], high[0] - low[0]):
            yield Fault(FaultKind.MISCOLOURED, (low[0], high[0]), (low[1], high[1]), shape)
    is_plain = len(single) == len(grid.givens) and all(1 <= n <= grid.last for n, _ in single)
    if grid.last % 2 and is_plain and len(set(kinds)) == 1:
        remaining = count_left(grid, first, single[0][1])
        if not remaining.is_possible:
            yield Fault(FaultKind.MISCOUNTED, (single[0][0],), (single[0][1],), remaining)


def find_culprits(play: Play, conflicts: Iterable[Conflict]) -> dict[Cell, Conflict]:
    """The player's numbers behind some conflicts, each with one: few, and the latest if in doubt.

    A number between two wrong neighbours is one cause, not two; a given is never to blame.

    >>> play = Play(Grid.of(2, 5, {Cell(0, 0): 1, Cell(0, 2): 3})).place(Cell(0, 4), 2)
    >>> culprits = find_culprits(play, play.conflicts())
    >>> {tuple(cell): conflict.numbers for cell, conflict in culprits.items()}
    {(0, 4): (1, 2)}
    """
    culprits: dict[Cell, Conflict] = {}
    cases = [(conflict, _own(play, conflict)) for conflict in conflicts]
    while any(suspects for _, suspects in cases):
        counts = Counter(cell for _, suspects in cases for cell in suspects)
        culprit = max(reversed([*play.board]), key=counts.__getitem__)
        culprits[culprit] = next(conflict for conflict, suspects in cases if culprit in suspects)
        cases = [(conflict, suspects) for conflict, suspects in cases if culprit not in suspects]
    return culprits


def _own(play: Play, conflict: Conflict) -> set[Cell]:
    """The player's numbers in a conflict; where all are given, those that stand around them."""
    suspects = set(conflict.cells) - play.grid.given.keys()
    neighbours = {neighbour for cell in conflict.cells for neighbour in play.grid.neighbours(cell)}
    return suspects or (neighbours & play.board.keys()) - play.grid.given.keys()


# A board is coloured with two colours so that every step changes colour, as on a chessboard.
#
# Odd numbers go on one colour and even numbers on the other. So a board where the colours don't
# match the counts of odd and even numbers has no path ("mutilated chessboard"); a search would have
# to try everything. A path can leave a cell with two partners only to them, so joined cells can
# make a two-colouring possible.


@dataclass(frozen=True)
class ColourCount:
    """How many cells each colour has, and how many of each a path needs.

    On a board with givens, only the empty cells and missing numbers are counted. ``is_chessboard``
    says that the colours are those of a chessboard.
    """

    cells: tuple[int, int]
    needed: tuple[int, int]
    is_chessboard: bool

    @property
    def is_possible(self) -> bool:
        return self.cells == self.needed


def first_colour(grid: Grid) -> frozenset[Cell] | None:
    """The cells with the same colour as the first cell; None if two colours aren't enough.

    >>> sorted(map(tuple, first_colour(Grid.of(2, 2, adjacency=Adjacency.FOUR))))
    [(0, 0), (1, 1)]
    """
    if grid.adjacency is not Adjacency.FOUR:
        return _colour_cells(grid)
    start = sum(grid.cells[0])
    return frozenset(cell for cell in grid.cells if (cell.row + cell.column - start) % 2 == 0)


def _colour_cells(grid: Grid) -> frozenset[Cell] | None:
    start = grid.cells[0]
    colour = {start: 0}
    waiting = [start]
    while waiting:
        cell = waiting.pop()
        for neighbour in _steps(grid, cell):
            if neighbour not in colour:
                colour[neighbour] = 1 - colour[cell]
                waiting.append(neighbour)
            elif colour[neighbour] == colour[cell]:
                return None
    if len(colour) < grid.last:
        return None
    return frozenset(cell for cell in colour if not colour[cell])


def _steps(grid: Grid, cell: Cell) -> Iterator[Cell]:
    """The neighbours that a path may step to from a cell, given the joined cells."""
    partners = grid.partners
    own_partners = partners.get(cell, ())
    for neighbour in own_partners if len(own_partners) > 1 else grid.neighbours(cell):
        joined_cells = partners.get(neighbour, ())
        if len(joined_cells) < 2 or cell in joined_cells:
            yield neighbour


def shape_count(grid: Grid, first: frozenset[Cell]) -> ColourCount:
    """The colours of a board without its givens; the larger colour takes the odd numbers."""
    majority = max(len(first), grid.last - len(first))
    minority = min(len(first), grid.last - len(first))
    is_chessboard = grid.adjacency is Adjacency.FOUR
    return ColourCount((majority, minority), ((grid.last + 1) // 2, grid.last // 2), is_chessboard)


def odd_cells(grid: Grid) -> frozenset[Cell] | None:
    """The cells of the odd numbers if the colours alone determine them, else None."""
    first = first_colour(grid) if grid.last % 2 else None
    if first is None or not shape_count(grid, first).is_possible:
        return None
    return first if 2 * len(first) > grid.last else frozenset(grid.cells) - first


def count_left(grid: Grid, first: frozenset[Cell], cell: Cell) -> ColourCount:
    """What is left of each colour, and what the missing numbers need; the given's colour first."""
    is_first = cell in first
    parity = grid.given[cell] % 2
    cells = [len(first), grid.last - len(first)]
    needs = [grid.last // 2, (grid.last + 1) // 2]
    for given_cell, number in grid.givens:
        cells[given_cell not in first] -= 1
        needs[number % 2] -= 1
    return ColourCount(
        (cells[not is_first], cells[is_first]),
        (needs[parity], needs[1 - parity]),
        grid.adjacency is Adjacency.FOUR,
    )
