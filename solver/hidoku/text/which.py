"""Answers to “Where can it go?” and “What goes here?”: about a number or a cell alone, in words."""

from solver.hidoku.logic.answers import Answer
from solver.hidoku.logic.which import WhichReply
from solver.hidoku.phrases import numbered, places, standing
from solver.hidoku.rules.game import cell_name
from solver.hidoku.text.chains import Line
from solver.hidoku.text.hints import hint_words
from solver.hidoku.text.why import HEADINGS, certain_words, left_out_lines, placed_line, why_lines
from solver.wording import capitalised, plural, spelled

_MOST_LISTED = 3  # cells


def which_heading(reply: WhichReply) -> str:
    """The answer in a few words.

    >>> from solver.hidoku.logic.which import ask_cell
    >>> from solver.hidoku.rules.game import Play
    >>> from solver.hidoku.rules.grid import Cell, Grid
    >>> which_heading(ask_cell(Play(Grid.of(2, 3, {Cell(0, 0): 1})), Cell(0, 1)))
    'This cell can hold five numbers'
    """
    if reply.answer in {Answer.UNKNOWN, Answer.WRONG_BOARD}:
        return HEADINGS[reply.answer]
    if reply.answer is Answer.CERTAIN:
        return HEADINGS[reply.answer].format(reply.possible[0].number)
    is_number = isinstance(reply.asked, int)
    count = len(reply.possible)
    if reply.answer is Answer.PLACED:
        return f"{reply.asked} is placed already" if is_number else "This cell is filled already"
    qualifier = "at least " if reply.undecided else ""
    if is_number:
        return f"{reply.asked} can go in {qualifier}{plural(count, 'cell')}"
    return f"This cell can hold {qualifier}{spelled(count)} number{'s' * (count > 1)}"


def which_words(reply: WhichReply) -> str:
    """Say where a number can go, or what a cell can hold.

    >>> from solver.hidoku.logic.which import ask_number
    >>> from solver.hidoku.rules.game import Play
    >>> from solver.hidoku.rules.grid import Cell, Grid
    >>> which_words(ask_number(Play(Grid.of(1, 5, {Cell(0, 1): 2})), 2))
    'Row 1, column 2 holds 2.'
    """
    return " ".join(line.text for line in which_lines(reply))


def which_lines(reply: WhichReply) -> tuple[Line, ...]:
    """The same as one line for each reason."""
    if reply.part and reply.part.reason:
        return why_lines(reply.part)
    if reply.wrong:
        return (Line(hint_words(reply.wrong).reason),)
    words = "In the time we have, no search decides it."
    if reply.answer is not Answer.UNKNOWN:
        words = _single_words(reply) if len(reply.possible) == 1 else _several_words(reply)
    if reply.part:
        tail = [*placed_line(reply.part), *left_out_lines(reply.left_out, reply.part.instead)]
    else:
        tail = [*left_out_lines(reply.left_out)]
    return (Line(words), *tail)


def _single_words(reply: WhichReply) -> str:
    (number, cell), *_ = reply.possible
    if reply.answer is Answer.PLACED:
        return f"{capitalised(cell_name(cell))} holds {number}."
    if reply.undecided:
        return f"We found a whole path with {standing(number, cell)}.{_rest(reply)}"
    proof = f"{certain_words(reply.part, number, cell)} " if reply.part else ""
    return f"{proof}So {number} goes in {cell_name(cell)}."


def _several_words(reply: WhichReply) -> str:
    if isinstance(reply.asked, int):
        cells = [cell for _, cell in reply.possible]
        location = places(cells) if len(cells) <= _MOST_LISTED else "each of these cells"
        return f"We found whole paths with {reply.asked} in {location}.{_rest(reply)}"
    numbers = numbered([number for number, _ in reply.possible])
    return (
        f"We found whole paths with {numbers} in {cell_name(reply.possible[0].cell)}.{_rest(reply)}"
    )


def _rest(reply: WhichReply) -> str:
    """What counting steps leaves besides, and what became of it."""
    thing = "cell" if isinstance(reply.asked, int) else "number"
    out = reply.counted - len(reply.possible) - len(reply.undecided)
    unknowns = len(reply.undecided)
    text = ""
    if out:
        amount = f"{spelled(out)} more {thing if out == 1 else f'{thing}s'}"
        pronoun = "it" if out == 1 else "them"
        text += f" Counting steps leaves {amount}, but a search of all paths rules {pronoun} out."
    if unknowns:
        amount = f"{spelled(unknowns)} more {thing if unknowns == 1 else f'{thing}s'}"
        text += f" No search decides {amount} in time."
    return text
