"""Hints in three steps: where to look, the reason, the move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from re import findall
from typing import NamedTuple

from solver.hidoku.logic.reasons import NOTHING, Because, Candidate
from solver.hidoku.logic.steps import Hint, State
from solver.hidoku.logic.technique import Deduction, Technique
from solver.hidoku.logic.techniques.singles import carefully
from solver.hidoku.phrases import (
    conflict_words,
    dead_end,
    difference_reason,
    places,
    standing,
    way_on,
    wherever,
)
from solver.hidoku.rules.game import named
from solver.hidoku.rules.grid import Cell
from solver.hidoku.text.puzzles import colour_text
from solver.wording import capitalised, counted

Texts = tuple[str, str, str]

_MOST_REASONS = 4


class HintWords(NamedTuple):
    """A hint in words; ``before`` has a sentence or two for each elimination it rests on."""

    nudge: str
    before: tuple[str, ...]
    reason: str
    move: str


def hint_words(hint: Hint) -> HintWords:
    """A hint in its parts, unabridged."""
    if isinstance(hint.technique, State):
        return _state_words(hint.technique, hint)
    *before, placing = hint.steps
    *reasons, reason = proof_words(hint.steps)
    move = _move("Place {} in {}.", placing.placed)
    return HintWords(_nudge(before, placing), tuple(reasons), reason, move)


def proof_words(steps: Sequence[Deduction]) -> tuple[str, ...]:
    """Why the last of some steps follows, in one text a step, without naming what it places."""
    *before, last = steps
    if not (before and last.placed):
        return tuple(_before(steps))
    return (*_before(before), _reason(last))


def _before(steps: Sequence[Deduction]) -> Iterator[str]:
    """Why candidates are eliminated, step by step, without repeating what was ruled out before."""
    ruled_out: set[Candidate] = set()
    earlier = NOTHING  # all that the words before a step counted from
    last: tuple[Technique | None, set[Cell]] = None, set()
    for step in steps:
        because = step.because
        needs = step.because.eliminated
        is_said = bool(needs) and ruled_out.issuperset(needs)
        technique, cells = last
        again = cells.pop() if technique is step.technique and len(cells) == 1 else None
        because = replace(because, again=again, eliminated=() if is_said else needs)
        text = step.technique.reason(replace(step, because=_anew(because, earlier)))
        if earlier.others:
            text = text.replace("(Count steps from", "(Count also from")
        if is_said:
            text = f"Given that, {text[0].lower()}{text[1:]}"
        ruled_out.update(step.eliminated)
        earlier = replace(
            earlier,
            others=(*earlier.others, *because.others),
            ends=(*earlier.ends, *because.ends),
            is_distinct=earlier.is_distinct or because.is_distinct,
        )
        last = step.technique, {cell for _, cell in step.eliminated}
        yield text


def _anew(because: Because, earlier: Because) -> Because:
    """A reason without the numbers that it counts from as the words before it did."""
    others = tuple(each for each in because.others if each not in earlier.others)
    if others or not because.others:
        return replace(because, others=others)
    ends = tuple(end for end in because.ends if end not in earlier.ends)
    is_distinct = because.is_distinct and not earlier.is_distinct
    return replace(because, others=(), ends=ends, is_distinct=is_distinct)


def _nudge(before: Sequence[Deduction], placing: Deduction) -> str:
    """Where to look first; if that isn't about the move's number or cell, also what it settles."""
    first = [*before, placing][0]
    nudge = first.technique.nudge(first)
    if not (before and placing.placed) or named(placing.placed.cell) in nudge:
        return nudge
    if str(placing.placed.number) in findall(r"\d+", nudge):
        return nudge
    return f"{nudge} It helps to place {placing.placed.number}."


def _reason(placing: Deduction) -> str:
    """Why the placement follows; short if everything it needs was said just before."""
    because = placing.because
    technique = placing.technique
    if not (placing.placed and technique.is_placing) or because.links:
        return technique.reason(placing)
    if not because.is_by_cell:
        number = placing.placed.number
        careful = way_on(because.ends) + difference_reason(because.is_distinct)
        return f"That leaves one cell for {number}{careful}."
    number, cell = placing.placed
    return f"That leaves only {number} for {named(cell)}{way_on(because.ends)}{carefully(because)}."


def hint_texts(hint: Hint) -> Texts:
    """A hint in three steps: where to look, the reason (shortened if long), the move."""
    nudge, before, reason, move = hint_words(hint)
    more = len(before) + 1 - _MOST_REASONS
    if more > 0:
        rule = "rules" if more == 1 else "rule"  # every technique before a placement eliminates
        left_out = f"{counted(more, 'more step')} {rule} numbers out before it."
        before = (*before[: _MOST_REASONS - 1], left_out)
    return nudge, " ".join([*before, reason]), move


def _state_words(state: State, hint: Hint) -> HintWords:
    if hint.number is None or hint.cell is None:
        nudge, reason, move = _STATES[state]
        fault = hint.because.fault
        return HintWords(nudge, (), colour_text(fault) if fault else reason, move)
    number, cell = hint.number, hint.cell
    if state is State.WRONG:
        look = f"Look at {number} and the numbers around it. At least one that you placed is wrong."
        move = _move("Remove {} from {}.", (number, cell))
        return HintWords(look, (), _wrong(hint.because, number, cell), move)
    if state is State.TRYING:
        move = _move("Place {} in {}.", (number, cell))
        nudge = f"Suppose {number} were in one of its cells. Where does that go wrong?"
        return HintWords(nudge, (), _try(hint), move)
    nudge, reason = _SEARCHED[state]
    move = _move("Place {} in {}.", (number, cell))
    return HintWords(nudge.format(number), (), reason.format(number, named(cell)), move)


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
        "A search of all paths shows that no other cell for {} leads to the end.",
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


def _try(hint: Hint) -> str:
    """The shortest trial, how far it goes, and what else is known about the move."""
    [tried] = hint.because.refuted
    follow = counted(len(tried.chain), "number")
    verb = "follows" if len(tried.chain) == 1 else "follow"
    goes = f"{follow} {verb}, then {dead_end(tried.why)}" if tried.chain else dead_end(tried.why)
    return (
        f"Suppose {tried.number} is in {named(tried.cell)}. "
        f"{capitalised(goes)}{wherever(tried.run)}. "
        f"So {tried.number} isn’t there; a search of all paths decides between its other cells."
    )


def _wrong(because: Because, number: int, cell: Cell) -> str:
    if because.conflict:
        return f"{conflict_words(because.conflict)}: {places(because.conflict.cells)}."
    if because.is_elsewhere:
        return f"The givens allow only one cell for {number}, and it isn’t {named(cell)}."
    return f"The board can’t be finished with {standing(number, cell)}."


def _move(form: str, placed: tuple[int, Cell] | None) -> str:
    return form.format(placed[0], named(placed[1])) if placed else ""
