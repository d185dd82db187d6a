"""Ids and addresses of other programs, in which every cell of a board has its place in a row.

Hamilton is a puzzle for Simon Tatham's collection, whose boards have four neighbours. An id is the
size, and after a colon every cell, row by row, with commas between; nothing for an empty one.

>>> from solver.hidoku.notations.registry import parse_any
>>> print(parse_any("3x2:1,,,,5,"))
1 . .
. 5 .

Ascent is another. An id is the size, ``m`` with the kind of board, and after a colon the cells row
by row: numbers (apart by ``_`` if need be), ``a`` to ``z`` for 1 to 26 empty cells, ``A`` to ``Z``
for as many blocked ones. Of a save file only the puzzle is read, without its moves.

>>> print(parse_any("3x2mO:1aAb5"))
1 . #
. . 5

Kudamono is an editor, whose Hidoku has eight neighbours. In an address, cells are counted upwards
from the bottom, column after column from the left. Each sign, ``(12)`` for a number and ``x`` for a
blocked cell, is followed by its distance from the one before. In old addresses width and height are
one less, and rows and columns are in alphabetical order.

>>> print(parse_any("https://pedros.works/paper-puzzle-player?W=3x2&L=(1)1x4&G=hidoku"))
1 . #
. . .
"""

import re
from collections.abc import Mapping
from string import ascii_lowercase, ascii_uppercase
from typing import Final
from urllib.parse import parse_qs, urlsplit

from solver.hidoku.notations.fields import read_cells, write_fields
from solver.hidoku.notations.notation import BoardReading, Notation
from solver.hidoku.rules.grid import Board, Cell, Grid, GridError, check_size

_HAMILTON: Final = re.compile(r"(\d{1,2})x(\d{1,2}):((?:\d{0,4},)+\d{0,4})")
_ASCENT = re.compile(r"(\d{1,2})(?:x(\d{1,2}))?(?:m([A-Z]))?E?(?:d[a-z])?S?([:#])(\S*)")
_SAVED = re.compile(r"^(\w+) *:\d+:(.*?)\r?$", re.MULTILINE)
#: What each kind means: a rectangle without and with diagonals, a hexagon, a honeycomb.
_KINDS: Final[Mapping[str, str]] = {"O": "4", "R": "8", "H": "hex", "C": "hex"}
_START = "https://pedros.works/paper-puzzle-player"
_SIGN = re.compile(r"(?:\((\d{1,4})\)|(x))(\d{1,3})")
_UNREADABLE = GridError("This isn’t the address of a Hidoku in the Kudamono editor.")


def parse_hamilton(text: str, layout: str) -> list[BoardReading]:
    match = _HAMILTON.fullmatch(text.strip())
    columns, rows, cells = match.groups() if match else ("1", "1", "")
    return read_cells(
        cells.split(","), (int(rows), int(columns)), "Hamilton’s game id", "4", layout
    )


def format_hamilton(grid: Grid, board: Board) -> str:
    """Write a board's game id; GridError if it has blocked cells.

    >>> format_hamilton(Grid.of(2, 2), {})
    '2x2:,,,'
    """
    if grid.blocked:
        raise GridError("Hamilton has only boards without blocked cells.")
    rows = write_fields(grid, board, join=",", empty_sign="", blocked_sign="")
    return f"{grid.columns}x{grid.rows}:" + rows.replace("\n", ",")


HAMILTON = Notation(
    name="hamilton",
    title="Hamilton’s game id",
    ending="hamilton.txt",
    layouts=("4",),
    example="3x3:1,,3,,,,7,,9",
    is_recognised=lambda text: _HAMILTON.fullmatch(text.strip()) is not None,
    parse=parse_hamilton,
    format=format_hamilton,
)


def is_ascent(text: str) -> bool:
    return text.startswith("SAVEFILE") or _ASCENT.fullmatch(text.strip()) is not None


def parse_ascent(text: str, layout: str) -> list[BoardReading]:
    entries = dict(_SAVED.findall(text)) if text.startswith("SAVEFILE") else {}
    if entries and entries.get("GAME") != "Ascent":
        raise GridError("This save file is of another game. Choose one of Ascent.")
    game_id = f"{entries.get('PARAMS')}:{entries.get('DESC')}" if entries else text.strip()
    match = _ASCENT.fullmatch(game_id)
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
    cells = re.sub("[a-z]", lambda run: "." * (1 + ascii_lowercase.index(run[0])), match[5])
    cells = re.sub("[A-Z]", lambda run: "#" * (1 + ascii_uppercase.index(run[0])), cells)
    fields = re.findall(r"\d+|[.#]", cells)
    return read_cells(fields, (rows, columns), "Ascent’s game id", _KINDS[kind], layout)


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


ASCENT = Notation(
    name="ascent",
    title="Ascent’s game id or save file",
    ending="ascent.txt",
    layouts=("8", "4", "hex"),
    example="3x3mR:1a3aAa7b",
    is_recognised=is_ascent,
    parse=parse_ascent,
    format=format_ascent,
)


def parse_kudamono(text: str, layout: str) -> list[BoardReading]:
    values = {name: entries[0] for name, entries in parse_qs(urlsplit(text.strip()).query).items()}
    size = values.get("W", "")
    signs = values.get("L", "")
    is_old = "x" not in size
    sides = [size, values.get("H", "")] if is_old else size.split("x")
    is_whole = re.fullmatch(r"(?:(?:\(\d{1,4}\)|x)\d{1,3})*", signs)
    if values.get("G") != "hidoku" or not is_whole or len(sides) != 2:
        raise _UNREADABLE
    if not all(re.fullmatch(r"\d{1,3}", side) for side in sides):
        raise _UNREADABLE
    columns, rows = (int(side) + is_old for side in sides)
    check_size(rows, columns)
    across, up = (
        sorted(range(side), key=str) if is_old else range(side) for side in (columns, rows)
    )
    fields = ["."] * (rows * columns)
    place = 0
    for number, _, distance in _SIGN.findall(signs):
        place += int(distance)
        if place >= len(fields):
            raise _UNREADABLE
        fields[(rows - 1 - up[place % rows]) * columns + across[place // rows]] = number or "#"
    return read_cells(fields, (rows, columns), "a Kudamono address", "8", layout)


def format_kudamono(grid: Grid, board: Board) -> str:
    signs = ""
    last = 0
    for place in range(grid.rows * grid.columns):
        cell = Cell(grid.rows - 1 - place % grid.rows, place // grid.rows)
        if cell in grid.blocked or cell in board:
            signs += ("x" if cell in grid.blocked else f"({board[cell]})") + str(place - last)
            last = place
    return f"{_START}?W={grid.columns}x{grid.rows}&L={signs}&G=hidoku"


KUDAMONO = Notation(
    name="kudamono",
    title="Kudamono address",
    ending="url.txt",
    layouts=("8",),
    example=f"{_START}?W=3x3&L=(7)0(1)2x2(3)4&G=hidoku",
    is_recognised=lambda text: "pedros.works/" in text,
    parse=parse_kudamono,
    format=format_kudamono,
)
