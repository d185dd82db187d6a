"""Hints: the next step a person could take on a board in play, or what is wrong with it.

The next step is the easiest placement that techniques show, with the eliminations it needs, as few
as possible. If that would be more than a person can follow, a search finds a number of the
solution, and the hint says so.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from solver.hidoku.logic.easiest import all_finders, next_round
from solver.hidoku.logic.easiest_reason import easiest_reason
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.shorten import RoundSteps, checked, shortened
from solver.hidoku.logic.steps import Hint, State
from solver.hidoku.logic.technique import Deduction
from solver.hidoku.rules.faults import faults
from solver.hidoku.rules.game import Conflict, Play
from solver.hidoku.rules.grid import Board, Cell, Grid
from solver.hidoku.search.bitboard import is_single
from solver.hidoku.search.domains import Contradiction
from solver.hidoku.search.propagation import Path
from solver.hidoku.search.solve import SearchResult, Verdict, solve
from solver.hidoku.search.staged_search import NO_LIMIT, Budget

# A solver that uses techniques alone: it explains every step, and says where it gets stuck.
#
# Each round takes the steps of the easiest technique that finds any (see ``easiest``);
# contradictions only if they decide something with the least work. At the end, eliminations that
# nothing rests on are left out of the path.


@dataclass(frozen=True)
class Reasoning:
    """How far techniques lead: the path of steps, and the position after them.

    ``rounds`` are all steps as they were found, with their positions; ``path`` has those that
    count. ``is_stopped`` says that time ran out; ``path`` is then empty unless all its reasons were
    found.
    """

    rounds: tuple[RoundSteps, ...]
    path: tuple[Deduction, ...]
    position: Position
    is_stopped: bool = False

    @property
    def is_solved(self) -> bool:
        """Whether every number was placed, which proves the solution to be the only one."""
        return self.position.is_full and self.dead is None

    @property
    def dead(self) -> Contradiction | None:
        return self.position.dead


def explain(grid: Grid, budget: Budget = NO_LIMIT, board: Board | None = None) -> Reasoning:
    """Solve a faultless grid, or a board in play on it, by techniques alone.

    >>> from solver.hidoku.rules.grid import Cell
    >>> [step.technique for step in explain(Grid.of(1, 3, {Cell(0, 0): 1})).path]
    [technique_named('one_way'), technique_named('one_way')]
    """
    return explain_from(Position.of(grid, board), budget)


def explain_from(position: Position, budget: Budget = NO_LIMIT) -> Reasoning:
    found_rounds = tuple(rounds(position, budget))
    end = found_rounds[-1].position.after(*found_rounds[-1].steps) if found_rounds else position
    path = list[Deduction]()
    after = position
    for step in shortened(found_rounds, end, budget):
        path.append(checked(after, step))
        after = after.after(step)
    return Reasoning(found_rounds, tuple(path), end, budget.is_over)


def rounds(position: Position, budget: Budget = NO_LIMIT) -> Iterator[RoundSteps]:
    """The steps of each round, until the board is full or dead, nothing is found, or time is up.

    Contradictions come without their reasons.
    """
    finders = all_finders(position, budget)
    while not (position.is_full or position.dead or budget.is_over):
        next_steps = next_round(position, finders)
        if not next_steps:
            return
        steps, after = next_steps
        yield RoundSteps(position, steps)
        position = after


#: For a board's solutions. Minimal boards of 15×15 take 7,000 nodes at most, and 0.1 s; where
#: nothing is decided in so many, that takes 0.3 s.
SOLUTIONS_BUDGET = Budget(nodes=8_000)
HINT_BUDGET = Budget(nodes=1_000)
MOST_TRIED = 60  # numbers of a solution, of which the one that helps most is told


def hint(play: Play, budget: Budget = HINT_BUDGET, known: SearchResult | None = None) -> Hint:
    """The next step for a board in play, or what is wrong with it.

    The budget bounds each of the few searches for whether the board is still right; ``known`` are
    up to two solutions of its grid. The search for a step is bounded by counted work, so the hint
    doesn't depend on the machine's load.
    """
    solutions = known or solve(play.grid, 2, replace(SOLUTIONS_BUDGET, deadline=budget.deadline))
    state = _state(play, solutions, budget)
    return state or next_step(play) or _from_solution(play, solutions, budget)


def _state(play: Play, search: SearchResult, budget: Budget) -> Hint | None:
    if play.is_solved:
        return Hint(State.FINISHED)
    if search.verdict is Verdict.NONE:
        fault = next((fault for fault in faults(play.grid) if fault.colours), None)
        return Hint(State.IMPOSSIBLE, fault=fault)  # with the colours if they show it at a glance
    cell = wrong_cell(play, search, budget)
    if cell is None:
        return None
    number = play.board[cell]
    conflict = _conflict(play, number)
    is_elsewhere = search.unique is True
    return Hint(State.WRONG, number, cell, conflict=conflict, is_elsewhere=is_elsewhere)


def _conflict(play: Play, number: int) -> Conflict | None:
    """The conflict with this number that involves the fewest numbers placed by the player."""
    conflicts = [conflict for conflict in play.conflicts() if number in conflict.numbers]
    is_of_player = {n: cell not in play.grid.given for n, cell in play.where.items()}
    return min(conflicts, key=lambda c: sum(is_of_player[n] for n in c.numbers), default=None)


def wrong_cell(play: Play, search: SearchResult, budget: Budget) -> Cell | None:
    """The cell of the earliest placement that must be wrong, given what is known of the grid."""
    order = [cell for cell in play.board if cell not in play.grid.given]
    if search.unique:
        solution = search.solutions[0]
        return next((cell for cell in order if solution[play.board[cell] - 1] != cell), None)
    if not _is_dead(play, order, budget):
        return None
    low, high = 0, len(order)  # the first `low` placements can be right, the first `high` can't
    while high - low > 1:
        middle = (low + high) // 2
        is_dead = _is_dead(play, order[:middle], budget)
        low, high = (low, middle) if is_dead else (middle, high)
    return order[high - 1]


def _is_dead(play: Play, cells: list[Cell], budget: Budget) -> bool:
    """Whether the puzzle with these placements has no solution; undecided counts as alive."""
    if not cells:
        return False
    return solve(_continued(play, cells), 1, budget, 0).verdict is Verdict.NONE


def _continued(play: Play, cells: Iterable[Cell]) -> Grid:
    return play.grid.with_givens({**play.grid.given, **{c: play.board[c] for c in cells}})


def next_step(play: Play, placement: Candidate | None = None) -> Hint | None:
    """The easiest placement, or a certain one, if techniques show it; None if they don't."""
    return step_from(Position.of(play.grid, play.board), placement)


def step_from(start: Position, placement: Candidate | None = None) -> Hint | None:
    reason = easiest_reason(start, placement)
    return Hint(reason.technique, *reason.placed_candidate, reason=reason) if reason else None


def _from_solution(play: Play, search: SearchResult, budget: Budget) -> Hint:
    """A step that no technique explains, from the only solution or from one of several."""
    result = search if search.unique else solve(_continued(play, play.board), 2, budget)
    if not result.count:
        return Hint(State.SEARCH)
    path = result.solutions[0]
    number = _most_helpful(Position.of(play.grid, play.board), path)
    return Hint(_PROVED_BY[result.verdict], number, path[number - 1])


def _most_helpful(position: Position, path: Path) -> int:
    """The number of a path after which counting leaves the most others only one cell."""
    missing = [number for gap in position.gaps for number in gap.missing]
    shortlist = sorted(missing, key=lambda number: position.strict[number].bit_count())[:MOST_TRIED]

    def help_of(number: int) -> tuple[int, int]:
        after = position.placing(Candidate(number, path[number - 1]))
        return sum(map(is_single, after.strict)), -number

    return max(shortlist, key=help_of)


_PROVED_BY = {
    Verdict.UNIQUE: State.SEARCH,
    Verdict.SEVERAL: State.SEVERAL,
    Verdict.UNDECIDED: State.POSSIBLE,
}
