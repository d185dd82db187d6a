"""Two colours, against all paths of small boards."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.hidoku.logic.hints import hint
from solver.hidoku.logic.steps import State
from solver.hidoku.puzzles import conflicting_givens
from solver.hidoku.rules.faults import FaultKind, faults, first_colour, odd_cells
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Adjacency, Board, Cell, Grid
from solver.hidoku.search.solve import Verdict, solve
from solver.hidoku.text.hints import hint_texts
from solver.hidoku.text.puzzles import fault_text
from tests.solver.hidoku.hidoku_checks import slow_solutions

FOUR = Adjacency.FOUR
OF_COLOURS = {FaultKind.MISCOUNTED, FaultKind.MISCOLOURED}


def corners(side: int) -> Grid:
    """A board without two opposite corners."""
    ends = [Cell(0, 0), Cell(side - 1, side - 1)]
    return Grid.of(side, side, blocked=ends, adjacency=FOUR)


def four(rows: int, columns: int, givens: Board) -> Grid:
    return Grid.of(rows, columns, givens, adjacency=FOUR)


@pytest.mark.parametrize(
    ("grid", "sentence"),
    [
        (
            four(7, 7, {Cell(0, 0): 2}),
            "24 cells of the colour of 2 in row 1, column 1 and 24 of the other are left. A path "
            "alternates between the colours, so it needs 23 and 25.",
        ),
        (four(9, 9, {Cell(8, 8): 2}), "and 40 of the other are left. A path alternates"),
        (four(9, 9, {Cell(8, 8): 2, Cell(0, 0): 80}), "so it needs 38 and 41."),
        (
            corners(6),
            "the board has 18 cells of one colour and 16 of the other. A path alternates between "
            "the colours, so it needs 17 and 17.",
        ),
        (corners(8), "has 32 cells of one colour and 30 of the other"),
        (
            four(6, 6, {Cell(0, 0): 1, Cell(3, 3): 18}),
            "1 and 18 have one colour, which 17 steps do not join: "
            "row 1, column 1 and row 4, column 4.",
        ),
        (
            four(6, 6, {Cell(0, 0): 1, Cell(3, 2): 17}),
            "1 and 17 have different colours, which 16 steps do not join: "
            "row 1, column 1 and row 4, column 3.",
        ),
    ],
)
def test_colours_decide_before_any_search(grid: Grid, sentence: str) -> None:
    result = solve(grid)
    assert (result.verdict, result.nodes, result.conflicts) == (Verdict.NONE, 0, 0)
    (fault,) = faults(grid)
    assert fault.kind in OF_COLOURS
    message = fault_text(fault, grid)
    assert message.startswith("Coloured like a chessboard, ")
    assert sentence in message
    advice = hint(Play(grid))
    assert advice.technique is State.IMPOSSIBLE
    assert hint_texts(advice)[1] == message


def test_conflicting_givens_are_those_of_the_colours() -> None:
    conflict = conflicting_givens(four(9, 9, {Cell(8, 8): 2, Cell(0, 0): 81, Cell(4, 4): 41}))
    assert conflict is not None
    assert conflict.numbers == (2,)


def test_joined_cells_can_make_two_colours_enough() -> None:
    ring = [Cell(0, 0), Cell(0, 1), Cell(1, 1), Cell(1, 0)]
    joins = list(pairwise(ring))
    loose = Grid.of(2, 2, {Cell(0, 0): 2})
    assert first_colour(loose) is None
    assert faults(loose) == ()
    grid = Grid.of(2, 2, {Cell(0, 0): 1, Cell(1, 1): 2}, joined=joins)
    assert first_colour(grid) == {Cell(0, 0), Cell(1, 1)}
    (fault,) = faults(grid)
    assert fault_text(fault, grid) == (
        "Coloured so that each step of a path changes the colour, 1 and 2 have one colour, "
        "which 1 step does not join: row 1, column 1 and row 2, column 2."
    )


def test_odd_numbers_have_the_larger_colour() -> None:
    grid = four(3, 5, {})
    assert odd_cells(grid) == {cell for cell in grid.cells if (cell.row + cell.column) % 2 == 0}
    assert odd_cells(four(4, 5, {})) is None
    assert odd_cells(Grid.of(3, 5)) is None


@st.composite
def small_grids(draw: st.DrawFn) -> Grid:
    """Boards of up to a dozen cells, with blocked and joined cells and a few numbers."""
    rows, columns = draw(st.sampled_from([(1, 6), (2, 4), (3, 4), (4, 3), (3, 3), (2, 6)]))
    adjacency = draw(st.sampled_from([FOUR, FOUR, Adjacency.HEX, Adjacency.EIGHT]))
    bare = Grid.of(rows, columns, adjacency=adjacency)
    holes = draw(st.sets(st.sampled_from(bare.cells), max_size=3))
    cells = [cell for cell in bare.cells if cell not in holes]
    touching = [(a, b) for a in cells for b in bare.neighbours(a) if a < b and b not in holes]
    joins = draw(st.sets(st.sampled_from(touching), max_size=4)) if touching else set()
    given_cells = draw(st.lists(st.sampled_from(cells), max_size=3, unique=True))
    numbers = draw(st.permutations(range(1, len(cells) + 1)))
    givens = dict(zip(given_cells, numbers, strict=False))
    return Grid.of(rows, columns, givens, holes, adjacency, joined=joins)


@given(small_grids())
def test_colours_say_no_only_where_there_is_no_path(grid: Grid) -> None:
    fitting = list(slow_solutions(grid))
    if any(fault.kind in OF_COLOURS for fault in faults(grid)):
        assert not fitting
    assert solve(grid, None, keep=0).count == len(fitting)
