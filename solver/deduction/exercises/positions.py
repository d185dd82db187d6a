"""The positions of a small board that exercises are made from, and answers to them as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

import numpy as np

from solver.deduction.games import game_named
from solver.deduction.knowledge.exclusions import TurnSet, bits
from solver.deduction.knowledge.sums import CodeTable, Mask, table_of
from solver.deduction.rules.game import Code, CodeError, Game, Turn
from solver.exercises import AnswerError, Draws
from solver.wording import shown

#: The board of the exercises: the usual one, whose colours everybody knows from the game.
BOARD: Final = "classic"


def board() -> Game:
    return game_named(BOARD)


def fitting(turns: Sequence[Turn]) -> CodeTable:
    """Return the codes of the board, and which of them fit each turn."""
    return table_of(board(), turns)


def codes_of(codes: Mask) -> tuple[Code, ...]:
    return tuple(board().code_at(int(index)) for index in np.flatnonzero(codes))


@cache
def by_size(turns: int) -> tuple[TurnSet, ...]:
    """Return all sets of this many turns, the smallest first, then in the order of their turns."""
    return tuple(sorted(range(1 << turns), key=lambda one: (one.bit_count(), bits(one))))


def answered(game: Game, guesses: Sequence[Code], secret: Code) -> tuple[Turn, ...]:
    return tuple(Turn(guess, game.feedback(guess, secret)) for guess in guesses)


def draw_code(draws: Draws) -> Code:
    game = board()
    return game.code_at(draws.below(game.code_count))


def draw_turns(draws: Draws, count: int) -> tuple[Turn, ...]:
    """Return different guesses, none of them the secret, with the secret's answers."""
    secret = draw_code(draws)
    guesses: list[Code] = []
    while len(guesses) < count:
        guess = draw_code(draws)
        if guess != secret and guess not in guesses:
            guesses.append(guess)
    return answered(board(), guesses, secret)


# Answers to exercises as text: a code, the numbers of claims, the number of a row.


def parse_code(text: str) -> Code:
    """Read a code. Raises AnswerError.

    >>> parse_code("1126")
    (0, 0, 1, 5)
    """
    try:
        return board().parse_code(text)
    except CodeError as error:
        raise AnswerError(str(error)) from error


def parse_claims(text: str, count: int) -> frozenset[int]:
    """Read the numbers of claims, from 1, separated by commas or spaces. Raises AnswerError.

    >>> sorted(parse_claims("1, 3", 6)), sorted(parse_claims("", 6))
    ([0, 2], [])
    """
    words = text.replace(",", " ").split()
    return frozenset(_number(word, count, "claim") for word in words)


def format_claims(claims: Iterable[int]) -> str:
    return ",".join(str(claim + 1) for claim in sorted(claims))


def parse_row(text: str, count: int) -> int:
    """Read the number of a row, from 1. Raises AnswerError.

    >>> parse_row("2", 6)
    1
    """
    return _number(text.strip(), count, "row")


def _number(word: str, count: int, thing: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) < 4 and 1 <= int(word) <= count):
        said = f"“{shown(word)}” is none" if word else f"Choose a {thing}"
        raise AnswerError(f"{said}: a {thing} has a number from 1 to {count}.")
    return int(word) - 1
