"""Boards as text: one line a row, in one of two formats.

The comma format is that of Rainhard Findling's solver, 2015, with holes added: fields separated by
commas; a field is a number, a run of underscores for an empty cell, or ``##`` for a hole. The plain
format separates fields by spaces; there ``.``, ``0`` and underscores are empty, and ``#`` is a
hole. Spaces around fields, blank lines before and after the board, a byte order mark, longer runs
of ``#`` and Windows line ends are tolerated. Neither format includes adjacency or links:
``known_boards.format_text`` and JSON do.

Numbers out of the board's range, or given twice, can be read: such a board has no solution, and
:func:`solver.hidoku.rules.faults.faults` says why. Numbers of five digits and more are refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from solver.hidoku.rules.grid import (
    LONGEST_SIDE,
    MOST_CELLS,
    Adjacency,
    Board,
    Cell,
    Grid,
    GridError,
    check_size,
)
from solver.wording import counted, shown

LONGEST_TEXT = 50_000
HOLE = "##"
_NUMBER = re.compile(r"[0-9]{1,4}")

NumberedRow = tuple[int, list[str]]


@dataclass(frozen=True, kw_only=True)
class _Form:
    fields: str
    split: Callable[[str], list[str]]
    join: str
    empty: re.Pattern[str]
    blank: str
    blanks: str  # the name of an empty field
    hole: str

    def is_hole(self, field: str) -> bool:
        return field.startswith(self.hole) and not field.strip("#")

    def is_empty(self, field: str) -> bool:
        return self.empty.fullmatch(field) is not None

    def write(self, grid: Grid, board: Board | None) -> str:
        numbers = grid.given if board is None else board
        wide = max(len(self.hole), *(len(str(n)) for n in (grid.last, *numbers.values())))
        return "\n".join(
            self.join.join(
                self._field(grid, numbers, Cell(row, column), wide)
                for column in range(grid.columns)
            )
            for row in range(grid.rows)
        )

    def _field(self, grid: Grid, board: Board, cell: Cell, wide: int) -> str:
        if cell in grid.holes:
            return self.hole.rjust(wide)
        if cell in board:
            return str(board[cell]).rjust(wide)
        return (self.blank * wide if self.blank == "_" else self.blank).rjust(wide)


_COMMAS = _Form(
    fields="fields with commas",
    split=lambda line: [field.strip() for field in line.split(",")],
    join=",",
    empty=re.compile(r"_+"),
    blank="_",
    blanks="underscores",
    hole=HOLE,
)
_PLAIN = _Form(
    fields="fields with spaces",
    split=str.split,
    join=" ",
    empty=re.compile(r"[._]+|0+"),
    blank=".",
    blanks="a dot",
    hole="#",
)


def parse_grid(text: str, adjacency: Adjacency = Adjacency.EIGHT) -> Grid:
    """Read the comma format; :class:`GridError` with a sentence saying where, and what is expected.

    >>> grid = parse_grid("1, __, ##\\n__, __, 5")
    >>> grid.last, [(tuple(cell), number) for cell, number in grid.givens]
    (5, [((0, 0), 1), ((1, 2), 5)])
    """
    return _parse(text, adjacency, _COMMAS)


def format_grid(grid: Grid, board: Board | None = None) -> str:
    """Write a grid, or a board on it, played or solved, so that :func:`parse_grid` reads it back.

    >>> print(format_grid(parse_grid("1,_,##\\n_,_,5")))
     1,__,##
    __,__, 5
    """
    return _COMMAS.write(grid, board)


def parse_plain(text: str, adjacency: Adjacency = Adjacency.EIGHT) -> Grid:
    """Read the plain format; :class:`GridError` as for the comma format.

    >>> parse_plain("1 . #\\n0 . 5") == parse_grid("1,_,##\\n_,_,5")
    True
    """
    return _parse(text, adjacency, _PLAIN)


def format_plain(grid: Grid, board: Board | None = None) -> str:
    """Write a grid, or a board on it, so that :func:`parse_plain` reads it back.

    Only a given 0, which is out of range, can't be written in this format.

    >>> print(format_plain(parse_grid("1,_,##\\n_,_,5")))
    1 . #
    . . 5
    """
    return _PLAIN.write(grid, board)


def _parse(text: str, adjacency: Adjacency, form: _Form) -> Grid:
    lines = _lines(text, form)
    _check_size(lines, form)
    holes = frozenset(
        Cell(row, column)
        for row, (_, line) in enumerate(lines)
        for column, field in enumerate(line)
        if form.is_hole(field)
    )
    wide = len(lines[0][1])
    last = len(lines) * wide - len(holes)
    try:
        givens = _givens(lines, last, form)
    except GridError:  # then the first line at fault is named, were it for its number alone
        if all(len(line) == wide for _, line in lines):  # else nobody knows the last number
            _givens(lines, last, form, is_strict=True)
        raise
    return Grid.of(len(lines), wide, givens, holes, adjacency)


def _givens(
    lines: list[NumberedRow], last: int, form: _Form, *, is_strict: bool = False
) -> dict[Cell, int]:
    givens = {}
    for row, (label, line) in enumerate(lines):
        _check_shape(label, line, lines[0])
        for column, field in enumerate(line):
            if not form.is_hole(field) and not form.is_empty(field):
                place = label, column + 1
                givens[Cell(row, column)] = _number(field, place, last, form, is_strict=is_strict)
    return givens


def check_length(text: str) -> None:
    if len(text) > LONGEST_TEXT:
        raise GridError(f"The text is too long for a board: at most {LONGEST_TEXT} characters.")


def _lines(text: str, form: _Form) -> list[NumberedRow]:
    check_length(text)
    raw = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    filled = [index for index, line in enumerate(raw) if line.strip()]
    if not filled:
        raise GridError(f"There is no board in the text: expected rows of {form.fields}.")
    chosen = range(filled[0], filled[-1] + 1)
    return [(index + 1, form.split(raw[index])) for index in chosen]


def _check_size(lines: list[NumberedRow], form: _Form) -> None:
    """Refuse a board that is too large; if the text is prose and no board, name its first word."""
    try:
        check_size(len(lines), len(lines[0][1]))
    except GridError:
        for label, fields in lines:
            for column, field in enumerate(fields, 1):
                if not form.is_hole(field) and not form.is_empty(field):
                    _number(field, (label, column), MOST_CELLS, form)
        raise


def _check_shape(label: int, fields: list[str], first: NumberedRow) -> None:
    wide = len(first[1])
    if len(fields) != wide:
        size, first_size = _sizes(fields, wide)
        raise GridError(
            f"Line {label} {size}, but line {first[0]} has {first_size}: "
            "every row needs the same number.",
            label,
        )


def _sizes(fields: list[str], wide: int) -> tuple[str, str]:
    if not any(fields):
        return "is empty", counted(wide, "field")
    is_long = len(fields) > LONGEST_SIDE
    count = f"more than {LONGEST_SIDE} fields" if is_long else counted(len(fields), "field")
    return f"has {count}", f"{wide}"


def _number(
    field: str, place: tuple[int, int], last: int, form: _Form, *, is_strict: bool = False
) -> int:
    if _NUMBER.fullmatch(field) and (0 < int(field) <= last or not is_strict):
        return int(field)
    reads = f"reads “{shown(field)}”" if field else "is empty"
    raise GridError(
        f"Line {place[0]}, field {place[1]} {reads}: expected a number from 1 to {last}, "
        f"{form.blanks} for an empty cell or {form.hole} for a blocked cell.",
        place[0],
        field,
    )
