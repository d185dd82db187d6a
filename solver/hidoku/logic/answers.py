"""What is known of a number in a cell, and why: data, and how the reasons are found.

``text.why`` puts it into words.
"""

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field
from enum import Enum

from solver.hidoku.logic.claims import Objection
from solver.hidoku.logic.easiest_reason import easiest_reason
from solver.hidoku.logic.objections.registry import AT_A_GLANCE
from solver.hidoku.logic.patterns.fewest import fewest
from solver.hidoku.logic.patterns.gaps import apart
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.steps import Hint
from solver.hidoku.logic.technique import Deduction, Technique, technique_named
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.propagation import Path
from solver.hidoku.search.solve import Verdict, solve
from solver.hidoku.search.staged_search import Budget

MOST_NAMED = 6  # placed numbers that a search counts from, if there is a way with so few
SMALL, LARGER = 200, 3_000  # nodes, for each question which placed numbers a search needs
MOST_REDUCED = 60  # searches for the placed numbers that an answer needs; a few more at the end


class Answer(Enum):
    """What is known of a number in a cell."""

    PLACED = "placed"
    TAKEN = "taken"  # the cell has another number, or the number another cell
    IMPOSSIBLE = "impossible"
    POSSIBLE = "possible"
    CERTAIN = "certain"
    UNKNOWN = "unknown"
    WRONG_BOARD = "wrong board"  # it has no solution anyway


@dataclass(frozen=True)
class WhyReply:
    """What is known of a claim, and why.

    ``instead`` is the candidate that is placed; ``objection`` is why the claim is impossible, and
    ``reason`` why it is certain. ``searched`` are placed numbers from which a search of all paths
    shows it: none can be left out. ``path`` has the claim in it; ``other`` is a cell where another
    path has the number. ``wrong`` says what is wrong with the board; ``left_out`` are the player's
    other numbers that are wrong, which the reason leaves out.
    """

    claim: Candidate
    answer: Answer
    _: KW_ONLY
    instead: Candidate | None = None
    objection: Objection | None = None
    reason: Deduction | None = None
    searched: tuple[Candidate, ...] = ()
    path: Path | None = field(default=None, repr=False)
    other: Cell | None = None
    wrong: Hint | None = None
    left_out: tuple[Candidate, ...] = ()

    @property
    def is_searched(self) -> bool:
        """Whether only a search shows it."""
        is_shown = self.objection or self.reason
        return self.answer in {Answer.CERTAIN, Answer.IMPOSSIBLE} and not is_shown

    @property
    def idea(self) -> Technique | None:
        """The technique whose idea the answer is, if it's more than counting to one cell."""
        if self.reason:
            return self.reason.technique
        if self.objection is None or isinstance(self.objection, AT_A_GLANCE):
            return None
        return technique_named(self.objection.idea_for(of_cell=True))


def certain(position: Position, claim: Candidate, path: Path | None, budget: Budget) -> WhyReply:
    """The answer that a number must go in a cell, with the easiest reason or searches for it."""
    reason = easiest_reason(position, claim, budget)
    question = claim.number, position.empty & ~position.layout.bit(claim.cell)
    numbers = () if reason else searched_from(position, claim.cell, budget, question)
    return WhyReply(claim, Answer.CERTAIN, reason=reason, searched=numbers, path=path)


def searched_from(
    position: Position, centre: Cell, budget: Budget, within: tuple[int, int]
) -> tuple[Candidate, ...]:
    """Placed numbers from which a few searches show that a number isn't in some cells, or all.

    Those near a cell are preferred. ``within`` are the number and the cells, as for ``solve``.
    """
    questions = iter(range(MOST_REDUCED))

    def fail(subset: Sequence[Candidate], nodes: int = SMALL) -> bool:
        if next(questions, None) is None or budget.is_over:
            return False
        grid = position.layout.grid.with_givens({cell: number for number, cell in subset})
        return solve(grid, 1, Budget(nodes, budget.deadline), 0, within).verdict is Verdict.NONE

    placements = tuple(sorted(position.placed, key=lambda c: apart(c.cell, centre)))
    placements = fewest(placements, fail) if fail(placements) else placements
    questions = iter(range(MOST_NAMED))
    for c in placements[::-1] if len(placements) <= MOST_NAMED else ():
        remainder = tuple(candidate for candidate in placements if candidate != c)
        placements = remainder if fail(remainder, LARGER) else placements
    return placements
