"""Games to be reviewed: small ones, drawn ones, and those that a strategy plays."""

from collections.abc import Sequence
from functools import cache

from hypothesis import strategies as st

from solver.deduction.games import game_for, game_named
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.rules.game import Code, Game, Turn
from solver.deduction.rules.mastermind import Rules
from solver.deduction.strategies.registry import STRATEGIES
from tests.plain.codes import BestPlay

CLASSIC = game_named("classic")
DISTINCT = game_named("distinct")
PAIR = game_named("pair")
SMALL: list[Game] = [
    PAIR,
    game_named("mini"),
    *map(game_for, (Rules(1, 4), Rules(2, 4), Rules(3, 3), Rules(3, 3, secret_repeats=False))),
    game_for(Rules(3, 4, repeats=False)),
]


@cache
def best_play(game: Game) -> BestPlay:
    """Return perfect play, by trying everything."""
    return BestPlay([game.code_at(index) for index in range(game.code_count)], game.feedback)


@st.composite
def played(draw: st.DrawFn, games: Sequence[Game] = SMALL) -> tuple[Game, Code, list[Code]]:
    """Draw a game, a secret, and guesses that end with it or go on without it."""
    game = draw(st.sampled_from(games))
    secret = game.code_at(draw(st.sampled_from(game.secrets.tolist())))
    numbers = draw(st.lists(st.integers(0, game.code_count - 1), max_size=4))
    guesses = [code for code in map(game.code_at, numbers) if code != secret]
    return game, secret, [*guesses, secret] if draw(st.booleans()) else guesses


def parsed(game: Game, *texts: str) -> list[Code]:
    return [game.parse_code(text) for text in texts]


def line(game: Game, name: str, secret: Code) -> list[Code]:
    turns: tuple[Turn, ...] = ()
    while not turns or turns[-1].code != secret:
        guess = STRATEGIES[name].choose(game, candidates(game, turns), turns).guess
        turns = (*turns, Turn(guess, game.feedback(guess, secret)))
    return [turn.code for turn in turns]
