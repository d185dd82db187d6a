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
from webapp.learn.exercises.entry import ExerciseEntry, ExerciseTheme
from webapp.learn.questions.asked import AskedQuestion
from webapp.learn.questions.block import Block, task_block
from webapp.learn.questions.claims import ClaimTicks
from webapp.learn.questions.codes import CodeQuestion, FalseRowChoice, FittingChoice, KeysQuestion
from webapp.learn.questions.figures import LeastChoice, MostChoice
from webapp.learn.questions.question import Question
from webapp.learn.questions.reason import Reason, ReasonSentence, quote_lines
from webapp.learn.questions.scene import Scene
from webapp.learn.questions.splits import BestGuess


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


COUNT_KEYS: Final = ExerciseEntry(
    name=count_keys.NAME,
    version=count_keys.VERSION,
    title="Count the key pegs",
    make=count_keys.make,
    ask=_ask_keys,
    levels={
        "easy": "No colour appears twice.",
        "medium": "A colour appears twice in the code or in the guess.",
        "hard": "A colour appears twice in the code, and one in the guess.",
    },
)
ONE_ROW: Final = ExerciseEntry(
    name=one_row.NAME,
    version=one_row.VERSION,
    title="One row",
    make=one_row.make,
    ask=_ask_one_row,
    levels={
        "easy": "The others would get another number of key pegs.",
        "medium": "One or two others would get as many key pegs.",
        "hard": "All others would get as many key pegs, but other ones.",
    },
)
COMPARE: Final = ExerciseEntry(
    name=compare.NAME,
    version=compare.VERSION,
    title="Compare guesses",
    make=compare.make,
    ask=_ask_compare,
    levels={
        "easy": "The best guess is far ahead.",
        "medium": "The second best is not far behind.",
        "hard": "The second best comes close.",
    },
    themes=tuple(ExerciseTheme(name, partial(compare.seed_of, name)) for name in COMPARED),
    theme_of=lambda exercise: exercise.measure,
)
ONE_CODE_LEFT: Final = ExerciseEntry(
    name=one_code_left.NAME,
    version=one_code_left.VERSION,
    title="One code left",
    make=one_code_left.make,
    ask=_ask_code_left,
    levels={
        "easy": "Go through the rows one at a time. Each adds to what you know.",
        "medium": "At one point you have to combine two rows.",
        "hard": "You have to combine two rows more than once, or three at once.",
    },
)
WHAT_IS_PROVED: Final = ExerciseEntry(
    name=what_is_proved.NAME,
    version=what_is_proved.VERSION,
    title="What is proved?",
    make=what_is_proved.make,
    ask=_ask_claims,
    levels={
        "easy": "One row proves each.",
        "medium": "Two rows together prove some.",
        "hard": "Some need three rows or more.",
    },
)
BEST_SPLIT: Final = ExerciseEntry(
    name=best_split.NAME,
    version=best_split.VERSION,
    title="Best split",
    make=best_split.make,
    ask=_ask_split,
    levels={
        "easy": "Many guesses work, and you’ll find one among these codes.",
        "medium": "Few guesses work, but you’ll find one among these codes.",
        "hard": "None of these codes works, so look beyond them.",
    },
)
LIAR: Final = ExerciseEntry(
    name=liar.NAME,
    version=liar.VERSION,
    title="The liar",
    make=liar.make,
    ask=_ask_liar,
    levels={
        "easy": "Each contradiction takes only two rows.",
        "medium": "Some contradictions take three rows.",
        "hard": "Some contradictions take four rows or more.",
    },
)
