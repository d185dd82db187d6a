"""Boards as their givens: the size, how many there are, and of each its row, column and number.

The size is one number or two, the count may be left out. Rows and columns count from 1 or from 0;
if a text doesn't show which, it has both readings. A number below 1 is a blocked cell.

>>> from solver.hidoku.notations.registry import parse_any
>>> print(parse_any("3\\n2\\n1 1 1\\n3 2 9"))
1 . .
. . .
. 9 .
"""

import re
from collections.abc import Iterator
from typing import Final

from solver.hidoku.notations.layouts import LAYOUTS, lay_out, take_notes
from solver.hidoku.notations.notation import BoardReading, Notation
from solver.hidoku.rules.grid import Board, Cell, Grid, GridError, check_size

_HEADER: Final = re.compile(r"\s*\d{1,3}(?:[\s,;]+\d{1,3}){0,2}\s*")
_TRIPLE: Final = re.compile(r"\s*\(?\s*(\d{1,2})[\s,;]+(\d{1,2})[\s,;]+(-?\d{1,4})\s*\)?\s*,?\s*")


def parse(text: str, layout: str) -> Iterator[BoardReading]:
    rows, columns = _size_of(text) or (0, 0)
    lines, layout, pairs, _ = take_notes(text, layout or "8")
    matches = (_TRIPLE.fullmatch(line) for _, line in lines)
    triples = [tuple(map(int, match.groups())) for match in matches if match]
    check_size(rows, columns)
    starts = [
        origin
        for origin in (1, 0)
        if all(0 <= r - origin < rows and 0 <= c - origin < columns for r, c, _ in triples)
    ]
    if not starts:
        raise GridError(
            f"Some rows and columns of the givens aren’t on a board of {rows} × {columns}."
        )
    for origin in starts:
        numbers = {Cell(row - origin, column - origin): number for row, column, number in triples}
        blocked_cells = [cell for cell, number in numbers.items() if number < 1]
        givens = {cell: number for cell, number in numbers.items() if number > 0}
        grid = lay_out(layout, Grid.of(rows, columns, givens, blocked_cells), pairs)
        words = f"row, column and number of each given, counted from {origin}, {LAYOUTS[layout]}"
        yield BoardReading(grid, words, is_usual=origin == starts[0])


def _size_of(text: str) -> tuple[int, int] | None:
    """Return the size that the first lines name; None if the text is no list of givens."""
    lines = [line for _, line in take_notes(text).lines if line.strip()]
    for length in (1, 2, 3):
        header, body = lines[:length], lines[length:]
        if len(body) < 2 or not all(map(_HEADER.fullmatch, header)):
            break
        if all(map(_TRIPLE.fullmatch, body)):
            numbers = [int(number) for line in header for number in re.findall(r"\d+", line)]
            return _size_in(numbers, len(body))
    return None


def _size_in(numbers: list[int], count: int) -> tuple[int, int] | None:
    match numbers:
        case [side] | [side, int()] if numbers[1:] in ([], [count]):
            return side, side
        case [rows, columns] | [rows, columns, int()] if numbers[2:] in ([], [count]):
            return rows, columns
    return None


def format_triples(grid: Grid, board: Board) -> str:
    """Write a board's givens and blocked cells.

    >>> print(format_triples(Grid.of(2, 2, blocked=[Cell(1, 0)]), {Cell(0, 1): 3}))
    2 2
    2
    1 2 3
    2 1 -1
    """
    cells = sorted([*board, *grid.blocked])
    lines = [f"{row + 1} {column + 1} {board.get(Cell(row, column), -1)}" for row, column in cells]
    return "\n".join([f"{grid.rows} {grid.columns}", str(len(cells)), *lines])


NOTATION = Notation(
    name="givens",
    title="List of givens",
    ending="givens.txt",
    layouts=("8",),
    example="3\n4\n1 1 1\n1 3 3\n2 2 -1\n3 1 7",
    is_recognised=lambda text: _size_of(text) is not None,
    parse=parse,
    format=format_triples,
)
