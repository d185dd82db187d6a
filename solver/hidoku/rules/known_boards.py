"""Known boards by name, and boards as text that keeps everything."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from solver.hidoku.rules.grid import Adjacency, Board, Cell, Grid, GridError, Link
from solver.hidoku.rules.hexagons import SPOTS, in_spots
from solver.hidoku.rules.notation import check_length, format_grid, parse_grid
from solver.wording import shown

# Boards as text that keeps everything: the rows, and lines below for neighbours and links.
#
# Only what the rows can't say is added: ``adjacency: hex`` (each row begins half a cell right
# of the one above) or ``adjacency: hex rows`` (every other row is half a cell in), and ``links:
# r1c1-r1c2`` with rows and columns counted from 1. When read, such lines may also come above.


_NOTE = re.compile(r"\ufeff?\s*(adjacency|links)\s*:(.*)", re.IGNORECASE)
_LINK = re.compile(r"r(\d{1,4})c(\d{1,4})-r(\d{1,4})c(\d{1,4})", re.IGNORECASE)


def format_text(
    grid: Grid, board: Board | None = None, rows: Callable[[Grid, Board | None], str] = format_grid
) -> str:
    """Write a grid, or a board on it, with its adjacency and links.

    >>> print(format_text(Grid.of(1, 2, adjacency=Adjacency.HEX, links=[(Cell(0, 0), Cell(0, 1))])))
    __,__
    adjacency: hex
    links: r1c1-r1c2
    """
    name = grid.adjacency.value
    links = grid.links
    if seen := in_spots(grid):
        name, (grid, spots) = SPOTS, seen
        board = board and {spots[cell]: number for cell, number in board.items()}
        links = frozenset((spots[a], spots[b]) for a, b in links)
    lines = [rows(grid, board)]
    if name != Adjacency.EIGHT.value:
        lines.append(f"adjacency: {name}")
    if links:
        lines.append("links: " + " ".join(map(format_link, sorted(links))))
    return "\n".join(lines)


def format_link(link: Link) -> str:
    return "-".join(f"r{cell.row + 1}c{cell.column + 1}" for cell in link)


def take_notes(text: str) -> tuple[str, list[str], frozenset[Link]]:
    """Split a text into its rows, the adjacencies it names, and its links.

    Rows keep their line numbers; the other lines are left blank.

    >>> take_notes("adjacency: 4\\n1 . 3")
    ('\\n1 . 3', ['4'], frozenset())
    """
    check_length(text)
    rows = list[str]()
    named = list[str]()
    links = set[Link]()
    for label, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        note = _NOTE.fullmatch(line)
        rows.append("" if note else line)
        if note and note[1].lower() == "adjacency":
            named.append(note[2].strip())
        elif note:
            links |= {_parse_link(word, label) for word in note[2].split()}
    return "\n".join(rows), named, frozenset(links)


def _parse_link(word: str, label: int) -> Link:
    match = _LINK.fullmatch(word)
    if match is None:
        raise GridError(f"Line {label} reads “{shown(word)}”: expected a link as r1c1-r1c2.", label)
    a, b, c, d = (int(count) - 1 for count in match.groups())
    return Cell(a, b), Cell(c, d)


@dataclass(frozen=True)
class KnownBoard:
    title: str
    source: str
    grid: Grid


FINDLING = """\
__,__,93,__,__,__,___,__,__,57
__,__,__,22,__,53, 54,40,__,__
__,__,18,23,52,__,100,__,__,__
__,__,__,__,__,99, 33,__,__,__
__,__,__,__,__,25,___,__,__,__
__,__,__,__,__,__,___,__,__,29
14,__, 7,__,__,__,___,__,__,__
__,__,__,65,__,__, 46,72,77,__
__, 9,__,__,__,__,___,__,80,76
 1,__,__,11,__,68, 82,__,__,__
"""

#: For the home page: small enough to draw beside another game, with something to spot at once.
SMALL = """\
 9, 7,__, 4,__
__,__, 6, 2, 1
__,12,__,__,__
14,__,__,19,20
"""

BOARDS: dict[str, KnownBoard] = {
    "findling": KnownBoard(
        "Findling’s board", "Rainhard Findling’s article of 2015", parse_grid(FINDLING)
    ),
    "small": KnownBoard("A small board", "From the home page", parse_grid(SMALL)),
}
