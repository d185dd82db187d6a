"""What is said of a row beside its figures: little, and nothing that these say already."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from solver.deduction.explain.review import Review, Reviewed
from solver.deduction.rules.game import Game
from solver.wording import listed

MOST_NAMED: Final = 2  # so many rows are named, more are counted


def is_found(game: Game, turn: Reviewed) -> bool:
    """Say whether a row was the code."""
    return turn.answer == game.feedbacks[game.won]


def row_words(game: Game, turn: Reviewed, *, is_evil: bool) -> Iterator[str]:
    """Yield the one sentence that a row needs, if it needs one."""
    if turn.before == 1 and is_found(game, turn):
        yield "The only code left."
    elif turn.split.parts == 1:
        yield "Its answer was sure before: it told nothing."
    elif turn.before == 2 and turn.can_be_code and not is_evil:
        yield "One of two: heads or tails."
    elif is_found(game, turn):
        yield f"One of {turn.before:,} codes that fitted."
    elif turn.regret:
        yield from _doubt_words(turn)


def _doubt_words(turn: Reviewed) -> Iterator[str]:
    """Say why a guess could not be the code."""
    against = [str(number) for number in turn.contradicts]
    if len(against) > MOST_NAMED:
        yield f"Not the code: {len(against)} earlier answers rule it out."
    elif against:
        rows = "rows" if len(against) > 1 else "row"
        rule = "rule" if len(against) > 1 else "rules"
        yield f"Not the code: {rows} {listed(against)} {rule} it out."
    elif not turn.can_be_code:
        yield "Not the code: nothing repeats in this game’s codes."


def cost_most_words(seen: Review, turn: Reviewed) -> tuple[str, ...]:
    """Say that a row cost most, if others cost something too and none as much."""
    others = [other.regret for other in seen.turns if other is not turn]
    if not any(others) or max(others) >= turn.regret:
        return ()
    return ("This one cost most." if seen.exact else "By the estimates, this one cost most.",)
