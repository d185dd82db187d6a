"""Why a number can't go in a cell, must go there, or may: any question about a board in play.

What is impossible has an objection, the plainest there is, and what is certain a reason as in a
hint. Where there is none, a search of all paths decides.
"""

from dataclasses import replace

from solver.hidoku.logic.answers import Answer, KnownPaths, WhyReply, certain
from solver.hidoku.logic.easiest import Survey
from solver.hidoku.logic.hints import hint
from solver.hidoku.logic.objections.consequences import BySearch
from solver.hidoku.logic.objections.counted import TooFar, WrongColour
from solver.hidoku.logic.objections.registry import EVERY, object_to
from solver.hidoku.logic.patterns.chains import OF_QUESTION
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.rules.game import MoveError, Play
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.staged_search import Budget

WHY_BUDGET = Budget(nodes=2_000)  # for each of a few searches


def ask(play: Play, claim: Candidate, budget: Budget = WHY_BUDGET) -> WhyReply:
    """Return what is known of a number in a cell of a board in play.

    What the player has placed in the cell, and the number wherever they have placed it, is removed
    first, so the answer says what can be right; if other numbers are wrong, they are left out.
    Raises :class:`MoveError` if the board has no such cell or number.

    >>> from solver.hidoku.rules.grid import Grid
    >>> play = Play(Grid.of(1, 5, {Cell(0, 0): 1}))
    >>> ask(play, Candidate(2, Cell(0, 3))).objection
    TooFar(start=1, steps=3, is_straight=True)
    >>> ask(play, Candidate(3, Cell(0, 2))).answer
    <Answer.CERTAIN: 'certain'>
    """
    number, cell = claim
    check_cell(play, cell)
    check_number(play, number)
    rivals = [Candidate(n, c) for n, c in play.where.items() if n == number or c == cell]
    rivals.sort(key=lambda rival: rival.number != number)
    for rival in rivals:
        if rival.cell in play.grid.given:
            answer = Answer.PLACED if rival == claim else Answer.TAKEN
            return WhyReply(claim, answer, instead=rival)
    placements = [rival for rival in rivals if rival != claim]
    paths = KnownPaths(play.erase(*(rival.cell for rival in rivals)), budget)
    reply = replace(_judge(claim, paths), instead=placements[0] if placements else None)
    if _holds_anyway(reply):
        return reply
    mistakes = [rival for rival in placements if paths.paths and paths.have(rival) is False]
    return replace(reply, left_out=tuple(sorted((*paths.left_out, *mistakes))))


def _holds_anyway(reply: WhyReply) -> bool:
    """Whether an objection holds whichever cells are empty, so whatever else is wrong."""
    far = reply.objection
    return isinstance(far, WrongColour) or (isinstance(far, TooFar) and far.is_straight)


def check_cell(play: Play, cell: Cell) -> None:
    """Raise MoveError if the board has no such cell."""
    if not play.grid.has_cell(cell):
        raise MoveError("There’s no such cell on this board.")


def check_number(play: Play, number: int) -> None:
    """Raise MoveError if the board has no such number."""
    if not 1 <= number <= play.grid.last:
        raise MoveError(f"The numbers of this board go from 1 to {play.grid.last}.")


def _judge(claim: Candidate, paths: KnownPaths) -> WhyReply:
    """The answer about a missing number and an empty cell."""
    if paths.is_none:
        return WhyReply(claim, Answer.WRONG_BOARD, wrong=hint(paths.play))
    position = paths.position
    candidates = position.candidates(claim.number)
    is_right = paths.have(claim) if claim in candidates else False
    if not is_right:  # each step to an objection can be counted
        objection = object_to(Survey(position, OF_QUESTION), claim, EVERY)
        if objection is None and is_right is None:
            return WhyReply(claim, Answer.UNKNOWN)
        return WhyReply(claim, Answer.IMPOSSIBLE, objection=objection or BySearch())
    path = paths.path_with(claim)
    is_certain = True
    for rival in candidates:
        is_other = rival != claim and paths.have(rival)
        if is_other:
            return WhyReply(claim, Answer.POSSIBLE, path=path, other=rival.cell)
        is_certain &= is_other is False
    if not is_certain:
        return WhyReply(claim, Answer.POSSIBLE, path=path)
    return certain(position, claim, path, paths.budget)
