"""The forms in which a board can be taken away."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from solver.hidoku.rules.grid import Board, Grid
from solver.hidoku.rules.json_format import format_json
from solver.hidoku.rules.notation import format_grid, format_plain
from webapp.hidoku.picture.png import painted
from webapp.hidoku.picture.svg import svg_of

TEXT = "text/plain; charset=utf-8"


class Download(NamedTuple):
    """How a board is written, what the file is, and what its link is called."""

    label: str
    content_type: str
    write: Callable[[Grid, Board], str | bytes]


def _with_end(write: Callable[[Grid, Board], str]) -> Callable[[Grid, Board], str]:
    return lambda grid, board: write(grid, board) + "\n"


#: By the end of the file's name.
DOWNLOADS = {
    "txt": Download("Text with commas", TEXT, _with_end(format_grid)),
    "plain.txt": Download("Text with spaces", TEXT, _with_end(format_plain)),
    "json": Download("JSON", "application/json", _with_end(format_json)),
    "svg": Download("Picture, SVG", "image/svg+xml", svg_of),
    "png": Download("Picture, PNG", "image/png", painted),
}
