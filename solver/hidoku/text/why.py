"""Answers to “Why not here?” and “Must it be so?”, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.why import Answer, Reply, TooFar
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


def why_words(reply: Reply) -> str:
    """Say why a number can or can't go in a cell.

    from solver.hidoku.logic.why import ask
        >>> from solver.hidoku.rules.game import Play
        >>> from solver.hidoku.rules.grid import Grid
        >>> play = Play(Grid.of(1, 5, {Cell(0, 0): 1}))
        >>> why_words(ask(play, Candidate(2, Cell(0, 3))))
        '2 is 1 step from 1. Row 1, column 4 is 3 steps from 1, which is too far.'
        >>> why_words(ask(play, Candidate(1, Cell(0, 3))))
        '1 is already placed, in row 1, column 1.'
    """
    number, cell = reply.claim
    return _BY_ANSWER[reply.answer](reply, number, cell)


def _taken(reply: Reply, number: int, cell: Cell) -> str:
    placed = reply.instead or reply.claim
    if placed.cell == cell:
        return f"{capitalised(named(cell))} already holds {placed.number}."
    return f"{number} is already placed, in {named(placed.cell)}."


def _possible(reply: Reply, number: int, cell: Cell) -> str:
    other = f" Another has {number} in {named(reply.other)}." if reply.other else ""
    return f"We found a whole path with {standing(number, cell)}.{other}"


def _certain(reply: Reply, number: int, cell: Cell) -> str:
    if not reply.steps:
        return f"A search of all paths finds none with {number} anywhere else."
    return f"{' '.join(proof_words(reply.steps))} So {number} goes in {named(cell)}."


def _impossible(reply: Reply, number: int, cell: Cell) -> str:
    if reply.too_far:
        return _too_far(reply.too_far, number, named(cell))
    if reply.steps:
        return f"{' '.join(proof_words(reply.steps))} {_so(reply.steps[-1].placed, number, cell)}"
    if reply.searched:
        numbers = numbered([each for each, _ in sorted(reply.searched)])
        return f"A search of all paths through {numbers} finds none with {number} there."
    return _counted(reply, number, cell)


def _counted(reply: Reply, number: int, cell: Cell) -> str:
    if reply.crowded:
        beside = listed([str(each) for each in reply.crowded])
        has = "only one empty neighbour" if len(reply.crowded) > 1 else "no empty neighbour"
        which = f"{beside} both have" if len(reply.crowded) > 1 else f"{beside} has"
        return f"{capitalised(named(cell))} has {has}, but {which} to be next to {number}."
    numbers = numbered([each for each, _ in sorted(reply.counted)])
    counting = f"Count steps from {numbers}" if numbers else "Count steps through empty cells"
    given = f", given {joined(reply.links)}" if reply.links else ""
    return f"{counting}{given}: {number} can’t reach {named(cell)}."


def _wrong_board(reply: Reply, number: int, cell: Cell) -> str:
    return hint_words(reply.wrong).reason if reply.wrong else _unknown(reply, number, cell)


def _unknown(reply: Reply, number: int, cell: Cell) -> str:
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


_BY_ANSWER: Final[Mapping[Answer, Callable[[Reply, int, Cell], str]]] = {
    Answer.PLACED: lambda reply, number, cell: f"{number} is given there.",
    Answer.TAKEN: _taken,
    Answer.IMPOSSIBLE: _impossible,
    Answer.POSSIBLE: _possible,
    Answer.CERTAIN: _certain,
    Answer.UNKNOWN: _unknown,
    Answer.WRONG_BOARD: _wrong_board,
}
