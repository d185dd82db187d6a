"""How hints read: words, eliminations before a placement, tries, depth and processor time.

``python -m tests.bench.hints [BOARDS [FIRST_SEED]]`` plays so many minimal 10×10 boards of each
kind by hints alone, and the boards of ``PEGS_CORPUS`` if there are any, and prints what a person
would have read. Words are those of all tiers of a hint together.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.logic.counted import most_counted
from solver.hidoku.logic.hints import hint
from solver.hidoku.logic.placement.choice import effort
from solver.hidoku.logic.steps import Hint, State
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Adjacency, Grid
from solver.hidoku.search.solve import solve
from solver.hidoku.text.hints import hint_words
from tests.bench.corpus import boards_of
from tests.bench.measure import Figure, p95

BOARDS = 6
MOST_CELLS = 150  # of a board from elsewhere; larger ones take minutes to play


@dataclass
class Reading:
    words: list[int] = field(default_factory=list)
    before: list[int] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)
    sources: list[int] = field(default_factory=list)  # placed numbers that one step names, most
    efforts: list[int] = field(default_factory=list)
    tries: list[int] = field(default_factory=list)  # a game
    untold: list[int] = field(default_factory=list)  # placements a game that only a search shows

    def play(self, grid: Grid) -> None:
        play, tries, untold = Play(grid), 0, 0
        while not play.is_solved:
            started = time.process_time()
            found = hint(play)
            self.milliseconds.append(1000 * (time.process_time() - started))
            if found.number is None or found.cell is None:
                return
            tries += self._read(found)
            untold += found.technique in {State.TRYING, State.SEARCH}
            play = play.place(found.cell, found.number)
        self.tries.append(tries)
        self.untold.append(untold)

    def _read(self, found: Hint) -> int:
        """Note a hint; how many tries it tells."""
        said = hint_words(found)
        texts = (said.nudge, *said.before, said.reason, said.move)
        self.words.append(sum(len(text.split()) for text in texts))
        self.before.append(len(found.before))
        self.sources.append(most_counted(found.steps))
        self.efforts.append(effort(found.steps))
        every = (entry for step in found.steps for entry in step.because.refuted)
        refuted = [entry for entry in every if entry.chain]
        self.depths += (len(entry.chain) for entry in refuted)
        return len(refuted)

    def figures(self, what: str) -> Iterator[Figure]:
        """Yield what was read, against what a person follows."""
        yield Figure(f"{what}: words of a hint, p95", p95(self.words), "", 45)
        yield Figure(f"{what}: words, most", max(self.words), "", 150)
        yield Figure(f"{what}: eliminations before, p95", p95(self.before), "", 3)
        yield Figure(f"{what}: eliminations before, most", max(self.before), "", 8)
        yield Figure(f"{what}: numbers a step counts from, p95", p95(self.sources), "", 6)
        yield Figure(f"{what}: effort of a hint, p95", p95(self.efforts), "")
        yield Figure(f"{what}: tries told a game, median", statistics.median(self.tries), "")
        yield Figure(f"{what}: untold a game, median", statistics.median(self.untold), "")
        yield Figure(
            f"{what}: depth of a try, median", statistics.median(self.depths or [0]), "", 3
        )
        yield Figure(f"{what}: a hint, p95", p95(self.milliseconds), "ms", 50)
        yield Figure(f"{what}: a hint, slowest", max(self.milliseconds), "ms", 300)


def hint_figures(count: int = BOARDS, first: int = 0) -> Iterator[Figure]:
    """Yield how hints read on minimal 10×10 boards of each kind, and on those from elsewhere."""
    for adjacency in Adjacency:
        reading = Reading()
        for seed in range(first, first + count):
            reading.play(
                generate(BoardRequest(10, 10, "rectangle", adjacency, minimal=True), seed).grid
            )
        yield from reading.figures(f"Minimal 10×10, {adjacency.value}")
    folder = Path(os.environ.get("PEGS_CORPUS", ""))
    if (folder / "MANIFEST.tsv").is_file():
        reading = Reading()
        for _, grid, _ in boards_of(folder):
            if grid.last <= MOST_CELLS and solve(grid).unique:
                reading.play(grid)
        yield from reading.figures("Boards from elsewhere")


if __name__ == "__main__":
    for each in hint_figures(*map(int, sys.argv[1:])):
        print(f"{each.what:60} {each.value:8.3g} {each.unit:3} {'' if each.is_reached else 'NO'}")
