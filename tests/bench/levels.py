"""How our classes of difficulty lie beside the levels that makers of boards publish.

``PEGS_CORPUS=FOLDER python -m tests.bench.levels`` prints for each published level how many boards
fall into each of our classes, with the median score, and how well today's cuts of the score part
the levels: the mean distance in classes, each maker counting the same, beside that of the best cuts
by fives. ``CLASSES`` says which class a level is taken to stand for. Boards that are made by other
programs for this corpus have no published level, though they were asked to be hard.
"""

from __future__ import annotations

import os
import re
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from pathlib import Path
from typing import NamedTuple

from solver.hidoku.logic.grade import Difficulty, Grade, grade
from tests.bench.corpus import boards_of

CLASSES = {
    "benedek": dict(
        zip(("beginner", "intermediate", "expert", "master", "genius"), Difficulty, strict=True)
    ),
    "pab": dict(zip("abcde", Difficulty, strict=True)),
    "rikudo": dict(zip(("beginner", "easy", "medium"), Difficulty, strict=False)),
    "fuzzy": {"hard": Difficulty.HARD},
}
_NAME = re.compile(rf"({'|'.join(CLASSES)})_([a-z]+)")
_STEP, _LEAST = 5, 10  # of the cuts that are tried, and between two of them
Scored = tuple[int, int, str]  # a score, the rank of the class that a level stands for, the maker


class Published(NamedTuple):
    maker: str
    level: str
    grade: Grade

    @property
    def expected(self) -> Difficulty:
        return CLASSES[self.maker][self.level]


def published(folder: Path) -> Iterator[Published]:
    """Yield the boards of a corpus that have a published level and one solution, graded."""
    for name, grid, solutions in boards_of(folder):
        found = _NAME.match(name)
        if found and solutions == "1":
            yield Published(found[1], found[2], grade(grid))


def table(boards: Sequence[Published]) -> Iterator[str]:
    """Yield a line for each level: how many boards of it are of each class, and their scores."""
    by_level = defaultdict(list)
    for board in boards:
        by_level[board.maker, board.level].append(board.grade)
    yield f"{'':24}{''.join(f'{each.value:>10}' for each in Difficulty)}{'score':>10}"
    for maker, levels in CLASSES.items():
        for level in levels:
            grades = by_level[maker, level]
            counts = Counter(found.difficulty for found in grades)
            median = statistics.median(found.score or 0 for found in grades)
            cells = "".join(f"{counts[each]:10}" for each in Difficulty)
            yield f"{maker + ' ' + level:24}{cells}{median:10.0f}"


def distance(scored: Sequence[Scored], cuts: Sequence[int]) -> float:
    """Return how many classes cuts are off on average, each maker counting the same."""
    sizes = Counter(maker for _, _, maker in scored)
    off = (
        abs(sum(cut <= score for cut in cuts) - rank) / sizes[maker]
        for score, rank, maker in scored
    )
    return sum(off) / len(sizes)


def best_cuts(scored: Sequence[Scored]) -> tuple[int, ...]:
    """Return the cuts, multiples of five and not too near to each other, that are least off."""
    every = (
        cuts
        for cuts in combinations(range(_STEP, 100, _STEP), len(Difficulty) - 1)
        if all(high - low >= _LEAST for low, high in pairwise(cuts))
    )
    return min(every, key=lambda cuts: distance(scored, cuts))


if __name__ == "__main__":
    found = list(published(Path(os.environ["PEGS_CORPUS"])))
    print(*table(found), sep="\n")
    scores = [(each.grade.score or 0, each.expected.rank, each.maker) for each in found]
    for what, cuts in (
        ("Today's cuts", tuple(each.least for each in list(Difficulty)[1:])),
        ("The best by fives", best_cuts(scores)),
    ):
        print(f"{what}: {cuts}, {distance(scores, cuts):.3f} classes off")
