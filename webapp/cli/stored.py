"""Commands on what a server keeps: ``sweep`` and ``backup``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from solver.cli.errors import BadInput, imported
from solver.wording import counted
from webapp.config import SettingError, read_settings
from webapp.storage.backup import BackupError, DatabaseError, back_up, opened
from webapp.storage.documents import DocumentError
from webapp.storage.sweep import sweep


@click.command("sweep")
def sweep_command() -> None:
    """Delete games that nobody has played for a long time, as the server does once a day."""
    with one_sentence():
        settings = read_settings()
        with opened(settings.database_url) as store:
            store.migrate()
            rules = imported("webapp.registry")  # which brings the rooms along, half a second
            dropped = sweep(store, rules.retention(settings))
    click.echo(f"{counted(dropped, 'game')} cleared away.")


@click.command("backup")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--replace", is_flag=True, help="Overwrite the file if it is there.")
def backup_command(file: Path, replace: bool) -> None:
    """Copy the database into FILE while the server runs, and check that the copy is whole."""
    with one_sentence():
        settings = read_settings()
        with opened(settings.database_url) as store:
            size = back_up(store.engine, file, replace=replace)
    click.echo(f"{file}: {size:,} bytes, checked.")
    key = settings.data / "secret_key"
    if key.exists():
        click.echo(f"Keep {key} with it. Without that key, players lose access to their games.")


@contextmanager
def one_sentence() -> Iterator[None]:
    try:
        yield
    except (SettingError, BackupError, DatabaseError, DocumentError) as error:
        raise BadInput(str(error)) from error
