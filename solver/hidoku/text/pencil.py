"""What is pencilled on a board, in words: where lines without numbers lead, and tints of cells.

Each cell of a line says in which directions the line continues, so that somebody listening to the
board can follow it from cell to cell.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from solver.hidoku.rules.game import Play, cell_name
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.wording import capitalised, join_words, plural

# A solved board as a few lines to send, and its ribbon, which gives no cell away.
#
# The ribbon shows the numbers in the order they were placed, in ten squares at most. The colour of
# a square says which part of the path most of its numbers belong to, from red for the first numbers
# to purple for the last, like the ribbon on the board.


PARTS: Final = 6  # of the path, from the first numbers to the last, each with its colour
LONGEST: Final = 10  # squares


def ribbon_parts(last: int, numbers: Sequence[int]) -> tuple[int, ...]:
    """Return, for each square of the ribbon, the part of the path that it shows, from 0.

    ``numbers`` are numbers of a path to ``last``, in the order they were placed. If two parts are
    equally common in a square, it shows the one that comes first.

    >>> ribbon_parts(12, [1, 2, 12, 11, 6, 5])
    (0, 0, 5, 5, 2, 2)
    >>> ribbon_parts(60, range(1, 61)), ribbon_parts(9, [])
    ((0, 0, 1, 2, 2, 3, 3, 4, 5, 5), ())
    """
    squares = min(LONGEST, len(numbers))
    bounds = [len(numbers) * square // squares for square in range(squares + 1)] if squares else []
    parts = [(number - 1) * PARTS // last for number in numbers]
    stretches = (parts[start:end] for start, end in pairwise(bounds))
    return tuple(Counter(stretch).most_common(1)[0][0] for stretch in stretches)


def share_text(
    title: str, grid: Grid, *, time: str, help_words: str, pace: str = "", link: str = ""
) -> str:
    """Return the text to send about a solved board: title, time, size, help, pace, and a link.

    >>> board = Grid.of(1, 4, {Cell(0, 0): 1})
    >>> print(share_text("A", board, time="0:05", help_words="1 hint", pace="🟩🟨", link="a.b/g/c"))
    A: solved in 0:05
    4 numbers, 1 given, 1 hint
    Pace from 1 to 4: 🟩🟨
    a.b/g/c
    """
    lines = [
        f"{title}: solved in {time}",
        f"{plural(grid.last, 'number')}, {len(grid.given)} given, {help_words}",
        f"Pace from 1 to {grid.last}: {pace}" if pace else "",
        link,
    ]
    return "\n".join(filter(None, lines))


#: The names of the tints, starting with tint 1.
TINT_NAMES: Final = ("blue", "green", "orange", "pink", "violet", "grey")

#: Directions to a neighbour, by how many rows and columns it is away. A row of hexagons is shifted
#: half a cell to the right of the row above.
_DIRECTIONS: Final = {
    (0, -1): "left",
    (0, 1): "right",
    (-1, 0): "up",
    (1, 0): "down",
    (-1, -1): "up left",
    (-1, 1): "up right",
    (1, -1): "down left",
    (1, 1): "down right",
}
_HEX_DIRECTIONS: Final = {**_DIRECTIONS, (-1, 0): "up left", (1, 0): "down right"}


def tint_name(tint: int) -> str:
    """Return the name of a tint.

    >>> tint_name(1)
    'blue'
    """
    return TINT_NAMES[tint - 1]


def line_words(play: Play) -> Mapping[Cell, str]:
    """Say for each cell on a pencil line where the line continues.

    >>> from solver.hidoku.rules.grid import Grid
    >>> from solver.hidoku.rules.pencil import draw_line
    >>> play = draw_line(Play(Grid.of(2, 2)), [Cell(0, 0), Cell(0, 1), Cell(1, 0)])
    >>> line_words(play)[Cell(0, 0)], line_words(play)[Cell(0, 1)]
    ('end of a line that goes right', 'on a line that goes left and down left')
    """
    step_words = _HEX_DIRECTIONS if play.grid.adjacency is Adjacency.HEX else _DIRECTIONS
    directions_of: dict[Cell, list[str]] = defaultdict(list)
    for start, end in sorted(play.lines):
        for cell, goal in ((start, end), (end, start)):
            directions_of[cell].append(step_words[goal.row - cell.row, goal.column - cell.column])
    return {
        cell: ("end of" if len(directions) == 1 else "on")
        + f" a line that goes {join_words(directions)}"
        for cell, directions in directions_of.items()
    }


def line_change_text(before: Play, after: Play, cells: Sequence[Cell]) -> str:
    """Say what happened to a line along cells: drawn, or rubbed out.

    >>> from solver.hidoku.rules.grid import Grid
    >>> from solver.hidoku.rules.pencil import draw_line
    >>> start, path = Play(Grid.of(1, 3)), [Cell(0, 2), Cell(0, 1), Cell(0, 0)]
    >>> line_change_text(start, draw_line(start, path), path)
    'Line drawn from row 1, column 3 to row 1, column 1, through 3 cells.'
    """
    verb = "drawn" if after.lines - before.lines else "rubbed out"
    through = f", through {len(cells)} cells" if len(cells) > 2 else ""
    return f"Line {verb} from {cell_name(cells[0])} to {cell_name(cells[-1])}{through}."


def tinted_text(before: Play, after: Play) -> str:
    """Say what happened to the tints of cells.

    >>> from solver.hidoku.rules.grid import Grid
    >>> from solver.hidoku.rules.pencil import tint_each
    >>> start = Play(Grid.of(1, 3))
    >>> one = tint_each(start, [Cell(0, 1)], 1)
    >>> tinted_text(start, one), tinted_text(one, start)
    ('Row 1, column 2 is blue.', 'Row 1, column 2 has no colour now.')
    """
    changes = sorted({cell for cell, _ in before.tints.items() ^ after.tints.items()})
    tint = after.tints.get(changes[0])
    is_plural = len(changes) > 1
    if tint is None:
        verb = "have no colour now" if is_plural else "has no colour now"
    else:
        verb = f"{'are' if is_plural else 'is'} {tint_name(tint)}"
    cells = plural(len(changes), "cell") if is_plural else capitalised(cell_name(changes[0]))
    return f"{cells} {verb}."
