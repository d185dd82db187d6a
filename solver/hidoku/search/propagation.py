"""Compiled propagation on one grid: domains as words, propagated to a level, and tested by trials.

What depends only on the shape (board, shifts, joined cells) is worked out once and cached for the
latest shapes. A place is a cell's bit as the kernels count it, starting with the first guard word;
place 0 means "nowhere", so the givens of a grid are an array with a place for each number. A
generator removes givens without building a grid by changing an entry and calling
:meth:`Engine.start`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.hidoku.kernels import propagate, search
from solver.hidoku.kernels.propagate import PackedPosition
from solver.hidoku.rules.faults import faults, odd_cells
from solver.hidoku.rules.grid import Adjacency, Cell, Grid, Pair
from solver.hidoku.search.bitboard import BitLayout

Words = npt.NDArray[np.uint64]
Places = npt.NDArray[np.int64]
Flags = npt.NDArray[np.uint8]
Path = tuple[Cell, ...]  # the cells of 1, 2, …, last

_WORD = 64
_NO_TRAIL = np.zeros((0, 2), np.uint64)
_FRESH = np.array([0, 1], np.int64)  # nothing noted, and single cells are still to be taken
_LOT = 64  # candidates looked at between two calls of ``stop``


class PropagationLevel(IntEnum):
    """How much is propagated; each level adds to the one before.

    REACH: a number keeps the cells that the numbers before and after it can reach, and if it has
    only one cell, all others lose that cell. SINGLES: a cell that only one number fits gets it.
    DISTINCT: the cells before and after a number differ.
    """

    REACH = propagate.REACH
    SINGLES = propagate.SINGLES
    DISTINCT = propagate.DISTINCT


class Refutation(NamedTuple):
    """After how many rounds a number turns out to be impossible in a cell; -1 if it doesn't."""

    number: int
    bit: int
    rounds: int


@dataclass(frozen=True, kw_only=True)
class BoardArrays:
    """What the kernels need to know about a board without its givens."""

    width: int
    last: int
    board: Words
    shifts: Places
    joined: Places
    stale: Flags  # that every number is to be looked at
    odd: Words | None  # the cells of odd numbers, if the colours alone determine them
    even: Words  # all other cells
    is_faulty: bool  # in pieces, or with joined cells or colours that no path can match

    @property
    def words(self) -> int:
        return len(self.board) - 2


@lru_cache(maxsize=256)
def _shape(
    rows: int, columns: int, blocked: frozenset[Cell], adjacency: Adjacency, pairs: frozenset[Pair]
) -> BoardArrays:
    grid = Grid(
        rows=rows, columns=columns, givens=(), blocked=blocked, adjacency=adjacency, joined=pairs
    )
    layout = BitLayout(grid)
    words = -(-(rows * layout.width) // _WORD)
    colour = odd_cells(grid)
    odd = _packed([sum(map(layout.bit, colour or ()))], words)[0]
    return BoardArrays(
        width=layout.width,
        last=grid.last,
        board=_packed([layout.board], words)[0],
        shifts=np.array(layout.shifts, np.int64),
        joined=_joined_rows(layout),
        stale=np.full(grid.last, propagate.STALE, np.uint8),
        odd=None if colour is None else odd,
        even=~odd,
        is_faulty=bool(faults(grid)),
    )


def _joined_rows(layout: BitLayout) -> Places:
    """A row for each joined cell, and each neighbour of one with two partners: see ``kernels``."""
    grid = layout.grid
    rows = []
    middles = {cell for cell, partners in grid.partners.items() if len(partners) > 1}
    for cell in grid.cells if grid.joined else ():
        partners = grid.partners.get(cell, ())
        neighbours = grid.neighbours(cell)
        if partners or middles & set(neighbours):
            entries = [c for c in neighbours if c in partners or not middles & {c, cell}]
            places = [_place(layout.width, c) for c in (*partners[:2], *entries)]
            places[len(partners[:2]) : len(partners[:2])] = [0] * (2 - len(partners[:2]))
            rows.append([_place(layout.width, cell), *places, *[0] * (8 - len(entries))])
    return np.array(rows, np.int64).reshape(-1, 11)


def _place(width: int, cell: Cell) -> int:
    return _WORD + cell[0] * width + cell[1]


def _packed(masks: Sequence[int], words: int) -> Words:
    guard = bytes(8)
    size = 8 * words
    content = b"".join(guard + mask.to_bytes(size, "little") + guard for mask in masks)
    return np.frombuffer(content, "<u8").astype(np.uint64).reshape(-1, words + 2)


def fitting(domains: Words) -> npt.NDArray[np.bool_]:
    """Return which number fits which place, ``[number, place]``."""
    bits = np.unpackbits(domains.astype("<u8").view(np.uint8), axis=1, bitorder="little")
    return bits.astype(np.bool_)


def position_of(shape: BoardArrays, domains: Words, changes: int, state: Places) -> PackedPosition:
    """A settled position that can note so many changes, and whose search keeps this state."""
    return PackedPosition(
        domains,
        shape.board,
        shape.shifts,
        shape.joined,
        np.zeros(shape.last, np.uint8),
        np.zeros((changes, 2), np.uint64),
        np.zeros((propagate.ROOMS, domains.shape[1]), np.uint64),
        state,
    )


def unsettled(shape: BoardArrays, domains: Words) -> PackedPosition:
    """A position where every number is stale, without a trail.

    Its arrays are copies, which are faster to make than new ones.
    """
    return PackedPosition(
        domains,
        shape.board,
        shape.shifts,
        shape.joined,
        shape.stale.copy(),
        _NO_TRAIL,
        np.empty((propagate.ROOMS, domains.shape[1]), np.uint64),
        _FRESH.copy(),
    )


class Engine:
    """Compiled propagation on one layout; the grid's givens matter only where a method says so.

    A faulty shape has no solution; of three cells joined to one only two are used.
    """

    def __init__(self, layout: BitLayout) -> None:
        self.layout = layout
        grid = layout.grid
        self.shape = _shape(grid.rows, grid.columns, grid.blocked, grid.adjacency, grid.joined)

    def pack(self, masks: Sequence[int]) -> Words:
        """Masks (the first is skipped) as rows of words between two guards."""
        return _packed(masks[1:], self.shape.words)

    def place(self, cell: Cell) -> int:
        return _place(self.shape.width, cell)

    def givens(self) -> Places | None:
        """The places of the grid's givens; None if a number is out of range or there twice."""
        places = [0] * self.shape.last
        last = self.shape.last
        width = self.shape.width
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
        propagate.set_up(places, self.shape.board, domains)
        if self.shape.odd is not None:
            domains[::2] &= self.shape.odd
            domains[1::2] &= self.shape.even
        return domains

    def propagate_fully(
        self, domains: Words, level: PropagationLevel = PropagationLevel.DISTINCT
    ) -> bool:
        return propagate.propagate_fully(unsettled(self.shape, domains), int(level))

    def is_solved(self, domains: Words) -> bool:
        return propagate.fewest(domains) < 0

    def read(self, domains: Words) -> Places:
        path = np.zeros(self.shape.last, np.int64)
        propagate.read_path(domains, path)
        return path

    def refutations(
        self,
        domains: Words,
        most_rounds: int = 1000,
        stop: Callable[[], bool] = lambda: False,
    ) -> tuple[Refutation, ...]:
        """After how many rounds each candidate of the open numbers is found to be impossible.

        A round takes every single of both kinds at once, after reach (with distinct cells) has
        settled; 0 means that reach alone is enough. All numbers and cells are treated alike, so
        turning the board or counting backwards changes nothing. No more than ``most_rounds`` are
        looked ahead. The domains may be settled or not; they aren't changed.

        Candidates are taken in lots, by number and cell. ``stop`` is asked before each lot; if it
        is true, only the candidates looked at so far are returned.
        """
        fits = fitting(domains)
        choices = fits & (fits.sum(axis=1) > 1)[:, None]
        return _refutations(self._probe(domains, choices, most_rounds, stop))

    def failing_choices(
        self, domains: Words, most_rounds: int, most_choices: int
    ) -> tuple[Refutation, ...]:
        """The candidates of each open number and each cell that has few, all of which are refuted.

        One of each is looked at first: mostly it isn't refuted, and the others don't matter.
        """
        fits = fitting(domains)
        counts = fits.sum(axis=1)
        sizes = fits.sum(axis=0)
        numbers = (counts > 1) & (counts <= most_choices)
        cells = (sizes > 0) & (sizes <= most_choices) & ~fits[counts == 1].any(axis=0)
        choices = np.zeros_like(fits)
        choices[numbers, fits[numbers].argmax(axis=1)] = True
        new_cells = cells & ~choices.any(axis=0)
        choices[fits[:, new_cells].argmax(axis=0), new_cells] = True
        for trials in (choices, fits):
            rows = self._probe(domains, trials & (numbers[:, None] | cells), most_rounds)
            survivors = rows[rows[:, 2] < 0]
            numbers[survivors[:, 0]] = False
            cells[survivors[:, 1]] = False
        return _refutations(rows[numbers[rows[:, 0]] | cells[rows[:, 1]]])

    def _probe(
        self,
        domains: Words,
        choices: npt.NDArray[np.bool_],
        most_rounds: int,
        stop: Callable[[], bool] = lambda: False,
    ) -> Places:
        rows = np.zeros((np.count_nonzero(choices), 3), np.int64)
        rows[:, 0], rows[:, 1] = np.divmod(np.flatnonzero(choices), choices.shape[1])
        copy = domains.copy()
        end = 0
        while end < len(rows) and not stop():
            position = unsettled(self.shape, copy)
            search.all_rounds(position, most_rounds, rows[end : end + _LOT])
            end += _LOT
        return rows[:end]


def _refutations(rows: Places) -> tuple[Refutation, ...]:
    return tuple(Refutation(k + 1, 1 << (place - _WORD), n) for k, place, n in rows.tolist())
