"""A diagnosis in words."""

from __future__ import annotations

from collections.abc import Iterator

from solver.deduction.knowledge.contradictions import Diagnosis
from solver.deduction.knowledge.exclusions import Proof
from solver.deduction.rules.game import Game
from solver.wording import capitalised, counted, listed

MOST_SHOWN = 6


def diagnosis_words(game: Game, found: Diagnosis) -> tuple[str, ...]:
    """Say which rows contradict each other and how to correct them.

    >>> from solver.deduction.knowledge.contradictions import diagnose
    >>> from solver.deduction.games import game_named
    >>> game = game_named("classic")
    >>> turns = [game.parse_turn(t) for t in ("1122:0,0", "1345:2,0", "3456:0,0")]
    >>> for sentence in diagnosis_words(game, diagnose(game, turns)):
    ...     print(sentence)
    The answers to rows 1 and 3 can’t both be true.
    The answers to rows 2 and 3 can’t both be true.
    One changed answer makes the history possible again:
    Row 3 could be 0,2 or 0,3 or 1,1 or 1,2 or 2,0 or 2,1.
    """
    return tuple(_words(game, found))


def _words(game: Game, found: Diagnosis) -> Iterator[str]:
    if found.consistent:
        yield "The answers agree with each other: some code fits them all."
        return
    yield from map(conflict_words, found.conflicts[:MOST_SHOWN])
    if len(found.conflicts) > MOST_SHOWN:
        more = counted(len(found.conflicts) - MOST_SHOWN, "more set", "more sets")
        yield f"There are {more} of rows that contradict each other."
    if found.changes == 1:
        yield "One changed answer makes the history possible again:"
    elif found.changes:
        yield f"At least {found.changes} answers must change, for example:"
    for correction in found.corrections[:MOST_SHOWN]:
        others = [str(turn + 1) for turn in correction.together[0] if turn != correction.turn]
        rows = "row" if len(others) == 1 else "rows"
        together = f", with {rows} {listed(others)} changed too" if others else ""
        answers = [game.format_answer(answer) for answer in correction.answers]
        yield f"Row {correction.turn + 1} could be {' or '.join(answers)}{together}."
    if found.changes is None:
        least = counted(found.at_least, "answer")
        yield f"At least {least} must change; there are too many rows to find out which."
    elif not found.complete:
        yield "There may be more: the search was ended."


def conflict_words(turns: Proof) -> str:
    """Say which answers can’t all be true.

    >>> conflict_words((0, 2))
    'The answers to rows 1 and 3 can’t both be true.'
    """
    if len(turns) == 1:
        return capitalised(f"the answer to row {turns[0] + 1} can’t be true.")
    rows = listed([str(turn + 1) for turn in turns])
    return f"The answers to rows {rows} can’t {'both' if len(turns) == 2 else 'all'} be true."
