"""What a review shows of one row: a line, and figures for those who open it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from solver.deduction.explain.review import Review, Reviewed
from solver.deduction.faces.face import Pegs, ShownAnswer
from solver.deduction.text.review import verdict_words
from solver.wording import decimal, short
from webapp.mastermind.analysis.position import format_position
from webapp.mastermind.finished import Finished, key_before
from webapp.mastermind.review.alternatives import costliest, row_words
from webapp.storage.hint_log import NAMES, strongest

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


@dataclass(frozen=True)
class ShownRow:
    """One row and what is said about it; while it waits for its review it has no ``chips``.

    ``figures`` and ``doubts`` are for those who open the row; ``position`` and ``code`` are the
    rows before it and its guess, in the form that the analysis takes.
    """

    number: int
    pegs: Pegs
    words: str
    answer: ShownAnswer
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
    said: set[str] = set()
    for number in range(1, len(finished.turns) + 1):
        row = _row_without_figures(finished, number)
        if number <= len(seen.turns):
            turn = seen.turns[number - 1]
            row = _reviewed(finished, row, turn)
            fresh = tuple(one for one in row.sentences if one not in said)
            said.update(fresh)
            is_worst = worst is turn and len(seen.turns) == len(finished.turns)
            row = replace(row, sentences=fresh, is_costliest=is_worst)
        yield row


def _row_without_figures(finished: Finished, number: int) -> ShownRow:
    face, turn = finished.face, finished.turns[number - 1]
    key = key_before(finished.game, [turn.code for turn in finished.turns[: number - 1]])
    return ShownRow(
        number=number,
        pegs=face.answered_pegs(turn),
        words=face.code_words(turn.code),
        answer=face.show(turn.feedback),
        hint=NAMES[at] if (at := strongest(finished.hints or "").get(key)) is not None else "",
        position=format_position(finished.game, finished.turns[: number - 1]),
        code=finished.game.format_code(turn.code),
    )


def _reviewed(finished: Finished, bare: ShownRow, turn: Reviewed) -> ShownRow:
    game, face = finished.game, finished.face
    better = turn.best if turn.regret else ()
    said = verdict_words(game, turn, face.code_words)
    return replace(
        bare,
        before=_count(turn.before),
        after="found" if turn.found else _count(turn.after),
        chips=tuple(_chips(finished, bare, turn)),
        sentences=tuple(row_words(turn, is_evil=finished.is_evil)),
        better=face.pegs(better),
        better_words=face.code_words(better),
        figures=tuple(_figures(turn, is_evil=finished.is_evil)),
        doubts=said if turn.regret else said[:-1],
    )


def _count(codes: int) -> str:
    return f"{codes:,}" if codes < WRITTEN_OUT else short(codes)


def _chips(finished: Finished, bare: ShownRow, turn: Reviewed) -> Iterator[Chip]:
    if turn.regret:
        cost = f"{_approximate_sign(turn)}{decimal(turn.regret)}"
        yield Chip("cost", f"cost {'< 0.01' if decimal(turn.regret) == '0.00' else cost}")
    elif turn.found:
        yield Chip("good", "found")
    else:
        yield Chip("good", "best" if turn.exact else "best known")
    if turn.worth.variance and not finished.is_evil:
        how, much = "saved" if turn.saved > 0 else "cost", decimal(abs(turn.saved))
        yield Chip("luck", f"luck {how} {_approximate_sign(turn)}{much}")
    if bare.hint:
        yield Chip("hint", f"hint: {bare.hint}")


def _approximate_sign(turn: Reviewed) -> str:
    return "" if turn.exact else "≈ "


def _figures(turn: Reviewed, *, is_evil: bool) -> Iterator[Figure]:
    yield Figure("Skill, 0–100", f"{turn.skill} of 100")
    if turn.split.parts > 1 and not is_evil:
        yield Figure("Luck by codes left", f"{turn.luck} of 100")
    if turn.exact:
        yield Figure("Guesses needed", _needed_words(turn, is_evil=is_evil))
    if turn.split.parts > 1:
        after = "none" if turn.found else f"{turn.after:,}"
        yield Figure("Codes left", f"{after}; {float(turn.expected_after):,.1f} on average")
        if turn.after:
            yield Figure("Bits", f"{turn.bits:.2f}; {turn.expected_bits:.2f} on average")
    if not turn.after:
        yield Figure("Feedback", "no possible code gives it")


def _needed_words(turn: Reviewed, *, is_evil: bool) -> str:
    """Say the averages whose differences are the row's cost and luck, with one more decimal."""
    worth = turn.worth
    best, mean, got = (decimal(each, 3) for each in (worth.least, worth.mean, worth.got))
    if turn.found:
        return f"1, since it was the code; {best} on average with the best guess"
    after = "" if is_evil else f"; {got} after its feedback"
    return f"{mean} on average with this guess, {best} with the best{after}"
