"""The generator's figures: how long a board takes, how many givens stay.

Each figure is taken over some seeds, one thread, in processor time, after one board that does not
count. The numbers of givens of minimal boards are beside those of another generator that took
givens away at random with a proof after each (8×8 16–21–25, 10×10 29–32–36, 15×15 66–74–78, 20×20
117–125–138, 10×10 with four neighbours 9–11–14): about the same shows that no given stays without
need.
"""

import statistics
import time
from collections.abc import Iterator
from functools import partial

from solver.hidoku.generate.generate import BoardRequest, Generated, generate
from solver.hidoku.logic.grade import Difficulty
from solver.hidoku.rules.grid import Adjacency
from solver.hidoku.search.solve import solve
from tests.bench.measure import Figure, milliseconds, p95

# side, adjacency, boards, the median's goal in milliseconds
MINIMAL = (
    (8, Adjacency.EIGHT, 40, None),
    (10, Adjacency.EIGHT, 40, 30.0),
    (15, Adjacency.EIGHT, 10, None),
    (20, Adjacency.EIGHT, 7, 5000.0),
    (25, Adjacency.EIGHT, 3, 4000.0),
    (30, Adjacency.EIGHT, 2, 8000.0),
    (10, Adjacency.FOUR, 20, None),
    (10, Adjacency.HEX, 20, None),
)
# side, boards of each difficulty, the goal in milliseconds
REQUESTED = ((10, 40, 1000.0), (20, 5, 4000.0))
PROOF = 50  # milliseconds to solve a board and to prove that there is no other solution


def generator_figures() -> Iterator[Figure]:
    """Yield what the generator takes, and how many givens it leaves."""
    for side, adjacency, boards, goal in MINIMAL:
        yield from _minimal(side, adjacency, boards, goal)
    for side, boards, goal in REQUESTED:
        for difficulty in Difficulty:
            yield from _requested(side, difficulty, boards, goal)


def _minimal(side: int, adjacency: Adjacency, boards: int, goal: float | None) -> Iterator[Figure]:
    request = BoardRequest(side, side, adjacency=adjacency, minimal=True)
    times, puzzles = _timed(request, boards)
    assert all(board.complete for board in puzzles)
    counts = sorted(board.givens for board in puzzles)
    title = f"Minimal {side}×{side}, {adjacency.value} neighbours"
    yield Figure(f"{title}, median", statistics.median(times), "ms", goal)
    yield Figure(f"{title}, longest of {boards}", max(times), "ms")
    mean = statistics.mean(counts)
    yield Figure(f"{title}, givens {counts[0]}–{mean:.1f}–{counts[-1]}, mean", mean, "")


def _requested(side: int, difficulty: Difficulty, boards: int, goal: float) -> Iterator[Figure]:
    times, puzzles = _timed(BoardRequest(side, side, difficulty=difficulty), boards)
    met = sum(board.is_as_requested for board in puzzles)
    title = f"{side}×{side} {difficulty.value}, {met} of {boards} as requested, 95 % within"
    yield Figure(title, p95(times), "ms", goal)
    proofs = [milliseconds(partial(solve, board.grid), 3) for board in puzzles]
    yield Figure("Solving one and proving it unique, the slowest", max(proofs), "ms", PROOF)


def _timed(request: BoardRequest, boards: int) -> tuple[list[float], list[Generated]]:
    """Milliseconds of each of some boards, and the boards."""
    generate(request, 0)
    times, puzzles = [], []
    for seed in range(1, boards + 1):
        start = time.process_time()
        puzzles.append(generate(request, seed))
        times.append(1000 * (time.process_time() - start))
    return times, puzzles
