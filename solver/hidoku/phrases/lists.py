"""Numbers, cells and candidates in lists that can be read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from solver.hidoku.rules.game import named
from solver.hidoku.rules.grid import Cell, Link
from solver.wording import listed


def numbered(numbers: Sequence[int]) -> str:
    """Numbers in a list; if they are more than four, those that follow each other by their ends.

    >>> numbered((3, 5)), numbered((3, 4, 5)), numbered((3, 4, 5, 6, 9))
    ('3 and 5', '3, 4 and 5', '3 to 6 and 9')
    """
    if len(numbers) <= 4:
        return listed([str(number) for number in numbers])
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return listed([str(run[0]) + f" to {run[-1]}" * (len(run) > 1) for run in runs])


def standing(number: int, cell: Cell) -> str:
    """A number in a cell."""
    return f"{number} in {named(cell)}"


def places(cells: Sequence[Cell], most: int = 4) -> str:
    """Cells in a list, as many as can be read, and how many more there are.

    >>> places((Cell(0, 0), Cell(1, 1)))
    'row 1, column 1 and row 2, column 2'
    """
    return several([named(cell) for cell in cells], most)


def several(texts: Sequence[str], most: int = 4) -> str:
    """Texts that may hold commas in a list, as many as can be read, and how many more there are.

    >>> several(["a", "b", "c"]), several(["a", "b", "c"], most=2)
    ('a; b and c', 'a; b and 1 more')
    """
    shown = list(texts[:most])
    if len(texts) > most:
        shown = ["; ".join(shown), f"{len(texts) - most} more"]
    elif len(texts) > 2:
        shown = ["; ".join(shown[:-1]), shown[-1]]
    return " and ".join(shown)


_MOST_COUNTED = 4  # placed numbers that are named one by one


def sources(numbers: Iterable[int]) -> str:
    """Placed numbers from which steps are counted, ascending; many are named together.

    >>> sources([9, 3, 5]), sources(range(2, 40, 3))
    ('3, 5 and 9', 'the placed numbers')
    """
    found = sorted(set(numbers))
    return listed(list(map(str, found))) if len(found) <= _MOST_COUNTED else "the placed numbers"


def joined(links: Sequence[Link]) -> str:
    """Links by their cells.

    >>> joined([(Cell(0, 0), Cell(0, 1))])
    'the link of row 1, column 1 with row 1, column 2'
    """
    pairs = [f"{named(a)} with {named(b)}" for a, b in links]
    return f"the link{'s' * (len(pairs) > 1)} of {several(pairs, 3)}"


def care(is_distinct: bool) -> str:
    """The reason that the cells before and after a number differ, where it is needed."""
    return ", using no cell twice" if is_distinct else ""


def ruled_out(candidates: Sequence[tuple[int, Cell]], placed: tuple[int, Cell] | None) -> str:
    """Candidates that are out, as short as they can be named beside a placement.

    >>> ruled_out([(4, Cell(0, 0)), (4, Cell(0, 1))], (4, Cell(1, 1)))
    'with row 1, column 1 and row 1, column 2 ruled out'
    """
    if placed and all(number == placed[0] for number, _ in candidates):
        which = places([cell for _, cell in candidates], 3)
    elif len({cell for _, cell in candidates}) == 1:
        is_here = placed and placed[1] == candidates[0][1]
        where = "" if is_here else f" in {named(candidates[0][1])}"
        which = numbered([number for number, _ in candidates]) + where
    else:
        which = several([standing(*candidate) for candidate in candidates], 3)
    return f"with {which} ruled out"


def candidates_named(candidates: Sequence[tuple[int, Cell]]) -> str:
    """Candidates, as short as they can be named.

    >>> candidates_named([(4, Cell(0, 0)), (5, Cell(0, 0))])
    '4 and 5 in row 1, column 1'
    >>> candidates_named([(4, Cell(0, 0)), (5, Cell(0, 1))])
    '4 in row 1, column 1 and 5 in row 1, column 2'
    >>> candidates_named([(4, Cell(0, 0)), (5, Cell(0, 1)), (6, Cell(0, 1))])
    '4 in row 1, column 1 and 2 more'
    """
    numbers, cells = (list(dict.fromkeys(each)) for each in zip(*candidates, strict=True))
    if len(cells) == 1:
        return f"{numbered(numbers)} in {named(cells[0])}"
    if len(numbers) == 1:
        return f"{numbers[0]} in {places(cells, 2 if len(cells) == 2 else 1)}"
    most = 2 if len(candidates) == 2 else 1
    return several([standing(*candidate) for candidate in candidates], most)
