import pytest

from solver.hidoku.logic.patterns.borders import arc, border
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.techniques.all_ways import crossings
from solver.hidoku.logic.techniques.parity import parity
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.rules.notation import parse_plain
from solver.hidoku.search.bitboard import BitLayout
from tests.solver.hidoku.logic.techniques.structure_checks import look, reason

SURPLUS = """
9 . . 2 .
. 7 6 . 4
"""
BORDER = """
1 . 9 . .
. . . . 12
. . . . .
"""
TWO_CELLS_MORE = """
. . . 10 .
. . 14 . .
. 2 . 16 .
4 3 . . 18
"""
EITHER_SIDE = """
1 8 . . .
2 . 10 . .
3 . # # .
. . . . 16
"""
OWN_CELLS = """
. 6 1 . 17
8 . . . .
. . 3 . .
10 11 . . 14
"""
CORNER = """
. . . #
. 1 . #
. 8 . 10
"""


def position(text: str, adjacency: Adjacency = Adjacency.FOUR) -> Position:
    return Position.of(parse_plain(text, adjacency))


def test_with_one_cell_more_of_a_colour_the_path_begins_on_it() -> None:
    [step] = parity(position(". . .\n. . #"))
    odd = {cell for number, cell in step.eliminated if number % 2}
    assert odd == {Cell(0, 1), Cell(1, 0)}
    assert {cell for number, cell in step.eliminated if number % 2 == 0} == {Cell(0, 0), Cell(1, 1)}
    assert look(step) == "Colour the cells like a chessboard, and count both colours."
    assert "all odd numbers have it" in reason(step)


def test_runs_must_make_up_the_colours_of_their_area() -> None:
    [step] = parity(position(SURPLUS))
    assert (step.because.numbers, step.because.missing) == ((2,), (1,))
    assert step.eliminated == ((1, Cell(0, 4)), (1, Cell(1, 3)))
    assert reason(step) == (
        "Counted by chessboard colours, row 1, column 2 and row 1, column 3 "
        "cannot be filled without the numbers before 2. "
        "Counted from the placed numbers."
    )


def test_a_surplus_counts_for_the_right_colour() -> None:
    eliminated = {
        candidate for step in parity(position(TWO_CELLS_MORE)) for candidate in step.eliminated
    }
    assert eliminated == {(19, Cell(2, 4)), (20, Cell(1, 4))}


@pytest.mark.parametrize(
    ("text", "adjacency"),
    [
        (". . .\n. . .", Adjacency.FOUR),  # as many of each colour
        (". . .\n. . #", Adjacency.EIGHT),
        (". . .\n. . #", Adjacency.HEX),
        (". 2 .\n. . #", Adjacency.FOUR),  # reach knows the colours of all
    ],
)
def test_colours_say_nothing_more(text: str, adjacency: Adjacency) -> None:
    assert list(parity(position(text, adjacency))) == []


@pytest.mark.parametrize(
    ("text", "numbers", "missing", "eliminated"),
    [
        (BORDER, (1, 9, 9, 12), tuple(range(2, 9)), (8, Cell(0, 3))),
        (CORNER, (1, 8, 8, 10), tuple(range(2, 8)), (7, Cell(2, 2))),
    ],
)
def test_a_run_does_not_part_the_ends_of_another(
    text: str, numbers: tuple[int, ...], missing: tuple[int, ...], eliminated: tuple[int, Cell]
) -> None:
    [step] = crossings(position(text))
    assert (step.because.numbers, step.because.missing) == (numbers, missing)
    assert step.eliminated == (eliminated,)
    assert look(step) == f"What would cross a line from {numbers[2]} to {numbers[3]}?"
    assert reason(step).endswith(f"would part {numbers[2]} from {numbers[3]}.")


def test_only_a_run_that_must_be_in_the_area_parts_it() -> None:
    eliminated = {
        candidate for step in crossings(position(EITHER_SIDE)) for candidate in step.eliminated
    }
    assert eliminated == {(11, Cell(1, 1))}  # not (6, Cell(2, 1)): 9 may lie in either area


def test_two_runs_do_not_enter_by_the_same_cell() -> None:
    eliminated = {
        candidate for step in crossings(position(OWN_CELLS)) for candidate in step.eliminated
    }
    assert eliminated == {(18, Cell(1, 4)), (20, Cell(1, 4)), (19, Cell(2, 4))}


def test_lines_cross_where_cells_touch_by_their_corners() -> None:
    assert list(crossings(position(BORDER, Adjacency.EIGHT))) == []


def test_behind_a_hole_in_the_middle_there_is_another_way() -> None:
    ring = BORDER.replace("12\n. . . . .", "12\n. # . . .") + ". . . . .\n"
    assert list(crossings(position(ring))) == []


@pytest.mark.parametrize(
    ("cells", "length"),
    [
        ([(0, 0)], 4),
        ([(0, 0), (0, 1), (1, 1)], 8),
        ([(0, 0), (0, 1), (1, 1), (1, 2), (2, 2)], 12),
        ([(r, c) for r in range(3) for c in range(3) if (r, c) != (1, 1)], None),
        ([(r, c) for r in range(3) for c in range(3) if (r, c) not in {(1, 1), (2, 2)}], 16),
    ],
)
def test_a_border_is_one_line_where_there_is_no_hole(
    cells: list[tuple[int, int]], length: int | None
) -> None:
    layout = BitLayout(Grid.of(3, 3))
    line = border(layout, sum(layout.bit(Cell(*cell)) for cell in cells))
    assert (line and len(line)) == length
    assert line is None or len(set(line)) == length


def test_two_arcs_and_their_ends_make_up_the_whole_line() -> None:
    for start in range(7):
        for stop in set(range(7)) - {start}:
            there, back = arc(start, stop, 7), arc(stop, start, 7)
            assert there & back == 0
            assert there | back | 1 << start | 1 << stop == (1 << 7) - 1
