"""Pictures of a Hidoku: cells, ribbon, links and marks.

``templates/hidoku/_cells.html`` draws a :class:`Picture`, ``static/css/hidoku/board.css`` dresses
it. ``drawings.svg_of`` draws a board as one SVG text instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby
from operator import attrgetter

from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from webapp.hidoku.picture.cells import Line, Marks, Notes, Painter, Step
from webapp.hidoku.picture.geometry import Plan

LEAST = 26  # pixels of a cell on the narrowest screen; larger boards move inside their frame
MOST = 72  # pixels of a cell on a small board
TALLEST = 640  # pixels of a picture, where its cells can be smaller
PHONE = 280  # pixels that the narrowest screen has for a picture
LARGE = 20  # columns from which on a board takes more than its usual share of the page

ADJACENCIES = {Adjacency.EIGHT: "eight", Adjacency.FOUR: "four", Adjacency.HEX: "hex"}


@dataclass(frozen=True)
class RibbonPart:
    """The ribbon between two consecutive numbers, in cells, with the hue of its place."""

    x1: float
    y1: float
    x2: float
    y2: float
    hue: int


@dataclass(frozen=True)
class Strand:
    """All parts of the ribbon in one hue, as the ``d`` of an SVG path."""

    hue: int
    path: str


@dataclass(frozen=True)
class LinkPart:
    """The sign between two linked cells: a short stroke across their border."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True)
class Picture:
    """A board to draw; ``is_whole`` says that holes can be seen, and chosen.

    Lines and ribbon are drawn when they are asked for: an answer to a move shows a few cells only,
    and no ribbon where it was a note. The cells of a 10×10 took 0.25 ms of a move's 4.
    """

    rows: int
    columns: int
    last: int
    adjacency: str
    is_whole: bool
    words: str
    plan: Plan
    painter: Painter
    links: tuple[LinkPart, ...]

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """All cells, row by row."""
        plan, is_whole = self.plan, self.is_whole
        return tuple(self.painter.line(row, plan, is_whole) for row in range(plan.top, plan.bottom))

    @property
    def ribbon(self) -> Iterator[RibbonPart]:
        """The ribbon between each two consecutive numbers that touch, from the first on."""
        for step in self.painter.steps():
            start, goal = (_rounded(*self.plan.centre(cell)) for cell in (step.start, step.goal))
            yield RibbonPart(*start, *goal, step.hue)

    @property
    def strands(self) -> Iterator[Strand]:
        """The ribbon by hue: a board of 900 cells is drawn as 24 elements, and not as 899."""
        points = _ground(self.painter.grid, self.is_whole).points
        for hue, steps in groupby(self.painter.steps(), key=attrgetter("hue")):
            yield Strand(hue, "".join(_strokes(steps, points)))

    @property
    def least(self) -> int:
        """The least width of the picture in pixels: a finger still finds each cell."""
        return round((LEAST + 2 * self.plan.is_hex) * self.plan.width)  # hexagons are less high

    @property
    def most(self) -> int:
        """The greatest width of the picture in pixels."""
        cell = max(min(MOST, TALLEST / self.plan.height), LEAST + 4)
        return round(cell * self.plan.width)

    @property
    def can_move(self) -> bool:
        """Whether a narrow screen shows only a part, which arrow keys must be able to move."""
        return self.least > PHONE

    @property
    def is_large(self) -> bool:
        """Whether the board takes more than its usual share of the page."""
        return self.plan.width > LARGE


def draw(
    grid: Grid,
    board: Mapping[Cell, int],
    marks: Marks | None = None,
    chosen: Cell | None = None,
    *,
    notes: Notes | None = None,
    whole: bool = False,
) -> Picture:
    """Return the picture of numbers on a grid.

    ``marks`` names cells by CSS class, ``notes`` are small texts in empty cells; ``whole`` shows
    the holes as well, for an editor.
    """
    plan = _ground(grid, whole).plan
    return Picture(
        grid.rows,
        grid.columns,
        grid.last,
        ADJACENCIES[grid.adjacency],
        whole,
        f"Board of {grid.rows} rows and {grid.columns} columns: "
        f"{len(board)} of {grid.last} numbers stand",
        plan,
        Painter(grid, board, marks or {}, chosen, notes or {}),
        tuple(_links(grid, plan)),
    )


@dataclass(frozen=True)
class _Ground:
    """What stays of a board's pictures whatever is played: the plan, the cells' middles as text."""

    plan: Plan
    points: Mapping[Cell, str]


@lru_cache(maxsize=128)
def _ground(grid: Grid, whole: bool) -> _Ground:
    plan = Plan.of(grid, whole=whole)
    middles = {cell: _rounded(*plan.centre(cell)) for cell in grid.cells}
    return _Ground(plan, {cell: f"{x:g} {y:g}" for cell, (x, y) in middles.items()})


def _strokes(steps: Iterable[Step], points: Mapping[Cell, str]) -> Iterator[str]:
    end = None
    for step in steps:
        if step.start != end:
            yield f"M{points[step.start]}"
        end = step.goal
        yield f"L{points[end]}"


def _links(grid: Grid, plan: Plan) -> Iterator[LinkPart]:
    for cells in sorted(grid.links):
        (x, y), (goal_x, goal_y) = map(plan.centre, cells)
        across, down = 0.07 * (goal_x - x), 0.07 * (goal_y - y)
        x, y = (x + goal_x) / 2, (y + goal_y) / 2
        yield LinkPart(*_rounded(x - across, y - down), *_rounded(x + across, y + down))


def _rounded(x: float, y: float) -> tuple[float, float]:
    return round(x, 3), round(y, 3)
