"""Every sentence about faults and conflicts of a board.

Explanations are data (numbers, cells, kinds); these functions say them to people, who count rows
and columns from 1. Only unreadable text and illegal moves carry their own sentence. The words of a
technique stand beside it, in ``logic/techniques``.
"""

from __future__ import annotations

from solver.hidoku.phrases.dead_ends import conflict_words
from solver.hidoku.phrases.lists import numbered, places
from solver.hidoku.rules.faults import Fault, FaultKind
from solver.hidoku.rules.game import Conflict, named
from solver.hidoku.rules.grid import Grid
from solver.wording import capitalised, counted


def fault_text(fault: Fault, grid: Grid) -> str:
    """What is wrong with a grid.

    >>> from solver.hidoku.rules.grid import Cell
    >>> fault_text(Fault(FaultKind.REPEATED, (3,), (Cell(0, 0), Cell(1, 1))), Grid.of(2, 2))
    '3 is given more than once: row 1, column 1 and row 2, column 2.'
    """
    first = fault.numbers[0] if fault.numbers else 0
    match fault.kind:
        case FaultKind.OUT_OF_RANGE:
            return f"{first} in {places(fault.cells)} is not between 1 and {grid.last}."
        case FaultKind.REPEATED:
            return f"{first} is given more than once: {places(fault.cells)}."
        case FaultKind.TOO_FAR:
            return f"{numbered(fault.numbers)} are too far apart: {places(fault.cells)}."
        case FaultKind.CUT_OFF:
            return f"{counted(len(fault.cells), 'cell')} cannot be reached: {places(fault.cells)}."
        case FaultKind.UNLINKED | FaultKind.FORKED | FaultKind.RINGED:
            return _link_fault(fault)


def _link_fault(fault: Fault) -> str:
    cells = places(fault.cells)
    if fault.kind is FaultKind.UNLINKED:
        return f"{numbered(fault.numbers)} are linked but not consecutive: {cells}."
    if fault.kind is FaultKind.RINGED:
        return f"The links close a ring: {cells}."
    links = counted(len(fault.cells) - 1, "link")
    return f"{capitalised(named(fault.cells[0]))} has {links}: a path has two ways at most."


def conflict_text(conflict: Conflict) -> str:
    """Why placed numbers cannot all be right."""
    return f"{conflict_words(conflict)}."
