"""What a card is drawn from: bars, boards, codes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from solver.deduction.faces.face import Mark, Pegs, ShownAnswer, Value
from solver.hidoku.rules.grid import Cell, Grid
from webapp.cards.canvas import ACCENT, INK, SHADE, SOFT, Canvas, Point
from webapp.hidoku.picture.colours import ribbon_colour
from webapp.hidoku.picture.drawing import Drawing
from webapp.hidoku.picture.path import HUES, hue_of
from webapp.http.assets import token

BAR: Final = token("--bar")
LEFT, TOP, WIDE, HIGH = 640, 84, 470, 462  # pixels


@dataclass(frozen=True)
class BarsPicture:
    """How many codes took one guess, two, and so on."""

    counts: tuple[int, ...]

    def __call__(self, canvas: Canvas) -> None:
        """Paint it at the right of a card."""
        step = min(64.0, HIGH / len(self.counts))
        top, longest = TOP + (HIGH - step * len(self.counts)) / 2, max(self.counts)
        for place, count in enumerate(self.counts):
            y = top + step * (place + 0.5)
            size = round(min(26, step * 0.6))
            canvas.words((LEFT + 24, y), str(place + 1), size, INK, "mm")
            wide = (WIDE - 150) * count / longest
            fill = ACCENT if count == longest else BAR
            corner, sides = (LEFT + 52, y - step * 0.36), (max(wide, 4), step * 0.72)
            canvas.box(corner, sides, min(8, sides[0] / 2), fill)
            canvas.words((LEFT + 62 + wide, y), f"{count:,}", size, SOFT, "lm")


# A Hidoku on a card: a board of maple with beads for the numbers that were given.


MAPLE, CELL, CELL_EDGE = token("--maple"), token("--cell"), token("--cell-edge")
BEAD, BEAD_EDGE, BOARD_INK = "#fffdf7", "#8a6a3c", token("--cell-ink")
BOARD_LOW: Final = "#b6925c"  # the side of the board
BOARD_MIDDLE: Final[Point] = (870, 316)
ROOM: Final = 516  # pixels, wide and high, with the edge
EDGE: Final = 14
LEAST_BEAD: Final = 9  # pixels across: smaller ones carry no figures


@dataclass(frozen=True)
class BoardPicture:
    """What is given on a grid, and some numbers ``placed``: knots in the ribbon's colours."""

    grid: Grid
    placed: tuple[tuple[Cell, int], ...] = ()

    def __call__(self, canvas: Canvas) -> None:
        """Paint it at the right of a card."""
        drawing = Drawing.of(self.grid, {**self.grid.given, **dict(self.placed)})
        plan = drawing.plan
        unit = (ROOM - 2 * EDGE) / max(plan.width, plan.height)
        wide, high = plan.width * unit, plan.height * unit
        left, top = BOARD_MIDDLE[0] - wide / 2, BOARD_MIDDLE[1] - high / 2
        _ground(canvas, (left, top), (wide, high))

        def place(x: float, y: float) -> Point:
            return left + x * unit, top + y * unit

        for given in (False, True):
            for middle in drawing.middles(given=given):
                _tile(canvas, drawing, place(*middle), unit)
        for link in drawing.links:
            ends = [place(link.x1, link.y1), place(link.x2, link.y2)]
            canvas.line(ends, BOARD_INK, max(2.0, 0.13 * unit))
        for number in drawing.numbers:
            middle = place(number.x, number.y)
            fill = BEAD if number.is_given else ribbon_colour(_hue(number.text, self.grid))
            canvas.disc(middle, 0.37 * unit, fill, BEAD_EDGE if number.is_given else "", 1.2)
            if 0.74 * unit >= LEAST_BEAD * 2:
                canvas.figure(middle, number.text, number.size * unit * 0.92, BOARD_INK)


def _hue(text: str, grid: Grid) -> int:
    return min(hue_of(int(text), grid.last), HUES - 1)


def _ground(canvas: Canvas, corner: Point, sides: Point) -> None:
    x, y = corner[0] - EDGE, corner[1] - EDGE
    wide, high = sides[0] + 2 * EDGE, sides[1] + 2 * EDGE
    canvas.box((x + 2, y + 12), (wide, high), 16, SHADE)
    canvas.box((x, y + 5), (wide, high), 16, BOARD_LOW)
    canvas.box((x, y), (wide, high), 16, MAPLE)


def _tile(canvas: Canvas, drawing: Drawing, middle: Point, unit: float) -> None:
    tile = drawing.tile
    if not tile.corners:
        side = tile.side * unit
        corner = (middle[0] - side / 2, middle[1] - side / 2)
        canvas.box(corner, (side, side), tile.rounding * unit, CELL, CELL_EDGE)
        return
    x, y = middle
    canvas.shape([(x + unit * dx, y + unit * dy) for dx, dy in tile.corners], CELL, CELL_EDGE)


# Rows of Mastermind on a card: walnut, pegs, and keys; a guess that is not shown is plain wood.


WALNUT, LOW, HOLE = token("--wood"), token("--wood-low"), token("--hole")
WOOD, WOOD_RIM, ON_WOOD = "#dcc79c", "#b99f6e", "#f6e2c8"
MIDDLE: Final[Point] = (888, 316)
WIDEST, HIGHEST = 480, 516  # pixels
MOST_ROWS: Final = 12

#: How a mark is drawn: a filled ball, a ring, or a dot; and its colour.
MARKS: Final = {
    "key-black": ("ball", "#17110c"),
    "key-bull": ("ball", "#17110c"),
    "key-white": ("ring", "#fffaf0"),
    "key-cow": ("ring", "#fffaf0"),
    "key-red": ("ball", token("--peg-1")),
    "mark-placed": ("tile", token("--peg-4")),
    "mark-present": ("ring", token("--peg-3")),
}
INK_ON: Final = frozenset({"peg-1", "peg-5", "peg-9", "peg-11", "peg-12"})  # white letters


@dataclass(frozen=True)
class CardRow:
    """A row: its pegs, None in a place that is not shown, and how it was answered."""

    pegs: Pegs
    answer: ShownAnswer | None = None


@dataclass(frozen=True)
class CodePicture:
    """Rows, the first on top; what is beyond the last dozen is left out. ``is_open`` has holes."""

    rows: tuple[CardRow, ...]
    is_open: bool = False

    def __call__(self, canvas: Canvas) -> None:
        """Paint them at the right of a card."""
        rows = self.rows[-MOST_ROWS:]
        pegs = len(rows[0].pegs)
        high = min(84.0, (HIGHEST - 24) / len(rows))
        keys = _keys_wide(rows, high)
        step = min(high * 0.9, (WIDEST - 84 - keys) / pegs)
        wide, tall = step * pegs + 84 + keys, high * len(rows) + 24
        left, top = MIDDLE[0] - wide / 2, MIDDLE[1] - tall / 2
        canvas.box((left + 2, top + 12), (wide, tall), 20, SHADE)
        canvas.box((left, top + 4), (wide, tall), 20, HOLE)
        canvas.box((left, top), (wide, tall), 20, WALNUT)
        first = len(self.rows) - len(rows) + 1
        for place, row in enumerate(rows):
            y = top + 12 + high * (place + 0.5)
            size = round(min(24, high * 0.5))
            canvas.words((left + 30, y), str(first + place), size, ON_WOOD, "mm")
            for hole, value in enumerate(row.pegs):
                self._peg(canvas, (left + 56 + step * (hole + 0.5), y), step * 0.42, value)
            _answer(canvas, (left + wide - 14 - keys / 2, y), high, row.answer)

    def _peg(self, canvas: Canvas, middle: Point, reach: float, value: Value | None) -> None:
        if value is None and self.is_open:
            canvas.disc(middle, reach * 0.7, LOW)
            canvas.disc(middle, reach * 0.55, HOLE)
            return
        if value is None or value.style == "blank":
            canvas.disc(middle, reach, WOOD, HOLE, 1.5)
        else:
            canvas.disc(middle, reach, _colour(value), HOLE, 1.5)
        x, y = middle
        if value is not None and value.letter:
            ink = "#ffffff" if f"peg-{value.style}" in INK_ON else "#1d130b"
            canvas.figure(middle, value.letter, reach * 0.95, ink)
        elif value is None:
            canvas.disc((x - reach * 0.2, y - reach * 0.24), reach * 0.42, "#efe0bd")


def _colour(value: Value) -> str:
    name = "figure" if not value.style.isdecimal() else value.style
    return token(f"--peg-{name}")


def _columns(answer: ShownAnswer) -> int:
    return len(answer.marks) if answer.in_line else (len(answer.marks) + 1) // 2


def _key_step(columns: int, high: float) -> float:
    return min(high * 0.36, 110 / columns)


def _keys_wide(rows: tuple[CardRow, ...], high: float) -> float:
    """Return how many pixels the answers take, with the tray they lie in."""
    columns = max((_columns(row.answer) for row in rows if row.answer), default=0)
    return _key_step(columns, high) * columns + 8 if columns else 40


def _answer(canvas: Canvas, middle: Point, high: float, answer: ShownAnswer | None) -> None:
    x, y = middle
    if answer is None:
        return
    if answer.sign:
        canvas.figure(middle, answer.sign, high * 0.5, ON_WOOD)
        return
    columns = _columns(answer)
    step = _key_step(columns, high)
    rows = 1 if answer.in_line else 2
    canvas.box(
        (x - step * columns / 2 - 4, y - step * rows / 2 - 4),
        (step * columns + 8, step * rows + 8),
        7,
        LOW,
    )
    for place, mark in enumerate(answer.marks):
        row, column = divmod(place, columns)
        spot = (x + step * (column + 0.5 - columns / 2), y + step * (row + 0.5 - rows / 2))
        _mark(canvas, spot, step * 0.38, mark)


def _mark(canvas: Canvas, middle: Point, reach: float, mark: Mark) -> None:
    form, colour = MARKS.get(mark.style, ("dot", HOLE))
    x, y = middle
    if form == "ball":
        canvas.disc(middle, reach, colour, "#e2d4ba", 1.3)
    elif form == "ring":
        canvas.disc(middle, reach, LOW, colour, reach * 0.55)
    elif form == "tile":
        canvas.box((x - reach, y - reach), (2 * reach, 2 * reach), 3, colour, "#ffffff")
    else:
        canvas.disc(middle, reach * 0.3, colour)
