"""``make bench``: measure, print the table, keep it as figures.md, and bring it to the readers."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator
from datetime import date

from rich.console import Console
from rich.table import Table

from solver.kernels import compile_kernels
from tests.bench.corpus import corpus_figures
from tests.bench.deduction import deduction_figures
from tests.bench.engines import cached_import, hidoku_figures
from tests.bench.exercises import exercise_figures
from tests.bench.generator import generator_figures
from tests.bench.hints import hint_figures
from tests.bench.long import long_figures
from tests.bench.measure import Figure
from tests.bench.played import played_figures
from tests.bench.prose import KEPT, fill
from tests.bench.race import race_figures
from tests.bench.readability import readability_figures
from tests.bench.server import load_figures
from tests.bench.start import start_figures
from tests.bench.visit import server_figures
from tests.bench.words import screen_figures

HEADINGS = ("What", "Measured", "Goal", "Reached", "Against a reference beside it")


def figures() -> Iterator[Figure]:
    """Yield every figure; kernels are compiled first."""
    list(compile_kernels())
    yield from deduction_figures()
    yield from hidoku_figures()
    yield from generator_figures()
    yield from hint_figures()
    yield from exercise_figures()
    yield cached_import()
    yield from start_figures()
    yield from server_figures()
    yield from load_figures()
    yield from race_figures()
    yield from played_figures()
    yield from corpus_figures()
    yield from long_figures()
    yield from readability_figures()
    yield from screen_figures()


def shown(value: float) -> str:
    """Write a number with as many digits as mean something."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def cells(figure: Figure) -> tuple[str, ...]:
    unit = f" {figure.unit}" if figure.unit else ""
    goal = f"≤ {figure.goal:,.6g}{unit}" if figure.goal is not None else ""
    reached = "" if figure.goal is None else "yes" if figure.is_reached else "NO"
    against = ""
    if figure.reference:
        ratio = figure.reference / figure.value
        against = f"{ratio:.0f}× faster than {figure.reference_name} ({figure.reference:.3g}{unit})"
    return figure.what, f"{shown(figure.value)}{unit}", goal, reached, against


def main() -> int:
    """Measure and report; the exit code says whether every goal is reached."""
    measured = []
    for figure in figures():  # told at once: what ends in the midst has measured something, too
        measured.append(figure)
        print(" | ".join(cells(figure)), flush=True)
    rows = [cells(figure) for figure in measured]
    table = Table(*HEADINGS)
    for row in rows:
        table.add_row(*row)
    Console(width=150).print(table)
    KEPT.write_text(as_markdown(rows))
    fill()
    return 0 if all(figure.is_reached for figure in measured) else 1


def as_markdown(rows: list[tuple[str, ...]]) -> str:
    """Return the table as a page to keep."""
    machine = f"{date.today()}, {platform.machine()} with {os.cpu_count()} cores, Python "
    machine += platform.python_version()
    lines = [HEADINGS, ("---",) * len(HEADINGS), *rows]
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"# Figures of the last `make bench`\n\nMeasured on {machine}.\n\n{table}\n"


if __name__ == "__main__":
    sys.exit(main())
