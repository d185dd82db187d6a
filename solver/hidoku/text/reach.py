"""Where a number can go by counting, as a sentence."""

from __future__ import annotations

from solver.hidoku.phrases.lists import places
from solver.hidoku.rules.reach import Reach
from solver.wording import counted, listed


def reach_text(reach: Reach) -> str:
    """Say which cells a number can reach, and from which numbers the steps are counted.

    >>> from solver.hidoku.rules.grid import Cell
    >>> reach_text(Reach(3, (Cell(0, 2), Cell(1, 2)), 1, 5))
    '3 can go to 2 cells, counting steps from 1 and 5: row 1, column 3 and row 2, column 3.'
    >>> reach_text(Reach(3, (), 1, None))
    'No empty cell is in reach of 3, counting steps from 1: what stands cannot all be right.'
    """
    ends = [str(end) for end in (reach.low, reach.high) if end is not None]
    steps = f", counting steps from {listed(ends)}" if ends else ""
    if not reach.cells:
        return (
            f"No empty cell is in reach of {reach.number}{steps}: what stands cannot all be right."
        )
    if not ends:
        cells = counted(len(reach.cells), "empty cell")
        return f"{reach.number} can go to any of the {cells}: no number stands yet."
    only = " only" * (len(reach.cells) == 1)
    cells = counted(len(reach.cells), "cell")
    return f"{reach.number} can go to {cells}{only}{steps}: {places(reach.cells)}."
