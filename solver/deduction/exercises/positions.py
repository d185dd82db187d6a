"""Positions that exercises are made from, and which codes each of their turns excludes.

The board is small, so every code is filed by the set of turns that exclude it. What a set of turns
leaves, and the smallest one that proves something, can then be counted instead of searched for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solver.deduction.games import game_named
from solver.deduction.knowledge.exclusions import (
    MarkLayout,
    Marks,
    Proof,
    TurnSet,
    as_set,
    bits,
    fewest_hitting,
)
from solver.deduction.rules.game import Code, CodeError, Codes, Game, Turn, frozen
from solver.exercises import AnswerError, Draws
from solver.wording import shown

#: The board of the exercises: the usual one, whose colours everybody knows from the game.
BOARD: Final = "classic"

Flags = NDArray[np.bool_]


def board() -> Game:
    return game_named(BOARD)


@cache
def marks_of_board() -> NDArray[np.uint64]:
    """Return the marks of each code of the board; there are 54, so they fit a word."""
    game = board()
    flags = MarkLayout(game.pegs, game.choices).of_codes(game.codes)
    words = flags @ (np.uint64(1) << np.arange(flags.shape[1], dtype=np.uint64))
    return frozen(words)


@cache
def answers_of_board() -> Codes:
    game = board()
    every = np.arange(game.code_count, dtype=np.int32)
    return frozen(game.answers(every, every))


@dataclass(frozen=True)
class FiledTurns:
    """Turns on the board, with each code filed by those that exclude it."""

    turns: tuple[Turn, ...]

    @cached_property
    def fitting(self) -> Flags:
        game = board()
        guesses = [game.index_of(turn.code) for turn in self.turns]
        given = np.array([game.feedbacks.index(turn.feedback) for turn in self.turns], np.uint8)
        fitting: Flags = answers_of_board()[guesses] == given[:, None]
        return fitting

    @cached_property
    def files(self) -> NDArray[np.int64]:
        places = np.int64(1) << np.arange(len(self.turns))
        files: NDArray[np.int64] = (places[:, None] * ~self.fitting).sum(axis=0)
        return files

    def left(self, turns: Iterable[int] | None = None) -> Flags:
        """Return which codes some of the turns leave, by default all of them."""
        chosen = range(len(self.turns)) if turns is None else turns
        left: Flags = self.files & as_set(chosen) == 0
        return left

    def codes(self, left: Flags) -> tuple[Code, ...]:
        game = board()
        return tuple(game.code_at(int(index)) for index in np.flatnonzero(left))


def marks_in(codes: Flags) -> Marks:
    return int(np.bitwise_or.reduce(marks_of_board()[codes]))


def shortest_proof(filed: FiledTurns, codes: Flags) -> Proof | None:
    """Return the fewest turns that together exclude some codes; None if all turns don't."""
    files = np.unique(filed.files[codes])
    return fewest_hitting(files, len(filed.turns)) if files.all() else None


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
