"""``pegs-and-paths serve``: what ``make play`` runs; and ``compile``, what its first start does."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from solver.cli.errors import BadInput, imported

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
    type=click.IntRange(1, 64),
    help="Number of server processes. Default: one per core.",
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
    said = {"HOST": host, "PORT": port, "DATA": data, "WORKERS": workers}
    # all processes of the server read the environment
    os.environ.update({f"PEGS_{name}": str(value) for name, value in said.items() if value})
    server = imported("webapp.server")  # what it needs, Windows has not
    sys.exit(server.main(opens=opens))


@click.command("compile")
def compile_command() -> None:
    """Compile the solver now, so that the first start of a server finds it done.

    It is for images and packages: NUMBA_CACHE_DIR says where to, to the server as well.

    \b
    Example:
      pegs-and-paths compile
    """
    imported("webapp.server").prepare_solver()
