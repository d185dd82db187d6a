"""Commands for whoever runs a server; ``pegs-and-paths`` finds this table by an entry point.

The solver's commands do not know of them, and so start as fast as if there were no server.
"""

from __future__ import annotations

from typing import Final

from solver.cli.errors import Later

COMMANDS: Final = {
    "backup": Later(
        "webapp.cli.served:backup_command",
        "Copy the database into FILE while the server runs, and check that the copy is whole.",
    ),
    "compile": Later(
        "webapp.cli.served:compile_command",
        "Compile the solver now, so that the first server starts sooner.",
    ),
    "games": Later(
        "webapp.cli.exported:games_command",
        "List and check the games in FILE, downloaded from “Your data”.",
    ),
    "lab": Later("webapp.cli.lab:lab_group", "Compute the Lab’s table."),
    "serve": Later("webapp.cli.served:serve_command", "Serve the games to browsers."),
    "sweep": Later(
        "webapp.cli.served:sweep_command",
        "Delete games that nobody has played for a long time, as the server does once a day.",
    ),
    "transfer": Later(
        "webapp.cli.served:transfer_command",
        "Copy all games from SQLite into the empty PostgreSQL database at DATABASE.",
    ),
}
