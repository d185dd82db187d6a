"""Boards as the lists of programs: Python, numpy, C, or a field in brackets for each cell.

>>> from solver.hidoku.notations.registry import parse_any
>>> print(parse_any("board = [[1, None, 3],\\n         [None, -1, 5]]"))
1 . 3
. # 5
>>> parse_any("[[1. nan 3.]\\n [nan nan 5.]]") == parse_any("[01][??][03]\\n[??][??][05]")
True
"""

import re
from collections.abc import Iterable
from typing import Final

from solver.hidoku.notations.fields import Row, read_rows, write_fields
from solver.hidoku.notations.notation import BoardReading, Notation
from solver.hidoku.rules.grid import Board, Grid, GridError

#: What a sentence calls a row of them, and what may be in its fields.
LIST: Final = "row", "a number from 1 to {}, None for an empty cell or -1 for a blocked cell"
_GROUP: Final = re.compile(r"[\[({]([^\[\](){}]*)[\])}]")
_CELLS: Final = re.compile(r"\s*(?:[\[({]\s*[^\s\[\](){},]*\s*[\])}]\s*){2,}")
_ROW_END: Final = re.compile("[;|]")  # as in MATLAB and MiniZinc
_SHAPE: Final = re.compile(r"\b(?:n(?:row|col)\s*=|reshape\b)")


def parse(text: str, layout: str) -> Iterable[BoardReading]:
    if any(text.count(opening) != text.count(closing) for opening, closing in ("[]", "()", "{}")):
        raise GridError("A bracket of this list isn’t closed, so some of it may be missing.")
    lines = text.split("\n")
    if any(map(_CELLS.fullmatch, lines)):
        rows = [
            Row(label, [field.strip() for field in _GROUP.findall(line)])
            for label, line in enumerate(lines, 1)
            if line.strip()
        ]
    else:
        groups = (row for group in _GROUP.findall(text) for row in _ROW_END.split(group))
        fields = filter(None, map(_split, filter(str.strip, groups)))
        rows = [Row(label, row, LIST) for label, row in enumerate(fields, 1)]
        if shape := _SHAPE.search(text):
            raise GridError(
                f"This list says elsewhere how long its rows are (“{shape[0]}”). Write each row as "
                "a list."
            )
    return read_rows(rows, [layout or "8"], may_have_size=False)


def _split(group: str) -> list[str]:
    fields = group.rstrip().removesuffix(",").split(",") if "," in group else group.split()
    return [field.strip(" \t\r\n\"'") for field in fields]


def format_list(grid: Grid, board: Board) -> str:
    """Write a board as a list of lists.

    >>> print(format_list(Grid.of(1, 2), {}))
    [[None, None]]
    """
    rows = write_fields(grid, board, join=", ", empty_sign="None", blocked_sign="-1").split("\n")
    return "[" + ",\n ".join(f"[{row}]" for row in rows) + "]"


NOTATION = Notation(
    name="list",
    title="List of a program",
    ending="py.txt",
    layouts=("8",),
    example="[[1, None, 3],\n [None, '#', None],\n [7, None, None]]",
    is_recognised=lambda text: _GROUP.search(text) is not None,
    parse=parse,
    format=format_list,
)
