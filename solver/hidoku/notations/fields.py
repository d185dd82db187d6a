"""Rows of fields, as most notations have them, and the boards they can mean.

A field is a number, a sign for an empty cell or one for a blocked cell. Which signs mean what
differs from program to program, so a text with two signs for empty cells has several readings.
Numbers out of the board's range, or given twice, can be read: such a board has no solution, and
:func:`solver.hidoku.rules.faults.faults` says why. Numbers of five digits and more are refused.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from string import ascii_lowercase
from typing import Final, NamedTuple

from solver.hidoku.notations.layouts import LAYOUTS, lay_out, settle_layout
from solver.hidoku.notations.notation import BoardReading
from solver.hidoku.rules.grid import MOST_CELLS, Board, Cell, Grid, GridError, Pair, check_size
from solver.wording import capitalised, join_words, plural, quote

#: With so many signs for empty cells, at most one of them is tried as a blocked cell's: judging all
#: 63 readings of six signs on 900 cells took 2.2 s.
MANY_SIGNS: Final = 4
EMPTY: Final = re.compile(
    r"_+|\.+|--?|-1(?:\.0*)?|\?+|0+(?:\.0*)?|x+|none|null|nil|undefined|nan|n/?a|[□⬜▢]+|",
    re.IGNORECASE,
)
BLOCKED: Final = re.compile(r"#+|\*+|[█■⬛▓▇]+")
_NUMBER: Final = re.compile(r"0*[1-9][0-9]{0,3}(?:\.0*)?")
#: Signs that are blocked cells where a sign of a lower rank is there for empty ones; others have 0.
_RANKS: Final = {"n": 1, "x": 2, "-1": 3}
SIZE: Final = re.compile(r"(\d{1,2})(?:(?: +|\t|\s*[,;x×]\s*)(\d{1,2}))?")

#: What a sentence calls a row, and what may be in its fields; rows of JSON aren't lines.
LINE: Final = "line", "a number from 1 to {}, a dot for an empty cell or # for a blocked cell"
ROW: Final = "row", "a whole number from 1 to {}, 0 for an empty cell or null for a blocked cell"


class Row(NamedTuple):
    """A row of fields, the number of its line in the text, and how sentences speak of it."""

    label: int
    fields: Sequence[str]
    kind: tuple[str, str] = LINE

    @property
    def name(self) -> str:
        return f"{self.kind[0]} {self.label}"

    @property
    def line(self) -> int:
        return self.label if self.kind is LINE else 0


def read_rows(
    rows: Sequence[Row],
    layouts: Sequence[str],
    pairs: frozenset[Pair] = frozenset(),
    *,
    may_have_size: bool = True,
) -> Iterator[BoardReading]:
    """Yield the boards that rows of fields can mean; the first row may be the size.

    >>> [reading.words for reading in read_rows([Row(1, ["1", "__", "."])], ["8"])][:2]
    ['empty “__” and “.”, eight neighbours', 'empty “.”, blocked “__”, eight neighbours']
    """
    if not rows:
        raise GridError("There’s no board in the text. Write rows of numbers.")
    if not (may_have_size and has_size(rows)):
        yield from _read(rows, layouts, pairs)
        return
    may_be_row = len(rows[0].fields) == len(rows[-1].fields)
    if may_be_row:
        yield from _read(rows, layouts, pairs)
    for reading in _read(rows[1:], layouts, pairs):
        if not may_be_row or max(reading.grid.given.values(), default=0) <= reading.grid.last:
            yield reading


def read_cells(
    fields: Sequence[str], size: tuple[int, int], title: str, layout: str, request: str
) -> list[BoardReading]:
    """Return the board whose fields an id of another program lists row by row."""
    settle_layout(layout, request)
    rows, columns = size
    check_size(rows, columns)
    if len(fields) != rows * columns:
        raise GridError(f"{title} describes {len(fields)} cells, not {rows * columns}.")
    lines = [Row(row + 1, fields[row * columns :][:columns]) for row in range(rows)]
    (reading,) = read_rows(lines, [layout], may_have_size=False)
    return [replace(reading, words=title)]


def drop_labels(rows: list[Row]) -> list[Row]:
    """Return the rows of a table without its head and their labels, as R and pandas print them.

    >>> table = Row(1, ["V1", "V2"]), Row(2, ["1", "3", "NA"]), Row(3, ["2", "NA", "1"])
    >>> [row.fields for row in drop_labels([*table])]
    [['3', 'NA'], ['NA', '1']]
    """
    if len(rows) < 2:
        return rows
    head, *body = rows
    names = head.fields[head.fields[0] == "" :]
    widths = {len(row.fields) for row in body}
    if not _count_up(names) or len(widths) > 1:
        return rows
    if {len(names) + 1} == widths and _count_up([row.fields[0] for row in body]):
        return [row._replace(fields=row.fields[1:]) for row in body]
    return rows if any(map(is_field, head.fields)) else body


def _count_up(labels: Sequence[str]) -> bool:
    """Say whether labels are a, b, c, or 0, 1, 2, or V1, V2, V3."""
    counts = [re.sub(r"\D", "", label) for label in labels]
    numbers = [*map(str, range(len(labels) + 1))]
    is_count = counts in (numbers[:-1], numbers[1:]) or "".join(labels).lower() in ascii_lowercase
    return len(labels) > 1 and is_count


def has_size(rows: Sequence[Row], *, is_certain: bool = False) -> bool:
    """Say whether the first row is the size of those below; GridError if it is another size."""
    size = SIZE.fullmatch(" ".join(rows[0].fields)) if len(rows) > 1 else None
    widths = {len(row.fields) for row in rows[1:]}
    if size is None or len(widths) != 1 or not all(rows[0].fields):
        return False
    label = (int(size[1]), int(size[2] or size[1]))
    shape = (len(rows) - 1, *widths)
    if sorted(label) == sorted(shape):
        return True
    is_likely = len(rows[0].fields) < shape[1] and shape[0] > 1 and not {*label}.isdisjoint(shape)
    if not (is_certain or is_likely):
        return False
    raise GridError(
        f"Line {rows[0].label} gives the size {label[0]} × {label[1]}, but the rows below it are "
        f"{shape[0]} × {shape[1]}.",
        rows[0].label,
    )


def _read(
    rows: Sequence[Row], layouts: Sequence[str], pairs: frozenset[Pair]
) -> Iterator[BoardReading]:
    _check_rows(rows)
    fields = dict.fromkeys(field for row in rows for field in row.fields)
    signs = {_kind(field): field for field in fields if EMPTY.fullmatch(field)}  # “_” as “__”
    walls_outside = dict.fromkeys(field for field in fields if BLOCKED.fullmatch(field))
    numbers = [int(field) for row in rows for field in row.fields if field.isdecimal()]
    is_ranked = len(signs) == 1 and signs.keys() <= _RANKS.keys()
    is_full = is_ranked and max(numbers, default=0) == len(numbers)
    limit = max(1 + is_full, len(signs)) if len(signs) < MANY_SIGNS else 2
    ranks = [_RANKS.get(kind, 0) for kind in signs]
    walls = tuple(kind for kind in signs if _RANKS.get(kind, 0) > min(ranks))
    is_clear = len(signs) == len(walls) + 1
    for count in range(limit):
        for blocked_signs in combinations(signs, count):
            grid = _grid_of(rows, blocked_signs)
            if grid is None:
                continue
            for layout in layouts:
                words = _words(signs, blocked_signs, walls_outside, layout)
                is_usual = len(signs) < 2 or (is_clear and blocked_signs == walls)
                yield BoardReading(
                    lay_out(layout, grid, pairs), words, is_usual and layout == layouts[0]
                )


def _words(
    signs: dict[str, str], blocked_signs: Sequence[str], outside: Iterable[str], layout: str
) -> str:
    quotes = {kind: f"“{sign}”" if sign else "nothing" for kind, sign in signs.items()}
    empty = [quotes[kind] for kind in signs if kind not in blocked_signs]
    walls = [*(quotes[kind] for kind in blocked_signs), *(f"“{sign}”" for sign in outside)]
    parts = [
        f"empty {join_words(empty)}" if empty else "",
        f"blocked {join_words(walls)}" if walls else "",
    ]
    return ", ".join([*filter(None, parts), LAYOUTS[layout]])


def _grid_of(rows: Sequence[Row], signs: Sequence[str]) -> Grid | None:
    """Return the board with some signs for empty cells as blocked ones; None without a cell."""
    values = {field: _value(field, signs) for row in rows for field in {*row.fields}}
    places = {
        Cell(row, column): values[field]
        for row, (_, fields, _) in enumerate(rows)
        for column, field in enumerate(fields)
    }
    blocked_cells = [cell for cell, value in places.items() if value is None]
    if signs and len(blocked_cells) == len(places):
        return None
    givens = {cell: value for cell, value in places.items() if value}
    return Grid.of(len(rows), len(rows[0].fields), givens, blocked_cells)


def _value(field: str, signs: Sequence[str]) -> int | None:
    if EMPTY.fullmatch(field):
        return None if _kind(field) in signs else 0
    return None if BLOCKED.fullmatch(field) else int(field.partition(".")[0])


def _kind(sign: str) -> str:
    return "-1" if sign.startswith("-1") else sign[:1].lower()


def _check_rows(rows: Sequence[Row]) -> None:
    """Refuse rows that are no board, naming the first line at fault.

    Beside a field that can't be read, a number that is too high is a fault as well.
    """
    wide = len(rows[0].fields)
    is_even = all(len(row.fields) == wide for row in rows)
    fields = [field for row in rows for field in row.fields]
    if is_even and all(map(is_field, {*fields})):
        check_size(len(rows), wide)
        return
    last = sum(not BLOCKED.fullmatch(field) for field in fields) if is_even else 9999
    for row in rows:
        _check_shape(row, rows[0])
        for column, field in enumerate(row.fields, 1):
            is_high = _NUMBER.fullmatch(field) and int(field.partition(".")[0]) > last
            if is_high or not is_field(field):
                advice = row.kind[1].format(min(last, MOST_CELLS))
                sentence = f"{capitalised(row.name)}, field {column} is “{quote(field)}”."
                raise GridError(f"{sentence} Write {advice}.", row.line, field)


def is_field(field: str) -> bool:
    return is_sign(field) or bool(BLOCKED.fullmatch(field))


def is_sign(field: str) -> bool:
    return bool(_NUMBER.fullmatch(field) or EMPTY.fullmatch(field))


def _check_shape(row: Row, first: Row) -> None:
    wide = len(first.fields)
    width = len(row.fields)
    if width != wide:
        count = plural(width, "field") if any(row.fields) else "no fields"
        sizes = f"{capitalised(row.name)} has {count}, but {first.name} has {wide}"
        raise GridError(f"{sizes}: every row needs the same number.", row.line)


def write_fields(grid: Grid, board: Board, *, join: str, empty_sign: str, blocked_sign: str) -> str:
    """Write rows of fields, which stand in columns if they aren't empty.

    >>> grid = Grid.of(1, 3, blocked=[Cell(0, 2)])
    >>> print(write_fields(grid, {}, join=",", empty_sign="_", blocked_sign="#"))
    _,_,#
    """
    numbers = [str(number) for number in (grid.last, *board.values())]
    wide = max(map(len, (blocked_sign, empty_sign, *numbers))) if empty_sign else 0
    return "\n".join(
        join.join(
            field_of(grid, board, Cell(row, column), empty_sign, blocked_sign).rjust(wide)
            for column in range(grid.columns)
        )
        for row in range(grid.rows)
    )


def field_of(grid: Grid, board: Board, cell: Cell, empty_sign: str, blocked_sign: str) -> str:
    if cell in grid.blocked:
        return blocked_sign
    return str(board[cell]) if cell in board else empty_sign
