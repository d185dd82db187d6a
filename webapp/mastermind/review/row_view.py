"""What a review shows of one row: what was known, what was best, what was luck."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from solver.deduction.explain.review import Review, Reviewed
from solver.deduction.faces.face import Pegs, ShownAnswer
from solver.deduction.rules.game import Game
from solver.deduction.text.review import verdict_words
from webapp.mastermind.analysis.position import format_position
from webapp.mastermind.breaker.game import format_guesses
from webapp.mastermind.finished import Finished
from webapp.storage.hint_log import MOVE, has_hint, hints_at, hints_words, position_key


@dataclass(frozen=True)
class Meter:
    """A share of 100, as a bar and in words."""

    name: str
    value: int
    words: str


@dataclass(frozen=True)
class Figure:
    """A name, what came of a row, and what was to be expected."""

    name: str
    came: str
    expected: str = ""


@dataclass(frozen=True)
class ShownRow:
    """One row played, and what is to be said of it; ``meters`` is empty while it waits.

    ``position`` and ``code`` are the rows before it and its guess, as the analysis has them.
    """

    number: int
    pegs: Pegs
    words: str
    answer: ShownAnswer
    hints: str
    position: str
    code: str
    was_advised: bool = False  # the page had shown its move: that is no mistake of the player
    is_mistake: bool = False
    figures: tuple[Figure, ...] = ()
    meters: tuple[Meter, ...] = ()
    verdict: tuple[str, ...] = ()
    better: Pegs = ()
    better_words: str = ""


def shown_rows(finished: Finished, seen: Review) -> Iterator[ShownRow]:
    """Yield the rows of a game, with their review as far as it is done."""
    face, hints = finished.face, finished.hints or ""
    for number, turn in enumerate(finished.turns, 1):
        earlier = [turn.code for turn in finished.turns[: number - 1]]
        key = position_key(format_guesses(finished.game, earlier))
        bare = ShownRow(
            number=number,
            pegs=face.answered_pegs(turn),
            words=face.code_words(turn.code),
            answer=face.show(turn.feedback),
            hints=hints_words(hints_at(hints, key)),
            position=format_position(finished.game, finished.turns[: number - 1]),
            code=finished.game.format_code(turn.code),
            was_advised=has_hint(hints, key, MOVE),
        )
        is_weighed = number <= len(seen.turns)
        yield _told(finished, bare, seen.turns[number - 1]) if is_weighed else bare


def _told(finished: Finished, bare: ShownRow, turn: Reviewed) -> ShownRow:
    game, face = finished.game, finished.face
    better = turn.best if turn.regret else ()
    return replace(
        bare,
        is_mistake=turn.is_mistake and not bare.was_advised,
        figures=tuple(_figures(game, turn, finished.is_evil)),
        meters=meters_of(turn, is_evil=finished.is_evil),
        verdict=verdict_words(game, turn, face.code_words),
        better=face.pegs(better),
        better_words=face.code_words(better),
    )


def _figures(game: Game, turn: Reviewed, is_evil: bool) -> Iterator[Figure]:
    """Yield what a row changed; where one code was left, there was nothing more to expect."""
    is_found = turn.answer == game.feedbacks[game.won]
    came = f"{turn.before:,} → {'found' if is_found else format(turn.after, ',')}"
    if turn.before == 1:
        yield Figure("Codes", came)
        return
    usual = "on average" if is_evil else "expected"
    if turn.split.parts == 1:
        yield Figure("Codes", came)
        yield Figure("The answer", "told nothing new")
        return
    yield Figure("Codes", came, f"{float(turn.expected_after):,.1f} {usual}")
    yield Figure("Bits", f"{turn.bits:.2f}", f"{turn.expected_bits:.2f} {usual}")
    if not is_evil:
        yield Figure("The answer", _saved_words(turn))


def _saved_words(turn: Reviewed) -> str:
    """Say what luck made of a row, so that the rows add up to the luck of the game."""
    about = "" if turn.exact else "about "
    return f"{'cost' if turn.saved < 0 else 'saved'} {about}{float(abs(turn.saved)):.2f} guesses"


def meters_of(seen: Reviewed | Review, *, is_evil: bool) -> tuple[Meter, ...]:
    """Return skill and luck of a row or of a game; what an evil setter answers is no luck."""
    skill = Meter("Skill", seen.skill, f"Skill {seen.skill} of 100")
    luck = f"Luck {seen.luck} of 100; 50 is neither good nor bad luck"
    return (skill,) if is_evil else (skill, Meter("Luck", seen.luck, luck))
