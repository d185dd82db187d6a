"""A code, set or drawn, that the computer breaks: the state of the game, and who scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from solver.deduction.faces.face import Face
from solver.deduction.games import face_of
from solver.deduction.knowledge.candidates import contradicted
from solver.deduction.matches import MatchError, Outcome
from solver.deduction.rules.game import Code, Feedback, Game
from webapp.http.forms import FormError
from webapp.mastermind.breaker.game import RememberedMatch
from webapp.mastermind.feedback_sheet import Sheet, given_fields, parse_feedback
from webapp.mastermind.finished import choice_after
from webapp.mastermind.setup import SetterSetup


class DoubtError(FormError):
    """Feedback that differs from the code's: the page asks for confirmation."""

    def __init__(self, feedback: Feedback, sentence: str) -> None:
        super().__init__(sentence)
        self.feedback = feedback


@dataclass(frozen=True)
class SetterGame:
    """A code that the computer breaks: its setup, and the rows so far."""

    setup: SetterSetup
    sheet: Sheet

    @property
    def game(self) -> Game:
        return self.sheet.game

    @property
    def face(self) -> Face:
        return face_of(self.game, self.setup.keys)

    @property
    def secret(self) -> Code | None:
        """The code, if the page knows it; an evil setter has none before the end."""
        if self.setup.evil:
            return None if self.sheet.is_contradiction else self._evil.secret
        return self.game.parse_code(self.setup.secret) if self.setup.secret else None

    @property
    def _evil(self) -> RememberedMatch:
        return RememberedMatch(self.game, self.sheet.turns, self.setup.seed)

    @property
    def known_code(self) -> Code | None:
        """The code of a finished game: the row that found it, else the code set, else the only one
        left.

        None if the code stayed in the player's head and the feedback leaves several.
        """
        is_told = self.secret is not None and self.sheet.found is None
        return self.secret if is_told else self.sheet.only

    @property
    def untrue(self) -> tuple[int, ...]:
        """The places of the rows that the code, if known, would score otherwise."""
        return contradicted(self.game, self.secret, self.sheet.turns) if self.secret else ()

    @property
    def has_begun(self) -> bool:
        return self.setup.by_hand or self.setup.evil or bool(self.setup.secret)

    @property
    def can_be_revealed(self) -> bool:
        """Whether a code kept in the head may be entered: rows conflict, or nobody found it.

        One already entered may be replaced if the feedback doesn’t match: it may have been a slip.
        """
        is_open = self.secret is None or bool(self.untrue)
        is_missed = self.sheet.is_contradiction or self.outcome is Outcome.LOST
        return self.setup.by_hand and is_open and is_missed

    @property
    def outcome(self) -> Outcome:
        """The result so far for the computer. Conflicting feedback has to be corrected first."""
        if self.sheet.found is not None:
            return Outcome.WON
        is_full = len(self.sheet.turns) >= self.game.rows
        return Outcome.LOST if is_full and not self.sheet.is_contradiction else Outcome.PLAYING

    @property
    def true_feedback(self) -> Feedback | None:
        """What the pending guess scores against the code, or gets from an evil setter.

        None if the code is in the player's head.
        """
        pending = self.sheet.pending
        if pending is not None and self.setup.evil:
            return self._evil.guess(pending).turns[-1].feedback
        if pending is None or self.secret is None:
            return None
        return self.game.feedback(pending, self.secret)

    def with_code(self, code: Code) -> SetterGame:
        return replace(self, setup=replace(self.setup, secret=self.game.format_code(code)))

    def corrected(self) -> SetterGame:
        """Return the game with the code's feedback. Raises MatchError without a code."""
        if self.secret is None:
            raise MatchError(f"The page doesn’t know your {self.game.terms.code}.")
        sheet = self.sheet
        for place in self.untrue:
            true_feedback = self.game.feedback(sheet.turns[place].code, self.secret)
            sheet = sheet.corrected(place + 1, true_feedback)
        return replace(self, sheet=sheet)

    def after(self, row: int) -> SetterGame:
        """Return the game as it was after an earlier row, with the guess that came next."""
        turns = tuple(self.sheet.row_at_the_time(place, row) for place in range(row))
        return replace(self, sheet=Sheet(self.game, turns, self.sheet.turns[row].code))

    @property
    def awaits_guess(self) -> bool:
        """Whether it is the computer's turn and it hasn't made its guess yet."""
        is_due = self.sheet.pending is None and self.has_begun
        return is_due and self.outcome is Outcome.PLAYING and not self.sheet.is_contradiction

    def with_guess(self) -> SetterGame:
        """Return the game with the computer's next guess, if it is its turn.

        The same position always gets the same guess, so it can be stored later than the feedback.
        """
        base_game = replace(self, sheet=replace(self.sheet, pending=None))
        if not base_game.awaits_guess:
            return base_game
        choice = choice_after(self.game.name, self.sheet.turns, self.setup)
        return replace(self, sheet=replace(self.sheet, pending=choice.guess))


def feedback_to_pending(form: Mapping[str, str], setting: SetterGame) -> Feedback:
    """Return the feedback for the pending guess: the form's, else the code's.

    Raises DoubtError if it differs from the code's and isn't confirmed, InputError if it can't be
    read.
    """
    true_feedback = setting.true_feedback
    face = setting.face
    if true_feedback is not None and not (form.get("answer") or given_fields(form, face)):
        return true_feedback
    feedback = parse_feedback(form, face)
    is_sure = form.get("sure") == setting.game.format_feedback(feedback)
    if true_feedback is not None and feedback != true_feedback and not is_sure:
        right, choice_words = (face.show(keys).words for keys in (true_feedback, feedback))
        scores = "The evil setter gives" if setting.setup.evil else f"Your {face.terms.code} scores"
        raise DoubtError(feedback, f"{scores} {right}; you chose {choice_words}. Keep it?")
    return feedback
