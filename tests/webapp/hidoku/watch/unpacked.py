"""The steps of a packed trace, all of them."""

from __future__ import annotations

from solver.hidoku.logic.steps import Step
from webapp.hidoku.watch.traces import PackedTrace


def steps_of(solve: PackedTrace) -> tuple[Step, ...]:
    pieces = map(solve.piece, range(len(solve.pieces)))
    return tuple(step for piece in pieces for step in piece.steps[1:])
