"""Addresses of the Kudamono editor, whose Hidoku has eight neighbours.

Cells are counted upwards from the bottom, column after column from the left. Each sign, ``(12)``
for a number and ``x`` for a blocked cell, is followed by its distance from the one before. In old
addresses width and height are one less, and rows and columns are in alphabetical order.

>>> from solver.hidoku.notations.registry import parse_any
>>> print(parse_any("https://pedros.works/paper-puzzle-player?W=3x2&L=(1)1x4&G=hidoku"))
1 . #
. . .
"""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

from solver.hidoku.notations.fields import read_cells
from solver.hidoku.notations.notation import BoardReading, Notation
from solver.hidoku.notations.notes import settle_layout
from solver.hidoku.rules.grid import Board, Cell, Grid, GridError, check_size

_START = "https://pedros.works/paper-puzzle-player"
_SIGN = re.compile(r"(?:\((\d{1,4})\)|(x))(\d{1,3})")
_UNREADABLE = GridError("This isn’t the address of a Hidoku in the Kudamono editor.")


def is_kudamono(text: str) -> bool:
    return "pedros.works/" in text


def parse(text: str, layout: str) -> list[BoardReading]:
    settle_layout("8", layout)
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
    return read_cells(fields, (rows, columns), "a Kudamono address", "8")


def format_kudamono(grid: Grid, board: Board) -> str:
    signs = ""
    last = 0
    for place in range(grid.rows * grid.columns):
        cell = Cell(grid.rows - 1 - place % grid.rows, place // grid.rows)
        if cell in grid.blocked or cell in board:
            signs += ("x" if cell in grid.blocked else f"({board[cell]})") + str(place - last)
            last = place
    return f"{_START}?W={grid.columns}x{grid.rows}&L={signs}&G=hidoku"


NOTATION = Notation(
    name="kudamono",
    title="Kudamono address",
    ending="url.txt",
    layouts=("8",),
    example=f"{_START}?W=3x3&L=(7)0(1)2x2(3)4&G=hidoku",
    is_recognised=is_kudamono,
    parse=parse,
    format=format_kudamono,
)
