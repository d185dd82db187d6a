"""Why placed numbers cannot all be right, and why a position has no solution."""

from __future__ import annotations

from solver.hidoku.phrases.lists import care, numbered, places, standing
from solver.hidoku.rules.game import Conflict, ConflictKind
from solver.hidoku.search.domains import Contradiction, Dead


def conflict_words(conflict: Conflict) -> str:
    """Why placed numbers cannot all be right, as the beginning of a sentence."""
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
    '7 has no cell between 5 and 9'
    """
    return dead_end(dead) + care(dead.is_distinct)


def dead_end(dead: Contradiction) -> str:
    """The same where it is plain that the path uses no cell twice, as after numbers tried."""
    match dead.kind:
        case Dead.NO_CELL:
            return f"{dead.numbers[0]} has no cell{_gap(dead)}"
        case Dead.NO_NUMBER:
            return f"nothing fits {places(dead.cells)}"
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
