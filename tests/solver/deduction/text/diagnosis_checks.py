"""A judge of what is said about answers that can't all be true, by nothing but the rules.

It shares no code with the engine: it lists all codes and counts keys hole by hole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product
from random import Random

from tests.plain.codes import feedback

Row = tuple[str, tuple[int, int]]


@dataclass(frozen=True)
class Board:
    """A board of digits, and all its codes."""

    pegs: int
    colours: int
    repeats: bool = True

    @cached_property
    def codes(self) -> list[str]:
        """All codes that can be the secret."""
        digits = "123456789"[: self.colours]
        drawn = (
            product(digits, repeat=self.pegs) if self.repeats else permutations(digits, self.pegs)
        )
        return ["".join(code) for code in drawn]


def draw_rows(board: Board, chance: Random) -> list[Row]:
    """Return rows of one secret, some of which were answered wrongly."""
    codes = board.codes
    secret = chance.choice(codes)
    rows = []
    for _ in range(chance.randint(1, 6)):
        guess = chance.choice(codes)
        by = chance.choice(codes) if chance.random() < 0.4 else secret
        rows.append((guess, feedback(guess, by)))
    return rows


class Judge:
    """Says of claims about rows whether they are so."""

    def __init__(self, board: Board, rows: list[Row]) -> None:
        self.board, self.rows = board, rows

    @property
    def is_conflict(self) -> bool:
        """Whether no code fits."""
        return not any(
            all(feedback(guess, code) == given for guess, given in self.rows)
            for code in self.board.codes
        )

    @cached_property
    def _answers(self) -> list[list[tuple[int, int]]]:
        """What each code answers to the rows."""
        return [[feedback(guess, code) for guess, _ in self.rows] for code in self.board.codes]

    @cached_property
    def _wrong(self) -> list[frozenset[int]]:
        """Which rows are wrong for each code."""
        given = [answer for _, answer in self.rows]
        return [
            frozenset(
                row
                for row, (one, other) in enumerate(zip(answers, given, strict=True), 1)
                if one != other
            )
            for answers in self._answers
        ]

    @cached_property
    def _ways(self) -> set[frozenset[int]]:
        """Which rows may be wrong together: many codes agree on them."""
        return set(self._wrong)

    def conflict(self, rows: frozenset[int]) -> bool:
        """Say whether these rows can't all be true."""
        return all(wrong & rows for wrong in self._ways)

    def could_be(self, row: int, answer: tuple[int, int], wrong: frozenset[int]) -> bool:
        """Say whether a code gives a row this answer, and exactly these rows others than given."""
        return any(
            mine == wrong and answers[row - 1] == answer
            for mine, answers in zip(self._wrong, self._answers, strict=True)
        )

    def leaves(self, row: int, answer: tuple[int, int]) -> int:
        """Return how many codes are left if only this row's answer is changed."""
        return sum(
            mine <= {row} and answers[row - 1] == answer
            for mine, answers in zip(self._wrong, self._answers, strict=True)
        )

    def fewest(self, right: frozenset[int] = frozenset()) -> int:
        """Return how many rows are wrong at least if some are right, 99 if they can't be."""
        return min((len(wrong) for wrong in self._ways if not wrong & right), default=99)

    def can_be_wrong(self, rows: frozenset[int]) -> bool:
        """Say whether exactly these rows may be wrong."""
        return rows in self._ways

    @property
    def alone(self) -> set[int]:
        """The rows of which one wrong answer would explain everything."""
        return {row for wrong in self._ways if len(wrong) == 1 for row in wrong}


def numbers(words: str) -> frozenset[int]:
    """Return the numbers of rows that words name."""
    return frozenset(map(int, re.findall(r"\d+", words)))


def others_of(words: str) -> Iterator[frozenset[int]]:
    """Read “row 4, rows 5 and 6 or row 7”: each set that may be the one; of none, one without."""
    if not words:
        yield frozenset()
    for named in re.findall(r"rows? (\d+(?:(?:, | and )\d+)*)", words):
        yield numbers(named)


def otherwise_is_true(judge: Judge, sentence: str) -> bool:
    """Judge “If the feedback for row 2 is right, at least 2 other rows are wrong, …”."""
    read = re.fullmatch(
        r"If the feedback for rows? (.+) is right, at least (\d+) other rows are wrong, "
        r"for example (.+)\.",
        sentence,
    )
    assert read, sentence
    right = numbers(read[1])
    return judge.fewest(right) == int(read[2]) and all(
        judge.can_be_wrong(wrong) and not wrong & right and len(wrong) == int(read[2])
        for wrong in others_of(read[3])
    )
