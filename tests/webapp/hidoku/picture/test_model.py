"""Boards as pictures: where cells stand, what is left out, what is said of them."""

import re
from dataclasses import replace
from math import dist, hypot
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.generate.shapes import make_shape
from solver.hidoku.notations.plain import format_text
from solver.hidoku.notations.registry import parse_any
from solver.hidoku.rules.game import cell_name
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.rules.hexagons import hexagonal
from solver.hidoku.search.solve import solve
from solver.wording import capitalised
from tests.cases import cases
from webapp.config import ROOT
from webapp.hidoku.editor.game import Draft, edit_of
from webapp.hidoku.picture.cells import Note, cell_links, name_cells
from webapp.hidoku.picture.geometry import BoardPlan
from webapp.hidoku.picture.model import draw
from webapp.hidoku.picture.path import bridges, steps_by_hue
from webapp.hidoku.picture.svg import svg_in_page, svg_of, svg_on_paper

SVG = "{http://www.w3.org/2000/svg}"
REQUESTS = [
    BoardRequest(4, 6),
    BoardRequest(6, 4, adjacency=Adjacency.FOUR),
    BoardRequest(5, 5, shape="hexagon", adjacency=Adjacency.HEX, joined=4),
    BoardRequest(8, 8, shape="ring"),
    BoardRequest(9, 9, shape="heart", joined=3),
]


@given(st.integers(1, 6), st.integers(1, 7), st.sampled_from(Adjacency), st.data())
def test_neighbours_touch_and_nothing_stands_outside(
    rows: int, columns: int, adjacency: Adjacency, data: st.DataObject
) -> None:
    places = [Cell(row, column) for row in range(rows) for column in range(columns)]
    blocked_cells = data.draw(st.sets(st.sampled_from(places), max_size=len(places) - 1))
    grid = Grid.of(rows, columns, blocked=blocked_cells, adjacency=adjacency)
    plan = BoardPlan.of(grid)
    longest = {Adjacency.EIGHT: 1.42, Adjacency.FOUR: 1.0, Adjacency.HEX: 1.0}[adjacency] + 1e-9
    for cell in grid.cells:
        x, y = plan.centre(cell)
        assert 0.5 <= x <= plan.width - 0.5
        assert 0.5 <= y <= plan.height - 0.5 + 1e-9
        assert plan.room_before(cell) + plan.room_after(cell) == pytest.approx(
            100 * (1 - 1 / plan.width)
        )
        near = {peer for peer in grid.cells if 0 < dist((x, y), plan.centre(peer)) <= longest}
        assert near == set(grid.neighbours(cell))
    cells = [cell for line in draw(grid, {}).lines for cell in line.cells if cell.kind != "blocked"]
    assert [(cell.row, cell.column) for cell in cells] == [tuple(cell) for cell in grid.cells]


def test_the_corners_beside_a_hexagon_are_left_out() -> None:
    grid = generate(BoardRequest(7, 7, shape="hexagon", adjacency=Adjacency.HEX), 1).grid
    picture = draw(grid, grid.given)
    assert picture.plan.width == 7
    assert [len(line.cells) for line in picture.lines] == [4, 5, 6, 7, 6, 5, 4]
    assert [line.before for line in picture.lines] == [line.after for line in picture.lines]


def test_a_row_of_holes_keeps_its_height() -> None:
    picture = draw(Grid.of(3, 2, blocked=[Cell(1, 0), Cell(1, 1)]), {})
    assert [cell.kind for cell in picture.lines[1].cells] == ["blocked"]


def test_an_editor_sees_every_hole() -> None:
    grid = Grid.of(2, 3, blocked=[Cell(0, 0), Cell(1, 2)])
    picture = draw(grid, {}, whole=True)
    assert [len(line.cells) for line in picture.lines] == [3, 3]


def test_an_editor_sees_no_hole_outside_the_frame_of_hexagons() -> None:
    grid = make_shape("rectangle", 4, 3, Adjacency.HEX)
    dug = replace(grid, blocked=grid.blocked | {grid.cells[1]})
    picture = draw(dug, {}, whole=True)
    assert [len(line.cells) for line in picture.lines] == [3, 3, 3, 3]
    assert [cell.kind for cell in picture.lines[0].cells] == ["empty", "blocked", "empty"]
    assert picture.plan.width == 3.5
    assert picture.columns == 3


def test_hexagons_without_wood_are_those_that_leave_much_of_the_frame_empty() -> None:
    assert not draw(make_shape("rectangle", 8, 8, Adjacency.HEX), {}).is_bare
    assert draw(make_shape("hexagon", 9, 9, Adjacency.HEX), {}).is_bare
    assert draw(Grid.of(8, 8, adjacency=Adjacency.HEX), {}).is_bare
    assert not draw(make_shape("diamond", 9, 9), {}).is_bare


def test_a_hexagon_has_one_name_counted_along_its_row() -> None:
    grid = make_shape("rectangle", 3, 3, Adjacency.HEX)
    cells = grid.cells  # 0 1 2 / 3 4 5 half a cell in / 6 7 8
    picture = draw(grid, {cells[0]: 1, cells[4]: 5, cells[6]: 9})
    for place, name in ((1, "row 1, cell 2"), (3, "row 2, cell 1"), (8, "row 3, cell 3")):
        at = f"{cells[place].row + 1},{cells[place].column + 1}"
        link = f'<span class="named" data-cell="{at}">{name}</span>'
        assert cell_links(cell_name(cells[place]), picture.painter) == link
        assert picture.lines[place // 3].cells[place % 3].words.startswith(capitalised(name))
    sentence = f"{capitalised(cell_name(cells[4]))} holds 5."
    assert name_cells(sentence, picture.painter) == "Row 2, cell 2 holds 5."


def test_hexagons_carry_the_numbers_of_the_lines_that_they_lie_in() -> None:
    flat = hexagonal(3, Grid.of(3, 3).cells, flat_top=True)
    for grid in (make_shape("rectangle", 3, 3, Adjacency.HEX), flat):
        picture = draw(grid, {}, {"looked-at": [grid.cells[-1]]})
        for sign in picture.rulers:
            first = next(cell for cell in grid.cells if cell[grid.flat_top] == int(sign.text) - 1)
            line = f"{'column' if grid.flat_top else 'row'} {sign.text}"
            assert picture.painter.name(first) == f"{line}, cell 1"
            x, y = picture.plan.centre(first)
            away = y - sign.y if grid.flat_top else x - sign.x
            assert 0.45 < away < 0.6
            assert sign.is_spoken == picture.painter.name(grid.cells[-1]).startswith(line)
        assert len([*picture.rulers]) == 3


def test_hexagons_on_paper_carry_the_numbers_of_their_rows() -> None:
    grid = make_shape("rectangle", 3, 3, Adjacency.HEX)
    svg = svg_on_paper(grid, {})
    signs = re.findall(r'<text x="(\S+)" y="(\S+)">(\d+)</text>', svg)
    assert sorted(sign[2] for sign in signs) == ["1", "2", "3"]
    x_min, _, wide, _ = map(float, re.findall(r'viewBox="([^"]+)"', svg)[0].split())
    plan = BoardPlan.of(grid)
    for x, y, row in signs:
        first = plan.point(next(cell for cell in grid.cells if cell.row == int(row) - 1))
        assert x_min < float(x) < first[0] - 0.5
        assert abs(float(y) - first[1]) < 0.3
    assert svg_on_paper(make_shape("hexagon", 5, 5, Adjacency.HEX), {}).count("<text") == 5
    assert wide > plan.width


def test_words_say_what_is_seen() -> None:
    grid = Grid.of(1, 4, {Cell(0, 0): 1}, blocked=[Cell(0, 2)])
    marks = {"conflict": [Cell(0, 1)], "because": [Cell(0, 0)]}
    picture = draw(grid, {Cell(0, 0): 1, Cell(0, 1): 3}, marks, notes={Cell(0, 3): Note.of(2, 3)})
    assert [cell.words for cell in picture.lines[0].cells] == [
        "Row 1, column 1: 1, given, part of the reason",
        "Row 1, column 2: 3, in conflict",
        "Row 1, column 3: blocked",
        "Row 1, column 4: empty, 2 3",
    ]


@cases(("rows", "columns"), [(30, 30), (4, 25), (25, 4), (18, 50), (3, 3)])
def test_the_style_sheet_knows_how_large_a_board_is(rows: int, columns: int) -> None:
    sheet = (ROOT / "static/css/hidoku/measures.css").read_text("utf-8")
    picture = draw(Grid.of(rows, columns), {})
    wide, high = picture.measures.split()
    assert f".{wide} {{ --columns: {columns}; }}" in sheet
    assert f".{high} {{ --rows: {rows}; }}" in sheet
    assert picture.plan.can_move == (columns > 10)
    assert picture.plan.is_large == (columns > 12)


@cases("board_request", REQUESTS)
def test_a_drawing_has_every_cell_number_and_link(board_request: BoardRequest) -> None:
    grid = generate(board_request, 2).grid
    path = solve(grid).solutions[0]
    board = {cell: number for number, cell in enumerate(path, 1)}
    root = ElementTree.fromstring(svg_of(grid, board))
    outlines = [*root.iter(f"{SVG}polygon"), *root.iterfind(f"{SVG}g/{SVG}rect")]
    assert len(outlines) == grid.last
    assert {text.text for text in root.iter(f"{SVG}text")} == set(map(str, board.values()))
    over = sum(map(len, bridges(grid, steps_by_hue(grid, board)).values()))
    assert len([*root.iter(f"{SVG}line")]) == grid.last - 1 + 2 * over  # each with its casing
    assert len([*root.iter(f"{SVG}path")]) == len(grid.joined)
    assert root.findtext(f"{SVG}title") == draw(grid, board).words


def test_a_drawing_in_a_page_is_hidden_from_screen_readers() -> None:
    text = svg_in_page(Grid.of(2, 2), {Cell(0, 0): 1})
    assert 'aria-hidden="true"' in text
    assert "xmlns" not in text


def test_hexagons_whose_columns_stagger_are_drawn_as_they_are_written() -> None:
    grid = parse_any("1 . 3\n. # 5\nadjacency: hex columns")
    picture = draw(grid, grid.given, whole=True)
    centres = {cell: picture.plan.centre(cell) for cell in grid.cells}
    for cell, (x, y) in centres.items():
        near = {neighbour for neighbour, (a, b) in centres.items() if 0 < hypot(a - x, b - y) < 1.2}
        assert near == {*grid.neighbours(cell)}
    assert [[cell.number for cell in line.cells] for line in picture.lines] == [
        [1, None, 3],
        [None, None, 5],
    ]
    assert [["low" in cell.marks for cell in line.cells] for line in picture.lines] == 2 * [
        [False, True, False]
    ]
    assert 0 < min(x for x, _ in centres.values()) < max(x for x, _ in centres.values()) < 3.5
    assert "h.636" in picture.ground.tiles  # their tops are flat
    draft_grid = Draft(grid).edit(edit_of("given", [grid.cells[1]], 2)).grid
    assert format_text(draft_grid).endswith("adjacency: hex columns")
