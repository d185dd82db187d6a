"""Exercises of Mastermind as texts, which is what the plain twin reads of them."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from solver.deduction import exercises
from solver.deduction.text import exercises as words
from solver.deduction.text.exercises import RowsLine
from solver.deduction.text.facts import claim_words, plain_name

Texts = dict[str, Any]

write = exercises.positions.board().format_code


def lines(reasons: Iterable[RowsLine]) -> list[str]:
    return [" ".join((line.sentence, *map(write, line.codes))) for line in reasons]


#: What each kind asks, its solution, and why that is right.
TEXTS: Final[dict[str, Callable[[Any], Texts]]] = {
    exercises.count_keys.NAME: lambda made: {
        "code": write(made.code),
        "guess": write(made.guess),
        "why": lines(words.keys_why(made)),
    },
    exercises.one_row.NAME: lambda made: {
        "choices": [write(code) for code in made.choices],
        "solution": write(made.right),
    },
    exercises.compare.NAME: lambda made: {
        "measure": made.measure,
        "figures": {
            write(guess): words.figure_words(made.measure, groups)
            for guess, groups in zip(made.guesses, made.splits, strict=True)
        },
    },
    exercises.one_code_left.NAME: lambda made: {
        "solution": write(made.code),
        "why": lines(words.code_why(made, plain_name)),
    },
    exercises.what_is_proved.NAME: lambda made: {
        "claims": [f"{claim_words((claim,))}." for claim in made.claims],
        "solution": str(sorted(claim + 1 for claim in made.proved)),
        "why": lines(words.claims_why(made)),
    },
    exercises.piles.NAME: lambda made: {"guess": write(made.guess)},
    exercises.liar.NAME: lambda made: {
        "solution": str(made.row + 1),
        "why": lines(words.liar_why(made)),
    },
}


def texts_of(kind: str, exercise: Any) -> Texts:
    rows = [
        exercises.positions.board().format_turn(turn) for turn in getattr(exercise, "turns", ())
    ]
    return {"rows": rows, **TEXTS[kind](exercise)}
