"""Feedback that can't all be true: which rows conflict, and which feedback would correct them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final, NamedTuple

from solver.deduction.faces.face import Face, Pegs, ShownFeedback
from solver.deduction.games import game_named
from solver.deduction.knowledge import contradictions
from solver.deduction.knowledge.candidates import candidates, contradicted
from solver.deduction.knowledge.contradictions import Correction, Diagnosis, OtherFeedback
from solver.deduction.knowledge.facts import Proof
from solver.deduction.rules.game import Code, Feedback, Turn
from solver.deduction.text.diagnosis import (
    conflict_words,
    other_rows_words,
    otherwise_words,
    untrue_words,
)
from solver.wording import join_words, plural
from webapp.mastermind.feedback_sheet import Sheet

MOST_CONFLICTS: Final = 3
MOST_JUDGED: Final = 6_000_000  # codes times rows, whose feedback is compared in 0.1 s
#: A board of eight holes has at most this many outcomes; of more, only the first few are shown.
MOST_WAYS: Final = 44
FEW: Final = 12


class ShownAlternative(NamedTuple):
    """Feedback that a row could have had instead; ``value`` is how a form sends it.

    ``leaves`` says how many codes are left with it; if none, ``also`` says which other rows must be
    wrong too for it to be true.
    """

    value: str
    feedback: ShownFeedback
    leaves: str
    also: str


class ShownCorrection(NamedTuple):
    """A row that may be wrong, and what it could have had: the first ``ways``, and ``more``."""

    row: int
    pegs: Pegs
    now: ShownFeedback
    ways: tuple[ShownAlternative, ...]
    more: tuple[ShownAlternative, ...]


@dataclass(frozen=True, kw_only=True)
class ShownConflict:
    """What to say; ``untrue`` counts the codes that are possible if only one row is wrong."""

    sentences: tuple[str, ...]
    rows: frozenset[int]
    advice: str
    corrections: tuple[ShownCorrection, ...]
    untrue: str
    by_code: tuple[ShownCorrection, ...] = ()


@dataclass(frozen=True)
class Examined:
    """What was found out about feedback that can't all be true.

    ``left`` says for each row that may be wrong how many codes any other feedback leaves, and
    ``fit`` for each conflict named how many codes fit all its rows but the last.
    """

    diagnosis: Diagnosis
    left: dict[int, dict[Feedback, int]]
    fit: tuple[int, ...]


@lru_cache(maxsize=256)
def one_lie_words(name: str, turns: tuple[Turn, ...]) -> str:
    """Say what is possible if one row may be untrue; nothing of a single row or on large boards."""
    game = game_named(name)
    if len(turns) < 2 or len(turns) * game.secret_count > MOST_JUDGED:
        return ""
    lies = contradictions.count_untrue(game, turns)
    return untrue_words(lies, game.terms) if any(lies.rows) else ""


@lru_cache(maxsize=256)
def examined(name: str, turns: tuple[Turn, ...], doubtful_rows: tuple[int, ...]) -> Examined:
    """Examine feedback that can't all be true; ``doubtful_rows`` are already known to be wrong."""
    game = game_named(name)
    diagnosis = contradictions.diagnose(game, turns)
    places = {*doubtful_rows, *(correction.turn for correction in diagnosis.corrections)}
    counts = {}
    for place in sorted(places):
        sizes = candidates(game, turns[:place] + turns[place + 1 :]).sizes(turns[place].code)
        counts[place] = dict(zip(game.feedbacks, sizes, strict=True))
    conflicts = diagnosis.conflicts[:MOST_CONFLICTS]
    rests = ([turns[place] for place in conflict[:-1]] for conflict in conflicts)
    fit = tuple(candidates(game, earlier_turns).count for earlier_turns in rests)
    return Examined(diagnosis, counts, fit)


def show_conflict(sheet: Sheet, face: Face, secret: Code | None = None) -> ShownConflict | None:
    """Return what to say of a sheet whose feedback can't all be true; None for any other.

    If the page knows the code, the rows that it would score otherwise come first.
    """
    if not sheet.is_contradiction:
        return None
    game, turns = sheet.game, sheet.turns
    lies = contradicted(game, secret, turns) if secret else ()
    examination = examined(game.name, turns, lies)
    diagnosis = examination.diagnosis
    conflicts = diagnosis.conflicts[:MOST_CONFLICTS]
    pairs = zip(conflicts, examination.fit, strict=True)
    truths = ((place, game.feedback(turns[place].code, secret or ())) for place in lies)
    by_code = (Correction(place, (OtherFeedback(feedback, (lies,)),)) for place, feedback in truths)
    show_row = partial(_show_correction, sheet, face, examination)
    return ShownConflict(
        sentences=tuple(
            " ".join(_conflict_words(sheet, face, conflict, fit)) for conflict, fit in pairs
        ),
        rows=frozenset(turn + 1 for conflict in conflicts for turn in conflict),
        advice=_advice(diagnosis),
        corrections=tuple(map(show_row, diagnosis.corrections)),
        untrue=one_lie_words(game.name, turns),
        by_code=tuple(map(show_row, by_code)),
    )


def _conflict_words(sheet: Sheet, face: Face, conflict: Proof, count: int) -> Iterator[str]:
    """Say which rows can't all be true, and how the codes that fit the others would score them."""
    yield conflict_words(conflict)
    *places, last = conflict
    if not places:
        return
    rows = f"{'row' if len(places) == 1 else 'rows'} {join_words([str(row + 1) for row in places])}"
    feedback = face.show(sheet.turns[last].feedback).words
    fit, denial = ("fits", "it wouldn’t") if count == 1 else ("fit", "none would")
    codes = plural(count, face.terms.code)
    yield f"{codes} {fit} {rows}, but {denial} score row {last + 1} as {feedback}."


def _advice(diagnosis: Diagnosis) -> str:
    if diagnosis.changes > 1:
        return (
            f"At least {diagnosis.changes} rows are wrong. These could be, together with the rows "
            "named:"
        )
    rows = len(diagnosis.corrections)
    if rows == 1:
        one_wrong = f"If only one row is wrong, it’s row {diagnosis.corrections[0].turn + 1}."
    else:
        place_words = "either row" if rows == 2 else f"any of {rows} rows"
        one_wrong = f"One mistake, in {place_words}, would explain it."
    return " ".join((one_wrong, *otherwise_words(diagnosis)))


def _show_correction(
    sheet: Sheet, face: Face, examination: Examined, correction: Correction
) -> ShownCorrection:
    game = sheet.game
    place = correction.turn
    turn = sheet.turns[place]
    ways = []
    for feedback, rows_together in correction.feedbacks:
        leaves = _leaves(face, feedback, examination.left[place])
        rows = other_rows_words(place, rows_together)
        condition = f"with {rows}" if rows else ""
        text = game.format_feedback(feedback)
        ways.append(ShownAlternative(text, face.show(feedback), leaves, condition))
    first = len(ways) if len(ways) <= MOST_WAYS else FEW
    now = face.show(turn.feedback)
    return ShownCorrection(
        place + 1, face.pegs(turn.code), now, tuple(ways[:first]), tuple(ways[first:])
    )


def _leaves(face: Face, feedback: Feedback, counts: Mapping[Feedback, int]) -> str:
    """Say what feedback leaves; nothing if other rows must be wrong too."""
    if counts[feedback] and feedback == face.game.feedbacks[face.game.won]:
        return f"this row is the {face.terms.code}"
    return f"leaves {plural(counts[feedback], face.terms.code)}" if counts[feedback] else ""
