"""The command line ``pegs-and-paths``: one group of commands for each kind of game.

Other packages add tables of commands of theirs by entry points, as the server does. Nothing but
the tables is loaded until a command is run.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import entry_points
from typing import Final

import click

from solver.cli.errors import Later, LazyGroup

ADDED: Final = "pegs_and_paths.commands"

BROWSER: Final = "in the browser, with “pegs-and-paths serve --open”."

HIDOKU: Final = {
    "check": Later(
        "solver.cli.hidoku_puzzles:check_command",
        "Say whether a board is a puzzle: its faults, and whether it has one solution.",
    ),
    "generate": Later(
        "solver.cli.hidoku_puzzles:generate_command", "Make a board with exactly one solution."
    ),
    "grade": Later(
        "solver.cli.hidoku_puzzles:grade_command",
        "Say how hard a board is, and which techniques it takes.",
    ),
    "hint": Later(
        "solver.cli.hidoku_steps:hint_command",
        "Give a hint in three steps: where to look, the reason, and the move.",
    ),
    "solve": Later(
        "solver.cli.hidoku:solve_command",
        "Find the solutions of a board and prove that there are no others.",
    ),
    "trace": Later("solver.cli.hidoku_steps:trace_command", "Print a whole solve, step by step."),
    "why": Later(
        "solver.cli.hidoku_steps:why_command",
        "Say whether a number can, can’t or must go in a cell, and why.",
    ),
}

MASTERMIND: Final = {
    "analyse": Later(
        "solver.cli.analysis:analyse",
        "List the best guesses after the TURNs, or try one and see what it leaves.",
    ),
    "candidates": Later(
        "solver.cli.mastermind:list_candidates", "List the codes that fit all TURNs."
    ),
    "diagnose": Later(
        "solver.cli.mastermind:diagnose",
        "Say which TURNs can’t all be true, and which change would fix it.",
    ),
    "hint": Later(
        "solver.cli.mastermind:hint", "Say what the TURNs prove, and which guess is best."
    ),
    "why": Later(
        "solver.cli.mastermind:why",
        "Say whether a CLAIM about the code is possible or certain, and by which TURNs.",
    ),
    "optimum": Later(
        "solver.cli.optimum:optimum",
        "Find the smallest total of guesses over all codes, and so the best average, and prove it.",
    ),
    "review": Later(
        "solver.cli.review:review",
        "Review a game: what was known before each GUESS, what was best, and what was luck.",
    ),
    "simulate": Later(
        "solver.cli.trees:simulate",
        "Play many games against random codes, and count the guesses they take.",
    ),
    "check": Later(
        "solver.cli.trees:check", "Play a strategy from a file against every code of the game."
    ),
    "tree": Later("solver.cli.trees:tree", "Play a strategy against every code of the game."),
}


class PluginGroup(LazyGroup):
    def later(self) -> Mapping[str, Later]:
        added = [entry.load() for entry in entry_points(group=ADDED)]
        return {name: later for table in added for name, later in table.items()}


@click.group(
    cls=PluginGroup,
    gone={"exercise": f"Exercises are {BROWSER}"},
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
