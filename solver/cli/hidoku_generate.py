"""``pegs-and-paths hidoku generate``: a new board as requested."""

import secrets
from dataclasses import replace
from typing import Any

import click

from solver.cli import boards
from solver.hidoku.generate.generate import PROOF, BoardRequest, Generated, generate
from solver.hidoku.generate.path_styles import PathStyle, measure_path
from solver.hidoku.generate.remove_givens import check_minimal
from solver.hidoku.generate.shapes import SHAPES, Symmetry, make_shape
from solver.hidoku.logic.grade import Difficulty, Grade, grade
from solver.hidoku.notations.notation import Notation
from solver.hidoku.notations.plain import format_text
from solver.hidoku.rules.grid import Adjacency
from solver.hidoku.search.staged_search import Budget
from solver.hidoku.text.puzzles import grade_words
from solver.wording import plural

MOST_SEEDS = 2**64


@click.command("generate")
@click.option("--rows", type=click.IntRange(1, 50), required=True, help="Number of rows.")
@click.option("--columns", type=click.IntRange(1, 50), required=True, help="Number of columns.")
@click.option(
    "--shape",
    type=click.Choice(sorted(SHAPES)),
    default="rectangle",
    show_default=True,
    help="Which cells of the rectangle belong to the board.",
)
@boards.enum_option(
    "--adjacency", kind=Adjacency, default=Adjacency.EIGHT, text="Which cells are neighbours."
)
@boards.enum_option("--difficulty", kind=Difficulty, text="Difficulty (default: any).")
@boards.enum_option(
    "--symmetry", kind=Symmetry, default=Symmetry.NONE, text="How the givens are arranged."
)
@boards.enum_option(
    "--path",
    "style",
    kind=PathStyle,
    default=PathStyle.MIXED,
    text="How the path runs: calm has long straight lines, uncrossed never crosses itself.",
)
@click.option("--minimal", is_flag=True, help="Leave no unnecessary givens.")
@click.option("--open-ends", is_flag=True, help="The first and the last number can be missing.")
@click.option(
    "--links",
    "joined",
    type=click.IntRange(0, 900),
    default=0,
    help="Number of pairs of joined cells.",
)
@click.option("--seed", type=click.IntRange(0, MOST_SEEDS - 1), help="Seed (default: random).")
@boards.notation_option("the board")
@boards.open_budget_option
@boards.json_option
def generate_command(
    *,
    seed: int | None,
    budget: float | None,
    as_json: bool,
    notation: Notation | None,
    open_ends: bool,
    **options: Any,
) -> None:
    """Make a board with exactly one solution.

    The same options and seed give the same board on every machine. If there’s no board of the
    difficulty or path you asked for, you get the nearest, and standard error says so.

    \b
    Examples:
      pegs-and-paths hidoku generate --rows 6 --columns 7 --seed 5
      pegs-and-paths hidoku generate --rows 7 --columns 7 --shape ring --adjacency hex --seed 1
    """
    seed = secrets.randbelow(MOST_SEEDS) if seed is None else seed
    request = BoardRequest(**options, ends_given=not open_ends)
    if request.minimal:
        shape = make_shape(request.shape, request.rows, request.columns, request.adjacency)
        check_minimal(request.difficulty, shape.last)
    board, board_grade = boards.within(budget, lambda limits: _generate(request, seed, limits))
    if notation:
        click.echo(notation.write(board.grid, board.grid.given))
    elif as_json:
        boards.print_json(_generated_data(board, board_grade), board.grid)
    else:
        _print_generated(board, board_grade)


def _generate(request: BoardRequest, seed: int, limits: Budget) -> tuple[Generated, Grade]:
    limits = replace(PROOF, deadline=limits.deadline)
    board = generate(request, seed, limits)
    return board, board.grade or grade(board.grid, limits)


def _generated_data(board: Generated, board_grade: Grade) -> dict[str, object]:
    measures = measure_path(board.path)
    return {
        "seed": board.seed,
        "difficulty": board_grade.word,
        "score": board_grade.score,
        "givens": board.givens,
        "bends": measures.bends,
        "crossings": measures.crossings,
        "as_requested": board.is_as_requested,
        "complete": board.complete,
    }


def _print_generated(board: Generated, board_grade: Grade) -> None:
    click.echo(format_text(board.grid))
    if not board.complete:
        click.echo("Time ran out: without --budget this seed gives another board.", err=True)
    elif not board.is_as_requested:
        click.echo("No board quite as requested was found; this is the nearest.", err=True)
    facts = (f"seed {board.seed}", grade_words(board_grade), plural(board.givens, "given"))
    click.echo(", ".join(facts), err=True)
