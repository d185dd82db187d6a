"""Boards as JSON: ours, puzzlekit's, and what our commands print with ``--json``.

Our object has ``board`` (rows of numbers, 0 for an empty cell, null for a blocked one) and may have
``adjacency`` (a layout's name, as "8") and ``links`` (pairs of cells, each [row, column] from 0). A
bare list of rows is also a board. In what our commands print, ``board`` is a text. puzzlekit has
the text as ``problem``, or as rows of texts, ``grid``.

>>> from solver.hidoku.notations.registry import parse_any
>>> parse_any('{"board": [[1, 0, 3]]}') == parse_any('{"problem": "1 - 3"}')
True
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from solver.hidoku.notations import plain
from solver.hidoku.notations.fields import ROW, Row, is_field, read_rows
from solver.hidoku.notations.layouts import LAYOUTS, check_length, layout_of, settle_layout
from solver.hidoku.notations.notation import BoardReading, Notation
from solver.hidoku.rules.grid import Board, Cell, Grid, GridError, Pair
from solver.wording import quote

_KEYS = {"board", "adjacency", "links"}
_TEXTS = ("board", "problem")
_PUZZLEKIT = {"num_rows", "num_cols", "grid"}


def is_json(text: str) -> bool:
    """Say whether a text is meant as JSON: an object, or a list that can be read as one."""
    begins = text.lstrip("\ufeff \t\r\n")
    if re.match(r"\{\s*[^\s{(\[\d]", begins):
        return True
    try:
        return begins[:1] == "[" and isinstance(json.loads(begins), list)
    except json.JSONDecodeError:
        return False
    except (ValueError, RecursionError):  # a number of a thousand digits; deep nesting
        return True


def parse(text: str, layout: str) -> Iterator[BoardReading]:
    data = _load(text)
    if isinstance(data, dict):
        for key in _TEXTS:
            if isinstance(data.get(key), str):
                yield from plain.parse(data[key], layout)
                return
        if data.keys() == _PUZZLEKIT:
            rows = [Row(label, _texts(row), ROW) for label, row in enumerate(data["grid"], 1)]
            yield from read_rows(rows, [layout or "8"])
            return
        _refuse_walls(data)
        is_bare = data.keys() == {"board"} and isinstance(data["board"], list)
        data = data["board"] if is_bare else data
    if isinstance(data, list):  # of others, whose signs may be theirs
        for sign in ("#", "null") if _has_only_nulls(data) else ("#",):  # theirs is null
            rows = [
                row._replace(fields=[field.replace("#", sign) for field in row.fields])
                for row in _rows(data)
            ]
            yield from read_rows(rows, [layout or "8"], may_have_size=False)
        return
    grid = parse_object(data, layout)
    yield BoardReading(grid, f"JSON, {LAYOUTS[layout_of(grid)]}")


def _refuse_walls(data: dict[str, Any]) -> None:
    """Refuse another kind of puzzle by its name."""
    if not data.keys().isdisjoint({"walls", "waypoints", "checkpoints"}):
        raise GridError(
            "This is a path puzzle with waypoints or walls, as Zip is. We have only boards whose "
            "numbers count every cell, without walls between cells."
        )


def _has_only_nulls(rows: list[Any]) -> bool:
    """Say whether a list has null, and nothing else that is an empty cell."""
    fields = [field for row in rows if isinstance(row, list) for field in row]
    return None in fields and not any(field in (0, "") for field in fields)


def _texts(row: Any) -> list[str]:
    if not isinstance(row, list) or not all(isinstance(field, str) for field in row):
        raise GridError("The “grid” in the JSON must be a list of rows, each a list of texts.")
    return row


def format_json(grid: Grid, board: Board | None = None) -> str:
    """Write a grid, or a board on it, so that it can be read back.

    >>> format_json(Grid.of(1, 3, {Cell(0, 0): 1}, {Cell(0, 2)}))
    '{"board": [[1, 0, null]], "adjacency": "8", "links": []}'
    """
    entries = {
        "board": rows_of(grid, grid.given if board is None else board, empty=0),
        "adjacency": layout_of(grid),
        "links": sorted(grid.joined),
    }
    return json.dumps(entries)


def rows_of(grid: Grid, board: Board, empty: int | None = None) -> list[list[int | None]]:
    """A board as rows of numbers: None for blocked cells, ``empty`` for cells without a number."""
    return [
        [
            None if cell in grid.blocked else board.get(cell, empty)
            for cell in (Cell(row, column) for column in range(grid.columns))
        ]
        for row in range(grid.rows)
    ]


def parse_object(data: Any, layout: str = "") -> Grid:
    """Read a board from what :func:`format_json` writes, loaded; GridError if it can’t."""
    if isinstance(data, list):
        data = {"board": data}
    if not isinstance(data, dict) or "board" not in data:
        raise GridError("The JSON has no “board”. Write a list of rows there.")
    strangers = sorted(set(data) - _KEYS)
    if strangers:
        raise GridError(
            f"The JSON has an entry “{quote(strangers[0])}”. "
            "Write only “board”, “adjacency” and “links”."
        )
    rows = _rows(data["board"])
    if data.get("adjacency") is not None:
        layout = settle_layout(str(data["adjacency"]), layout)
    board = _board(rows, layout)
    pairs = data.get("links", [])
    if not isinstance(pairs, list):
        raise GridError("The “links” in the JSON must be a list of pairs of cells.")
    links = frozenset(_pair(label, pair, board) for label, pair in enumerate(pairs, 1))
    return _board(rows, layout, links) if links else board


def _board(rows: list[Row], layout: str, pairs: frozenset[Pair] = frozenset()) -> Grid:
    readings = read_rows(rows, [layout or "8"], pairs, may_have_size=False)
    return max(readings, key=lambda reading: reading.is_usual).grid


def _rows(data: Any) -> list[Row]:
    if not isinstance(data, list) or not data or not all(isinstance(row, list) for row in data):
        raise GridError("The “board” in the JSON must be a list of rows, each a list of numbers.")
    return [Row(label, [*map(_field, row)], ROW) for label, row in enumerate(data, 1)]


def _field(value: Any) -> str:
    """Return a value as a field; a text without its quotes if it's a sign."""
    text = "#" if value is None else json.dumps(value)
    sign = text.strip('"')
    return sign if is_field(sign) else text


def _load(text: str) -> Any:
    check_length(text)
    try:
        return json.loads(text.removeprefix("\ufeff"), object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        sentence = f"This isn’t JSON: it can’t be read from {place} on."
        raise GridError(sentence, error.lineno) from error
    except GridError:
        raise
    except (ValueError, RecursionError) as error:  # a number of a thousand digits; deep nesting
        raise GridError("This JSON isn’t a board. Write a list of rows of numbers.") from error


def _object(pairs: list[tuple[str, Any]]) -> dict[str, object]:
    """An object without repeated keys: a repeated one is refused, since only one could count."""
    keys = [key for key, _ in pairs]
    repeat = next((key for place, key in enumerate(keys) if key in keys[:place]), None)
    if repeat is not None:
        raise GridError(f"The JSON has two entries “{quote(repeat)}”. Write only one.")
    return dict(pairs)


def _pair(label: int, pair: Any, grid: Grid) -> Pair:
    match pair:
        case [[int(a), int(b)], [int(c), int(d)]] if bool not in map(type, (a, b, c, d)):
            start = Cell(a, b)
            goal = Cell(c, d)
            if grid.has_cell(start) and goal in grid.neighbours(start):
                return start, goal
    raise GridError(
        f"Pair {label} of “links” is “{quote(json.dumps(pair))}”. "
        "Write two neighbours, each [row, column] counted from 0."
    )


NOTATION = Notation(
    name="json",
    title="JSON",
    ending="json",
    example='{"board": [\n  [1, 0, 3],\n  [0, null, 0],\n  [7, 0, 0]],\n "adjacency": "8"}',
    is_recognised=is_json,
    parse=parse,
    format=format_json,
)
