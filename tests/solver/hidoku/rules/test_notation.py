import json
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.hidoku.rules.grid import Adjacency, Board, Cell, Grid, GridError
from solver.hidoku.rules.json_format import format_json, parse_any, parse_json
from solver.hidoku.rules.known_boards import BOARDS, FINDLING, format_text
from solver.hidoku.rules.notation import format_grid, format_plain, parse_grid, parse_plain
from tests.solver.hidoku.hidoku_checks import puzzles, solvable


def unlinked(grid: Grid) -> Grid:
    return replace(grid, links=frozenset())


@given(st.one_of(puzzles(), solvable()))
def test_round_trip(grid: Grid) -> None:
    assert parse_grid(format_grid(grid), grid.adjacency) == unlinked(grid)


@given(st.one_of(puzzles(), solvable()))
def test_round_trip_of_the_plain_form(grid: Grid) -> None:
    assert parse_plain(format_plain(grid), grid.adjacency) == unlinked(grid)


@given(st.one_of(puzzles(), solvable()), st.sampled_from([format_grid, format_plain]))
def test_round_trip_of_the_text_of_a_file(
    grid: Grid, rows: Callable[[Grid, Board | None], str]
) -> None:
    assert parse_any(format_text(grid, rows=rows)) == grid


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1 .\nadjacency: five", "The adjacency reads “five”: expected 8, 4 or hex."),
        ("adjacency: 4\n1 .\nadjacency: hex", "The board says adjacency hex, not 4."),
        ("1 .\nlinks: 1-2", "Line 2 reads “1-2”: expected a link as r1c1-r1c2."),
        ("1 . .\nlinks: r1c1-r1c3", "A link joins two cells that do not touch."),
        ("1 . .\nlinks: r0c1-r1c1", "A link joins two cells that do not touch."),
    ],
)
def test_what_stands_below_the_rows_is_checked(text: str, sentence: str) -> None:
    with pytest.raises(GridError) as refused:
        parse_any(text)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            '{"board": [[1, 0]], "links": [[[false, false], [0, 1]]]}',
            "Link 1 reads “[[false, false], [0,…”: "
            "expected two cells that touch, each [row, column] counted from 0.",
        ),
        (
            '{"board": [[1, 0]], "board": [[0, 2]]}',
            "The JSON has two entries “board”: expected only one.",
        ),
    ],
)
def test_json_that_says_two_things_or_none_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(GridError) as refused:
        parse_any(text)
    assert str(refused.value) == sentence


@given(st.one_of(puzzles(), solvable()))
def test_round_trip_of_json(grid: Grid) -> None:
    assert parse_json(format_json(grid)) == grid


def test_json_tells_links_and_adjacency() -> None:
    links = {(Cell(0, 2), Cell(0, 1))}
    grid = Grid.of(1, 4, {Cell(0, 0): 4}, adjacency=Adjacency.HEX, links=links)
    assert parse_any(format_json(grid)) == grid
    assert grid.links == {(Cell(0, 1), Cell(0, 2))}


@given(st.one_of(puzzles(), solvable()))
def test_each_form_is_recognised(grid: Grid) -> None:
    assert parse_any(format_json(grid)) == grid
    assert parse_any(format_grid(grid), grid.adjacency) == unlinked(grid)
    assert parse_any(format_plain(grid), grid.adjacency) == unlinked(grid)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"board": [[1, 0]', "This is not JSON: it cannot be read on from line 1, column 18."),
        ("[" * 40_000, "This JSON is no board"),
        ("[[" + "9" * 5000 + "]]", "This JSON is no board"),
        ("{}", "no “board”"),
        ('{"board": 3}', "must be a list of rows"),
        ('{"board": []}', "must be a list of rows"),
        ("[[]]", "at least one row and one column"),
        ("[[1, 2], [3]]", "Row 2 has 1 field, but row 1 has 2"),
        (
            "[[1, true]]",
            "Row 1, field 2 reads “true”: expected a whole number from 1 to 2, 0 for an empty cell",
        ),
        ("[[1, -1]]", "reads “-1”"),
        ("[[1, 1.5]]", "reads “1.5”"),
        ("[[1, 10000]]", "reads “10000”"),
        ('[["x\\ud800"]]', "reads “"),
        ('{"board": [[1, 0]], "adjacency": "6"}', "The adjacency reads “6”: expected 8, 4 or hex."),
        ('{"board": [[1, 0]], "size": 2}', "an entry “size”"),
        ('{"board": [[1, 0]], "links": 1}', "must be a list of pairs"),
        ('{"board": [[1, 0]], "links": [[[0, 0], [0]]]}', "Link 1 reads “[[0, 0], [0]]”"),
        ('{"board": [[1, 0, 0]], "links": [[[0, 0], [0, 2]]]}', "Link 1 reads “[[0, 0], [0, 2]]”"),
        ('{"board": [[1, 0]], "links": [[[0, 0], [5, 5]]]}', "expected two cells that touch"),
        ("[" + "[0]," * 60 + "[0]]", "at most 900 cells"),
    ],
)
def test_errors_in_json_say_where_and_what(text: str, message: str) -> None:
    with pytest.raises(GridError) as caught:
        parse_any(text)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 160


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[[1, 0],\n [0, true]]", 2),
        ('\ufeff\n[\n[1,\n0,\n"x"]]', 5),
        ("[[1, 0],\n\n [3]]", 3),
        ("[[1],\n []]", 2),
        ('{"adjacency": "4", "links": [],\n "board": [\n [1, {"board": "],["}]\n]}', 3),
        ('{"bo\\u0061rd": [[1],\n[2.5]], "links": [[[0, 0], [1, 0]]]}', 2),
        ("[[1, 0]", 1),
        ('{"board": 3}', 0),
    ],
)
def test_errors_in_json_know_their_line(text: str, line: int) -> None:
    with pytest.raises(GridError) as caught:
        parse_any(text)
    assert caught.value.line == line


ANY_VALUE = st.one_of(st.none(), st.integers(-3, 9), st.text('[],:" \\{', max_size=4), st.floats())
ROWS = st.lists(st.lists(ANY_VALUE, min_size=1, max_size=3), min_size=1, max_size=4)


@given(ROWS, st.booleans())
def test_the_line_of_a_bad_row_is_found_in_any_json(
    rows: list[list[object]], is_bare: bool
) -> None:
    board = "[" + ",\n".join(map(json.dumps, rows)) + "]"
    text = board if is_bare else '{"links": [[[1, 2]]], "board":\n' + board + "}"
    problem = GridError("")
    try:
        parse_any(text)
    except GridError as error:
        problem = error
    found = re.match(r"Row (\d+)", str(problem))
    assert problem.line == (int(found[1]) + (not is_bare) if found else 0)


def test_json_and_a_request_for_another_adjacency() -> None:
    with pytest.raises(GridError, match="says adjacency 4, not hex"):
        parse_any('{"board": [[1, 0]], "adjacency": "4"}', Adjacency.HEX)
    assert parse_any("[[1, 0]]", Adjacency.HEX).adjacency is Adjacency.HEX


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "1 .\n. x",
            "Line 2, field 2 reads “x”: expected a number from 1 to 4, a dot for an empty",
        ),
        ("1 .\n\n. 4", "Line 2 is empty, but line 1 has 2 fields"),
        ("", "expected rows of fields with spaces"),
    ],
)
def test_errors_in_the_plain_form(text: str, message: str) -> None:
    with pytest.raises(GridError, match=message):
        parse_plain(text)


def test_the_known_board() -> None:
    known = BOARDS["findling"]
    assert known.source == "Rainhard Findling, 2015"
    assert (known.grid.rows, known.grid.columns, len(known.grid.givens)) == (10, 10, 27)
    assert known.grid.given[Cell(2, 6)] == 100


@pytest.mark.parametrize(
    "text",
    [
        FINDLING.replace("\n", "\r\n"),
        FINDLING + "\n  \n\n",
        "\n" + FINDLING,
        FINDLING.replace("_", "__"),
        FINDLING.replace(",", " , "),
        "\ufeff" + FINDLING,
    ],
)
def test_what_is_tolerated(text: str) -> None:
    assert parse_grid(text) == BOARDS["findling"].grid


def test_fields_stand_in_columns_on_the_right() -> None:
    grid = parse_grid("1,_,##\n_,_,100")
    assert format_grid(grid) == "  1,___, ##\n___,___,100"
    assert format_plain(grid) == "  1   .   #\n  .   . 100"
    assert format_plain(grid, {Cell(0, 1): 2}) == ". 2 #\n. . ."


def test_a_filled_board() -> None:
    grid = parse_grid("1,_\n##,_")
    board = {Cell(0, 0): 1, Cell(0, 1): 2, Cell(1, 1): 3}
    assert format_grid(grid, board) == " 1, 2\n##, 3"


def test_numbers_out_of_range_are_read_and_written() -> None:
    grid = parse_grid("1, 1234\n_, 1")
    assert grid.given[Cell(0, 1)] == 1234
    assert parse_grid(format_grid(grid)) == grid


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "1,2\n_,_\n_,4x",
            "Line 3, field 2 reads “4x”: expected a number from 1 to 6, "
            "underscores for an empty cell or ## for a hole.",
        ),
        ("1,2\n_,", "Line 2, field 2 is empty"),
        ("1,2\n_", "Line 2 has 1 field, but line 1 has 2"),
        (
            "1,2\n\n_,_",
            "Line 2 is empty, but line 1 has 2 fields: every row needs the same number.",
        ),
        ("1,2\n" + "_," * 70, "Line 2 has more than 50 fields, but line 1 has 2"),
        ("1,2\n" + "_," * 49 + "_", "Line 2 has 50 fields, but line 1 has 2"),
        ("", "There is no board"),
        (" \r\n \n", "There is no board"),
        ("##,##", "at least one cell that is not a hole"),
        ("_," * 60 + "_", "at most 900 cells"),
        ("_\n" * 60, "at most 900 cells"),
        (
            "A text, no board\n" * 60,
            "Line 1, field 1 reads “A text”: expected a number from 1 to 900",
        ),
        ("_,_,_,_\n" * 20_000, "too long"),
        ("9" * 5000, "reads “99999999999999999999…”"),
        ("-1,2", "reads “-1”"),
        ("1,²", "reads “²”"),
        ("1,#", "Line 1, field 2 reads “#”: expected a number from 1 to 2, underscores"),
        ("1,\x1b", "reads “�”"),
    ],
)
def test_errors_say_where_and_what(text: str, message: str) -> None:
    with pytest.raises(GridError) as caught:
        parse_grid(text)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 160


@given(st.text(alphabet="0123456789_#, \n\rx"))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        grid = parse_grid(text)
    except GridError:
        return
    assert parse_grid(format_grid(grid)) == grid
