"""The Hidoku solver's figures, and how long a new process takes to be ready."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator

from solver.hidoku.boards import FINDLING
from solver.hidoku.game import parse_moves
from solver.hidoku.grid import Grid
from solver.hidoku.notation import parse_grid
from solver.hidoku.plain import solve_plain
from solver.hidoku.search import solve
from tests.bench.measure import Figure, milliseconds


def hidoku_figures() -> Iterator[Figure]:
    """Yield what the Hidoku engine takes on the seed board and on an empty one."""
    result = solve(parse_grid(FINDLING))
    assert result.unique
    ours = milliseconds(lambda: solve(parse_grid(FINDLING)), 200)
    plain = milliseconds(lambda: solve_plain(parse_grid(FINDLING)), 3)
    yield Figure("Seed board, text to proof", ours, "ms", 2, plain, "the article's search, ours")
    longest = _longest_game()
    taken = milliseconds(lambda: parse_moves(Grid.of(30, 30), longest), 3)
    yield Figure("Loading a game of 9,911 moves on 30×30", taken, "ms")
    started = time.perf_counter()
    assert solve(Grid.of(4, 4), limit=None, keep=0).count == 343_184
    taken = 1000 * (time.perf_counter() - started)
    yield Figure("All 343,184 paths of an empty 4×4 board", taken, "ms")


def _longest_game() -> str:
    """Return the moves of a 30×30 board filled and emptied as often as a game may have moves."""
    cells = [(row, column) for row in range(1, 31) for column in range(1, 31)]
    filled = [f"place {row} {column} {n}" for n, (row, column) in enumerate(cells, 1)]
    return "\n".join([*filled, "restart"] * 11)


def cached_import() -> Figure:
    """Return how long a new process takes to have every kernel loaded from the cache."""
    script = "import webapp, solver.kernels as k; list(k.compile_kernels())"
    command = [sys.executable, "-c", script]
    taken = milliseconds(lambda: subprocess.run(command, check=True), 3)
    return Figure("Python, imports and cached kernels", taken, "ms", 3000)
