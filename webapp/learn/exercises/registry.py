"""Every kind of exercise, what it asks, and an exercise by its address, ``liar/hard/v1-7``."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import Any, Final

from flask import url_for

from solver.deduction.exercises import (
    compare,
    count_keys,
    liar,
    one_code_left,
    one_row,
    piles,
    what_is_proved,
)
from solver.deduction.exercises.positions import board
from solver.deduction.games import game_named
from solver.deduction.strategies.measures import MEASURES
from solver.deduction.text.exercises import bits_words, code_why, keys_why, liar_why
from solver.exercises import ExerciseError, ExerciseLevel, format_seed, parse_level, parse_seed
from solver.hidoku.exercises import find_the_step
from solver.hidoku.exercises.find_the_step import practised_techniques
from solver.hidoku.text.exercises import step_task
from solver.wording import join_words, quote
from webapp.learn.exercises.exercise_type import ExerciseType
from webapp.learn.lessons.lesson import DEFAULT_GAME
from webapp.learn.questions.claims import ClaimTicks, FalseRowChoice
from webapp.learn.questions.codes import CodeQuestion, FittingChoice, KeysQuestion
from webapp.learn.questions.figures import FigureChoice, MostChoice
from webapp.learn.questions.pile_hand import PilesQuestion
from webapp.learn.questions.question import Question, Reason, ReasonSentence, quote_lines
from webapp.learn.questions.scene import Block, Scene, task_block
from webapp.learn.questions.steps import StepQuestion


def _ask_about(question: Question, why: Iterable[ReasonSentence] = ()) -> Question:
    return question.after((Block("rows"),), Reason(tuple(why)))


class CountKeysType(ExerciseType[count_keys.CountKeys]):
    maker = count_keys

    def ask(self, puzzle: count_keys.CountKeys) -> Question:
        scene = Scene(board())
        names = {"code": puzzle.code, "guess": puzzle.guess}
        rows = {name: scene.game.format_code(code) for name, code in names.items()}
        question = KeysQuestion(scene, task_block("What feedback does this guess get?", **rows))
        return question.after((), Reason(quote_lines(scene, keys_why(puzzle))))


class OneRowType(ExerciseType[one_row.OneRow]):
    maker = one_row

    def ask(self, puzzle: one_row.OneRow) -> Question:
        scene = Scene(board(), puzzle.turns)
        codes = [*map(scene.game.format_code, puzzle.choices)]
        return _ask_about(
            FittingChoice(scene, task_block("Which of these can be the code?", codes))
        )


class OneCodeLeftType(ExerciseType[one_code_left.OneCodeLeft]):
    maker = one_code_left

    def ask(self, puzzle: one_code_left.OneCodeLeft) -> Question:
        scene = Scene(board(), puzzle.turns)
        why = quote_lines(scene, code_why(puzzle, scene.face.name_of, scene.face.terms))
        block = task_block("Exactly one code fits every row. Find it.", only="yes")
        return _ask_about(CodeQuestion(scene, block), why)


class ProvedType(ExerciseType[what_is_proved.ProvedClaims]):
    maker = what_is_proved

    def ask(self, puzzle: what_is_proved.ProvedClaims) -> Question:
        block = task_block("Tick every claim the rows prove.")
        question = ClaimTicks(Scene(board(), puzzle.turns), block, puzzle)
        return _ask_about(question, question.why)


class PilesType(ExerciseType[piles.Piles]):
    maker = piles

    def ask(self, puzzle: piles.Piles) -> Question:
        scene = Scene(board(), puzzle.turns)
        guess = scene.game.format_code(puzzle.guess)
        task = "Put each code where it belongs: under the feedback that the guess would get."
        return PilesQuestion(scene, task_block(task, guess=guess))


#: What is asked of the guesses by each measure.
COMPARED: Final = {
    "worst": "Worst case: which guess leaves the fewest of these codes, whatever the feedback?",
    "average": "Average: which guess leaves the fewest of these codes on average?",
    "bits": "Bits: which guess gives the most bits on average?",
}


class CompareType(ExerciseType[compare.Compare]):
    maker = compare

    @property
    def themes(self) -> Mapping[str, Callable[[int], int]]:
        return {name: partial(compare.seed_of, name) for name in COMPARED}

    def theme_of(self, puzzle: compare.Compare) -> str:
        return puzzle.measure

    def ask(self, puzzle: compare.Compare) -> Question:
        scene = Scene(board(), puzzle.turns)
        measure = MEASURES[puzzle.measure]
        options = tuple(
            f"{measure.name} {scene.game.format_code(guess)} = {abs(float(measure.of(groups))):.2f}"
            for guess, groups in zip(puzzle.guesses, puzzle.splits, strict=True)
        )
        ask = MostChoice if puzzle.measure == "bits" else FigureChoice
        question = ask(scene, task_block(COMPARED[puzzle.measure], options))
        parts = [Block("codes")]
        if puzzle.measure == "bits":
            parts.append(Block("prose", text=f"<p>{bits_words(puzzle.splits)}</p>"))
        if puzzle.level is ExerciseLevel.EASY:
            parts.append(Block("split", text=" ".join(map(scene.game.format_code, puzzle.guesses))))
        return question.after(tuple(parts))


class LiarType(ExerciseType[liar.Liar]):
    maker = liar

    def ask(self, puzzle: liar.Liar) -> Question:
        scene = Scene(board(), puzzle.turns)
        block = task_block("The feedback of exactly one row is wrong. Which row?")
        return _ask_about(FalseRowChoice(scene, block), quote_lines(scene, liar_why(puzzle)))


class FindTheStepType(ExerciseType[find_the_step.FindTheStep]):
    maker = find_the_step

    @cached_property
    def themes(self) -> Mapping[str, Callable[[int], int]]:
        techniques = practised_techniques()
        return {step.name: partial(find_the_step.seed_of, step) for step in techniques}

    def theme_of(self, puzzle: find_the_step.FindTheStep) -> str:
        return puzzle.technique.name

    def ask(self, puzzle: find_the_step.FindTheStep) -> Question:
        scene = Scene(game_named(DEFAULT_GAME), board=puzzle.grid)
        return StepQuestion(scene, task_block(step_task(puzzle)), puzzle)


FIND_THE_STEP: Final = FindTheStepType()
ENTRIES: Final[tuple[ExerciseType[Any], ...]] = (
    CountKeysType(),
    OneRowType(),
    OneCodeLeftType(),
    ProvedType(),
    PilesType(),
    CompareType(),
    LiarType(),
    FIND_THE_STEP,
)
#: By their names in addresses.
ENTRY_BY_NAME: Final = {entry.name: entry for entry in ENTRIES}
MOST_KEPT: Final = 256


@dataclass(frozen=True, eq=False)
class Exercise:
    entry: ExerciseType[Any]
    level: ExerciseLevel
    seed: int
    puzzle: Any

    @cached_property
    def question(self) -> Question:
        return self.entry.ask(self.puzzle)

    @property
    def name(self) -> str:
        return f"{self.entry.name}/{self.level.value}/{self.seed_text}"

    @property
    def seed_text(self) -> str:
        return format_seed(self.entry.version, self.seed)

    @property
    def theme(self) -> str:
        return self.entry.theme_of(self.puzzle)

    @property
    def skill(self) -> str:
        return self.entry.skill_of(self.level, self.theme)

    def url(self, endpoint: str = "exercise", **query: Any) -> str:
        level = self.level.value
        seed = self.seed_text
        return url_for(
            f"exercises.{endpoint}", kind=self.entry.name, level=level, seed=seed, **query
        )


def find_entry(kind: str) -> ExerciseType[Any]:
    if kind not in ENTRY_BY_NAME:
        kinds = join_words(tuple(ENTRY_BY_NAME))
        raise ExerciseError(f"There are no exercises called “{quote(kind)}”, only {kinds}.")
    return ENTRY_BY_NAME[kind]


def find_exercise(kind: str, level: str, seed: str) -> Exercise:
    """Return the exercise of an address. Raises ExerciseError."""
    entry = find_entry(kind)
    exercise_level = parse_level(level)
    return exercise_of(entry, exercise_level, parse_seed(seed, entry.version))


@lru_cache(MOST_KEPT)  # an exercise is needed when it is shown and at each answer
def exercise_of(entry: ExerciseType[Any], level: ExerciseLevel, seed: int) -> Exercise:
    return Exercise(entry, level, seed, entry.make(level, seed))
