"""Commands for a server (``serve``, ``compile``) and for what it keeps (``backup``, ``sweep``)."""

import os
import sys
from pathlib import Path

import click

from solver.cli.errors import BadInput, import_quietly
from solver.wording import plural
from webapp.config import read_settings
from webapp.storage.backup import back_up, open_store, transfer
from webapp.storage.sweep import sweep

NO_FORKS = "The server needs Linux or macOS; on Windows run it in WSL. The other commands work."


@click.command("serve")
@click.option("--host", help="Address to listen on (0.0.0.0 for all). Default: 127.0.0.1.")
@click.option("--port", type=click.IntRange(1, 65_535), help="Port to listen on. Default: 8000.")
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the database and the secret key.",
)
@click.option(
    "--workers",
    type=click.IntRange(0, 64),
    help="Number of server processes. Default, or with 0: one per core.",
)
@click.option("--open", "opens", is_flag=True, help="Open the home page in a browser.")
def serve_command(
    host: str | None, port: int | None, data: Path | None, workers: int | None, opens: bool
) -> None:
    """Serve the games to browsers.

    What no option says, the environment does: PEGS_HOST, PEGS_PORT, PEGS_DATA, PEGS_WORKERS and
    the other settings in docs/deploy.md. In a checkout games are kept in its folder instance; where
    the program is installed, in the user's folder for data (on Linux it is
    ~/.local/share/pegs-and-paths).

    \b
    Examples:
      pegs-and-paths serve --open
      pegs-and-paths serve --host 0.0.0.0 --port 8080 --data /srv/pegs
    """
    if not hasattr(os, "fork"):
        raise BadInput(NO_FORKS)
    options = {"HOST": host, "PORT": port, "DATA": data, "WORKERS": workers}
    settings = {name: f"{value}" for name, value in options.items() if value is not None}
    # all processes of the server read the environment
    os.environ.update({f"PEGS_{name}": value for name, value in settings.items()})
    server = import_quietly("webapp.server")  # what it needs, Windows has not
    sys.exit(server.main(opens=opens))


@click.command("compile")
def compile_command() -> None:
    """Compile the solver now, so that the first server starts sooner.

    It is for images and packages: NUMBA_CACHE_DIR says where to, to the server as well.

    \b
    Example:
      pegs-and-paths compile
    """
    import_quietly("webapp.server").prepare_solver()


@click.command("sweep")
def sweep_command() -> None:
    """Delete games that nobody has played for a long time, as the server does once a day.

    \b
    Example:
      pegs-and-paths sweep
    """
    settings = read_settings()
    with open_store(settings.database_url) as store:
        store.migrate()
        rules = import_quietly("webapp.registry")  # which brings the rooms along, half a second
        count = sweep(store, rules.retention(settings))
    click.echo(f"{plural(count, 'game')} cleared away.")


@click.command("backup")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--replace", is_flag=True, help="Overwrite the file if it exists.")
def backup_command(file: Path, replace: bool) -> None:
    """Copy the database into FILE while the server runs, and check that the copy is whole.

    \b
    Examples:
      pegs-and-paths backup games.sqlite3
      pegs-and-paths backup games.sqlite3 --replace
    """
    settings = read_settings()
    with open_store(settings.database_url) as store:
        size = back_up(store.engine, file, replace=replace)
    click.echo(f"{file}: {size:,} bytes, checked.")
    key = settings.data / "secret_key"
    if key.exists():
        click.echo(f"Keep {key} with it. Without that key, players lose access to their games.")


@click.command("transfer")
@click.argument("database")
def transfer_command(database: str) -> None:
    """Copy all games from SQLite into the PostgreSQL database at DATABASE.

    Stop the server first: moves that players make meanwhile wait, and later ones aren't copied. A
    table that has rows in DATABASE stays as it is there. Of boards, exercises, lessons and joined
    browsers, which version 1.1.0 left out, the rows are added that it lacks: run this again, and
    then start the server.

    \b
    Example:
      pegs-and-paths transfer postgresql://pegs@localhost/pegs
    """
    with open_store(read_settings().database_url) as source, open_store(database) as target:
        counts = transfer(source, target)
    for table, count in counts.items():
        words = "has rows there, so it stays as it is"
        click.echo(f"{table}: {words if count is None else plural(count, 'row')}")
    summary = "All rows are" if None not in counts.values() else "What was missing is"
    click.echo(f"{summary} copied, read again and compared.")
    click.echo("Now set DATABASE_URL, keep the SQLite file, and start the server again.")
