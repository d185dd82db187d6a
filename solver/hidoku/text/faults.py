"""Every sentence about faults, conflicts and dead ends; other modules of words say the rest.

Explanations are data (numbers, cells, kinds); these functions say them to people, who count rows
and columns from 1. Only unreadable text and illegal moves carry their own sentence.
``deduction_words`` has the reasons of steps, ``hint_words`` hints and ``step_words`` traces.
"""

from __future__ import annotations

from solver.hidoku.rules.faults import Fault, FaultKind
from solver.hidoku.rules.game import Conflict, ConflictKind, named
from solver.hidoku.rules.grid import Grid
from solver.hidoku.search.domains import Contradiction, Dead
from solver.hidoku.text.phrases import care, numbered, places, standing
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


def conflict_words(conflict: Conflict) -> str:
    """The same as the beginning of a sentence."""
    match conflict.kind:
        case ConflictKind.APART:
            return f"{numbered(conflict.numbers)} do not touch"
        case ConflictKind.TOO_FAR:
            return f"{numbered(conflict.numbers)} are too far apart"
        case ConflictKind.UNLINKED:
            return f"{numbered(conflict.numbers)} are linked but not consecutive"
        case ConflictKind.BOXED_IN:
            return f"{conflict.numbers[0]} has too few empty cells around it"


def dead_text(dead: Contradiction) -> str:
    """Why a position has no solution, as the end of a sentence.

    >>> from solver.hidoku.rules.grid import Cell
    >>> dead_text(Contradiction(Dead.NO_CELL, (7, 5, 9), (Cell(0, 0), Cell(1, 1))))
    'no cell is left for 7 between 5 and 9'
    """
    return _dead(dead) + care(dead.is_distinct)


def _dead(dead: Contradiction) -> str:
    match dead.kind:
        case Dead.NO_CELL:
            return f"no cell is left for {dead.numbers[0]}{_gap(dead)}"
        case Dead.NO_NUMBER:
            return f"no number is left for {places(dead.cells)}"
        case Dead.BOXED_IN:
            return f"{dead.numbers[0]} has too few empty cells around it"
        case Dead.APART:
            low, high = map(standing, dead.numbers, dead.cells)
            return f"{low} does not touch {high}"
        case Dead.CLASH if len(dead.numbers) > 1:
            return f"{numbered(dead.numbers)} both need {places(dead.cells)}"
        case Dead.CLASH:
            every = "both" if len(dead.cells) == 2 else "all"
            return f"{places(dead.cells)} {every} need {dead.numbers[0]}"


def _gap(dead: Contradiction) -> str:
    number, *ends = dead.numbers
    if len(ends) == 2:
        return f" between {ends[0]} and {ends[1]}"
    way = " from which the path can go on" if dead.is_distinct else ""
    side = [f" {'after' if end < number else 'before'} {end}" for end in ends]
    return "".join(side) + way
