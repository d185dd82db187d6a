"""What is known of a number in a cell, and why: data, and how the reasons are found.

``text.why`` puts it into words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, field, replace
from enum import Enum

from solver.hidoku.logic.counted import MOST_NAMED, apart, counting_from_fewest
from solver.hidoku.logic.easiest import direct_finders
from solver.hidoku.logic.placement.choice import (
    LAYERS,
    Layers,
    Steps,
    easiest_placement,
    first_easy,
    placing_step,
)
from solver.hidoku.logic.placement.support import (
    MOST_WORDS,
    ExhaustedError,
    WorkLeft,
    backed,
    reasoned,
    words,
)
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate, Refuted
from solver.hidoku.logic.shorten import RoundSteps, fewest
from solver.hidoku.logic.steps import Hint
from solver.hidoku.logic.technique import Deduction, assuming
from solver.hidoku.logic.verify.verify import verified
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.propagation import Path
from solver.hidoku.search.solve import Verdict, solve
from solver.hidoku.search.staged_search import NO_LIMIT, Budget

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
class TooFar:
    """A number needs ``needed`` steps from a placed one, and the cell is ``steps`` from it.

    ``steps`` is None if no empty cells lead there. ``is_direct``: even on an empty board.
    ``is_colour``: the cell is near enough, but an even number of steps instead of an odd, or odd
    instead of even. ``route`` is a shortest one, both ends included; empty if there is none.
    """

    placed: Candidate
    needed: int
    steps: int | None
    is_direct: bool
    _: KW_ONLY
    is_colour: bool = False
    route: tuple[Cell, ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class Trial:
    """A number that can't go in a cell, with a reason for each number that would follow.

    ``end`` is the dead end, for the board as it would be before the last of them.
    """

    refuted: Refuted
    follow: tuple[Deduction, ...]
    end: Deduction


@dataclass(frozen=True)
class WhyReply:
    """What is known of a claim, and why.

    ``instead`` is the candidate that is placed; ``too_far`` a reason by counting from one number;
    ``steps`` are a technique's reason, the last of which shows it, and ``trials`` those of them
    from which numbers follow, in detail. ``searched`` are placed numbers from which a search of all
    paths shows it: none can be left out. ``crowded`` are numbers that have to be next to it, more
    than the cell has empty neighbours. ``path`` has the claim in it; ``other`` is a cell where
    another path has the number. ``wrong`` says what is wrong with the board; ``left_out`` are the
    player's other numbers that are wrong, which the reason leaves out.
    """

    claim: Candidate
    answer: Answer
    _: KW_ONLY
    instead: Candidate | None = None
    too_far: TooFar | None = None
    steps: tuple[Deduction, ...] = ()
    trials: tuple[Trial, ...] = ()
    searched: tuple[Candidate, ...] = ()
    crowded: tuple[int, ...] = ()
    path: Path | None = field(default=None, repr=False)
    other: Cell | None = None
    wrong: Hint | None = None
    left_out: tuple[Candidate, ...] = ()

    @property
    def is_searched(self) -> bool:
        """Whether only a search shows it."""
        is_shown = self.too_far or self.steps or self.crowded
        return self.answer in {Answer.CERTAIN, Answer.IMPOSSIBLE} and not is_shown


def certain(position: Position, claim: Candidate, path: Path | None, budget: Budget) -> WhyReply:
    """The answer that a number must go in a cell, with the easiest steps or searches for it."""
    steps = easiest_placement(position, claim, budget)
    trials = tuple(find_trials(position, steps))
    elsewhere = claim.number, position.empty & ~position.layout.bit(claim.cell)
    numbers = () if steps else searched_from(position, claim.cell, budget, elsewhere)
    return WhyReply(claim, Answer.CERTAIN, steps=steps, trials=trials, searched=numbers, path=path)


def searched_from(
    position: Position, near: Cell, budget: Budget, within: tuple[int, int]
) -> tuple[Candidate, ...]:
    """Placed numbers from which a few searches show that a number isn't in some cells, or all.

    Those near a cell are preferred. ``within`` are the number and the cells, as for ``solve``.
    """
    questions = iter(range(MOST_REDUCED))

    def fail(kept: Sequence[Candidate], nodes: int = SMALL) -> bool:
        if next(questions, None) is None or budget.is_over:
            return False
        grid = position.layout.grid.with_givens({cell: number for number, cell in kept})
        return solve(grid, 1, Budget(nodes, budget.deadline), 0, within).verdict is Verdict.NONE

    placed = tuple(sorted(position.placed, key=lambda c: apart(c.cell, near)))
    placed = fewest(placed, fail) if fail(placed) else placed
    questions = iter(range(MOST_NAMED))
    for c in placed[::-1] if len(placed) <= MOST_NAMED else ():
        rest = tuple(another for another in placed if another != c)
        placed = rest if fail(rest, LARGER) else placed
    return placed


def find_trials(position: Position, steps: Iterable[Deduction]) -> Iterator[Trial]:
    """The trials of some steps from which numbers follow."""
    for step in steps:
        for refuted in step.because.refuted:
            trial = explained(position, step, refuted) if refuted.chain else None
            if trial:
                yield trial


def explained(position: Position, step: Deduction, refuted: Refuted) -> Trial | None:
    """A trial of a step, in which each number that follows has its own reason.

    None if the verifier doesn't pass its end.
    """
    because = step.because
    last = Candidate(refuted.number, refuted.cell)
    board_then = position.resting_on(because.joined, because.eliminated)
    follow = []
    for forced in refuted.chain:
        board_then = board_then.placing(last)
        last = Candidate(forced.number, forced.cell)
        follow.append(placing_step(board_then, last) or Deduction(step.technique, placed=last))
    dead = replace(refuted, number=last.number, cell=last.cell, chain=())
    end = replace(step, because=replace(because, refuted=(dead,)), eliminated=(last,))
    end_told = verified(board_then, [counting_from_fewest(board_then, end)])
    return Trial(refuted, tuple(follow), end_told[0]) if end_told else None


def ruled_out(start: Position, candidate: Candidate, budget: Budget = NO_LIMIT) -> Steps:
    """The reason why a candidate fails that takes the fewest words; empty if none is found.

    A technique shows it at once, or a trial with it fails, or that after other eliminations.
    """
    position = start
    layers = Layers()
    for _ in range(LAYERS):
        direct = tuple(step for find in direct_finders().values() for step in find(position))
        work = WorkLeft(words=MOST_WORDS, budget=budget)
        options: list[Steps] = []
        with suppress(ExhaustedError):
            for step in (*_against(candidate, direct), *tried_out(position, candidate)):
                reason = step if step.because.refuted else reasoned(position, step, work)
                options.append(backed(layers, reason, work) if reason else ())
        if any(options):
            return first_easy(start, sorted(filter(None, options), key=words))
        ruling_out = tuple(step for step in direct if not step.placed)
        layers = (*layers, RoundSteps(position, ruling_out))
        position = position.after(*ruling_out)
        is_out = candidate not in position.candidates(candidate.number)
        if position.dead or is_out or budget.is_over:
            break
    return ()


def _against(candidate: Candidate, steps: Iterable[Deduction]) -> Iterator[Deduction]:
    """Those of some steps that rule a candidate out, reduced to that."""
    for step in steps:
        if candidate in step.eliminated:
            yield replace(step, eliminated=(candidate,))
        elif step.placed and step.placed != candidate and set(step.placed) & set(candidate):
            yield step


def tried_out(position: Position, candidate: Candidate) -> Steps:
    """What shows that a candidate fails when it is tried; empty if nobody could follow it."""
    step = assuming()[1].explained(position, candidate)
    return (step,) if step else ()
