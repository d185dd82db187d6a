"""Lines beside the rows of a board, for what they can't say: neighbours and joined cells.

``adjacency: hex`` (a name of :data:`~solver.hidoku.notations.layouts.LAYOUTS`), and ``links:
r1c1-r1c2`` with rows and columns counted from 1. They come below the rows; when read, also above.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from solver.hidoku.notations.layouts import check_layout, fields_of
from solver.hidoku.rules.grid import Board, Cell, Grid, GridError, Pair
from solver.wording import quote

LONGEST_TEXT = 50_000
_NOTE = re.compile(r"\s*(adjacency|links)\s*:(.*)", re.IGNORECASE)
_PAIR = re.compile(r"r(\d{1,4})c(\d{1,4})-r(\d{1,4})c(\d{1,4})", re.IGNORECASE)


class NotedLines(NamedTuple):
    """The numbered lines of a text that aren't notes, and what the notes say.

    A text that names its layout doesn't begin with its size.
    """

    lines: list[tuple[int, str]]
    layout: str
    joined: frozenset[Pair]
    is_named: bool


def check_length(text: str) -> None:
    if len(text) > LONGEST_TEXT:
        raise GridError(f"The text is too long for a board: at most {LONGEST_TEXT} characters.")


def lines_of(text: str) -> list[str]:
    """Return the lines of a text as messages count them, without a byte order mark."""
    return re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))


def take_notes(text: str, layout: str = "") -> NotedLines:
    r"""Split a text into its lines and its notes; GridError if they name another layout.

    >>> take_notes("adjacency: 4\n1 . 3")
    NotedLines(lines=[(2, '1 . 3')], layout='4', joined=frozenset(), is_named=True)
    """
    check_length(text)
    lines = list[tuple[int, str]]()
    pairs = set[Pair]()
    is_named = False
    for label, line in enumerate(lines_of(text), 1):
        note = _NOTE.fullmatch(line)
        if note is None:
            lines.append((label, line))
        elif note[1].lower() == "adjacency":
            layout = settle_layout(note[2], layout)
            is_named = True
        else:
            pairs |= {_parse_pair(word, label) for word in note[2].split()}
    places = [place for place, (_, line) in enumerate(lines) if line.strip(" \f\v")]  # tabs: a row
    rows = lines[places[0] : places[-1] + 1] if places else []
    return NotedLines(rows, layout, frozenset(pairs), is_named)


def settle_layout(text: str, request: str) -> str:
    """Return the layout that a text names; GridError if another one was requested."""
    name = check_layout(text)
    if request and request != name:
        raise GridError(f"The board says adjacency {name}, not {request}.")
    return name


def _parse_pair(word: str, label: int) -> Pair:
    match = _PAIR.fullmatch(word)
    if match is None:
        raise GridError(f"Line {label} is “{quote(word)}”. Write joined cells as r1c1-r1c2.", label)
    a, b, c, d = (int(count) - 1 for count in match.groups())
    return Cell(a, b), Cell(c, d)


def format_pair(pair: Pair) -> str:
    return "-".join(f"r{cell.row + 1}c{cell.column + 1}" for cell in pair)


def add_notes(grid: Grid, board: Board, write: Callable[[Grid, Board, str], str]) -> str:
    """Write a board, given how its fields are written, with notes of what these don't say."""
    layout, fields, pairs = fields_of(grid, board)
    lines = [write(fields, fields.given, layout)]
    if layout != "8":
        lines.append(f"adjacency: {layout}")
    if pairs:
        lines.append("links: " + " ".join(map(format_pair, sorted(pairs))))
    return "\n".join(lines)
