"""Commands about puzzles as such: ``solve``, ``grade`` and ``check``.

Results go to standard output, for people or with ``--json`` for programs (cells there are [row,
column] from 0). Exit codes: 0; 1 if the board has no solution, its visible faults said on standard
error; 2 if it can't be read, with one sentence there.
"""

from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Any

import click
from rich.console import Console

from solver.cli import boards
from solver.cli.errors import BadInput, Exit
from solver.hidoku.logic.grade import Grade, grade
from solver.hidoku.notations.json_format import rows_of
from solver.hidoku.notations.notation import Notation
from solver.hidoku.puzzles import Ambiguity, ConflictingGivens, ambiguity, conflicting_givens
from solver.hidoku.rules.faults import faults
from solver.hidoku.rules.grid import Grid
from solver.hidoku.search.solve import SearchResult, Verdict, board_of, count_solutions, solve
from solver.hidoku.search.staged_search import Budget
from solver.hidoku.text import puzzles
from solver.hidoku.traces.cuts import Cuts
from solver.hidoku.traces.plain_search import solve_plain
from solver.wording import plural

MOST_KEPT = 10_000  # solutions printed as JSON; the others are only counted
MOST_SHOWN = 10  # solutions printed for people
CUTS = ("numbers", "filled", "empty")
Search = Callable[..., SearchResult]


@click.command("solve")
@boards.board_options
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
@boards.notation_option("the first solution")
@boards.budget_option
def solve_command(
    *, grid: Grid, as_json: bool, notation: Notation | None, budget: float, **options: Any
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
    search, cap = _search_for(grid, as_json, **options)
    if notation and as_json:
        raise BadInput("Choose one of --as and --json.")
    boards.echo_faults(grid)
    result, seconds = boards.within(budget, lambda limits: _time_search(search, limits))
    if notation and result.solutions:
        click.echo(notation.write(grid, board_of(result.solutions[0])))
        click.echo(_verdict(result, result.count == cap), err=True)
    elif as_json:
        boards.print_json(_result_data(grid, result, seconds), grid)
    else:
        _print_result(grid, result, seconds, is_stopped=result.count == cap)
    raise SystemExit(Exit.NO_SOLUTION if result.verdict is Verdict.NONE else Exit.FINE)


def _search_for(
    grid: Grid,
    as_json: bool,
    *,
    find_all: bool,
    limit: int | None,
    count: bool,
    plain: bool,
    without: tuple[str, ...],
) -> tuple[Search, int | None]:
    """Return the search that these options ask for, and how many solutions end it."""
    if (find_all, limit is not None, count).count(True) > 1:
        raise BadInput("Choose one of --all, --limit and --count.")
    if count and plain:
        raise BadInput("The plain search lists solutions: use --all instead of --count.")
    if without and not plain:
        raise BadInput("Only the plain search has cuts to switch off: add --plain.")
    cap = None if find_all or count else limit or 2
    keep = MOST_KEPT if as_json else MOST_SHOWN if find_all or limit else 1
    if plain:
        cuts = Cuts(*(cut not in without for cut in CUTS))
        return partial(solve_plain, grid, cap, cuts=cuts, keep=keep), cap
    if count:
        return partial(count_solutions, grid, keep), cap
    return partial(solve, grid, cap, keep=keep), cap


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
        boards.print_board(grid, board_of(path))
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


@click.command("grade")
@boards.board_options
@boards.budget_option
def grade_command(*, grid: Grid, as_json: bool, budget: float) -> None:
    """Say how hard a board is, and which techniques it takes.

    The score from 0 to 100 is that of the hardest idea the board needs, and of how often hardly any
    number can be placed. Only a board with exactly one solution has one.

    \b
    Examples:
      pegs-and-paths hidoku grade board.txt
    """
    boards.echo_faults(grid)
    verdict, board_grade = boards.within(
        budget, lambda limits: (solve(grid, 2, limits, 0).verdict, grade(grid, limits))
    )
    if as_json:
        boards.print_json(_grade_data(board_grade, verdict), grid)
    else:
        click.echo(puzzles.grade_text(board_grade, verdict))
    raise SystemExit(Exit.NO_SOLUTION if verdict is Verdict.NONE else Exit.FINE)


def _grade_data(board_grade: Grade, verdict: Verdict) -> dict[str, object]:
    """The grade; only a board with exactly one solution has a difficulty."""
    is_puzzle = verdict is Verdict.UNIQUE
    return {
        "difficulty": (board_grade.word or None) if is_puzzle else None,
        "techniques": {
            technique.name: times for technique, times in board_grade.techniques.items()
        },
        "hardest": board_grade.hardest.name if board_grade.hardest else None,
        "longest_contradiction": board_grade.longest,
        "score": board_grade.score if is_puzzle else None,
        "solved_by_techniques": board_grade.solved_by_techniques,
        "complete": not board_grade.is_cut_short,
    }


@click.command("check")
@boards.board_options
@boards.budget_option
def check_command(*, grid: Grid, as_json: bool, budget: float) -> None:
    """Say whether a board is a puzzle: its faults, and whether it has one solution.

    Without a solution, the givens that conflict are named; with several, two of them,
    the cells that differ, and the given that would decide most.

    \b
    Examples:
      pegs-and-paths hidoku check board.txt
    """
    verdict, conflict, board_ambiguity = boards.within(budget, lambda limits: _check(grid, limits))
    if as_json:
        boards.print_json(
            {
                "faults": [puzzles.fault_text(fault, grid) for fault in faults(grid)],
                "solutions": "one" if verdict is Verdict.UNIQUE else verdict.value,
                "conflict": list(conflict.cells) if conflict else [],
                "ambiguity": _ambiguity_data(grid, board_ambiguity) if board_ambiguity else None,
            },
            grid,
        )
    else:
        _print_check(grid, verdict, conflict, board_ambiguity)
    raise SystemExit(Exit.NO_SOLUTION if verdict is Verdict.NONE else Exit.FINE)


def _check(
    grid: Grid, limits: Budget
) -> tuple[Verdict, ConflictingGivens | None, Ambiguity | None]:
    verdict = solve(grid, 2, limits, 0).verdict
    conflict = conflicting_givens(grid, limits) if verdict is Verdict.NONE else None
    board_ambiguity = ambiguity(grid, limits) if verdict is Verdict.SEVERAL else None
    return verdict, conflict, board_ambiguity


def _ambiguity_data(grid: Grid, open_cells: Ambiguity) -> dict[str, object]:
    number, cell = open_cells.given
    return {
        "solutions": [
            rows_of(grid, board_of(path)) for path in (open_cells.first, open_cells.second)
        ],
        "cells": open_cells.cells,
        "given": {"number": number, "cell": cell, "left": open_cells.left},
        "count": open_cells.count,
        "complete": open_cells.complete,
    }


_SENTENCES = {**_VERDICTS, Verdict.UNIQUE: "This board has exactly one solution."}


def _print_check(
    grid: Grid, verdict: Verdict, conflict: ConflictingGivens | None, open_still: Ambiguity | None
) -> None:
    boards.echo_faults(grid)
    click.echo(_SENTENCES.get(verdict) or "This board has several solutions.")
    if conflict:
        click.echo(puzzles.conflicting_givens_text(conflict))
    if open_still:
        for path in (open_still.first, open_still.second):
            boards.print_board(grid, board_of(path), open_still.cells)
        click.echo(puzzles.ambiguity_text(open_still))
