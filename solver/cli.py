"""The command line ``pegs-and-paths``: one group of commands for each kind of game."""

from __future__ import annotations

import click

from solver.cli_errors import Group
from solver.cli_hidoku import hidoku
from solver.cli_mastermind import mastermind


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="pegs-and-paths")
def main() -> None:
    """Play and solve Mastermind and Hidoku, with reasons."""


main.add_command(hidoku)
main.add_command(mastermind)
