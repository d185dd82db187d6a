r"""Boards in a frame of box-drawing characters, of ``+--+`` and ``|``, or in a Markdown table.

Lines outside of the frame are ignored, so what our commands print can be read.

>>> from solver.hidoku.notations.registry import parse_any
>>> print(parse_any("| a | b |\n|---|:-:|\n| 1 |   |\n|   | 4 |"))
1 .
. 4
"""

import re
from collections.abc import Callable, Iterator

from solver.hidoku.notations.fields import Row, drop_labels, field_of, is_sign, read_rows
from solver.hidoku.notations.layouts import add_notes, take_notes
from solver.hidoku.notations.notation import BoardReading, Notation
from solver.hidoku.rules.grid import Board, Cell, Grid, GridError

_BARS = "│┃║|"
_ROW = re.compile(rf"\s*[{_BARS}](.*)[{_BARS}]\s*")
_RULE = re.compile(r"-{3,}|:-+:?|-+:")
#: Below a line of words, one hyphen is enough, and a table needs no bars at its sides.
_SHORT_RULE = re.compile(r":?-+:?")
_BARE_TABLE = re.compile(r"^.*[^\W\dx_].*\|.*\n *:?-+:? *(?:\| *:?-+:? *)+$", re.MULTILINE)
_CORNERS = (("┌", "┬", "┐"), ("├", "┼", "┤"), ("└", "┴", "┘"))
_TOP = re.compile(r"\s*[┌┏╔╭]")

Paint = Callable[[Cell, str], str]


def is_framed(text: str) -> bool:
    return any(map(_ROW.fullmatch, text.splitlines())) or bool(_BARE_TABLE.search(text))


def parse(text: str, layout: str) -> Iterator[BoardReading]:
    lines, layout, pairs, _ = take_notes(text, layout)
    if sum(_TOP.match(line) is not None for _, line in lines) > 1:
        raise GridError("There are several boards in the text. Write one.")
    is_bare = _BARE_TABLE.search(text) is not None
    table = list[Row]()
    heads = 0
    for label, line in lines:
        fields = _fields(f"|{line}|" if is_bare and "|" in line else line)
        has_words = len(table) == 1 and not all(map(is_sign, table[0].fields))
        if fields and all(map((_SHORT_RULE if has_words else _RULE).fullmatch, fields)):
            heads = len(table)
        elif fields:
            table.append(Row(label, fields))
    rows = drop_labels(table)
    head = list[Row]()
    if len(rows) == len(table):
        head = [row for row in table[:heads] if any(row.fields) and all(map(is_sign, row.fields))]
        rows = [*head, *table[heads:]]
    yield from read_rows(rows, [layout or "8"], pairs, may_have_size=False)
    if head and len(rows) > 1:  # numbers above the rule of a table may be its columns'
        yield from read_rows(rows[1:], [layout or "8"], pairs, may_have_size=False)


def _fields(line: str) -> list[str]:
    row = _ROW.fullmatch(line)
    fields = re.split(f"[{_BARS}]", row[1]) if row else []
    return [field.strip("* \u00a0") or field.strip() for field in fields]


def format_frame(
    grid: Grid, board: Board, paint: Paint = lambda _, text: text, wide: int = 0
) -> str:
    """Write a board in a frame, close together if that would have more than ``wide`` columns.

    >>> print(format_frame(Grid.of(1, 3, blocked=[Cell(0, 1)]), {Cell(0, 0): 1}))
    ┌───┬───┬───┐
    │ 1 │ # │   │
    └───┴───┴───┘
    """

    def write(fields: Grid, numbers: Board, layout: str) -> str:
        return _write(fields, numbers, layout, paint, wide)

    return add_notes(grid, board, write)


def _write(fields: Grid, board: Board, layout: str, paint: Paint, wide: int) -> str:
    columns = [
        [Cell(row, column) for row in range(fields.rows)] for column in range(fields.columns)
    ]
    texts = {cell: field_of(fields, board, cell, "", "#") for column in columns for cell in column}
    digits = [max(1, *(len(texts[cell]) for cell in column)) for column in columns]
    if layout in ("hex", "hex rows"):
        digits = [max(digits)] * fields.columns
    room = " " if wide == 0 or sum(digits) + 3 * fields.columns < wide else ""

    def line(row: int) -> str:
        cells = (Cell(row, column) for column in range(fields.columns))
        signs = (paint(c, texts[c].rjust(digits[c.column])) for c in cells)
        return "│".join(["", *(f"{room}{text}{room}" for text in signs), ""])

    lines = [line(row) for row in range(fields.rows)]
    if layout in ("hex", "hex rows"):
        half = (digits[0] + 2 * len(room) + 1) // 2
        steps = (row if layout == "hex" else row % 2 for row in range(fields.rows))
        return "\n".join(" " * half * step + text for step, text in zip(steps, lines, strict=True))
    bars = ["─" * (count + 2) for count in digits]
    top, between, bottom = (start + mark.join(bars) + end for start, mark, end in _CORNERS)
    return "\n".join([top, f"\n{between}\n".join(lines), bottom] if room else lines)


NOTATION = Notation(
    name="frame",
    title="Frame",
    ending="frame.txt",
    example="┌───┬───┬───┐\n│ 1 │   │ 3 │\n│   │ # │   │\n│ 7 │   │   │\n└───┴───┴───┘",
    is_recognised=is_framed,
    parse=parse,
    format=format_frame,
)
