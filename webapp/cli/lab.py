"""``pegs-and-paths lab …``: what the Lab's table knows from the start."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import click

from solver.cli.errors import BadInput, LazyGroup
from solver.cli.progress import Done, progress_bar
from solver.deduction.trees.studies import Finding, Study, format_study
from solver.wording import counted, listed
from webapp.cli.served import one_sentence
from webapp.lab.findings import FILE, read_known
from webapp.lab.table import compared_games
from webapp.lab.warm import Report, missing, warm


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
    with one_sentence():
        names = [game.name for game in compared_games()]
        if only not in (None, *names):
            raise BadInput(f"The Lab’s table has no game “{only}”; it has {listed(names)}.")
        studies = missing(file, only, again)
        with progress_bar("Studies", False) as done:
            warm(file, studies, seconds, _reporter(len(studies), done))
    click.echo(f"{file}: {counted(len(read_known(file)), 'study', 'studies')} known.")


def _reporter(number: int, done: Done) -> Report:
    """Return what says of each study how it went, and moves the bar."""
    gone = count(1)

    def report(study: Study, finding: Finding | None) -> None:
        done(next(gone) / number)
        figures = f"mean {float(finding.mean):.4f}, at most {finding.max}" if finding else ""
        click.echo(f"{format_study(study)}: {figures or 'not done in its time'}")

    return report
