"""What is known of a number in a cell, and why: data, and how the reasons are found.

``text.why`` puts it into words.
"""

from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, field
from enum import Enum

from solver.hidoku.logic.claims import Objection
from solver.hidoku.logic.easiest_reason import easiest_reason, whole_reason
from solver.hidoku.logic.last_right import without_wrong
from solver.hidoku.logic.objections.consequences import BySearch
from solver.hidoku.logic.objections.registry import AT_A_GLANCE
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.question import question_in
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.steps import Hint
from solver.hidoku.logic.technique import Deduction, Technique, technique_named
from solver.hidoku.rules.game import MoveError, Play
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.propagation import Path
from solver.hidoku.search.solve import Verdict, solve
from solver.hidoku.search.staged_search import Budget

MOST_PATHS = 20  # looked for at once
MOST_SEARCHES = 40  # for single candidates after that


class Answer(Enum):
    """What is known of a number in a cell."""

    PLACED = "placed"
    TAKEN = "taken"  # the cell has another given, or the number is given in another cell
    IMPOSSIBLE = "impossible"
    POSSIBLE = "possible"
    CERTAIN = "certain"
    UNKNOWN = "unknown"
    WRONG_BOARD = "wrong board"  # without the player's numbers it has no solution either


@dataclass(frozen=True)
class WhyReply:
    """What is known of a claim, and why.

    ``instead`` is where the number is now, or what its cell holds; ``objection`` is why the claim
    is impossible, and ``reason`` why it is certain, if any is known. ``path`` has the claim in it;
    ``other`` is a cell where another path has the number. ``wrong`` says what is wrong with the
    board; ``left_out`` are the player's other numbers that are wrong, which the reason leaves out.
    """

    claim: Candidate
    answer: Answer
    _: KW_ONLY
    instead: Candidate | None = None
    objection: Objection | None = None
    reason: Deduction | None = None
    path: Path | None = field(default=None, repr=False)
    other: Cell | None = None
    wrong: Hint | None = None
    left_out: tuple[Candidate, ...] = ()

    @property
    def is_searched(self) -> bool:
        """Whether only a search shows it, or a part of it."""
        question = question_in(self.reason)
        objections = [*question.objections.values()] if question else [self.objection]
        is_unknown = self.answer is Answer.CERTAIN and not self.reason
        return is_unknown or BySearch() in objections

    @property
    def idea(self) -> Technique | None:
        """The technique whose idea the answer is, if it's more than counting to one cell."""
        if self.reason:
            return self.reason.technique
        if self.objection is None or isinstance(self.objection, (*AT_A_GLANCE, BySearch)):
            return None
        return technique_named(self.objection.idea_for(of_cell=True))


def certain(position: Position, claim: Candidate, path: Path | None, budget: Budget) -> WhyReply:
    """The answer that a number must go in a cell, with the easiest reason that is known."""
    reason = easiest_reason(position, claim, budget) or whole_reason(position, claim, budget)
    return WhyReply(claim, Answer.CERTAIN, reason=reason, path=path)


class KnownPaths:
    """The paths found on a board in play so far, and the searches left.

    If there's none, the numbers that are wrong are left out.
    """

    def __init__(self, play: Play, budget: Budget) -> None:
        self.budget = budget
        self.searches = MOST_SEARCHES
        self.left_out: tuple[Candidate, ...] = ()
        self._find(play)
        if not self.paths:
            with suppress(MoveError):  # it finds no wrong number on a board that has no solution
                right = without_wrong(play, budget)
                mistakes = sorted(play.where.keys() - right.where.keys())
                self.left_out = tuple(Candidate(n, play.where[n]) for n in mistakes)
                self._find(right)

    def _find(self, play: Play) -> None:
        self.play = play
        self.position = Position.of(play.grid, play.board)
        self.grid = play.grid.with_givens(play.board)
        result = solve(self.grid, MOST_PATHS, self.budget)
        self.paths = list(result.solutions)
        self.are_all = result.complete
        self.is_none = result.verdict is Verdict.NONE

    def have(self, claim: Candidate) -> bool | None:
        """Whether some path has a candidate; None if no search decides that."""
        if self.path_with(claim) or self.are_all:
            return self.path_with(claim) is not None
        if not self.searches or self.budget.is_over:
            return None
        self.searches -= 1
        with_it = self.grid.with_givens({**self.play.board, claim.cell: claim.number})
        result = solve(with_it, 1, self.budget)
        self.paths += result.solutions
        return bool(result.count) or (False if result.complete else None)

    def path_with(self, claim: Candidate) -> Path | None:
        return next((path for path in self.paths if path[claim.number - 1] == claim.cell), None)
