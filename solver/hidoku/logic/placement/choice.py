"""The placement that is easiest to follow, with the eliminations it needs.

A hint gives one placement. What techniques rule out is searched in layers: first everything that
structure shows in the position, then everything it shows after that; then what takes adding up the
gaps of the whole board; then candidates that fail when tried, those that fail soonest first. After
each layer, the placements that follow are backed by as few eliminations as possible (see
``support``), and the one that takes the fewest words is chosen. A placement that takes more words
or eliminations than a person can follow doesn't count.

All work is counted (layers, rounds of a trial, reasons searched for) and none is timed, so the same
position gives the same steps under any load.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain

from solver.hidoku.logic.counted import MOST_NAMED, counting_from_fewest, most_counted
from solver.hidoku.logic.easiest import direct_finders
from solver.hidoku.logic.patterns.room import crowding
from solver.hidoku.logic.placement.support import (
    MOST_WORDS,
    ExhaustedError,
    WorkLeft,
    backed,
    backed_placements,
    reasoned,
    words,
)
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Because, Candidate
from solver.hidoku.logic.shorten import RoundSteps
from solver.hidoku.logic.technique import Deduction, assuming
from solver.hidoku.logic.verify.verify import verified
from solver.hidoku.search.staged_search import NO_LIMIT, Budget

LAYERS = 2  # of structural techniques
MOST_WEIGHT = 10  # of the structural techniques used first
MOST_PLACED = 4  # placements by structural techniques that are compared
LONGEST = 2  # rounds of a trial, including the dead end
MOST_SINGLE = 6  # placements at once whose numbers are looked at for the easiest
MOST_CROWDED = 60  # the work of finding a placement without a supposition
EASY = 8  # effort of a step after which no other is looked for
MOST_REDUCED = 2  # placements whose numbers are looked at for that

Steps = tuple[Deduction, ...]
Layers = tuple[RoundSteps, ...]


def easiest_placement(
    start: Position, wanted: Candidate | None = None, budget: Budget = NO_LIMIT
) -> Steps:
    """A placement preceded by the eliminations it needs, each with its reason; empty if none.

    Only the ``wanted`` one, if that is given. Of the budget only the deadline counts.

    >>> from solver.hidoku.rules.grid import Cell, Grid
    >>> [step] = easiest_placement(Position.of(Grid.of(1, 3, {Cell(0, 0): 1, Cell(0, 2): 3})))
    >>> step.placed
    Candidate(number=2, cell=Cell(row=0, column=1))
    """
    direct = _at_once(start, wanted)
    if direct and most_counted(direct) <= MOST_NAMED:
        return direct
    backed_steps = Steps()
    with suppress(ExhaustedError):
        backed_steps = _Search(start, wanted, budget).steps()
    return min(filter(None, (direct, backed_steps)), key=_names_more, default=())


def _at_once(position: Position, wanted: Candidate | None = None) -> Steps:
    """The first placement, or the wanted one, of the easiest technique that places directly."""
    return first_easy(position, ((step,) for step in _placing(position, wanted)), MOST_SINGLE)


def checked(position: Position, step: Deduction) -> Deduction:
    """The step with a reason that the verifier passes; if none does, it rests on a search."""
    for counted in (counting_from_fewest, lambda _, whole: whole):
        if proof := verified(position, [counted(position, step)]):
            return proof[0]
    another = placing_step(position, step.placed) if step.placed else None
    return another or Deduction(assuming()[0], placed=step.placed, eliminated=step.eliminated)


def placing_step(position: Position, wanted: Candidate) -> Deduction | None:
    """The easiest technique's reason for a number that follows at once; None if it doesn't."""
    steps = first_easy(position, ((step,) for step in _placing(position, wanted)))
    return steps[0] if steps else None


def _placing(position: Position, wanted: Candidate | None) -> Iterator[Deduction]:
    finders = (find for technique, find in direct_finders().items() if technique.is_placing)
    about = position.about((wanted.number,)) if wanted else position
    return (step for find in finders for step in find(about) if _is_wanted(step, wanted))


def first_easy(position: Position, options: Iterable[Steps], most: int = MOST_REDUCED) -> Steps:
    """The first of some reasons that is easily checked, or the one that takes the least effort.

    One that the verifier doesn't pass doesn't count.
    """
    reduced: list[Steps] = []
    for steps in options:
        proof = verified(position, [counting_from_fewest(position, step) for step in steps])
        if not proof or words(proof) > MOST_WORDS:
            continue
        reduced.append(proof)
        is_easy = effort(proof) <= EASY * len(proof) and most_counted(proof) <= MOST_NAMED
        if is_easy or len(reduced) == most:
            break
    return min(reduced, key=_names_more, default=())


def _names_more(steps: Steps) -> tuple[bool, int]:
    return most_counted(steps) > MOST_NAMED, effort(steps)


def effort(steps: Iterable[Deduction]) -> int:
    """What a person does who checks some steps.

    Each step, each supposition and minding that no cell is used twice count as three, each number
    that would follow as two, and each placed number that is counted from, each gap that seems to
    get somewhere, and each cell looked at, as one.
    """
    return sum(_effort(step.because) for step in steps)


def _effort(because: Because) -> int:
    tried = len(because.refuted)
    follow = sum(len(t.chain) + len(t.missing) for t in because.refuted)
    looked_at = len({*because.every_number}) + len(because.area) + len(because.around)
    careful = len(because.rivals) + 3 * because.is_distinct
    return 3 + looked_at + careful + 3 * tried + 2 * follow


def _is_wanted(step: Deduction, wanted: Candidate | None) -> bool:
    return step.placed is not None and wanted in {None, step.placed}


class _Search:
    """What can be ruled out in a position, layer by layer, with bounded work."""

    def __init__(self, start: Position, wanted: Candidate | None, budget: Budget) -> None:
        self.start, self.wanted, self.work = start, wanted, WorkLeft(budget=budget)

    def steps(self) -> Steps:
        """The placement that takes the fewest words, from the first layer that shows one.

        Raises ExhaustedError if there is no time to look further.
        """
        layers: Layers = ()
        looks: list[tuple[Layers, Position]] = [((), self.start)]
        at_start: Steps = ()
        position = self.start
        for _ in range(LAYERS):
            direct = tuple(_structure(position))
            at_start = at_start or tuple(step for step in direct if not step.placed)
            placed = [step for step in direct if _is_wanted(step, self.wanted)][:MOST_PLACED]
            placing = (reasoned(position, step, self.work) for step in placed)
            ruling_out = tuple(step for step in direct if not step.placed)
            ruling_out += tuple(_blocked(position))
            deeper = (*layers, RoundSteps(position, ruling_out))
            easiest = self._best(layers, filter(None, placing)) or self._after(deeper)
            if easiest or not ruling_out:
                break
            layers = deeper
            position = position.after(*ruling_out)
            looks.append((layers, position))
        return (
            easiest
            or self._added_up(at_start)
            or self._crowded(looks[1:2] or looks)
            or self._decided()
        )

    def _added_up(self, structure: Steps) -> Steps:
        """A placement after everything structure shows, heavy techniques included."""
        if self.work.budget.is_over:
            return ()
        heavy = tuple(_structure(self.start, is_heavy=True))
        return self._after((RoundSteps(self.start, (*structure, *heavy)),)) if heavy else ()

    def _crowded(self, starts: Iterable[tuple[Layers, Position]]) -> Steps:
        """A placement after what leaves no room, if nothing has to be supposed."""
        self._begin(MOST_CROWDED)
        for layers, position in starts:
            failing = RoundSteps(position, tuple(_failing(position)))
            if easiest := self._after((*layers, failing), is_direct=True):
                return easiest
        return ()

    def _decided(self) -> Steps:
        """A placement if all else fails for its number or cell, with the least to follow."""
        self._begin()
        failing = assuming()[0].find(self.start)
        return self._after((RoundSteps(self.start, tuple(failing)),))

    def _begin(self, work: int = WorkLeft.left) -> None:
        self.work = WorkLeft(work, budget=self.work.budget)
        self.work.spend(0)

    def _after(self, layers: Layers, *, is_direct: bool = False) -> Steps:
        """The placement that takes the fewest words after what the layers rule out.

        ``is_direct``: one of the first for which nothing has to be supposed, if there is one.
        """
        position, steps = layers[-1]
        if not steps:
            return ()
        after = position.after(*steps)
        return self._best(layers, backed_placements(after, self.work, self.wanted), is_direct)

    def _best(self, layers: Layers, placing: Iterable[Deduction], is_direct: bool = False) -> Steps:
        options: list[Steps] = []
        try:
            for step in placing:
                steps = backed(layers, step, self.work)
                if steps and not (is_direct and _is_supposing(steps)):
                    options.append(steps)
                if is_direct and len(options) == MOST_REDUCED:
                    break
        except ExhaustedError:
            pass  # choose from what was found so far
        return first_easy(self.start, sorted(options, key=words))


def _is_supposing(steps: Steps) -> bool:
    """Whether numbers would have to follow from a supposition."""
    return any(t.chain for step in steps for t in step.because.refuted)


def _failing(position: Position) -> Iterator[Deduction]:
    """What leaves no room, and then all that fails after a few rounds."""
    technique, trial = assuming()
    for candidate in crowding(position):
        yield Deduction(technique, eliminated=(candidate,))
    yield from chain(*trial.by_length(position, LONGEST))


def _blocked(position: Position) -> Iterator[Deduction]:
    """What fails before anything follows from it."""
    return chain(*assuming()[1].by_length(position, 1))


def _structure(position: Position, *, is_heavy: bool = False) -> Iterator[Deduction]:
    for technique, find in direct_finders().items():
        if not technique.is_placing and (technique.weight > MOST_WEIGHT) is is_heavy:
            yield from find(position)
