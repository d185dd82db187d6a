"""What the analysis board has worked out: in the request where that is soon done, else elsewhere.

Measured on one core, the first time: the start of the classic board 0.1 s, after a row 0.05 s,
after two 0.03 s; Bulls and Cows with nine digits 0.4 to 1 s; the largest boards 0.3 to 4 s.
"""

from __future__ import annotations

from typing import Final

from solver.deduction.explain.analysis import Ranking, TriedGuess, rank, try_guess
from solver.deduction.games import game_named
from solver.deduction.rules.game import Code, Turn
from webapp.mastermind.board_sizes import SMALL, has_at_most
from webapp.work.deferred import deferred

TINY: Final = 100
FEW_ROWS: Final = 2  # from then on small boards have few codes left


def _is_quick(name: str, turns: tuple[Turn, ...], measure: str) -> bool:
    return has_at_most(name, SMALL if len(turns) >= FEW_ROWS else TINY)


def _is_tried_quickly(name: str, turns: tuple[Turn, ...], guess: Code) -> bool:
    return has_at_most(name, SMALL if turns else TINY)


@deferred(_is_quick, 256)
def ranking_of(name: str, turns: tuple[Turn, ...], measure: str) -> Ranking:
    """Return the best guesses; by the game's name, since a game itself may hold much memory.

    Raises ThinkingError while it is being worked out, TooMuchError, and LostError.
    """
    return rank(game_named(name), turns, measure)


@deferred(_is_tried_quickly, 256)
def tried_of(name: str, turns: tuple[Turn, ...], guess: Code) -> TriedGuess:
    """Return what a guess leads to. Raises as :func:`ranking_of`."""
    return try_guess(game_named(name), turns, guess)
