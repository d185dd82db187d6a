"""The kinds of exercise of Mastermind: what each asks, and why its answer is right."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Final

from solver.deduction.exercises import (
    best_split,
    compare,
    count_keys,
    liar,
    one_code_left,
    one_row,
    what_is_proved,
)
from solver.deduction.exercises.best_split import BestSplit
from solver.deduction.exercises.compare import Compare
from solver.deduction.exercises.count_keys import CountKeys
from solver.deduction.exercises.liar import Liar
from solver.deduction.exercises.one_code_left import OneCodeLeft
from solver.deduction.exercises.one_row import OneRow
from solver.deduction.exercises.positions import board
from solver.deduction.exercises.what_is_proved import ProvedClaims
from solver.deduction.rules.game import Turn
from solver.deduction.strategies.measures import MEASURES
from solver.deduction.text.exercises import code_why, figure_words, keys_why, liar_why, task_words
from webapp.learn.exercises.entry import ExerciseEntry
from webapp.learn.questions.asked import AskedQuestion
from webapp.learn.questions.block import Block, task_block
from webapp.learn.questions.claims import ClaimTicks, FalseRowChoice
from webapp.learn.questions.codes import BestGuess, CodeQuestion, FittingChoice, KeysQuestion
from webapp.learn.questions.figures import LeastChoice, MostChoice
from webapp.learn.questions.question import Question
from webapp.learn.questions.reason import Reason, ReasonSentence, quote_lines
from webapp.learn.questions.scene import Scene


def _scene(turns: tuple[Turn, ...]) -> Scene:
    return Scene(board(), turns)


def _ask_about(
    question: Question, why: Iterable[ReasonSentence] = (), shows: str = "rows"
) -> AskedQuestion:
    return AskedQuestion(question=question, parts=(Block(shows),), reason=Reason(tuple(why)))


def _ask_keys(exercise: CountKeys) -> AskedQuestion:
    scene = _scene(())
    names = {"code": exercise.code, "guess": exercise.guess}
    rows = {name: scene.game.format_code(code) for name, code in names.items()}
    question = KeysQuestion(scene, task_block("What feedback does this guess get?", **rows))
    return AskedQuestion(question=question, reason=Reason(quote_lines(scene, keys_why(exercise))))


def _ask_one_row(exercise: OneRow) -> AskedQuestion:
    scene = _scene(exercise.turns)
    codes = tuple(map(scene.game.format_code, exercise.choices))
    return _ask_about(FittingChoice(scene, _choices("Which of these can be the code?", codes)))


#: What is asked of the guesses by each measure.
COMPARED: Final = {
    "worst": "Which guess leaves the fewest of these codes in the worst case?",
    "average": "Which guess leaves the fewest of these codes on average?",
    "bits": "Which guess gives the most bits on average?",
}


def _ask_compare(exercise: Compare) -> AskedQuestion:
    scene = _scene(exercise.turns)
    measure = MEASURES[exercise.measure]
    options = tuple(
        f"{measure.name} {scene.game.format_code(guess)} = {abs(float(measure.of(groups))):.2f}\n"
        f"{figure_words(measure.name, groups)}"
        for guess, groups in zip(exercise.guesses, exercise.splits, strict=True)
    )
    ask = MostChoice if exercise.measure == "bits" else LeastChoice
    return _ask_about(ask(scene, _choices(COMPARED[exercise.measure], options)), shows="codes")


def _choices(task: str, options: tuple[str, ...]) -> Block:
    return Block("ask", fields={"ask": task}, options=options)


def _ask_code_left(exercise: OneCodeLeft) -> AskedQuestion:
    scene = _scene(exercise.turns)
    why = code_why(exercise, scene.face.name_of, scene.face.terms)
    task = "Exactly one code fits every row. Find it."
    return _ask_about(CodeQuestion(scene, task_block(task, only="yes")), quote_lines(scene, why))


def _ask_claims(exercise: ProvedClaims) -> AskedQuestion:
    block = task_block("Tick every claim the rows prove.")
    question = ClaimTicks(_scene(exercise.turns), block, exercise)
    return _ask_about(question, question.why)


def _ask_split(exercise: BestSplit) -> AskedQuestion:
    block = task_block(task_words(exercise))
    return _ask_about(BestGuess(_scene(exercise.turns), block, exercise), shows="codes")


def _ask_liar(exercise: Liar) -> AskedQuestion:
    scene = _scene(exercise.turns)
    block = task_block("The feedback of exactly one row is wrong. Which row?")
    return _ask_about(FalseRowChoice(scene, block), quote_lines(scene, liar_why(exercise)))


MASTERMIND: Final = (
    ExerciseEntry(count_keys, "Count the key pegs", _ask_keys),
    ExerciseEntry(one_row, "One row", _ask_one_row),
    ExerciseEntry(one_code_left, "One code left", _ask_code_left),
    ExerciseEntry(what_is_proved, "What is proved?", _ask_claims),
    ExerciseEntry(best_split, "Best split", _ask_split),
    ExerciseEntry(
        compare,
        "Compare guesses",
        _ask_compare,
        themes={name: partial(compare.seed_of, name) for name in COMPARED},
        theme_of=lambda exercise: exercise.measure,
    ),
    ExerciseEntry(liar, "The liar", _ask_liar),
)
