import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.hidoku.domains import (
    Contradiction,
    Dead,
    Layout,
    initial,
    propagate,
    sweep,
    uncovered,
)
from solver.hidoku.grid import Adjacency, Cell, Grid
from solver.hidoku.notation import parse_grid
from solver.hidoku.search import Engine, Words
from solver.hidoku.words import dead_text
from tests.solver.hidoku.hidoku_checks import puzzles, slow_solutions, solvable


def unpacked(domains: Words) -> list[int]:
    """The masks of the engine's words, the inverse of its packing."""
    rows = domains[:, 1:-1].astype("<u8")
    return [0, *(int.from_bytes(row.tobytes(), "little") for row in rows)]


@settings(deadline=None)
@given(st.one_of(puzzles(), solvable(60)))
def test_the_kernel_equals_its_plain_twin(grid: Grid) -> None:
    layout = Layout(grid)
    engine, masks = Engine(layout), initial(layout)
    domains = engine.pack(masks)
    assert unpacked(domains) == masks
    alive = engine.settle(domains)
    assert alive == (propagate(layout, masks) is None)
    if alive:
        assert unpacked(domains) == masks


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
    assert unpacked(domains) == masks


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
    ("text", "kind", "numbers", "cells", "words"),
    [
        (
            "1,_,_\n3,_,4",
            *(Dead.APART, (3, 4), (Cell(1, 0), Cell(1, 2))),
            "3 in row 2, column 1 does not touch 4 in row 2, column 3",
        ),
        ("2,1,_", Dead.NO_CELL, (3, 2), (Cell(0, 0),), "no cell is left for 3 after 2"),
        ("_,3,2", Dead.NO_CELL, (1, 2), (Cell(0, 2),), "no cell is left for 1 before 2"),
        (
            "1,_,##,_,5,_",
            *(Dead.NO_CELL, (3, 1, 5), (Cell(0, 0), Cell(0, 4))),
            "no cell is left for 3 between 1 and 5",
        ),
    ],
)
def test_contradictions_carry_their_reason(
    text: str, kind: Dead, numbers: tuple[int, ...], cells: tuple[Cell, ...], words: str
) -> None:
    layout = Layout(parse_grid(text))
    for distinct in (False, True):
        standing = layout.grid.given.values()
        found = sweep(layout, initial(layout), distinct, standing)
        assert found == Contradiction(kind, numbers, cells)
        assert dead_text(found) == words


def test_two_numbers_that_need_one_cell_clash() -> None:
    layout = Layout(Grid.of(2, 3))
    masks = initial(layout)
    masks[2] = masks[5] = layout.bit(Cell(1, 1))
    found = propagate(layout, masks)
    assert found == Contradiction(Dead.CLASH, (2, 5), (Cell(1, 1),))
    assert dead_text(found) == "2 and 5 both need row 2, column 2"


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (2, "row 1, column 1 and row 1, column 2 both need 4"),
        (3, "row 1, column 1; row 1, column 2 and row 1, column 3 all need 4"),
    ],
)
def test_cells_that_need_one_number(count: int, words: str) -> None:
    cells = tuple(Cell(0, column) for column in range(count))
    assert dead_text(Contradiction(Dead.CLASH, (4,), cells)) == words


def test_a_cell_without_numbers_is_named() -> None:
    layout = Layout(Grid.of(1, 2))
    found = uncovered(layout, [0, 1, 1])
    assert found == Contradiction(Dead.NO_NUMBER, (), (Cell(0, 1),))
    assert dead_text(found) == "no number is left for row 1, column 2"
