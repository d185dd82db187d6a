"""Commands that reason step by step: ``trace``, ``hint`` and ``why``."""

from collections.abc import Iterator
from dataclasses import replace
from re import fullmatch

import click

from solver.cli import boards
from solver.cli.errors import BadInput, Exit
from solver.hidoku.logic.answers import Answer, WhyReply
from solver.hidoku.logic.hints import HINT_BUDGET, hint
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.steps import Hint, State, Step, StepKind
from solver.hidoku.logic.which import WhichReply, ask_cell, ask_number
from solver.hidoku.logic.why import ask
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.text.chains import step_text
from solver.hidoku.text.hints import hint_texts, hint_words
from solver.hidoku.text.which import which_heading, which_lines
from solver.hidoku.text.why import why_heading, why_lines
from solver.hidoku.traces.trace import Mode, trace


@click.command("trace")
@boards.board_options
@boards.enum_option(
    "--mode",
    kind=Mode,
    default=Mode.TECHNIQUES,
    text="Techniques, with or without (logic) trial and error; simple rules, which may learn"
    " (learning); the article’s search, or the same without its checks (alone).",
)
@boards.budget_option
def trace_command(*, grid: Grid, as_json: bool, mode: Mode, budget: float) -> None:
    """Print a whole solve, step by step.

    \b
    Examples:
      pegs-and-paths hidoku trace board.txt --mode rules
    """
    boards.echo_faults(grid)
    steps_taken = boards.within(budget, lambda limits: trace(grid, mode, limits))
    if as_json:
        boards.print_json({"steps": [_step_data(step) for step in steps_taken.steps]}, grid)
    else:
        for index, step in enumerate(steps_taken.steps):
            click.echo(f"{index:5}  {'  ' * min(step.depth, 20)}{step_text(step)}")
        if steps_taken.solution:
            boards.print_board(grid, steps_taken.solution)
    is_impossible = steps_taken.steps[-1].kind is StepKind.IMPOSSIBLE
    raise SystemExit(Exit.NO_SOLUTION if is_impossible else Exit.FINE)


def _step_data(step: Step) -> dict[str, object]:
    return {
        "kind": step.kind.value,
        "number": step.number,
        "cell": step.cell,
        "reason": step_text(step),
        "depth": step.depth,
    }


@click.command("hint")
@boards.board_options
@click.option(
    "--puzzle",
    metavar="FILE",
    help="The board before you began: numbers that aren’t in it are yours and may be wrong.",
)
@boards.budget_option
def hint_command(*, grid: Grid, as_json: bool, puzzle: str | None, budget: float) -> None:
    """Give a hint in three steps: where to look, the reason, and the move.

    Without --puzzle, all numbers on the board count as given. With it, a wrong number comes first.

    \b
    Examples:
      pegs-and-paths hidoku hint board.txt
    """
    adjacency = click.get_current_context().params["adjacency"]
    play = _in_play(grid, boards.read_board(puzzle, adjacency)) if puzzle else Play(grid)
    boards.echo_faults(play.grid)
    next_hint = boards.within(
        budget, lambda limits: hint(play, replace(HINT_BUDGET, deadline=limits.deadline))
    )
    if as_json:
        boards.print_json(_hint_data(next_hint), grid)
    else:
        click.echo("\n".join(_hint_lines(next_hint)))
    is_impossible = next_hint.technique is State.IMPOSSIBLE
    raise SystemExit(Exit.NO_SOLUTION if is_impossible else Exit.FINE)


def _in_play(grid: Grid, puzzle: Grid) -> Play:
    """The puzzle with the other numbers of a board placed on it, row by row."""
    if replace(grid, givens=()) != replace(puzzle, givens=()):
        raise BadInput("The board and the puzzle differ in their form.")
    if not puzzle.given.items() <= grid.given.items():
        raise BadInput("The board lacks a given number of the puzzle.")
    play = Play(puzzle)
    for cell, number in grid.givens:
        play = play if cell in puzzle.given else play.place(cell, number)
    return play


def _hint_lines(next_hint: Hint) -> Iterator[str]:
    words = hint_words(next_hint)
    yield words.nudge
    if not words.rows:
        yield words.reason
    else:
        yield f"{words.title}: {words.question}"
        yield from (f"  - {row.sentence}" for row in words.rows)
        yield words.conclusion
    yield words.move


def _hint_data(next_hint: Hint) -> dict[str, object]:
    words = hint_words(next_hint)
    question = next_hint.question
    return {
        "technique": next_hint.name,
        "number": next_hint.number,
        "cell": next_hint.cell,
        "text": hint_texts(next_hint),
        "title": words.title,
        "question": words.question,
        "rows": [
            {"label": row.label, "text": row.text, "right": row.is_right} for row in words.rows
        ],
        "conclusion": words.conclusion,
        "premise": words.premise or words.rows[0].text,
        "others": [row.objection for row in words.rows[1:]],
        "eliminated": tuple(question.objections) if question else (),
    }


@click.command("why")
@boards.board_options
@click.option("--number", type=int, help="The number you ask about.")
@click.option(
    "--cell", "cell_text", metavar="ROW,COLUMN", help="The cell you ask about, counted from 1."
)
def why_command(*, grid: Grid, as_json: bool, number: int | None, cell_text: str | None) -> None:
    """Say whether a number can, can’t or must go in a cell, and why.

    With a number alone: where it can go. With a cell alone: what it can hold.

    \b
    Examples:
      pegs-and-paths hidoku why board.txt --number 12 --cell 3,4
      pegs-and-paths hidoku why board.txt --cell 3,4
    """
    cell = _read_cell(cell_text) if cell_text else None
    reply = _ask(Play(grid), number, cell)
    if isinstance(reply, WhyReply):
        heading = why_heading(reply)
        reason_lines = why_lines(reply)
        details: dict[str, object] = {"path": reply.path and [*reply.path]}
    else:
        heading = which_heading(reply)
        reason_lines = which_lines(reply)
        details = {"path": None, "possible": [*reply.possible]}
    if as_json:
        words = " ".join(line.text for line in reason_lines)
        boards.print_json({"answer": reply.answer.value, "reason": words, **details}, grid)
    else:
        click.echo(" ".join([f"{heading}.", *(line.text for line in reason_lines)]))
    raise SystemExit(Exit.NO_SOLUTION if reply.answer is Answer.WRONG_BOARD else Exit.FINE)


def _read_cell(text: str) -> Cell:
    match = fullmatch(r" *(\d{1,3}) *, *(\d{1,3}) *", text)
    if not match:
        raise BadInput("Write the cell as row,column: for example --cell 3,4.")
    return Cell(int(match[1]) - 1, int(match[2]) - 1)


def _ask(play: Play, number: int | None, cell: Cell | None) -> WhyReply | WhichReply:
    if number is None and cell is None:
        raise BadInput("Ask about a number, a cell, or both.")
    if cell is None:
        return ask_number(play, number or 0)
    return ask_cell(play, cell) if number is None else ask(play, Candidate(number, cell))
