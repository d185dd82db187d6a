"""Compiled propagation on one grid: domains as words, propagated to a level, and tested by trials.

What depends only on the shape (board, shifts, links) is worked out once and cached for the latest
shapes. A place is a cell's bit as the kernels count it, starting with the first guard word; place 0
means "nowhere", so the givens of a grid are an array with a place for each number. A generator
removes givens without building a grid by changing an entry and calling :meth:`Engine.start`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.hidoku.rules.colours import odd_cells
from solver.hidoku.rules.faults import faults
from solver.hidoku.rules.grid import Adjacency, Cell, Grid, Link
from solver.hidoku.search import kernels
from solver.hidoku.search.bitboard import BitLayout

Words = npt.NDArray[np.uint64]
Places = npt.NDArray[np.int64]
Path = tuple[Cell, ...]  # the cells of 1, 2, …, last

_WORD = 64
_LOT = 64  # candidates looked at between two calls of ``stop``
_NO_TRAIL = np.zeros((0, 2), np.uint64)


class PropagationLevel(IntEnum):
    """How much is propagated; each level adds to the one before.

    REACH: a number keeps the cells that the numbers before and after it can reach, and if it has
    only one cell, all others lose that cell. SINGLES: a cell that only one number fits gets it.
    DISTINCT: the cells before and after a number differ.
    """

    REACH = kernels.REACH
    SINGLES = kernels.SINGLES
    DISTINCT = kernels.DISTINCT


class Refutation(NamedTuple):
    """After how many rounds a number turns out to be impossible in a cell; -1 if it doesn't."""

    number: int
    bit: int
    rounds: int


@dataclass(frozen=True)
class BoardArrays:
    """What the kernels need to know about a board without its givens."""

    width: int
    last: int
    board: Words
    shifts: Places
    links: Places
    odd: Words | None  # the cells of odd numbers, if the colours alone determine them
    is_faulty: bool  # in pieces, with links no path can keep, or with colours no path can match

    @property
    def words(self) -> int:
        return len(self.board) - 2


@lru_cache(maxsize=256)
def _shape(
    rows: int, columns: int, holes: frozenset[Cell], adjacency: Adjacency, links: frozenset[Link]
) -> BoardArrays:
    bare = Grid(rows, columns, (), holes, adjacency, links)
    layout = BitLayout(bare)
    words, odd = -(-(rows * layout.width) // _WORD), odd_cells(bare)
    return BoardArrays(
        layout.width,
        bare.last,
        _packed([layout.board], words)[0],
        np.array(layout.shifts, np.int64),
        _link_rows(layout),
        None if odd is None else _packed([sum(map(layout.bit, odd))], words)[0],
        bool(faults(bare)),
    )


def _link_rows(layout: BitLayout) -> Places:
    """A row for each linked cell, and each neighbour of one with two links (see ``kernels``)."""
    grid, rows = layout.grid, []
    two = {cell for cell, others in grid.linked.items() if len(others) > 1}
    for cell in grid.cells if grid.links else ():
        linked, near = grid.linked.get(cell, ()), grid.neighbours(cell)
        if linked or two & set(near):
            ways = [c for c in near if c in linked or not two & {c, cell}]
            ends = [_place(layout.width, c) for c in linked[:2]]
            row = [_place(layout.width, cell), *ends, *[0] * (2 - len(ends))]
            rows.append([*row, *(_place(layout.width, c) for c in ways), *[0] * (8 - len(ways))])
    return np.array(rows, np.int64).reshape(-1, 11)


def _place(width: int, cell: Cell) -> int:
    return _WORD + cell[0] * width + cell[1]


def _packed(masks: Sequence[int], words: int) -> Words:
    guard, size = bytes(8), 8 * words
    packed = b"".join(guard + mask.to_bytes(size, "little") + guard for mask in masks)
    return np.frombuffer(packed, "<u8").astype(np.uint64).reshape(-1, words + 2)


def fitting(domains: Words) -> npt.NDArray[np.bool_]:
    """Return which number fits which place, ``[number, place]``."""
    bits = np.unpackbits(domains.astype("<u8").view(np.uint8), axis=1, bitorder="little")
    return bits.astype(np.bool_)


class Engine:
    """Compiled propagation on one layout; the grid's givens matter only where a method says so.

    A faulty shape has no solution; of three links of one cell only two are used.
    """

    def __init__(self, layout: BitLayout) -> None:
        self.layout = layout
        grid = layout.grid
        self.shape = _shape(grid.rows, grid.columns, grid.holes, grid.adjacency, grid.links)

    def pack(self, masks: Sequence[int]) -> Words:
        """Masks (the first is skipped) as rows of words between two guards."""
        return _packed(masks[1:], self.shape.words)

    def place(self, cell: Cell) -> int:
        return _place(self.shape.width, cell)

    def givens(self) -> Places | None:
        """The places of the grid's givens; None if a number is out of range or there twice."""
        places, last, width = [0] * self.shape.last, self.shape.last, self.shape.width
        for (row, column), number in self.layout.grid.givens:
            if not 1 <= number <= last or places[number - 1]:
                return None
            places[number - 1] = _WORD + row * width + column
        return np.array(places, np.int64)

    def start(self, places: Places) -> Words:
        """Domains before any reasoning: each given in its place, other numbers anywhere else.

        If one colour has a cell more than the other, odd numbers are limited to that colour. No two
        numbers may have the same place.
        """
        domains = np.empty((self.shape.last, self.shape.words + 2), np.uint64)
        kernels.set_up(places, self.shape.board, domains)
        if self.shape.odd is not None:
            domains[::2] &= self.shape.odd
            domains[1::2] &= ~self.shape.odd
        return domains

    def propagate_fully(
        self, domains: Words, level: PropagationLevel = PropagationLevel.DISTINCT
    ) -> bool:
        return bool(kernels.propagate_fully(domains, *self._arrays(), int(level)))

    def _arrays(self) -> tuple[Words, Places, Places, npt.NDArray[np.uint8], Words, Places]:
        """The arguments of every propagation after the domains; all numbers are marked stale."""
        shape, state = self.shape, np.zeros(kernels.STATES, np.int64)
        state[kernels.FRESH] = 1
        stale = np.full(shape.last, kernels.STALE, np.uint8)
        return shape.board, shape.shifts, shape.links, stale, _NO_TRAIL, state

    def is_solved(self, domains: Words) -> bool:
        return kernels.fewest(domains) < 0

    def read(self, domains: Words) -> Places:
        path = np.zeros(self.shape.last, np.int64)
        kernels.read_path(domains, path)
        return path

    def refutations(
        self, domains: Words, most: int = 1000, stop: Callable[[], bool] = lambda: False
    ) -> tuple[Refutation, ...]:
        """After how many rounds each candidate of the open numbers is found to be impossible.

        A round takes every single of both kinds at once, after reach (with distinct cells) has
        settled; 0 means that reach alone is enough. All numbers and cells are treated alike, so
        turning the board or counting backwards changes nothing. At most ``most`` rounds are looked
        ahead. The domains may be settled or not; they aren't changed.

        Candidates are taken in lots, by number and cell. ``stop`` is asked before each lot; if it
        is true, only the candidates looked at so far are returned.
        """
        fits = fitting(domains)
        several = fits & (fits.sum(axis=1) > 1)[:, None]
        found = np.pad(np.argwhere(several), ((0, 0), (0, 1)))
        swept, done = domains.copy(), 0
        while done < len(found) and not stop():
            kernels.all_rounds(swept, *self._arrays(), most, found[done : done + _LOT])
            done += _LOT
        return tuple(
            Refutation(number + 1, 1 << (place - _WORD), rounds)
            for number, place, rounds in found[:done].tolist()
        )


# Root probes: trying candidates at the root of a search, to see which are impossible.
#
# A candidate is eliminated if everything that follows from it leads to a dead end. So is a
# candidate that fails whichever cell some number takes. Probing goes on as long as it pays.
#
# Consequences are followed change by change (``kernels.follow_on``), so a probe costs no more on a
# large board than on a small one. Whole solutions of boards from which no given can be removed
# (medians, one thread, milliseconds), first with probes that propagate a copy of the position,
# then like this: 10×10 0.91 and 0.70, 15×15 with four neighbours 25 and 15, 20×20 33 and 10, 30×30
# 256 and 64. If the first 300 probes needn't pay, and not only 100 as then, the last two take 9.4
# and 52.
#
# Refused: one record for the kernels' arrays in place of a dozen arguments (45 lines fewer), as
# minimal boards take a third longer; and one helper for what ``sweep`` and ``follow_reach`` ask of
# a word, with which rounds of singles take half as long again.

# probes allowed before the first has to pay
_HOPES = 450
_HOPES_OF_TWO = 1500  # with four neighbours, so two directions, unless the board is nearly empty


class RootProbes:
    """Probes of settled domains, which lose whatever is eliminated."""

    def __init__(self, shape: BoardArrays, domains: Words, is_sparse: bool) -> None:
        count, bits = shape.last, 64 * domains.shape[1]
        candidates = int(np.bitwise_count(domains).sum())
        self._domains = domains
        self._state = np.zeros(kernels.STATES, np.int64)
        hopes = _HOPES if is_sparse or len(shape.shifts) > 2 else _HOPES_OF_TWO
        self._state[[kernels.HOPES, kernels.ELIMINATED]] = hopes, 1
        fits, counts = np.zeros((bits, -(-count // 64)), np.uint64), np.zeros(bits, np.int64)
        spans = np.zeros((count, 2), np.int64)
        kernels.follow(domains, fits, counts, spans, self._state)
        trail, common = np.zeros((2, candidates, 2), np.uint64)  # an entry takes at least one
        queue, order = np.zeros(count + bits, np.int64), np.zeros(count, np.int64)
        ground = shape.shifts, shape.links, np.zeros(count, np.uint8)
        self._arrays = *ground, fits, counts, queue, spans, trail, self._state, common, order

    def run(self, most: int) -> int:
        """Continue up to ``most`` probes in all; PAUSED, FOUND, DONE or STUCK as in ``shave``."""
        return kernels.shave(self._domains, *self._arrays, most)

    @property
    def count(self) -> int:
        return int(self._state[kernels.PROBES])
