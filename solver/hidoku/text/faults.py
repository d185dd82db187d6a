"""Every sentence about faults and conflicts of a board.

Explanations are data (numbers, cells, kinds); these functions say them to people, who count rows
and columns from 1. Only unreadable text and illegal moves carry their own sentence. The words of a
technique stand beside it, in ``logic/techniques``.
"""

from __future__ import annotations

from solver.hidoku.phrases.dead_ends import conflict_words
from solver.hidoku.phrases.lists import numbered, places, standing
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
        case FaultKind.MISCOUNTED | FaultKind.MISCOLOURED:
            return colour_text(fault)


def _link_fault(fault: Fault) -> str:
    cells = places(fault.cells)
    if fault.kind is FaultKind.UNLINKED:
        return f"{numbered(fault.numbers)} are linked but not consecutive: {cells}."
    if fault.kind is FaultKind.RINGED:
        return f"The links close a ring: {cells}."
    links = counted(len(fault.cells) - 1, "link")
    return f"{capitalised(named(fault.cells[0]))} has {links}: a path has two ways at most."


def colour_text(fault: Fault) -> str:
    """What counting two colours shows of a grid."""
    count = fault.colours
    if count is None:
        raise ValueError("A fault of colours comes with their count.")
    lead = "Coloured so that each step of a path changes the colour"
    if count.is_chessboard:
        lead = "Coloured like a chessboard"
    if fault.kind is FaultKind.MISCOLOURED:
        return _miscoloured(fault, lead)
    (one, other), needed = count.cells, "{} and {}".format(*count.needed)
    if fault.numbers:
        given = standing(fault.numbers[0], fault.cells[0])
        kinds = f"{counted(one, 'cell')} of the colour of {given} and {other} of the other are left"
    else:
        kinds = f"the board has {counted(one, 'cell')} of one colour and {other} of the other"
    return f"{lead}, {kinds}; a path takes the colours in turn, and needs {needed}."


def _miscoloured(fault: Fault, lead: str) -> str:
    low, high = fault.numbers
    same = "one colour" if (high - low) % 2 else "different colours"
    steps = "1 step does" if high - low == 1 else f"{high - low} steps do"
    return f"{lead}, {low} and {high} have {same}, which {steps} not join: {places(fault.cells)}."


def conflict_text(conflict: Conflict) -> str:
    """Why placed numbers cannot all be right."""
    return f"{conflict_words(conflict)}."
