"""What a page shows of a finished game: how it ended, where its guesses went, and its rows."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from solver.deduction.explain.review import Review, Reviewed, skill_of
from solver.deduction.rules.game import Code, Terms, Turn
from solver.deduction.text.advice import rule_words
from solver.deduction.text.review import verdict_words
from solver.wording import capitalised, decimal, join_words, plural, short, spelled
from webapp.mastermind import feedback_sheet, finished, finished_games
from webapp.mastermind.analysis.position import format_position
from webapp.mastermind.review.sum_view import ShownSum, costliest, own_turns, row_words, show_sum
from webapp.storage.hint_log import NAMES, price_words, strongest

WRITTEN_OUT: Final = 1_000_000  # smaller counts are written in full


@dataclass(frozen=True)
class Chip:
    """A word and its figure; ``kind`` is ``good``, ``cost``, ``luck`` or ``hint``."""

    kind: str
    words: str


@dataclass(frozen=True, kw_only=True)
class ShownRow:
    """One row and what is said about it; while it waits for its review it has no ``chips``.

    ``figures`` and ``doubts`` are for those who open the row; ``position`` are the rows before it,
    in the form that the analysis takes.
    """

    number: int
    turn: Turn
    hint: str
    position: str
    before: str = ""
    after: str = ""
    chips: tuple[Chip, ...] = ()
    sentences: tuple[str, ...] = ()
    better: Code = ()
    is_costliest: bool = False
    figures: tuple[tuple[str, str], ...] = ()
    doubts: tuple[str, ...] = ()


def shown_rows(ending: finished.Finished, review: Review) -> Iterator[ShownRow]:
    """Yield the rows of a game, with their review as far as it is done.

    A sentence is shown only once, at the first row it is true of.
    """
    worst = costliest(ending, review)
    earlier_words: set[str] = set()
    for number in range(1, len(ending.turns) + 1):
        row = _row_without_figures(ending, number)
        if number <= len(review.turns):
            turn = review.turns[number - 1]
            row = _reviewed(ending, row, turn)
            new_sentences = tuple(words for words in row.sentences if words not in earlier_words)
            earlier_words.update(new_sentences)
            is_worst = worst is turn and len(review.turns) == len(ending.turns)
            row = replace(row, sentences=new_sentences, is_costliest=is_worst)
        yield row


def _row_without_figures(ending: finished.Finished, number: int) -> ShownRow:
    key = finished.key_before(ending.game, [turn.code for turn in ending.turns[: number - 1]])
    return ShownRow(
        number=number,
        turn=ending.turns[number - 1],
        hint=NAMES[at] if (at := strongest(ending.hints or "").get(key)) is not None else "",
        position=format_position(ending.game, ending.turns[: number - 1]),
    )


def _reviewed(ending: finished.Finished, base_row: ShownRow, turn: Reviewed) -> ShownRow:
    game = ending.game
    verdict = verdict_words(game, turn, ending.face.code_words)
    return replace(
        base_row,
        before=_count(turn.before),
        after="found" if turn.found else _count(turn.after),
        chips=tuple(_chips(ending, base_row, turn)),
        sentences=tuple(row_words(game, turn, is_evil=ending.is_evil)),
        better=turn.best if turn.cost else (),
        figures=tuple(_figures(turn, game.terms, is_evil=ending.is_evil)),
        doubts=verdict if turn.cost else verdict[:-1],
    )


def _count(codes: int) -> str:
    return f"{codes:,}" if codes < WRITTEN_OUT else short(codes)


def _chips(ending: finished.Finished, base_row: ShownRow, turn: Reviewed) -> Iterator[Chip]:
    if turn.cost:
        cost = f"{_approximate_sign(turn)}{decimal(turn.cost)}"
        yield Chip("cost", f"cost {'< 0.01' if decimal(turn.cost) == '0.00' else cost}")
    elif turn.found:
        yield Chip("good", "found")
    else:
        yield Chip("good", "best" if turn.exact else "best known")
    if turn.worth.variance and not ending.is_evil:
        how = "good" if turn.saved > 0 else "bad"
        much = decimal(abs(turn.saved))
        yield Chip("luck", f"{how} luck {_approximate_sign(turn)}{much}")
    if base_row.hint:
        yield Chip("hint", f"hint: {base_row.hint}")


def _approximate_sign(turn: Reviewed) -> str:
    return "" if turn.exact else "≈ "


def _figures(turn: Reviewed, terms: Terms, *, is_evil: bool) -> Iterator[tuple[str, str]]:
    yield "Skill, 0–100", f"{turn.skill} of 100"
    if turn.split.outcomes > 1 and not is_evil:
        yield f"Luck by {terms.codes} left", f"{turn.luck} of 100"
    if turn.exact:
        yield "Guesses needed", _needed_words(turn, terms, is_evil=is_evil)
    if turn.split.outcomes > 1:
        after = "none" if turn.found else f"{turn.after:,}"
        count_words = f"{after}; {float(turn.split.expected_size):,.1f} on average"
        yield f"{capitalised(terms.codes)} left", count_words
        if turn.after:
            yield "Bits", f"{turn.bits:.2f}; {turn.split.bits:.2f} on average"
    if not turn.after:
        yield "Feedback", f"no possible {terms.code} gives it"


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


def show_review(ending: finished.Finished) -> ShownReview:
    turns = ending.turns
    review = finished_games.review_in_time(ending)
    rows = tuple(shown_rows(ending, review))
    waiting_count = len(turns) - len(review.turns)
    rule = rule_words(ending.rule, ending.face.terms)
    guesses = f"{spelled(len(turns))} guesses, one by one" if len(turns) > 1 else "one guess"
    return ShownReview(
        heading=f"{capitalised(ending.voice.whose)} {guesses}",
        price="" if ending.hints is None else price_words(ending.hints),
        status=f"Comparing row {len(review.turns) + 1} of {len(turns)}…"
        if waiting_count
        else f"{plural(len(turns), 'row')} compared.",
        sum=None if waiting_count else show_sum(ending, review),
        rows=rows,
        waiting=waiting_count,
        scores=", ".join(_scores(ending, review)),
        sentences=() if waiting_count else tuple(_sentences(ending)),
        costliest=next((row.number for row in rows if row.is_costliest), 0),
        estimate=_estimate(review, ending.is_evil),
        rule=rule and f"{rule} Your guesses are compared with those alone.",
    )


def _scores(ending: finished.Finished, review: Review) -> Iterator[str]:
    unaided_turns = own_turns(ending, review)
    if unaided_turns:
        which = "" if unaided_turns == review.turns else " (guesses without a hint’s move)"
        yield f"skill {skill_of(unaided_turns)}{which}"
    if not ending.is_evil:
        yield f"luck {review.luck}"


def _sentences(ending: finished.Finished) -> Iterator[str]:
    """Yield what the parts of the sum don't say about the whole game."""
    yield from ending.corrected
    if ending.corrected:
        yield "Each guess is judged by the feedback as it was when you made it."
    untrue_sentences = tuple(feedback_sheet.untrue_words(ending.face, ending.secret, ending.turns))
    yield from untrue_sentences
    if untrue_sentences:
        yield "The guesses are judged by the feedback that was given."
    if ending.is_evil:
        codes = ending.face.terms.codes
        yield (
            f"The setter was evil: it always left the largest group of {codes}, so there was no "
            "luck."
        )


def _estimate(review: Review, is_evil: bool) -> str:
    estimates = [str(turn.number) for turn in review.turns if not turn.exact]
    if not estimates:
        return ""
    place_words = f"{'rows' if len(estimates) > 1 else 'row'} {join_words(estimates)}"
    if len(estimates) == len(review.turns):
        place_words = "every row"
    figures = "its cost is an estimate" if is_evil else "its cost and luck are estimates (≈)"
    codes = review.game.terms.codes
    return (
        f"{capitalised(place_words)}: too many {codes} are possible to work out perfect play. "
        f"So the guess was compared with the one a hint shows, and {figures}."
    )
