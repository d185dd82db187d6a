"""A solver that knows techniques alone: every step explained, and where it is stuck if it is.

It goes in rounds. A round takes the steps of the easiest technique that has any (see ``easiest``);
of contradictions those that decide something with the least work. At the end the eliminations that
nothing rests on are left out of the path.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from solver.hidoku.logic.easiest import all_finders, next_round
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.shorten import RoundSteps, shortened
from solver.hidoku.logic.technique import Deduction, Technique, techniques
from solver.hidoku.rules.grid import Board, Grid
from solver.hidoku.search.domains import Contradiction
from solver.hidoku.search.staged_search import NO_LIMIT, Budget


@dataclass(frozen=True)
class Reasoning:
    """How far techniques lead: the path of steps, and the position after them.

    ``rounds`` are all steps as they were found, with each position; ``path`` those that count.
    ``is_stopped`` says that time ran out; the path is then empty if not all could be told.
    """

    rounds: tuple[RoundSteps, ...]
    path: tuple[Deduction, ...]
    position: Position
    is_stopped: bool = False

    @property
    def is_solved(self) -> bool:
        """Whether every number was placed, and so the solution is the only one."""
        return self.position.is_full and self.dead is None

    @property
    def dead(self) -> Contradiction | None:
        """Why there is no solution, if that is where the steps led."""
        return self.position.dead

    @cached_property
    def times(self) -> dict[Technique, int]:
        """How many steps of the path each technique was used for, the easiest first."""
        used = Counter(step.technique for step in self.path)
        return {technique: used[technique] for technique in techniques() if technique in used}

    @property
    def hardest(self) -> Technique | None:
        """The hardest technique of the path; None if there was nothing to do."""
        return max(self.times, key=lambda each: each.rank, default=None)


def explain(grid: Grid, budget: Budget = NO_LIMIT, board: Board | None = None) -> Reasoning:
    """Solve a faultless grid, or a board in play on it, by techniques alone.

    >>> from solver.hidoku.rules.grid import Cell
    >>> explain(Grid.of(1, 3, {Cell(0, 0): 1})).times
    {technique_named('one_way'): 2}
    """
    return explain_from(Position.of(grid, board), budget)


def explain_from(position: Position, budget: Budget = NO_LIMIT) -> Reasoning:
    """The same from a position."""
    found = tuple(rounds(position, budget))
    end = found[-1].position.after(*found[-1].steps) if found else position
    return Reasoning(found, shortened(found, end, budget), end, budget.is_over)


def rounds(position: Position, budget: Budget = NO_LIMIT) -> Iterator[RoundSteps]:
    """The steps of each round until the board is full or dead, nothing is found, or time is up.

    Contradictions come without their reason.
    """
    finders = all_finders(position, budget)
    while not (position.is_full or position.dead or budget.is_over):
        found = next_round(position, finders)
        if not found:
            return
        steps, after = found
        yield RoundSteps(position, steps)
        position = after
