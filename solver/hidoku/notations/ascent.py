"""Game ids and save files of Ascent, a puzzle for Simon Tatham's collection.

An id is the size, ``m`` with the kind of board, and after a colon the cells row by row: numbers
(apart by ``_`` if need be), ``a`` to ``z`` for 1 to 26 empty cells, ``A`` to ``Z`` for as many
blocked ones. Of a save file only the puzzle is read, without its moves.

>>> from solver.hidoku.notations.registry import parse_any
>>> print(parse_any("3x2mO:1aAb5"))
1 . #
. . 5
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from string import ascii_lowercase, ascii_uppercase
from typing import Final

from solver.hidoku.notations.fields import read_cells
from solver.hidoku.notations.notation import BoardReading, Notation
from solver.hidoku.notations.notes import settle_layout
from solver.hidoku.rules.grid import Board, Cell, Grid, GridError

_ID = re.compile(r"(\d{1,2})(?:x(\d{1,2}))?(?:m([A-Z]))?E?(?:d[a-z])?S?([:#])(\S*)")
_SAVED = re.compile(r"^(\w+) *:\d+:(.*?)\r?$", re.MULTILINE)
#: What each kind means: a rectangle without and with diagonals, a hexagon, a honeycomb.
_KINDS: Final[Mapping[str, str]] = {"O": "4", "R": "8", "H": "hex", "C": "hex"}


def is_ascent(text: str) -> bool:
    return text.startswith("SAVEFILE") or _ID.fullmatch(text.strip()) is not None


def parse(text: str, layout: str) -> list[BoardReading]:
    entries = dict(_SAVED.findall(text)) if text.startswith("SAVEFILE") else {}
    if entries and entries.get("GAME") != "Ascent":
        raise GridError("This save file is of another game. Choose one of Ascent.")
    game_id = f"{entries.get('PARAMS')}:{entries.get('DESC')}" if entries else text.strip()
    match = _ID.fullmatch(game_id)
    if match is None or match[4] == "#":
        raise GridError("This isn’t Ascent’s game id of a board. Write one like 6x6mR:1a3.")
    kind = match[3] or "R"
    if kind not in _KINDS:
        raise GridError("We have no boards with numbers at their edges (Ascent’s kind E).")
    columns = int(match[1])
    rows = int(match[2] or match[1])
    columns += (rows + 1) // 2 - 1 if kind == "C" else 0  # its rows lean
    if not re.fullmatch("[0-9a-zA-Z_]*", match[5]):
        raise GridError("Ascent’s game id has only digits, letters and _ after its colon.")
    settle_layout(_KINDS[kind], layout)
    cells = re.sub("[a-z]", lambda run: "." * (1 + ascii_lowercase.index(run[0])), match[5])
    cells = re.sub("[A-Z]", lambda run: "#" * (1 + ascii_uppercase.index(run[0])), cells)
    fields = re.findall(r"\d+|[.#]", cells)
    return read_cells(fields, (rows, columns), "Ascent’s game id", _KINDS[kind])


def format_ascent(grid: Grid, board: Board) -> str:
    """Write a board's game id.

    >>> format_ascent(Grid.of(2, 3, blocked=[Cell(1, 1)]), {Cell(0, 0): 1, Cell(0, 1): 12})
    '3x2mR:1_12bAa'
    """
    kind = {"4": "O", "8": "R", "hex": "H"}[grid.adjacency.value]
    text = ""
    for place in range(grid.rows * grid.columns):
        cell = Cell(*divmod(place, grid.columns))
        text += f"_{board[cell]}" if cell in board else "#" if cell in grid.blocked else "."
    text = re.sub(r"(?<!\d)_", "", text)
    text = re.sub(r"\.{1,26}", lambda run: ascii_lowercase[len(run[0]) - 1], text)
    text = re.sub(r"#{1,26}", lambda run: ascii_uppercase[len(run[0]) - 1], text)
    return f"{grid.columns}x{grid.rows}m{kind}:{text}"


NOTATION = Notation(
    name="ascent",
    title="Ascent’s game id or save file",
    ending="ascent.txt",
    layouts=("8", "4", "hex"),
    example="3x3mR:1a3aAa7b",
    is_recognised=is_ascent,
    parse=parse,
    format=format_ascent,
)
