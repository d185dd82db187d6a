"""The classes of difficulty, from the easiest on: intervals of a board's score.

They are cut where makers of boards say so: of all cuts by fives, ten apart at least, 20, 30 and 40
part the boards of a corpus best whose makers publish a level, each maker counting the same
(``tests.bench.levels``). By these boards the last cut would be 80, which hardly any board reaches;
it is 65, about where it takes contradictions again and again. A maker's levels go by his own
measure, the size of the board for one, so that by ours boards of one level lie in several classes.
"""

from __future__ import annotations

from enum import Enum

MOST = 100  # the score of a board that techniques do not solve
_LEAST = 0, 20, 30, 40, 65  # the score from which on a board is of each class


class Difficulty(Enum):
    """How hard a board is, from the easiest on.

    >>> Difficulty.HARD.least, Difficulty.of_score(39)
    (40, <Difficulty.MEDIUM: 'medium'>)
    """

    BEGINNER = "beginner"
    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"

    rank: int  # 0 for a beginner's board to 4 for an expert's
    least: int  # the least score of its boards

    def __init__(self, _: str) -> None:
        self.rank = len(type(self).__members__)
        self.least = _LEAST[self.rank]

    @classmethod
    def of_score(cls, score: int) -> Difficulty:
        """The class that a score falls in."""
        return [each for each in cls if each.least <= score][-1]
