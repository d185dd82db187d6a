"""Runs of missing numbers and the areas they walk through, as people name them.

A run are the missing numbers between two placed ones, or before the lowest or after the highest.
``numbers`` are the placed numbers that a step speaks of; those next to the run are its ends.
"""

from __future__ import annotations

from collections.abc import Sequence

from solver.hidoku.phrases.lists import places
from solver.hidoku.rules.game import named
from solver.hidoku.rules.grid import Cell

_MOST_NAMED = 3  # cells of an area that are named one by one


def run_ends(missing: Sequence[int], numbers: Sequence[int]) -> tuple[int, ...]:
    """The placed numbers next to the missing ones.

    >>> run_ends((4, 5), (3, 6, 9)), run_ends((4, 5), (6, 9))
    ((3, 6), (6,))
    """
    beside = missing[0] - 1, missing[-1] + 1
    return tuple(number for number in beside if number in numbers)


def run_named(missing: Sequence[int], numbers: Sequence[int]) -> str:
    """Missing numbers by the placed ones at their ends, by themselves where none are placed.

    >>> run_named((4, 5), (3, 6)), run_named((4, 5), (6,)), run_named((4, 5), ())
    ('the numbers between 3 and 6', 'the numbers before 6', 'the numbers from 4 to 5')
    """
    ends = run_ends(missing, numbers)
    if not ends:
        return f"the numbers from {missing[0]} to {missing[-1]}"
    if len(ends) == 2:
        return f"the numbers between {ends[0]} and {ends[1]}"
    return f"the numbers {'after' if ends[0] < missing[0] else 'before'} {ends[0]}"


def run_by_itself(missing: Sequence[int]) -> str:
    """Missing numbers in a row by the first and the last.

    >>> run_by_itself((4, 5, 6)), run_by_itself((4,))
    ('4 to 6', '4')
    """
    return f"{missing[0]} to {missing[-1]}" if len(missing) > 1 else str(missing[0])


def way(missing: Sequence[int], numbers: Sequence[int]) -> str:
    """From one end of a run to the other.

    >>> way((4, 5), (3, 6)), way((4, 5), (6,))
    ('from 3 to 6', 'from 6 on to 4')
    """
    ends = run_ends(missing, numbers)
    if len(ends) != 1:
        return between_ends(ends)
    onward = missing if ends[0] < missing[0] else missing[::-1]
    return f"from {ends[0]} on to {onward[-1]}"


def between_ends(ends: Sequence[int]) -> str:
    """From one number to another; nothing if there are not two."""
    return f"from {ends[0]} to {ends[1]}" if len(ends) == 2 else ""


def area_named(cells: Sequence[Cell]) -> str:
    """Some cells: each by name if they are few, else their number, the first and the last."""
    if len(cells) <= _MOST_NAMED:
        return places(cells)
    return f"the {len(cells)} cells from {named(cells[0])} to {named(cells[-1])}"


def cells_behind(cells: Sequence[Cell]) -> str:
    """Some cells behind one that was named: one by its name, more by how many they are.

    >>> cells_behind((Cell(0, 0),)), cells_behind((Cell(0, 0), Cell(0, 1)))
    ('row 1, column 1', 'the 2 cells behind it')
    """
    return places(cells) if len(cells) == 1 else f"the {len(cells)} cells behind it"


def them(cells: Sequence[Cell]) -> str:
    """The pronoun of some cells."""
    return "it" if len(cells) == 1 else "them"
