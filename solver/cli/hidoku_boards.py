"""What the commands of ``hidoku`` share: reading a board, saying its faults, printing it."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from time import monotonic
from typing import Any, TypeVar

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from solver.cli.errors import BadInput, FiniteRange
from solver.hidoku.rules.faults import faults
from solver.hidoku.rules.grid import Adjacency, Board, Cell, Grid, GridError
from solver.hidoku.rules.json_format import parse_any
from solver.hidoku.rules.notation import HOLE, LONGEST_TEXT, format_grid
from solver.hidoku.search.staged_search import Budget
from solver.hidoku.text.puzzles import fault_text
from solver.kernels import seconds_waited

F = TypeVar("F", bound=Callable[..., Any])
Found = TypeVar("Found")

LOADING = 0.5  # seconds, that loading all takes at most

KINDS = click.Choice([adjacency.value for adjacency in Adjacency])
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
_SECONDS = FiniteRange(min=0, min_open=True)
budget_option = click.option(
    "--budget",
    type=_SECONDS,
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="Stop after this long.",
)
open_budget_option = click.option(
    "--budget",
    type=_SECONDS,
    metavar="SECONDS",
    help="Stop after this long. Without it, a seed gives the same board on every machine.",
)


def board_options(command: F) -> F:
    command = json_option(command)
    command = click.option(
        "--adjacency",
        type=KINDS,
        help="Which cells are neighbours, if the file doesn’t say (default: all eight).",
    )(command)
    return click.argument("file", metavar="FILE|-")(command)


def read_board(file: str, adjacency: str | None) -> Grid:
    """Read a board in any form; raise :class:`BadInput` with one sentence if that fails."""
    try:
        with click.open_file(file, "rb") as stream:
            text = stream.read(4 * LONGEST_TEXT + 1).decode()
        return parse_any(text, Adjacency(adjacency) if adjacency else None)
    except OSError as error:
        raise BadInput(f"Cannot read “{file}”: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"“{file}” is not a text in UTF-8.") from error
    except GridError as error:
        raise BadInput(str(error)) from error


def within(seconds: float | None, work: Callable[[Budget], Found]) -> Found:
    """Do work within a time limit; again if compiling the solver took some of that time."""
    while True:
        waited = seconds_waited()
        result = work(Budget(deadline=seconds and monotonic() + seconds))
        if not seconds or seconds_waited() - waited < LOADING:
            return result


def echo_faults(grid: Grid) -> None:
    for fault in faults(grid):
        click.echo(fault_text(fault, grid), err=True)


def print_json(data: dict[str, Any]) -> None:
    click.echo(json.dumps(data, ensure_ascii=False))


def print_board(grid: Grid, board: Board, marked: Collection[Cell] = ()) -> None:
    """Print a table, or plain text where the console is too narrow or the board hexagonal.

    Given numbers are bold in a table, marked ones in colour.
    """
    console = Console()
    wide = max((len(str(number)) for number in board.values()), default=1)
    if grid.adjacency is Adjacency.HEX:
        lines = format_grid(grid, board).replace(HOLE, " " * len(HOLE)).splitlines()
        pitch = 1 + len(lines[0].split(",")[0])  # each row is half a cell to the right
        for row, line in enumerate(lines):
            click.echo(" " * (pitch * row // 2) + line.replace(",", " "))
    elif grid.columns * (wide + 3) + 1 > console.width:
        click.echo(format_grid(grid, board))
    else:
        console.print(_table(grid, board, marked))


def _table(grid: Grid, board: Board, marked: Collection[Cell]) -> Table:
    table = Table(show_header=False, show_lines=True)
    for _ in range(grid.columns):
        table.add_column(justify="right", no_wrap=True)
    for row in range(grid.rows):
        cells = (Cell(row, column) for column in range(grid.columns))
        table.add_row(*(_field(grid, board, cell, cell in marked) for cell in cells))
    return table


def _field(grid: Grid, board: Board, cell: Cell, is_marked: bool) -> Text:
    number = board.get(cell)
    style = "bold" if cell in grid.given else "yellow" if is_marked else ""
    return Text("" if number is None else str(number), style)
