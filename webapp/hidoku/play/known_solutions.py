"""Solutions of boards, found out once for everybody who needs them."""

from __future__ import annotations

from typing import Final

from solver.hidoku.rules.grid import Grid
from solver.hidoku.search.propagation import Path
from solver.hidoku.search.solve import SearchResult, Verdict, solve
from webapp.hidoku.play.hint_view import a_moment
from webapp.hidoku.small_boards import is_quick
from webapp.hidoku.verdict import within
from webapp.work.budgets import QUICK
from webapp.work.thoughts import Thoughts

MOST_KEPT: Final = 500  # boards


def is_decided(found: SearchResult) -> bool:
    """Say that more time would find no more."""
    return found.verdict is not Verdict.UNDECIDED


_known: Thoughts[SearchResult] = Thoughts(lambda _: 1, MOST_KEPT, QUICK.limit, is_decided)


def solutions_of(grid: Grid) -> SearchResult:
    """Return up to two solutions of a board, looked for as long as a hint may take.

    See :meth:`Thoughts.ask` for what it raises.
    """
    return find_solutions(grid) if is_quick(grid) else _known.ask(grid, find_solutions, grid)


def find_solutions(grid: Grid) -> SearchResult:
    """Look for two solutions of a board as long as a hint may take."""
    budget = a_moment()
    return solve(grid, 2, budget)


def solved_in(grid: Grid, seconds: float) -> SearchResult:
    """Look for two solutions of a board, for so long at most."""
    return solve(grid, 2, within(seconds))


_taken: Thoughts[SearchResult] = Thoughts(lambda _: 1, MOST_KEPT, QUICK.limit, is_decided)


def solution_to_take(grid: Grid) -> Path | None:
    """Return a solution of a board, None if none is found in the time.

    See :meth:`Thoughts.ask` for what it raises.
    """
    if is_quick(grid):
        found = solved_in(grid, QUICK.seconds)
    else:
        found = _taken.ask(grid, solved_in, grid, QUICK.seconds)
    return found.solutions[0] if found.solutions else None
