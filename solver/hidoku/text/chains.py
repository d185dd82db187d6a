"""What the steps of a watched solve say."""

from collections.abc import Sequence
from typing import NamedTuple

from solver.hidoku.logic.question import question_in
from solver.hidoku.logic.reasons import Marked
from solver.hidoku.logic.steps import Step, StepKind
from solver.hidoku.logic.technique import Deduction
from solver.hidoku.phrases import dead_text, numbered, several, standing, steps_to
from solver.hidoku.rules.game import cell_name
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.domains import Contradiction, Dead
from solver.wording import join_words, plural


class Line(NamedTuple):
    """One sentence of an explanation, and what it refers to."""

    text: str
    marked: Marked = Marked()


def end_sign(why: Contradiction) -> str:
    """The end of a chain as a sign: a cross, with the number that has no cell if there is one.

    >>> end_sign(Contradiction(Dead.NO_CELL, (7, 5, 9), ()))
    '7 ✕'
    """
    return f"{why.numbers[0]} ✕" if why.kind in {Dead.NO_CELL, Dead.BOXED_IN} else "✕"


def step_text(step: Step) -> str:
    """What a step of a solve does, and why."""
    return " ".join(line.text for line in step_lines(step))


def step_lines(step: Step) -> tuple[Line, ...]:
    """The same as a line for each sentence."""
    if not step.deduction:
        return (Line(_about_search(step)),)
    deduction = step.deduction
    if deduction.placed:
        return tuple(map(Line, placement_lines(deduction)))
    return tuple(map(Line, deduction.lines))


def placement_lines(deduction: Deduction) -> list[str]:
    """What a step places, and why: a question's first row has the placement as its label."""
    if not question_in(deduction):
        return [deduction.placement, *deduction.lines]
    right, *others = deduction.rows
    placement = deduction.placement.removesuffix(".")
    return [
        f"{placement}: {right.text[0].lower()}{right.text[1:]}",
        *(row.sentence for row in others),
    ]


def _about_search(step: Step) -> str:
    if step.kind is StepKind.CLAUSE:
        return _about_clause(step)
    if step.number is not None and step.cell is not None:
        return _about(step, step.number, step.cell)
    if step.left_out:
        steps = plural(step.left_out, "step")
        return f"Left out here to keep the trace short: {steps}. The counters include them."
    if step.dead is not None:
        return f"Contradiction: {dead_text(step.dead)}."
    return _STEPS[step.kind] + _GOES_ON * step.goes_on


def _about_clause(step: Step) -> str:
    """What is learnt from a dead end, or what a clause rules out."""
    trials = join_words([standing(*trial) for trial in step.standing])
    if step.eliminated:
        partners = f" with {trials}" if trials else ""
        return f"Not {standing(*step.eliminated[0])} again: that was tried{partners}."
    together = " together" if step.standing[1:] else ""
    return f"Learnt: {trials} needn’t be tried{together} again."


_GOES_ON = " The search continues in case there’s a second solution."
_STEPS: dict[StepKind, str] = {
    StepKind.START: "These are the given numbers.",
    StepKind.RETREAT: "Dead end: the last trial is undone.",
    StepKind.SOLVED: "The path is complete.",
    StepKind.PROVED: "No other possibility is left, so this is the only solution.",
    StepKind.SEVERAL: "A second solution: this board has several.",
    StepKind.IMPOSSIBLE: "Nothing is left to try, so this board has no solution.",
    StepKind.STUCK: (
        "Logic ends here: no technique finds another step. Only trial and error can decide the "
        "rest."
    ),
    StepKind.STOPPED: "Stopped early: the search reached its limit.",
}


def _about(step: Step, number: int, cell: Cell) -> str:
    place = cell_name(cell)
    match step.kind:
        case StepKind.ONLY_CELL if step.options > 1:
            cells = "only other cell is"
            if step.options > 2:
                cells = f"{step.options - 1} other cells are"
            return f"{number} goes in {place}: its {cells} ruled out."
        case StepKind.ONLY_CELL:
            distance = steps_to(number, step.ends) or "there"
            return f"{number} goes in {place}: no other empty cell is {distance}."
        case StepKind.ONLY_NUMBER:
            return f"{number} goes in {place}: {_why_fills(number, step.ends)}."
        case StepKind.TRY:
            return f"Try {number} in {place}, option {step.option} of {step.options}."
        case StepKind.RETREAT:
            return f"Back: {number} is removed from {place}, with everything placed after it."
        case _:
            why = f": {_what_follows(step)}{dead_text(step.dead)}" if step.dead else ""
            return f"{number} can’t be in {place}{why}."


def _why_fills(number: int, ends: Sequence[int]) -> str:
    """Why no other number fits a cell that has at most one empty neighbour.

    ``ends`` are the numbers around it that lack one before or after them.

    >>> print(_why_fills(45, (44,)))
    at most one neighbour is empty, and of the others only 44 lacks a number beside it
    >>> print(_why_fills(45, (17, 44, 46)))
    no neighbour is empty, and of 17, 44 and 46 beside it only 44 and 46 are two apart
    >>> print(_why_fills(1, (2, 7)))
    no neighbour is empty, and no two of 2 and 7 beside it are two apart, so the path ends there
    """
    sides = [end for end in ends if abs(end - number) == 1]
    if sides and sides == [*ends]:
        lack = "lacks" if len(sides) == 1 else "lack"
        ends_words = f"of the others only {numbered(sides)} {lack} a number beside it"
        return f"at most one neighbour is empty, and {ends_words}"
    if len(sides) == 2:
        pair = f"of {numbered(ends)} beside it only {numbered(sides)} are two apart"
        return f"no neighbour is empty, and {pair}"
    pair = f"no two of {numbered(ends)} beside it are two apart" if ends else "none lacks a number"
    return f"no neighbour is empty, and {pair}, so the path ends there"


def _what_follows(step: Step) -> str:
    """The numbers forced before a dead end, those that it is about first."""
    numbers = step.dead.numbers if step.dead else ()
    chain = sorted(step.standing, key=lambda candidate: candidate.number not in numbers)
    follow = several([standing(*candidate) for candidate in chain], 2)
    return f"that leads to {follow}, and then " if follow else ""
