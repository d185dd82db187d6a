"""Boards from elsewhere, where there are any: ``PEGS_CORPUS=FOLDER make bench``.

The folder holds a MANIFEST.tsv (columns name, adjacency, solutions, …), NAME.txt for each board and
NAME.links.json (pairs of cells, rows and columns from 0) for boards with joined cells.
"""

import csv
import json
import os
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

from solver.hidoku.logic.hints import explain
from solver.hidoku.notations.registry import parse_any
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.search.solve import Verdict, board_of, solve
from solver.hidoku.search.staged_search import Budget
from tests.bench.measure import Figure, took
from tests.bench.satisfiability import glucose_ms

ADJACENCY = {"8": Adjacency.EIGHT, "4": Adjacency.FOUR, "h": Adjacency.HEX}
SECONDS = 5.0
MOST = 1000  # solutions that the manifest counts; it writes 1000+ where there are more
MANY = "marjo/"  # the name of the largest collection begins so


def corpus_figures() -> Iterator[Figure]:
    """Yield how the search does on every board of the folder, if one is named."""
    folder = Path(os.environ.get("PEGS_CORPUS", ""))
    if not (folder / "MANIFEST.tsv").is_file():
        return
    boards = list(boards_of(folder))
    times = {name: _milliseconds(grid) for name, grid, _ in boards}
    slowest = sorted(times, key=times.__getitem__)[-5:]
    print("Corpus, slowest:", ", ".join(f"{name} {times[name]:.3g} ms" for name in slowest))
    yield Figure(f"Corpus, {len(times)} boards, median", statistics.median(times.values()), "ms")
    yield Figure("Corpus, slowest board", max(times.values()), "ms", 100)
    large = [times[name] for name, grid, _ in boards if grid.last > 800]
    yield Figure("Corpus, slowest board of 30×30", max(large), "ms", 30)
    yield from _many_figures([(times[name], grid) for name, grid, _ in boards if MANY in name])
    wrong = [name for name, grid, count in boards if not _is_as_stated(grid, count)]
    print(f"Corpus: other count than stated {wrong}")
    yield Figure("Corpus, counts other than stated", len(wrong), "")
    yield from _explained_figures([(name, grid) for name, grid, _ in boards])


def _explained_figures(boards: list[tuple[str, Grid]]) -> Iterator[Figure]:
    """Yield how many unique boards techniques leave unsolved, and how long explaining takes."""
    unique = [(name, grid) for name, grid in boards if solve(grid).unique]
    times, stuck = [], []
    for name, grid in unique:
        start = time.process_time()
        reasoning = explain(grid, Budget(deadline=time.monotonic() + 60))
        times.append(1000 * (time.process_time() - start))
        if (
            not reasoning.is_solved
            or board_of(solve(grid).solutions[0]) != reasoning.position.board
        ):
            stuck.append(name)
    print(f"Corpus: not solved by techniques {stuck}")
    yield Figure(f"Corpus, of {len(unique)} unique boards not explained", len(stuck), "", 0)
    yield Figure("Explaining one of them, median", statistics.median(times), "ms")
    yield Figure("Explaining the slowest", max(times), "ms")


def _many_figures(boards: list[tuple[float, Grid]]) -> Iterator[Figure]:
    glucose = [glucose_ms(grid) for _, grid in boards]
    ours = [ms for ms, _ in boards]
    reference = statistics.median(time.whole for time in glucose)
    median = statistics.median(ours)
    title = f"The median of {len(ours)} boards up to 10×10"
    yield Figure(title, median, "ms", reference / 20, reference, "glucose4, with its encoding")
    alone = statistics.median(time.solving for time in glucose)
    yield Figure(f"{title}, again", median, "ms", None, alone, "glucose4, clauses ready")
    slowest = max(time.whole for time in glucose)
    yield Figure(
        "The slowest of them", max(ours), "ms", 1.6, slowest, "glucose4, with its encoding"
    )


def _milliseconds(grid: Grid) -> float:
    """Return the best of three times of a whole proof."""
    return min(
        took(lambda: solve(grid, 2, Budget(deadline=time.monotonic() + SECONDS))) for _ in range(3)
    )


def boards_of(folder: Path) -> Iterator[tuple[str, Grid, str]]:
    with (folder / "MANIFEST.tsv").open(newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            text = (folder / f"{row['name']}.txt").read_text()
            grid = parse_any(text, ADJACENCY[row["adjacency"][0]])
            yield row["name"], _joined(grid, folder / f"{row['name']}.links.json"), row["solutions"]


def _joined(grid: Grid, path: Path) -> Grid:
    if not path.is_file():
        return grid
    joins = [(Cell(*a), Cell(*b)) for a, b in json.loads(path.read_text())]
    size = grid.rows, grid.columns
    return Grid.of(*size, grid.given, grid.blocked, grid.adjacency, joined=joins)


def _is_as_stated(grid: Grid, count: str) -> bool:
    """Whether all solutions, or a thousand, are found, each once; a unique board is proved so."""
    result = solve(grid, MOST, Budget(deadline=time.monotonic() + SECONDS))
    if len(set(result.solutions)) != result.count:
        return False
    if count.endswith("+"):
        return result.count == MOST
    is_complete = result.complete and result.count == int(count)
    return is_complete and (count != "1" or result.verdict is Verdict.UNIQUE)
