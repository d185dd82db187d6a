"""How a person can follow hints: words, suppositions, and time.

``python -m tests.bench.hints [FIRST_SEED] [--all]`` plays held-back boards by hints alone: minimal
ones from 8×8 to 14×14 of each kind, and some that are graded expert. It prints the figures, and by
techniques how many hints miss the goals, with ``--all`` also each of these hints. ``make bench``
plays the boards of ``PEGS_CORPUS`` too, but for the largest. Words are those that a
reason shows below its question. Of each hint, ``judge.questions`` says whether all that it
shows is so, and suffices.
"""

import gc
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.logic.grade import Difficulty
from solver.hidoku.logic.hints import hint
from solver.hidoku.logic.objections.consequences import DeadEnd
from solver.hidoku.logic.steps import Hint, State
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Adjacency, Grid
from solver.hidoku.search.solve import solve
from solver.hidoku.text.hints import hint_words
from tests.bench.corpus import boards_of
from tests.bench.measure import Figure, p95
from tests.solver.hidoku.logic.judge.questions import Judged

SIDES = 8, 8, 10, 12, 14
EXPERT_SIDE, EXPERT_BOARDS = 10, 4
FIRST_SEED = 7000
MOST_CELLS = 150  # of a board from elsewhere; larger ones take minutes to play
WORDS, MOST_WORDS, MS, MOST_MS = 35, 120, 40, 200  # the goals


@dataclass(frozen=True)
class Read:
    """One hint, and what it asks of a person."""

    found: Hint
    told: str
    milliseconds: float
    is_true: bool  # each alternative has a row that is true of the board

    @property
    def words(self) -> int:
        return len(self.told.split())

    @property
    def is_supposing(self) -> bool:
        """Whether it tells what would follow from a supposition."""
        question = self.found.question
        outs = question.objections.values() if question else ()
        return any(isinstance(objection, DeadEnd) for objection in outs)

    @property
    def is_untold(self) -> bool:
        """Whether only a search shows the move."""
        return self.found.technique is State.SEARCH

    @property
    def kinds(self) -> str:
        question = self.found.question
        outs = question.objections.values() if question else ()
        names = dict.fromkeys(type(objection).__name__ for objection in outs)
        return " + ".join(names) or self.found.name


def is_true(play: Play, advice: Hint) -> bool:
    """Whether a judge who shares no code finds each row of a question true, and none missing."""
    return not advice.question or Judged(play.grid, play.board, advice.question).fault() is None


@dataclass
class Reading:
    hints: list[Read] = field(default_factory=list)

    def play(self, grid: Grid) -> None:
        gc.freeze()  # as the server does, or the collector scans all that was read, for 0.3 s
        play = Play(grid)
        while not play.is_solved:
            start = time.process_time()
            advice = hint(play)
            ms = 1000 * (time.process_time() - start)
            if advice.number is None or advice.cell is None:
                return
            words = " ".join(row.sentence for row in hint_words(advice).rows)
            self.hints.append(Read(advice, words, ms, is_true(play, advice)))
            play = play.place(advice.cell, advice.number)

    def figures(self, title: str) -> Iterator[Figure]:
        """Yield what was read, against what a person follows."""

        def share(is_so: Callable[[Read], bool]) -> float:
            return 100 * sum(map(is_so, self.hints)) / len(self.hints)

        words = sorted(hint.words for hint in self.hints)
        times = [hint.milliseconds for hint in self.hints]
        yield Figure(f"{title}: hints", len(words), "")
        yield Figure(f"{title}: words of a reason, median", words[len(words) // 2], "")
        yield Figure(f"{title}: words, p95", p95(words), "", WORDS)
        yield Figure(f"{title}: words, most", words[-1], "", MOST_WORDS)
        yield Figure(f"{title}: with a supposition", share(lambda r: r.is_supposing), "%", 1.5)
        yield Figure(f"{title}: only by search", share(lambda r: r.is_untold), "%")
        yield Figure(f"{title}: not so as shown", share(lambda r: not r.is_true), "%", 0)
        yield Figure(f"{title}: a hint, p95", p95(times), "ms", MS)
        yield Figure(f"{title}: a hint, slowest", max(times), "ms", MOST_MS)

    def missed(self) -> dict[str, list[Read]]:
        """Return the hints that miss each goal."""
        return {
            f"over {WORDS} words": [read for read in self.hints if read.words > WORDS],
            "suppose": [read for read in self.hints if read.is_supposing],
            "only by search": [read for read in self.hints if read.is_untold],
            "not so": [read for read in self.hints if not read.is_true],
            f"over {MS} ms": [read for read in self.hints if read.milliseconds > MS],
        }


def held_back(first: int = FIRST_SEED) -> Reading:
    """Read the hints of boards that nothing was tuned by."""
    reading = Reading()
    for adjacency in Adjacency:
        for seed, side in enumerate(SIDES, first):
            request = BoardRequest(side, side, shape="rectangle", adjacency=adjacency, minimal=True)
            reading.play(generate(request, seed).grid)
    hard = BoardRequest(
        EXPERT_SIDE, EXPERT_SIDE, shape="rectangle", difficulty=Difficulty.EXPERT, minimal=True
    )
    for seed in range(first, first + EXPERT_BOARDS):
        reading.play(generate(hard, seed).grid)
    return reading


def hint_figures() -> Iterator[Figure]:
    """Yield how hints read on held-back boards, and on those from elsewhere."""
    yield from held_back().figures("Held-back boards")
    folder = Path(os.environ.get("PEGS_CORPUS", ""))
    if (folder / "MANIFEST.tsv").is_file():
        reading = Reading()
        for _, grid, _ in boards_of(folder):
            if grid.last <= MOST_CELLS and solve(grid).unique:
                reading.play(grid)
        yield from reading.figures("Boards from elsewhere")


def main(first: int = FIRST_SEED, *, with_all: bool = False) -> None:
    reading = held_back(first)
    for figure in reading.figures("Held-back boards"):
        verdict = "" if figure.is_reached else "NO"
        print(f"{figure.what:60} {figure.value:8.3g} {figure.unit:3} {verdict}")
    for goal, hints in reading.missed().items():
        print(f"\n{goal}: {len(hints)}")
        for kinds, count in Counter(read.kinds for read in hints).most_common():
            print(f"{count:5} {kinds}")
        for read in sorted(hints, key=lambda read: -read.words) if with_all else ():
            print(f"  {read.words} words, {read.milliseconds:.0f} ms, {read.kinds}: {read.told}")


if __name__ == "__main__":
    seeds = [int(argument) for argument in sys.argv[1:] if argument != "--all"]
    main(*seeds, with_all="--all" in sys.argv)
