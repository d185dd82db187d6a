"""Hints in three steps: where to look, the reason, the move."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from solver.hidoku.logic.claims import ReasonRow
from solver.hidoku.logic.objections.counted import TooFar
from solver.hidoku.logic.patterns.sight import Sight
from solver.hidoku.logic.question import NearGap, nearest_cell
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.steps import Hint, State
from solver.hidoku.phrases import conflict_words, few_named, places, standing
from solver.hidoku.rules.game import cell_name
from solver.hidoku.rules.grid import Cell
from solver.hidoku.text.puzzles import colour_text
from solver.wording import capitalised, plural

Texts = tuple[str, str, str]


class HintWords(NamedTuple):
    """A hint in words.

    ``title`` is the name of the hardest idea, ``question`` what it answers; ``rows`` are what
    remains and the alternatives, each with what is said of it. A state has a ``premise`` instead.
    """

    nudge: str
    premise: str
    move: str
    title: str = ""
    question: str = ""
    rows: tuple[ReasonRow, ...] = ()
    conclusion: str = ""
    is_of_cell: bool = False

    @property
    def reason(self) -> str:
        rows = (row.sentence for row in self.rows)
        return " ".join(filter(None, (self.question, *rows, self.conclusion, self.premise)))


def hint_words(hint: Hint) -> HintWords:
    """A hint in its parts."""
    if isinstance(hint.technique, State) or hint.reason is None:
        return _state_words(hint)
    reason = hint.reason
    number, cell = reason.placed_candidate
    return HintWords(
        reason.nudge,
        "",
        f"Place {number} in {cell_name(cell)}.",
        capitalised(hint.technique.title),
        reason.question,
        reason.rows,
        reason.conclusion,
        reason.claim.of_cell,
    )


def why_no_other_number(gaps: Sequence[NearGap]) -> Iterator[str]:
    """Say why no other gap reaches a cell, even straight over filled cells: first the nearest.

    >>> [*why_no_other_number([NearGap(range(12, 14), Cell(0, 0), {11: 2, 14: 2})])]
    ['14 is 3 after 11, but by way of this cell it’s 2 + 2 steps.']
    >>> [*why_no_other_number([NearGap(range(98, 101), Cell(0, 0), {97: 5})])]
    ['From 97 it’s 5 steps, but only 3 numbers are left on that side.']
    """
    for at, gap in enumerate(gaps):
        words = _shortfall_words(gap)
        if at and not gap.is_near:
            yield f"None of the other gaps gets nearer: {words}"
            return
        yield capitalised(words)


def _shortfall_words(gap: NearGap) -> str:
    """Say how many steps a gap lacks to reach a cell."""
    ends = [*gap.steps]
    if len(ends) == 1:
        left = plural(gap.length, "number")
        verb = "is" if gap.length == 1 else "are"
        steps = plural(gap.steps[ends[0]], "step")
        return f"from {ends[0]} it’s {steps}, but only {left} {verb} left on that side."
    way = " + ".join(str(gap.steps[end]) for end in ends)
    after = f"{ends[1]} is {gap.length} after {ends[0]}"
    return f"{after}, but by way of this cell it’s {way} steps."


def why_not_its_gap(sight: Sight, placed: Candidate) -> Iterator[str]:
    """Say why others of its own gap don't reach the cell of a number, even straight.

    >>> from solver.hidoku.rules.grid import Grid
    >>> grid = Grid.of(1, 5, {Cell(0, 0): 1})
    >>> [*why_not_its_gap(Sight(grid, grid.given), Candidate(3, Cell(0, 2)))]
    ['Not 2: 2 steps from 1, but 2 must be next to 1.']
    """
    number, cell = placed
    for end in sight.ends_of(number):
        steps = sight.straight_steps(end, cell) or 0
        outs = [Candidate(n, cell) for n in sight.gap_at[number] if abs(n - end) < steps]
        if outs:
            clause = TooFar(end, steps, is_straight=True).clause(outs, of_cell=True)
            yield f"Not {few_named([n for n, _ in outs], 'or')}: {clause}"


def why_no_other_cell(sight: Sight, placed: Candidate) -> Iterator[str]:
    """Say of the other empty cells that a number is too far from them, and name a near one."""
    if far := nearest_cell(sight, placed.number):
        out, too_far = far
        yield "Every other empty cell is too far away, even straight over filled cells."
        distance = too_far.clause([out], of_cell=False)
        yield f"For example, {cell_name(out.cell)} is {distance}"


def hint_texts(hint: Hint) -> Texts:
    """A hint in three steps: where to look, the reason, the move."""
    words = hint_words(hint)
    return words.nudge, words.reason, words.move


def _state_words(hint: Hint) -> HintWords:
    state = State(hint.name)
    if hint.number is None or hint.cell is None:
        nudge, reason, move = _STATES[state]
        return HintWords(nudge, colour_text(hint.fault) if hint.fault else reason, move)
    number = hint.number
    cell = hint.cell
    if state is State.WRONG:
        look = f"Look at {number} and the numbers around it. At least one that you placed is wrong."
        if hint.is_elsewhere:  # the number itself, not one beside it
            look = f"Look at {number}. Is it in the right cell?"
        move = f"Remove {number} from {cell_name(cell)}."
        return HintWords(look, _wrong(hint, number, cell), move)
    nudge, reason = _SEARCHED[state]
    move = f"Place {number} in {cell_name(cell)}."
    return HintWords(nudge.format(number), reason.format(number, cell_name(cell)), move)


_STATES: dict[State, Texts] = {
    State.FINISHED: (
        "The board is solved.",
        "The path is complete.",
        "Well done.",
    ),
    State.IMPOSSIBLE: (
        "Something is wrong with the puzzle itself.",
        "Its givens allow no path through all cells.",
        "No move can help: choose or draw another board.",
    ),
    State.SEARCH: (
        "No easy step was found.",
        "As far as we looked, neither reach nor a short contradiction settles a cell.",
        "Try a number, and be ready to take it back.",
    ),
}


_SEARCHED: dict[State, tuple[str, str]] = {
    State.SEARCH: (
        "Look at {}. You have to look far ahead.",
        "No short reason is known: trying all paths shows that {} has only one cell. "
        "We chose it because the most follows from it.",
    ),
    State.SEVERAL: (
        "More than one path fits from here.",
        "{} can go in {}, though other paths fit too.",
    ),
    State.POSSIBLE: (
        "No easy step was found, but a search has found a path.",
        "{} can go in {}. There may be other paths, too.",
    ),
}


def _wrong(hint: Hint, number: int, cell: Cell) -> str:
    if hint.conflict:
        return f"{conflict_words(hint.conflict)}: {places(hint.conflict.cells)}."
    if hint.is_elsewhere:
        return f"The givens allow only one cell for {number}, and it isn’t {cell_name(cell)}."
    return f"The board can’t be finished with {standing(number, cell)}."
