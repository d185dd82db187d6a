"""Pictures of a Hidoku on a page: cells, ribbon, joins and marks.

``templates/hidoku/_cells.html`` draws a :class:`Picture`, and ``static/css/hidoku/board.css``
styles it: cells are elements that can be selected, labelled and marked. Files have a ``drawing``
instead.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from solver.hidoku.rules.grid import Cell, Grid, Pair
from solver.hidoku.rules.hexagons import columns_seen
from solver.hidoku.rules.moves import Tints
from webapp.hidoku.board_text import WORDS
from webapp.hidoku.picture import path
from webapp.hidoku.picture.cells import CellRow, Marks, Notes, Painter
from webapp.hidoku.picture.geometry import PITCH, BoardPlan, RulerSign, rulers_of, tiles_of

Strand = tuple[int, str]  # a hue, and the ``d`` of an SVG path


@dataclass(frozen=True)
class BoardGround:
    """What is the same in all pictures of a board: plan, cells' middles, tiles, joins."""

    plan: BoardPlan
    points: Mapping[Cell, path.Point]
    tiles: str
    joins: tuple[path.Stroke, ...]


@lru_cache(maxsize=128)
def ground_of(grid: Grid, whole: bool) -> BoardGround:
    plan = BoardPlan.of(grid, whole=whole)
    points = {cell: plan.point(cell) for cell in grid.cells}
    return BoardGround(plan, points, tiles_of(grid, plan), path.join_strokes(grid, plan))


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A board to draw; ``is_whole`` says that blocked cells can be seen and selected.

    Lines and ribbon are drawn only when needed: the answer to a move shows only a few cells, and
    after a note no ribbon. The cells of a 10×10 took 0.25 ms of a move's 4.
    """

    rows: int
    columns: int
    last: int
    adjacency: str
    is_whole: bool
    ground: BoardGround
    painter: Painter
    supposed: frozenset[Cell] = frozenset()
    pencilled: Collection[Pair] = ()

    @cached_property
    def lines(self) -> tuple[CellRow, ...]:
        plan = self.plan
        is_whole = self.is_whole
        return tuple(self.painter.line(row, plan, is_whole) for row in range(plan.rows))

    @cached_property
    def plan(self) -> BoardPlan:
        return self.ground.plan

    @property
    def words(self) -> str:
        return words_of(self.painter.grid, self.painter.board)

    @property
    def strands(self) -> Iterator[Strand]:
        """The ribbon by hue: a board of 900 cells needs 24 elements instead of 899."""
        return ((hue, self._line(steps)) for hue, steps in self._steps.items())

    @property
    def knots(self) -> Iterator[Strand]:
        """The numbers that aren't given, as dots on the ribbon, by hue."""
        point = self.ground.points.__getitem__
        by_hue = path.knots_by_hue(self.painter.grid, self._sure)
        return ((hue, path.dots_text(map(point, cells))) for hue, cells in by_hue.items())

    def _line(self, steps: Collection[path.Step]) -> str:
        points = self.ground.points
        return path.lines_text([(points[start], points[goal]) for start, goal in steps])

    @cached_property
    def _steps(self) -> Mapping[int, list[path.Step]]:
        return path.steps_by_hue(self.painter.grid, self._sure)

    @cached_property
    def _sure(self) -> Mapping[Cell, int]:
        board = self.painter.board
        if not self.supposed:
            return board
        return {cell: number for cell, number in board.items() if cell not in self.supposed}

    @property
    def trial(self) -> str:
        if not self.supposed:
            return ""
        groups = path.steps_by_hue(self.painter.grid, self.painter.board).values()
        return self._line([step for steps in groups for step in steps if self.supposed & {*step}])

    @property
    def pencil(self) -> str:
        return self._line(sorted(self.pencilled)) if self.pencilled else ""

    @property
    def pencil_pairs(self) -> str:
        """The same as pairs of cells, for a script that continues a line where it ends."""
        steps = sorted(self.pencilled)
        return " ".join("-".join(f"{row},{column}" for row, column in step) for step in steps)

    @cached_property
    def bridges(self) -> tuple[Strand, ...]:
        """The middles of diagonals that pass over others, by hue."""
        strands = []
        for hue, steps in path.bridges(self.painter.grid, self._steps).items():
            middles = (path.middle_of(self.plan, step) for step in steps)
            line = path.lines_text(((part.x1, part.y1), (part.x2, part.y2)) for part in middles)
            strands.append((hue, line))
        return tuple(strands)

    @property
    def rulers(self) -> Iterator[RulerSign]:
        """The numbers of rows and columns at the edge; those of marked cells are highlighted."""
        return rulers_of(self.painter.grid, self.plan, self.painter.spoken)

    @property
    def measures(self) -> str:
        plan = self.plan
        return f"w{plan.right - plan.left} r{plan.rows}"

    @property
    def is_bare(self) -> bool:
        """Whether hexagons leave more than a quarter of the frame empty: no wood is there then."""
        plan = self.plan
        return plan.is_hex and self.last * PITCH < 0.75 * plan.width * plan.height


def draw(
    grid: Grid,
    board: Mapping[Cell, int],
    marks: Marks | None = None,
    chosen: Cell | None = None,
    *,
    notes: Notes | None = None,
    whole: bool = False,
    supposed: Collection[Cell] = (),
    pencilled: Collection[Pair] = (),
    tints: Tints | None = None,
    beside: Mapping[Cell, str] | None = None,
) -> Picture:
    """Return the picture of numbers on a grid.

    ``marks`` names cells by CSS class, ``notes`` are small texts in empty cells; ``whole`` shows
    the blocked cells too, for an editor. Numbers that are only ``supposed`` have their own
    ribbon, and so have the ``pencilled`` pairs of cells, which are joined whatever they hold. Text
    ``beside`` a cell is added to what is said about it, and so is its tint.
    """
    return Picture(
        rows=grid.rows,
        columns=columns_seen(grid),
        last=grid.last,
        adjacency=WORDS[grid.adjacency].name,
        is_whole=whole,
        ground=ground_of(grid, whole),
        painter=Painter(
            grid,
            board,
            {name: frozenset(cells) for name, cells in (marks or {}).items()},
            chosen,
            notes=notes or {},
            tints=tints or {},
            beside=beside or {},
        ),
        supposed=frozenset(supposed),
        pencilled=pencilled,
    )


def words_of(grid: Grid, board: Mapping[Cell, int]) -> str:
    size = f"Board of {grid.rows} rows and {columns_seen(grid)} columns"
    return f"{size}: {len(board)} of {grid.last} numbers placed"
