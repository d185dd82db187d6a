"""Answers to “Why not here?” in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from solver.hidoku.logic.answers import Answer, TooFar, Trial, WhyReply
from solver.hidoku.logic.counted import MOST_NAMED
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.technique import Deduction, placement
from solver.hidoku.logic.techniques.contradictions import supposed
from solver.hidoku.phrases import numbered, standing
from solver.hidoku.rules.game import named
from solver.hidoku.rules.grid import Cell
from solver.hidoku.text.chains import Line, end_line, forced_line
from solver.hidoku.text.hints import hardest_first, hint_words
from solver.wording import capitalised, counted, listed

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


def why_premises(judged: WhyReply) -> str:
    """The same without where the number goes instead."""
    if not judged.steps:
        return why_words(judged)
    lines = (line.text for line in _premises(judged))
    return " ".join((*_subject(judged.steps[-1]), *lines))


def why_lines(judged: WhyReply) -> tuple[Line, ...]:
    """The same as one line for each reason."""
    number, cell = judged.claim
    if judged.steps:
        last = judged.steps[-1]
        lines = [*([Line(placement(last))] if last.placed else []), *_premises(judged)]
    else:
        lines = [Line(_BY_ANSWER[judged.answer](judged, number, cell))]
    if not judged.left_out or _holds_anyway(judged):
        return tuple(lines)
    wrong_numbers = numbered([number for number, _ in judged.left_out])
    verb = "are" if len(judged.left_out) > 1 else "is"
    too = ", too" if judged.answer is Answer.IMPOSSIBLE else ""
    return (*lines, Line(f"(That is without {wrong_numbers}, which {verb} wrong{too}.)"))


def _premises(judged: WhyReply) -> list[Line]:
    """The premise that a person looks at first, and all else below it."""
    premise, *others = _reasons(judged)
    return [premise, *(line._replace(is_folded=True) for line in others)]


def _reasons(judged: WhyReply) -> Iterator[Line]:
    """The reason of each step; a trial takes a line for each number that would follow."""
    for step in hardest_first(judged.steps):
        refuted = {trial.refuted for trial in judged.trials} & {*step.because.refuted}
        if refuted:
            yield from _trial(
                judged, [trial for trial in judged.trials if trial.refuted in refuted]
            )
        else:
            marks = step.technique.reason_marks(step)
            yield from (Line(text, marks) for text in step.technique.lines(step))


def _subject(step: Deduction) -> Iterator[str]:
    """What the reason of a placement speaks of, which a hint's conclusion has named."""
    if step.placed:
        number, cell = step.placed
        is_by_cell = step.because.is_by_cell
        yield f"Look at {named(cell)}." if is_by_cell else f"{number} has only one cell left."


def _trial(judged: WhyReply, trials: Sequence[Trial]) -> Iterator[Line]:
    """What follows from a number in a cell; numbers with the same consequences together."""
    alike: dict[object, list[Trial]] = {}
    for trial in trials:
        key = trial.refuted.cell, *map(forced_line, trial.follow), end_line(trial)
        alike.setdefault(key, []).append(trial)
    for same in alike.values():
        [trial, *_] = same
        end = end_line(trial)
        tried = tuple(Candidate(trial.refuted.number, trial.refuted.cell) for trial in same)
        text = f"{supposed(*(trial.refuted for trial in same))} {end.text}"
        yield Line(text, replace(end.marked, tried=tried))
        yield from map(forced_line, trial.follow)


def _holds_anyway(judged: WhyReply) -> bool:
    """Whether the reason is as true with the wrong numbers in their cells."""
    if far := judged.too_far:
        return far.is_direct or not {cell for _, cell in judged.left_out} & {*far.route}
    return judged.is_searched


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
    if judged.too_far:
        return _too_far(judged.too_far, number, named(cell))
    if judged.is_searched:
        return f"Only a search shows it: no path{_through(judged)} has {number} there."
    beside = listed([str(placed) for placed in judged.crowded])
    has = "only one empty neighbour" if len(judged.crowded) > 1 else "no empty neighbour"
    which = f"{beside} both have" if len(judged.crowded) > 1 else f"{beside} has"
    return f"{capitalised(named(cell))} has {has}, but {which} to be next to {number}."


def _wrong_board(judged: WhyReply, number: int, cell: Cell) -> str:
    return hint_words(judged.wrong).reason if judged.wrong else _unknown(judged, number, cell)


def _unknown(judged: WhyReply, number: int, cell: Cell) -> str:
    return f"In the time we have, no search decides {standing(number, cell)}."


def _too_far(far: TooFar, number: int, cell: str) -> str:
    start = far.placed.number
    steps = "next to" if far.needed == 1 else f"{far.needed} steps from"
    must = f"{number} must be {steps} {start}, but"
    if far.is_colour:
        parity = "even" if far.needed % 2 else "odd"
        route = f"every route between {start} and {cell}"
        return f"{must} on this board {route} takes an {parity} number of steps."
    if far.steps is None:
        return f"{must} no empty cells lead from {start} to {cell}."
    through = "" if far.is_direct else " through empty cells"
    return f"{must} {cell} is {counted(far.steps, 'step')} away{through}."


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
