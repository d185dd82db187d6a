"""Measure, print the table, keep it as figures.md, and bring it to README and docs.

Of subjects that are named only the table is printed.
"""

import os
import platform
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from datetime import date

from rich.console import Console
from rich.table import Table

from solver.kernels import compile_kernels
from tests.bench.corpus import corpus_figures
from tests.bench.deduction import deduction_figures
from tests.bench.engines import hidoku_figures
from tests.bench.generator import generator_figures
from tests.bench.hints import hint_figures
from tests.bench.long import long_figures
from tests.bench.measure import Figure
from tests.bench.prose import KEPT, fill
from tests.bench.server import load_figures
from tests.bench.start import start_figures
from tests.bench.threads import reason_figures
from tests.bench.visit import server_figures

HEADINGS = ("What", "Measured", "Goal", "Reached", "Against a reference beside it")


#: Each measures one subject, in the order of the table.
SUBJECTS = {
    "deduction": deduction_figures,
    "hidoku": hidoku_figures,
    "generator": generator_figures,
    "hints": hint_figures,
    "reasons": reason_figures,
    "start": start_figures,
    "server": server_figures,
    "load": load_figures,
    "corpus": corpus_figures,
    "long": long_figures,
}


def figures(subjects: Iterable[str]) -> Iterator[Figure]:
    """Yield every figure of some subjects; kernels are compiled first."""
    list(compile_kernels())
    for subject in subjects:
        yield from SUBJECTS[subject]()


def shown(value: float) -> str:
    """Write a number with as many digits as mean something."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def cells(figure: Figure) -> tuple[str, ...]:
    unit = f" {figure.unit}" if figure.unit else ""
    goal = f"≤ {figure.goal:,.6g}{unit}" if figure.goal is not None else ""
    verdict = "" if figure.goal is None else "yes" if figure.is_reached else "NO"
    against = ""
    if figure.reference:
        ratio = figure.reference / figure.value
        against = f"{ratio:.0f}× faster than {figure.reference_name} ({figure.reference:.3g}{unit})"
    return figure.what, f"{shown(figure.value)}{unit}", goal, verdict, against


def main() -> int:
    """Measure and report; the exit code says whether every goal is reached."""
    parser = ArgumentParser("python -m tests.bench", description=__doc__)
    parser.add_argument("subject", nargs="*", choices=[*SUBJECTS, "all"], default="all")
    subjects, results = parser.parse_args().subject, []
    is_whole = "all" in subjects
    # Told at once: what ends in the midst has measured something, too.
    for figure in figures(SUBJECTS if is_whole else subjects):
        results.append(figure)
        print(" | ".join(cells(figure)), flush=True)
    rows = [cells(figure) for figure in results]
    table = Table(*HEADINGS)
    for row in rows:
        table.add_row(*row)
    Console(width=150).print(table)
    if is_whole:
        KEPT.write_text(as_markdown(rows))
        fill()
    return 0 if all(figure.is_reached for figure in results) else 1


def as_markdown(rows: list[tuple[str, ...]]) -> str:
    machine = f"{date.today()}, {platform.machine()} with {os.cpu_count()} cores, Python "
    machine += platform.python_version()
    lines = [HEADINGS, ("---",) * len(HEADINGS), *rows]
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"# Figures of the last `make bench`\n\nMeasured on {machine}.\n\n{table}\n"


if __name__ == "__main__":
    sys.exit(main())
