"""What an exact search has proved, in words that name the limits it was proved within."""

from __future__ import annotations

from solver.deduction.rules.game import Game
from solver.wording import counted, listed


def total_words(is_proved: bool, bound: int | None, most: int | None = None) -> str:
    """Say whether a plan's total is the least, among plans that need so many guesses at most.

    >>> total_words(True, 5626, most=5)
    'Proved: no strategy that finds every code within 5 guesses has a smaller total.'
    >>> total_words(False, 5000)
    'The search was ended early. Proved so far: no strategy has a total below 5,000.'
    """
    within = f" that finds every code within {counted(most, 'guess', 'guesses')}" if most else ""
    if is_proved:
        return f"Proved: no strategy{within} has a smaller total."
    least = f"no strategy{within} has a total below {bound or 0:,}"
    return f"The search was ended early. Proved so far: {least}."


def worst_words(is_proved: bool, bound: int | None) -> str:
    """Say what no plan can guarantee, and whether this one guarantees the least that can be.

    >>> worst_words(True, 5)
    'Proved: no strategy can guarantee fewer than 5 guesses.'
    """
    least = f"no strategy can guarantee fewer than {counted(bound or 0, 'guess', 'guesses')}"
    if is_proved:
        return f"Proved: {least}."
    return f"The search was ended early, so there may be a better plan. Proved so far: {least}."


def scope_words(game: Game, variant: str, meanings: list[str]) -> str:
    """Say of which guesses, codes and feedback a proof speaks; the game's face names the latter.

    >>> from solver.deduction.games import game_named
    >>> scope_words(game_named("distinct"), "no repeats in the code", ["right place", "grey"])
    'This is for 1,296 possible guesses, 360 possible codes (no repeats in the code) and feedback \
that shows “right place” and “grey”.'
    """
    guesses = counted(game.code_count, "possible guess", "possible guesses")
    codes = counted(game.secret_count, "possible code") + f" ({variant})" * bool(variant)
    shows = listed([f"“{meaning}”" for meaning in meanings])
    return f"This is for {guesses}, {codes} and feedback that shows {shows}."
