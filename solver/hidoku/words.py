"""Every sentence about faults, conflicts, hints and steps; the only place that has them.

Explanations are data (numbers, cells, kinds); these functions say them to people, who count rows
and columns from 1. Only unreadable text and illegal moves carry their own sentence.
"""

from __future__ import annotations

from solver.hidoku.domains import Contradiction, Dead
from solver.hidoku.game import Conflict, ConflictKind, named
from solver.hidoku.grid import Cell, Fault, FaultKind, Grid
from solver.hidoku.steps import NOTHING, Because, Hint, Kind, Refuted, Step, Technique

Texts = tuple[str, str, str]


def fault_text(fault: Fault, grid: Grid) -> str:
    """What is wrong with a grid.

    >>> fault_text(Fault(FaultKind.REPEATED, (3,), (Cell(0, 0), Cell(1, 1))), Grid.of(2, 2))
    '3 is given more than once: row 1, column 1 and row 2, column 2.'
    """
    first = fault.numbers[0] if fault.numbers else 0
    match fault.kind:
        case FaultKind.OUT_OF_RANGE:
            return f"{first} in {_places(fault.cells)} is not between 1 and {grid.last}."
        case FaultKind.REPEATED:
            return f"{first} is given more than once: {_places(fault.cells)}."
        case FaultKind.TOO_FAR:
            return f"{_numbers(fault.numbers)} are too far apart: {_places(fault.cells)}."
        case FaultKind.CUT_OFF:
            return f"{counted(len(fault.cells), 'cell')} cannot be reached: {_places(fault.cells)}."
        case FaultKind.UNLINKED | FaultKind.FORKED | FaultKind.RINGED:
            return _link_fault(fault)


def _link_fault(fault: Fault) -> str:
    places = _places(fault.cells)
    if fault.kind is FaultKind.UNLINKED:
        return f"{_numbers(fault.numbers)} are linked but not consecutive: {places}."
    if fault.kind is FaultKind.RINGED:
        return f"The links close a ring: {places}."
    links = counted(len(fault.cells) - 1, "link")
    return f"{_capital(named(fault.cells[0]))} has {links}: a path has two ways at most."


def conflict_text(conflict: Conflict) -> str:
    """Why placed numbers cannot all be right."""
    return f"{_conflict(conflict)}."


def _conflict(conflict: Conflict) -> str:
    match conflict.kind:
        case ConflictKind.APART:
            return f"{_numbers(conflict.numbers)} do not touch"
        case ConflictKind.TOO_FAR:
            return f"{_numbers(conflict.numbers)} are too far apart"
        case ConflictKind.UNLINKED:
            return f"{_numbers(conflict.numbers)} are linked but not consecutive"
        case ConflictKind.BOXED_IN:
            return f"{conflict.numbers[0]} has too few empty cells around it"


def dead_text(dead: Contradiction) -> str:
    """Why a position has no solution, as the end of a sentence.

    >>> dead_text(Contradiction(Dead.NO_CELL, (7, 5, 9), (Cell(0, 0), Cell(1, 1))))
    'no cell is left for 7 between 5 and 9'
    """
    return _dead(dead) + _care(dead.is_distinct)


def _dead(dead: Contradiction) -> str:
    match dead.kind:
        case Dead.NO_CELL:
            return f"no cell is left for {dead.numbers[0]}{_gap(dead)}"
        case Dead.NO_NUMBER:
            return f"no number is left for {_places(dead.cells)}"
        case Dead.BOXED_IN:
            return f"{dead.numbers[0]} has too few empty cells around it"
        case Dead.APART:
            low, high = map(_standing, dead.numbers, dead.cells)
            return f"{low} does not touch {high}"
        case Dead.CLASH if len(dead.numbers) > 1:
            return f"{_numbers(dead.numbers)} both need {_places(dead.cells)}"
        case Dead.CLASH:
            every = "both" if len(dead.cells) == 2 else "all"
            return f"{_places(dead.cells)} {every} need {dead.numbers[0]}"


def _gap(dead: Contradiction) -> str:
    number, *ends = dead.numbers
    if len(ends) == 2:
        return f" between {ends[0]} and {ends[1]}"
    way = " from which the path can go on" if dead.is_distinct else ""
    side = [f" {'after' if end < number else 'before'} {end}" for end in ends]
    return "".join(side) + way


def _standing(number: int, cell: Cell) -> str:
    return f"{number} in {named(cell)}"


def _care(is_distinct: bool) -> str:
    return ", since the path uses no cell twice" if is_distinct else ""


def hint_texts(hint: Hint) -> Texts:
    """A hint in three tiers: where to look, the reason, the move."""
    if hint.number is None or hint.cell is None:
        return _STATES[hint.technique]
    nudge, reason = _tiers(hint, hint.number, hint.cell)
    return nudge, reason, _move(hint.technique, hint.number, hint.cell)


_STATES: dict[Technique, Texts] = {
    Technique.FINISHED: ("The board is solved.", "Every number touches the next.", "Well done."),
    Technique.IMPOSSIBLE: (
        "Something is wrong with the puzzle itself.",
        "Its given numbers allow no path through all cells.",
        "No move can help: choose or draw another board.",
    ),
    Technique.SEARCH: (
        "No easy step was found.",
        "Neither reach nor a short contradiction decided a cell as far as they were tried.",
        "Try a number, and be ready to take it back.",
    ),
}


def _tiers(hint: Hint, number: int, cell: Cell) -> tuple[str, str]:
    because = hint.because
    match hint.technique:
        case Technique.BETWEEN:
            return f"Look between {_numbers(because.numbers)}.", _only_cell(number, because)
        case Technique.ONLY_CELL:
            return _far(number, because), _only_cell(number, because)
        case Technique.ONLY_NUMBER:
            return f"Look at {named(cell)}: which numbers can get there?", _only_number(because)
        case Technique.CONTRADICTION:
            return f"Look at {number}, and ask what would follow.", _refuted(because.refuted)
        case Technique.WRONG:
            look = f"Look at {number} and the numbers around it: one of them cannot stay where "
            return look + "it is.", _wrong(because, number, cell)
        case _:
            nudge, reason = _SEARCHED[hint.technique]
            return nudge.format(number), reason.format(number, named(cell))


_SEARCHED: dict[Technique, tuple[str, str]] = {
    Technique.SEARCH: (
        "Look at {}; it takes a long look ahead.",
        "A search of all paths shows it: no other cell for {} leads to the end.",
    ),
    Technique.SEVERAL: (
        "More than one path fits from here.",
        "{} can stand in {}, though other paths fit too.",
    ),
    Technique.POSSIBLE: (
        "No easy step was found, but a search has found a path.",
        "{} can stand in {}; whether other paths fit too is not known.",
    ),
}


def _far(number: int, because: Because) -> str:
    if not because.numbers:
        return f"Look at {number}: where is there room for it?"
    return f"Look at {number}: how far can it be from {_numbers(because.numbers)}?"


def _only_cell(number: int, because: Because) -> str:
    return f"Only one empty cell {_reach(number, because)}."


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
        verbs.append(f"leaves room for the path to go on to {_numbers(because.ends)}")
    return " and ".join(verbs) + _care(because.is_distinct)


def _only_number(because: Because) -> str:
    return f"Counting steps through empty cells, only one missing number {_fits(because)}."


def _fits(because: Because) -> str:
    way = " and leaves room for the path to go on" if because.ends else ""
    return f"fits there{way}{_care(because.is_distinct)}"


def _refuted(refuted: tuple[Refuted, ...], most: int = 3) -> str:
    said = [_refutation(entry) for entry in refuted[:most]]
    more = len(refuted) - most
    if more > 0:
        said.append(
            "1 more place fails likewise." if more == 1 else f"{more} more places fail likewise."
        )
    return " ".join(said)


def _refutation(refuted: Refuted) -> str:
    follows = "it follows step by step that " if refuted.is_chain else ""
    place = _standing(refuted.number, refuted.cell)
    return f"With {place}, {follows}{dead_text(refuted.why)}."


def _wrong(because: Because, number: int, cell: Cell) -> str:
    if because.conflict:
        return f"{_conflict(because.conflict)}: {_places(because.conflict.cells)}."
    if because.is_elsewhere:
        return (
            f"The given numbers allow only one place for {number}, and {named(cell)} is not that."
        )
    return f"With {_standing(number, cell)} the board cannot be finished."


def _move(technique: Technique, number: int, cell: Cell) -> str:
    verb = "Take {} off {}." if technique is Technique.WRONG else "Place {} in {}."
    return verb.format(number, named(cell))


def step_text(step: Step) -> str:
    """A step of a solve as one sentence, or two."""
    if step.number is not None and step.cell is not None:
        return _about(step, step.number, step.cell)
    if step.dead is not None:
        return f"Contradiction: {dead_text(step.dead)}."
    if step.goes_on:
        return _STEPS[step.kind] + _GOES_ON
    return _STEPS[step.kind]


_GOES_ON = " The rest is searched now, in case there is a second solution."
_STEPS: dict[Kind, str] = {
    Kind.START: "The given numbers stand on the board.",
    Kind.RETREAT: "Nothing more is to be had here, so the last try is taken back.",
    Kind.SOLVED: "Solved: every number touches the next.",
    Kind.PROVED: "Nothing else is left to try: this is the only solution.",
    Kind.SEVERAL: "A second solution: this board has several.",
    Kind.IMPOSSIBLE: "Nothing is left to try: this board has no solution.",
    Kind.STOPPED: "Stopped here, before the end: the search was not allowed to go on longer.",
}


def _about(step: Step, number: int, cell: Cell) -> str:
    place, because = named(cell), step.because
    match step.kind:
        case Kind.ONLY_CELL:
            return f"{number} must stand in {place}: no other empty cell {_reach(number, because)}."
        case Kind.ONLY_NUMBER if because == NOTHING:
            other = "no other missing number can join the cells around it"
            return f"{_capital(place)} must hold {number}: {other}."
        case Kind.ONLY_NUMBER:
            return (
                f"{_capital(place)} must hold {number}: counting steps through empty cells, "
                f"no other missing number {_fits(because)}."
            )
        case Kind.TRY:
            which = f"place {step.option} of {step.options}"
            return f"Try {number} in {place}, {which} (depth {step.depth})."
        case Kind.RETREAT:
            return f"Back: {number} leaves {place}, with all that was placed after it."
        case _:
            why = f": {dead_text(step.dead)}" if step.dead else ""
            return f"{number} cannot stand in {place}{why}."


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def counted(count: int, noun: str) -> str:
    """A count with its noun, in the plural where it has to be."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _numbers(numbers: tuple[int, ...]) -> str:
    return " and ".join(map(str, numbers))


def _places(cells: tuple[Cell, ...], most: int = 4) -> str:
    shown = [named(cell) for cell in cells[:most]]
    if len(cells) > most:
        shown = ["; ".join(shown), f"{len(cells) - most} more"]
    elif len(cells) > 2:
        shown = ["; ".join(shown[:-1]), shown[-1]]
    return " and ".join(shown)
