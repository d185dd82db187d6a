"""Perfect play as a strategy: exact where a search ends in the time of a request."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar, Final

from solver.deduction.knowledge.candidates import Candidates, candidates
from solver.deduction.optimal import OptimumError, best
from solver.deduction.rules.game import Code, Game, Turn
from solver.deduction.strategies.sampling import Sampled
from solver.deduction.strategies.strategy import Choice, Effort, StrategyWords, check_any, unweighed

MOST_LIVE_CELLS: Final = 2_000_000  # guesses times candidates; the classic start has 1.7 million


@dataclass(frozen=True)
class Perfect:
    """The least mean number of guesses, proved, where that is in reach; else as ``sampled``.

    In reach are positions of games with a table of answers, of up to 2 million guesses times
    candidates, whose search ends within its budget: mostly within 50 ms, at worst 0.6 s.
    """

    name: str = "perfect"
    told: ClassVar[StrategyWords] = StrategyWords(
        "Perfect",
        "fewest guesses on average, where that is in reach",
        "that needs the fewest guesses on average, in perfect play",
        Effort.DEEP,
        "Perfect play is out of reach here; this guess is about best, two steps ahead.",
    )

    def choose(self, game: Game, left: Candidates, turns: Sequence[Turn] = ()) -> Choice:
        """Return the guess, with ``total`` if it is exact.

        >>> from solver.deduction.games import game_named
        >>> game = game_named("mini")
        >>> Perfect().choose(game, candidates(game, ())).total
        206
        """
        check_any(left)
        known = perfect_first(game, tuple(turns)) if is_live(game, left.count) else None
        if known is None:
            return replace(Sampled().choose(game, left, turns), strategy=self.name, exact=False)
        guess, total = known
        plain = unweighed(self.name, game, left, turns, guess)
        return replace(
            plain, weighed_guesses=game.code_count, weighed_codes=left.count, total=total
        )


def is_live(game: Game, count: int) -> bool:
    """Return whether perfect play is searched for so many candidates in the time of a request."""
    return game.table is not None and count * game.code_count <= MOST_LIVE_CELLS


@lru_cache(maxsize=1024)
def perfect_first(game: Game, turns: tuple[Turn, ...]) -> tuple[Code, int] | None:
    """Return the first guess of perfect play after the turns, and the total of guesses it needs.

    None if that is not proved within the budget of a request, or the game has too many answers for
    the search. The game must have a table.
    """
    left = candidates(game, turns).indices
    try:
        known = best(game, left, history=[turn.code for turn in turns])
    except OptimumError:
        return None
    if not known.proved or known.plan is None:
        return None
    return game.code_at(known.plan.first), known.plan.total
