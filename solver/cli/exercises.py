"""The command ``exercise``: exercises of both games, each kind a command of the group.

What a kind brings is in :mod:`solver.cli.exercise_kinds`; :data:`COMMANDS` is the one list.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from secrets import randbelow
from typing import Any, Final

import click

from solver.cli.errors import BadInput, Exit, LazyGroup
from solver.cli.exercise_kinds import (
    HIDOKU_EXERCISES,
    MASTERMIND_EXERCISES,
    ExerciseCommand,
    ExerciseText,
)
from solver.cli.mastermind_games import json_option
from solver.cli.progress import patience
from solver.exercises import MOST_SEED, AnswerError, ExerciseLevel, format_seed

COMMANDS: Final[tuple[ExerciseCommand, ...]] = (*MASTERMIND_EXERCISES, *HIDOKU_EXERCISES)
#: A seed that nobody chose has so many digits at most.
ANY_SEED: Final = 1_000_000


Command = Callable[..., Any]


@click.group(cls=LazyGroup)
def exercise() -> None:
    """Print an exercise, its solution, or whether an answer is right."""


def _command(kind: ExerciseCommand) -> click.Command:
    @click.command(kind.name, help=kind.about)
    @click.option(
        "--difficulty",
        type=click.Choice([level.value for level in ExerciseLevel]),
        default=ExerciseLevel.EASY.value,
        show_default=True,
    )
    @click.option(
        "--seed", type=click.IntRange(0, MOST_SEED), help="Exercise number (default: random)."
    )
    @click.option("--solution", is_flag=True, help="Print the solution, and why it is right.")
    @click.option("--answer", help="Say whether this answer is right; exit code 1 if not.")
    @_theme_option(kind)
    @json_option
    def command(
        *,
        difficulty: str,
        seed: int | None,
        solution: bool,
        answer: str | None,
        as_json: bool,
        theme: str | None = None,
    ) -> None:
        chosen = _seed(kind, seed, theme)
        with patience():
            text = kind.text_of(ExerciseLevel(difficulty), chosen)
        name = f"{kind.name}/{difficulty}/{format_seed(kind.version, chosen)}"
        if answer is not None:
            _judge(text, answer, as_json)
        elif as_json:
            solved = {"solution": text.solution, "why": text.why} if solution else {}
            _print_json({"exercise": name, **text.document, **solved})
        else:
            solved_lines = (f"Solution: {text.solution}", *text.why) if solution else ()
            _print((name, *text.lines, *solved_lines))

    return command


def _theme_option(kind: ExerciseCommand) -> Callable[[Command], Command]:
    if kind.theme is None:
        return lambda command: command
    names = click.Choice(kind.theme.values())
    text = f"Those of this {kind.theme.option} only: they are counted by --seed from 0 on."
    return click.option(f"--{kind.theme.option}", "theme", type=names, help=text)


def _seed(kind: ExerciseCommand, seed: int | None, theme: str | None) -> int:
    chosen = randbelow(ANY_SEED) if seed is None else seed
    if kind.theme is None or theme is None:
        return chosen
    found = kind.theme.seed_of(theme, chosen)
    if found > MOST_SEED:
        raise BadInput(f"This seed is too large beside --{kind.theme.option}.")
    return found


def _judge(text: ExerciseText, answer: str, as_json: bool) -> None:
    try:
        verdict = text.judge(answer)
    except AnswerError as error:
        raise BadInput(str(error)) from error
    if as_json:
        _print_json({"right": verdict.is_right, "sentences": verdict.lines})
    else:
        _print(("Right." if verdict.is_right else "Not yet.", *verdict.lines))
    if not verdict.is_right:
        raise click.exceptions.Exit(Exit.NO_SOLUTION)


def _print(lines: tuple[str, ...]) -> None:
    for line in lines:
        click.echo(line)


def _print_json(document: dict[str, object]) -> None:
    click.echo(json.dumps(document, ensure_ascii=False))


for each in COMMANDS:
    exercise.add_command(_command(each))
