"""Random paths through every cell of a board of any shape, by seed.

A first path grows from a random cell, always to the neighbour with the fewest ways on, and turns
back on itself when stuck; if that fails repeatedly, the search for solutions looks for one. Then
bites mix it: an end of the path is joined to a neighbouring cell and the path is cut there (see
``kernels/paths.py``). Rejected: a walk that only grows, since its paths look alike (coils along
the rim), and drawing from all paths at once, which is possible only on the smallest boards.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from solver.hidoku.kernels import paths
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.search.propagation import Path
from solver.hidoku.search.solve import solve
from solver.hidoku.search.staged_search import Budget

# Random numbers by seed, the same on every machine and in every version of Python.
#
# SplitMix64 (Steele, Lea and Flood 2014), with whole numbers only; the compiled twin is ``below``
# in ``kernels/paths.py``. Rejected: Python's own generator, of which only ``random()`` is
# guaranteed not to change, and whose stream compiled loops can't continue.

SEEDS = 2**64
_WORD = SEEDS - 1

T = TypeVar("T")


class Chance:
    """A stream of random numbers for one seed; ``state`` is its position.

    >>> Chance(7).shuffle("abcd"), Chance(7).shuffle("abcd")
    (['c', 'd', 'a', 'b'], ['c', 'd', 'a', 'b'])
    """

    def __init__(self, seed: int) -> None:
        if not 0 <= seed < SEEDS:
            raise ValueError("A seed is a whole number from 0 to 2 to the power of 64, less one.")
        self.state = seed

    def below(self, count: int) -> int:
        """A number from 0 up to, but not including, ``count``, which is at most 2**32."""
        self.state = self.state + 0x9E3779B97F4A7C15 & _WORD
        word = self.state
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _WORD
        word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
        return ((word ^ word >> 31) >> 32) * count >> 32

    def shuffle(self, items: Iterable[T]) -> list[T]:
        """The items in random order, each order equally likely (Fisher and Yates)."""
        order = list(items)
        for place in range(len(order) - 1, 0, -1):
            swap = self.below(place + 1)
            order[place], order[swap] = order[swap], order[place]
        return order


Places = npt.NDArray[np.int64]

STARTS = 40  # first paths attempted before the search is used
BITES_TO_GROW = 200  # tried for each cell of the board, in each attempt
FORGOTTEN = 12  # most cells dropped by every other path that is stuck: it helps on some shapes only
NODES = 20_000  # of the search


class Mixer:
    """Paths through every cell of one board's shape; givens and joined cells don't matter.

    >>> path = Mixer(Grid.of(3, 4)).random_path(Chance(5))
    >>> len(set(path or ()))
    12
    """

    def __init__(self, grid: Grid) -> None:
        self.grid = grid

    @cached_property
    def order(self) -> dict[Cell, int]:
        return {cell: index for index, cell in enumerate(self.grid.cells)}

    @cached_property
    def near(self) -> Places:
        """For each cell, by its index in reading order, its neighbours, padded with -1."""
        slots = len(self.grid.adjacency.offsets)
        table = np.full((self.grid.last, slots), -1, np.int64)
        for cell, index in self.order.items():
            neighbours = [self.order[neighbour] for neighbour in self.grid.neighbours(cell)]
            table[index, : len(neighbours)] = neighbours
        return table

    def random_path(self, chance: Chance) -> Path | None:
        """A mixed path through every cell; None if there is none or none was found."""
        path = self.grow_path(chance)
        if len(path) < self.grid.last:
            board = replace(self.grid, givens=(), joined=frozenset())
            solutions = solve(board, limit=1, budget=Budget(nodes=NODES)).solutions
            path = solutions[0] if solutions else ()
        return self.mix(path, chance) if path else None

    def grow_path(self, chance: Chance, starts: int = STARTS) -> Path:
        """The longest path found by growing from a random cell and biting when stuck."""
        record = np.zeros(0, np.int64)
        for start in range(starts):
            path = self._grown(chance, FORGOTTEN * (start % 2))
            record = max(record, path, key=len)
            if len(path) == self.grid.last:
                break
        return self.cells(record)

    def _grown(self, chance: Chance, forgotten: int) -> Places:
        path = self.board_path(np.zeros(self.grid.last, np.int64), chance)
        path.cells[0] = chance.below(self.grid.last)
        path.chance[0] = chance.state
        best = np.zeros(self.grid.last, np.int64)
        bites = BITES_TO_GROW * self.grid.last
        length = paths.grow(path, best, bites, forgotten)
        chance.state = int(path.chance[0])
        return best[:length]

    def board_path(self, places: Places, chance: Chance) -> paths.Path:
        """A path as the compiled loops have it."""
        inverse = np.argsort(places, kind="stable").astype(np.int64)
        return paths.Path(self.near, places, inverse, np.array([chance.state], np.uint64))

    def mix(self, path: Path, chance: Chance, bites: int | None = None) -> Path:
        """A path through the same cells after some bites (None: enough), in either direction."""
        mixed_path = self.board_path(self.places(path), chance)
        paths.mix(mixed_path, enough_bites(self.grid) if bites is None else bites)
        chance.state = int(mixed_path.chance[0])
        cells = self.cells(mixed_path.cells)
        return cells[::-1] if chance.below(2) else cells

    def places(self, path: Path) -> Places:
        return np.array([self.order[cell] for cell in path], np.int64)

    def cells(self, places: Places) -> Path:
        cells: tuple[Cell, ...] = self.grid.cells
        return tuple(cells[place] for place in places.tolist())


def enough_bites(grid: Grid) -> int:
    """How many bites mix a path well: 2 n b² for n cells, where n has b binary digits.

    The ends of the path wander over the board, which takes a time like n log² n. Measured from two
    opposite snakes (along rows, along columns) on 10×10 and 20×20, all adjacencies: after an eighth
    of these bites, the shares of straight steps, of steps within a row and of steps shared with the
    snake are indistinguishable from those after twice as many; rings, frames, windows, discs and
    hearts need at most half. Strips two or three cells wide mix slowly whatever the number, since
    few bites fit there; their variety comes from the first path.
    """
    return 2 * grid.last * grid.last.bit_length() ** 2
