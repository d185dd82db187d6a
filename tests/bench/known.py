"""What the Lab's table knows from the start, computed study by study.

``python -m tests.bench.known [GAME…] [--again]`` adds what is missing to the file of the program,
``webapp/lab/known_findings.jsonl``, or with ``--again`` computes all of it. A study that doesn't
finish in time is left out, since what a deadline cuts short depends on the machine. The table then
offers to run it.
"""

import os
import time
from argparse import ArgumentParser
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from solver.deduction.trees.studies import (
    Finding,
    Study,
    StudyError,
    format_study,
    is_exact,
    merge,
    pieces,
    work,
)
from solver.kernels import compile_kernels
from webapp.lab.findings import FILE, KNOWN, SUMMARY, format_summary, read_known
from webapp.lab.table import WAYS, compared_games, study_of, why_not

SECONDS = 60  # for each study


def main() -> None:
    parser = ArgumentParser("python -m tests.bench.known", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these games")
    parser.add_argument("--again", action="store_true", help="also compute what is known")
    options = parser.parse_args()
    names = [game.name for game in compared_games()]
    if strange := {*options.games}.difference(names):
        parser.error(f"the table has {', '.join(names)}, not {', '.join(strange)}")
    list(compile_kernels())  # so that no study's time includes compiling
    for study, finding in extend(FILE, options.games or names, again=options.again):
        figures = f"mean {float(finding.mean):.4f}, at most {finding.max}" if finding else ""
        print(f"{format_study(study)}: {figures or 'not done in its time'}")


def extend(
    file: Path, games: Collection[str], *, again: bool = False
) -> Iterator[tuple[Study, Finding | None]]:
    """Yield what the file lacks of some games once it is computed and written there.

    Findings in the file for studies that the table lacks are removed.
    """
    findings = read_known(file)
    order = [format_study(study) for study in table_studies()]
    for study in table_studies():
        text = format_study(study)
        if study.game not in games or (text in findings and not again):
            continue
        finding = compute(study, SECONDS)
        if finding is not None:
            findings[text] = finding
        write_known(file, {name: findings[name] for name in order if name in findings})
        yield study, finding


def table_studies() -> tuple[Study, ...]:
    studies = (study_of(name, game) for game in compared_games() for name, _, _ in WAYS)
    return tuple(study for study in studies if not why_not(study))


def write_known(file: Path, findings: Mapping[str, Finding]) -> None:
    """Write findings line by line, replacing the file in one step: it is never incomplete."""
    new_file = file.with_name(f"{file.name}.new")
    summaries = {
        study: SUMMARY.read(format_summary(finding)) for study, finding in findings.items()
    }
    lines = (KNOWN.write({"study": study, **summary}) for study, summary in summaries.items())
    new_file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    os.replace(new_file, file)


def compute(study: Study, seconds: int) -> Finding | None:
    """Return the finding of a study; None if it isn't finished, or not proved, in time."""
    until = time.time() + seconds
    try:
        finding = merge(study, [work(piece, until) for piece in pieces(study)])
    except (TimeoutError, StudyError):  # an exact search may have no plan at all by then
        return None
    return None if is_exact(study) and not finding.proved else replace(finding, tree=None)


if __name__ == "__main__":
    main()
