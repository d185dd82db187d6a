"""Hints in three steps: where to look, the reason, the move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from re import findall
from typing import NamedTuple

from solver.hidoku.logic.reasons import Because, Candidate
from solver.hidoku.logic.steps import Hint, State
from solver.hidoku.logic.technique import Deduction, Technique, Told, placement
from solver.hidoku.phrases import conflict_words, places, standing
from solver.hidoku.rules.game import named
from solver.hidoku.rules.grid import Cell
from solver.hidoku.text.puzzles import colour_text
from solver.wording import capitalised

Texts = tuple[str, str, str]


class HintWords(NamedTuple):
    """A hint in words.

    ``title`` is the name of the hardest idea, ``conclusion`` what it shows, and ``premise`` what a
    person looks at first. ``others`` are all else that it rests on, a line each.
    """

    nudge: str
    premise: str
    move: str
    title: str = ""
    conclusion: str = ""
    others: tuple[str, ...] = ()

    @property
    def reason(self) -> str:
        return " ".join(filter(None, (self.conclusion, self.premise)))


def hint_words(hint: Hint) -> HintWords:
    """A hint in its parts, unabridged."""
    if isinstance(hint.technique, State):
        return _state_words(hint.technique, hint)
    *before, placing = hint.steps
    number, cell = placing.placed or (0, Cell(0, 0))
    is_by_cell = placing.because.is_by_cell
    first, *rest = hardest_first(hint.steps)
    first = replace(first, told=first.told._replace(here=cell if is_by_cell else None))
    premise, *others = [line for step in (first, *rest) for line in step.technique.lines(step)]
    return HintWords(
        _nudge(before, placing),
        premise,
        f"Place {number} in {named(cell)}.",
        capitalised(hint.technique.title),
        placement(placing) if is_by_cell else f"{number} has only one cell left.",
        tuple(others),
    )


def in_turn(steps: Sequence[Deduction]) -> Iterator[Deduction]:
    """The same steps, each of which knows whether those before it rule out all that it needs."""
    out = set[Candidate]()
    for step in steps:
        is_ruled_out = out.issuperset(step.because.eliminated)
        yield replace(step, told=Told(is_ruled_out=is_ruled_out))
        out.update(step.eliminated)


def hardest_first(steps: Sequence[Deduction]) -> list[Deduction]:
    """The step that is named as the idea, and then the others in turn."""
    return sorted(in_turn(steps), key=lambda step: step.technique != hardest_of(steps))


def hardest_of(steps: Sequence[Deduction]) -> Technique:
    return max((step.technique for step in steps), key=lambda technique: technique.rank)


def _nudge(before: Sequence[Deduction], placing: Deduction) -> str:
    """Where to look first; if that isn't about the move's number or cell, also what it settles."""
    first = [*before, placing][0]
    nudge = first.technique.nudge(first)
    if not (before and placing.placed) or named(placing.placed.cell) in nudge:
        return nudge
    if str(placing.placed.number) in findall(r"\d+", nudge):
        return nudge
    return f"{nudge} It helps to place {placing.placed.number}."


def hint_texts(hint: Hint) -> Texts:
    """A hint in three steps: where to look, the reason, the move."""
    words = hint_words(hint)
    return words.nudge, " ".join((words.reason, *words.others)), words.move


def _state_words(state: State, hint: Hint) -> HintWords:
    if hint.number is None or hint.cell is None:
        nudge, reason, move = _STATES[state]
        fault = hint.because.fault
        return HintWords(nudge, colour_text(fault) if fault else reason, move)
    number = hint.number
    cell = hint.cell
    if state is State.WRONG:
        look = f"Look at {number} and the numbers around it. At least one that you placed is wrong."
        move = f"Remove {number} from {named(cell)}."
        return HintWords(look, _wrong(hint.because, number, cell), move)
    nudge, reason = _SEARCHED[state]
    move = f"Place {number} in {named(cell)}."
    return HintWords(nudge.format(number), reason.format(number, named(cell)), move)


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
        "No short reason is known: trying all paths shows that {} has only one cell.",
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


def _wrong(because: Because, number: int, cell: Cell) -> str:
    if because.conflict:
        return f"{conflict_words(because.conflict)}: {places(because.conflict.cells)}."
    if because.is_elsewhere:
        return f"The givens allow only one cell for {number}, and it isn’t {named(cell)}."
    return f"The board can’t be finished with {standing(number, cell)}."
