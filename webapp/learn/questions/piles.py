"""The pile table as a question: which code lies on which pile?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from solver.deduction.rules.game import Feedback
from webapp.learn.questions.block import Block
from webapp.learn.questions.pile_hand import PileHand
from webapp.learn.questions.question import Entered, Marking, Question, ShownQuestion
from webapp.learn.questions.scene import Scene, keys, pegs


class PilesQuestion(Question):
    """Put each possible code on the pile of the feedback it would give ``guess: 1122``."""

    form = "piles"

    def __init__(self, scene: Scene, block: Block) -> None:
        super().__init__(scene, block)
        self.hand = PileHand(scene, scene.game.parse_code(block.of("guess")))

    @property
    def solution(self) -> Mapping[str, str | list[str]]:
        *before, last = self.scene.codes
        game = self.scene.game
        return {
            "draft": " ".join(map(game.format_code, before)),
            "card": game.format_code(last),
            "pile": str(game.feedbacks.index(self.hand.feedback(last))),
        }

    @property
    def answer_words(self) -> str:
        codes: dict[Feedback, list[str]] = {}
        for code in self.scene.codes:
            codes.setdefault(self.hand.feedback(code), []).append(pegs(self.scene, code))
        return "; ".join(f"{keys(self.scene, pile)}: {' '.join(codes[pile])}" for pile in codes)

    def is_entered(self, form: Entered) -> bool:
        return bool(form.get("card"))

    def entered_words(self, form: Entered) -> str:
        code, feedback = self.hand.read(form)
        guess = pegs(self.scene, self.hand.guess)
        return f"Guess {guess}: {pegs(self.scene, code)} on {keys(self.scene, feedback)}"

    def judge(self, form: Entered) -> Marking:
        hand = self.hand.with_draft(form.get("draft", ""))
        code, feedback = hand.read(form)
        if fault := hand.fault(code, feedback):
            return Marking(False, (), fault, is_of_reason=True)
        is_open = len(hand.in_hand) > 1
        return Marking(not is_open, (), is_open=is_open)

    def show(self, form: Entered, marking: Marking | None) -> ShownQuestion:
        hand = self.hand.with_draft(form.get("draft", ""))
        if marking and (marking.is_right or marking.is_open):
            hand = hand.put(hand.read(form)[0])
        table = hand.show(form.get("card", ""))
        return replace(super().show(form, marking), hand=table, draft=table.draft)
