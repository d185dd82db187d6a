"""``pegs-and-paths lab …``: what the Lab's table knows from the start, study by study.

A study that doesn't finish in time is left out, since what a deadline cuts short depends on the
machine. The table then offers to run it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import count
from pathlib import Path

import click

from solver.cli.errors import BadInput, LazyGroup
from solver.cli.progress import Done, progress_bar
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
from solver.wording import join_words, plural
from webapp.lab.findings import FILE, read_known, write_known
from webapp.lab.table import compared_games, table_studies
from webapp.storage.documents import DocumentError


@click.group("lab", cls=LazyGroup)
def lab_group() -> None:
    """Compute the Lab’s table."""


@lab_group.command("warm")
@click.option("--only", metavar="GAME", help="Only this game.")
@click.option("--again", is_flag=True, help="Also compute what is known.")
@click.option("--seconds", type=click.IntRange(1), default=60, show_default=True, help="Per study.")
@click.option(
    "--file",
    type=click.Path(dir_okay=False, path_type=Path),
    default=FILE,
    help="Use another file than the program’s own.",
)
def warm_command(only: str | None, again: bool, seconds: int, file: Path) -> None:
    """Compute what is missing in the Lab’s table, and keep it in the program’s file.

    It keeps what is in the file, unless you say --again, and skips what takes too long.

    \b
    Examples:
      pegs-and-paths lab warm
      pegs-and-paths lab warm --only mini --again
    """
    names = [game.name for game in compared_games()]
    if only not in (None, *names):
        raise BadInput(f"The Lab’s table has no game “{only}”; it has {join_words(names)}.")
    try:
        studies = missing(file, only, again)
        with progress_bar("Studies", False) as show_share:
            warm(file, studies, seconds, _reporter(len(studies), show_share))
    except DocumentError as error:
        raise BadInput(str(error)) from error
    click.echo(f"{file}: {plural(len(read_known(file)), 'study', 'studies')} known.")


def _reporter(number: int, show_share: Done) -> Report:
    """Return what says of each study how it went, and moves the bar."""
    numbers = count(1)

    def report(study: Study, finding: Finding | None) -> None:
        show_share(next(numbers) / number)
        figures = f"mean {float(finding.mean):.4f}, at most {finding.max}" if finding else ""
        click.echo(f"{format_study(study)}: {figures or 'not done in its time'}")

    return report


Report = Callable[[Study, Finding | None], None]


def missing(file: Path, game: str | None = None, again: bool = False) -> tuple[Study, ...]:
    """Return the studies of the table, or of one game in it, that the file doesn't have yet.

    With ``again``, also those it has. Raises DocumentError.
    """
    findings = {} if again else read_known(file)
    studies = (study for study in table_studies() if game in (None, study.game))
    return tuple(study for study in studies if format_study(study) not in findings)


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
