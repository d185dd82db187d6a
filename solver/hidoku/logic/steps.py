"""What a hint says, and what a trace is made of, as data; ``text`` puts it into words.

A :class:`Hint` is a player's next step, and a :class:`Step` one frame of a trace. The steps of
reasoning in them are :class:`~solver.hidoku.logic.technique.Deduction` objects.
"""

from dataclasses import KW_ONLY, dataclass, replace
from enum import Enum
from typing import NamedTuple

from solver.hidoku.logic.position import Position
from solver.hidoku.logic.question import AnsweredQuestion, question_in
from solver.hidoku.logic.reasons import Candidate, Refuted
from solver.hidoku.logic.technique import Deduction, Technique, assuming, techniques
from solver.hidoku.rules.faults import Fault
from solver.hidoku.rules.game import Conflict
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.search.domains import Contradiction
from solver.hidoku.search.solve import Verdict, solve
from solver.hidoku.search.staged_search import NO_LIMIT, Budget


class State(Enum):
    """What a hint says if it isn't a step of a technique."""

    SEARCH = "search"  # only a search finds it
    SEVERAL = "several"  # several solutions from here; this is a step of one of them
    POSSIBLE = "possible"  # a step of one solution; there may be others
    WRONG = "wrong"  # a placed number must be wrong
    IMPOSSIBLE = "impossible"  # the puzzle itself has no solution
    FINISHED = "finished"  # nothing left to do


@dataclass(frozen=True)
class Hint:
    """The next step as data; ``text.hints.hint_texts`` puts it into words, in three steps.

    A step has a number, a cell and a ``reason``, whose hardest idea is its ``technique``; a state
    may have a number and a cell. For ``State.WRONG`` these are to be erased, and ``conflict`` shows
    it or ``is_elsewhere`` says that the givens allow the number only in another place. ``fault`` is
    what is wrong with the puzzle itself.
    """

    technique: Technique | State
    number: int | None = None
    cell: Cell | None = None
    _: KW_ONLY
    reason: Deduction | None = None
    conflict: Conflict | None = None
    is_elsewhere: bool = False
    fault: Fault | None = None

    @property
    def question(self) -> AnsweredQuestion | None:
        return question_in(self.reason)

    @property
    def name(self) -> str:
        return self.technique.value if isinstance(self.technique, State) else self.technique.name


class Ruled(NamedTuple):
    """An eliminated candidate, and how many numbers beside the givens were on the board then."""

    placed: int
    candidate: Candidate


class StepKind(Enum):
    """What a step of a trace does."""

    START = "start"  # the given numbers
    ONLY_CELL = "only_cell"
    ONLY_NUMBER = "only_number"
    ELIMINATION = "strike"  # candidates are eliminated
    CLAUSE = "clause"  # a clause is learnt; with a candidate, one rules it out
    TRY = "try"
    CONTRADICTION = "contradiction"
    RETREAT = "retreat"
    SOLVED = "solved"
    PROVED = "proved"  # everything else is exhausted: the only solution
    SEVERAL = "several"  # a second solution was found
    IMPOSSIBLE = "impossible"  # everything is exhausted without a solution
    STUCK = "stuck"  # no technique finds another step, and trials aren't allowed
    LEFT_OUT = "left_out"  # steps left out of a long trace
    STOPPED = "stopped"  # the budget is used up


ENDS = {0: StepKind.IMPOSSIBLE, 1: StepKind.PROVED}  # by solutions found; more is SEVERAL
PLACEMENTS = frozenset({StepKind.ONLY_CELL, StepKind.ONLY_NUMBER, StepKind.TRY})


@dataclass(frozen=True)
class Step:
    """One frame: what was done, why, and the counters after it.

    ``depth`` counts open trials, and ``placed`` the numbers on the board beside the givens;
    ``option`` of ``options`` is the position in a choice; of an only cell, ``options`` counts it
    with those that failed. ``ends`` are the placed numbers that the plain search counts from, or
    those around a cell that it fills. ``dead`` says why a position failed; a contradiction with a
    number and a cell is about a number dropped before it was placed, and ``standing`` are then
    those forced; of a clause they are its trials, without the candidate that it rules out.
    ``goes_on`` says of a solution that there is still something to try. ``deduction`` is the step
    as a person found it. ``left_out`` counts the steps that a long trace leaves out here;
    ``standing`` are there the numbers placed after them, in order, and ``ruled_out`` the candidates
    ruled out.
    """

    kind: StepKind
    number: int | None = None
    cell: Cell | None = None
    _: KW_ONLY
    deduction: Deduction | None = None
    ends: tuple[int, ...] = ()
    dead: Contradiction | None = None
    goes_on: bool = False
    left_out: int = 0
    standing: tuple[Candidate, ...] = ()
    ruled_out: tuple[Ruled, ...] = ()
    option: int = 1
    options: int = 1
    depth: int = 0
    placed: int = 0
    nodes: int = 1
    successors: int = 0
    children: int = 0
    dead_ends: int = 0

    @property
    def technique(self) -> Technique | None:
        return self.deduction.technique if self.deduction else None

    @property
    def eliminated(self) -> tuple[Candidate, ...]:
        if self.kind is StepKind.CLAUSE and self.number and self.cell:
            return (Candidate(self.number, self.cell),)
        return self.deduction.eliminated if self.deduction else ()

    @property
    def trial(self) -> Refuted | None:
        return self.deduction.claim.trial if self.deduction else None


def continued(latest: Step, step: Step, depth: int, height: int) -> Step:
    """A step with its own depth and numbers placed, and the counters of the step before it."""
    dead_ends = latest.dead_ends + (step.kind is StepKind.CONTRADICTION)
    step = replace(step, depth=depth, placed=height, dead_ends=dead_ends, nodes=latest.nodes)
    return replace(step, successors=latest.successors, children=latest.children)


def counted(latest: Step, family: int) -> Step:
    """The latest step, with a family of that many successors counted."""
    successors = latest.successors + family * family
    return replace(latest, successors=successors, children=latest.children + family)


# A board solved by techniques in rounds: what a grade is made of.
#
# Each round takes every step of the easiest technique that finds any, applies them together and
# counts the numbers placed or the candidates eliminated. Nothing depends on an order of cells or
# numbers, so turning or mirroring a board, or counting backwards, gives the same rounds. Reasons
# aren't needed here, so a technique's bare finder is used if it has one.


class Round(NamedTuple):
    """What one round did: how many numbers it placed, or 0 if it eliminated candidates.

    ``length`` is the length of the contradictions, or 0 if the round needs none: 1 if reach alone
    shows that a candidate fails, and one more each time that all that follows has to be placed.
    ``is_last`` if so few numbers were missing that each could be compared with each cell.
    ``is_stuck`` if it isn't, and few numbers could be placed by counting steps alone.
    """

    technique: Technique
    placed: int
    length: int = 0
    is_last: bool = False
    is_stuck: bool = False


LAST = 6  # missing numbers at the end of a board, where nobody is stuck for long
FEW = 2  # placements: whoever sees no more of them has to look for one
_NODES = 20_000  # for the search for a second solution; unique boards take at most a tenth


class Walkthrough(NamedTuple):
    """The rounds of a board; ``is_cut_short`` if the deadline came first."""

    rounds: tuple[Round, ...]
    is_solved: bool
    is_cut_short: bool


def walk_through(grid: Grid, budget: Budget = NO_LIMIT) -> Walkthrough:
    """Solve a faultless grid in rounds until it is full or dead, or no technique finds a step.

    The walk also ends if a board with several solutions would need contradictions next. Only the
    budget's deadline counts.
    """
    position = Position.of(grid)
    rounds = list[Round]()
    while not budget.is_over and not position.is_full and position.dead is None:
        steps = direct_round(position)
        length = 0
        if not steps:
            is_first = not any(earlier.length for earlier in rounds)
            if is_first and _verdict(grid, budget) is Verdict.SEVERAL:
                break  # contradictions would take minutes on an empty board and prove nothing
            steps, length = assuming()[1].round(position, budget)
        if not steps:
            break
        technique = steps[0].technique
        placings = len({step.placed for step in steps if step.placed})
        is_last = grid.last - len(position.board) <= LAST
        is_open = technique.is_simple and (placings > FEW or not _has_few_open(position))
        is_stuck = not (is_last or is_open)
        rounds.append(Round(technique, placings, length, is_last, is_stuck))
        position = position.after(*steps)
    is_solved = position.is_full and position.dead is None
    return Walkthrough(tuple(rounds), is_solved, not is_solved and budget.is_over)


def _has_few_open(position: Position) -> bool:
    finders = (t.bare or t.find for t in techniques() if t.is_simple)
    placements = (step.placed for find in finders for step in find(position))
    candidates = set[Candidate | None]()
    for candidate in placements:
        candidates.add(candidate)
        if len(candidates) > FEW:
            return False
    return True


def direct_round(position: Position) -> tuple[Deduction, ...]:
    """The different steps of the easiest technique without assumptions that finds any."""
    for technique in techniques():
        if not (technique.assumption or technique.is_trial):
            first: dict[object, Deduction] = {}
            for step in (technique.bare or technique.find)(position):
                first.setdefault(step.placed or step.eliminated, step)
            if first:
                return tuple(first.values())
    return ()


def is_puzzle(grid: Grid, budget: Budget) -> bool:
    """Whether a short search finds neither several solutions nor a proof that there are none."""
    return _verdict(grid, budget) not in {Verdict.SEVERAL, Verdict.NONE}


def _verdict(grid: Grid, budget: Budget) -> Verdict:
    return solve(grid, 2, Budget(_NODES, budget.deadline), 0).verdict
