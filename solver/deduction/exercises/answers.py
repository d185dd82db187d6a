"""Answers to exercises as they are written: a code, numbers of claims, the number of a row."""

from __future__ import annotations

from collections.abc import Iterable

from solver.deduction.exercises.positions import board
from solver.deduction.rules.game import Code, CodeError
from solver.exercises import AnswerError
from solver.wording import shown


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
    """Read the numbers of claims, from 1 on, with commas or spaces between. Raises AnswerError.

    >>> sorted(parse_claims("1, 3", 6)), sorted(parse_claims("", 6))
    ([0, 2], [])
    """
    words = text.replace(",", " ").split()
    return frozenset(_number(word, count, "claim") for word in words)


def format_claims(claims: Iterable[int]) -> str:
    """Write the numbers of claims, the inverse of parse_claims."""
    return ",".join(str(claim + 1) for claim in sorted(claims))


def parse_row(text: str, count: int) -> int:
    """Read the number of a row, from 1 on. Raises AnswerError.

    >>> parse_row("2", 6)
    1
    """
    return _number(text.strip(), count, "row")


def _number(word: str, count: int, thing: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) < 4 and 1 <= int(word) <= count):
        said = f"“{shown(word)}” is none" if word else f"Choose a {thing}"
        raise AnswerError(f"{said}: a {thing} has a number from 1 to {count}.")
    return int(word) - 1
