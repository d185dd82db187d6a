"""Commands for whoever runs a server; ``pegs-and-paths`` finds them by their entry points.

The solver's commands do not know of them, and so start as fast as if there were no server.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import click

from solver.cli.errors import BadInput, Group
from solver.cli.progress import Done, progress_bar
from solver.deduction.trees.studies import Study, format_study
from solver.wording import counted, listed
from webapp.config import SettingError, Settings, read_settings
from webapp.lab.known import FILE, KnownFinding, read_known
from webapp.lab.table_studies import compared_games
from webapp.lab.warm import Told, Warming, missing, warm
from webapp.retention import retention
from webapp.storage.backup import BackupError, back_up
from webapp.storage.command_database import DatabaseError, opened
from webapp.storage.documents import DocumentError
from webapp.storage.sweep import sweep


@click.command("sweep")
def sweep_command() -> None:
    """Clear away games that nobody has played for long, as the server does once a day."""
    with _one_sentence(), opened(_settings().database_url) as store:
        store.migrate()
        dropped = sweep(store, retention(_settings()))
    click.echo(f"{counted(dropped, 'game')} cleared away.")


@click.command("backup")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--replace", is_flag=True, help="Overwrite the file if it is there.")
def backup_command(file: Path, replace: bool) -> None:
    """Copy the database into FILE while the server runs, and check that the copy is whole."""
    with _one_sentence(), opened(_settings().database_url) as store:
        size = back_up(store.engine, file, replace=replace)
    click.echo(f"{file}: {size:,} bytes, checked.")
    key = _settings().data / "secret_key"
    if key.exists():
        click.echo(f"Keep {key} with it: without that key nobody gets back to their games.")


@click.group("lab", cls=Group)
def lab_group() -> None:
    """What the Lab's table knows from the start."""


@lab_group.command("warm")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, help="Processes at work.")
@click.option("--only", metavar="GAME", help="The studies of one game.")
@click.option("--again", is_flag=True, help="Compute those too that are known.")
@click.option("--seconds", type=click.IntRange(1), default=60, show_default=True, help="A study.")
@click.option(
    "--file",
    type=click.Path(dir_okay=False, path_type=Path),
    default=FILE,
    help="Another file than the program's own.",
)
def warm_command(jobs: int, only: str | None, again: bool, seconds: int, file: Path) -> None:
    """Compute what the Lab's table can know, and keep it in the program's file of findings.

    What is in the file stays unless --again is given; what takes longer than --seconds is left out.
    """
    with _one_sentence():
        _check_compared(only)
        studies = missing(file, only, again)
        how = Warming(_warm_words(jobs, seconds), jobs, seconds)
        with progress_bar("Studies", False) as done:
            told = _teller(len(studies), done)
            warm(file, studies, how, told)
    click.echo(f"{file}: {counted(len(read_known(file)), 'study', 'studies')} known.")


def _check_compared(game: str | None) -> None:
    names = [each.name for each in compared_games()]
    if game not in (None, *names):
        raise BadInput(f"The Lab’s table has no game “{game}”; it has {listed(names)}.")


def _warm_words(jobs: int, seconds: int) -> str:
    return f"pegs-and-paths lab warm --jobs {jobs} --seconds {seconds}"


def _teller(number: int, done: Done) -> Told:
    """Return what says of each study how it went, and moves the bar."""
    gone = count(1)

    def told(study: Study, found: KnownFinding | None) -> None:
        done(next(gone) / number)
        if found is None:
            click.echo(f"{format_study(study)}: not done in its time")
            return
        figures = f"mean {float(found.summary.mean):.4f}, at most {found.summary.max}"
        click.echo(f"{found.study}: {figures} ({found.provenance.seconds} s)")

    return told


def _settings() -> Settings:
    return read_settings()


@contextmanager
def _one_sentence() -> Iterator[None]:
    try:
        yield
    except (SettingError, BackupError, DatabaseError, DocumentError) as error:
        raise BadInput(str(error)) from error
