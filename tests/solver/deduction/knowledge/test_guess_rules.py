"""Hard mode against the newspapers' own rule, which looks at the last row alone."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from solver.deduction.games import game_named
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.knowledge.guess_rules import unused_hints, use_hints
from solver.deduction.rules.game import Game, Turn, frozen
from solver.deduction.strategies.registry import STRATEGIES

GREY, YELLOW, GREEN = range(3)


def is_fine(code: tuple[int, ...], row: Turn) -> bool:
    pegs = list(zip(row.code, row.feedback, strict=True))
    stays = all(code[i] == value for i, (value, mark) in enumerate(pegs) if mark == GREEN)
    return stays and not Counter(v for v, mark in pegs if mark != GREY) - Counter(code)


def play(game: Game, chance: Random) -> tuple[Turn, ...]:
    secret = game.code_at(int(game.secrets[chance.randrange(game.secret_count)]))
    turns: tuple[Turn, ...] = ()
    for _ in range(3):
        fine = np.flatnonzero(use_hints(game.codes, turns))
        guess = game.code_at(int(fine[chance.randrange(len(fine))]))
        turns = (*turns, Turn(guess, game.feedback(guess, secret)))
    return turns


@pytest.mark.parametrize("name", ["words2", "4x6h"])
def test_hard_mode_is_that_of_newspapers(name: str) -> None:
    game, chance = game_named(name), Random(name)
    for _ in range(20):
        turns = play(game, chance)
        fine = use_hints(game.codes, turns)
        assert fine.tolist() == [
            is_fine(code, turns[-1]) for code in map(tuple, game.codes.tolist())
        ]
        options = candidates(game, turns)
        assert fine[options.indices].all()
        misfit = game.code_at(int(np.flatnonzero(~fine)[0]))
        rows = {row for hint in unused_hints(misfit, turns) for row in hint.proof}
        assert rows == {row for row, turn in enumerate(turns) if not is_fine(misfit, turn)}
        guess = STRATEGIES["perfect-hard"].choose(game, options, turns).guess
        assert use_hints(frozen(np.array([guess], np.uint8)), turns)[0]
