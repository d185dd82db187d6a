"""Pictures painted: every cell whole and where its number stands, the path over it."""

from io import BytesIO

import pytest
from PIL import Image, ImageChops

from solver.hidoku.rules.grid import Adjacency, Board, Cell, Grid
from tests.cases import cases
from webapp.hidoku.picture.geometry import TALL, BoardPlan
from webapp.hidoku.picture.path import hue_of
from webapp.hidoku.picture.png import png_of
from webapp.hidoku.picture.svg import EDGE, GIVEN, INK, PAPER, RIBBON, RIM, RIM_WIDE, TILES


def opened(grid: Grid, board: Board) -> Image.Image:
    return Image.open(BytesIO(png_of(grid, board))).convert("RGB")


def colour_at(picture: Image.Image, grid: Grid, x: float, y: float) -> str:
    """Return the colour of a place, in cells."""
    unit = picture.width / (BoardPlan.of(grid).width + 2 * EDGE)
    pixel = picture.getpixel((int((x + EDGE) * unit), int((y + EDGE) * unit)))
    assert isinstance(pixel, tuple)
    return "#" + "".join(f"{channel:02x}" for channel in pixel)


@cases("adjacency", Adjacency)
def test_a_cell_is_painted_whole_and_in_the_middle(adjacency: Adjacency) -> None:
    picture = opened(Grid.of(1, 1, adjacency=adjacency), {})
    blank = Image.new("RGB", picture.size, PAPER)
    box = ImageChops.difference(picture, blank).getbbox()
    assert box
    left, top, right, bottom = box
    unit = picture.width / (1 + 2 * EDGE)
    high = TALL if adjacency is Adjacency.HEX else 1
    side = (TILES[adjacency].side + RIM_WIDE) * unit
    assert right - left == pytest.approx(side, abs=2)
    assert bottom - top == pytest.approx(side * high, abs=2)
    assert left == pytest.approx(picture.width - right, abs=2)
    assert top == pytest.approx(picture.height - bottom, abs=2)


@cases("adjacency", Adjacency)
def test_cells_path_and_links_have_their_colours(adjacency: Adjacency) -> None:
    cells = [Cell(0, column) for column in range(4)]
    grid = Grid.of(1, 4, {cells[0]: 1}, adjacency=adjacency, joined=[(cells[2], cells[3])])
    picture = opened(grid, {cells[0]: 1, cells[1]: 2})
    middle = BoardPlan.of(grid).height / 2
    assert colour_at(picture, grid, 1, middle) == RIBBON[0]
    assert colour_at(picture, grid, 3, middle) == INK
    assert colour_at(picture, grid, 0.5, middle - 0.33) == GIVEN
    assert colour_at(picture, grid, 1.5, middle - 0.33) == PAPER
    colours = {colour for _, colour in picture.getcolors(1 << 20) or ()}
    assert tuple(bytes.fromhex(RIM[1:])) in colours


def test_where_two_diagonals_cross_the_later_passes_over_the_other() -> None:
    """Beside it the paper is seen, so that the lower one ends before it and goes on after it."""
    grid = Grid.of(2, 2)
    board = {Cell(0, 0): 1, Cell(1, 1): 2, Cell(1, 0): 3, Cell(0, 1): 4}
    picture = opened(grid, board)
    lower, upper = (RIBBON[hue_of(number, 4)] for number in (1, 3))
    below = [colour_at(picture, grid, 1 + away, 1 + away) for away in (0.18, -0.18, 0.24, -0.24)]
    assert below == [PAPER, PAPER, lower, lower]
    above = [colour_at(picture, grid, 1 + away, 1 - away) for away in (0, 0.2, -0.2, 0.3, -0.3)]
    assert above == [upper] * 5
