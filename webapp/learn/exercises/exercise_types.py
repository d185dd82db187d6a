"""Every kind of exercise: the module of the solver that makes it, and the question it asks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, partial
from types import ModuleType
from typing import Final, Generic, TypeVar

from solver.deduction.exercises import (
    compare,
    count_keys,
    liar,
    one_code_left,
    one_row,
    piles,
    what_is_proved,
)
from solver.deduction.exercises.compare import Compare
from solver.deduction.exercises.count_keys import CountKeys
from solver.deduction.exercises.liar import Liar
from solver.deduction.exercises.one_code_left import OneCodeLeft
from solver.deduction.exercises.one_row import OneRow
from solver.deduction.exercises.piles import Piles
from solver.deduction.exercises.positions import board
from solver.deduction.exercises.what_is_proved import ProvedClaims
from solver.deduction.games import game_named
from solver.deduction.rules.game import Turn
from solver.deduction.strategies.measures import MEASURES
from solver.deduction.text.exercises import code_why, figure_words, keys_why, liar_why
from solver.exercises import ExerciseLevel
from solver.hidoku.exercises import find_the_step
from solver.hidoku.exercises.find_the_step import FindTheStep, seed_of
from solver.hidoku.exercises.positions import practised_techniques
from solver.hidoku.text.exercises import step_task
from webapp.learn.lessons.lesson import DEFAULT_GAME
from webapp.learn.questions.asked import AskedQuestion
from webapp.learn.questions.block import Block, task_block
from webapp.learn.questions.claims import ClaimTicks, FalseRowChoice
from webapp.learn.questions.codes import CodeQuestion, FittingChoice, KeysQuestion
from webapp.learn.questions.figures import FigureChoice, MostChoice
from webapp.learn.questions.piles import PilesQuestion
from webapp.learn.questions.question import Question
from webapp.learn.questions.reason import Reason, ReasonSentence, quote_lines
from webapp.learn.questions.scene import Scene
from webapp.learn.questions.steps import StepQuestion

Puzzle = TypeVar("Puzzle")


class ExerciseType(ABC, Generic[Puzzle]):
    """A kind of exercise. Addresses, levels, the nudge before the reason, sheets and runs follow.

    The version of the module is part of every seed.
    """

    maker: ModuleType

    @abstractmethod
    def ask(self, puzzle: Puzzle) -> AskedQuestion:
        """Return the question, with the reason for its answer."""

    @property
    def themes(self) -> Mapping[str, Callable[[int], int]]:
        """The themes, each with its own seeds, counted from 0, and a box of cards."""
        return {}

    def theme_of(self, puzzle: Puzzle) -> str:
        return ""

    @property
    def name(self) -> str:
        return str(self.maker.NAME)

    @property
    def version(self) -> int:
        return int(self.maker.VERSION)

    def make(self, level: ExerciseLevel, seed: int) -> Puzzle:
        puzzle: Puzzle = self.maker.make(level, seed)
        return puzzle

    def skill_of(self, level: ExerciseLevel, theme: str = "") -> str:
        """Return what this kind practises at a level, or with a theme."""
        return f"{self.name}/{theme or level.value}"


def _scene(turns: tuple[Turn, ...]) -> Scene:
    return Scene(board(), turns)


def _ask_about(question: Question, why: Iterable[ReasonSentence] = ()) -> AskedQuestion:
    return AskedQuestion(question=question, parts=(Block("rows"),), reason=Reason(tuple(why)))


def _choices(task: str, options: tuple[str, ...]) -> Block:
    return Block("ask", fields={"ask": task}, options=options)


class CountKeysType(ExerciseType[CountKeys]):
    maker = count_keys

    def ask(self, puzzle: CountKeys) -> AskedQuestion:
        scene = _scene(())
        names = {"code": puzzle.code, "guess": puzzle.guess}
        rows = {name: scene.game.format_code(code) for name, code in names.items()}
        question = KeysQuestion(scene, task_block("What feedback does this guess get?", **rows))
        return AskedQuestion(question=question, reason=Reason(quote_lines(scene, keys_why(puzzle))))


class OneRowType(ExerciseType[OneRow]):
    maker = one_row

    def ask(self, puzzle: OneRow) -> AskedQuestion:
        scene = _scene(puzzle.turns)
        codes = tuple(map(scene.game.format_code, puzzle.choices))
        return _ask_about(FittingChoice(scene, _choices("Which of these can be the code?", codes)))


class OneCodeLeftType(ExerciseType[OneCodeLeft]):
    maker = one_code_left

    def ask(self, puzzle: OneCodeLeft) -> AskedQuestion:
        scene = _scene(puzzle.turns)
        why = quote_lines(scene, code_why(puzzle, scene.face.name_of, scene.face.terms))
        block = task_block("Exactly one code fits every row. Find it.", only="yes")
        return _ask_about(CodeQuestion(scene, block), why)


class ProvedType(ExerciseType[ProvedClaims]):
    maker = what_is_proved

    def ask(self, puzzle: ProvedClaims) -> AskedQuestion:
        block = task_block("Tick every claim the rows prove.")
        question = ClaimTicks(_scene(puzzle.turns), block, puzzle)
        return _ask_about(question, question.why)


class PilesType(ExerciseType[Piles]):
    maker = piles

    def ask(self, puzzle: Piles) -> AskedQuestion:
        scene = _scene(puzzle.turns)
        guess = scene.game.format_code(puzzle.guess)
        task = "Put each code where it belongs: under the feedback that the guess would get."
        return AskedQuestion(question=PilesQuestion(scene, task_block(task, guess=guess)))


#: What is asked of the guesses by each measure.
COMPARED: Final = {
    "worst": "Worst case: which guess leaves the fewest of these codes, whatever the feedback?",
    "average": "Average: which guess leaves the fewest of these codes on average?",
    "bits": "Bits: which guess gives the most bits on average?",
}


class CompareType(ExerciseType[Compare]):
    maker = compare

    @property
    def themes(self) -> Mapping[str, Callable[[int], int]]:
        return {name: partial(compare.seed_of, name) for name in COMPARED}

    def theme_of(self, puzzle: Compare) -> str:
        return puzzle.measure

    def ask(self, puzzle: Compare) -> AskedQuestion:
        scene = _scene(puzzle.turns)
        measure = MEASURES[puzzle.measure]
        options = tuple(
            f"{measure.name} {scene.game.format_code(guess)} = "
            f"{abs(float(measure.of(groups))):.2f}\n{figure_words(measure.name, groups)}"
            for guess, groups in zip(puzzle.guesses, puzzle.splits, strict=True)
        )
        ask = MostChoice if puzzle.measure == "bits" else FigureChoice
        question = ask(scene, _choices(COMPARED[puzzle.measure], options))
        parts = [Block("codes")]
        if puzzle.level is ExerciseLevel.EASY:
            parts += [Block("split", scene.game.format_code(guess)) for guess in puzzle.guesses]
        return AskedQuestion(question=question, parts=tuple(parts))


class LiarType(ExerciseType[Liar]):
    maker = liar

    def ask(self, puzzle: Liar) -> AskedQuestion:
        scene = _scene(puzzle.turns)
        block = task_block("The feedback of exactly one row is wrong. Which row?")
        return _ask_about(FalseRowChoice(scene, block), quote_lines(scene, liar_why(puzzle)))


class FindTheStepType(ExerciseType[FindTheStep]):
    maker = find_the_step

    @cached_property
    def themes(self) -> Mapping[str, Callable[[int], int]]:
        return {step.name: partial(seed_of, step) for step in practised_techniques()}

    def theme_of(self, puzzle: FindTheStep) -> str:
        return puzzle.technique.name

    def ask(self, puzzle: FindTheStep) -> AskedQuestion:
        scene = Scene(game_named(DEFAULT_GAME), board=puzzle.grid)
        return AskedQuestion(question=StepQuestion(scene, task_block(step_task(puzzle)), puzzle))


FIND_THE_STEP: Final = FindTheStepType()
