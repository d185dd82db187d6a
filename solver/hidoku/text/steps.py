"""Why a step is right, and where to look for it; ``structure_words`` has the steps of shape."""

from __future__ import annotations

from solver.hidoku.logic.steps import PLACING, Because, Candidate, Deduction, Refuted, Technique
from solver.hidoku.rules.game import named
from solver.hidoku.text.faults import dead_text
from solver.hidoku.text.phrases import care, numbered, places, several, standing
from solver.hidoku.text.structure import look, reason
from solver.wording import capitalised, counted

_MOST_FORCED = 5  # links of a chain that are said one by one


def nudge_text(step: Deduction) -> str:
    """Where to look, without giving the step away."""
    if step.technique is Technique.CONTRADICTION:
        entry = step.because.refuted[0]
        return f"Look at {entry.number} in {named(entry.cell)}, and ask what would follow."
    if step.technique in PLACING and step.placed:
        return f"Look {_look(step.technique, step.because, step.placed)}"
    return look(step)


def _look(technique: Technique, because: Because, placed: Candidate) -> str:
    numbers = numbered(because.numbers) if because.numbers else ""
    match technique:
        case Technique.BETWEEN:
            look = f"between {numbers}."
        case Technique.ONE_WAY:
            look = f"at {numbers}: where can the path go on from there?"
        case Technique.LINK:
            look = f"at {because.numbers[0]} and its link."
        case Technique.STRAIGHT_RUN:
            look = f"at the way between {numbers}: is there any time for a detour?"
        case _ if because.area:
            look = f"at {named(placed.cell)}: which numbers can get there?"
        case _ if numbers:
            look = f"at {placed.number}: how far can it be from {numbers}?"
        case _:
            look = f"at {placed.number}: where is there room for it?"
    return look


def deduction_text(step: Deduction) -> str:
    """What a step does and why, as one sentence or a few."""
    if step.placed is None:
        return reason_text(step)
    if step.technique not in PLACING:
        return f"{capitalised(standing(*step.placed))}: {_of_shape(step)}"
    number, place = step.placed.number, named(step.placed.cell)
    if step.because.area and step.technique is not Technique.STRAIGHT_RUN:
        return f"{capitalised(place)} must hold {number}: {_by_cell(step, 'no other')}."
    return f"{number} must stand in {place}: {_why(step, 'no other')}."


def reason_text(step: Deduction) -> str:
    """Why a step is right, a sentence or two that do not name the placement."""
    if step.technique is Technique.CONTRADICTION:
        return " ".join(map(refuted_text, step.because.refuted))
    if step.technique not in PLACING:
        return _of_shape(step)
    if step.technique is Technique.LINK:
        return _by_link(step.because)
    is_by_cell = step.because.area and step.technique is not Technique.STRAIGHT_RUN
    return capitalised(_by_cell(step, "only one") if is_by_cell else _why(step, "only one")) + "."


def _of_shape(step: Deduction) -> str:
    """Why a step of structure is right, with the eliminations it rests on."""
    said = reason(step)
    if not step.because.eliminated:
        return said
    return f"{capitalised(_ruled_out(step))}, {said[0].lower()}{said[1:]}"


def _why(step: Deduction, which: str) -> str:
    """Why a number has one cell; ``which`` is "no other" or "only one"."""
    because, number = step.because, step.placed.number if step.placed else 0
    match step.technique:
        case Technique.ONE_WAY:
            return f"{which} empty cell touches {because.numbers[0]}, and the path must go on there"
        case Technique.LINK:
            return _linked(because)
        case Technique.STRAIGHT_RUN:
            low, high = because.numbers
            way = f"from {low} to {high} in {high - low} steps"
            return f"there is only one way to walk {way} through empty cells"
        case _ if because.eliminated:
            return f"{_ruled_out(step)}, {which} cell is left for {number}{_between(because)}"
        case _:
            return f"{which} empty cell {_reach(number, because)}{_linked_by(because)}"


def _between(because: Because) -> str:
    ends = because.numbers
    if len(ends) == 2:
        return f" between {numbered(ends)}" + care(because.is_distinct)
    return care(because.is_distinct)


def _by_cell(step: Deduction, which: str) -> str:
    """Why a cell has one number."""
    because, placed = step.because, step.placed
    if because.eliminated and placed:
        cell = "it" if which == "no other" else named(placed.cell)
        return f"{_ruled_out(step)}, {which} number is left for {cell}{care(because.is_distinct)}"
    way = " and leaves room for the path to go on" if because.ends else ""
    return (
        f"counting steps through empty cells from the placed numbers, {which} missing number "
        f"gets there in time{way}"
        f"{care(because.is_distinct)}{_linked_by(because)}"
    )


def _linked(because: Because) -> str:
    number, *others = because.numbers
    if not others:
        return f"a link joins it with {number}, the end of the path"
    return f"a link joins it with {number}, and {others[0]} stands elsewhere"


def _by_link(because: Because) -> str:
    number, *others = because.numbers
    joined = f"A link joins {number} with an empty cell, so a number next to it stands there"
    if not others:
        return f"{joined}; as an end of the path it has only one."
    return f"{joined}, and {others[0]} stands elsewhere."


def _linked_by(because: Because) -> str:
    pairs = [f"{named(a)} with {named(b)}" for a, b in because.links]
    if not pairs:
        return ""
    return f", given the link{'s' * (len(pairs) > 1)} of {several(pairs, 3)}"


def _ruled_out(step: Deduction) -> str:
    """The candidates eliminated before, as short as they can be named beside the placement."""
    eliminated, placed = step.because.eliminated, step.placed
    if placed and all(number == placed.number for number, _ in eliminated):
        which = places([cell for _, cell in eliminated], 3)
    elif len({cell for _, cell in eliminated}) == 1:
        is_here = placed and placed.cell == eliminated[0].cell
        where = "" if is_here else f" in {named(eliminated[0].cell)}"
        which = numbered([number for number, _ in eliminated]) + where
    else:
        which = several([standing(*candidate) for candidate in eliminated], 3)
    return f"with {which} ruled out"


def _reach(number: int, because: Because) -> str:
    """What the only place of a number can do, and no other cell: a verb, and what belongs to it."""
    if not because.numbers and not because.ends:
        return "is left"
    steps = {other: abs(number - other) for other in because.numbers}
    near = [str(other) for other, count in steps.items() if count == 1]
    far = [f"from {other} in {count} steps" for other, count in steps.items() if count > 1]
    verbs = []
    if near:
        verbs.append(f"touches {'both ' * (len(near) > 1)}{' and '.join(near)}")
    if far:
        verbs.append(f"can be reached {' and '.join(far)} through empty cells")
    if because.ends:
        verbs.append(f"leaves room for the path to go on to {numbered(because.ends)}")
    return " and ".join(verbs) + care(because.is_distinct)


def refuted_text(refuted: Refuted) -> str:
    """What would follow from a number in a cell, up to the dead end.

    >>> from solver.hidoku.search.domains import Contradiction, Dead
    >>> from solver.hidoku.rules.grid import Cell
    >>> why = Contradiction(Dead.NO_CELL, (7, 5, 9), ())
    >>> refuted_text(Refuted(3, Cell(0, 0), why))
    'If 3 stood in row 1, column 1, then no cell is left for 7 between 5 and 9.'
    """
    start = f"If {refuted.number} stood in {named(refuted.cell)},"
    if not refuted.chain:
        return f"{start} then {dead_text(refuted.why)}."
    steps = [f"{number} must go to {named(cell)}" for number, cell, _ in refuted.chain]
    more = len(steps) - _MOST_FORCED
    if more > 1:
        steps = [*steps[: _MOST_FORCED - 1], f"{counted(more + 1, 'number')} more follow"]
    return f"{start} then {', then '.join(steps)}, and then {dead_text(refuted.why)}."
