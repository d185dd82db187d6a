"""Known boards by name."""

from dataclasses import dataclass

from solver.hidoku.rules.grid import Cell, Grid


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

#: To watch a search on, which meets so many dead ends with the article's three checks.
DEAD_ENDS = {
    "three": """\
__,__,__,__,14
__,25,24,__,13
 8,__,__,17,12
__,__,10,__, 1
__, 5, 4, 3,__
""",
    "ten": """\
 3, 4,__,26,__,28
__,__,__,34,__,__
 1,__,__,36,__,__
__,__,23,__,__,__
__,__,__,22,21,__
__,__,12,__,17,18
""",
    "forty": """\
__,__,15,__,__,__, 1
__,__,__,12,__,__, 2
__,20,__,40,__, 8,__
__,__,30,__,__,42,__
__,__,28,__,__,34,__
__,__,23,32,__,__,35
""",
}

#: Of the lesson on depth first, by title: the pupil's search can be watched there.
LESSON = {
    "Depth first": """\
__, 2,12,__
__,13,15,__
 4,16,14,__
__,__, 7,__
""",
    "Farther back": """\
__, 7, 6,__
__,__,15,__
__,__,14,__
__,12,__, 1
""",
}


def _grid(text: str) -> Grid:
    rows = [line.split(",") for line in text.splitlines()]
    fields = {Cell(r, c): field for r, row in enumerate(rows) for c, field in enumerate(row)}
    givens = {cell: int(field) for cell, field in fields.items() if "_" not in field}
    return Grid.of(len(rows), len(rows[0]), givens)


BOARDS: dict[str, KnownBoard] = {
    "findling": KnownBoard(
        "Findling’s board", "Rainhard Findling’s article of 2015", _grid(FINDLING)
    ),
    "small": KnownBoard("A small board", "4 × 5, easy", _grid(SMALL)),
    **{
        f"{count}-dead-ends": KnownBoard(f"{count.title()} dead ends", "To watch", _grid(text))
        for count, text in DEAD_ENDS.items()
    },
    **{
        title.lower().replace(" ", "-"): KnownBoard(title, "From a lesson", _grid(text))
        for title, text in LESSON.items()
    },
}
