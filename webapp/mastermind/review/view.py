"""What a page shows of a finished game: how it ended, where its guesses went, and its rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from solver.deduction.explain.review import Review, Reviewed, skill_of
from solver.deduction.faces.face import Pegs, ShownFeedback
from solver.deduction.rules.game import Terms
from solver.deduction.text.advice import rule_words
from solver.deduction.text.review import verdict_words
from solver.wording import capitalised, counted, decimal, listed, short, spelled
from webapp.mastermind.analysis.position import format_position
from webapp.mastermind.feedback_sheet import untrue_words
from webapp.mastermind.finished import Finished, key_before
from webapp.mastermind.finished_games import review_in_time
from webapp.mastermind.review.sum_view import ShownSum, costliest, own_turns, row_words, show_sum
from webapp.storage.hint_log import NAMES, price_words, strongest

WRITTEN_OUT: Final = 1_000_000  # smaller counts are written in full


@dataclass(frozen=True)
class Chip:
    """A word and its figure; ``kind`` is ``good``, ``cost``, ``luck`` or ``hint``."""

    kind: str
    words: str


@dataclass(frozen=True)
class Figure:
    name: str
    words: str


@dataclass(frozen=True, kw_only=True)
class ShownRow:
    """One row and what is said about it; while it waits for its review it has no ``chips``.

    ``figures`` and ``doubts`` are for those who open the row; ``position`` and ``code`` are the
    rows before it and its guess, in the form that the analysis takes.
    """

    number: int
    pegs: Pegs
    words: str
    feedback: ShownFeedback
    hint: str
    position: str
    code: str
    before: str = ""
    after: str = ""
    chips: tuple[Chip, ...] = ()
    sentences: tuple[str, ...] = ()
    better: Pegs = ()
    better_words: str = ""
    is_costliest: bool = False
    figures: tuple[Figure, ...] = ()
    doubts: tuple[str, ...] = ()


def shown_rows(finished: Finished, seen: Review) -> Iterator[ShownRow]:
    """Yield the rows of a game, with their review as far as it is done.

    A sentence is shown only once, at the first row it is true of.
    """
    worst = costliest(finished, seen)
    earlier_words: set[str] = set()
    for number in range(1, len(finished.turns) + 1):
        row = _row_without_figures(finished, number)
        if number <= len(seen.turns):
            turn = seen.turns[number - 1]
            row = _reviewed(finished, row, turn)
            fresh = tuple(words for words in row.sentences if words not in earlier_words)
            earlier_words.update(fresh)
            is_worst = worst is turn and len(seen.turns) == len(finished.turns)
            row = replace(row, sentences=fresh, is_costliest=is_worst)
        yield row


def _row_without_figures(finished: Finished, number: int) -> ShownRow:
    face = finished.face
    turn = finished.turns[number - 1]
    key = key_before(finished.game, [turn.code for turn in finished.turns[: number - 1]])
    return ShownRow(
        number=number,
        pegs=face.turn_pegs(turn),
        words=face.code_words(turn.code),
        feedback=face.show(turn.feedback),
        hint=NAMES[at] if (at := strongest(finished.hints or "").get(key)) is not None else "",
        position=format_position(finished.game, finished.turns[: number - 1]),
        code=finished.game.format_code(turn.code),
    )


def _reviewed(finished: Finished, bare: ShownRow, turn: Reviewed) -> ShownRow:
    game = finished.game
    face = finished.face
    better = turn.best if turn.cost else ()
    verdict = verdict_words(game, turn, face.code_words)
    return replace(
        bare,
        before=_count(turn.before),
        after="found" if turn.found else _count(turn.after),
        chips=tuple(_chips(finished, bare, turn)),
        sentences=tuple(row_words(game, turn, is_evil=finished.is_evil)),
        better=face.pegs(better),
        better_words=face.code_words(better),
        figures=tuple(_figures(turn, game.terms, is_evil=finished.is_evil)),
        doubts=verdict if turn.cost else verdict[:-1],
    )


def _count(codes: int) -> str:
    return f"{codes:,}" if codes < WRITTEN_OUT else short(codes)


def _chips(finished: Finished, bare: ShownRow, turn: Reviewed) -> Iterator[Chip]:
    if turn.cost:
        cost = f"{_approximate_sign(turn)}{decimal(turn.cost)}"
        yield Chip("cost", f"cost {'< 0.01' if decimal(turn.cost) == '0.00' else cost}")
    elif turn.found:
        yield Chip("good", "found")
    else:
        yield Chip("good", "best" if turn.exact else "best known")
    if turn.worth.variance and not finished.is_evil:
        how = "saved" if turn.saved > 0 else "cost"
        much = decimal(abs(turn.saved))
        yield Chip("luck", f"luck {how} {_approximate_sign(turn)}{much}")
    if bare.hint:
        yield Chip("hint", f"hint: {bare.hint}")


def _approximate_sign(turn: Reviewed) -> str:
    return "" if turn.exact else "≈ "


def _figures(turn: Reviewed, terms: Terms, *, is_evil: bool) -> Iterator[Figure]:
    yield Figure("Skill, 0–100", f"{turn.skill} of 100")
    if turn.split.outcomes > 1 and not is_evil:
        yield Figure(f"Luck by {terms.codes} left", f"{turn.luck} of 100")
    if turn.exact:
        yield Figure("Guesses needed", _needed_words(turn, terms, is_evil=is_evil))
    if turn.split.outcomes > 1:
        after = "none" if turn.found else f"{turn.after:,}"
        yield Figure(
            f"{capitalised(terms.codes)} left",
            f"{after}; {float(turn.expected_after):,.1f} on average",
        )
        if turn.after:
            yield Figure("Bits", f"{turn.bits:.2f}; {turn.expected_bits:.2f} on average")
    if not turn.after:
        yield Figure("Feedback", f"no possible {terms.code} gives it")


def _needed_words(turn: Reviewed, terms: Terms, *, is_evil: bool) -> str:
    """Say the averages whose differences are the row's cost and luck, with one more decimal."""
    worth = turn.worth
    best, mean, got = (decimal(value, 3) for value in (worth.least, worth.mean, worth.got))
    if turn.found:
        return f"1, since it was the {terms.code}; {best} on average with the best guess"
    after = "" if is_evil else f"; {got} after its feedback"
    return f"{mean} on average with this guess, {best} with the best{after}"


@dataclass(frozen=True, kw_only=True)
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
    rule: str = ""


def show_review(finished: Finished) -> ShownReview:
    turns = finished.turns
    seen = review_in_time(finished)
    rows = tuple(shown_rows(finished, seen))
    waiting = len(turns) - len(seen.turns)
    rule = rule_words(finished.rule, finished.face.terms)
    guesses = f"{spelled(len(turns))} guesses, one by one" if len(turns) > 1 else "one guess"
    return ShownReview(
        heading=f"{capitalised(finished.voice.whose)} {guesses}",
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
        rule=rule and f"{rule} Your guesses are compared with those alone.",
    )


def _scores(finished: Finished, seen: Review) -> Iterator[str]:
    own = own_turns(finished, seen)
    if own:
        which = "" if own == seen.turns else " (guesses without a hint’s move)"
        yield f"skill {skill_of(own)}{which}"
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
        codes = finished.face.terms.codes
        yield (
            f"The setter was evil: it always left the largest group of {codes}, so there was no "
            "luck."
        )


def _estimate(seen: Review, is_evil: bool) -> str:
    estimated = [str(turn.number) for turn in seen.turns if not turn.exact]
    if not estimated:
        return ""
    where = f"{'rows' if len(estimated) > 1 else 'row'} {listed(estimated)}"
    if len(estimated) == len(seen.turns):
        where = "every row"
    figures = "its cost is an estimate" if is_evil else "its cost and luck are estimates (≈)"
    codes = seen.game.terms.codes
    return (
        f"{capitalised(where)}: too many {codes} are possible to work out perfect play. "
        f"So the guess was compared with the one a hint shows, and {figures}."
    )
