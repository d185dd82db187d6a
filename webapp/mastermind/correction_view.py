"""Answers that can't all be true: which rows conflict, and which answers would correct them.

Except for few rows this goes through the door: 40 take a second on the usual boards, and 8 s on
8×12.

On a board without a table of answers and with many rows, the solver's full search may take seconds.
There it looks only for the smallest conflict, and for the fewest rows to correct only while that is
quick enough for a page; otherwise the page says how many must be wrong at least.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from solver.deduction.faces.face import Face
from solver.deduction.games import game_named
from solver.deduction.knowledge.candidates import candidates, contradicted
from solver.deduction.knowledge.contradictions import (
    Correction,
    Diagnosis,
    OtherAnswer,
    diagnose,
    diagnose_briefly,
)
from solver.deduction.knowledge.exclusions import Proof
from solver.deduction.rules.game import MOST_CODES_WITH_TABLE, Answer, Code, Game, Turn
from solver.deduction.text.diagnosis import conflict_words, others_words, otherwise_words
from solver.wording import counted, listed
from webapp.mastermind.answer_sheet import Sheet

MOST_SEARCHED: Final = 12  # rows on a board without a table of answers: about 0.1 s on 6×9
MOST_CONFLICTS: Final = 3
#: A board of eight holes has at most this many answers; of more, only the first few are shown.
MOST_WAYS: Final = 44
FEW: Final = 12


@dataclass(frozen=True)
class ShownConflict:
    sentences: tuple[str, ...]
    rows: frozenset[int]
    advice: str
    corrections: tuple[dict[str, Any], ...]
    by_code: tuple[dict[str, Any], ...] = ()


@dataclass(frozen=True)
class Examined:
    """What was found out about answers that can't all be true.

    ``left`` says for each row that may be wrong how many codes each other answer leaves, and
    ``fit`` for each conflict named how many codes fit all its rows but the last.
    """

    diagnosis: Diagnosis
    left: dict[int, dict[Answer, int]]
    fit: tuple[int, ...]


def diagnosis_of(game: Game, turns: tuple[Turn, ...]) -> Diagnosis:
    """Return the diagnosis of answers that can't all be true, as complete as time allows."""
    if game.code_count <= MOST_CODES_WITH_TABLE or len(turns) <= MOST_SEARCHED:
        return diagnose(game, turns)
    return diagnose_briefly(game, turns)


@lru_cache(maxsize=256)
def examined(name: str, turns: tuple[Turn, ...], doubted: tuple[int, ...]) -> Examined:
    """Examine answers that can't all be true; ``doubted`` are rows already known to be wrong."""
    game = game_named(name)
    found = diagnosis_of(game, turns)
    places = {*doubted, *(correction.turn for correction in found.corrections)}
    left = {}
    for place in sorted(places):
        sizes = candidates(game, turns[:place] + turns[place + 1 :]).sizes(turns[place].code)
        left[place] = dict(zip(game.feedbacks, sizes, strict=True))
    most = found.conflicts[:MOST_CONFLICTS]
    rests = ([turns[place] for place in conflict[:-1]] for conflict in most)
    fit = tuple(candidates(game, rest).count for rest in rests)
    return Examined(found, left, fit)


def show_conflict(sheet: Sheet, face: Face, secret: Code | None = None) -> ShownConflict | None:
    """Return what to say of a sheet whose answers can't all be true; None for any other.

    If the page knows the code, the rows that it would answer otherwise come first.
    """
    if not sheet.is_contradiction:
        return None
    doubted = contradicted(sheet.game, secret, sheet.turns) if secret else ()
    known = examined(sheet.game.name, sheet.turns, doubted)
    return _shown_conflict(sheet, face, secret, known)


def _shown_conflict(
    sheet: Sheet, face: Face, secret: Code | None, known: Examined
) -> ShownConflict:
    found = known.diagnosis
    conflicts = found.conflicts[:MOST_CONFLICTS]
    pairs = zip(conflicts, known.fit, strict=True)
    game, turns = sheet.game, sheet.turns
    untrue = contradicted(game, secret, turns) if secret else ()
    true = ((place, game.feedback(turns[place].code, secret or ())) for place in untrue)
    by_code = (Correction(place, (OtherAnswer(answer, (untrue,)),)) for place, answer in true)
    return ShownConflict(
        tuple(" ".join(_conflict_words(sheet, face, conflict, fit)) for conflict, fit in pairs),
        frozenset(turn + 1 for conflict in conflicts for turn in conflict),
        _advice(found),
        tuple(_shown(sheet, face, known, correction) for correction in found.corrections),
        tuple(_shown(sheet, face, known, correction) for correction in by_code),
    )


def _conflict_words(sheet: Sheet, face: Face, conflict: Proof, count: int) -> Iterator[str]:
    """Say which answers can't all be true, and how the codes that fit the others would answer."""
    yield conflict_words(conflict)
    *others, last = conflict
    if not others:
        return
    rows = f"{'row' if len(others) == 1 else 'rows'} {listed([str(row + 1) for row in others])}"
    feedback = face.show(sheet.turns[last].feedback).words
    fit, none = ("fits", "it wouldn’t") if count == 1 else ("fit", "none would")
    yield f"{counted(count, 'code')} {fit} {rows}, but {none} score row {last + 1} as {feedback}."


def _advice(found: Diagnosis) -> str:
    if found.changes is None:
        wrong = "row is" if found.at_least == 1 else "rows are"
        return (
            f"At least {found.at_least} {wrong} wrong, and it would take too long to find out "
            "which. "
            "Check these rows first. When you change one, the others are checked again."
        )
    if found.changes > 1:
        return (
            f"At least {found.changes} rows are wrong. These could be, together with the rows "
            "named:"
        )
    rows = len(found.corrections)
    if rows == 1:
        one_wrong = f"If only one row is wrong, it’s row {found.corrections[0].turn + 1}."
    else:
        where = "either row" if rows == 2 else f"any of {rows} rows"
        one_wrong = f"One mistake, in {where}, would explain it."
    return " ".join((one_wrong, *otherwise_words(found)))


def _shown(sheet: Sheet, face: Face, known: Examined, correction: Correction) -> dict[str, Any]:
    """Return a row that may be wrong, and the other answers that it could have had.

    ``leaves`` says how many codes are left with an answer; if none, ``also`` says which other rows
    must be wrong too for it to be true.
    """
    game, place = sheet.game, correction.turn
    turn, left = sheet.turns[place], known.left[place]
    ways = tuple(
        {
            "value": game.format_answer(one),
            "answer": face.show(one),
            "leaves": _leaves(game, one, left),
            "also": f"with {others}" if (others := others_words(place, together)) else "",
        }
        for one, together in correction.answers
    )
    first = len(ways) if len(ways) <= MOST_WAYS else FEW
    return {
        "row": place + 1,
        "pegs": face.pegs(turn.code),
        "now": face.show(turn.feedback),
        "ways": ways[:first],
        "more": ways[first:],
    }


def _leaves(game: Game, answer: Answer, left: Mapping[Answer, int]) -> str:
    """Say what an answer leaves; nothing if other rows must be wrong too."""
    if left[answer] and answer == game.feedbacks[game.won]:
        return "this row is the code"
    return f"leaves {counted(left[answer], 'code')}" if left[answer] else ""
