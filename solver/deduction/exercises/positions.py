"""The positions of a small board that exercises are made from."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from solver.deduction.games import game_named
from solver.deduction.knowledge.code_table import CodeTable, Mask, table_of
from solver.deduction.rules.game import Code, Game, Turn
from solver.exercises import Draws

#: The board of the exercises: the usual one, whose colours everybody knows from the game.
BOARD: Final = "classic"


def board() -> Game:
    return game_named(BOARD)


def fitting(turns: Sequence[Turn]) -> CodeTable:
    """Return the codes of the board, and which of them fit each turn."""
    return table_of(board(), turns)


@dataclass(frozen=True)
class Rows:
    """Rows of a game, and the codes that fit them."""

    turns: tuple[Turn, ...]
    game: Game = field(default_factory=board, kw_only=True)

    @cached_property
    def table(self) -> CodeTable:
        return table_of(self.game, self.turns)

    @cached_property
    def codes(self) -> tuple[Code, ...]:
        return self.codes_in(self.table.left)

    def codes_in(self, mask: Mask) -> tuple[Code, ...]:
        return tuple(map(tuple, self.table.codes[mask].tolist()))


def turns_of(game: Game, guesses: Sequence[Code], secret: Code) -> tuple[Turn, ...]:
    return tuple(Turn(guess, game.feedback(guess, secret)) for guess in guesses)


def draw_code(draws: Draws) -> Code:
    game = board()
    return game.code_at(draws.below(game.code_count))


def draw_turns(draws: Draws, count: int) -> tuple[Turn, ...]:
    """Return different guesses, none of them the secret, with the secret's feedback."""
    secret = draw_code(draws)
    guesses: list[Code] = []
    while len(guesses) < count:
        guess = draw_code(draws)
        if guess != secret and guess not in guesses:
            guesses.append(guess)
    return turns_of(board(), guesses, secret)
