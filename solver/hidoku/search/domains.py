"""The cells that each number can still go in, as bit masks, and what follows from them.

``masks[number]`` holds the cells of a number (see ``bitboard``); ``masks[0]`` is unused. The
compiled twin of :func:`sweep` is in ``kernels/propagate.py``; this one is plain, and can say why a
position is dead.

Every rule only removes cells, so the order of the rules doesn't change what is left.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import reduce
from operator import or_

from solver.hidoku.rules.grid import Board, Cell
from solver.hidoku.search.bitboard import BitLayout, bits, is_single

Masks = list[int]
Gap = tuple[int | None, int | None]  # the nearest numbers placed below and above


class Dead(Enum):
    NO_CELL = "no_cell"  # a number has no cell left
    NO_ROUTE = "no_route"  # the path can't lead from a number to another, or through others to it
    NO_JOINED_ROUTE = "no_joined_route"  # the same where joined cells alone forbid it
    NO_WAY = "no_way"  # no empty cells lead from a number to another
    NO_NUMBER = "no_number"  # a cell has no number left
    BOXED_IN = "boxed_in"  # a placed number has too few empty cells for the numbers next to it
    CLASH = "clash"  # two numbers need the same cell
    APART = "apart"  # two placed consecutive numbers aren't neighbours
    UNJOINED = "unlinked"  # two placed numbers are in joined cells but aren't consecutive


@dataclass(frozen=True)
class Contradiction:
    """Why a position is dead: the numbers and cells concerned.

    NO_CELL names the number, then the nearest ones placed below and above it; ``cells`` are theirs.
    ``is_distinct`` says that the reason needs the cells before and after a number to differ.
    """

    kind: Dead
    numbers: tuple[int, ...]
    cells: tuple[Cell, ...]
    is_distinct: bool = False


def initial(layout: BitLayout, board: Board | None = None) -> Masks:
    """The masks before any reasoning: placed numbers in their cells, others in any free cell.

    Without a board, the givens are placed. They must be in range and without repetition (see
    :mod:`solver.hidoku.rules.faults`).
    """
    numbers = layout.grid.given if board is None else board
    places = [(number, layout.bit(cell)) for cell, number in numbers.items()]
    free_cells = layout.board & ~sum(bit for _, bit in places)
    masks = [0, *[free_cells] * layout.grid.last]
    for number, bit in places:
        masks[number] = bit
    return masks


def sweep(
    layout: BitLayout,
    masks: Masks,
    distinct: bool = True,
    standing: Collection[int] | None = None,
    stale: int | None = None,
) -> Contradiction | None:
    """Narrow masks in place until each number can be reached from those before and after it.

    A cell keeps number k if it has neighbours for k-1 and for k+1; with ``distinct`` these must be
    two different cells. Sweeping up and down makes this a walk from the nearest numbers placed
    below and above, through free cells. A contradiction refers to the numbers ``standing`` on the
    board, by default all that have one cell. ``stale`` has a bit for each number to check first, by
    default for all; the others must be known to need no check.
    """
    before = list(masks)
    masks.append(0)
    number = narrow(layout, masks, (1 << len(before)) - 2 if stale is None else stale, distinct)
    masks.pop()
    if not number:
        return None
    if standing is None:
        standing = [n for n, mask in enumerate(before) if is_single(mask)]
    return _unsupported(layout, before, masks, number, standing)


def narrow(layout: BitLayout, masks: Masks, stale: int, distinct: bool = True) -> int:
    """Narrow consecutive numbers in place; the place of one without a cell, or 0.

    The first and the last of the masks stay as they are, and are 0 if the path ends before them.
    """
    end = len(masks) - 1
    inner = (1 << end) - 2
    stale &= inner
    around = layout.around
    place = 0
    up = True
    while stale:
        ahead = stale >> place + 1 if up else stale & (1 << place) - 1
        if not ahead:  # turn round
            place, up = (end, False) if up else (0, True)
            continue
        place = place + (ahead & -ahead).bit_length() if up else ahead.bit_length() - 1
        stale ^= 1 << place
        below, before, above = masks[place - 1 : place + 2]
        cells = before
        if below or place > 1:
            cells &= around(below)
        if above or place < end - 1:
            cells &= around(above)
        if distinct and below & above:  # else the two cells differ anyway
            cells &= layout.paired(below | above)
        if layout.partners:
            cells &= ~unjoined(layout, cells, below, above)
        if not cells:
            return place
        if cells != before:
            masks[place] = cells
            stale |= 5 << place - 1 & inner  # the numbers before and after
    return 0


def unjoined(layout: BitLayout, cells: int, below: int, above: int) -> int:
    """A number's cells joined with one that neither the number before nor the one after can take.

    ``below`` and ``above`` are the cells of those numbers. If a cell has two partners, each of the
    two numbers takes one of the joined cells.
    """
    return sum(
        bit
        for bit, partners in layout.partners.items()
        if cells & bit and not _is_joined(partners, below, above)
    )


def _is_joined(partners: int, below: int, above: int) -> bool:
    if is_single(partners):
        return bool(partners & (below | above))
    head = partners & -partners
    tail = partners ^ head
    return bool((head & below and tail & above) or (tail & below and head & above))


def _unsupported(
    layout: BitLayout, before: Masks, masks: Masks, number: int, places: Collection[int]
) -> Contradiction:
    """Why a number has lost its last cell, explained by the numbers placed before the sweep."""
    low = max((n for n in places if n < number), default=None)
    high = min((n for n in places if n > number), default=None)
    gaps = [(low, number), (number, high)] if number in places else [(low, high)]
    for gap in gaps:
        dead = _broken(layout, before, gap)
        if dead:
            return dead
    if number not in places:
        return _no_cell(layout, before, number, (low, high), is_distinct=True)
    place = before[number]
    neighbours = reduce(or_, masks[number - 1 : number + 2 : 2])
    vacancies = layout.partners.get(place, 0) & ~neighbours
    if vacancies:
        partner = layout.cells(vacancies)[0]
        partner_number = next((n for n in places if before[n] == layout.bit(partner)), None)
        if partner_number is None:
            return Contradiction(Dead.NO_NUMBER, (), (partner,))
        return Contradiction(Dead.UNJOINED, (number, partner_number), (layout.cell(place), partner))
    common_cells = layout.cells(neighbours & layout.around(place))
    return Contradiction(Dead.CLASH, (number - 1, number + 1), common_cells)


def _broken(layout: BitLayout, masks: Masks, gap: Gap) -> Contradiction | None:
    """The first number that a walk between two placed numbers, or on from one, can't reach."""
    low, high = gap
    numbers = list(range(low or 1, (high or layout.grid.last) + 1))
    if low is None and high is not None:
        numbers.reverse()
    layer = masks[numbers[0]]
    for number in numbers[1:]:
        layer = layout.around(layer) & masks[number]
        if layer:
            continue
        if low is not None and number == high == low + 1:
            cells = layout.cell(masks[low]), layout.cell(masks[high])
            return Contradiction(Dead.APART, (low, high), cells)
        return _no_cell(layout, masks, number - (number == high), gap)
    return None


def _no_cell(
    layout: BitLayout, masks: Masks, number: int, gap: Gap, is_distinct: bool = False
) -> Contradiction:
    ends = tuple(n for n in gap if n is not None)
    cells = tuple(layout.cell(masks[n]) for n in ends)
    return Contradiction(Dead.NO_CELL, (number, *ends), cells, is_distinct)


def owners(masks: Sequence[int]) -> tuple[int, int]:
    """Cells that at least one number fits, and cells that at least two fit."""
    once = twice = 0
    for mask in masks:
        twice |= once & mask
        once |= mask
    return once, twice


def sole_numbers(masks: Sequence[int], cells: int) -> dict[int, int]:
    """For each of some cells that only one number fits, by its bit, that number."""
    once, twice = owners(masks)
    solos = once & ~twice & cells
    numbers = {bit: n for n, mask in enumerate(masks) if mask & solos for bit in bits(mask & solos)}
    return dict(sorted(numbers.items()))


def uncovered(
    layout: BitLayout, masks: Sequence[int], distinct: bool = False
) -> Contradiction | None:
    """The first cell that no number fits, as a contradiction."""
    cells = layout.board & ~reduce(or_, masks)
    if not cells:
        return None
    return Contradiction(Dead.NO_NUMBER, (), layout.cells(cells)[:1], distinct)
