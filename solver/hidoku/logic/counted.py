"""The placed numbers from which a step counts through empty cells: as few as it needs.

Where a missing number can go depends on the placed ones at the ends of its gap. A cell that is too
far from one of these, even straight over placed numbers, is out at a glance. Only where the empty
cells lead there too late, or not at all, does a person have to count through them: from the numbers
that are named.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from solver.hidoku.logic.easiest import direct_finders
from solver.hidoku.logic.patterns.fewest import fewest
from solver.hidoku.logic.patterns.gaps import apart, ends_beside
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.question import question_of
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.technique import Deduction, assuming
from solver.hidoku.logic.verify.verify import careful, is_held, verified
from solver.hidoku.rules.grid import Cell

MOST_NAMED = 6  # placed numbers that one step counts from, if there is a way with so few


def counting_from_fewest(position: Position, step: Deduction) -> Deduction:
    """The same step, whose reason counts from as few placed numbers as it needs."""
    step = _by_distance(position, step)
    because = step.because
    every = ends_beside(position, because.numbers)
    optional = sorted(every, key=partial(_rank, position, step))
    proof = careful(position, replace(step, because=replace(because, others=tuple(optional))))
    if proof is None:
        return step

    def counted_from(others: Sequence[Candidate]) -> Deduction:
        return replace(proof, because=replace(proof.because, others=tuple(sorted(others))))

    needed = fewest(optional, lambda some: is_held(position, counted_from(some)))
    return counted_from(needed)


def _by_distance(position: Position, step: Deduction) -> Deduction:
    """The same step; if it says what fits a cell, all that it rules out is too far from there.

    Otherwise it says only which gap fits. Some is too far only because cells are filled.
    """
    because = step.because
    if not because.fitting or step.placed:
        return step
    empty, straight = _are_near(
        position,
        [
            (because.area[0], abs(number - n), cell)
            for number, cell in step.eliminated
            for n in because.fitting
        ],
    )
    fitting = () if empty else because.fitting
    return replace(step, because=replace(because, fitting=fitting, is_round=straight))


def _are_near(position: Position, routes: Sequence[tuple[Cell, int, Cell]]) -> tuple[bool, bool]:
    """Whether any route with so many steps leads through empty cells, and straight over all."""
    empty = position.empty
    board = position.layout.board
    is_near = partial(_is_near, position)
    return any(is_near(empty, *r) for r in routes), any(is_near(board, *r) for r in routes)


def _is_near(position: Position, through: int, start: Cell, steps: int, cell: Cell) -> bool:
    """Whether no more than so many steps lead from a cell to another through some cells."""
    layout = position.layout
    reached = layout.bit(start)
    for _ in range(steps):
        reached |= layout.around(reached) & through
    return bool(reached & layout.bit(cell))


def _rank(position: Position, step: Deduction, placed: Candidate) -> tuple[int, int]:
    """The fewer missing numbers a placed one keeps away from the cells of a step, the later."""
    near = _cells(step) or [placed.cell]
    steps = min(apart(placed.cell, cell) for cell in near)
    away = sum(placed.number + k not in position.where for k in range(1 - steps, steps))
    return -away, steps


def _cells(step: Deduction) -> list[Cell]:
    """The cells that a step is about."""
    because = step.because
    tried = (entry.cell for entry in because.refuted)
    ends = (cell for entry in because.refuted for cell in entry.why.cells)
    placed = [step.placed.cell] if step.placed else []
    return [*because.area, *tried, *ends, *(cell for _, cell in step.eliminated[:4]), *placed]


def checked(position: Position, step: Deduction) -> Deduction:
    """The step with a reason that the verifier passes; if none does, it rests on a search."""
    if step.technique.is_one_a_gap:
        question = question_of(position, step)
        if question:
            return replace(step, because=replace(step.because, question=question))
    for whole in (counting_from_fewest(position, step), step):
        if proof := verified(position, [whole]):
            return proof[0]
    another = placing_step(position, step.placed) if step.placed else None
    return another or Deduction(assuming()[0], placed=step.placed, eliminated=step.eliminated)


def placing_step(position: Position, wanted: Candidate) -> Deduction | None:
    """The easiest technique's reason for a number that follows at once; None if it doesn't."""
    about = position.about((wanted.number,))
    for technique, find in direct_finders().items():
        for step in find(about) if technique.is_placing else ():
            if step.placed == wanted and (proof := verified(position, [checked(position, step)])):
                return proof[0]
    return None
