"""New boards: one solution, no given too many, as requested, and the same for the same seed."""

from dataclasses import dataclass, field, replace
from itertools import islice
from math import isqrt
from time import monotonic

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.hidoku.generate.generate import PROOF, BoardRequest, draw_best, generate, roughness
from solver.hidoku.generate.random_paths import Chance
from solver.hidoku.generate.remove_givens import MOST_CELLS_MINIMAL, Thinner, check_minimal
from solver.hidoku.generate.shapes import SHAPES, Symmetry, orbits
from solver.hidoku.logic.grade import Difficulty, grade
from solver.hidoku.logic.steps import walk_through
from solver.hidoku.logic.technique import technique_named
from solver.hidoku.logic.techniques.singles import only_cells
from solver.hidoku.rules.faults import faults
from solver.hidoku.rules.grid import Adjacency, Cell, Grid, GridError
from solver.hidoku.search.bitboard import BitLayout
from solver.hidoku.search.domains import initial
from solver.hidoku.search.propagation import Engine, PropagationLevel
from solver.hidoku.search.solve import Verdict, board_of, solve
from solver.hidoku.search.staged_search import Budget
from tests.solver.hidoku.hidoku_checks import is_solution, slow_solutions, solvable
from tests.solver.hidoku.kept_boards import kept_board


def without(grid: Grid, *cells: Cell) -> Grid:
    return grid.with_givens({c: n for c, n in grid.givens if c not in cells})


@given(
    st.integers(1, 4),
    st.integers(1, 5),
    st.sampled_from([Adjacency.EIGHT, Adjacency.HEX]),
    st.booleans(),
    st.integers(0, 2**64 - 1),
)
def test_a_board_has_its_path_as_only_solution(
    rows: int, columns: int, adjacency: Adjacency, ends_given: bool, seed: int
) -> None:
    request = BoardRequest(rows, columns, adjacency=adjacency, ends_given=ends_given)
    puzzle = generate(request, seed)
    assert puzzle.complete
    assert not faults(puzzle.grid)
    assert (puzzle.request, puzzle.seed, puzzle.givens) == (request, seed, len(puzzle.grid.givens))
    assert list(islice(slow_solutions(puzzle.grid), 2)) == [board_of(puzzle.path)]


@pytest.mark.parametrize("adjacency", Adjacency)
@pytest.mark.parametrize("shape", SHAPES)
def test_every_form_gives_a_board(shape: str, adjacency: Adjacency) -> None:
    puzzle = generate(BoardRequest(10, 9, shape=shape, adjacency=adjacency), seed=4)
    assert puzzle.complete
    assert is_solution(puzzle.grid, board_of(puzzle.path))
    result = solve(puzzle.grid)
    assert (list(result.solutions), result.complete) == ([puzzle.path], True)
    assert {1, puzzle.grid.last} <= set(puzzle.grid.given.values())


@pytest.mark.parametrize("adjacency", Adjacency)
@pytest.mark.parametrize("ends_given", [True, False])
@pytest.mark.parametrize("seed", [1, 2])
def test_from_a_minimal_board_no_given_can_go(
    adjacency: Adjacency, ends_given: bool, seed: int
) -> None:
    grid = generate(
        BoardRequest(
            6,
            7,
            shape="disc",
            adjacency=adjacency,
            minimal=True,
            ends_given=ends_given,
        ),
        seed,
    ).grid
    assert solve(grid).verdict is Verdict.UNIQUE
    for cell in grid.given:
        assert solve(without(grid, cell)).verdict is Verdict.SEVERAL


def test_ends_stay_as_requested() -> None:
    """Without the request, one end at least of some boards is not given."""
    plain = [generate(BoardRequest(5, 6), seed).grid for seed in range(8)]
    free = [generate(BoardRequest(5, 6, ends_given=False), seed).grid for seed in range(8)]
    assert all({1, 30} <= set(grid.given.values()) for grid in plain)
    assert not all({1, 30} <= set(grid.given.values()) for grid in free)


@pytest.mark.parametrize("symmetry", Symmetry)
@pytest.mark.parametrize("minimal", [True, False])
def test_givens_lie_as_requested(symmetry: Symmetry, minimal: bool) -> None:
    grid = generate(
        BoardRequest(7, 7, shape="frame", symmetry=symmetry, minimal=minimal), seed=9
    ).grid
    assert solve(grid).verdict is Verdict.UNIQUE
    for group in orbits(grid, symmetry):
        held = [cell in grid.given for cell in group]
        assert len({*held}) == 1
        if minimal and held[0]:
            assert solve(without(grid, *group)).verdict is Verdict.SEVERAL


def test_a_form_without_the_symmetry_is_refused() -> None:
    with pytest.raises(GridError, match="top-bottom"):
        generate(BoardRequest(9, 9, shape="heart", symmetry=Symmetry.TOP_BOTTOM), seed=1)


def test_the_same_seed_gives_the_same_board() -> None:
    request = BoardRequest(8, 9, adjacency=Adjacency.HEX, difficulty=Difficulty.MEDIUM)
    assert generate(request, 77) == generate(request, 77)
    assert generate(request, 77).grid != generate(request, 78).grid


PINNED = (
    BoardRequest(5, 6),
    BoardRequest(7, 7, shape="heart", minimal=True),
    BoardRequest(6, 6, adjacency=Adjacency.FOUR, symmetry=Symmetry.POINT),
)


@pytest.mark.parametrize(("number", "board_request"), [*enumerate(PINNED, 1)])
def test_a_seed_keeps_its_board(number: int, board_request: BoardRequest) -> None:
    """People save and share seeds: whoever changes these boards breaks a promise to them."""
    assert generate(board_request, 2026).grid == kept_board(f"pinned {number}")


@pytest.mark.parametrize("difficulty", Difficulty)
@pytest.mark.parametrize(
    ("board_request", "seeds"),
    [
        (BoardRequest(6, 6), 30),
        (BoardRequest(10, 10), 30),
        (BoardRequest(7, 6, adjacency=Adjacency.FOUR), 10),
        (BoardRequest(7, 7, shape="hexagon", adjacency=Adjacency.HEX, symmetry=Symmetry.POINT), 5),
        (BoardRequest(8, 8, shape="heart", ends_given=False, joined=4), 5),
    ],
)
def test_a_board_is_as_hard_as_requested(
    board_request: BoardRequest, seeds: int, difficulty: Difficulty
) -> None:
    for seed in range(seeds):
        puzzle = generate(replace(board_request, difficulty=difficulty), seed)
        assert puzzle.is_as_requested
        assert puzzle.grade is not None
        assert puzzle.grade.difficulty is difficulty
        hardest = puzzle.grade.hardest
        assert hardest is not None
        match difficulty:
            case Difficulty.BEGINNER | Difficulty.EASY:  # no cell asks which number is left for it
                assert hardest.rank <= only_cells.rank
            case Difficulty.MEDIUM:
                assert only_cells.rank < hardest.rank
            case Difficulty.HARD:  # what places at once isn't enough
                assert not hardest.is_placing
            case Difficulty.EXPERT:
                assert puzzle.grade.longest > 1
    assert puzzle.grade == grade(puzzle.grid)
    assert solve(puzzle.grid).verdict is Verdict.UNIQUE


@pytest.mark.parametrize(
    ("difficulty", "weight", "minimum", "maximum"),
    [(Difficulty.MEDIUM, 4, 3, 10), (Difficulty.HARD, 6, 3, 8), (Difficulty.EXPERT, 6, 6, 30)],
)
def test_boards_of_a_class_have_alike_many_hard_steps(
    difficulty: Difficulty, weight: int, minimum: int, maximum: int
) -> None:
    """Of one path in eight attempts none may fit, so not every board does."""
    grades = [generate(BoardRequest(8, 8, difficulty=difficulty), seed).grade for seed in range(15)]
    hard = [
        sum(count for technique, count in rating.techniques.items() if technique.weight >= weight)
        for rating in grades
        if rating
    ]
    assert sum(minimum <= count <= maximum for count in hard) >= 13


def test_medium_boards_need_more_than_scanning() -> None:
    """Most cells to be compared with all numbers are no medium board's."""
    scans = 0
    for seed in range(15):
        rating = generate(BoardRequest(8, 8, difficulty=Difficulty.MEDIUM), seed).grade
        counts = rating.techniques if rating else {}
        asking = sum(count for technique, count in counts.items() if technique.weight > 1)
        scans += 2 * counts.get(technique_named("only_number"), 0) > asking
    assert not scans


def test_boards_of_one_seed_have_different_solutions() -> None:
    """Whoever has solved the easy one doesn't know the hard one."""
    paths = {
        generate(BoardRequest(6, 6, difficulty=difficulty), 7).path
        for difficulty in (None, *Difficulty)
    }
    assert len(paths) == 1 + len(Difficulty)


def test_a_request_that_cannot_be_met_is_answered_honestly() -> None:
    """Nothing is left to find on a row of three, so no board of it is hard."""
    puzzle = generate(BoardRequest(1, 3, difficulty=Difficulty.HARD), seed=1)
    assert not puzzle.is_as_requested
    assert puzzle.grade is not None
    assert puzzle.grade.difficulty is Difficulty.BEGINNER


def test_a_minimal_board_of_a_difficulty_is_minimal() -> None:
    puzzle = generate(BoardRequest(7, 7, difficulty=Difficulty.HARD, minimal=True), seed=2)
    assert puzzle.is_as_requested
    for cell in puzzle.grid.given:
        assert solve(without(puzzle.grid, cell)).verdict is Verdict.SEVERAL


def test_a_minimal_board_that_cannot_be_easy_is_graded_all_the_same() -> None:
    puzzle = generate(BoardRequest(7, 7, difficulty=Difficulty.BEGINNER, minimal=True), seed=2)
    assert puzzle.complete
    assert not puzzle.is_as_requested
    assert puzzle.grade == grade(puzzle.grid)


@pytest.mark.parametrize("adjacency", Adjacency)
def test_joined_cells_are_clues(adjacency: Adjacency) -> None:
    puzzle = generate(BoardRequest(6, 6, adjacency=adjacency, joined=9), seed=3)
    assert len(puzzle.grid.joined) == 9
    number = board_of(puzzle.path)
    assert all(abs(number[a] - number[b]) == 1 for a, b in puzzle.grid.joined)
    result = solve(puzzle.grid)
    assert (list(result.solutions), result.complete) == ([puzzle.path], True)
    with pytest.raises(GridError, match="negative"):
        BoardRequest(6, 6, joined=-1)


def test_a_board_cut_short_is_a_board() -> None:
    """With its time over before it begins the thinning leaves everything given, and says so."""
    puzzle = generate(BoardRequest(6, 6, minimal=True), 5, Budget(deadline=0.0))
    assert puzzle.givens == 36
    assert not puzzle.complete
    assert not puzzle.is_as_requested


@dataclass(frozen=True)
class LookLimit(Budget):
    """A budget that is over once it was looked at so often, and says how often that was."""

    most: int = 10**9
    looks: list[None] = field(default_factory=list)

    @property
    def is_over(self) -> bool:
        self.looks.append(None)
        return len(self.looks) > self.most


def test_a_board_whose_next_attempt_no_time_is_left_for_is_cut_short() -> None:
    """Its only attempt is complete in itself, but without a deadline there are more of them."""
    request = BoardRequest(7, 7, difficulty=Difficulty.BEGINNER, minimal=True)
    budget = LookLimit(PROOF.nodes)
    before: list[int] = []
    whole = generate(request, 2, budget, lambda *_: before.append(len(budget.looks)))
    assert whole.complete
    assert len(before) > 1
    cut = generate(request, 2, LookLimit(PROOF.nodes, most=before[1] - 1))
    assert not cut.complete


def test_givens_that_every_proof_needs_stay() -> None:
    request = BoardRequest(8, 8, minimal=True)
    puzzle = generate(request, 5, Budget(nodes=0))
    assert solve(puzzle.grid).verdict is Verdict.UNIQUE
    assert not puzzle.is_as_requested
    assert puzzle.givens > generate(request, 5).givens


def is_settled(grid: Grid, level: PropagationLevel | None) -> bool:
    """Whether propagation at a level solves a grid, or at none, whether it has one solution."""
    if level is None:
        return solve(grid).verdict is Verdict.UNIQUE
    engine = Engine(BitLayout(grid))
    domains = engine.pack(initial(engine.layout))
    return engine.propagate_fully(domains, level) and engine.is_solved(domains)


@given(solvable(), st.integers(0, 2**64 - 1), st.sampled_from([None, *PropagationLevel]))
def test_blocks_change_nothing(grid: Grid, seed: int, level: PropagationLevel | None) -> None:
    """Thinning by blocks leaves what thinning one by one leaves, and the level still decides."""
    shape = replace(grid, givens=(), joined=frozenset())
    path = solve(shape, limit=1).solutions[0]
    order = Chance(seed).shuffle((number,) for number in range(1, grid.last + 1))
    thinner = Thinner(shape, path, Budget(nodes=10_000))
    removals = thinner.thin(order, level)
    givens = board_of(path)
    for (number,) in order:
        fewer = {cell: n for cell, n in givens.items() if n != number}
        givens = fewer if is_settled(shape.with_givens(fewer), level) else givens
    assert thinner.grid.given == givens
    assert sorted(path[number - 1] for (number,) in removals) == sorted(set(path) - set(givens))


@pytest.mark.parametrize("adjacency", Adjacency)
@pytest.mark.parametrize("difficulty", MOST_CELLS_MINIMAL)
def test_a_minimal_board_within_the_limits_can_be_as_easy_as_requested(
    difficulty: Difficulty, adjacency: Adjacency
) -> None:
    limit = 5 if adjacency is Adjacency.HEX else 6  # rows in turn: fewer neighbours at the rim
    side = min(isqrt(MOST_CELLS_MINIMAL[difficulty]), limit)
    request = BoardRequest(side, side, adjacency=adjacency, difficulty=difficulty, minimal=True)
    assert any(generate(request, seed).is_as_requested for seed in range(3))


def test_a_minimal_board_that_cannot_be_hoped_for_is_refused_at_once() -> None:
    check_minimal(Difficulty.EASY, 16)
    check_minimal(Difficulty.HARD, 900)
    check_minimal(None, 900)
    with pytest.raises(GridError, match=r"100 cells .* harder than medium: .* up to 49 cells"):
        check_minimal(Difficulty.MEDIUM, 100)


# The best of some boards: none is rougher, and no more are drawn when time is up.

FOR_A_DAY = BoardRequest(7, 7, difficulty=Difficulty.HARD)


def test_a_hard_board_for_a_day_has_a_step_to_remember() -> None:
    """Its hardest idea is seldom, and not among the first; of one board in three that isn't so."""
    best = draw_best(generate(FOR_A_DAY, 5), 20, PROOF)
    ideas = [entry.technique for entry in walk_through(best.grid).rounds]
    hardest = max(ideas, key=lambda idea: idea.rank)
    assert ideas.count(hardest) <= 3
    assert 3 * ideas.index(hardest) >= len(ideas)
    assert best.is_as_requested
    assert best.seed in range(5, 25)
    assert all(roughness(best) <= roughness(generate(FOR_A_DAY, seed)) for seed in range(5, 25))


def test_when_time_is_up_the_board_is_the_first_one() -> None:
    first = generate(FOR_A_DAY, 5)
    assert draw_best(first, 20, Budget(PROOF.nodes, monotonic())) is first
