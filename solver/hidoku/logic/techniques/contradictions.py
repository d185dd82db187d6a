"""Contradictions: a number that can't go in a cell, because of what would follow.

Only the candidates that fail soonest are used (see ``patterns.failures``), each with what it would
leave without room (see ``objections.leaves``), or a chain up to a dead end, as its reason.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache, partial
from itertools import chain

from solver.hidoku.logic.objections.consequences import (
    Consequence,
    DeadEnd,
    EachWay,
    both_ends,
    told,
)
from solver.hidoku.logic.objections.leaves import Leaves
from solver.hidoku.logic.patterns.chains import OF_HINT, failing_cases, refuted_by_chain
from solver.hidoku.logic.patterns.failures import by_rounds, deciding, soonest
from solver.hidoku.logic.patterns.gaps import apart
from solver.hidoku.logic.patterns.sight import sight_of
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate, Refuted
from solver.hidoku.logic.shorten import resting_on_fewest
from solver.hidoku.logic.technique import Assumption, Deduction, Finder, Technique
from solver.hidoku.search.propagation import Engine
from solver.hidoku.search.staged_search import NO_LIMIT, Budget


class Failures(Assumption):
    """What fails when it is tried, and why."""

    def finder(self, position: Position, budget: Budget) -> Finder:
        engine = Engine(position.layout)
        return lambda start: map(_step, deciding(start, engine, budget))

    def explained(self, position: Position, candidate: Candidate) -> Deduction | None:
        return _explained(position, candidate)

    def round(self, position: Position, budget: Budget) -> tuple[tuple[Deduction, ...], int]:
        failures, length = soonest(position, budget)
        return (_step(*failures),) if failures else (), length


MOST_APART = 3  # cells from one number of a chain in a watched solve to the next


@lru_cache(maxsize=200)  # a search for a hint asks about one candidate in several layers
def _explained(position: Position, candidate: Candidate) -> Deduction | None:
    """The step with the first reason that holds; None if there is none."""
    for claim in _reasons(position, candidate):
        technique = blocked if isinstance(claim, Leaves) else contradictions
        step = Deduction(technique, claim, eliminated=(candidate,))
        if proof := resting_on_fewest(position, step):
            return proof
    return None


def _reasons(position: Position, candidate: Candidate) -> Iterator[Consequence]:
    """Why a candidate fails in a watched solve, the shortest reason first; nothing if unclear."""
    sight = sight_of(position).without(position.eliminations)
    table = sight.table_with(candidate)
    trial = refuted_by_chain(table, candidate, OF_HINT.links)
    readings = [replace(trial, why=why) for why in both_ends(trial.why)] if trial else []
    ends = [told(sight, candidate, reading) for reading in readings]
    if trial and not trial.chain:
        yield from map(Leaves, ends)
        return
    if trial and _stays_in_place(trial):
        yield from map(DeadEnd, ends)
    for cases in failing_cases(position, table, candidate, OF_HINT):
        yield from EachWay.of(sight, candidate, cases)


def _stays_in_place(trial: Refuted) -> bool:
    """Whether each cell of a chain, and of its end, is near one before it."""
    cells = [trial.cell]
    for cell in (*(link.cell for link in trial.chain), *trial.why.cells):
        if min(apart(cell, before) for before in cells) > MOST_APART:
            return False
        cells.append(cell)
    return True


def _step(*failing: Candidate) -> Deduction:
    """The step that rules out what fails, without its reason."""
    return Deduction(contradictions, eliminated=failing)


@partial(
    Technique,
    name="blocked",
    title="in the way",
    rank=75,
    weight=Leaves.effort,
    sentence="If a number in a cell would leave another number no cell, or a cell no number, it "
    "can’t go there.",
    after=("only_number",),
    is_trial=True,
)
def blocked(position: Position) -> Iterator[Deduction]:
    """Eliminate what would leave a number no cell, or a cell no number, before anything follows.

    Grades and exercises count the contradiction that it is.
    """
    for candidate in chain(*by_rounds(position, 1)):
        if step := _explained(position, candidate):
            yield step


@partial(
    Technique,
    name="contradiction",
    title="contradiction",
    rank=160,
    weight=DeadEnd.effort,
    sentence="Suppose a number is in a cell and follow what must come next. If that leads to a "
    "dead end, it isn’t there.",
    after=("blocked",),
    assumption=Failures(),
)
def contradictions(position: Position) -> Iterator[Deduction]:
    """The candidates that fail with the least work, without their reasons."""
    return Failures().finder(position, NO_LIMIT)(position)
