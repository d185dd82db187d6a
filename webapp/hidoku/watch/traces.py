"""A board solved by one of the methods that can be watched, at a glance, and beside the others."""

from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from time import monotonic, process_time
from typing import Final, NamedTuple

from solver.hidoku.logic.steps import Step, StepKind
from solver.hidoku.rules.game import Move, Play
from solver.hidoku.rules.grid import Grid
from solver.hidoku.search.staged_search import Budget
from solver.hidoku.traces.cuts import Cuts
from solver.hidoku.traces.plain_search import solve_plain
from solver.hidoku.traces.trace import Effort, Mode, Trace, measure_effort, trace
from solver.wording import plural
from webapp.hidoku.watch.search_tree import SearchTree, search_tree
from webapp.work.limits import THOROUGH
from webapp.work.tasks import never, task

MOST_KEPT: Final = 25_000  # steps of all solves together
MOST_MARKED: Final = 300  # marks of the scrubber, and points of its curve
HIGH: Final = 20  # of the scrubber, as its picture counts

HEADLINES: Final = {
    StepKind.START: "The start",
    StepKind.ONLY_CELL: "Only cell for the number",
    StepKind.ONLY_NUMBER: "Only number for the cell",
    StepKind.ELIMINATION: "Ruled out",
    StepKind.CLAUSE: "A clause",
    StepKind.TRY: "A trial",
    StepKind.CONTRADICTION: "A contradiction",
    StepKind.RETREAT: "Back",
    StepKind.SOLVED: "Solved",
    StepKind.PROVED: "Proved: the only solution",
    StepKind.SEVERAL: "A second solution",
    StepKind.IMPOSSIBLE: "No solution",
    StepKind.STUCK: "Logic ends here",
    StepKind.LEFT_OUT: "Steps left out",
    StepKind.STOPPED: "Stopped",
}


@dataclass(frozen=True, kw_only=True)
class SolveOutline:
    """The hard steps, and the dead ends.

    ``dead_ends`` are the steps from which a search turns back, ``dead_marks`` as many of them as
    can be told apart on a scrubber. ``deepest`` is the one with the most numbers placed and how
    many these are; ``depths`` are the numbers placed, as the ``d`` of an SVG path; ``end`` says how
    the solve ends.
    """

    hard: tuple[int, ...]
    dead_ends: tuple[int, ...]
    dead_marks: tuple[int, ...]
    deepest: tuple[int, int]
    depths: str
    end: str

    def dead_ends_until(self, step: int) -> tuple[int, ...]:
        return self.dead_ends[: bisect_right(self.dead_ends, step)]


def outline_of(steps: Sequence[Step]) -> SolveOutline:
    hard = hard_steps(steps)
    stride = -(-len(steps) // MOST_MARKED)
    places = dict.fromkeys((*range(0, len(steps), stride), len(steps) - 1))
    dead = [at for at, step in enumerate(steps) if step.kind is StepKind.CONTRADICTION]
    deepest = max(dead, key=lambda at: steps[at].placed, default=0)
    return SolveOutline(
        hard=_thinned(hard, len(steps)),
        dead_ends=tuple(dead),
        dead_marks=_thinned(dead, len(steps)),
        deepest=(deepest, steps[deepest].placed),
        depths=_depths([(at, steps[at].placed) for at in places]),
        end=HEADLINES[steps[-1].kind],
    )


def _depths(counts: Sequence[tuple[int, int]]) -> str:
    """Return how many numbers are placed at some steps, as the ``d`` of an SVG path.

    >>> _depths([(0, 5), (4, 10)])
    'M0 20L0 10L4 0V20Z'
    """
    largest = max(count for _, count in counts) or 1
    line = "".join(f"L{at} {HIGH - HIGH * count / largest:.3g}" for at, count in counts)
    return f"M0 {HIGH}{line}V{HIGH}Z"


def hard_steps(steps: Sequence[Step]) -> frozenset[int]:
    """Return the hard steps: trials, assumptions, and the hardest technique of the solve.

    If all steps use the same technique, or there are trials, no technique is the hardest.
    """
    ranks = {step.technique.rank for step in steps if step.technique}
    is_tried = any(step.kind is StepKind.TRY for step in steps)
    hardest = max(ranks) if len(ranks) > 1 and not is_tried else None
    return frozenset(at for at, step in enumerate(steps) if _is_hard(step, hardest))


def _is_hard(step: Step, hardest: int | None) -> bool:
    technique = step.technique
    if technique is None:
        return step.kind is StepKind.TRY
    return step.trial is not None or technique.rank == hardest


def _thinned(hard: Collection[int], length: int) -> tuple[int, ...]:
    """Return as many of them as can be told apart on a scrubber."""
    places = {at * MOST_MARKED // length: at for at in sorted(hard, reverse=True)}
    return tuple(sorted(places.values()))


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
#: The known boards to begin with, by how many dead ends a search meets on them.
SEARCH_BOARDS: Final = {
    "three-dead-ends": 3,
    "ten-dead-ends": 10,
    "forty-dead-ends": 40,
    "findling": 392,
}


@task(never, MOST_KEPT, weight=len)
def find_trace(grid: Grid, by: str) -> WatchedSolve:
    """Solve a board by a method that can be watched, as far as time allows."""
    solve = trace(grid, METHOD_BY[by].mode, Budget(deadline=THOROUGH.deadline))
    return WatchedSolve(solve.grid, solve.mode, solve.steps, outline_of(solve.steps))


# The same board by search alone, by search with checks, and by logic: what each method takes.

MOST_NODES: Final = 30_000  # of each search; without checks, the article’s board takes 21,177
#: The methods compared, by their names in addresses.
COMPARED: Final = {"alone": "Search alone", "search": "Search with checks", "logic": "Logic"}
#: The checks, and the search without each of them.
CHECKS: Final = {
    "Every missing number has a cell": Cuts(numbers=False),
    "Every placed number can go on": Cuts(filled=False),
    "The path can pass through every empty cell": Cuts(empty=False),
}


class ComparedMethod(NamedTuple):
    by: str
    title: str
    effort: Effort
    milliseconds: float

    @property
    def at_least(self) -> str:
        return "over " if self.effort.end is StepKind.STOPPED else ""

    @property
    def is_unmeasured(self) -> bool:
        return self.effort.end is StepKind.STOPPED and not self.effort.nodes

    @property
    def is_stuck(self) -> bool:
        return self.effort.end is StepKind.STUCK


class SavedByCheck(NamedTuple):
    """How many nodes a search opens ``without`` a check."""

    check: str
    without: int
    is_finished: bool


class MethodComparison(NamedTuple):
    lines: tuple[ComparedMethod, ...]
    checks: tuple[SavedByCheck, ...]
    is_whole: bool


@task(never, 256, whole=attrgetter("is_whole"))
def compare(grid: Grid) -> MethodComparison:
    """Solve a faultless board by each method, as far as time allows, the quickest method first."""
    end = THOROUGH.deadline
    lines = [_compared(grid, by, _half_until(end)) for by in reversed(COMPARED)]
    checks = tuple(_saved(grid, check, _half_until(end)) for check in CHECKS)
    is_cut = any(line.at_least and line.effort.nodes <= MOST_NODES for line in lines)
    is_cut |= any(not check.is_finished and check.without < MOST_NODES for check in checks)
    return MethodComparison(tuple(reversed(lines)), checks, not is_cut)


def _half_until(end: float) -> Budget:
    """Return half the time that is left, so that every method has some."""
    return Budget(MOST_NODES, (monotonic() + end) / 2)


def _compared(grid: Grid, by: str, budget: Budget) -> ComparedMethod:
    start = process_time()
    effort = measure_effort(grid, METHOD_BY[by].mode, budget)
    return ComparedMethod(by, COMPARED[by], effort, 1000 * (process_time() - start))


def _saved(grid: Grid, check: str, budget: Budget) -> SavedByCheck:
    result = solve_plain(grid, 2, budget, CHECKS[check], keep=0)
    is_finished = result.complete or result.count > 1
    return SavedByCheck(check, result.nodes, is_finished)
