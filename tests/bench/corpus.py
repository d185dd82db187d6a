"""Boards from elsewhere, where there are any: ``PEGS_CORPUS=FOLDER make bench``.

The folder holds a MANIFEST.tsv (columns name, adjacency, solutions, …) and NAME.txt for each board.
Boards with links between cells (NAME.links.json) are left out: they come with a later issue.
"""

from __future__ import annotations

import csv
import os
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

from solver.hidoku.grid import Adjacency
from solver.hidoku.notation import parse_grid
from solver.hidoku.search import Budget, Verdict, solve
from tests.bench.measure import Figure

ADJACENCY = {"8": Adjacency.EIGHT, "4": Adjacency.FOUR, "h": Adjacency.HEX}
SECONDS = 5.0


def corpus_figures() -> Iterator[Figure]:
    """Yield how the search does on every board of the folder, if one is named."""
    folder = Path(os.environ.get("PEGS_CORPUS", ""))
    if not (folder / "MANIFEST.tsv").is_file():
        return
    times, wrong, undecided = [], [], []
    for row in _boards(folder):
        text = (folder / f"{row['name']}.txt").read_text()
        grid = parse_grid(text, ADJACENCY[row["adjacency"][0]])
        started = time.perf_counter()
        verdict = solve(grid, 2, Budget(deadline=time.monotonic() + SECONDS)).verdict
        times.append(1000 * (time.perf_counter() - started))
        if verdict is Verdict.UNDECIDED:
            undecided.append(row["name"])
        elif verdict is not _stated(row["solutions"]):
            wrong.append(row["name"])
    print(f"Corpus: other verdict than stated {wrong}; undecided in {SECONDS} s {undecided}")
    yield Figure(f"Corpus, {len(times)} boards, median", statistics.median(times), "ms")
    yield Figure("Corpus, slowest", max(times), "ms")
    yield Figure("Corpus, undecided boards", len(undecided), "")
    yield Figure("Corpus, verdicts other than stated", len(wrong), "")


def _boards(folder: Path) -> Iterator[dict[str, str]]:
    with (folder / "MANIFEST.tsv").open(newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            name = row["name"]
            if (folder / f"{name}.txt").exists() and not (folder / f"{name}.links.json").exists():
                yield row


def _stated(solutions: str) -> Verdict:
    return {"0": Verdict.NONE, "1": Verdict.UNIQUE}.get(solutions, Verdict.SEVERAL)
