"""The command line ``pegs-and-paths``: one group of commands for each kind of game.

Other packages add commands of theirs by entry points, as the server does; each is loaded when it
is asked for.
"""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points

import click

from solver.cli.errors import Group
from solver.cli.exercises.group import exercise
from solver.cli.hidoku import hidoku
from solver.cli.mastermind import mastermind

ADDED = "pegs_and_paths.commands"


class WholeGroup(Group):
    """The group with all that is added to it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands; see :class:`click.Group`."""
        return sorted([*super().list_commands(ctx), *_added()])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of a name, None if there is none; see :class:`click.Group`."""
        own = super().get_command(ctx, cmd_name)
        if own or cmd_name not in (added := _added()):
            return own
        command: click.Command = added[cmd_name].load()
        return command


def _added() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=ADDED)}


@click.group(cls=WholeGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="pegs-and-paths")
def main() -> None:
    """Play and solve Mastermind and Hidoku, with reasons."""


main.add_command(exercise)
main.add_command(hidoku)
main.add_command(mastermind)
