from itertools import combinations, product
from random import Random
from time import monotonic

import pytest
from hypothesis import given

from solver.hidoku.logic.grade import Difficulty, Grade, grade
from solver.hidoku.logic.technique import Technique, techniques
from solver.hidoku.logic.techniques.between import straight_gaps
from solver.hidoku.logic.techniques.contradictions import contradictions
from solver.hidoku.logic.techniques.cuts import detours
from solver.hidoku.logic.techniques.required import bottlenecks
from solver.hidoku.logic.techniques.singles import corners, only_cells
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.rules.known_boards import BOARDS
from solver.hidoku.search.solve import solve
from solver.hidoku.search.staged_search import Budget
from tests.cases import cases
from tests.solver.hidoku.kept_boards import kept_board
from tests.solver.hidoku.logic.techniques.structure_checks import known_boards, path_board


@pytest.mark.parametrize(
    ("name", "score", "difficulty", "hardest", "longest"),
    [
        ("beginner", 0, Difficulty.BEGINNER, straight_gaps, 0),
        ("nearly a beginner’s", 12, Difficulty.BEGINNER, only_cells, 0),
        ("medium", 46, Difficulty.MEDIUM, corners, 0),
        ("hard", 64, Difficulty.HARD, detours, 0),
        ("eight ways", 80, Difficulty.EXPERT, contradictions, 2),
        ("narrow", 49, Difficulty.MEDIUM, bottlenecks, 0),
        ("three times", 81, Difficulty.EXPERT, contradictions, 2),
        ("expert", 83, Difficulty.EXPERT, contradictions, 2),
    ],
)
def test_a_board_is_as_hard_as_the_techniques_it_needs(
    name: str,
    score: int,
    difficulty: Difficulty,
    hardest: Technique,
    longest: int,
) -> None:
    rating = grade(kept_board(name))
    assert (rating.score, rating.difficulty) == (score, difficulty)
    assert (rating.hardest, rating.longest) == (hardest, longest)
    assert rating.solved_by_techniques


def test_the_score_of_a_class_rises_with_the_steps_that_are_not_seen_at_once() -> None:
    """Two of 21 numbers need counting: nine of the fifteen percent that an easy board needs."""
    rating = grade(kept_board("nearly a beginner’s"))
    assert rating.techniques[only_cells] == 2
    assert rating.score == 20 * (100 * 2 // 21) // 15


def test_a_ring_with_three_givens_is_easy() -> None:
    """Five numbers are missing: each is soon compared with each cell, whatever that is called."""
    shape = Grid.of(3, 3, blocked=[Cell(1, 1)])
    around = [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0)]
    rings = (
        shape.with_givens({Cell(*around[(start + n) % 8]): n for n in three})
        for start, three in product(range(8), combinations(range(1, 9), 3))
    )
    difficulties = {grade(ring).difficulty for ring in rings} - {None}
    assert difficulties == {Difficulty.BEGINNER, Difficulty.EASY}


def test_the_same_again_is_as_hard_though_longer() -> None:
    """A room, and two rooms alike with a door between them."""
    once, twice = kept_board("a room"), kept_board("two rooms")
    assert [len(grid.cells) - len(grid.givens) for grid in (once, twice)] == [5, 10]
    assert grade(once).score == grade(twice).score == 25


@cases("score", range(101))
def test_every_score_is_of_one_class(score: int) -> None:
    of_it = Difficulty.of_score(score)
    higher = [difficulty.least for difficulty in Difficulty if difficulty.rank > of_it.rank]
    assert of_it.least <= score < min(higher, default=101)


def test_every_number_of_a_known_board_is_counted_once() -> None:
    grid = BOARDS["findling"].grid
    rating = grade(grid)
    assert (rating.difficulty, rating.techniques[corners]) == (Difficulty.MEDIUM, 2)
    assert sum(rating.techniques.values()) == grid.last - len(grid.givens)
    assert rating.score == 47


@pytest.mark.parametrize(
    "grid",
    [
        Grid.of(3, 4),  # thousands of paths
        Grid.of(1, 3, {Cell(0, 1): 1}),  # none
        Grid.of(2, 2, {Cell(0, 0): 1, Cell(0, 1): 1}),  # a fault
    ],
)
def test_what_is_no_puzzle_has_no_difficulty(grid: Grid) -> None:
    rating = grade(grid)
    assert (rating.difficulty, rating.score) == (None, None)
    assert not rating.solved_by_techniques
    assert not rating.is_cut_short


def test_small_boards_with_one_solution_are_solved_by_techniques() -> None:
    count = 0
    for seed in range(60):
        random = Random(seed)
        shape, path = path_board(5, 5, list(Adjacency)[seed % 3], seed)
        givens = {cell: number for number, cell in enumerate(path, 1) if random.random() < 0.45}
        grid = shape.with_givens(givens)
        if solve(grid, 2).unique:
            count += 1
            rating = grade(grid)
            assert rating.solved_by_techniques
            assert rating.score is not None
            assert rating.difficulty is Difficulty.of_score(rating.score)
    assert count >= 15


def test_a_full_board_asks_for_nothing() -> None:
    full = Grid.of(1, 2, {Cell(0, 0): 1, Cell(0, 1): 2})
    assert grade(full) == Grade(
        Difficulty.BEGINNER, {}, longest=0, solved_by_techniques=True, score=0
    )
    assert grade(full).hardest is None


def test_a_deadline_that_has_passed_is_reported() -> None:
    rating = grade(kept_board("expert"), Budget(deadline=monotonic() - 1))
    assert (rating.is_cut_short, rating.solved_by_techniques) == (True, False)
    assert (rating.score, rating.difficulty) == (None, Difficulty.EXPERT)


def turned(grid: Grid, way: str) -> Grid:
    """The board turned or mirrored, or with its numbers counted backwards."""
    if way == "backwards":
        givens = {cell: grid.last + 1 - number for cell, number in grid.givens}
        return grid.with_givens(givens)
    is_on_its_side = way in {"transposed", "quarter"}

    def moved(cell: Cell) -> Cell:
        down, right = grid.rows - 1 - cell.row, grid.columns - 1 - cell.column
        return {
            "half": Cell(down, right),
            "transposed": Cell(cell.column, cell.row),
            "mirrored": Cell(cell.row, right),
            "quarter": Cell(cell.column, down),
        }[way]

    return Grid.of(
        grid.columns if is_on_its_side else grid.rows,
        grid.rows if is_on_its_side else grid.columns,
        {moved(cell): number for cell, number in grid.givens},
        map(moved, grid.blocked),
        grid.adjacency,
        joined=[(moved(a), moved(b)) for a, b in grid.joined],
    )


@given(known_boards())
def test_a_grade_does_not_change_when_the_board_is_turned(
    puzzle: tuple[Grid, dict[Cell, int]],
) -> None:
    grid, _ = puzzle
    ways = ["backwards", "half", "transposed"]  # which keep the neighbours of hexagonal boards too
    if grid.adjacency is not Adjacency.HEX:
        ways += ["mirrored", "quarter"]
    rating = grade(grid)
    for way in ways:
        assert grade(turned(grid, way)) == rating, way


def test_every_technique_has_its_place_in_the_table() -> None:
    assert [difficulty.rank for difficulty in Difficulty] == [0, 1, 2, 3, 4]
    ranks = [technique.rank for technique in techniques()]
    assert ranks == sorted(set(ranks))
