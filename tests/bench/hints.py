"""How a person can follow hints: words, suppositions, and time.

Held-back boards are played by hints alone: minimal ones from 8×8 to 14×14 of each kind, and some
that are graded expert; of ``PEGS_CORPUS`` those that are not too large. Words are those of the
whole reason, without nudge and move.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.logic.grade import Difficulty
from solver.hidoku.logic.hints import hint
from solver.hidoku.logic.steps import Hint, State
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Adjacency, Grid
from solver.hidoku.search.solve import solve
from solver.hidoku.text.hints import hint_words
from tests.bench.corpus import boards_of
from tests.bench.measure import Figure, p95

SIDES = 8, 8, 10, 12, 14
EXPERT_SIDE, EXPERT_BOARDS = 10, 4
FIRST_SEED = 7000
MOST_CELLS = 150  # of a board from elsewhere; larger ones take minutes to play
WORDS, MOST_WORDS, MS, MOST_MS = 32, 60, 40, 200  # the goals


@dataclass(frozen=True)
class Read:
    """One hint, and what it asks of a person."""

    found: Hint
    told: str
    milliseconds: float

    @property
    def words(self) -> int:
        return len(self.told.split())

    @property
    def is_supposing(self) -> bool:
        """Whether it tells what would follow from a supposition."""
        every = (entry for step in self.found.steps for entry in step.because.refuted)
        return self.found.technique is State.TRYING or any(entry.chain for entry in every)

    @property
    def is_untold(self) -> bool:
        """Whether only a search shows the move."""
        return self.found.technique in {State.TRYING, State.SEARCH}


@dataclass
class Reading:
    hints: list[Read] = field(default_factory=list)

    def play(self, grid: Grid) -> None:
        play = Play(grid)
        while not play.is_solved:
            started = time.process_time()
            found = hint(play)
            taken = 1000 * (time.process_time() - started)
            if found.number is None or found.cell is None:
                return
            said = hint_words(found)
            self.hints.append(Read(found, " ".join((*said.before, said.reason)), taken))
            play = play.place(found.cell, found.number)

    def figures(self, what: str) -> Iterator[Figure]:
        """Yield what was read, against what a person follows."""

        def share(is_so: Callable[[Read], bool]) -> float:
            return 100 * sum(map(is_so, self.hints)) / len(self.hints)

        words = sorted(each.words for each in self.hints)
        times = [each.milliseconds for each in self.hints]
        yield Figure(f"{what}: hints", len(words), "")
        yield Figure(f"{what}: words of a reason, median", words[len(words) // 2], "")
        yield Figure(f"{what}: words, p95", p95(words), "", WORDS)
        yield Figure(f"{what}: words, most", words[-1], "", MOST_WORDS)
        yield Figure(f"{what}: with a supposition", share(lambda r: r.is_supposing), "%", 1)
        yield Figure(f"{what}: only by search", share(lambda r: r.is_untold), "%")
        yield Figure(f"{what}: a hint, p95", p95(times), "ms", MS)
        yield Figure(f"{what}: a hint, slowest", max(times), "ms", MOST_MS)


def held_back(first: int = FIRST_SEED) -> Reading:
    """Read the hints of boards that nothing was tuned by."""
    reading = Reading()
    for adjacency in Adjacency:
        for seed, side in enumerate(SIDES, first):
            request = BoardRequest(side, side, shape="rectangle", adjacency=adjacency, minimal=True)
            reading.play(generate(request, seed).grid)
    hard = BoardRequest(
        EXPERT_SIDE,
        EXPERT_SIDE,
        shape="rectangle",
        difficulty=Difficulty.EXPERT,
        minimal=True,
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
