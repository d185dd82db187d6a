"""A chain of a contradiction, told one link at a time: what is supposed, what follows, the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from solver.hidoku.logic.reasons import Forced, Refuted
from solver.hidoku.phrases.dead_ends import dead_text
from solver.hidoku.phrases.lists import numbered
from solver.hidoku.rules.game import named
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.search.domains import Contradiction, Dead
from solver.wording import capitalised


def supposed_text(refuted: Refuted) -> str:
    """What a chain begins with.

    >>> supposed_text(Refuted(3, Cell(0, 0), Contradiction(Dead.BOXED_IN, (4,), ())))
    'Suppose 3 stood in row 1, column 1.'
    """
    return f"Suppose {refuted.number} stood in {named(refuted.cell)}."


def forced_text(forced: Forced, ends: Sequence[int], where: Mapping[int, Cell], grid: Grid) -> str:
    """Why a number must go to its cell, given what stands by then.

    ``ends`` are the nearest numbers that stand below and above, ``where`` the cells of all.

    >>> where = {3: Cell(0, 0), 5: Cell(0, 2)}
    >>> forced_text(Forced(4, Cell(0, 1)), (3, 5), where, Grid.of(1, 3))
    '4 must go to row 1, column 2: no other empty cell touches both 3 and 5.'
    """
    if forced.is_by_cell:
        return f"{capitalised(named(forced.cell))} must hold {forced.number}: no other number fits."
    start = f"{forced.number} must go to {named(forced.cell)}: no other"
    beside = [end for end in ends if abs(end - forced.number) == 1]
    if len(beside) == len(ends) and _is_alone(forced, beside, where, grid):
        both = "both " * (len(beside) > 1)
        return f"{start} empty cell touches {both}{numbered(beside)}."
    if len(ends) == 2:
        return f"{start} cell is left for it between {numbered(ends)}."
    side = "".join(f" {'after' if end < forced.number else 'before'} {end}" for end in ends)
    return f"{start} cell is left for it{side}."


def _is_alone(forced: Forced, beside: Sequence[int], where: Mapping[int, Cell], grid: Grid) -> bool:
    """Whether no other empty cell touches all of these numbers; what was ruled out aside."""
    taken = set(where.values())
    around = [set(grid.neighbours(where[number])) - taken for number in beside]
    return bool(around) and set.intersection(*around) == {forced.cell}


def end_text(refuted: Refuted) -> str:
    """Where a chain ends, and what that shows.

    >>> end_text(Refuted(3, Cell(0, 0), Contradiction(Dead.BOXED_IN, (4,), ())))
    '4 has too few empty cells around it. So 3 cannot stand in row 1, column 1.'
    """
    shown = f"So {refuted.number} cannot stand in {named(refuted.cell)}."
    return f"{capitalised(dead_text(refuted.why))}. {shown}"


def end_sign(why: Contradiction) -> str:
    """The end of a chain in a word: the number that has no cell, or a cross alone.

    >>> end_sign(Contradiction(Dead.NO_CELL, (7, 5, 9), ()))
    '7 ✕'
    """
    return f"{why.numbers[0]} ✕" if why.kind in {Dead.NO_CELL, Dead.BOXED_IN} else "✕"
