"""How hard a board is, from the steps by which techniques solve it.

The score goes from 0 to 100. Techniques solve the board, an easier one always before a harder one,
and each has its weight: 1 for what is seen at a glance, such as a number between two placed ones,
up to 10; a contradiction weighs more the longer it is. What counts is how much more than 1 a number
placed, or a round of eliminations, weighs:

- the mean of it: the sum over all steps, a number to place;
- the hardest step, a quarter of it: one that is hard is met by whoever solves the board.

With ``x`` as the sum of both the score is ``100 · x / (x + 3)``: 0 where every number is seen at a
glance, 25 or more with one that takes a look at the cells before and after it, 50 where ``x`` is 3.
It is 100 where techniques alone do not solve the board. The size of a board does not matter, as
both are the same for two boards that ask for the same again and again: the score tells how hard,
not how long. The classes of difficulty are intervals of it (see ``difficulty``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from solver.hidoku.logic.steps import Round, Walkthrough, is_puzzle, walk_through
from solver.hidoku.logic.technique import Technique, techniques
from solver.hidoku.rules.faults import faults
from solver.hidoku.rules.grid import Grid
from solver.hidoku.search.staged_search import NO_LIMIT, Budget

# The classes of difficulty, from the easiest on: intervals of a board's score.
#
# They are cut where makers of boards say so: of all cuts by fives, ten apart at least, 20, 30 and
# 40 part the boards of a corpus best whose makers publish a level, each maker counting the same
# (``tests.bench.levels``). By these boards the last cut would be 80, which hardly any board
# reaches; it is 65, about where it takes contradictions again and again. A maker's levels go by his
# own measure, the size of the board for one, so that by ours boards of one level lie in several
# classes.


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
        return [each for each in cls if each.least <= score][-1]


@dataclass(frozen=True)
class Grade:
    """How hard a board is, and by what.

    ``difficulty`` is None where the board is no puzzle: one with faults, or of which it is known
    that it has several solutions, or none; and so is ``score``, from 0 to 100, which is also None
    where the board was not graded to the end, or by another version of the score.
    ``techniques`` counts, from the easiest technique on, the numbers placed by it, or the rounds in
    which it eliminated candidates. ``longest`` is the length of the longest contradiction: 0 if
    there is none, 1 if reach shows it at once, and one more each time all that follows must be
    placed. ``is_cut_short`` says that the deadline came before the end.
    """

    difficulty: Difficulty | None
    techniques: Mapping[Technique, int]
    longest: int
    solved_by_techniques: bool
    score: int | None
    is_cut_short: bool = False

    @property
    def word(self) -> str:
        return self.difficulty.value if self.difficulty else ""

    @property
    def rank(self) -> int:
        """The place of the difficulty among all; what has none counts with the hardest."""
        return (self.difficulty or Difficulty.EXPERT).rank

    @property
    def hardest(self) -> Technique | None:
        return max(self.techniques, key=lambda each: each.rank, default=None)


def grade(grid: Grid, budget: Budget = NO_LIMIT) -> Grade:
    """Grade a board; turning it, mirroring it or counting backwards does not change the grade.

    A board with faults, or with several solutions or none, is not solved by techniques, and has no
    difficulty. Of the budget only the deadline is looked at; what it cut short counts as hardest.

    >>> found = grade(Grid.of(1, 4, {(0, 0): 1}))
    >>> found.score, found.difficulty
    (0, <Difficulty.BEGINNER: 'beginner'>)
    """
    if faults(grid):
        return Grade(None, {}, 0, False, None)
    walk = walk_through(grid, budget)
    score = _score(walk, grid.last - len(grid.givens))
    is_graded = walk.is_solved or is_puzzle(grid, budget)
    return Grade(
        Difficulty.of_score(score) if is_graded else None,
        _times(walk.rounds),
        max((found.length for found in walk.rounds), default=0),
        walk.is_solved,
        score if is_graded and not walk.is_cut_short else None,
        walk.is_cut_short,
    )


def _times(rounds: Sequence[Round]) -> dict[Technique, int]:
    times = Counter[Technique]()
    for found in rounds:
        times[found.technique] += found.placed or 1
    return {technique: times[technique] for technique in techniques() if technique in times}


_OF_LENGTH = 4  # more weight for each step of a contradiction's length
_HARDEST_SHARE = 4  # what the hardest step weighs is divided by this
_HALFWAY = 3  # where mean and share of the hardest add up to this, the score is half of the most


def _score(walk: Walkthrough, missing: int) -> int:
    """The score in whole numbers, which are the same on every machine; for ``missing`` numbers."""
    if not walk.is_solved:
        return MOST
    weights = [
        (found.technique.weight + _OF_LENGTH * found.length - 1, found.placed or 1)
        for found in walk.rounds
    ]
    total = sum(weight * times for weight, times in weights)
    hardest = max((weight for weight, _ in weights), default=0)
    x = _HARDEST_SHARE * total + hardest * missing  # as a fraction of the numbers to place, times 4
    return MOST * x // (x + _HALFWAY * _HARDEST_SHARE * missing) if missing else 0
