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

#: The answer in a word or two, above its reason.
HEADINGS: Final = {
    Answer.PLACED: "Already there",
    Answer.TAKEN: "No",
    Answer.IMPOSSIBLE: "No",
    Answer.POSSIBLE: "Possible",
    Answer.CERTAIN: "Yes, it must",
    Answer.UNKNOWN: "We don’t know",
    Answer.WRONG_BOARD: "Something is wrong first",
}


def why_words(judged: WhyReply) -> str:
    """Say why a number can or can't go in a cell.

    >>> from solver.hidoku.logic.why import ask
    >>> from solver.hidoku.rules.game import Play
    >>> from solver.hidoku.rules.grid import Grid
    >>> play = Play(Grid.of(1, 5, {Cell(0, 0): 1}))
    >>> why_words(ask(play, Candidate(2, Cell(0, 3))))
    '2 is 1 step from 1. Row 1, column 4 is 3 steps from 1, which is too far.'
    >>> why_words(ask(play, Candidate(1, Cell(0, 3))))
    '1 is already placed, in row 1, column 1.'
    """
    number, cell = judged.claim
    return _BY_ANSWER[judged.answer](judged, number, cell)


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
    needs = f"{number} is {counted(far.needed, 'step')} from {start}."
    if far.is_colour:
        parity = "even" if far.needed % 2 else "odd"
        return (
            f"{needs} On this board, every route from {start} to {cell} takes an {parity} number "
            "of steps."
        )
    if far.steps is None:
        return f"{needs} No empty cells lead from {start} to {cell}."
    place = capitalised(cell if far.is_direct else f"through empty cells, {cell}")
    return f"{needs} {place} is {counted(far.steps, 'step')} from {start}, which is too far."


_BY_ANSWER: Final[Mapping[Answer, Callable[[WhyReply, int, Cell], str]]] = {
    Answer.PLACED: lambda judged, number, cell: f"{number} is given there.",
    Answer.TAKEN: _taken,
    Answer.IMPOSSIBLE: _impossible,
    Answer.POSSIBLE: _possible,
    Answer.CERTAIN: _certain,
    Answer.UNKNOWN: _unknown,
    Answer.WRONG_BOARD: _wrong_board,
}
