"""The cards of Hidoku's pages: the givens of a board, and never its path."""

from dataclasses import dataclass
from typing import Final

from flask.typing import ResponseReturnValue

from solver.hidoku.rules.grid import Grid
from solver.hidoku.text.pencil import ribbon_parts
from solver.wording import date_words, plural, time_words
from webapp.cards import SHADE, Canvas, Card, Point, blueprint, send_card
from webapp.hidoku.days import DayBoard, find_day
from webapp.hidoku.picture.png import paint_tile
from webapp.hidoku.picture.svg import Drawing, shape_of
from webapp.hidoku.play.game import placed, replayed
from webapp.hidoku.play.replays import board_of
from webapp.hidoku.puzzles import Puzzle, load_puzzle, secret_of, title_of, title_of_request
from webapp.http.assets import token
from webapp.storage.games import StoredGame
from webapp.storage.hint_log import price_words
from webapp.storage.records.contests import Contest

MAPLE: Final = token("--maple")
CELL: Final = token("--cell")
CELL_EDGE: Final = token("--cell-edge")
BEAD: Final = "#fffdf7"
BEAD_EDGE: Final = "#8a6a3c"
BOARD_INK: Final = token("--cell-ink")
BOARD_LOW: Final = "#b6925c"  # the side of the board
BOARD_MIDDLE: Final[Point] = (870, 316)
ROOM: Final = 516  # pixels, wide and high, with the edge
EDGE: Final = 14
LEAST_BEAD: Final = 9  # pixels across: smaller ones carry no figures


@dataclass(frozen=True)
class BoardPicture:
    grid: Grid

    def __call__(self, canvas: Canvas) -> None:
        drawing = Drawing.of(self.grid, self.grid.given)
        plan = drawing.plan
        unit = (ROOM - 2 * EDGE) / max(plan.width, plan.height)
        wide, high = plan.width * unit, plan.height * unit
        start_x, start_y = BOARD_MIDDLE[0] - wide / 2, BOARD_MIDDLE[1] - high / 2
        _ground(canvas, (start_x, start_y), (wide, high))

        def place(x: float, y: float) -> Point:
            return start_x + x * unit, start_y + y * unit

        for is_given in (False, True):
            for middle in drawing.middles(is_given=is_given):
                spot = place(*middle)
                paint_tile(canvas, drawing.tile, spot, unit, fill=CELL, rim=CELL_EDGE)
        for stroke in drawing.joins:
            ends = [place(stroke.x1, stroke.y1), place(stroke.x2, stroke.y2)]
            canvas.line(ends, BOARD_INK, max(2.0, 0.13 * unit))
        for number in drawing.numbers:
            middle = place(number.x, number.y)
            canvas.disc(middle, 0.37 * unit, BEAD, BEAD_EDGE, 1.2)
            if 0.74 * unit >= LEAST_BEAD * 2:
                canvas.figure(middle, number.text, number.size * unit * 0.92, BOARD_INK)


def _ground(canvas: Canvas, corner: Point, sides: Point) -> None:
    x, y = corner[0] - EDGE, corner[1] - EDGE
    wide, high = sides[0] + 2 * EDGE, sides[1] + 2 * EDGE
    canvas.box((x + 2, y + 12), (wide, high), 16, SHADE)
    canvas.box((x, y + 5), (wide, high), 16, BOARD_LOW)
    canvas.box((x, y), (wide, high), 16, MAPLE)


#: The colours of the ribbon in shared text, like its squares.
COLOURS: Final = ("#d8433b", "#ee8a1f", "#f0cd3c", "#55a455", "#3f7fd1", "#a05cc4")


def board_card(puzzle: Puzzle) -> Card:
    """Return the card of a board; if it grew from today's daily board, that board's card."""
    daily = find_day(puzzle.name)
    grid = secret_of(puzzle.grid) or puzzle.grid
    facts = f"{plural(grid.last, 'number')}, {len(grid.given)} given"
    call = f"Can you complete the path from 1 to {grid.last}?"
    if daily:
        lines = (date_words(daily.day), facts)
        return Card(daily.series.title, lines, call, picture=BoardPicture(grid))
    return Card(puzzle.title, ("Hidoku", facts), call, picture=BoardPicture(grid))


def day_card(daily: DayBoard) -> Card:
    """Return the card of a day's board: its shape, and none of its numbers."""
    shape = shape_of(daily.request)
    lines = (date_words(daily.day), title_of_request(daily.request))
    call = f"Can you complete the path from 1 to {shape.last}?"
    return Card(daily.series.title, lines, call, picture=BoardPicture(shape))


def many_boards_card(contest: Contest) -> Card:
    grid = board_of(contest.start)
    lines = (title_of(contest.rules), f"{plural(grid.last, 'number')}, {len(grid.given)} given")
    call = "Play alone, then see everyone’s results."
    return Card("Group challenge", lines, call, picture=BoardPicture(grid))


def solved_card(record: StoredGame) -> Card:
    play = replayed(record)
    lines = (title_of(record.rules), price_words(record.hints).rstrip(".").lower())
    parts = ribbon_parts(play.grid.last, placed(play))
    return Card(
        f"One path, {time_words(int(record.seconds))}",
        lines,
        "Can you go faster?",
        tuple(COLOURS[part] for part in parts),
        BoardPicture(play.grid),
    )


@blueprint.get("/board/<name>.png")
def board(name: str) -> ResponseReturnValue:
    return send_card(board_card(load_puzzle(name)))
