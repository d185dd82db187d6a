"""Hints in three steps: where to look, the reason, the move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from re import findall, split, sub
from typing import NamedTuple

from solver.hidoku.logic.reasons import NOTHING, Because, Candidate
from solver.hidoku.logic.steps import Hint, State
from solver.hidoku.logic.technique import Deduction
from solver.hidoku.logic.techniques.contradictions import alike, forced_text, supposed
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
    premise, *others = _there(placing, _premises(before, placing))
    return HintWords(
        _nudge(before, placing),
        premise,
        _move("Place {} in {}.", placing.placed),
        capitalised(hint.technique.title),
        _conclusion(placing),
        tuple(others),
    )


def _conclusion(placing: Deduction) -> str:
    number, cell = placing.placed or (0, Cell(0, 0))
    if placing.because.is_by_cell:
        return f"Only {number} fits {named(cell)}."
    return f"{number} has only one cell left."


def _there(placing: Deduction, lines: Iterable[str]) -> Iterator[str]:
    """The same lines, without the name of the cell that the conclusion is about."""
    cell = named(placing.placed.cell) if placing.placed and placing.because.is_by_cell else "none"
    for line in lines:
        yield sub(rf"\bin {cell}\b(?! and row)", "there", line)


def _premises(before: Sequence[Deduction], placing: Deduction) -> list[str]:
    """All that a placement rests on, a line each; first the idea that the hint is named for."""
    told = zip(before, _before(before), strict=True)
    groups = [(step.technique.rank, _lines(step, text)) for step, text in told]
    own = placing.technique.premises(placing) if placing.technique.premises else None
    if own is None or not (before or own):
        because = replace(placing.because, eliminated=())
        said = replace(placing, because=because) if before else placing
        groups.append((placing.technique.rank, _lines(said, placing.technique.reason(said))))
    elif own:
        groups.append((0, own))
    hardest = max(groups, key=lambda group: group[0])
    rest = (line for group in groups if group is not hardest for line in group[1])
    return [capitalised(hardest[1][0].removeprefix("Given that, ")), *hardest[1][1:], *rest]


def _lines(step: Deduction, text: str) -> list[str]:
    """The sentences of a reason; of a supposition first its end, then what leads there."""
    if not any(entry.chain for entry in step.because.refuted):
        return split(r"(?<=[.)]) (?!Then |So )(?=[A-Z0-9(])", text)
    lines = list[str]()
    for entry, *others in alike(step):
        end = f"{dead_end(entry.why)}{wherever(entry.run)}"
        lines.append(f"{supposed(entry, *others)} In the end, {end}.")
        lines += (f"Then {forced_text(forced)}." for forced in entry.chain)
    return lines


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
    for step in steps:
        because = step.because
        needs = step.because.eliminated
        is_said = bool(needs) and ruled_out.issuperset(needs)
        because = replace(because, eliminated=() if is_said else needs)
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
    """A hint in three steps: where to look, the reason, the move."""
    words = hint_words(hint)
    return words.nudge, " ".join((words.reason, *words.others)), words.move


def _state_words(state: State, hint: Hint) -> HintWords:
    if hint.number is None or hint.cell is None:
        nudge, reason, move = _STATES[state]
        fault = hint.because.fault
        return HintWords(nudge, colour_text(fault) if fault else reason, move)
    number, cell = hint.number, hint.cell
    if state is State.WRONG:
        look = f"Look at {number} and the numbers around it. At least one that you placed is wrong."
        move = _move("Remove {} from {}.", (number, cell))
        return HintWords(look, _wrong(hint.because, number, cell), move)
    nudge, reason = _SEARCHED[state]
    move = _move("Place {} in {}.", (number, cell))
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


def _move(form: str, placed: tuple[int, Cell] | None) -> str:
    return form.format(placed[0], named(placed[1])) if placed else ""
