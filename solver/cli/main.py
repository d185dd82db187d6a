"""The command line ``pegs-and-paths``: one group of commands for each kind of game.

Other packages add tables of commands of theirs by entry points, as the server does. Nothing but
the tables is loaded until a command is run.
"""

from collections.abc import Mapping
from importlib.metadata import entry_points
from typing import Final

import click

from solver.cli.errors import LazyGroup

ADDED: Final = "pegs_and_paths.commands"

BROWSER: Final = "in the browser, with “pegs-and-paths serve --open”."

HIDOKU: Final = {
    "check": "solver.cli.hidoku:check_command",
    "generate": "solver.cli.hidoku_generate:generate_command",
    "grade": "solver.cli.hidoku:grade_command",
    "hint": "solver.cli.hidoku_steps:hint_command",
    "solve": "solver.cli.hidoku:solve_command",
    "trace": "solver.cli.hidoku_steps:trace_command",
    "why": "solver.cli.hidoku_steps:why_command",
}

MASTERMIND: Final = {
    "analyse": "solver.cli.analysis:analyse",
    "candidates": "solver.cli.mastermind:list_candidates",
    "diagnose": "solver.cli.mastermind:diagnose",
    "hint": "solver.cli.mastermind:hint",
    "why": "solver.cli.mastermind:why",
    "optimum": "solver.cli.trees:optimum",
    "review": "solver.cli.mastermind:review",
    "simulate": "solver.cli.trees:simulate",
    "check": "solver.cli.trees:check",
    "tree": "solver.cli.trees:tree",
}


class PluginGroup(LazyGroup):
    def later(self) -> Mapping[str, str]:
        tables = [entry.load() for entry in entry_points(group=ADDED)]
        return {name: later for table in tables for name, later in table.items()}


@click.group(
    cls=PluginGroup,
    gone={
        "exercise": f"Exercises are {BROWSER}",
        "lab": "In a checkout, “make warm” computes the Lab’s table.",
    },
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="pegs-and-paths")
def main() -> None:
    """Play and solve Mastermind and Hidoku, with reasons."""


@main.group(
    cls=LazyGroup,
    later=HIDOKU,
    gone={"where": "Ask “pegs-and-paths hidoku why FILE --number NUMBER”."},
)
def hidoku() -> None:
    """Hidoku: a path of consecutive numbers through every cell.

    FILE is a board in any notation: rows of numbers, a table, JSON, an address of Kudamono, a game
    of Ascent. With “-”, it’s read from standard input.
    """


@main.group(cls=LazyGroup, later=MASTERMIND, gone={"play": f"Play {BROWSER}"})
def mastermind() -> None:
    """Mastermind, Bulls and Cows, the number pair: hints, candidates, trees, perfect play.

    Each command’s --help says how to write games and TURNs.
    """
