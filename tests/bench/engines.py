"""The Hidoku solver's figures."""

import statistics
from collections.abc import Iterator
from functools import partial
from secrets import randbelow

from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.notations.registry import parse_any
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.rules.known_boards import FINDLING
from solver.hidoku.search.solve import solve
from solver.hidoku.traces.plain_search import solve_plain
from tests.bench.measure import Figure, milliseconds
from tests.bench.satisfiability import glucose_ms

# Side, neighbours, how many, the most a proof may take; `generator` says how long making one takes.
MINIMAL = (
    (7, Adjacency.EIGHT, 30, None),
    (7, Adjacency.FOUR, 30, None),
    (8, Adjacency.EIGHT, 30, None),
    (8, Adjacency.FOUR, 30, None),
    (9, Adjacency.EIGHT, 30, None),
    (9, Adjacency.FOUR, 20, None),
    (10, Adjacency.EIGHT, 20, None),
    (10, Adjacency.FOUR, 15, None),
    (15, Adjacency.EIGHT, 5, None),
    (15, Adjacency.FOUR, 3, None),
    (20, Adjacency.EIGHT, 3, 50),
    (25, Adjacency.EIGHT, 4, None),
    (30, Adjacency.EIGHT, 3, None),
)
EMPTY = (
    ("10×10 with one given", Grid.of(10, 10, {Cell(3, 4): 57}), 1.2),
    ("20×20 with one given", Grid.of(20, 20, {Cell(7, 8): 133}), 65),
)
SMALL = 10  # rows of boards where glucose4 may be faster on none
LARGE = (25, 30)  # rows of boards where it may take no less than three times as long


def hidoku_figures() -> Iterator[Figure]:
    yield from seed_figures()
    yield from minimal_figures()
    yield from empty_figures()


def seed_figures() -> Iterator[Figure]:
    """Yield what the seed board takes, from the parsed board and from text."""
    grid = parse_any(FINDLING)
    assert solve(grid).unique
    glucose = statistics.median(glucose_ms(grid).whole for _ in range(9))
    ours = milliseconds(lambda: solve(grid), 200)
    yield Figure("Seed board to proof", ours, "ms", 0.2, glucose, "glucose4, with its encoding")
    ours = milliseconds(lambda: solve(parse_any(FINDLING)), 200)
    plain = milliseconds(lambda: solve_plain(grid), 3)
    yield Figure("Seed board, text to proof", ours, "ms", 2, plain, "the article's search, ours")


def minimal_figures() -> Iterator[Figure]:
    """Yield proofs of boards from which no given can go, drawn anew each time."""
    base = randbelow(10**6)
    print(f"Minimal boards: seeds from {base}")
    ratios = []
    for rows, adjacency, times, limit in MINIMAL:
        request = BoardRequest(rows, rows, adjacency=adjacency, minimal=True)
        grids = [generate(request, seed).grid for seed in range(base, base + times)]
        ours = [milliseconds(partial(solve, grid), 3) for grid in grids]
        glucose = [glucose_ms(grid) for grid in grids]
        whole = statistics.median(run.whole for run in glucose)
        alone = statistics.median(run.solving for run in glucose)
        title = f"{times} minimal boards {rows}×{rows}, {adjacency.value} neighbours"
        median = statistics.median(ours)
        yield Figure(
            f"{title}, median", median, "ms", whole / 2, whole, "glucose4, with its encoding"
        )
        most_by_three = alone / 3 if rows in LARGE else None
        yield Figure(
            f"{title}, again", median, "ms", most_by_three, alone, "glucose4, clauses ready"
        )
        yield Figure("The slowest of them", max(ours), "ms", limit)
        if rows <= SMALL:
            pairs = zip(ours, glucose, strict=True)
            ratios += [mine / theirs.solving for mine, theirs in pairs]
    title = f"{len(ratios)} minimal boards up to 10×10: our time by glucose4's, clauses ready"
    yield Figure(f"{title}, median", statistics.median(ratios), "", 0.25)
    yield Figure("The worst of them", max(ratios), "", 1)


def empty_figures() -> Iterator[Figure]:
    """Yield two solutions of boards with almost nothing given."""
    for title, grid, goal in EMPTY:
        assert solve(grid).count == 2
        ours = milliseconds(partial(solve, grid), 5)
        yield Figure(f"Two solutions of {title}", ours, "ms", goal)
