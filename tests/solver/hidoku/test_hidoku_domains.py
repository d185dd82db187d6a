import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.hidoku.domains import (
    Contradiction,
    Dead,
    Layout,
    initial,
    placed,
    propagate,
    sweep,
    uncovered,
)
from solver.hidoku.grid import Adjacency, Cell, Grid
from solver.hidoku.notation import parse_grid
from solver.hidoku.search import Engine
from solver.hidoku.words import dead_text
from tests.solver.hidoku.hidoku_checks import puzzles, slow_solutions, solvable


@settings(deadline=None)
@given(st.one_of(puzzles(), solvable(60)))
def test_the_kernel_equals_its_plain_twin(grid: Grid) -> None:
    layout = Layout(grid)
    engine, masks = Engine(layout), initial(layout)
    domains = engine.pack(masks)
    assert engine.unpack(domains) == masks
    alive = engine.settle(domains)
    assert alive == (propagate(layout, masks) is None)
    if alive:
        assert engine.unpack(domains) == masks


@pytest.mark.parametrize("adjacency", Adjacency)
@pytest.mark.parametrize(("rows", "columns"), [(3, 50), (50, 3), (12, 9), (30, 30)])
def test_the_kernel_equals_its_twin_over_many_words(
    adjacency: Adjacency, rows: int, columns: int
) -> None:
    grid = Grid.of(rows, columns, {Cell(1, 1): 1, Cell(1, 0): 3}, {Cell(0, 2)}, adjacency)
    layout = Layout(grid)
    engine, masks = Engine(layout), initial(layout)
    domains = engine.pack(masks)
    assert engine.settle(domains) == (propagate(layout, masks) is None)
    assert engine.unpack(domains) == masks


@settings(deadline=None)
@given(puzzles())
def test_propagation_keeps_every_solution(grid: Grid) -> None:
    layout = Layout(grid)
    masks = initial(layout)
    dead = propagate(layout, masks)
    for board in slow_solutions(grid):
        assert dead is None
        assert all(masks[number] & layout.bit(cell) for cell, number in board.items())


@given(puzzles(), st.booleans())
def test_a_sweep_is_at_rest_and_the_weaker_one_keeps_more(grid: Grid, distinct: bool) -> None:
    layout = Layout(grid)
    masks = initial(layout)
    if sweep(layout, masks, distinct) is None:
        again = list(masks)
        assert sweep(layout, again, distinct) is None
        assert again == masks
        weak = initial(layout)
        assert sweep(layout, weak, False) is None
        assert all(few & ~many == 0 for few, many in zip(masks, weak, strict=True))


@given(puzzles(most_cells=12))
def test_around_and_paired_count_neighbours(grid: Grid) -> None:
    layout = Layout(grid)
    mask = sum(layout.bit(cell) for cell, _ in grid.givens)
    marked = set(grid.given)
    for cell in grid.cells:
        touching = len(marked & set(grid.neighbours(cell)))
        assert bool(layout.around(mask) & layout.bit(cell)) == (touching >= 1)
        assert bool(layout.paired(mask) & layout.bit(cell)) == (touching >= 2)


@pytest.mark.parametrize(
    ("text", "dead", "words"),
    [
        ("1,_,_\n3,_,4", Contradiction(Dead.NO_CELL, (4,), ()), "no cell is left for 4"),
        ("2,1,_", Contradiction(Dead.NO_CELL, (3,), ()), "no cell is left for 3"),
    ],
)
def test_contradictions_carry_their_reason(text: str, dead: Contradiction, words: str) -> None:
    layout = Layout(parse_grid(text))
    found = propagate(layout, initial(layout))
    assert found is not None
    assert found.kind is dead.kind
    assert dead_text(dead) == words


def test_two_numbers_that_need_one_cell_clash() -> None:
    layout = Layout(Grid.of(2, 2))
    masks = placed(initial(layout), 1, 1)
    masks[2] = masks[3] = layout.bit(Cell(1, 1))
    masks[4] = layout.bit(Cell(0, 1)) | layout.bit(Cell(1, 0))
    found = propagate(layout, masks)
    assert found is not None
    assert dead_text(found)


def test_a_cell_without_numbers_is_named() -> None:
    layout = Layout(Grid.of(1, 2))
    found = uncovered(layout, [0, 1, 1])
    assert found == Contradiction(Dead.NO_NUMBER, (), (Cell(0, 1),))
    assert dead_text(found) == "no number is left for row 1, column 2"
