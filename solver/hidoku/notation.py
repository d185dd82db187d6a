"""Boards as text: one line a row, fields separated by commas.

A field is a number, a run of underscores for an empty cell, or ``##`` for a hole; spaces around
fields, blank lines before and after the board, a byte order mark, longer runs of ``#`` and Windows
line ends are tolerated. The format (but for holes) is that of Rainhard Findling's solver, 2015.

A number beyond the board's range, or one given twice, can be read: such a board has no solution,
and :func:`solver.hidoku.grid.faults` says why. Numbers of five digits and more are refused.
"""

from __future__ import annotations

import re

from solver.hidoku.grid import (
    LONGEST_SIDE,
    Adjacency,
    Board,
    Cell,
    Grid,
    GridError,
    check_size,
)

HOLE = "##"
LONGEST_TEXT = 50_000
_SHOWN = 12
_EMPTY = re.compile(r"_+")
_HOLE = re.compile(r"##+")
_NUMBER = re.compile(r"[0-9]{1,4}")

Line = tuple[int, list[str]]


def parse_grid(text: str, adjacency: Adjacency = Adjacency.EIGHT) -> Grid:
    """Read a board; :class:`GridError` with one sentence naming the place and what was expected.

    >>> grid = parse_grid("1, __, ##\\n__, __, 5")
    >>> grid.last, [(tuple(cell), number) for cell, number in grid.givens]
    (5, [((0, 0), 1), ((1, 2), 5)])
    """
    lines = _lines(text)
    _check_shape(lines)
    fields = {
        Cell(row, column): field
        for row, (_, line) in enumerate(lines)
        for column, field in enumerate(line)
    }
    holes = frozenset(cell for cell, field in fields.items() if _HOLE.fullmatch(field))
    last = len(fields) - len(holes)
    givens = {
        Cell(row, column): _number(field, label, column + 1, last)
        for row, (label, line) in enumerate(lines)
        for column, field in enumerate(line)
        if not _HOLE.fullmatch(field) and not _EMPTY.fullmatch(field)
    }
    return Grid.of(len(lines), len(lines[0][1]), givens, holes, adjacency)


def _lines(text: str) -> list[Line]:
    if len(text) > LONGEST_TEXT:
        raise GridError(f"The text is too long for a board: at most {LONGEST_TEXT} characters.")
    raw = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    filled = [index for index, line in enumerate(raw) if line.strip()]
    if not filled:
        raise GridError("There is no board in the text: expected rows of fields with commas.")
    chosen = range(filled[0], filled[-1] + 1)
    return [(index + 1, [field.strip() for field in raw[index].split(",")]) for index in chosen]


def _check_shape(lines: list[Line]) -> None:
    first, wide = lines[0][0], len(lines[0][1])
    check_size(len(lines), wide)
    for label, fields in lines:
        if len(fields) != wide:
            raise GridError(
                f"Line {label} has {_fields(len(fields))}, but line {first} has {wide}: "
                "every row needs the same number."
            )


def _fields(count: int) -> str:
    if count > LONGEST_SIDE:
        return f"more than {LONGEST_SIDE} fields"
    return "1 field" if count == 1 else f"{count} fields"


def _number(field: str, line: int, column: int, last: int) -> int:
    if _NUMBER.fullmatch(field):
        return int(field)
    raise GridError(
        f"Line {line}, field {column} {_reads(field)}: expected a number from 1 to {last}, "
        f"underscores for an empty cell or {HOLE} for a hole."
    )


def _reads(field: str) -> str:
    if not field:
        return "is empty"
    shown = field if len(field) <= _SHOWN else field[: _SHOWN - 1] + "…"
    return f"reads “{''.join(c if c.isprintable() else '?' for c in shown)}”"


def format_grid(grid: Grid, board: Board | None = None) -> str:
    """Write a grid, or a board in play or solved on it, so that :func:`parse_grid` reads it back.

    >>> print(format_grid(parse_grid("1,_,##\\n_,_,5")))
     1,__,##
    __,__, 5
    """
    shown = grid.given if board is None else board
    wide = max(2, *(len(str(number)) for number in (grid.last, *shown.values())))
    return "\n".join(
        ",".join(_field(grid, shown, Cell(row, column), wide) for column in range(grid.columns))
        for row in range(grid.rows)
    )


def _field(grid: Grid, board: Board, cell: Cell, wide: int) -> str:
    if cell in grid.holes:
        return HOLE.rjust(wide)
    return str(board[cell]).rjust(wide) if cell in board else "_" * wide
