"""The pile table by hand: each possible code is put on the pile of the feedback it would give.

A card that lies is never wrong, since a wrong one comes back with the reason. So a draft is a list
of the codes that lie.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from solver.deduction.knowledge.candidates import Split
from solver.deduction.rules.game import Code, Feedback
from solver.wording import InputError, plural
from webapp.http.forms import FormError
from webapp.learn.questions.question import Entered, HandTable, Marking, Question, ShownQuestion
from webapp.learn.questions.scene import Block, QuestionError, Scene
from webapp.mastermind.pile_table import Pile, show_piles

#: So many codes can be put on piles by hand.
MOST_CARDS: Final = 16


@dataclass(frozen=True)
class PileHand:
    """The possible codes, those of them that ``lie`` on their piles, and the guess."""

    scene: Scene
    guess: Code
    lie: tuple[Code, ...] = ()

    def __post_init__(self) -> None:
        if not 1 < len(self.scene.codes) <= MOST_CARDS:
            raise QuestionError(f"{len(self.scene.codes)} codes can’t be put on piles by hand.")

    def feedback(self, code: Code) -> Feedback:
        return self.scene.game.feedback(self.guess, code)

    @property
    def in_hand(self) -> tuple[Code, ...]:
        return tuple(code for code in self.scene.codes if code not in self.lie)

    @cached_property
    def feedbacks(self) -> tuple[Feedback, ...]:
        """The piles to choose from: with each one needed, those with as many key pegs."""
        needed = {self.feedback(code) for code in self.scene.codes}
        sums = {sum(feedback) for feedback in needed}
        neighbours = {feedback for feedback in self.scene.game.feedbacks if sum(feedback) in sums}
        return tuple(sorted(needed | neighbours, key=self.scene.game.feedbacks.index))

    def with_draft(self, text: str) -> PileHand:
        codes_by_text = {self.scene.game.format_code(code): code for code in self.scene.codes}
        lie = (codes_by_text[word] for word in text.split() if word in codes_by_text)
        return replace(self, lie=tuple(dict.fromkeys(lie)))

    def fault(self, code: Code, feedback: Feedback) -> str:
        """Say why a code doesn't lie on a pile; "" if it does."""
        true_feedback = self.feedback(code)
        if true_feedback == feedback:
            return ""
        guess = self.scene.pegs(self.guess)
        card = self.scene.pegs(code)
        return (
            f"If {card} were the code, {guess} would get "
            f"{self.scene.feedback(true_feedback)}, "
            f"not {self.scene.feedback(feedback)}."
        )

    def read(self, form: Mapping[str, str]) -> tuple[Code, Feedback]:
        """Return the card and its pile. Raises InputError."""
        game = self.scene.game
        cards = {game.format_code(code): code for code in self.in_hand}
        piles = {str(number): feedback for number, feedback in enumerate(game.feedbacks)}
        if form.get("card", "") not in cards:
            raise FormError("Choose a code first.")
        if form.get("pile", "") not in piles:
            raise FormError("Choose a pile for it.")
        return cards[form["card"]], piles[form["pile"]]

    def put(self, form: Mapping[str, str]) -> tuple[PileHand, str]:
        """Put a card on a pile; or say why it comes back. Raises InputError."""
        code, feedback = self.read(form)
        fault = self.fault(code, feedback)
        return (self, fault) if fault else (replace(self, lie=(*self.lie, code)), "")

    def show(self, choice: str = "", fault: str = "") -> HandTable:
        game = self.scene.game
        face = self.scene.face
        feedbacks = list(map(self.feedback, self.lie))
        sizes = tuple(map(feedbacks.count, game.feedbacks))
        cards = tuple(self.scene.show_card(code) for code in self.in_hand)
        texts = [card.text for card in cards]
        return HandTable(
            guess=self.scene.show_card(self.guess),
            piles=tuple(
                Pile(
                    game.feedbacks.index(feedback),
                    face.show(feedback),
                    feedbacks.count(feedback),
                    feedback == game.feedbacks[game.won],
                    tuple(face.pegs(code) for code in self.lie if self.feedback(code) == feedback),
                )
                for feedback in self.feedbacks
            ),
            cards=cards,
            chosen=choice if choice in texts else "".join(texts[:1]),
            draft=" ".join(map(game.format_code, self.lie)),
            status=f"{plural(len(cards), 'code')} to go." if cards else "",
            filled=show_piles(face, Split(sizes)) if self.lie else None,
            why=self.scene.fill_sentence(fault) if fault else None,
        )


def touch_piles(scene: Scene, block: Block, query: Mapping[str, str]) -> HandTable:
    """Show the table of a guess, ``piles GUESS``, with what an address says lies on it."""
    guess = scene.game.parse_code(block.argument)
    hand = PileHand(scene, guess).with_draft(query.get("draft", ""))
    try:
        hand, fault = hand.put(query)
    except InputError:
        return hand.show()
    return hand.show(query["card"], fault)


class PilesQuestion(Question):
    """Put each possible code on the pile of the feedback it would give ``guess: 1122``."""

    form = "piles"

    def __init__(self, scene: Scene, block: Block) -> None:
        super().__init__(scene, block)
        game = scene.game
        self.hand = PileHand(scene, game.parse_code(block.of("guess")))
        *before, last = scene.codes
        self.solution = {
            "draft": " ".join(map(game.format_code, before)),
            "card": game.format_code(last),
            "pile": str(game.feedbacks.index(self.hand.feedback(last))),
        }
        codes: dict[Feedback, list[str]] = {}
        for code in scene.codes:
            codes.setdefault(self.hand.feedback(code), []).append(scene.pegs(code))
        piles = (f"{scene.keys(pile)}: {' '.join(codes[pile])}" for pile in codes)
        self.answer_words = "; ".join(piles)

    def is_entered(self, form: Entered) -> bool:
        return bool(form.get("card"))

    def entered_words(self, form: Entered) -> str:
        code, feedback = self.hand.read(form)
        guess = self.scene.pegs(self.hand.guess)
        return f"Guess {guess}: {self.scene.pegs(code)} on {self.scene.keys(feedback)}"

    def judge(self, form: Entered) -> Marking:
        hand, fault = self.hand.with_draft(form.get("draft", "")).put(form)
        if fault:
            return Marking(False, (), fault, is_of_reason=True)
        return Marking(not hand.in_hand, (), is_open=bool(hand.in_hand))

    def show(self, form: Entered, marking: Marking | None) -> ShownQuestion:
        hand = self.hand.with_draft(form.get("draft", ""))
        if marking and (marking.is_right or marking.is_open):
            hand, _ = hand.put(form)
        table = hand.show(form.get("card", ""))
        return replace(super().show(form, marking), hand=table, draft=table.draft)
