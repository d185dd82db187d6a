"""Every sentence about faults, conflicts, hints and steps; the only place that has them.

Explanations are data (numbers, cells, kinds); these functions say them to people, who count rows
and columns from 1. Only unreadable text and illegal moves carry their own sentence.
"""

from __future__ import annotations

from solver.hidoku.domains import Contradiction, Dead
from solver.hidoku.game import Conflict, ConflictKind, named
from solver.hidoku.grid import Cell, Fault, FaultKind, Grid
from solver.hidoku.steps import Kind, Step
from solver.hidoku.techniques import Because, Hint, Refuted, Technique

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
            return f"{_count(len(fault.cells), 'cell')} cannot be reached: {_places(fault.cells)}."


def conflict_text(conflict: Conflict) -> str:
    """Why placed numbers cannot all be right."""
    match conflict.kind:
        case ConflictKind.APART:
            return f"{_numbers(conflict.numbers)} do not touch."
        case ConflictKind.TOO_FAR:
            return f"{_numbers(conflict.numbers)} are too far apart."
        case ConflictKind.BOXED_IN:
            return f"{conflict.numbers[0]} has too few empty cells around it."


def dead_text(dead: Contradiction) -> str:
    """Why a position has no solution, as the end of a sentence.

    >>> dead_text(Contradiction(Dead.NO_CELL, (7,), ()))
    'no cell is left for 7'
    """
    match dead.kind:
        case Dead.NO_CELL:
            return f"no cell is left for {dead.numbers[0]}"
        case Dead.NO_NUMBER:
            return f"no number is left for {_places(dead.cells)}"
        case Dead.BOXED_IN:
            return f"{dead.numbers[0]} has too few empty cells around it"
        case Dead.CLASH if len(dead.numbers) > 1:
            return f"{_numbers(dead.numbers)} both need {_places(dead.cells)}"
        case Dead.CLASH:
            return f"{_places(dead.cells)} both need {dead.numbers[0]}"


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
    if hint.technique in _LOOKS:
        return _LOOKS[hint.technique].format(number), _reason(hint, number, cell)
    rests, care = _numbers(hint.because.numbers), _care(hint.because)
    match hint.technique:
        case Technique.BETWEEN:
            return (
                f"Look between {rests}.",
                f"{number} must touch both {rests}, and only one empty cell does.",
            )
        case Technique.ONLY_PLACE:
            return (
                f"Look at {number}: how far can it be from {rests}?",
                f"Counting steps through empty cells from {rests}, only one cell is in reach "
                f"of {number}{care}.",
            )
        case _:
            return (
                f"Look at {named(cell)}: which numbers can get there?",
                f"No other missing number can reach {named(cell)}; {number} can, "
                f"from {rests}{care}.",
            )


_LOOKS: dict[Technique, str] = {
    Technique.CONTRADICTION: "Look at {}, and ask what would follow.",
    Technique.WRONG: "A number on the board cannot stay where it is.",
    Technique.SEVERAL: "More than one path fits from here.",
    Technique.SEARCH: "Look at {}; it takes a long look ahead.",
}


def _reason(hint: Hint, number: int, cell: Cell) -> str:
    if hint.technique is Technique.CONTRADICTION:
        return _refuted(hint.because.refuted)
    if hint.technique is Technique.WRONG:
        return f"With {number} in {named(cell)} the board cannot be finished."
    if hint.technique is Technique.SEVERAL:
        return f"{number} can stand in {named(cell)}, though other paths fit too."
    return f"A search of all paths shows it: no other cell for {number} leads to the end."


def _care(because: Because) -> str:
    return ", since the path uses no cell twice" if because.is_distinct else ""


def _refuted(refuted: tuple[Refuted, ...], most: int = 3) -> str:
    said = [f"If {r.number} stood in {named(r.cell)}, {dead_text(r.why)}." for r in refuted[:most]]
    more = len(refuted) - most
    return " ".join([*said, f"{_count(more, 'more place')} fail likewise."] if more > 0 else said)


def _move(technique: Technique, number: int, cell: Cell) -> str:
    verb = "Take {} off {}." if technique is Technique.WRONG else "Place {} in {}."
    return verb.format(number, named(cell))


def step_text(step: Step) -> str:
    """A step of a solve as one sentence."""
    if step.number is not None and step.cell is not None:
        return _about(step, step.number, step.cell)
    if step.dead is not None:
        return f"Contradiction: {dead_text(step.dead)}."
    return _STEPS[step.kind]


_STEPS: dict[Kind, str] = {
    Kind.START: "The given numbers stand on the board.",
    Kind.ONLY_NUMBER: "Only one number fits here.",
    Kind.ONLY_PLACE: "Only one cell is left.",
    Kind.TRY: "A try.",
    Kind.CONTRADICTION: "Contradiction.",
    Kind.RETREAT: "Nothing more is to be had here, so the last try is taken back.",
    Kind.SOLVED: "Solved: every number touches the next.",
    Kind.PROVED: "Nothing else is left to try: this is the only solution.",
    Kind.SEVERAL: "A second solution: this board has several.",
    Kind.IMPOSSIBLE: "Nothing is left to try: this board has no solution.",
    Kind.STOPPED: "Stopped here: the search has used up its budget.",
}


def _about(step: Step, number: int, cell: Cell) -> str:
    match step.kind:
        case Kind.ONLY_PLACE:
            return f"{number} can only stand in {named(cell)}{_seen(step.because)}."
        case Kind.ONLY_NUMBER:
            return f"{_capital(named(cell))} can only hold {number}{_seen(step.because)}."
        case Kind.TRY:
            which = f"place {step.option} of {step.options}"
            return f"Try {number} in {named(cell)}, {which} (depth {step.depth})."
        case Kind.RETREAT:
            return f"Back: {number} leaves {named(cell)}, with all that was placed after it."
        case _:
            why = f": {dead_text(step.dead)}" if step.dead else ""
            return f"{number} cannot stand in {named(cell)}{why}."


def _seen(because: Because) -> str:
    return f", seen from {_numbers(because.numbers)}" if because.numbers else ""


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _count(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _numbers(numbers: tuple[int, ...]) -> str:
    return " and ".join(map(str, numbers)) or "the board's edge"


def _places(cells: tuple[Cell, ...], most: int = 4) -> str:
    shown = [named(cell) for cell in cells[:most]]
    if len(cells) > most:
        return "; ".join(shown) + f" and {len(cells) - most} more"
    return " and ".join(shown)
