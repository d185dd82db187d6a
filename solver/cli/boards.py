"""What the commands of ``hidoku`` share: reading a board, saying its faults, printing it."""

import json
from collections.abc import Callable, Collection
from enum import Enum
from functools import partial, wraps
from time import monotonic
from typing import Any, TypeVar

import click
from rich.console import Console
from rich.text import Text

from solver.cli.errors import BadInput, FiniteRange
from solver.hidoku.notations.frame import format_frame
from solver.hidoku.notations.layouts import LAYOUTS, LONGEST_TEXT, STAGGERED, fields_of
from solver.hidoku.notations.notation import DoubtfulTextError, Notation
from solver.hidoku.notations.plain import format_text
from solver.hidoku.notations.registry import WRITTEN, read_text
from solver.hidoku.rules.faults import faults
from solver.hidoku.rules.grid import Board, Cell, Grid
from solver.hidoku.search.staged_search import Budget
from solver.hidoku.text.puzzles import fault_text
from solver.kernels import compile_kernels

F = TypeVar("F", bound=Callable[..., Any])
Found = TypeVar("Found")


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
_budget = partial(
    click.option,
    "--budget",
    type=FiniteRange(min=0, min_open=True),
    metavar="SECONDS",
)
_LIMIT = "Stop after this long, not counting the time to load the solver."
budget_option = _budget(default=60.0, show_default=True, help=_LIMIT)
open_budget_option = _budget(
    help=f"{_LIMIT} Without it, a seed gives the same board on every machine."
)


def enum_option(
    *names: str, kind: type[Enum], text: str, default: Enum | None = None
) -> Callable[[F], F]:
    """Let a command choose one of a kind by its value."""
    return click.option(
        *names,
        type=click.Choice([member.value for member in kind]),
        default=default and default.value,
        show_default=default is not None,
        callback=lambda _context, _option, value: value and kind(value),
        help=text,
    )


def board_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command its board, read from the file that its first argument names."""

    @click.argument("file", metavar="FILE|-")
    @click.option(
        "--adjacency",
        type=click.Choice(list(LAYOUTS)),
        help="Which cells are neighbours, if the file doesn’t say (default: all eight).",
    )
    @click.option(
        "--reading",
        type=click.IntRange(1),
        help="Which reading to take, if the text can be read in several ways.",
    )
    @json_option
    @wraps(command)
    def run(*, file: str, adjacency: str | None, reading: int | None, **options: Any) -> None:
        command(grid=read_board(file, adjacency, reading), **options)

    return run


def read_board(file: str, adjacency: str | None, reading: int | None = None) -> Grid:
    """Read a board in any notation; raise :class:`BadInput` with one sentence if that fails."""
    try:
        with click.open_file(file, "rb") as stream:
            text = stream.read(4 * LONGEST_TEXT + 1).decode()
        board_text = read_text(text, adjacency or "", reading)
    except OSError as error:
        raise BadInput(f"Cannot read “{file}”: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"“{file}” is not a text in UTF-8.") from error
    except DoubtfulTextError as error:
        raise BadInput(f"{error} For example: --reading 1") from error
    if board_text.is_doubtful and reading is None:
        click.echo(f"Read as: {board_text.taken.words}. See --reading for other ways.", err=True)
    return board_text.grid


def notation_option(subject: str) -> Callable[[F], F]:
    """Let a command write its board in a notation by name."""
    notations = {notation.name: notation for notation in WRITTEN.values()}

    def find(
        _context: click.Context, _option: click.Parameter, name: str | None
    ) -> Notation | None:
        return notations[name] if name else None

    return click.option(
        "--as",
        "notation",
        type=click.Choice(sorted(notations)),
        callback=find,
        help=f"Print {subject} in this notation, and nothing else.",
    )


def within(seconds: float | None, work: Callable[[Budget], Found]) -> Found:
    """Do work within a time limit, which begins when everything is loaded or compiled."""
    for _ in compile_kernels():
        pass
    return work(Budget(deadline=seconds and monotonic() + seconds))


def echo_faults(grid: Grid) -> None:
    for fault in faults(grid):
        click.echo(fault_text(fault, grid), err=True)


def print_json(data: dict[str, Any], grid: Grid) -> None:
    """Print facts about a board, and the board, so that every command can read it."""
    click.echo(json.dumps({**data, "board": format_text(grid)}, ensure_ascii=False))


def print_board(grid: Grid, board: Board, marks: Collection[Cell] = ()) -> None:
    """Print a board in a frame; in a terminal, givens are bold and marked numbers in colour."""
    has_own_cells = fields_of(grid, board)[0] not in STAGGERED

    def paint(cell: Cell, text: str) -> str:
        if has_own_cells and cell in grid.given:
            return click.style(text, bold=True)
        return click.style(text, fg="yellow") if has_own_cells and cell in marks else text

    console = Console()
    frame = format_frame(grid, board, paint, console.width)
    console.print(Text.from_ansi(frame), soft_wrap=True, highlight=False)
