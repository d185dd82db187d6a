"""The classes of difficulty, from the easiest on: intervals of a board's score.

They are cut where makers of boards say so: of all cuts by fives these part the boards of the corpus
whose makers publish a level (``tests.bench.levels``) about as well as any, each maker counting the
same. What is measured on one maker's boards is a little off on another's, so that whole numbers are
good enough.
"""

from __future__ import annotations

from enum import Enum

MOST = 100  # the score of a board that techniques do not solve


class Difficulty(Enum):
    """How hard a board is, from the easiest on.

    >>> Difficulty.HARD.least, Difficulty.of_score(39)
    (40, <Difficulty.MEDIUM: 'medium'>)
    """

    BEGINNER = "beginner", 0
    EASY = "easy", 20
    MEDIUM = "medium", 30
    HARD = "hard", 40
    EXPERT = "expert", 65

    rank: int  # 0 for a beginner's board to 4 for an expert's
    least: int  # the score from which on a board is so hard

    def __new__(cls, word: str, least: int) -> Difficulty:
        """Make a member whose value is its word alone."""
        found = object.__new__(cls)
        found._value_ = word
        found.rank, found.least = len(cls.__members__), least
        return found

    @classmethod
    def of_score(cls, score: int) -> Difficulty:
        """The class that a score falls in."""
        return [each for each in cls if each.least <= score][-1]
