"""Where a number can go, and which numbers a cell can hold.

Counting steps comes first, then the paths that a search finds. Each candidate that is called
possible has a path, and each that isn't was excluded by counting or by a search of all paths.
"""

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, replace

from solver.hidoku.logic.answers import Answer, KnownPaths, WhyReply, certain
from solver.hidoku.logic.hints import hint
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.steps import Hint
from solver.hidoku.logic.why import WHY_BUDGET, check_cell, check_number
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.staged_search import Budget


@dataclass(frozen=True)
class WhichReply:
    """What is known of a number or of a cell, whichever was ``asked`` about.

    ``possible`` are the candidates with a known path, ``undecided`` those that no search decides,
    ``counted`` how many counting steps leaves; ``part`` is the answer for the only one. ``wrong``
    says what is wrong with the board; ``left_out`` are the player's numbers that are wrong, which
    the answer leaves out.
    """

    asked: int | Cell
    answer: Answer
    possible: tuple[Candidate, ...] = ()
    _: KW_ONLY
    undecided: tuple[Candidate, ...] = ()
    counted: int = 0
    part: WhyReply | None = None
    wrong: Hint | None = None
    left_out: tuple[Candidate, ...] = ()


def ask_number(play: Play, number: int, budget: Budget = WHY_BUDGET) -> WhichReply:
    """Return the cells where a number can go; MoveError if the board has no such number.

    >>> from solver.hidoku.rules.grid import Grid
    >>> reply = ask_number(Play(Grid.of(1, 5, {Cell(0, 2): 2})), 5)
    >>> reply.answer, [cell.column for _, cell in reply.possible]
    (<Answer.WRONG_BOARD: 'wrong board'>, [])
    >>> ask_number(Play(Grid.of(1, 5, {Cell(0, 1): 2})), 5).possible
    (Candidate(number=5, cell=Cell(row=0, column=4)),)
    """
    check_number(play, number)
    if number in play.where:
        placement = Candidate(number, play.where[number])
        return WhichReply(number, Answer.PLACED, (placement,))
    paths = KnownPaths(play, budget)
    return _which(number, paths, paths.position.candidates(number))


def ask_cell(play: Play, cell: Cell, budget: Budget = WHY_BUDGET) -> WhichReply:
    """Return the numbers that a cell can hold; MoveError if the board has no such cell."""
    check_cell(play, cell)
    if cell in play.board:
        return WhichReply(cell, Answer.PLACED, (Candidate(play.board[cell], cell),))
    paths = KnownPaths(play, budget)
    position = paths.position
    missing = (number for gap in position.gaps for number in gap.missing)
    bit = position.layout.bit(cell)
    candidates = tuple(Candidate(n, cell) for n in missing if position.strict[n] & bit)
    return _which(cell, paths, candidates)


def _which(subject: int | Cell, paths: KnownPaths, candidates: Sequence[Candidate]) -> WhichReply:
    trials = () if paths.is_none else candidates
    holds = {c: paths.have(c) for c in trials}
    options = tuple(c for c in holds if holds[c])
    unknowns = tuple(c for c in holds if holds[c] is None)
    left_out = paths.left_out
    if not (options or unknowns):
        return WhichReply(subject, Answer.WRONG_BOARD, wrong=hint(paths.play))
    if len(options) == 1 and not unknowns:
        [claim] = options
        part = certain(paths.position, claim, paths.path_with(claim), paths.budget)
        instead = next((c for c in left_out if c.number == claim.number), None)
        part = replace(part, instead=instead, left_out=left_out)
        reply = WhichReply(subject, Answer.CERTAIN, options, part=part)
    else:
        answer = Answer.POSSIBLE if options else Answer.UNKNOWN
        reply = WhichReply(subject, answer, options, undecided=unknowns)
    return replace(reply, counted=len(candidates), left_out=left_out)
