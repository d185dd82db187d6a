"""What is said of the guesses of a finished game: the player's own, and what they cost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from solver.deduction.explain.review import Review, Reviewed
from solver.deduction.rules.game import Game
from solver.wording import listed
from webapp.mastermind.finished import Finished, advised_rows


def own_turns(finished: Finished, seen: Review) -> tuple[Reviewed, ...]:
    """Return the turns, except those after a hint that showed the move."""
    guesses = [turn.code for turn in finished.turns]
    helped = advised_rows(finished.game, guesses, finished.hints or "")
    return tuple(turn for turn in seen.turns if turn.number not in helped)


def own_mistakes(finished: Finished, seen: Review) -> tuple[Reviewed, ...]:
    return tuple(turn for turn in own_turns(finished, seen) if turn.is_mistake)


def costliest(finished: Finished, seen: Review) -> Reviewed | None:
    """Return the mistake that cost most, the first of equals; None if there is none."""
    mistakes = own_mistakes(finished, seen)
    return max(mistakes, key=lambda turn: turn.cost, default=None)


MOST_NAMED: Final = 2  # rows named one by one; more are counted


def row_words(game: Game, turn: Reviewed, *, is_evil: bool) -> Iterator[str]:
    code = game.terms.code
    if turn.before == 1 and turn.found:
        yield f"The only {code} left."
    elif turn.split.outcomes == 1:
        yield "You could have worked this feedback out, so it told you nothing."
    elif turn.before == 2 and turn.can_be_code and not is_evil:
        yield f"One of two possible {code}s: heads or tails."
    elif turn.found:
        yield f"One of {turn.before:,} possible {code}s."
    elif turn.cost:
        yield from _doubt_words(game, turn)


def _doubt_words(game: Game, turn: Reviewed) -> Iterator[str]:
    code = game.terms.code
    against = [str(number) for number in turn.contradicts]
    if len(against) > MOST_NAMED:
        yield f"Not the {code}: {len(against)} earlier rows rule it out."
    elif against:
        rows = "rows" if len(against) > 1 else "row"
        rule = "rule" if len(against) > 1 else "rules"
        yield f"Not the {code}: {rows} {listed(against)} {rule} it out."
    elif not turn.can_be_code:
        yield f"Not the {code}: {game.secret_rule}."
