"""How hard a board is, judged by the hardest idea it needs and by how often a person is stuck.

Techniques solve the board, easier ones always before harder ones. The hardest of them decides:

- what is seen at a glance, such as a number between two placed ones, is for beginners;
- counting steps until one cell is left for a number is easy;
- comparing all numbers for a cell, or the cells before and after one, is medium;
- ruling out candidates first is hard;
- following what a supposition would lead to is for experts.

A person is stuck where counting steps places at most two numbers. An easy, hard or expert idea on a
board where that is rare makes it one class easier. The last six numbers of a board are easy, and
nobody is stuck at them: each can be compared with each cell.

Each class has twenty points of the score, from 0 to 100; the more of the steps find a person stuck,
the more of them a board gets. It is 100 if techniques alone don't solve the board.

Measured on 40 boards of each difficulty (``python -m tests.bench.grades``), beside what the grade
doesn't know: see docs/grades.md.
Rejected: the mean weight of the steps (until version 5 of the generator), by which many steps of a
medium idea made a hard board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from enum import Enum
from itertools import compress
from typing import Final

from solver.hidoku.logic.steps import Round, Walkthrough, is_puzzle, walk_through
from solver.hidoku.logic.technique import Technique, techniques
from solver.hidoku.rules.faults import faults
from solver.hidoku.rules.grid import Grid
from solver.hidoku.search.staged_search import NO_LIMIT, Budget

MOST = 100  # the score of a board that techniques don't solve
_POINTS = 20  # of the score, for each class


class Difficulty(Enum):
    """How hard a board is, from the easiest on.

    >>> Difficulty.HARD.least, Difficulty.of_score(59)
    (60, <Difficulty.MEDIUM: 'medium'>)
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
        self.least = _POINTS * self.rank

    @classmethod
    def of_score(cls, score: int) -> Difficulty:
        return [difficulty for difficulty in cls if difficulty.least <= score][-1]


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
    _: KW_ONLY
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
        return max(self.techniques, key=lambda technique: technique.rank, default=None)


def grade(grid: Grid, budget: Budget = NO_LIMIT) -> Grade:
    """Grade a board; turning it, mirroring it or counting backwards doesn't change the grade.

    A board with faults, or with several solutions or none, isn't solved by techniques and has no
    difficulty. Only the budget's deadline counts; a board cut short by it counts as hardest.

    >>> found = grade(Grid.of(1, 4, {(0, 0): 1}))
    >>> found.score, found.difficulty
    (0, <Difficulty.BEGINNER: 'beginner'>)
    """
    if faults(grid):
        return Grade(None, {}, longest=0, solved_by_techniques=False, score=None)
    walk = walk_through(grid, budget)
    score = _score(walk)
    is_graded = walk.is_solved or is_puzzle(grid, budget)
    return Grade(
        Difficulty.of_score(score) if is_graded else None,
        _times(walk.rounds),
        longest=max((step.length for step in walk.rounds), default=0),
        solved_by_techniques=walk.is_solved,
        score=score if is_graded and not walk.is_cut_short else None,
        is_cut_short=walk.is_cut_short,
    )


def _times(rounds: Sequence[Round]) -> dict[Technique, int]:
    times = Counter[Technique]()
    for entry in rounds:
        times[entry.technique] += entry.placed or 1
    return {technique: times[technique] for technique in techniques() if technique in times}


#: The greatest weight of a technique of each idea; what is harder rules out candidates.
_WEIGHTS: Final = {Difficulty.BEGINNER: 1, Difficulty.EASY: 2, Difficulty.MEDIUM: 5}
#: Up to how many percent of the steps at which a person is stuck make a board one class easier.
_RARE: Final = {Difficulty.EASY: 15, Difficulty.HARD: 25, Difficulty.EXPERT: 40}
_FOLLOWED = 2  # the length from which a contradiction is more than a look


def _score(walk: Walkthrough) -> int:
    """The score in integer arithmetic, the same on every machine."""
    if not walk.is_solved:
        return MOST
    idea = max((_idea(entry) for entry in walk.rounds), default=Difficulty.BEGINNER, key=_rank)
    hard = [entry.is_stuck or 0 < idea.rank == _idea(entry).rank for entry in walk.rounds]
    steps = [entry.placed or 1 for entry in walk.rounds]
    percent = 100 * sum(compress(steps, hard)) // max(1, sum(steps))
    threshold = _RARE.get(idea, 0)
    if percent < threshold:
        return idea.least - _POINTS + _POINTS * percent // threshold
    return idea.least + (_POINTS - 1) * (percent - threshold) // (100 - threshold)


def _idea(entry: Round) -> Difficulty:
    if entry.length >= _FOLLOWED:
        idea = Difficulty.EXPERT
    else:
        ideas = (idea for idea, limit in _WEIGHTS.items() if entry.technique.weight <= limit)
        idea = next(ideas, Difficulty.HARD)
    return min(idea, Difficulty.EASY, key=_rank) if entry.is_last else idea


def _rank(difficulty: Difficulty) -> int:
    return difficulty.rank
