"""Why a number can't go in a cell, must go there, or may: any question about a board in play.

What is impossible has an objection, the plainest there is, and what is certain a reason as in a
hint. Where there is none, a search of all paths decides, which names as few placed numbers as it
needs.
"""

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property

from solver.hidoku.logic.answers import Answer, WhyReply, certain, searched_from
from solver.hidoku.logic.easiest import Survey
from solver.hidoku.logic.hints import hint
from solver.hidoku.logic.last_right import without_wrong
from solver.hidoku.logic.objections.registry import EVERY, object_to
from solver.hidoku.logic.patterns.chains import OF_QUESTION
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.rules.game import MoveError, Play
from solver.hidoku.rules.grid import Board, Cell, Grid
from solver.hidoku.search.propagation import Path
from solver.hidoku.search.solve import SearchResult, Verdict, solve
from solver.hidoku.search.staged_search import Budget

WHY_BUDGET = Budget(nodes=2_000)  # for each of a few searches


def ask(play: Play, claim: Candidate, budget: Budget = WHY_BUDGET) -> WhyReply:
    """Return what is known of a number in a cell of a board in play.

    A number that the player has placed there is removed first, so the answer says whether it can
    be right; if other numbers are wrong, too, they are left out. Raises :class:`MoveError` if the
    board has no such cell or number.

    >>> play = Play(Grid.of(1, 5, {Cell(0, 0): 1}))
    >>> ask(play, Candidate(2, Cell(0, 3))).objection
    TooFar(start=1, steps=3, is_straight=True)
    >>> ask(play, Candidate(3, Cell(0, 2))).answer
    <Answer.CERTAIN: 'certain'>
    """
    number, cell = claim
    check_cell(play, cell)
    check_number(play, number)
    is_own = play.board.get(cell) == number
    if is_own:
        if cell in play.grid.given:
            return WhyReply(claim, Answer.PLACED, instead=claim)
        play = play.erase(cell)
    elif cell in play.board:
        return WhyReply(claim, Answer.TAKEN, instead=Candidate(play.board[cell], cell))
    elif number in play.where:
        return WhyReply(claim, Answer.TAKEN, instead=Candidate(number, play.where[number]))
    mistakes: tuple[Candidate, ...] = ()
    board_now = play.grid.with_givens(play.board)
    solutions = solve(board_now, 2, budget)
    if solutions.verdict is Verdict.NONE and is_own:
        with suppress(MoveError):  # it finds no wrong number on a board that has no solution
            right = without_wrong(play, budget)
            off = play.where.keys() - right.where.keys()
            mistakes = tuple(Candidate(n, play.where[n]) for n in sorted(off))
            play, board_now = right, play.grid.with_givens(right.board)
            solutions = solve(board_now, 2, budget)
    if solutions.verdict is Verdict.NONE:
        return WhyReply(claim, Answer.WRONG_BOARD, wrong=hint(play))
    return replace(_Question(play, board_now, claim, budget).judge(solutions), left_out=mistakes)


def check_cell(play: Play, cell: Cell) -> None:
    """Raise MoveError if the board has no such cell."""
    if not play.grid.has_cell(cell):
        raise MoveError("There’s no such cell on this board.")


def check_number(play: Play, number: int) -> None:
    """Raise MoveError if the board has no such number."""
    if not 1 <= number <= play.grid.last:
        raise MoveError(f"The numbers of this board go from 1 to {play.grid.last}.")


@dataclass(frozen=True)
class _Question:
    """A claim about a board in play that has a solution, or may have; ``grid`` is the board."""

    play: Play
    grid: Grid
    claim: Candidate
    budget: Budget

    @cached_property
    def position(self) -> Position:
        return Position.of(self.play.grid, self.play.board)

    def judge(self, search: SearchResult) -> WhyReply:
        number, cell = self.claim
        if self.claim not in self.position.candidates(number):
            return self._impossible(is_proved=True)
        with_it = [path for path in search.solutions if path[number - 1] == cell]
        if search.unique and with_it:
            return certain(self.position, self.claim, with_it[0], self.budget)
        trial = solve(self._with(self.play.board, self.claim), 1, self.budget)
        paths = with_it or trial.solutions
        if paths:
            return self._possible(paths[0], search)
        return self._impossible(is_proved=trial.complete)

    def _with(self, board: Board, candidate: Candidate) -> Grid:
        """These numbers and a candidate as the givens."""
        return self.grid.with_givens({**board, candidate.cell: candidate.number})

    def _possible(self, path: Path, search: SearchResult) -> WhyReply:
        """Possible, with a path; or certain, if no other cell in reach has one."""
        number, cell = self.claim
        other_cells = [p[number - 1] for p in search.solutions if p[number - 1] != cell]
        is_decided = True
        if not other_cells:
            for candidate in self.position.candidates(number):
                if candidate == self.claim:
                    continue
                if self.budget.is_over:
                    return WhyReply(self.claim, Answer.POSSIBLE, path=path)
                result = solve(self._with(self.play.board, candidate), 1, self.budget, 0)
                if result.count:
                    other_cells.append(candidate.cell)
                    break
                is_decided &= result.complete
        if other_cells or not is_decided:
            return WhyReply(
                self.claim, Answer.POSSIBLE, path=path, other=next(iter(other_cells), None)
            )
        return certain(self.position, self.claim, path, self.budget)

    def _impossible(self, *, is_proved: bool) -> WhyReply:
        """Why it fails, though each step to it can be counted; unknown if no search shows it."""
        objection = object_to(Survey(self.position, OF_QUESTION), self.claim, EVERY)
        if objection:
            return WhyReply(self.claim, Answer.IMPOSSIBLE, objection=objection)
        if not is_proved:
            return WhyReply(self.claim, Answer.UNKNOWN)
        within = self.claim.number, self.position.layout.bit(self.claim.cell)
        numbers = searched_from(self.position, self.claim.cell, self.budget, within)
        return WhyReply(self.claim, Answer.IMPOSSIBLE, searched=numbers)
