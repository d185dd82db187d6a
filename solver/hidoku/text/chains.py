"""A contradiction told step by step: what is supposed, what follows, and how it ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate, Forced, Refuted, nearest
from solver.hidoku.logic.steps import Step, StepKind
from solver.hidoku.logic.technique import Deduction
from solver.hidoku.phrases import dead_text, difference_reason, numbered
from solver.hidoku.rules.game import named
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.search.domains import Contradiction, Dead
from solver.wording import capitalised, counted, listed


class Standing(NamedTuple):
    """The board when a number of a chain is placed: cells by number, and what was ruled out."""

    grid: Grid
    where: Mapping[int, Cell]
    eliminated: Sequence[Candidate] = ()

    def near(self, end: int, steps: int) -> set[Cell]:
        """The empty cells that a walk through empty cells reaches in ``steps`` steps."""
        taken = set(self.where.values())
        cells = {self.where[end]}
        for _ in range(steps):
            cells = {near for cell in cells for near in self.grid.neighbours(cell)} - taken
        return cells

    def left_for(self, number: int, grid: Grid) -> set[Cell]:
        """The cells left for a number if no cell is used twice."""
        position = Position.of(grid, {cell: n for n, cell in self.where.items()})
        return set(position.layout.cells(position.strict[number]))


def forced_text(forced: Forced, standing: Standing) -> str:
    """Why a number must go in its cell, given what is on the board by then.

    >>> standing = Standing(Grid.of(1, 6), {3: Cell(0, 0), 6: Cell(0, 3)})
    >>> forced_text(Forced(4, Cell(0, 1)), standing)
    '4 goes in row 1, column 2: no other empty cell is next to 3.'
    >>> forced_text(Forced(5, Cell(0, 2), is_by_cell=True), standing)
    'Row 1, column 3 is next to 6 and reaches 3 in 2 steps, so only 5 fits there.'
    """
    ends = nearest(standing.where, forced.number)
    near_first = sorted(ends, key=lambda end: abs(end - forced.number))
    steps = {end: abs(end - forced.number) for end in near_first}
    if forced.is_by_cell:
        what = listed(_near(steps))
        return f"{capitalised(named(forced.cell))} {what}, so only {forced.number} fits there."
    for reason in _shortest_first(steps):
        if set.intersection(*(standing.near(*each) for each in reason.items())) == {forced.cell}:
            return _no_other(forced, _near(reason))
    onward = ["lets the path continue"] * (len(steps) == 1)
    return _no_other(forced, [*_near(steps), *onward], _besides(forced, standing))


def _shortest_first(steps: dict[int, int]) -> Iterator[dict[int, int]]:
    """The nearest end alone if it is next to the number, then all ends."""
    end, count = next(iter(steps.items()))
    if count == 1:
        yield {end: count}
    yield steps


def _near(steps: Mapping[int, int]) -> list[str]:
    """What a cell at given distances from placed numbers can do."""
    beside = [end for end, count in steps.items() if count == 1]
    both = "both " * (len(beside) > 1)
    said = [f"is next to {both}{numbered(sorted(beside))}"] if beside else []
    ways = [f"{end} in {count} steps" for end, count in steps.items() if count > 1]
    return [*said, *(f"reaches {way}" for way in ways[:1]), *ways[1:]]


def _no_other(forced: Forced, what: Sequence[str], besides: str = "") -> str:
    start = f"{forced.number} goes in {named(forced.cell)}"
    return f"{start}: no other empty cell {listed(list(what))}{besides}."


def _besides(forced: Forced, standing: Standing) -> str:
    """The further reasons, beyond steps through empty cells, why a number has no other cell."""
    grid = standing.grid
    bare = standing.left_for(forced.number, replace(grid, links=frozenset()))
    if bare == {forced.cell} or not (standing.eliminated or grid.links):
        return difference_reason(is_distinct=True)
    if not standing.eliminated or standing.left_for(forced.number, grid) == {forced.cell}:
        return ", given the joined cells"
    return ", given what’s been ruled out"


def end_text(refuted: Refuted) -> str:
    """How a chain ends, and what that shows.

    >>> end_text(Refuted(3, Cell(0, 0), Contradiction(Dead.BOXED_IN, (4,), ())))
    '4 has too few empty cells around it. So 3 can’t be in row 1, column 1.'
    """
    shown = f"So {refuted.number} can’t be in {named(refuted.cell)}."
    return f"{capitalised(dead_text(refuted.why))}. {shown}"


def end_sign(why: Contradiction) -> str:
    """The end of a chain as a sign: a cross, with the number that has no cell if there is one.

    >>> end_sign(Contradiction(Dead.NO_CELL, (7, 5, 9), ()))
    '7 ✕'
    """
    return f"{why.numbers[0]} ✕" if why.kind in {Dead.NO_CELL, Dead.BOXED_IN} else "✕"


# The steps of a trace, each in a sentence or two.


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
        return f"Left out here to keep the trace short: {left_out}. The counters include them."
    if step.dead is not None:
        return f"Contradiction: {dead_text(step.dead)}."
    return _STEPS[step.kind] + _GOES_ON * step.goes_on


_GOES_ON = " The search continues in case there’s a second solution."
_STEPS: dict[StepKind, str] = {
    StepKind.START: "These are the given numbers.",
    StepKind.RETREAT: "Dead end: the last trial is undone.",
    StepKind.SOLVED: "Every number is next to the one after it.",
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
    place = named(cell)
    match step.kind:
        case StepKind.ONLY_CELL if step.options > 1:
            failed = "only other cell" if step.options == 2 else f"{step.options - 1} other cells"
            return f"{number} goes in {place}: its {failed} failed."
        case StepKind.ONLY_CELL:
            return f"{number} goes in {place}: counting steps, no other empty cell is left for it."
        case StepKind.ONLY_NUMBER:
            other = "no other missing number can connect the cells around it"
            return f"{number} goes in {place}: {other}."
        case StepKind.TRY:
            which = f"option {step.option} of {step.options}"
            return f"Try {number} in {place}, {which} (depth {step.depth})."
        case StepKind.RETREAT:
            return f"Back: {number} is removed from {place}, with everything placed after it."
        case _:
            why = f": {dead_text(step.dead)}" if step.dead else ""
            return f"{number} can’t be in {place}{why}."
