"""Computing the lab's table in advance, study by study, for the file of known findings.

A study that doesn't finish in time is left out, since what a deadline cuts short depends on the
machine. The table then offers to run it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
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
from webapp.lab.findings import read_known, write_known
from webapp.lab.table import table_studies

Report = Callable[[Study, Finding | None], None]


def missing(file: Path, game: str | None = None, again: bool = False) -> tuple[Study, ...]:
    """Return the studies of the table, or of one game in it, that the file doesn't have yet.

    With ``again``, also those it has. Raises DocumentError.
    """
    findings = {} if again else read_known(file)
    wanted = (study for study in table_studies() if game in (None, study.game))
    return tuple(study for study in wanted if format_study(study) not in findings)


def warm(file: Path, studies: Iterable[Study], seconds: int, report: Report) -> None:
    """Compute studies and add each to the file once it is done; ``report`` is called for each.

    Findings in the file for studies that the table lacks are removed. Raises DocumentError, and
    OSError.
    """
    for _ in compile_kernels():
        pass  # so that no study's time includes compiling
    findings = read_known(file)
    order = [format_study(study) for study in table_studies()]
    for study in studies:
        finding = compute(study, seconds)
        if finding is not None:
            findings[format_study(study)] = finding
        write_known(file, {text: findings[text] for text in order if text in findings})
        report(study, finding)


def compute(study: Study, seconds: int) -> Finding | None:
    """Return the finding of a study; None if it isn't finished, or not proved, in time."""
    until = time.time() + seconds
    try:
        finding = merge(study, [work(piece, until) for piece in pieces(study)])
    except (TimeoutError, StudyError):  # an exact search may have no plan at all by then
        return None
    return None if is_exact(study) and not finding.proved else replace(finding, tree=None)
