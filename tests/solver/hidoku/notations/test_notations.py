"""Boards in every notation: read, written, read again, and never taken for another board."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.generate.shapes import SHAPES
from solver.hidoku.notations.layouts import LAYOUTS, lay_out
from solver.hidoku.notations.notation import DoubtfulTextError
from solver.hidoku.notations.plain import format_plain, format_text
from solver.hidoku.notations.registry import NOTATIONS, WRITTEN, parse_any, read_text
from solver.hidoku.rules.grid import Adjacency, Board, Cell, Grid, GridError
from solver.hidoku.rules.hexagons import columns_seen, rows_seen
from solver.hidoku.rules.known_boards import BOARDS, FINDLING
from tests.cases import cases
from tests.solver.hidoku.hidoku_checks import puzzles, solvable

#: What cannot be read, two lines each: the text; its line and what is said of it.
REFUSALS = re.findall(
    r"(.+)\n  (.+)\n", Path(__file__).with_name("refusals.txt").read_text(encoding="utf-8")
)


def refusal(text: str) -> str:
    with pytest.raises(GridError) as caught:
        parse_any(text)
    return f"{caught.value.line}: {caught.value}"


@cases(("text", "sentence"), REFUSALS)
def test_errors_say_where_and_what(text: str, sentence: str) -> None:
    assert refusal(json.loads(text)) == sentence
    assert len(sentence) < 210 or "; reading 3: " in sentence  # which names every reading


@cases(
    ("text", "line"),
    [
        ("1 . 3\n. 99 .\n7 . y", 2),
        ("1 . 3\n. y .\n7 .", 2),
        ("1 .\n. 5 .\ny . 9", 2),
        ("1 7\n. 5 .\n7 . 9", 2),  # 7 is too high only for a board two cells wide
    ],
)
def test_the_first_line_at_fault_is_named(text: str, line: int) -> None:
    assert refusal(text).startswith(f"{line}: Line {line}")


@cases(
    ("text", "sentence"),
    [
        ("[" * 40_000, "0: This JSON isn’t a board"),
        ("[[" + "9" * 5000 + "]]", "0: This JSON isn’t a board"),
        ("[" + "[0]," * 60 + "[0]]", "0: A board has at most 900 cells"),
        ("1,2,_\n" + "_," * 70, "2: Line 2 has 71 fields, but line 1 has 3"),
        ("_," * 59 + "_", "0: A board has at most 900 cells"),
        ("_\n" * 60, "0: A board has at most 900 cells"),
        ("A text, no board\n" * 60, "0: There’s no board in the text."),
        ("_,_,_,_\n" * 20_000, "0: The text is too long for a board"),
        ("9" * 5000, "1: Line 1, field 1 is “99999999999999999999…”"),
    ],
)
def test_what_is_too_long_is_refused_in_a_short_sentence(text: str, sentence: str) -> None:
    message = refusal(text)
    assert message.startswith(sentence)
    assert len(message) < 160


def test_an_adjacency_is_requested_only_where_the_text_names_none() -> None:
    with pytest.raises(GridError, match="says adjacency 4, not hex"):
        parse_any('{"board": [[1, 0]], "adjacency": "4"}', Adjacency.HEX)
    assert parse_any("[[1, 0]]", Adjacency.HEX).adjacency is Adjacency.HEX


# What is written is read again.


FLAT = st.one_of(puzzles(), solvable()).map(
    lambda grid: replace(grid, flat_top=grid.adjacency is Adjacency.HEX)
)
BOARDS_TO_WRITE = st.one_of(puzzles(), solvable(), FLAT)


#: Of these, a text can also be read otherwise; the board that was written is among its readings.
DOUBTFUL = {"py.txt", "course.txt", "givens.txt"}


@given(BOARDS_TO_WRITE, st.sampled_from(list(WRITTEN)))
def test_what_is_written_is_read_as_the_same_board(grid: Grid, ending: str) -> None:
    write = WRITTEN[ending].write
    can_write = {
        "url.txt": grid.adjacency is Adjacency.EIGHT,
        "py.txt": grid.adjacency is Adjacency.EIGHT,
        "givens.txt": grid.adjacency is Adjacency.EIGHT,
        "hamilton.txt": grid.adjacency is Adjacency.FOUR and not grid.blocked,
        "ascent.txt": not grid.flat_top,
        "course.txt": grid.adjacency is not Adjacency.HEX,
    }
    if ending in can_write and (grid.joined or not can_write[ending]):
        with pytest.raises(GridError):  # others have but some kinds of boards
            write(grid, grid.given)
        return
    text = write(grid, grid.given)
    if ending in DOUBTFUL:
        assert grid in all_readings(text)[0]
        return
    reading = read_text(text)
    assert (reading.grid, reading.is_doubtful) == (grid, False)
    is_text = ending not in {"url.txt", "ascent.txt", "hamilton.txt"}
    assert read_text("\ufeff\r\n" * is_text + text.replace("\n", "\r\n")).grid == grid


@pytest.mark.parametrize("name", SHAPES)
def test_hexagons_of_every_shape_are_read_again(name: str) -> None:
    grid = generate(BoardRequest(8, 9, shape=name, adjacency=Adjacency.HEX, joined=3), 1).grid
    assert parse_any(format_text(grid)) == grid


def test_every_example_is_one_board() -> None:
    eight, four = parse_any("1 . 3\n. # .\n7 . ."), parse_any("1 . 3\n. . .\n7 . 9", "4")
    for notation in NOTATIONS:
        assert parse_any(notation.example) == (four if notation.name == "hamilton" else eight)


def test_rows_and_columns_of_hexagons_stagger_as_written() -> None:
    for layout, size in (("hex rows", (3, 2)), ("hex columns", (2, 3))):
        text = format_plain(Grid.of(*size)) + f"\nadjacency: {layout}"
        grid = parse_any(text)
        assert format_text(grid) == text
        assert (rows_seen(grid), columns_seen(grid)) == size


@pytest.mark.parametrize("layout", [name for name in LAYOUTS if " " in name])
def test_cells_of_staggered_hexagons_touch_where_they_are_seen_to(layout: str) -> None:
    fields = Grid.of(4, 5)
    numbers = {cell: number for number, cell in enumerate(fields.cells, 1)}
    grid = lay_out(layout, fields.with_givens(numbers))
    place = {number: cell for cell, number in numbers.items()}

    def middle(number: int) -> tuple[float, float]:
        row, column = place[number]
        if layout == "hex flat":
            return row + column / 2, column * 0.866
        is_in = (column if "columns" in layout else row) % 2 != layout.endswith("first")
        return (
            (row + is_in / 2, column * 0.866)
            if "columns" in layout
            else (row * 0.866, column + is_in / 2)
        )

    for cell, number in grid.givens:
        y, x = middle(number)
        beside = {
            peer
            for peer in place
            if peer != number and (middle(peer)[0] - y) ** 2 + (middle(peer)[1] - x) ** 2 < 1.1
        }
        assert {grid.given[near] for near in grid.neighbours(cell)} == beside


# What people have, with whatever signs and marks they write it.


Writer = Callable[[list[list[str]]], str]


def bare(mark: str) -> Writer:
    return lambda rows: "\n".join(mark.join(row) for row in rows)


def framed(rows: list[list[str]]) -> str:
    line = "+----" * len(rows[0]) + "+"
    return "\n".join([line, *(f"|{'|'.join(f' {f:>2} ' for f in row)}|\n{line}" for row in rows)])


def markdown(rows: list[list[str]]) -> str:
    lines = [["a"] * len(rows[0]), ["---"] * len(rows[0]), *rows]
    return "\n".join("| " + " | ".join(row) + " |" for row in lines)


def sized(write: Writer) -> Writer:
    return lambda rows: f"{len(rows)} {len(rows[0])}\n" + write(rows)


SPACED = [bare(" "), bare("\t"), bare(", "), bare("; "), bare(" | "), framed, markdown]
WRITERS = [*SPACED, sized(bare(" ")), sized(bare(","))]


@given(
    solvable(),
    st.sampled_from(WRITERS),
    st.sampled_from(["_", "__", ".", "..", "-", "--", "?", "0", "00"]),
    st.sampled_from(["#", "##", "*", "**", ".", "_", "-"]),
    st.booleans(),
)
def test_a_board_in_any_signs_is_read_or_doubted(
    grid: Grid, write: Writer, empty: str, block: str, has_zeros: bool
) -> None:
    grid = replace(grid, joined=frozenset(), adjacency=Adjacency.EIGHT)
    rows = [
        [
            block
            if Cell(row, column) in grid.blocked
            else str(grid.given.get(Cell(row, column), empty)).rjust(2 * has_zeros, "0")
            if Cell(row, column) in grid.given
            else empty
            for column in range(grid.columns)
        ]
        for row in range(grid.rows)
    ]
    text = write(rows)
    readings, choice = all_readings(text)
    has_one_sign = block[0] in "#*" or not grid.blocked
    if empty[0] != block[0] and (has_one_sign or len(grid.given) < grid.last):
        assert grid in readings
        if has_one_sign and grid.columns > 2:
            assert choice == grid


def all_readings(text: str) -> tuple[list[Grid], Grid | None]:
    """Return the boards that a text may be, and the one that it is read as, if it is."""
    try:
        outcome = read_text(text)
    except DoubtfulTextError as doubt:
        return [reading.grid for reading in doubt.readings], None
    return [reading.grid for reading in outcome.readings], outcome.grid


def test_a_first_row_is_no_size_of_a_board_too_small_for_its_numbers() -> None:
    assert [grid.rows for grid in all_readings("1 2\n3 .")[0]] == [2]
    assert [grid.rows for grid in all_readings("1 2\n1 .")[0]] == [2, 1]


@cases(
    ("text", "words"),
    [
        ("__ 5 .\n. 3 __\n1 . .", "empty “__”, blocked “.”, eight neighbours"),
        ("__ 8 .\n__ 3 __\n1 ? ?", "empty “__” and “?”, blocked “.”, eight neighbours"),
        ("1 . -\n. - 9\n- . 5", "empty “.” and “-”, eight neighbours"),
        ("1,,.\n.,3,\n,7,", "empty nothing, blocked “.”, eight neighbours"),
        ("2 2\n1 -\n- 4", "2 × 2, empty “-”, eight neighbours"),
        ("Q,C,2,2\n1,?\n4,?", "empty “?”, four neighbours"),
        (
            "1 . .\n. __ 4\n7 . .",
            "empty “.”, blocked “__”, eight neighbours "
            "(the only reading with exactly one solution)",
        ),
    ],
)
def test_of_two_readings_the_one_with_its_last_number_is_taken(
    text: str, words: str, caplog: pytest.LogCaptureFixture
) -> None:
    reading = read_text(text)
    assert (reading.taken.words, reading.is_doubtful) == (words, True)
    assert parse_any(text) == reading.grid
    assert caplog.messages[-1] == f"Read as: {words}."
    grids = {read_text(text, "", number).grid for number in range(1, len(reading.readings) + 1)}
    assert reading.grid in grids
    assert len(grids) > 1


@cases(
    ("text", "same"),
    [
        ("6x4mR:1bE3_4a9_10_11zd", None),
        ("3x2mO:1aAb5", "1 . #\n. . 5\nadjacency: 4"),
        ("2x3mC:A1_2c3", None),
        ("3mRdh:1c5c9", "1 . .\n. 5 .\n. . 9"),
        (
            "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nGAME    :6:Ascent\n"
            "PARAMS  :5:3x2dt\nCPARAMS :5:3x2dt\nDESC    :5:1c6a\nMOVE    :4:P1,1\n",
            "1 . .\n. 6 .",
        ),
        ("https://pedros.works/paper-puzzle-player?W=2&H=1&L=x0(6)1(1)3&G=hidoku", "6 . .\n# . 1"),
        (
            "https://pedros.works/paper-puzzle-player?W=12x1&L=(1)2(12)9&G=hidoku",
            ". . 1 . . . . . . . . 12",
        ),
        (
            "https://pedros.works/paper-puzzle-player?W=11&H=0&L=(1)2(12)9&G=hidoku",
            ". . . . . . . . . 12 1 .",  # columns 0, 1, 10, 11, 2, … 9
        ),
        ('{"num_rows": 1, "num_cols": 3, "grid": [["1", "-", "3"]]}', "1 . 3"),
        ("Q,CA,1,3\n1,?,*", "1 . #"),
        ("1\t\t3\n\t\t\n7\t\t\n", "1 . 3\n. . .\n7 . ."),
        ("1;;3\r\n;;\r\n7;;\r\n\r\n", "1 . 3\n. . .\n7 . ."),
        ('"1",,"3"\n,"##",', "1 . 3\n. # ."),
        ("| | |\n|:-|-:|\n| **1** | |\n| | 4 |", "1 .\n. 4"),
        ("| 1 | 2 | 3 |\n|---|---|---|\n| 1 | | 3 |\n| | | |", "1 . 3\n. . ."),
        ("╔══╤══╗\n║ 1│  ║\n╟──┼──╢\n║  │ 4║\n╚══╧══╝", "1 .\n. 4"),
    ],
)
def test_texts_of_other_programs(text: str, same: str | None) -> None:
    if same is None:
        with pytest.raises(GridError):
            parse_any(text)
    else:
        assert parse_any(text) == parse_any(same)


def test_rows_of_an_ascent_honeycomb_lean() -> None:
    grid = parse_any("2x3mC:A1_2c7aA")
    assert (grid.rows, grid.columns, grid.adjacency) == (3, 3, Adjacency.HEX)
    assert grid.given == {Cell(0, 1): 1, Cell(0, 2): 2, Cell(2, 0): 7}


def test_hexagons_of_the_course_format_are_doubted_only_by_their_givens() -> None:
    reading = read_text("H,C,3,2\n1,?\n?,?\n?,6")
    assert len(reading.readings) == 4
    assert reading.taken.words.endswith("every other row half a cell in")
    apart = read_text("H,C,2,2\n?,1\n2,?")  # only where the first row is half a cell out, and down
    assert apart.taken.words.endswith(("row half a cell in", "column half a cell down"))


def test_the_known_board() -> None:
    findling = BOARDS["findling"]
    assert parse_any(FINDLING) == findling.grid
    assert (findling.grid.rows, findling.grid.columns, len(findling.grid.givens)) == (10, 10, 27)


def test_fields_stand_in_columns_on_the_right() -> None:
    grid = parse_any("1,_,##\n_,_,100")
    assert format_plain(grid) == "  1   .   #\n  .   . 100"
    assert format_plain(grid, {Cell(0, 1): 2}) == ". 2 #\n. . ."
    board: Board = {Cell(0, 0): 1, Cell(0, 1): 2}
    assert WRITTEN["csv"].write(grid, board) == "1,2,#\n,,"


@given(st.text(alphabet="0123456789_#, |-\t;.?*\n\rx"))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        grid = parse_any(text)
    except GridError:
        return
    assert parse_any(format_text(grid)) == grid
