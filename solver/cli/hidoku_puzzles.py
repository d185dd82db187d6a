"""Commands about puzzles as such: ``grade`` and ``check``."""

from __future__ import annotations

import click

from solver.cli.errors import Exit
from solver.cli.hidoku_boards import (
    board_options,
    budget_option,
    echo_faults,
    print_board,
    print_json,
    within,
)
from solver.hidoku.logic.grade import Grade, grade
from solver.hidoku.notations.json_format import rows_of
from solver.hidoku.puzzles import Ambiguity, ConflictingGivens, ambiguity, conflicting_givens
from solver.hidoku.rules.faults import faults
from solver.hidoku.rules.grid import Grid
from solver.hidoku.search.solve import Verdict, board_of, solve
from solver.hidoku.search.staged_search import Budget
from solver.hidoku.text.puzzles import (
    ambiguity_text,
    conflicting_givens_text,
    fault_text,
    grade_text,
)

_SAID = {Verdict.UNIQUE: "one"}


@click.command("grade")
@board_options
@budget_option
def grade_command(*, grid: Grid, as_json: bool, budget: float) -> None:
    """Say how hard a board is, and which techniques it takes.

    The score from 0 to 100 is that of the hardest idea the board needs, and of how often hardly any
    number can be placed. Only a board with exactly one solution has one.

    \b
    Examples:
      pegs-and-paths hidoku grade board.txt
    """
    echo_faults(grid)
    verdict, board_grade = within(
        budget, lambda limits: (solve(grid, 2, limits, 0).verdict, grade(grid, limits))
    )
    if as_json:
        print_json(_grade_data(board_grade, verdict), grid)
    else:
        click.echo(grade_text(board_grade, verdict))
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
@board_options
@budget_option
def check_command(*, grid: Grid, as_json: bool, budget: float) -> None:
    """Say whether a board is a puzzle: its faults, and whether it has one solution.

    Without a solution, the givens that conflict are named; with several, two of them,
    the cells that differ, and the given that would decide most.

    \b
    Examples:
      pegs-and-paths hidoku check board.txt
    """
    verdict, conflict, board_ambiguity = within(budget, lambda limits: _check(grid, limits))
    if as_json:
        print_json(
            {
                "faults": [fault_text(fault, grid) for fault in faults(grid)],
                "solutions": _SAID.get(verdict, verdict.value),
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


_SENTENCES = {
    Verdict.NONE: "This board has no solution.",
    Verdict.UNIQUE: "This board has exactly one solution.",
    Verdict.UNDECIDED: "The search ran out of its budget before it could decide.",
}


def _print_check(
    grid: Grid, verdict: Verdict, conflict: ConflictingGivens | None, open_still: Ambiguity | None
) -> None:
    echo_faults(grid)
    click.echo(_SENTENCES.get(verdict) or "This board has several solutions.")
    if conflict:
        click.echo(conflicting_givens_text(conflict))
    if open_still:
        for path in (open_still.first, open_still.second):
            print_board(grid, board_of(path), open_still.cells)
        click.echo(ambiguity_text(open_still))
