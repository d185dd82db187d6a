"""Answers to “Why not here?” in words."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from solver.hidoku.logic.answers import Answer, WhyReply
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.phrases import numbered, standing
from solver.hidoku.rules.game import cell_name
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
    Answer.WRONG_BOARD: "No path fits this board",
}


def why_heading(reply: WhyReply, *, stands: bool = False) -> str:
    """Return the answer in a few words; ``stands`` says that the player's number is there."""
    heading = HEADINGS[reply.answer].format(reply.claim.number)
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


def why_lines(reply: WhyReply) -> tuple[Line, ...]:
    """The same as one line for each sentence."""
    number, cell = reply.claim
    lines = [*_reason_lines(reply)] or [Line(_BY_ANSWER[reply.answer](reply, number, cell))]
    return (*lines, *placed_line(reply), *left_out_lines(reply.left_out, reply.instead))


def left_out_lines(
    left_out: Sequence[Candidate], instead: Candidate | None = None
) -> Iterator[Line]:
    """Which wrong numbers an answer leaves out, if any besides the one that it names."""
    mistakes = [placement for placement in left_out if placement != instead]
    if mistakes:
        wrong_numbers = numbered([number for number, _ in mistakes])
        verb = "are" if len(mistakes) > 1 else "is"
        yield Line(f"(That is without {wrong_numbers}, which {verb} wrong.)")


def placed_line(reply: WhyReply) -> Iterator[Line]:
    """Where the player has placed the number, or what in its cell, and whether that’s wrong."""
    if reply.instead and reply.answer not in {Answer.PLACED, Answer.TAKEN}:
        verdict = ", which is wrong" if reply.instead in reply.left_out else ""
        number, cell = reply.instead
        if cell == reply.claim.cell:
            yield Line(f"{capitalised(cell_name(cell))} holds {number} now{verdict}.")
        else:
            yield Line(f"{number} is in {cell_name(cell)} now{verdict}.")


def _reason_lines(reply: WhyReply) -> Iterator[Line]:
    """The objection to what was asked about, or the whole reason for it."""
    if reply.objection:
        marks = reply.objection.marks([reply.claim])
        yield Line(reply.objection.sentence(reply.claim), marks)
    elif reply.reason:
        yield Line(reply.reason.question)
        yield from (Line(row.sentence, row.marked) for row in reply.reason.rows)


def _taken_words(reply: WhyReply, number: int, cell: Cell) -> str:
    placement = reply.instead or reply.claim
    if placement.cell == cell:
        return f"{capitalised(cell_name(cell))} already holds {placement.number}."
    return f"{number} is already placed, in {cell_name(placement.cell)}."


def _possible_words(reply: WhyReply, number: int, cell: Cell) -> str:
    second_path = f" Another has {number} in {cell_name(reply.other)}." if reply.other else ""
    return f"We found a whole path with {standing(number, cell)}.{second_path}"


def certain_words(reply: WhyReply, number: int, cell: Cell) -> str:
    return f"Only a search shows it: no path has {number} in any other empty cell."


def _wrong_board(reply: WhyReply, number: int, cell: Cell) -> str:
    return hint_words(reply.wrong).reason if reply.wrong else _unknown(reply, number, cell)


def _unknown(reply: WhyReply, number: int, cell: Cell) -> str:
    return f"In the time we have, no search decides {standing(number, cell)}."


_BY_ANSWER: Final[Mapping[Answer, Callable[[WhyReply, int, Cell], str]]] = {
    Answer.PLACED: lambda judged, number, cell: f"{number} is given there.",
    Answer.TAKEN: _taken_words,
    Answer.POSSIBLE: _possible_words,
    Answer.CERTAIN: certain_words,
    Answer.UNKNOWN: _unknown,
    Answer.WRONG_BOARD: _wrong_board,
}
