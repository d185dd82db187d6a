"""The kinds of exercise of Mastermind: what each asks, and why its answer is right."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from solver.deduction.exercises import best_split, liar, must_be_so, one_code_left
from solver.deduction.exercises.best_split import BestSplit
from solver.deduction.exercises.liar import Liar
from solver.deduction.exercises.must_be_so import MustBeSo
from solver.deduction.exercises.one_code_left import OneCodeLeft
from solver.deduction.exercises.positions import board
from solver.deduction.rules.game import Turn
from solver.deduction.text.exercises import code_why, liar_why, task_words
from webapp.learn.exercises.entry import ExerciseEntry
from webapp.learn.questions.asked import AskedQuestion
from webapp.learn.questions.block import Block, task_block
from webapp.learn.questions.claims import ClaimTicks
from webapp.learn.questions.codes import CodeQuestion, FalseRowChoice
from webapp.learn.questions.question import Question
from webapp.learn.questions.reason import Reason, ReasonSentence, told
from webapp.learn.questions.scene import Scene
from webapp.learn.questions.splits import BestGuess

GAME: Final = "Mastermind"


def _scene(turns: tuple[Turn, ...]) -> Scene:
    return Scene(board(), turns)


def _asked(
    question: Question, why: Iterable[ReasonSentence] = (), shows: str = "rows"
) -> AskedQuestion:
    return AskedQuestion(question=question, parts=(Block(shows),), reason=Reason(tuple(why)))


def _ask_code_left(made: OneCodeLeft) -> AskedQuestion:
    scene = _scene(made.turns)
    why = code_why(made, scene.face.name_of, scene.face.terms)
    task = "Exactly one code fits every row. Find it."
    return _asked(CodeQuestion(scene, task_block(task, only="yes")), told(scene, why))


def _ask_claims(made: MustBeSo) -> AskedQuestion:
    block = task_block("Tick every claim the rows prove.")
    question = ClaimTicks(_scene(made.turns), block, made)
    return _asked(question, question.why)


def _ask_split(made: BestSplit) -> AskedQuestion:
    block = task_block(task_words(made))
    return _asked(BestGuess(_scene(made.turns), block, made), shows="codes")


def _ask_liar(made: Liar) -> AskedQuestion:
    scene = _scene(made.turns)
    block = task_block("The feedback of exactly one row is wrong. Which row?")
    return _asked(FalseRowChoice(scene, block), told(scene, liar_why(made)))


ONE_CODE_LEFT: Final = ExerciseEntry(
    name=one_code_left.NAME,
    version=one_code_left.VERSION,
    game=GAME,
    title="One code left",
    make=one_code_left.make,
    ask=_ask_code_left,
    levels={
        "easy": "Go through the rows one at a time. Each adds to what you know.",
        "medium": "At one point you have to combine two rows.",
        "hard": "You have to combine two rows more than once, or three at once.",
    },
)
MUST_BE_SO: Final = ExerciseEntry(
    name=must_be_so.NAME,
    version=must_be_so.VERSION,
    game=GAME,
    title="What is proved?",
    make=must_be_so.make,
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
    game=GAME,
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
    game=GAME,
    title="The liar",
    make=liar.make,
    ask=_ask_liar,
    levels={
        "easy": "Each contradiction takes only two rows.",
        "medium": "Some contradictions take three rows.",
        "hard": "Some contradictions take four rows or more.",
    },
)
