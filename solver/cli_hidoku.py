"""``pegs-and-paths hidoku``: solve a board, trace a solve, ask for a hint.

Results go to standard output, for people or with ``--json`` for programs (cells there are [row,
column] from 0). Exit codes: 0; 1 if the board has no solution, its visible faults said on standard
error; 2 if it cannot be read, with one sentence there.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from time import monotonic
from typing import Any, TypeVar

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from solver.cli_errors import BadInput, Exit, FiniteRange, Group
from solver.hidoku.game import Play
from solver.hidoku.grid import Adjacency, Cell, Grid, GridError, faults
from solver.hidoku.notation import LONGEST_TEXT, format_grid, parse_grid
from solver.hidoku.plain import solve_plain
from solver.hidoku.search import Budget, Result, Verdict, board_of, solve
from solver.hidoku.steps import Because, Hint, Kind, Step, Technique
from solver.hidoku.techniques import hint
from solver.hidoku.trace import Mode, Trace, trace
from solver.hidoku.words import counted, dead_text, fault_text, hint_texts, step_text

F = TypeVar("F", bound=Callable[..., Any])


MOST_KEPT = 10_000  # solutions printed as JSON; the others are only counted


@click.group(cls=Group)
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
    type=FiniteRange(min=0, min_open=True),
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
    the first is the only one. With --json at most 10,000 solutions are printed; "count" counts all
    that were found, "truncated" says whether some of them are not printed, and "complete" whether
    the search went through to its end.
    """
    if find_all and limit is not None:
        raise BadInput("Choose either --all or --limit, not both.")
    grid = _read(file, adjacency)
    _echo_faults(grid)
    most = None if find_all else limit or 2
    keep = MOST_KEPT if as_json else 1
    solve(Grid.of(1, 1))  # loads the compiled search before the clock starts
    begun = monotonic()
    search = solve_plain if plain else solve
    result = search(grid, most, Budget(deadline=begun + budget), keep=keep)
    seconds = monotonic() - begun
    if as_json:
        _print_json(_result_data(grid, result, seconds))
    else:
        _print_result(grid, result, seconds, is_stopped=result.count == most)
    raise SystemExit(Exit.NO_SOLUTION if result.verdict is Verdict.NONE else Exit.FINE)


def _read(file: str, adjacency: str) -> Grid:
    try:
        with click.open_file(file, "rb") as stream:
            text = stream.read(4 * LONGEST_TEXT + 1).decode()
        return parse_grid(text, Adjacency(adjacency))
    except OSError as error:
        raise BadInput(f"Cannot read “{file}”: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"“{file}” is not a text in UTF-8.") from error
    except GridError as error:
        raise BadInput(str(error)) from error


def _echo_faults(grid: Grid) -> None:
    for fault in faults(grid):
        click.echo(fault_text(fault, grid), err=True)


def _print_json(data: dict[str, Any]) -> None:
    click.echo(json.dumps(data, ensure_ascii=False))


def _result_data(grid: Grid, result: Result, seconds: float) -> dict[str, Any]:
    return {
        "solutions": [_rows(grid, board_of(path)) for path in result.solutions],
        "count": result.count,
        "truncated": len(result.solutions) < result.count,
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


def _print_result(grid: Grid, result: Result, seconds: float, is_stopped: bool) -> None:
    if result.solutions:
        _print_board(grid, board_of(result.solutions[0]))
    click.echo(_verdict(result, is_stopped))
    numbers = (
        counted(result.nodes, "node"),
        counted(result.successors, "successor"),
        f"mean branching {result.mean_branching:.3f}",
        f"{1000 * seconds:.1f} ms",
    )
    Console().print(", ".join(numbers), highlight=False, style="dim")


def _verdict(result: Result, is_stopped: bool) -> str:
    if result.verdict is Verdict.SEVERAL:
        least = "" if result.complete else "at least "
        return f"This board has {least}{result.count} solutions; this is one."
    if result.verdict is Verdict.UNDECIDED and is_stopped:
        return "This is one solution; no others were looked for."
    return _VERDICTS[result.verdict]


def _print_board(grid: Grid, board: dict[Cell, int]) -> None:
    """Print a table, or plain text where the console is too narrow for one."""
    console = Console()
    wide = max(len(str(number)) for number in board.values())
    if grid.columns * (wide + 3) + 1 > console.width:
        click.echo(format_grid(grid, board))
    else:
        console.print(_table(grid, board))


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
    type=FiniteRange(min=0, min_open=True),
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="Stop after so long.",
)
def trace_command(*, file: str, adjacency: str, as_json: bool, mode: str, budget: float) -> None:
    """Print a whole solve, step by step."""
    grid = _read(file, adjacency)
    _echo_faults(grid)
    found = trace(grid, Mode(mode), Budget(deadline=monotonic() + budget))
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
        _print_board(found.grid, found.solution)


@hidoku.command("hint")
@_board_options
def hint_command(*, file: str, adjacency: str, as_json: bool) -> None:
    """Say the next step on a board, in three tiers: where to look, why, and the move."""
    grid = _read(file, adjacency)
    _echo_faults(grid)
    found = hint(Play(grid))
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
