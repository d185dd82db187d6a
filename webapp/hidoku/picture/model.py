"""Pictures of a Hidoku on a page: cells, ribbon, links and marks.

``templates/hidoku/_cells.html`` draws a :class:`Picture`, ``static/css/hidoku/board.css`` dresses
it: cells are elements that can be chosen, named and marked. Files have a ``drawing`` instead.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby

from solver.hidoku.rules.grid import Cell, Grid, Link
from solver.hidoku.rules.moves import Tints
from webapp.hidoku.board_text import WORDS
from webapp.hidoku.picture.cells import CellRow, Marks, Notes, Painter
from webapp.hidoku.picture.geometry import BoardPlan
from webapp.hidoku.picture.path import (
    Step,
    Stroke,
    bridges,
    knots_by_hue,
    links_of,
    middle_of,
    steps_by_hue,
)
from webapp.hidoku.picture.path_text import Point, dots_text, lines_text
from webapp.hidoku.picture.rulers import RulerSign, rulers_of, size_of
from webapp.hidoku.picture.tiles import tiles_of

FITTING = 10  # columns of a board that the narrowest screen shows whole; larger ones move


@dataclass(frozen=True)
class Strand:
    """All parts of the ribbon in one hue, as the ``d`` of an SVG path."""

    hue: int
    path: str


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
    plan: BoardPlan
    painter: Painter
    links: tuple[Stroke, ...]
    supposed: frozenset[Cell] = frozenset()
    pencilled: Collection[Link] = ()

    @cached_property
    def lines(self) -> tuple[CellRow, ...]:
        """All cells, row by row."""
        plan, is_whole = self.plan, self.is_whole
        return tuple(self.painter.line(row, plan, is_whole) for row in range(plan.top, plan.bottom))

    @property
    def strands(self) -> Iterator[Strand]:
        """The ribbon by hue: a board of 900 cells is drawn as 24 elements, and not as 899."""
        points = _ground(self.painter.grid, self.is_whole).points
        for hue, steps in steps_by_hue(self.painter.grid, self._sure):
            yield Strand(hue, lines_text((points[start], points[goal]) for start, goal in steps))

    @property
    def knots(self) -> Iterator[Strand]:
        """The numbers that are not given, as dots on the ribbon, by hue."""
        points = _ground(self.painter.grid, self.is_whole).points
        for hue, cells in knots_by_hue(self.painter.grid, self._sure):
            yield Strand(hue, dots_text(points[cell] for cell in cells))

    @cached_property
    def _sure(self) -> Mapping[Cell, int]:
        """The numbers that hang on no try."""
        board = self.painter.board
        if not self.supposed:
            return board
        return {cell: number for cell, number in board.items() if cell not in self.supposed}

    @property
    def trial(self) -> str:
        """The path as far as it hangs on a try, as the ``d`` of an SVG path."""
        if not self.supposed:
            return ""
        points = _ground(self.painter.grid, self.is_whole).points
        every = steps_by_hue(self.painter.grid, self.painter.board)
        steps = (step for _, found in every for step in found if self.supposed & {*step})
        return lines_text((points[start], points[goal]) for start, goal in steps)

    @property
    def pencil(self) -> str:
        """Lines without numbers, as the ``d`` of an SVG path."""
        points = _ground(self.painter.grid, self.is_whole).points
        steps = sorted(self.pencilled)
        return lines_text((points[start], points[goal]) for start, goal in steps)

    @property
    def pencil_pairs(self) -> str:
        """The same as pairs of cells, for a script that goes on with a line where it ends."""
        steps = sorted(self.pencilled)
        return " ".join("-".join(f"{row},{column}" for row, column in step) for step in steps)

    @cached_property
    def bridges(self) -> tuple[Strand, ...]:
        """The middles of diagonals that pass over others, by hue."""
        found = groupby(bridges(self.painter.grid, self._sure), key=lambda each: each[0])
        return tuple(Strand(hue, lines_text(self._middles(each))) for hue, each in found)

    def _middles(self, steps: Iterable[tuple[int, Step]]) -> Iterator[tuple[Point, Point]]:
        for _, step in steps:
            x, y, goal_x, goal_y = middle_of(self.plan, step)
            yield (x, y), (goal_x, goal_y)

    @property
    def tiles(self) -> str:
        """The ground of all cells, as the ``d`` of an SVG path."""
        return _ground(self.painter.grid, self.is_whole).tiles

    @property
    def ruler_size(self) -> float:
        """The size of type of the rulers."""
        return size_of(self.plan)

    @property
    def rulers(self) -> Iterator[RulerSign]:
        """The numbers of rows and columns at the edge; those of marked cells are spoken of."""
        return rulers_of(self.painter.grid, self.plan, self.painter.spoken)

    @property
    def measures(self) -> str:
        """The classes that tell the style sheet how wide and high the picture is."""
        plan = self.plan
        return f"w{plan.right - plan.left} r{plan.bottom - plan.top}"

    @property
    def can_move(self) -> bool:
        """Whether a narrow screen shows only a part, which arrow keys must be able to move."""
        return self.plan.width > FITTING


def draw(
    grid: Grid,
    board: Mapping[Cell, int],
    marks: Marks | None = None,
    chosen: Cell | None = None,
    *,
    notes: Notes | None = None,
    whole: bool = False,
    supposed: Collection[Cell] = (),
    pencilled: Collection[Link] = (),
    tints: Tints | None = None,
    told: Mapping[Cell, str] | None = None,
) -> Picture:
    """Return the picture of numbers on a grid.

    ``marks`` names cells by CSS class, ``notes`` are small texts in empty cells; ``whole`` shows
    the holes as well, for an editor. Numbers that are only ``supposed`` have a ribbon of their own,
    and so have pairs of cells that are joined whatever they hold, the ``pencilled``. What is
    ``told`` of a cell is said beside what stands there, and so is its tint.
    """
    plan = _ground(grid, whole).plan
    return Picture(
        grid.rows,
        grid.columns,
        grid.last,
        WORDS[grid.adjacency].name,
        whole,
        words_of(grid, board),
        plan,
        Painter(
            grid,
            board,
            marks or {},
            chosen,
            notes=notes or {},
            tints=tints or {},
            told=told or {},
        ),
        links_of(grid, plan),
        frozenset(supposed),
        pencilled,
    )


def words_of(grid: Grid, board: Mapping[Cell, int]) -> str:
    """Return what a picture is called for whoever does not see it."""
    size = f"Board of {grid.rows} rows and {grid.columns} columns"
    return f"{size}: {len(board)} of {grid.last} numbers stand"


@dataclass(frozen=True)
class _Ground:
    """What stays of a board's pictures whatever is played: plan, cells' middles, tiles."""

    plan: BoardPlan
    points: Mapping[Cell, tuple[float, float]]
    tiles: str


@lru_cache(maxsize=128)
def _ground(grid: Grid, whole: bool) -> _Ground:
    plan = BoardPlan.of(grid, whole=whole)
    points = {cell: plan.point(cell) for cell in grid.cells}
    return _Ground(plan, points, tiles_of(grid, plan))
