"""Commands for whoever runs a server; ``pegs-and-paths`` finds this table by an entry point.

The solver's commands do not know of them, and so start as fast as if there were no server.
"""

from typing import Final

COMMANDS: Final = {
    "backup": "webapp.cli.served:backup_command",
    "compile": "webapp.cli.served:compile_command",
    "games": "webapp.cli.exported:games_command",
    "serve": "webapp.cli.served:serve_command",
    "sweep": "webapp.cli.served:sweep_command",
    "transfer": "webapp.cli.served:transfer_command",
}
