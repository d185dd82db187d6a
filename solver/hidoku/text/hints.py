"""Hints in three tiers: where to look, the reason, the move."""

from __future__ import annotations

from typing import NamedTuple

from solver.hidoku.logic.steps import Because, Candidate, Deduction, Hint, Technique
from solver.hidoku.rules.game import named
from solver.hidoku.rules.grid import Cell
from solver.hidoku.text.faults import conflict_words
from solver.hidoku.text.phrases import places, standing
from solver.hidoku.text.steps import nudge_text, reason_text
from solver.wording import counted

Texts = tuple[str, str, str]

_MOST_REASONS = 4


class Told(NamedTuple):
    """A hint in words: ``before`` has a sentence or two for each elimination it rests on."""

    nudge: str
    before: tuple[str, ...]
    reason: str
    move: str


def told(hint: Hint) -> Told:
    """A hint in its parts, nothing left out."""
    if hint.number is None or hint.cell is None:
        nudge, reason, move = _STATES[hint.technique]
        return Told(nudge, (), reason, move)
    nudge, before, reason = _tiers(hint, hint.number, hint.cell)
    return Told(nudge, before, reason, _move(hint.technique, hint.number, hint.cell))


def hint_texts(hint: Hint) -> Texts:
    """A hint in three tiers: where to look, the reason (long ones shortened), the move."""
    nudge, before, reason, move = told(hint)
    more = len(before) + 1 - _MOST_REASONS
    if more > 0:
        before = (*before[: _MOST_REASONS - 1], _likewise(more))
    return nudge, " ".join([*before, reason]), move


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


def _tiers(hint: Hint, number: int, cell: Cell) -> tuple[str, tuple[str, ...], str]:
    if hint.technique is Technique.WRONG:
        look = f"Look at {number} and the numbers around it: one of them cannot stay where it is."
        return look, (), _wrong(hint.because, number, cell)
    if hint.technique in _SEARCHED:
        nudge, reason = _SEARCHED[hint.technique]
        return nudge.format(number), (), reason.format(number, named(cell))
    placing = Deduction(hint.step or hint.technique, hint.because, Candidate(number, cell))
    steps = (*hint.before, placing)
    return nudge_text(steps[0]), tuple(map(reason_text, hint.before)), reason_text(placing)


def _likewise(more: int) -> str:
    return f"{counted(more, 'step')} of this kind {'follows' if more == 1 else 'follow'}."


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


def _wrong(because: Because, number: int, cell: Cell) -> str:
    if because.conflict:
        return f"{conflict_words(because.conflict)}: {places(because.conflict.cells)}."
    if because.is_elsewhere:
        return (
            f"The given numbers allow only one place for {number}, and {named(cell)} is not that."
        )
    return f"With {standing(number, cell)} the board cannot be finished."


def _move(technique: Technique, number: int, cell: Cell) -> str:
    verb = "Take {} off {}." if technique is Technique.WRONG else "Place {} in {}."
    return verb.format(number, named(cell))
