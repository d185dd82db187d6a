"""The steps of a trace, each as a sentence or two."""

from __future__ import annotations

from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.steps import Step, StepKind
from solver.hidoku.logic.technique import Deduction
from solver.hidoku.phrases.dead_ends import dead_text
from solver.hidoku.rules.game import named
from solver.hidoku.rules.grid import Cell
from solver.wording import capitalised, counted


def step_text(step: Step) -> str:
    """What a step of a solve does, and why."""
    if step.technique:
        placed = Candidate(step.number, step.cell) if step.number and step.cell else None
        deduction = Deduction(step.technique, step.because, placed, step.eliminated)
        return step.technique.statement(deduction)
    if step.number is not None and step.cell is not None:
        return _about(step, step.number, step.cell)
    if step.left_out:
        left_out = counted(step.left_out, "step")
        return f"Left out here, to keep the trace short: {left_out}. The counters count them all."
    if step.dead is not None:
        return f"Contradiction: {dead_text(step.dead)}."
    return _STEPS[step.kind] + _GOES_ON * step.goes_on


_GOES_ON = " The rest is searched now, in case there is a second solution."
_STEPS: dict[StepKind, str] = {
    StepKind.START: "The given numbers stand on the board.",
    StepKind.RETREAT: "Nothing more is to be had here, so the last try is taken back.",
    StepKind.SOLVED: "Solved: every number touches the next.",
    StepKind.PROVED: "Nothing else is left to try: this is the only solution.",
    StepKind.SEVERAL: "A second solution: this board has several.",
    StepKind.IMPOSSIBLE: "Nothing is left to try: this board has no solution.",
    StepKind.STUCK: (
        "Logic ends here: no technique finds a further step. Only tries can decide the rest."
    ),
    StepKind.STOPPED: "Stopped here, before the end: the search was not allowed to go on longer.",
}


def _about(step: Step, number: int, cell: Cell) -> str:
    place = named(cell)
    match step.kind:
        case StepKind.ONLY_CELL:
            return (
                f"{number} must stand in {place}: by distance no other empty cell is left for it."
            )
        case StepKind.ONLY_NUMBER:
            other = "no other missing number can join the cells around it"
            return f"{capitalised(place)} must hold {number}: {other}."
        case StepKind.TRY:
            which = f"place {step.option} of {step.options}"
            return f"Try {number} in {place}, {which} (depth {step.depth})."
        case StepKind.RETREAT:
            return f"Back: {number} leaves {place}, with all that was placed after it."
        case _:
            why = f": {dead_text(step.dead)}" if step.dead else ""
            return f"{number} cannot stand in {place}{why}."
