"""The cells of a grid as bits of one number, so that neighbours are found by a few shifts.

A mask is one Python integer with a bit for each cell of a board that has one extra column. So "the
neighbours of all these cells" takes a few shifts and a trim.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from operator import or_

from solver.hidoku.rules.grid import Adjacency, Cell, Grid

_MOST_KEPT = 1 << 14  # masks whose neighbours are remembered: most are asked about many times


@dataclass(frozen=True)
class BitLayout:
    """The cells of a grid as bits: bit ``row * (columns + 1) + column``."""

    grid: Grid

    @cached_property
    def width(self) -> int:
        """Bits per row: its cells and one extra bit that catches what is shifted off the side."""
        return self.grid.columns + 1

    @cached_property
    def board(self) -> int:
        return sum(map(self.bit, self.grid.cells))

    @cached_property
    def shifts(self) -> tuple[int, ...]:
        """How far apart the bits of neighbours are; each is used in both directions."""
        diagonals = {
            Adjacency.EIGHT: (self.width - 1, self.width + 1),
            Adjacency.FOUR: (),
            Adjacency.HEX: (self.width - 1,),
        }
        return (1, self.width, *diagonals[self.grid.adjacency])

    def bit(self, cell: Cell) -> int:
        return 1 << (cell[0] * self.width + cell[1])

    @cached_property
    def cell(self) -> Callable[[int], Cell]:
        """The cell of a bit."""
        return lru_cache(_MOST_KEPT)(lambda bit: Cell(*divmod(bit.bit_length() - 1, self.width)))

    def cells(self, mask: int) -> tuple[Cell, ...]:
        return tuple(map(self.cell, bits(mask)))

    @cached_property
    def around(self) -> Callable[[int], int]:
        """Cells with at least one neighbour in the mask."""
        return lru_cache(_MOST_KEPT)(lambda mask: reduce(or_, self._moved(mask)) & self.board)

    @cached_property
    def paired(self) -> Callable[[int], int]:
        """Cells with at least two neighbours in the mask."""
        return lru_cache(_MOST_KEPT)(self._paired)

    def _paired(self, mask: int) -> int:
        once = twice = 0  # sums carried bit by bit
        for image in self._moved(mask):
            twice |= once & image
            once |= image
        return twice & self.board

    def _moved(self, mask: int) -> Iterator[int]:
        """The mask moved each way a path can go; a cell with two partners is left only to them."""
        bound = self.bound
        loose = mask & ~bound
        for shift in self.shifts:
            yield loose << shift & ~bound
            yield loose >> shift & ~bound
        for cell, partner in self.joined_pairs if bound else ():
            if (cell | partner) & bound:  # the others are among the shifts
                yield partner * bool(mask & cell) | cell * bool(mask & partner)

    @cached_property
    def partners(self) -> dict[int, int]:
        """For each joined cell, by its bit, the mask of the cells it is joined with."""
        return {
            self.bit(cell): sum(map(self.bit, partners))
            for cell, partners in self.grid.partners.items()
        }

    @cached_property
    def bound(self) -> int:
        """The cells with two partners: both their path neighbours are known."""
        return sum(bit for bit, partners in self.partners.items() if not is_single(partners))

    @cached_property
    def joined_pairs(self) -> tuple[tuple[int, int], ...]:
        return tuple((self.bit(a), self.bit(b)) for a, b in sorted(self.grid.joined))


def bits(mask: int) -> Iterator[int]:
    """The single bits of a mask, lowest first.

    >>> list(bits(0b1010))
    [2, 8]
    """
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def is_single(mask: int) -> bool:
    return mask != 0 and mask & (mask - 1) == 0
