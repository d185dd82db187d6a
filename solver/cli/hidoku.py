"""``pegs-and-paths hidoku solve``; the other commands lie beside this module.

Results go to standard output, for people or with ``--json`` for programs (cells there are [row,
column] from 0). Exit codes: 0; 1 if the board has no solution, its visible faults said on standard
error; 2 if it can't be read, with one sentence there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from time import monotonic
from typing import Any, TypeVar

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from solver.cli.errors import BadInput, Exit, FiniteRange
from solver.hidoku.rules.faults import faults
from solver.hidoku.rules.grid import Adjacency, Board, Cell, Grid, GridError
from solver.hidoku.rules.json_format import parse_any, rows_of
from solver.hidoku.rules.notation import HOLE, LONGEST_TEXT, format_grid
from solver.hidoku.search.solve import SearchResult, Verdict, board_of, solve
from solver.hidoku.search.staged_search import Budget
from solver.hidoku.text.puzzles import fault_text
from solver.hidoku.traces.cuts import Cuts
from solver.hidoku.traces.plain_search import solve_plain
from solver.kernels import seconds_waited
from solver.wording import counted

# What the commands of ``hidoku`` share: reading a board, saying its faults, printing it.


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


MOST_KEPT = 10_000  # solutions printed as JSON; the others are only counted
MOST_SHOWN = 10  # solutions printed for people
CUTS = ("numbers", "filled", "empty")


@click.command("solve")
@board_options
@click.option("--all", "find_all", is_flag=True, help="Find every solution.")
@click.option("--limit", type=click.IntRange(1), help="Stop after this many solutions.")
@click.option("--plain", is_flag=True, help="Use the search of Rainhard Findling’s article.")
@click.option(
    "--without",
    multiple=True,
    type=click.Choice(CUTS),
    help="Switch off one cut of that search; can be repeated.",
)
@budget_option
def solve_command(
    *,
    file: str,
    adjacency: str | None,
    as_json: bool,
    find_all: bool,
    limit: int | None,
    plain: bool,
    without: tuple[str, ...],
    budget: float,
) -> None:
    """Find the solutions of a board and prove that there are no others.

    Without --all or --limit, the search stops at the second solution, since that shows that the
    first isn’t the only one. --json prints at most 10,000 solutions: "count" is how many were
    found, "truncated" whether some aren’t printed, and "complete" whether there can be no more.

    \b
    Examples:
      pegs-and-paths hidoku solve board.txt
      pegs-and-paths hidoku solve board.txt --plain --without numbers --json
    """
    if find_all and limit is not None:
        raise BadInput("Choose either --all or --limit, not both.")
    if without and not plain:
        raise BadInput("Only the plain search has cuts to switch off: add --plain.")
    grid = read_board(file, adjacency)
    echo_faults(grid)
    most = None if find_all else limit or 2
    keep = MOST_KEPT if as_json else MOST_SHOWN if find_all or limit else 1
    cuts = Cuts(*(cut not in without for cut in CUTS)) if plain else None
    result, seconds = within(budget, lambda allowed: _time_search(grid, most, keep, allowed, cuts))
    if as_json:
        print_json(_result_data(grid, result, seconds))
    else:
        _print_result(grid, result, seconds, is_stopped=result.count == most)
    raise SystemExit(Exit.NO_SOLUTION if result.verdict is Verdict.NONE else Exit.FINE)


def _time_search(
    grid: Grid, most: int | None, keep: int, allowed: Budget, cuts: Cuts | None
) -> tuple[SearchResult, float]:
    """Search, plainly if there are cuts; the result and how long it took when all was loaded."""
    if not cuts:
        solve(Grid.of(1, 1))  # loads the compiled search before the clock starts
    begun = monotonic() - seconds_waited()
    if cuts:
        result = solve_plain(grid, most, allowed, cuts, keep)
    else:
        result = solve(grid, most, allowed, keep)
    return result, monotonic() - seconds_waited() - begun


def _result_data(grid: Grid, result: SearchResult, seconds: float) -> dict[str, object]:
    return {
        "solutions": [rows_of(grid, board_of(path)) for path in result.solutions],
        "count": result.count,
        "truncated": len(result.solutions) < result.count,
        "complete": result.complete,
        "unique": result.unique,
        "nodes": result.nodes,
        "successors": result.successors,
        "mean_branching": result.mean_branching,
        "depth": result.depth,
        "seconds": seconds,
    }


_VERDICTS = {
    Verdict.NONE: "This board has no solution.",
    Verdict.UNIQUE: "This is the only solution.",
    Verdict.UNDECIDED: "The search ran out of its budget before it could decide.",
}


def _print_result(grid: Grid, result: SearchResult, seconds: float, is_stopped: bool) -> None:
    for path in result.solutions:
        print_board(grid, board_of(path))
    click.echo(_verdict(result, is_stopped))
    numbers = f"{counted(result.nodes, 'node')}, "
    if result.successors:
        numbers += f"{counted(result.successors, 'successor')}, average branching "
        numbers += f"{result.mean_branching:.3f}, depth {result.depth}, "
    Console().print(f"{numbers}{1000 * seconds:.1f} ms", highlight=False, style="dim")


def _verdict(result: SearchResult, is_stopped: bool) -> str:
    if result.verdict is Verdict.SEVERAL:
        least = "" if result.complete else "at least "
        printed = len(result.solutions)
        is_all = printed == result.count and result.complete
        which = "this is one" if printed == 1 else f"these are {'all' if is_all else printed}"
        return f"This board has {least}{result.count:,} solutions; {which}."
    if result.verdict is Verdict.UNDECIDED and is_stopped:
        return "This is one solution; no others were looked for."
    return _VERDICTS[result.verdict]
