"""The pile table by hand: each possible code is put on the pile of the feedback it would give.

A card that lies is never wrong, since a wrong one comes back with the reason. So a draft is a list
of the codes that lie.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, NamedTuple

from markupsafe import Markup

from solver.deduction.faces.face import Pegs
from solver.deduction.knowledge.candidates import Split
from solver.deduction.rules.game import Code, Feedback
from solver.wording import InputError, plural
from webapp.http.forms import FormError
from webapp.learn.questions.block import Block, QuestionError
from webapp.learn.questions.scene import Scene, feedback_in_words, fill_sentence, pegs
from webapp.mastermind.pile_table import Pile, PileTable, show_piles

#: So many codes can be put on piles by hand.
MOST_CARDS: Final = 16


class CodeCard(NamedTuple):
    text: str
    pegs: Pegs
    words: str


@dataclass(frozen=True, kw_only=True)
class HandTable:
    """A table being filled: the guess, the piles and what lies on them, the cards in the hand."""

    guess: CodeCard
    piles: tuple[Pile, ...]
    cards: tuple[CodeCard, ...]
    chosen: str
    draft: str
    status: str
    filled: PileTable | None
    #: Why the chosen card came back.
    why: Markup | None = None


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
        guess = pegs(self.scene, self.guess)
        card = pegs(self.scene, code)
        return (
            f"If {card} were the code, {guess} would get "
            f"{feedback_in_words(self.scene, true_feedback)}, "
            f"not {feedback_in_words(self.scene, feedback)}."
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

    def put(self, code: Code) -> PileHand:
        return replace(self, lie=(*self.lie, code))

    def show(self, choice: str = "") -> HandTable:
        game = self.scene.game
        face = self.scene.face
        feedbacks = list(map(self.feedback, self.lie))
        sizes = tuple(map(feedbacks.count, game.feedbacks))
        cards = tuple(map(self._card, self.in_hand))
        texts = [card.text for card in cards]
        return HandTable(
            guess=self._card(self.guess),
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
        )

    def _card(self, code: Code) -> CodeCard:
        face = self.scene.face
        return CodeCard(self.scene.game.format_code(code), face.pegs(code), face.code_words(code))


def touch_piles(scene: Scene, block: Block, query: Mapping[str, str]) -> HandTable:
    """Show the table of a guess, ``piles GUESS``, with what an address says lies on it."""
    guess = scene.game.parse_code(block.argument)
    hand = PileHand(scene, guess).with_draft(query.get("draft", ""))
    try:
        code, feedback = hand.read(query)
    except InputError:
        return hand.show()
    if fault := hand.fault(code, feedback):
        why = fill_sentence(scene, fault)
        return replace(hand.show(query["card"]), why=why)
    return hand.put(code).show()
