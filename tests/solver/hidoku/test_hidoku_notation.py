import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.hidoku.boards import BOARDS, FINDLING
from solver.hidoku.grid import Cell, Grid, GridError
from solver.hidoku.notation import format_grid, parse_grid
from tests.solver.hidoku.hidoku_checks import puzzles, solvable


@given(st.one_of(puzzles(), solvable()))
def test_round_trip(grid: Grid) -> None:
    assert parse_grid(format_grid(grid), grid.adjacency) == grid


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
        ("1,2\n\n_,_", "Line 2 has 1 field, but line 1 has 2"),
        ("1,2\n" + "_," * 70, "Line 2 has more than 50 fields, but line 1 has 2"),
        ("", "There is no board"),
        (" \r\n \n", "There is no board"),
        ("##,##", "at least one cell that is not a hole"),
        ("_," * 60 + "_", "at most 900 cells"),
        ("_\n" * 60, "at most 900 cells"),
        ("_,_,_,_\n" * 20_000, "too long"),
        ("9" * 5000, "reads “99999999999…”"),
        ("-1,2", "reads “-1”"),
        ("1,²", "reads “²”"),
        ("1,\x1b", "reads “?”"),
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
