"""A judge of what is said about rows that can't all be right: it goes through all codes."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from solver.deduction.rules.game import Code, Feedback, Game, Turn

Rows = frozenset[int]  # from 1


class Judge:
    """Says of claims about rows whether they are so."""

    def __init__(self, game: Game, turns: Sequence[Turn], codes: Iterable[Code]) -> None:
        self.game = game
        row_feedbacks = [turn.feedback for turn in turns]
        #: How many codes would give each sequence of feedback, with the rows that are wrong then.
        self.outcomes: Counter[tuple[Rows, tuple[Feedback, ...]]] = Counter()
        for code in codes:
            feedbacks = tuple(game.feedback(turn.code, code) for turn in turns)
            pairs = enumerate(zip(row_feedbacks, feedbacks, strict=True), 1)
            self.outcomes[frozenset(row for row, (a, b) in pairs if a != b), feedbacks] += 1
        self.wrong_sets = {wrong for wrong, _ in self.outcomes}

    def is_conflict(self, rows: Rows) -> bool:
        """Say whether these rows can't all be right."""
        return all(wrong & rows for wrong in self.wrong_sets)

    def could_be(self, row: int, feedback: Feedback, wrong: Rows) -> bool:
        """Say whether just these rows may be wrong, and this one with that answer."""
        return any(rows == wrong and keys[row - 1] == feedback for rows, keys in self.outcomes)

    def leaves(self, row: int, feedback: Feedback) -> int:
        """Return how many codes are left if only this row's answer is changed."""
        return sum(
            count
            for (rows, feedbacks), count in self.outcomes.items()
            if rows <= {row} and feedbacks[row - 1] == feedback
        )

    def fewest(self, right: Rows = frozenset()) -> int:
        """Return how many rows are wrong at least if some are right, 99 if they can't be."""
        return min((len(wrong) for wrong in self.wrong_sets if not wrong & right), default=99)

    @property
    def alone(self) -> set[int]:
        """The rows of which one wrong answer would explain everything."""
        return {row for wrong in self.wrong_sets if len(wrong) == 1 for row in wrong}

    def otherwise_is_so(self, sentence: str) -> bool:
        """Judge “If the feedback for row 2 is right, at least 2 other rows are wrong, …”."""
        read = re.fullmatch(
            r"If the feedback for rows? (.+) is right, at least (\d+) other rows are wrong, "
            r"for example (.+)\.",
            sentence,
        )
        assert read, sentence
        right, count = frozenset(numbers(read[1])), int(read[2])
        return self.fewest(right) == count and all(
            wrong in self.wrong_sets and not wrong & right and len(wrong) == count
            for wrong in row_sets(read[3])
        )


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def row_sets(words: str) -> Iterator[Rows]:
    """Read “row 4, rows 5 and 6 or row 7”: each set that may be wrong; of no words, one without."""
    if not words:
        yield frozenset()
    for rows in re.findall(r"rows? (\d+(?:(?:, | and )\d+)*)", words):
        yield frozenset(numbers(rows))
