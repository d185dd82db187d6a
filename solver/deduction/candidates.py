"""The candidates: codes that fit every answer so far."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from solver.deduction.games import Game, Indices, frozen
from solver.deduction.mastermind import Code, Turn


def candidates(game: Game, turns: Sequence[Turn]) -> Indices:
    """Return the indices of the secrets that fit all turns, ascending, read-only.

    >>> from solver.deduction.games import game_named
    >>> game = game_named("classic")
    >>> candidates(game, [game.parse_turn("1122:0,0"), game.parse_turn("3344:0,0")]).size
    16
    """
    left = game.secrets
    for turn in turns:
        left = frozen(left[fits(game, turn, left)])
    return left


def fits(game: Game, turn: Turn, secrets: Indices) -> NDArray[np.bool_]:
    """Return, for each of the secrets, whether it would have got the turn's answer."""
    guess = np.array([game.index_of(turn.code)], np.int32)
    answers = game.answers(guess, secrets)[0]
    fitting: NDArray[np.bool_] = answers == game.feedbacks.index(turn.feedback)
    return fitting


def contradicted(game: Game, code: Code, turns: Sequence[Turn]) -> tuple[int, ...]:
    """Return the indices of the turns that the code, as the secret, would have answered otherwise.

    >>> from solver.deduction.games import game_named
    >>> game = game_named("classic")
    >>> contradicted(game, (0, 0, 0, 0), [game.parse_turn(t) for t in ("1122:2,0", "1345:0,1")])
    (1,)
    """
    return tuple(
        index for index, turn in enumerate(turns) if game.feedback(turn.code, code) != turn.feedback
    )
