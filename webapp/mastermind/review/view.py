"""What a page shows of a finished game: how it ended, skill and luck, and its rows one by one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from solver.deduction.explain.review import Review
from solver.deduction.faces.face import Pegs
from solver.deduction.text.review import review_words
from solver.wording import counted, listed, short
from webapp.mastermind.answer_sheet import untrue_words
from webapp.mastermind.candidates_view import FallBar, show_fall
from webapp.mastermind.finished import Finished
from webapp.mastermind.review.row_view import Meter, ShownRow, meters_of, shown_rows
from webapp.mastermind.review.timed_review import review_in_time
from webapp.storage.hint_log import price_words


@dataclass(frozen=True)
class ShownReview:
    """Everything the review's fragment shows; ``waiting`` rows are not yet weighed."""

    title: str
    whose: str
    again: str
    last_start: int
    is_evil: bool
    secret: Pegs
    secret_words: str
    price: str
    status: str
    rows: tuple[ShownRow, ...]
    bars: tuple[FallBar, ...]
    counts: tuple[str, ...]
    fall_words: str
    waiting: int
    meters: tuple[Meter, ...] = ()
    sentences: tuple[str, ...] = ()
    mistake: ShownRow | None = None
    estimate: str = ""


def show_review(finished: Finished) -> ShownReview:
    """Return the review of a game as far as it is done."""
    game, turns, voice, face = finished.game, finished.turns, finished.voice, finished.face
    seen = review_in_time(finished)
    rows = tuple(shown_rows(finished, seen))
    fall = show_fall([game.secret_count, *(turn.after for turn in seen.turns)])
    waiting = len(turns) - len(seen.turns)
    return ShownReview(
        title=finished.title,
        whose=voice.whose,
        again=voice.again,
        last_start=finished.last_start,
        is_evil=finished.is_evil,
        secret=face.pegs(finished.secret),
        secret_words=face.code_words(finished.secret),
        price="" if finished.hints is None else price_words(finished.hints),
        status=_status(len(turns), waiting),
        rows=rows,
        bars=fall.bars,
        counts=tuple(short(bar.count) for bar in fall.bars),
        fall_words=fall.words,
        waiting=waiting,
        meters=() if waiting else meters_of(seen, is_evil=finished.is_evil),
        sentences=() if waiting else tuple(_sentences(finished, seen)),
        mistake=next((row for row in rows if row.is_mistake), None),
        estimate=_estimate(seen, finished.is_evil),
    )


def _status(rows: int, waiting: int) -> str:
    if waiting:
        return f"Weighing row {rows - waiting + 1} of {rows} …"
    return f"{counted(rows, 'row')} weighed."


def _sentences(finished: Finished, seen: Review) -> Iterator[str]:
    """Yield what there is to say of the whole; the meters and the first mistake say the rest."""
    whose = finished.voice.whose
    yield from finished.corrected
    if finished.corrected:
        yield "Each guess is judged by the answers as they were when it was made."
    untrue = tuple(untrue_words(finished.face, finished.secret, finished.turns))
    yield from untrue
    if untrue:
        yield "The guesses are judged by the answers as they were given."
    if not finished.is_evil:
        said = review_words(seen, whose)[1:]
        yield from said if seen.first_mistake is None else said[1:]
        return
    if seen.first_mistake is None:
        yield "There was no mistake."
    yield "The setter was evil: each answer kept as many codes as it could, so none was luck."
    given = f"{'' if seen.exact else 'about '}{float(seen.given_away):.2f} guesses"
    yield f"Against a fair setter, {whose.lower()} guesses would give away {given} on average."


def _estimate(seen: Review, is_evil: bool) -> str:
    estimated = [str(turn.number) for turn in seen.turns if not turn.exact]
    if not estimated:
        return ""
    where = f"row{'s' * (len(estimated) > 1)} {listed(estimated)}"
    if len(estimated) == len(seen.turns):
        where = "every row"
    figures = "its skill is an estimate" if is_evil else "its skill and luck are estimates"
    return (
        f"In {where} too much is possible for perfect play to be worked out: the guess was held "
        f"against the one that a hint shows, by an estimate, and {figures}."
    )
