"""How hard a board is, judged by the techniques that solve it.

The score goes from 0 to 100. Techniques solve the board, easier ones always before harder ones.
Each has a weight, from 1 for what is seen at a glance, such as a number between two placed ones, up
to 10; a contradiction weighs more the longer it is. What counts is by how much the weight of a
placed number, or of a round of eliminations, exceeds 1:

- on average: the sum over all steps, divided by the numbers to place;
- for the hardest step: a quarter of its excess, since everyone who solves the board meets it.

If ``x`` is the sum of both, the score is ``100 · x / (x + 3)``. It is 0 if every number is seen at
a glance, at least 25 if one takes a look at the cells before and after it, and 50 if ``x`` is 3. It
is 100 if techniques alone don't solve the board. The size of a board doesn't matter, as a board
that asks for the same things more often has the same average and the same hardest step: the score
says how hard, not how long. The classes of difficulty are intervals of it (see ``Difficulty``).
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

# The classes of difficulty, from the easiest on, as intervals of a board's score.
#
# The cuts follow makers who publish the levels of their boards: of all multiples of five, at least
# ten apart, 20, 30 and 40 separate those boards best, each maker counting the same
# (``tests.bench.levels``). By these boards the last cut would be 80, which hardly any board
# reaches; it is 65, about where contradictions are needed again and again. Makers have their own
# measures, such as the size of the board, so boards of one level of theirs fall into several of our
# classes.


MOST = 100  # the score of a board that techniques don't solve
_LEAST = 0, 20, 30, 40, 65  # the lowest score of each class


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
    least: int  # the lowest score of its boards

    def __init__(self, _: str) -> None:
        self.rank = len(type(self).__members__)
        self.least = _LEAST[self.rank]

    @classmethod
    def of_score(cls, score: int) -> Difficulty:
        return [each for each in cls if each.least <= score][-1]


@dataclass(frozen=True)
class Grade:
    """How hard a board is, and which techniques make it so.

    ``difficulty`` is None if the board is no puzzle: it has faults, or is known to have several
    solutions or none. So is ``score``, from 0 to 100, which is also None if grading didn't finish,
    or used another version of the score. ``techniques`` counts, from the easiest technique on, the
    numbers it placed, or the rounds in which it eliminated candidates. ``longest`` is the length of
    the longest contradiction: 0 if there is none, 1 if reach shows it at once, and one more each
    time that everything that follows has to be placed. ``is_cut_short`` says that the deadline came
    first.
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
        """The place of the difficulty in the order; without one, the hardest."""
        return (self.difficulty or Difficulty.EXPERT).rank

    @property
    def hardest(self) -> Technique | None:
        return max(self.techniques, key=lambda each: each.rank, default=None)


def grade(grid: Grid, budget: Budget = NO_LIMIT) -> Grade:
    """Grade a board; turning it, mirroring it or counting backwards doesn't change the grade.

    A board with faults, or with several solutions or none, isn't solved by techniques and has no
    difficulty. Only the budget's deadline counts; a board cut short by it counts as hardest.

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


_OF_LENGTH = 4  # extra weight for each unit of a contradiction's length
_HARDEST_SHARE = 4  # the excess of the hardest step is divided by this
_HALFWAY = 3  # the sum of average and hardest share at which the score is half of MOST


def _score(walk: Walkthrough, missing: int) -> int:
    """The score in integer arithmetic, the same on every machine; ``missing`` are to be placed."""
    if not walk.is_solved:
        return MOST
    weights = [
        (found.technique.weight + _OF_LENGTH * found.length - 1, found.placed or 1)
        for found in walk.rounds
    ]
    total = sum(weight * times for weight, times in weights)
    hardest = max((weight for weight, _ in weights), default=0)
    x = _HARDEST_SHARE * total + hardest * missing  # the sum, times 4 times the numbers to place
    return MOST * x // (x + _HALFWAY * _HARDEST_SHARE * missing) if missing else 0
