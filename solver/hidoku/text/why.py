"""Answers to “Why not here?” and “Must it be so?”, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.why import Answer, TooFar, WhyReply
from solver.hidoku.phrases import joined, numbered, standing
from solver.hidoku.rules.game import named
from solver.hidoku.rules.grid import Cell
from solver.hidoku.text.hints import hint_words, proof_words
from solver.wording import capitalised, counted, listed

_HEADINGS: Final = {
    Answer.PLACED: "Already there",
    Answer.TAKEN: "{} can’t go here",
    Answer.IMPOSSIBLE: "{} can’t go here",
    Answer.POSSIBLE: "{} is possible so far",
    Answer.CERTAIN: "{} must go here",
    Answer.UNKNOWN: "Not found out in the time",
    Answer.WRONG_BOARD: "Something else is wrong first",
}


def why_heading(judged: WhyReply, *, stands: bool = False) -> str:
    """Return the answer in a few words; ``stands`` says that the player's number is there."""
    heading = _HEADINGS[judged.answer].format(judged.claim.number)
    return heading.replace("go here", "stay here") if stands else heading


def why_words(judged: WhyReply) -> str:
    """Say why a number can or can't go in a cell.

    >>> from solver.hidoku.logic.why import ask
    >>> from solver.hidoku.rules.game import Play
    >>> from solver.hidoku.rules.grid import Grid
    >>> play = Play(Grid.of(1, 5, {Cell(0, 0): 1}))
    >>> why_words(ask(play, Candidate(2, Cell(0, 3))))
    'Row 1, column 4 is 3 steps from 1. From 1 to 2 the path takes only 1.'
    >>> why_words(ask(play, Candidate(1, Cell(0, 3))))
    '1 is already placed, in row 1, column 1.'
    """
    number, cell = judged.claim
    words = _BY_ANSWER[judged.answer](judged, number, cell)
    if not judged.left_out:
        return words
    others = numbered([each for each, _ in judged.left_out])
    verb = "are" if len(judged.left_out) > 1 else "is"
    return f"{words} (That is without {others}, which {verb} wrong, too.)"


def _taken(judged: WhyReply, number: int, cell: Cell) -> str:
    placed = judged.instead or judged.claim
    if placed.cell == cell:
        return f"{capitalised(named(cell))} already holds {placed.number}."
    return f"{number} is already placed, in {named(placed.cell)}."


def _possible(judged: WhyReply, number: int, cell: Cell) -> str:
    other = f" Another has {number} in {named(judged.other)}." if judged.other else ""
    return f"We found a whole path with {standing(number, cell)}.{other}"


def _certain(judged: WhyReply, number: int, cell: Cell) -> str:
    if not judged.steps:
        return f"A search of all paths finds none with {number} anywhere else."
    return f"{' '.join(proof_words(judged.steps))} So {number} goes in {named(cell)}."


def _impossible(judged: WhyReply, number: int, cell: Cell) -> str:
    if judged.too_far:
        return _too_far(judged.too_far, number, named(cell))
    if judged.steps:
        return f"{' '.join(proof_words(judged.steps))} {_so(judged.steps[-1].placed, number, cell)}"
    if judged.searched:
        numbers = numbered([each for each, _ in sorted(judged.searched)])
        return f"A search of all paths through {numbers} finds none with {number} there."
    return _counted(judged, number, cell)


def _counted(judged: WhyReply, number: int, cell: Cell) -> str:
    if judged.crowded:
        beside = listed([str(each) for each in judged.crowded])
        has = "only one empty neighbour" if len(judged.crowded) > 1 else "no empty neighbour"
        which = f"{beside} both have" if len(judged.crowded) > 1 else f"{beside} has"
        return f"{capitalised(named(cell))} has {has}, but {which} to be next to {number}."
    numbers = numbered([each for each, _ in sorted(judged.counted)])
    counting = f"Count steps from {numbers}" if numbers else "Count steps through empty cells"
    given = f", given {joined(judged.links)}" if judged.links else ""
    return f"{counting}{given}: {number} can’t reach {named(cell)}."


def _wrong_board(judged: WhyReply, number: int, cell: Cell) -> str:
    return hint_words(judged.wrong).reason if judged.wrong else _unknown(judged, number, cell)


def _unknown(judged: WhyReply, number: int, cell: Cell) -> str:
    return f"In the time we have, no search decides {standing(number, cell)}."


def _so(placed: Candidate | None, number: int, cell: Cell) -> str:
    if placed is None:
        return f"So {number} can’t go in {named(cell)}."
    if placed.cell == cell:
        return f"So {named(cell)} holds {placed.number}, not {number}."
    return f"So {number} goes in {named(placed.cell)}, not in {named(cell)}."


def _too_far(far: TooFar, number: int, cell: str) -> str:
    start = far.placed.number
    takes = f"from {start} to {number} the path takes"
    if far.is_colour:
        parity = "even" if far.needed % 2 else "odd"
        return (
            f"{capitalised(takes)} {counted(far.needed, 'step')}. On this board, every route from "
            f"{start} to {cell} takes an {parity} number of steps."
        )
    if far.steps is None:
        return f"{capitalised(takes)} {counted(far.needed, 'step')}. No empty cells lead to {cell}."
    place = capitalised(cell if far.is_direct else f"through empty cells, {cell}")
    steps = f"{place} is {counted(far.steps, 'step')} from {start}"
    return f"{steps}. {capitalised(takes)} only {far.needed}."


_BY_ANSWER: Final[Mapping[Answer, Callable[[WhyReply, int, Cell], str]]] = {
    Answer.PLACED: lambda judged, number, cell: f"{number} is given there.",
    Answer.TAKEN: _taken,
    Answer.IMPOSSIBLE: _impossible,
    Answer.POSSIBLE: _possible,
    Answer.CERTAIN: _certain,
    Answer.UNKNOWN: _unknown,
    Answer.WRONG_BOARD: _wrong_board,
}
