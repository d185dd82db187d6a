"""A board solved by one of the methods that can be watched, with its outline."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from solver.hidoku.logic.steps import StepKind
from solver.hidoku.rules.game import Move, Play
from solver.hidoku.rules.grid import Grid
from solver.hidoku.search.staged_search import Budget
from solver.hidoku.traces.trace import Mode, Trace, trace
from solver.wording import plural
from webapp.hidoku.watch.outline import SolveOutline, outline_of
from webapp.hidoku.watch.search_tree import SearchTree, search_tree
from webapp.work.limits import THOROUGH
from webapp.work.tasks import never, task

MOST_KEPT: Final = 25_000  # steps of all solves together


@dataclass(frozen=True)
class WatchedSolve(Trace):
    outline: SolveOutline

    @cached_property
    def tree(self) -> SearchTree:
        return search_tree(self.steps)

    def certain_at(self, step: int) -> int | None:
        """Return how many placed numbers don't depend on an open trial; None if none is open."""
        last = self.steps[step]
        if not last.depth or last.kind in (StepKind.PROVED, StepKind.SEVERAL):
            return None
        first = next(iter(self.tree.open_at(step)), None)  # None if its step is left out
        return 0 if first is None else self.steps[self.tree.nodes[first].step].placed - 1

    def play_at(self, step: int) -> Play:
        """Return a game that has reached the board after a step, placed in the solve's order."""
        board = self.board_at(step)
        moves = ((cell, number) for cell, number in board.items() if cell not in self.grid.given)
        return Play(self.grid, tuple(Move("place", *move) for move in moves))

    @property
    def length(self) -> str:
        """How much of a long solve is kept; "" if it is complete."""
        left_out = [step.left_out for step in self.steps if step.left_out]
        if not left_out:
            return ""
        steps = plural(sum(left_out) + len(self) - len(left_out), "step")
        return (
            f"A long solve: {steps}. You can watch the beginning and the end in full; parts of the "
            "middle are left out."
        )


@dataclass(frozen=True)
class SolveMethod:
    """A method that can be watched; ``searches`` if its trials are the point of it."""

    by: str
    tab: str
    title: str
    sentence: str
    mode: Mode
    searches: bool = False

    @property
    def is_search(self) -> bool:
        """Whether nearly every number is a trial, so that it says nothing to mark them."""
        return self.mode in (Mode.SEARCH, Mode.ALONE)


METHODS = (
    SolveMethod(
        "both",
        "Both",
        "Logic, then trial and error",
        "Each step is the easiest that works. If none does, it tries a number.",
        Mode.TECHNIQUES,
    ),
    SolveMethod(
        "logic",
        "Logic",
        "Logic only",
        "Each step is the easiest that works. If none does, it stops.",
        Mode.LOGIC,
    ),
    SolveMethod(
        "tries",
        "One choice at a time",
        "Simple rules, then trial and error",
        "Places what counting steps proves, then tries a number. Many trials have to be undone.",
        Mode.RULES,
        searches=True,
    ),
    SolveMethod(
        "learning",
        "One choice at a time",
        "A search that learns",
        "At each dead end it writes down which trials don’t go together: a clause. It goes back to "
        "the newest of them, and never tries them together again.",
        Mode.LEARNING,
        searches=True,
    ),
    SolveMethod(
        "search",
        "Search",
        "Search only",
        "Plain depth-first search, as in the program of 2015: the number with the fewest cells "
        "first.",
        Mode.SEARCH,
        searches=True,
    ),
    SolveMethod(
        "alone",
        "Search",
        "Search without checks",
        "The same search without its checks: it goes on until a number has no cell left.",
        Mode.ALONE,
        searches=True,
    ),
)
METHOD_BY = {method.by: method for method in METHODS}


class SearchBoard(NamedTuple):
    """A known board to begin with, by how many dead ends a search meets on it."""

    name: str
    dead_ends: int


SEARCH_BOARDS: Final = (
    SearchBoard("three-dead-ends", 3),
    SearchBoard("ten-dead-ends", 10),
    SearchBoard("forty-dead-ends", 40),
    SearchBoard("findling", 392),
)


@task(never, MOST_KEPT, weight=len)
def find_trace(grid: Grid, by: str) -> WatchedSolve:
    """Solve a board by a method that can be watched, as far as time allows."""
    solve = trace(grid, METHOD_BY[by].mode, Budget(deadline=THOROUGH.deadline))
    return WatchedSolve(solve.grid, solve.mode, solve.steps, outline_of(solve.steps))
