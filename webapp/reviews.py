"""What a page shows of a finished game, row by row: what was known, what was best, what was luck.

On a large board a row may take a tenth of a second and more, so an answer reviews as many as its
time allows and says how many wait. Each row is kept in memory under the game's name and the rows
up to it, so that the next answer goes on where this one stopped, and a review that is done costs
nothing to show again. Refused: a job, since what waits is a second or two in all.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final, TypeVar

from solver.deduction.game import Code, Game, Turn
from solver.deduction.games import game_named
from solver.deduction.review import Review, Reviewed, review_turn
from solver.deduction.review_words import review_words, verdict_words
from solver.wording import listed
from webapp.counting import MOVE, has_hint, hints_words, price_words, times
from webapp.faces import Keys, Pegs, ShownAnswer, code_words, pegs_of, show_answer
from webapp.remaining import FallBar, show_fall

PATIENCE: Final = 0.4  # seconds that an answer may spend on rows or strategies not yet weighed

T = TypeVar("T")


@dataclass(frozen=True)
class Finished:
    """A game that is over, whoever broke the code: what was hidden, and the rows played."""

    game: Game
    keys: Keys
    secret: Code
    turns: tuple[Turn, ...]
    hints: str = ""


@lru_cache(maxsize=4096)
def _reviewed(name: str, earlier: tuple[Turn, ...], turn: Turn) -> Reviewed:
    """Review one row; by the game's name, since a game itself may hold much memory."""
    return review_turn(game_named(name), earlier, turn)


def in_time(works: Sequence[Callable[[], T]], patience: float = PATIENCE) -> tuple[T, ...]:
    """Do one work after the other until the time is over; the first is always done.

    >>> in_time([lambda: 1, lambda: 2]), in_time([lambda: 1, lambda: 2], 0)
    ((1, 2), (1,))
    """
    end = time.monotonic() + patience
    done: list[T] = []
    for work in works:
        if done and time.monotonic() >= end:
            break
        done.append(work())
    return tuple(done)


def review_in_time(finished: Finished) -> Review:
    """Return the review as far as the time of an answer allows: its first rows, or all."""
    game, turns = finished.game, finished.turns
    works = [partial(_reviewed, game.name, turns[:place], turn) for place, turn in enumerate(turns)]
    return Review(game, finished.secret, in_time(works))


@dataclass(frozen=True)
class Meter:
    """A share of 100, as a bar and in words."""

    name: str
    value: int
    words: str


@dataclass(frozen=True)
class ShownRow:
    """One row played, and what is to be said of it; ``meters`` is empty while it waits."""

    number: int
    pegs: Pegs
    words: str
    answer: ShownAnswer
    hints: str
    was_advised: bool = False  # the page had shown its move: that is no mistake of the player
    is_mistake: bool = False
    figures: tuple[tuple[str, str, str], ...] = ()
    meters: tuple[Meter, ...] = ()
    verdict: tuple[str, ...] = ()
    better: Pegs = ()
    better_words: str = ""


@dataclass(frozen=True)
class ShownReview:
    """Everything the review's fragment shows; ``waiting`` rows are not yet weighed."""

    title: str
    secret: Pegs
    secret_words: str
    price: str
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
    game, turns = finished.game, finished.turns
    seen = review_in_time(finished)
    rows = tuple(_shown_rows(finished, seen))
    fall = show_fall([seen.turns[0].before, *(turn.after for turn in seen.turns)])
    waiting = len(turns) - len(seen.turns)
    first = next((row for row in rows if row.is_mistake), None)
    won = turns[-1].feedback == game.feedbacks[game.won]
    return ShownReview(
        title=f"Solved in {times(len(turns), 'guess', 'guesses')}" if won else "Out of guesses",
        secret=pegs_of(game, finished.secret),
        secret_words=code_words(game, finished.secret),
        price=price_words(finished.hints),
        rows=rows,
        bars=fall.bars,
        counts=tuple(short(bar.count) for bar in fall.bars),
        fall_words=fall.words,
        waiting=waiting,
        meters=() if waiting else (_skill(seen.skill), _luck(seen.luck)),
        sentences=() if waiting else _sentences(seen),
        mistake=first,
        estimate=_estimate(seen),
    )


def short(count: int) -> str:
    """Write a count in at most four signs, for below a bar.

    >>> [short(count) for count in (999, 1296, 34_200, 531_441, 429_981_696)]
    ['999', '1.3k', '34k', '531k', '430M']
    """
    for unit, sign in ((1_000_000, "M"), (1_000, "k")):
        if count >= unit:
            digits = 0 if count >= 10 * unit else 1
            return f"{count / unit:.{digits}f}{sign}"
    return str(count)


def _sentences(seen: Review) -> tuple[str, ...]:
    """Return what there is to say of the whole; the meters and the first mistake say the rest."""
    said = review_words(seen)[1:]
    return said if seen.first_mistake is None else said[1:]


def _estimate(seen: Review) -> str:
    estimated = [str(turn.number) for turn in seen.turns if not turn.exact]
    if not estimated:
        return ""
    where = f"row{'s' * (len(estimated) > 1)} {listed(estimated)}"
    if len(estimated) == len(seen.turns):
        where = "every row"
    return (
        f"In {where} too much is possible for perfect play to be worked out: the guess was held "
        "against the best of a sample, and its skill and luck are estimates."
    )


def _shown_rows(finished: Finished, seen: Review) -> Iterator[ShownRow]:
    game = finished.game
    for number, turn in enumerate(finished.turns, 1):
        bare = ShownRow(
            number=number,
            pegs=pegs_of(game, turn.code),
            words=code_words(game, turn.code),
            answer=show_answer(game, turn.feedback, finished.keys),
            hints=hints_words(_hints_before(finished.hints, number)),
            was_advised=has_hint(finished.hints, number - 1, MOVE),
        )
        yield _told(game, bare, seen.turns[number - 1]) if number <= len(seen.turns) else bare


def _hints_before(hints: str, number: int) -> str:
    """Return the part of a log of hints that was asked for while a row was being built."""
    return " ".join(entry for entry in hints.split() if entry.startswith(f"{number - 1}:"))


def _told(game: Game, bare: ShownRow, turn: Reviewed) -> ShownRow:
    better = turn.best if turn.regret else ()
    return ShownRow(
        number=bare.number,
        pegs=bare.pegs,
        words=bare.words,
        answer=bare.answer,
        hints=bare.hints,
        was_advised=bare.was_advised,
        is_mistake=turn.is_mistake and not bare.was_advised,
        figures=tuple(_figures(game, turn)),
        meters=(_skill(turn.skill), _luck(turn.luck)),
        verdict=verdict_words(game, turn, partial(code_words, game)),
        better=pegs_of(game, better),
        better_words=code_words(game, better),
    )


def _figures(game: Game, turn: Reviewed) -> Iterator[tuple[str, str, str]]:
    """Yield what a row changed: a name, what came, and what was to be expected."""
    after = 0 if turn.answer == game.feedbacks[game.won] else turn.after
    expected = float(turn.expected_after)
    yield "Codes", f"{turn.before:,} → {after:,}", f"{expected:,.1f} expected"
    yield "Bits", f"{turn.bits:.2f}", f"{turn.expected_bits:.2f} expected"


def _skill(value: int) -> Meter:
    return Meter("Skill", value, f"Skill {value} of 100")


def _luck(value: int) -> Meter:
    return Meter("Luck", value, f"Luck {value} of 100; 50 is neither good nor bad luck")
