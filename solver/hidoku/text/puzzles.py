"""Sentences about whole puzzles: how hard they are, and why they have no solution or several."""

from dataclasses import replace

from solver.hidoku.logic.grade import MOST, Difficulty, Grade
from solver.hidoku.logic.technique import Technique
from solver.hidoku.phrases import conflict_words, numbered, places, standing
from solver.hidoku.puzzles import Ambiguity, ConflictingGivens
from solver.hidoku.rules.faults import Fault, FaultKind
from solver.hidoku.rules.game import Conflict, Play, cell_name
from solver.hidoku.rules.grid import Grid
from solver.hidoku.rules.pencil import Reach, steps_from
from solver.hidoku.search.solve import Verdict
from solver.wording import capitalised, join_words, plural

# All sentences about faults and conflicts of a board.
#
# Explanations are data (numbers, cells, kinds); these functions put them into words for people, who
# count rows and columns from 1. Only unreadable text and illegal moves carry their own sentences.
# The words of a technique are beside it, in ``logic/techniques``.


def fault_text(fault: Fault, grid: Grid) -> str:
    """What is wrong with a grid.

    >>> from solver.hidoku.rules.grid import Cell
    >>> fault_text(Fault(FaultKind.REPEATED, (3,), (Cell(0, 0), Cell(1, 1))), Grid.of(2, 2))
    '3 is given more than once: row 1, column 1 and row 2, column 2.'
    """
    first = fault.numbers[0] if fault.numbers else 0
    match fault.kind:
        case FaultKind.OUT_OF_RANGE:
            return f"{first} in {places(fault.cells)} isn’t between 1 and {grid.last}."
        case FaultKind.REPEATED:
            return f"{first} is given more than once: {places(fault.cells)}."
        case FaultKind.TOO_FAR:
            premise = f"{numbered(fault.numbers)} are too far apart{_apart(fault, grid)}"
            return f"{premise}: {places(fault.cells)}."
        case FaultKind.CUT_OFF:
            return f"{plural(len(fault.cells), 'cell')} can’t be reached: {places(fault.cells)}."
        case FaultKind.UNJOINED | FaultKind.FORKED | FaultKind.RINGED:
            return _joined_fault(fault)
        case FaultKind.MISCOUNTED | FaultKind.MISCOLOURED:
            return colour_text(fault)


def _apart(fault: Fault, grid: Grid) -> str:
    """How many steps apart two placed numbers are, and how many the path has between them."""
    (low, high), (start, end) = fault.numbers, fault.cells
    steps = steps_from(Play(replace(grid, givens=())), start, grid.last).get(end)
    return f", {plural(steps, 'step')} instead of {high - low}" if steps else ""


def _joined_fault(fault: Fault) -> str:
    cells = places(fault.cells)
    if fault.kind is FaultKind.UNJOINED:
        return f"{numbered(fault.numbers)} are in joined cells but aren’t consecutive: {cells}."
    if fault.kind is FaultKind.RINGED:
        return f"The joined cells form a ring: {cells}."
    premise = (
        f"{capitalised(cell_name(fault.cells[0]))} is joined with {len(fault.cells) - 1} cells"
    )
    return f"{premise}: a path has at most two beside it."


def colour_text(fault: Fault) -> str:
    count = fault.colours
    if count is None:
        raise ValueError("A fault of colours comes with their count.")
    lead = "Coloured so that each step of a path changes the colour"
    if count.is_chessboard:
        lead = "Coloured like a chessboard"
    if fault.kind is FaultKind.MISCOLOURED:
        return _miscoloured_text(fault, lead)
    first, second = count.cells
    need = "{} and {}".format(*count.needed)
    if fault.numbers:
        start = standing(fault.numbers[0], fault.cells[0])
        kinds = (
            f"{plural(first, 'cell')} of the colour of {start} and {second} of the other are left"
        )
    else:
        kinds = f"the board has {plural(first, 'cell')} of one colour and {second} of the other"
    return f"{lead}, {kinds}. A path alternates between the colours, so it needs {need}."


def _miscoloured_text(fault: Fault, lead: str) -> str:
    low, high = fault.numbers
    hues = "one colour" if (high - low) % 2 else "different colours"
    steps = "1 step does" if high - low == 1 else f"{high - low} steps do"
    return f"{lead}, {low} and {high} have {hues}, which {steps} not join: {places(fault.cells)}."


def conflict_text(conflict: Conflict) -> str:
    return f"{conflict_words(conflict)}."


def conflicting_givens_text(conflict: ConflictingGivens) -> str:
    """Which givens conflict.

    >>> conflicting_givens_text(ConflictingGivens((), ()))
    'The shape itself has no path through all its cells, whatever numbers are given.'
    """
    if not conflict.cells:
        return "The shape itself has no path through all its cells, whatever numbers are given."
    pairs = zip(conflict.numbers, conflict.cells, strict=True)
    givens = join_words([f"{number} ({cell_name(cell)})" for number, cell in pairs])
    if len(conflict.cells) == 1:
        return f"No solution has {givens}."
    if not conflict.is_minimal:
        return f"Some of these givens contradict each other: {givens}."
    return f"These givens contradict each other, but not if any one of them is removed: {givens}."


def ambiguity_text(ambiguity: Ambiguity) -> str:
    """What a board with several solutions leaves open, and what would settle most."""
    number, cell = ambiguity.given
    if ambiguity.complete:
        which = f"There are {plural(ambiguity.count, 'solution')}"
        remaining = plural(ambiguity.left, "solution")
    else:
        which = f"There are at least {plural(ambiguity.count, 'solution')}; among these"
        remaining = f"{ambiguity.left} of these {ambiguity.count:,}"
    cells = plural(len(ambiguity.cells), "cell")
    return (
        f"{which}{'; ' if ambiguity.complete else ', '}{cells} hold different numbers. {number} in "
        f"{cell_name(cell)} as a given would decide most, leaving {remaining}."
    )


def times_text(technique: Technique, count: int) -> str:
    """How often a technique was needed: numbers placed by it, or rounds of eliminations."""
    return plural(count, "number" if technique.is_placing else "round")


def grade_words(grade: Grade) -> str:
    """The class and the score of a board, or the class alone where there is no score.

    >>> grade_words(Grade(Difficulty.HARD, {}, longest=0, solved_by_techniques=True, score=68))
    'hard (68 on a scale of 0 to 100)'
    """
    if grade.score is None:
        return grade.word
    return f"{grade.word} ({grade.score} on a scale of 0 to {MOST})"


def classes_text() -> str:
    """What the score means, and the classes it is divided into.

    >>> classes_text()[-78:]
    'Beginner up to 19, easy from 20, medium from 40, hard from 60, expert from 80.'
    """
    first, *classes = Difficulty
    cuts = [f"{first.value} up to {classes[0].least - 1}"]
    cuts += (f"{difficulty.value} from {difficulty.least}" for difficulty in classes)
    return (
        f"How hard a board is: from 0 to {MOST}, by the hardest idea it needs and by how often you "
        "see hardly any number to place. "
        f"{capitalised(', '.join(cuts))}."
    )


def grade_text(grade: Grade, verdict: Verdict) -> str:
    """How hard a board is, line by line: the class, then each technique and how often."""
    lines = [_class_text(grade, verdict)]
    for technique, count in grade.techniques.items():
        lines.append(f"  {technique.title}: {times_text(technique, count)}")
    if grade.longest:
        lines.append(f"  longest contradiction: {plural(grade.longest, 'step')}")
    return "\n".join(lines)


def _class_text(grade: Grade, verdict: Verdict) -> str:
    if verdict is Verdict.NONE:
        return "This board has no solution."
    if verdict is Verdict.SEVERAL:
        return "Not graded: this board has several solutions, so techniques alone can’t finish it."
    if grade.is_cut_short:
        return "The budget ran out before the board was graded. So far:"
    if not grade.solved_by_techniques:
        return f"{capitalised(grade_words(grade))}: techniques alone don’t solve it."
    return f"{capitalised(grade_words(grade))}, solved by techniques alone."


def reach_text(reach: Reach) -> str:
    """Say which cells a number can reach, and from which numbers the steps are counted.

    >>> from solver.hidoku.rules.grid import Cell
    >>> reach_text(Reach(3, (Cell(0, 2), Cell(1, 2)), 1, 5))
    '3 can go to 2 cells, counting steps from 1 and 5: row 1, column 3 and row 2, column 3.'
    >>> reach_text(Reach(3, (), 1, None))
    'No empty cell is in reach of 3, counting steps from 1, so something on the board is wrong.'
    """
    ends = [str(end) for end in (reach.low, reach.high) if end is not None]
    steps = f", counting steps from {join_words(ends)}" if ends else ""
    if not reach.cells:
        return (
            f"No empty cell is in reach of {reach.number}{steps}, so something on the board is "
            "wrong."
        )
    if not ends:
        cells = plural(len(reach.cells), "empty cell")
        return f"{reach.number} can go to any of the {cells}, since no number is placed yet."
    if len(reach.cells) == 1:
        return f"{reach.number} fits only {places(reach.cells)}{steps}."
    return f"{reach.number} can go to {len(reach.cells)} cells{steps}: {places(reach.cells)}."
