"""What a page shows of a finished game: how it ended, where its guesses went, and its rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from solver.deduction.explain.review import Review, skill_of
from solver.wording import capitalised, counted, listed, spelled
from webapp.mastermind.answer_sheet import untrue_words
from webapp.mastermind.finished import Finished
from webapp.mastermind.finished_games import review_in_time
from webapp.mastermind.review.alternatives import own_turns
from webapp.mastermind.review.row_view import ShownRow, shown_rows
from webapp.mastermind.review.sum_view import ShownSum, show_sum
from webapp.storage.hint_log import price_words


@dataclass(frozen=True)
class ShownReview:
    heading: str
    price: str
    status: str
    sum: ShownSum | None
    rows: tuple[ShownRow, ...]
    waiting: int
    scores: str
    sentences: tuple[str, ...] = ()
    costliest: int = 0
    estimate: str = ""


def show_review(finished: Finished) -> ShownReview:
    turns = finished.turns
    seen = review_in_time(finished)
    rows = tuple(shown_rows(finished, seen))
    waiting = len(turns) - len(seen.turns)
    return ShownReview(
        heading=f"{finished.voice.whose} {spelled(len(turns))} guesses, one by one"
        if len(turns) > 1
        else f"{finished.voice.whose} one guess",
        price="" if finished.hints is None else price_words(finished.hints),
        status=f"Comparing row {len(seen.turns) + 1} of {len(turns)}…"
        if waiting
        else f"{counted(len(turns), 'row')} compared.",
        sum=None if waiting else show_sum(finished, seen),
        rows=rows,
        waiting=waiting,
        scores=", ".join(_scores(finished, seen)),
        sentences=() if waiting else tuple(_sentences(finished)),
        costliest=next((row.number for row in rows if row.is_costliest), 0),
        estimate=_estimate(seen, finished.is_evil),
    )


def _scores(finished: Finished, seen: Review) -> Iterator[str]:
    own = own_turns(finished, seen)
    if own:
        yield f"skill {skill_of(own)}{' (guesses without a hint’s move)' * (own != seen.turns)}"
    if not finished.is_evil:
        yield f"luck {seen.luck}"


def _sentences(finished: Finished) -> Iterator[str]:
    """Yield what the parts of the sum don't say about the whole game."""
    yield from finished.corrected
    if finished.corrected:
        yield "Each guess is judged by the feedback as it was when you made it."
    untrue = tuple(untrue_words(finished.face, finished.secret, finished.turns))
    yield from untrue
    if untrue:
        yield "The guesses are judged by the feedback that was given."
    if finished.is_evil:
        yield (
            "The setter was evil: it always left the largest group of codes, so there was no luck."
        )


def _estimate(seen: Review, is_evil: bool) -> str:
    estimated = [str(turn.number) for turn in seen.turns if not turn.exact]
    if not estimated:
        return ""
    where = f"row{'s' * (len(estimated) > 1)} {listed(estimated)}"
    if len(estimated) == len(seen.turns):
        where = "every row"
    figures = "its cost is an estimate" if is_evil else "its cost and luck are estimates (≈)"
    return (
        f"{capitalised(where)}: too many codes are possible to work out perfect play, so the "
        "guess was "
        f"compared with the one a hint shows, and {figures}."
    )
