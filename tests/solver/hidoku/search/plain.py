"""Propagation to a fixed point, plain: what the compiled one is compared with."""

from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.bitboard import BitLayout, is_single
from solver.hidoku.search.domains import Contradiction, Dead, Masks, owners, sweep, uncovered
from solver.hidoku.search.propagation import Engine, Places


def board_at(engine: Engine, places: Places) -> dict[Cell, int]:
    """A path as a board, from the places of its numbers."""
    cells = (Cell(*divmod(place - 64, engine.shape.width)) for place in places.tolist())
    return {cell: number for number, cell in enumerate(cells, 1)}


def propagate(layout: BitLayout, masks: Masks) -> Contradiction | None:
    """Narrow masks in place by sweeps and both kinds of singles until nothing changes.

    Returns why the position is dead, or None if it may have a solution; the masks of a dead
    position are left half narrowed.
    """
    while True:
        before = list(masks)
        dead = sweep(layout, masks) or _take_cells(layout, masks) or _take_numbers(layout, masks)
        if dead or masks == before:
            return dead


def _take_cells(layout: BitLayout, masks: Masks) -> Contradiction | None:
    union = 0
    for number, mask in enumerate(masks):
        if is_single(mask):
            if union & mask:
                rival = masks.index(mask)
                return Contradiction(Dead.CLASH, (rival, number), layout.cells(mask))
            union |= mask
    for number, mask in enumerate(masks):
        if number and not is_single(mask):
            masks[number] = mask & ~union
            if not masks[number]:
                return Contradiction(Dead.NO_CELL, (number,), ())
    return None


def _take_numbers(layout: BitLayout, masks: Masks) -> Contradiction | None:
    once, twice = owners(masks)
    for number, mask in enumerate(masks):
        only = mask & once & ~twice
        if only and not is_single(only):
            return Contradiction(Dead.CLASH, (number,), layout.cells(only))
        if only:
            masks[number] = only
    return uncovered(layout, masks)
