import pytest

from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.techniques.areas import filled_areas, lone_areas
from solver.hidoku.rules.grid import Adjacency, Cell
from solver.hidoku.rules.notation import parse_plain
from tests.solver.hidoku.logic.techniques.structure_checks import look, reason

ONE_RUN = """
. 6 . . 9
4 . . # .
. 2 . . 11
"""
TOO_LONG = """
. . 5 . .
8 . # . .
"""
SUM = """
8 . .
6 . #
5 3 #
4 . .
"""
LONE = """
. 4 . 6 .
. 3 . . .
"""
DEAD_END = """
5 # .
. . .
"""
LATE = """
. . 6 . .
. 4 . . .
"""
THROUGH = """
. . 18 2 .
. . # 3 .
. . . . .
13 10 . . .
"""


def position(text: str, adjacency: Adjacency = Adjacency.EIGHT) -> Position:
    return Position.of(parse_plain(text, adjacency))


def test_an_area_that_one_run_must_fill_takes_all_its_numbers() -> None:
    [step] = filled_areas(position(ONE_RUN, Adjacency.FOUR))
    assert (step.because.numbers, step.because.missing) == ((4, 6), (5,))
    assert step.because.area == (Cell(0, 0),)
    assert step.eliminated == ((5, Cell(1, 1)),)
    assert look(step) == "Which numbers can fill row 1, column 1?"
    assert reason(step) == (
        "Only the numbers between 4 and 6 can fill row 1, column 1, so they stand nowhere else. "
        "Counted from the placed numbers."
    )


def test_a_run_longer_than_an_area_is_not_in_it() -> None:
    [step] = filled_areas(position(TOO_LONG))
    assert (step.because.missing, len(step.because.area)) == ((1, 2, 3, 4), 3)
    assert {cell for _, cell in step.eliminated} == set(step.because.area)
    assert reason(step) == (
        "The numbers before 5 are too many for "
        "row 1, column 1; row 1, column 2 and row 2, column 2."
    )


def test_runs_must_add_up_to_the_size_of_their_area() -> None:
    [step] = filled_areas(position(SUM))
    assert (step.because.numbers, step.because.missing) == ((3,), (1, 2))
    assert step.eliminated == ((1, Cell(0, 1)), (1, Cell(0, 2)), (2, Cell(1, 1)))
    assert reason(step).endswith(
        "must add up to 3 numbers, and with the numbers before 3 none do. Counted from 3, 6 and 8."
    )


def test_a_lone_area_holds_the_end_of_the_path() -> None:
    [step] = lone_areas(position(LONE, Adjacency.FOUR))
    assert (step.because.numbers, step.because.missing) == ((3,), (1, 2))
    assert step.because.area == (Cell(0, 0), Cell(1, 0))
    assert {cell for _, cell in step.eliminated}.isdisjoint(step.because.area)
    assert reason(step).startswith("Only the numbers before 3 can fill row 1, column 1")


def test_a_pocket_that_only_a_loose_end_can_fill_tells_its_door() -> None:
    [step] = lone_areas(position(DEAD_END))
    assert step.placed == Candidate(3, Cell(1, 1))
    assert step.because.cells == (Cell(1, 1), Cell(0, 0))  # the door, and 5
    assert (3, Cell(0, 2)) in step.eliminated
    assert (1, Cell(1, 0)) in step.eliminated
    assert reason(step) == (
        "Row 1, column 3 and row 2, column 3 lie behind row 2, column 2, and a path that goes in "
        "there cannot come out again. Only the numbers before 5 can fill them, to the end of the "
        "path, so 3 stands in row 2, column 2."
    )


def test_only_the_last_numbers_of_a_loose_end_have_room_in_a_pocket() -> None:
    [step] = filled_areas(position(LATE))
    assert step.eliminated == ((8, Cell(0, 0)), (8, Cell(1, 0)))
    assert reason(step).endswith("of the numbers after 6 only 9 and 10 can stand there.")


def test_a_run_does_not_go_into_a_pocket_from_which_it_cannot_return() -> None:
    [step] = (
        step
        for step in filled_areas(position(THROUGH, Adjacency.HEX))
        if step.because.numbers == (3, 10)
    )
    assert len(step.because.area) == 5
    assert {cell for _, cell in step.eliminated} <= set(step.because.area)
    assert reason(step).endswith("the numbers between 3 and 10 must come out, so they stay away.")


@pytest.mark.parametrize(
    ("text", "adjacency"),
    [
        (". . 5 . .\n8 . . . .", Adjacency.EIGHT),  # one area holds everything
        (". 1 .\n. 3 .\n. 5 .\n. . .", Adjacency.EIGHT),  # either side may take 2 or 4
        (". . . .\n. 4 . .\n. . . .", Adjacency.EIGHT),  # no pocket
    ],
)
def test_what_may_be_filled_in_two_ways_is_left_alone(text: str, adjacency: Adjacency) -> None:
    assert list(filled_areas(position(text, adjacency))) == []
    assert list(lone_areas(position(text, adjacency))) == []
