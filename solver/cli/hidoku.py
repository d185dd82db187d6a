"""``pegs-and-paths hidoku solve``; the other commands lie beside this module.

Results go to standard output, for people or with ``--json`` for programs (cells there are [row,
column] from 0). Exit codes: 0; 1 if the board has no solution, its visible faults said on standard
error; 2 if it can't be read, with one sentence there.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import monotonic

import click
from rich.console import Console

from solver.cli.errors import BadInput, Exit
from solver.cli.hidoku_boards import (
    board_options,
    budget_option,
    echo_faults,
    notation_option,
    print_board,
    print_json,
    within,
)
from solver.hidoku.notations.json_format import rows_of
from solver.hidoku.notations.notation import Notation
from solver.hidoku.rules.grid import Grid
from solver.hidoku.search.solve import SearchResult, Verdict, board_of, count_solutions, solve
from solver.hidoku.search.staged_search import Budget
from solver.hidoku.traces.cuts import Cuts
from solver.hidoku.traces.plain_search import solve_plain
from solver.wording import plural

MOST_KEPT = 10_000  # solutions printed as JSON; the others are only counted
MOST_SHOWN = 10  # solutions printed for people
CUTS = ("numbers", "filled", "empty")
Search = Callable[..., SearchResult]


@click.command("solve")
@board_options
@click.option("--all", "find_all", is_flag=True, help="Find every solution.")
@click.option("--limit", type=click.IntRange(1), help="Stop after this many solutions.")
@click.option("--count", is_flag=True, help="Count all solutions, and print one.")
@click.option("--plain", is_flag=True, help="Use the search of Rainhard Findling’s article.")
@click.option(
    "--without",
    multiple=True,
    type=click.Choice(CUTS),
    help="Switch off one cut of that search; can be repeated.",
)
@notation_option("the first solution")
@budget_option
def solve_command(
    *,
    grid: Grid,
    as_json: bool,
    find_all: bool,
    limit: int | None,
    count: bool,
    plain: bool,
    without: tuple[str, ...],
    notation: Notation | None,
    budget: float,
) -> None:
    """Find the solutions of a board and prove that there are no others.

    Without --all, --count or --limit, the search stops at the second solution, since that shows
    that the first isn’t the only one. --all lists solutions; --count counts them without, which is
    exact and fast unless the board is large. --json prints at most 10,000 solutions: "count" is
    how many there are or were found, "truncated" whether some aren’t printed, and "complete"
    whether there can be no more.

    \b
    Examples:
      pegs-and-paths hidoku solve board.txt
      pegs-and-paths hidoku solve board.txt --count
      pegs-and-paths hidoku solve board.txt --as csv
      pegs-and-paths hidoku solve board.txt --plain --without numbers --json
    """
    if (find_all, limit is not None, count).count(True) > 1:
        raise BadInput("Choose one of --all, --limit and --count.")
    if notation and as_json:
        raise BadInput("Choose one of --as and --json.")
    if count and plain:
        raise BadInput("The plain search lists solutions: use --all instead of --count.")
    if without and not plain:
        raise BadInput("Only the plain search has cuts to switch off: add --plain.")
    echo_faults(grid)
    cap = None if find_all or count else limit or 2
    keep = MOST_KEPT if as_json else MOST_SHOWN if find_all or limit else 1
    search: Search = partial(solve, grid, cap, keep=keep)
    if plain:
        cuts = Cuts(*(cut not in without for cut in CUTS))
        search = partial(solve_plain, grid, cap, cuts=cuts, keep=keep)
    elif count:
        search = partial(count_solutions, grid, keep)
    result, seconds = within(budget, lambda limits: _time_search(search, limits))
    if notation and result.solutions:
        click.echo(notation.write(grid, board_of(result.solutions[0])))
        click.echo(_verdict(result, result.count == cap), err=True)
    elif as_json:
        print_json(_result_data(grid, result, seconds), grid)
    else:
        _print_result(grid, result, seconds, is_stopped=result.count == cap)
    raise SystemExit(Exit.NO_SOLUTION if result.verdict is Verdict.NONE else Exit.FINE)


def _time_search(search: Search, limits: Budget) -> tuple[SearchResult, float]:
    start = monotonic()
    return search(budget=limits), monotonic() - start


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
    numbers = f"{plural(result.nodes, 'node')}, "
    if result.successors:
        numbers += f"{plural(result.successors, 'successor')}, average branching "
        numbers += f"{result.mean_branching:.3f}, depth {result.depth}, "
    Console().print(f"{numbers}{1000 * seconds:.1f} ms", highlight=False, style="dim")


def _verdict(result: SearchResult, is_stopped: bool) -> str:
    if result.verdict is Verdict.SEVERAL:
        qualifier = "" if result.complete else "at least "
        count = len(result.solutions)
        is_all = count == result.count and result.complete
        which = "this is one" if count == 1 else f"these are {'all' if is_all else count}"
        return f"This board has {qualifier}{result.count:,} solutions; {which}."
    if result.verdict is Verdict.UNDECIDED and is_stopped:
        return "This is one solution; no others were looked for."
    return _VERDICTS[result.verdict]
