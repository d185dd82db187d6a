"""How hard a board is, from the techniques that it needs.

The difficulty tells which techniques solve a board, where an easier one is always used first:

- beginner: numbers between two placed ones, one way to go on, links, straight runs;
- easy: also the only cell in reach of a number, and the only number in reach of a cell;
- medium: also cells before and after a number that must differ, and bottlenecks;
- hard: also the other steps of structure, or contradictions, if these are seen at once or after
  placing once all that follows, and are asked for no more than twice;
- expert: longer or more contradictions, and boards that techniques do not solve.

The score is the work: each number placed and each round of eliminations weighs what its technique
does. The weights are such that on boards whose makers published a level the mean score of the
levels rises in their order. The score grows with the board; the difficulty does not, as all steps
of one kind that are open at a time count as one round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from solver.hidoku.logic.difficulty import Difficulty
from solver.hidoku.logic.rounds import (
    NO_TECHNIQUE_BARRED,
    Round,
    RoundLimit,
    Walkthrough,
    is_puzzle,
    walk_through,
)
from solver.hidoku.logic.technique import Technique, techniques
from solver.hidoku.rules.faults import faults
from solver.hidoku.rules.grid import Grid
from solver.hidoku.search.staged_search import NO_LIMIT, Budget


@dataclass(frozen=True)
class Grade:
    """How hard a board is, and by what.

    ``difficulty`` is None where the board is no puzzle: one with faults, or of which it is known
    that it has several solutions, or none.
    ``techniques`` counts, from the easiest technique on, the numbers placed by it, or the rounds in
    which it eliminated candidates. ``longest`` is the length of the longest contradiction: 0 if
    there is none, 1 if reach shows it at once, and one more each time all that follows must be
    placed. ``is_cut_short`` says that the deadline came before the end.
    """

    difficulty: Difficulty | None
    techniques: Mapping[Technique, int]
    longest: int
    solved_by_techniques: bool
    score: int
    is_cut_short: bool = False

    @property
    def word(self) -> str:
        """The difficulty as a word; nothing where there is none."""
        return self.difficulty.value if self.difficulty else ""

    @property
    def rank(self) -> int:
        """The place of the difficulty among all; what has none counts with the hardest."""
        return (self.difficulty or Difficulty.EXPERT).rank

    @property
    def hardest(self) -> Technique | None:
        """The hardest technique used; None where nothing was to be done."""
        return max(self.techniques, key=lambda each: each.rank, default=None)


def grade(grid: Grid, budget: Budget = NO_LIMIT) -> Grade:
    """Grade a board; turning it, mirroring it or counting backwards does not change the grade.

    A board with faults, or with several solutions or none, is not solved by techniques, and has no
    difficulty. Of the budget only the deadline is looked at.

    >>> grade(Grid.of(1, 4, {(0, 0): 1})).difficulty
    <Difficulty.BEGINNER: 'beginner'>
    """
    if faults(grid):
        return Grade(None, {}, 0, False, 0)
    walk = walk_through(grid, budget)
    longest = max((found.length for found in walk.rounds), default=0)
    return Grade(
        _difficulty(walk) if walk.is_solved or is_puzzle(grid, budget) else None,
        _times(walk.rounds),
        longest,
        walk.is_solved,
        sum(map(_work, walk.rounds)),
        walk.is_cut_short,
    )


def is_within(grid: Grid, most: Difficulty, budget: Budget = NO_LIMIT) -> bool:
    """Whether techniques solve a board that is no harder than this; stops at the first that is.

    False also if the deadline comes first.
    """
    if faults(grid):
        return False
    limit = _LIMITS.get(most, NO_TECHNIQUE_BARRED)
    return walk_through(grid, budget, limit).is_solved


def _times(rounds: Sequence[Round]) -> dict[Technique, int]:
    times = Counter[Technique]()
    for found in rounds:
        times[found.technique] += found.placed or 1
    return {technique: times[technique] for technique in techniques() if technique in times}


_LIMITS = {
    Difficulty.BEGINNER: RoundLimit(Difficulty.BEGINNER),
    Difficulty.EASY: RoundLimit(Difficulty.EASY),
    Difficulty.MEDIUM: RoundLimit(Difficulty.MEDIUM),
    Difficulty.HARD: RoundLimit(Difficulty.HARD, times=2, length=2),
}
_WORK_OF_LENGTH = 4  # more for each step of a contradiction's length


def _difficulty(walk: Walkthrough) -> Difficulty:
    """The least difficulty that allows what was done."""
    if not walk.is_solved:
        return Difficulty.EXPERT
    allowing = (level for level, limit in _LIMITS.items() if limit.admits(walk.rounds))
    return next(allowing, Difficulty.EXPERT)


def _work(found: Round) -> int:
    return found.technique.weight * (found.placed or 1) + _WORK_OF_LENGTH * found.length
