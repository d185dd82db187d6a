"""What can be reached by counting, against every walk there is, and against solutions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.notations.registry import parse_any
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Adjacency, Cell
from solver.hidoku.rules.pencil import numbers_of, reach_of
from solver.hidoku.search.solve import solve
from solver.hidoku.text.puzzles import reach_text

KINDS = [
    BoardRequest(3, 5),
    BoardRequest(4, 5, adjacency=Adjacency.FOUR),
    BoardRequest(5, 5, shape="hexagon", adjacency=Adjacency.HEX),
    BoardRequest(6, 5, shape="ring"),
]


def walks(play: Play, start: Cell, steps: int) -> set[Cell]:
    """Return where walks of at most so many steps through empty cells end, walk by walk."""
    ends, cells = {start}, {start}
    for step in range(steps):
        ends = {
            near
            for cell in ends
            if cell not in play.board or not step
            for near in play.grid.neighbours(cell)
        }
        cells |= ends
    return cells


def plain_cells(play: Play, number: int) -> tuple[Cell, ...]:
    """Return the cells of a number, looking from every number that stands."""
    empty = [cell for cell in play.grid.cells if cell not in play.board]
    low = max((n for n in play.where if n < number), default=None)
    high = min((n for n in play.where if n > number), default=None)
    near = [walks(play, play.where[n], abs(n - number)) for n in (low, high) if n is not None]
    return tuple(cell for cell in empty if all(cell in region for region in near))


@given(st.sampled_from(KINDS), st.integers(1, 40), st.data())
def test_counting_finds_what_walks_find_and_never_loses_a_solution(request, seed, data) -> None:
    grid = generate(request, seed).grid
    path = solve(grid).solutions[0]
    numbers = data.draw(st.sets(st.integers(1, grid.last)), label="placed")
    play = Play(grid)
    for number in sorted(numbers - set(play.where)):
        play = play.place(path[number - 1], number)
    missing = [n for n in range(1, grid.last + 1) if n not in play.where]
    reach = {number: reach_of(play, number).cells for number in missing}
    assert reach == {number: plain_cells(play, number) for number in missing}
    assert all(path[number - 1] in reach[number] for number in missing)
    for cell in set(grid.cells) - set(play.board):
        assert numbers_of(play, cell) == tuple(n for n in missing if cell in reach[n])


@pytest.mark.parametrize(
    ("text", "number", "words"),
    [
        ("1,_,_\n_,_,9", 2, "2 can go to 3 cells, counting steps from 1"),
        ("_,_,_", 2, "2 can go to any of the 3 empty cells, since no number is placed yet."),
        ("1,_,4\n_,##,_", 2, "2 can go to 2 cells, counting steps from 1 and 4: row 1, column 2 "),
        (
            "1,3,_,_",
            2,
            "No empty cell is in reach of 2, counting steps from 1 and 3, so something ",
        ),
        ("1,_,_,_", 2, "2 fits only row 1, column 2, counting steps from 1."),
    ],
)
def test_the_sentence_says_from_where_steps_are_counted(text, number, words) -> None:
    assert reach_text(reach_of(Play(parse_any(text)), number)).startswith(words)
