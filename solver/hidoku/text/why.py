"""Answers to “Why not here?” in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from solver.hidoku.logic.answers import MOST_NAMED, Answer, WhyReply
from solver.hidoku.logic.objections.counted import TooFar, WrongColour
from solver.hidoku.phrases import numbered, standing
from solver.hidoku.rules.game import named
from solver.hidoku.rules.grid import Cell
from solver.hidoku.text.chains import Line
from solver.hidoku.text.hints import hint_words
from solver.wording import capitalised

HEADINGS: Final = {
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
    heading = HEADINGS[judged.answer].format(judged.claim.number)
    return heading.replace("go here", "stay here") if stands else heading


def why_words(judged: WhyReply) -> str:
    """Say why a number can or can't go in a cell.

    >>> from solver.hidoku.logic.reasons import Candidate
    >>> from solver.hidoku.logic.why import ask
    >>> from solver.hidoku.rules.game import Play
    >>> from solver.hidoku.rules.grid import Grid
    >>> play = Play(Grid.of(1, 5, {Cell(0, 0): 1}))
    >>> why_words(ask(play, Candidate(2, Cell(0, 3))))
    '2 must be next to 1, but row 1, column 4 is 3 steps away.'
    >>> why_words(ask(play, Candidate(1, Cell(0, 3))))
    '1 is already placed, in row 1, column 1.'
    """
    return " ".join(line.text for line in why_lines(judged))


def why_lines(judged: WhyReply) -> tuple[Line, ...]:
    """The same as one line for each sentence."""
    number, cell = judged.claim
    lines = [*_reason_lines(judged)] or [Line(_BY_ANSWER[judged.answer](judged, number, cell))]
    if not judged.left_out or _holds_anyway(judged):
        return tuple(lines)
    wrong_numbers = numbered([number for number, _ in judged.left_out])
    verb = "are" if len(judged.left_out) > 1 else "is"
    too = ", too" if judged.answer is Answer.IMPOSSIBLE else ""
    return (*lines, Line(f"(That is without {wrong_numbers}, which {verb} wrong{too}.)"))


def _reason_lines(judged: WhyReply) -> Iterator[Line]:
    """The objection to what was asked about, or the whole reason for it."""
    if judged.objection:
        marked = judged.objection.marks([judged.claim])
        yield Line(judged.objection.sentence(judged.claim), marked)
    elif judged.reason:
        yield Line(judged.reason.question)
        yield from (Line(row.sentence, row.marked) for row in judged.reason.rows)


def _holds_anyway(judged: WhyReply) -> bool:
    """Whether the reason is as true with the wrong numbers in their cells."""
    match judged.objection:
        case TooFar(is_straight=True) | WrongColour():
            return True
        case None:
            return judged.is_searched
        case _:
            return False


def _taken_words(judged: WhyReply, number: int, cell: Cell) -> str:
    placed = judged.instead or judged.claim
    if placed.cell == cell:
        return f"{capitalised(named(cell))} already holds {placed.number}."
    return f"{number} is already placed, in {named(placed.cell)}."


def _possible_words(judged: WhyReply, number: int, cell: Cell) -> str:
    second_path = f" Another has {number} in {named(judged.other)}." if judged.other else ""
    return f"We found a whole path with {standing(number, cell)}.{second_path}"


def certain_words(judged: WhyReply, number: int, cell: Cell) -> str:
    through = _through(judged)
    return f"Only a search shows it: no path{through} has {number} in any other empty cell."


def _impossible(judged: WhyReply, number: int, cell: Cell) -> str:
    return f"Only a search shows it: no path{_through(judged)} has {number} there."


def _wrong_board(judged: WhyReply, number: int, cell: Cell) -> str:
    return hint_words(judged.wrong).reason if judged.wrong else _unknown(judged, number, cell)


def _unknown(judged: WhyReply, number: int, cell: Cell) -> str:
    return f"In the time we have, no search decides {standing(number, cell)}."


_BY_ANSWER: Final[Mapping[Answer, Callable[[WhyReply, int, Cell], str]]] = {
    Answer.PLACED: lambda judged, number, cell: f"{number} is given there.",
    Answer.TAKEN: _taken_words,
    Answer.IMPOSSIBLE: _impossible,
    Answer.POSSIBLE: _possible_words,
    Answer.CERTAIN: certain_words,
    Answer.UNKNOWN: _unknown,
    Answer.WRONG_BOARD: _wrong_board,
}


def _through(reply: WhyReply) -> str:
    """The numbers that a search needs; many are named together, since nobody follows it anyway."""
    numbers = [number for number, _ in sorted(reply.searched)]
    is_few = len(numbers) <= MOST_NAMED
    return f" through {numbered(numbers) if is_few else 'the placed numbers'}" if numbers else ""
