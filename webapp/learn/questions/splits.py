"""Which guess splits the possible codes best? Any that leaves as few of them as any other."""

from __future__ import annotations

from collections.abc import Mapping

from solver.deduction.exercises.best_split import BestSplit
from solver.deduction.rules.game import Code, Feedback
from solver.deduction.text.exercises import split_why
from webapp.learn.questions.block import Block
from webapp.learn.questions.codes import CodeQuestion, few_or_rule
from webapp.learn.questions.question import Entered, Marking
from webapp.learn.questions.reason import quote_lines
from webapp.learn.questions.scene import Scene, keys, pegs


class BestGuess(CodeQuestion):
    """Build a guess that leaves the fewest codes in the worst case."""

    def __init__(self, scene: Scene, block: Block, exercise: BestSplit) -> None:
        super().__init__(scene, block)
        self.exercise = exercise

    @property
    def solution(self) -> Mapping[str, str | list[str]]:
        return {"code": self.scene.game.format_code(self.exercise.best[0])}

    @property
    def answer_words(self) -> str:
        return few_or_rule(
            self.scene, self.exercise.best, f"guesses that leave at most {self.exercise.least}"
        )

    def judge(self, entered: Entered) -> Marking:
        guess = self.parse(entered)
        groups: dict[Feedback, list[Code]] = {}
        for code in self.scene.codes:
            groups.setdefault(self.scene.game.feedback(guess, code), []).append(code)
        feedback, together = max(groups.items(), key=lambda group: len(group[1]))
        least = self.exercise.least
        largest = len(together)
        if largest == least:
            why = quote_lines(self.scene, split_why(self.exercise, guess))
            return Marking(True, tuple(sentence.text for sentence in why))
        nudge = f"In the worst case it leaves {largest} codes; the best guesses leave {least}."
        same = f"All of these would give it the same feedback, {keys(self.scene, feedback)}"
        codes = " ".join(pegs(self.scene, code) for code in together)
        return Marking(False, (f"{same}, so it can’t tell them apart: {codes}",), nudge)
