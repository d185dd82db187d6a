"""Known boards by name."""

from __future__ import annotations

from dataclasses import dataclass

from solver.hidoku.rules.grid import Grid
from solver.hidoku.rules.notation import parse_grid


@dataclass(frozen=True)
class Known:
    """A board with its title and where it comes from."""

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

#: For the first page: small enough to be drawn beside another game, with something to see at once.
SMALL = """\
 9, 7,__, 4,__
__,__, 6, 2, 1
__,12,__,__,__
14,__,__,19,20
"""

BOARDS: dict[str, Known] = {
    "findling": Known("Findling’s board", "Rainhard Findling, 2015", parse_grid(FINDLING)),
    "small": Known("A small board", "Made for the first page", parse_grid(SMALL)),
}
