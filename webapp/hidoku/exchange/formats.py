"""The forms in which a board can be taken away."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from solver.hidoku.rules.grid import Board, Grid
from solver.hidoku.rules.json_format import format_json
from solver.hidoku.rules.known_boards import format_text
from solver.hidoku.rules.notation import format_plain
from webapp.hidoku.picture.png import painted
from webapp.hidoku.picture.svg import svg_of

TEXT = "text/plain; charset=utf-8"


class Download(NamedTuple):
    """How a board is written, what the file is, and what its link is called."""

    label: str
    content_type: str
    write: Callable[[Grid, Board], str | bytes]


def _spaced(grid: Grid, board: Board) -> str:
    return format_text(grid, board, format_plain)


def _with_end(write: Callable[[Grid, Board], str]) -> Callable[[Grid, Board], str]:
    return lambda grid, board: write(grid, board) + "\n"


#: By the end of the file's name.
DOWNLOADS = {
    "txt": Download("Text with commas", TEXT, _with_end(format_text)),
    "plain.txt": Download("Text with spaces", TEXT, _with_end(_spaced)),
    "json": Download("JSON", "application/json", _with_end(format_json)),
    "svg": Download("Picture, SVG", "image/svg+xml", svg_of),
    "png": Download("Picture, PNG", "image/png", painted),
}
