"""``pegs-and-paths hidoku``: solve a board, trace a solve, ask for a hint.

Results go to standard output, for people or with ``--json`` for programs (cells there are [row,
column] from 0). Exit codes: 0; 1 if the board has no solution, its visible faults said on standard
error; 2 if it cannot be read, with one sentence there.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from enum import IntEnum
from time import monotonic
from typing import IO, Any, TypeVar

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from solver.hidoku.game import Play
from solver.hidoku.grid import Adjacency, Cell, Grid, GridError, faults
from solver.hidoku.notation import LONGEST_TEXT, parse_grid
from solver.hidoku.plain import PlainError, solve_plain
from solver.hidoku.search import Budget, Result, Verdict, board_of, solve
from solver.hidoku.steps import Kind, Step
from solver.hidoku.techniques import Because, Hint, Technique, hint
from solver.hidoku.trace import Mode, Trace, trace
from solver.hidoku.words import dead_text, fault_text, hint_texts, step_text

F = TypeVar("F", bound=Callable[..., Any])


class Exit(IntEnum):
    """How the program ends."""

    FINE = 0
    NO_SOLUTION = 1
    BAD_INPUT = 2


class BadInput(click.ClickException):
    """Input that cannot be used; shown as one sentence on standard error."""

    exit_code = Exit.BAD_INPUT

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the sentence alone."""
        click.echo(self.message, file=file, err=True)


@click.group()
def hidoku() -> None:
    """Hidoku: a path of consecutive numbers through every cell."""


def _board_options(command: F) -> F:
    kinds = click.Choice([adjacency.value for adjacency in Adjacency])
    command = click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)
    command = click.option(
        "--adjacency", type=kinds, default="8", show_default=True, help="Which cells touch."
    )(command)
    return click.argument("file", metavar="FILE|-")(command)


@hidoku.command("solve")
@_board_options
@click.option("--all", "find_all", is_flag=True, help="Find every solution.")
@click.option("--limit", type=click.IntRange(1), help="Find at most so many solutions.")
@click.option("--plain", is_flag=True, help="Use the plain search of the original article.")
@click.option(
    "--budget",
    type=click.FloatRange(0, min_open=True),
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="Stop after so long.",
)
def solve_command(
    *,
    file: str,
    adjacency: str,
    as_json: bool,
    find_all: bool,
    limit: int | None,
    plain: bool,
    budget: float,
) -> None:
    """Find the solutions of a board and prove that there are no others.

    Without --all or --limit the search stops at a second solution: that is enough to know whether
    the first is the only one.
    """
    if find_all and limit is not None:
        raise BadInput("Choose either --all or --limit, not both.")
    grid = _read(file, adjacency)
    most = None if find_all else limit or 2
    solve(Grid.of(1, 1))  # loads the compiled search before the clock starts
    begun = monotonic()
    try:
        search = solve_plain if plain else solve
        result = search(grid, most, Budget(deadline=begun + budget))
    except PlainError as error:
        raise BadInput(str(error)) from error
    seconds = monotonic() - begun
    if as_json:
        _print_json(_result_data(grid, result, seconds))
    else:
        _print_result(grid, result, seconds)
    raise SystemExit(Exit.NO_SOLUTION if result.verdict is Verdict.NONE else Exit.FINE)


def _read(file: str, adjacency: str) -> Grid:
    try:
        with click.open_file(file, "rb") as stream:
            text = stream.read(4 * LONGEST_TEXT + 1).decode()
        grid = parse_grid(text, Adjacency(adjacency))
    except OSError as error:
        raise BadInput(f"Cannot read “{file}”: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"“{file}” is not a text in UTF-8.") from error
    except GridError as error:
        raise BadInput(str(error)) from error
    for fault in faults(grid):
        click.echo(fault_text(fault, grid), err=True)
    return grid


def _print_json(data: dict[str, Any]) -> None:
    click.echo(json.dumps(data, ensure_ascii=False))


def _result_data(grid: Grid, result: Result, seconds: float) -> dict[str, Any]:
    return {
        "solutions": [_rows(grid, board_of(path)) for path in result.solutions],
        "count": result.count,
        "complete": result.complete,
        "unique": result.unique,
        "nodes": result.nodes,
        "successors": result.successors,
        "mean_branching": result.mean_branching,
        "seconds": seconds,
    }


def _rows(grid: Grid, board: dict[Cell, int]) -> list[list[int | None]]:
    return [
        [board.get(Cell(row, column)) for column in range(grid.columns)] for row in range(grid.rows)
    ]


_VERDICTS = {
    Verdict.NONE: "This board has no solution.",
    Verdict.UNIQUE: "This is the only solution.",
    Verdict.UNDECIDED: "The search ran out of its budget before it could decide.",
}


def _print_result(grid: Grid, result: Result, seconds: float) -> None:
    console = Console()
    if result.solutions:
        console.print(_table(grid, board_of(result.solutions[0])))
    console.print(_verdict(result))
    console.print(
        f"{result.nodes} nodes, {result.successors} successors, "
        f"mean branching {result.mean_branching:.3f}, {1000 * seconds:.1f} ms",
        highlight=False,
        style="dim",
    )


def _verdict(result: Result) -> str:
    if result.verdict is not Verdict.SEVERAL:
        return _VERDICTS[result.verdict]
    least = "" if result.complete else "at least "
    return f"This board has {least}{result.count} solutions; this is one."


def _table(grid: Grid, board: dict[Cell, int]) -> Table:
    table = Table(show_header=False, show_lines=True)
    for _ in range(grid.columns):
        table.add_column(justify="right", no_wrap=True)
    for row in range(grid.rows):
        cells = (Cell(row, column) for column in range(grid.columns))
        table.add_row(*(_field(grid, board, cell) for cell in cells))
    return table


def _field(grid: Grid, board: dict[Cell, int], cell: Cell) -> Text:
    number = board.get(cell)
    return Text("" if number is None else str(number), "bold" if cell in grid.given else "")


@hidoku.command("trace")
@_board_options
@click.option(
    "--mode",
    type=click.Choice([mode.value for mode in Mode]),
    default="rules",
    show_default=True,
    help="Reason like a person, or search like the article.",
)
@click.option(
    "--budget",
    type=click.FloatRange(0, min_open=True),
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="Stop after so long.",
)
def trace_command(*, file: str, adjacency: str, as_json: bool, mode: str, budget: float) -> None:
    """Print a whole solve, step by step."""
    grid = _read(file, adjacency)
    try:
        found = trace(grid, Mode(mode), Budget(deadline=monotonic() + budget))
    except PlainError as error:
        raise BadInput(str(error)) from error
    if as_json:
        _print_json({"steps": [_step_data(step) for step in found.steps]})
    else:
        _print_trace(found)
    impossible = found.steps[-1].kind is Kind.IMPOSSIBLE
    raise SystemExit(Exit.NO_SOLUTION if impossible else Exit.FINE)


def _step_data(step: Step) -> dict[str, Any]:
    return {
        "kind": step.kind.value,
        "number": step.number,
        "cell": step.cell,
        "reason": step_text(step),
        "depth": step.depth,
    }


def _print_trace(found: Trace) -> None:
    for index, step in enumerate(found.steps):
        click.echo(f"{index:5}  {'  ' * min(step.depth, 20)}{step_text(step)}")
    if found.solution:
        Console().print(_table(found.grid, found.solution))


@hidoku.command("hint")
@_board_options
def hint_command(*, file: str, adjacency: str, as_json: bool) -> None:
    """Say the next step on a board, in three tiers: where to look, why, and the move."""
    found = hint(Play(_read(file, adjacency)))
    if as_json:
        _print_json(_hint_data(found))
    else:
        for tier in hint_texts(found):
            click.echo(tier)
    impossible = found.technique is Technique.IMPOSSIBLE
    raise SystemExit(Exit.NO_SOLUTION if impossible else Exit.FINE)


def _hint_data(found: Hint) -> dict[str, Any]:
    return {
        "technique": found.technique.value,
        "number": found.number,
        "cell": found.cell,
        "because": _because_data(found.because),
        "text": hint_texts(found),
    }


def _because_data(because: Because) -> dict[str, Any]:
    refuted = [
        {"number": entry.number, "cell": entry.cell, "why": dead_text(entry.why)}
        for entry in because.refuted
    ]
    return {"numbers": because.numbers, "cells": because.cells, "refuted": refuted}
