import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.hidoku.rules.grid import Adjacency, Board, Cell, Grid, GridError
from solver.hidoku.rules.json_format import format_json, parse_any, parse_json
from solver.hidoku.rules.known_boards import BOARDS, FINDLING, format_text
from solver.hidoku.rules.notation import format_grid, format_plain, parse_grid, parse_plain
from tests.cases import cases
from tests.solver.hidoku.hidoku_checks import puzzles, solvable

#: What cannot be read, two lines each: the form and the text; its line and what is said of it.
REFUSALS = re.findall(
    r"(\w+) (.+)\n  (.+)\n", Path(__file__).with_name("refusals.txt").read_text(encoding="utf-8")
)
FORMS = {"any": parse_any, "commas": parse_grid, "plain": parse_plain}


def refusal(form: str, text: str) -> str:
    with pytest.raises(GridError) as caught:
        FORMS[form](text)
    return f"{caught.value.line}: {caught.value}"


@cases(("form", "text", "sentence"), REFUSALS)
def test_errors_say_where_and_what(form: str, text: str, sentence: str) -> None:
    assert refusal(form, json.loads(text)) == sentence
    assert len(sentence) < 165


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("1 . 3\n. 99 .\n7 . x", 2),
        ("1, _, 3\n_, 0, _\n7, x, _", 2),
        ("1 . 3\n. x .\n7 .", 2),
        ("1 .\n. 5 .\nx . 9", 2),
        ("1 7\n. 5 .\n7 . 9", 2),  # 7 is too high only for a board two cells wide
        ("[[1, 0, 3],\n[0, 99, 0],\n[0, null, true]]", 2),
    ],
)
def test_the_first_line_at_fault_is_named(text: str, line: int) -> None:
    assert refusal("any", text).startswith((f"{line}: Line {line}", f"{line}: Row {line}"))


@cases(
    ("form", "text", "sentence"),
    [
        ("any", "[" * 40_000, "0: This JSON is no board"),
        ("any", "[[" + "9" * 5000 + "]]", "0: This JSON is no board"),
        ("any", "[" + "[0]," * 60 + "[0]]", "0: A board has at most 900 cells"),
        ("commas", "1,2\n" + "_," * 70, "2: Line 2 has more than 50 fields, but line 1 has 2"),
        ("commas", "1,2\n" + "_," * 49 + "_", "2: Line 2 has 50 fields, but line 1 has 2"),
        ("commas", "_," * 60 + "_", "0: A board has at most 900 cells"),
        ("commas", "_\n" * 60, "0: A board has at most 900 cells"),
        (
            "commas",
            "A text, no board\n" * 60,
            "1: Line 1, field 1 reads “A text”: expected a number",
        ),
        ("commas", "_,_,_,_\n" * 20_000, "0: The text is too long for a board"),
        ("commas", "9" * 5000, "1: Line 1, field 1 reads “99999999999999999999…”"),
    ],
)
def test_what_is_too_long_is_refused_in_a_short_sentence(
    form: str, text: str, sentence: str
) -> None:
    said = refusal(form, text)
    assert said.startswith(sentence)
    assert len(said) < 160


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


def test_the_known_board() -> None:
    known = BOARDS["findling"]
    assert known.source == "Rainhard Findling’s article of 2015"
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


@given(st.text(alphabet="0123456789_#, \n\rx"))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        grid = parse_grid(text)
    except GridError:
        return
    assert parse_grid(format_grid(grid)) == grid
