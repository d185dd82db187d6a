"""Questions about feedback, about codes that fit the rows, and about the guess to make."""

from collections.abc import Iterator
from dataclasses import replace

from solver.deduction.knowledge.candidates import contradicted
from solver.deduction.rules.game import Code
from solver.deduction.text.facts import rows_words
from solver.wording import plural
from webapp.http.forms import FormError, submitted_row
from webapp.learn.questions import question
from webapp.learn.questions.question import Choices, Entered, Marking, Question, ShownQuestion
from webapp.learn.questions.scene import Block, QuestionError, Scene, task_block
from webapp.mastermind.board_view import EMPTY, ShownGame, draft_of, draft_pegs, feedback_fields

MOST_TOLD = 3  # rows that a code contradicts
FEW = 3  # right answers that are all named; of more, so many are examples


class KeysQuestion(Question):
    """A code and a guess, ``code: 1123`` and ``guess: 1132``: which key pegs?"""

    form = "keys"

    def __init__(self, scene: Scene, block: Block) -> None:
        super().__init__(scene, block)
        self.code = scene.game.parse_code(block.of("code"))
        self.guess = scene.game.parse_code(block.of("guess"))
        self.keys = scene.game.feedback(self.guess, self.code)
        self.solution = dict(scene.face.format_feedback_fields(self.keys))
        self.answer_words = scene.keys(self.keys)

    def show(self, form: Entered, marking: Marking | None) -> ShownQuestion:
        face = self.scene.face
        return replace(
            super().show(form, marking),
            fields=feedback_fields(face, "answer", None, dict(form.items())),
            pair=self.scene.show_pair(self.code, self.guess),
        )

    def judge(self, form: Entered) -> Marking:
        feedback = self.scene.face.parse_feedback_fields(form)
        words = f"You counted {self.entered_words(form)}."
        if feedback == self.keys:
            return Marking(True, ())
        nudge = "Which holes are the same in both rows? Count those first, then the other pegs."
        return Marking(False, (words,), nudge)

    def entered_words(self, form: Entered) -> str:
        return self.scene.feedback(self.scene.face.parse_feedback_fields(form))


class FittingChoice(Choices):
    """Which of the codes is still possible? With ``not: yes``: which isn't?"""

    def __init__(self, scene: Scene, block: Block) -> None:
        super().__init__(scene, block)
        self.codes = tuple(map(scene.game.parse_code, block.options))
        self.is_inverse = "not" in block.fields
        right = [
            at
            for at, code in enumerate(self.codes)
            if bool(contradicted(scene.game, code, scene.turns)) is self.is_inverse
        ]
        if len(right) != 1:
            raise QuestionError(f"{len(right)} of the codes are right, not one.")
        self.offer([f"{{{{pegs {text}}}}}" for text in block.options], right[0])

    def ask_reason(self) -> Question | None:
        """Ask for the feedback that shows why a code isn't possible."""
        game = self.scene.game
        turns = self.scene.turns
        code = next(code for code in self.codes if contradicted(game, code, turns))
        row = contradicted(game, code, turns)[0]
        task = f"What feedback would row {row + 1} get if {self.scene.pegs(code)} were the code?"
        rows = {"code": game.format_code(code), "guess": game.format_code(turns[row].code)}
        return KeysQuestion(self.scene, task_block(task, **rows))

    def marking(self, choice: int) -> Marking:
        """Say why a wrong code isn't possible; and of a right choice, why for each code."""
        if choice == self.right:
            words = (word for code in self.codes for word in fit_words(self.scene, code))
            return Marking(True, tuple(words))
        nudge = "What feedback would each row get if this were the code?"
        return Marking(False, tuple(fit_words(self.scene, self.codes[choice])), nudge)


class CodeQuestion(Question):
    """Build a code that fits all rows; with ``only: yes`` there is only one."""

    form = "code"
    other_names = ("typed",)  # if no script builds it

    def __init__(self, scene: Scene, block: Block) -> None:
        super().__init__(scene, block)
        count = scene.candidates.count
        if not count or ("only" in block.fields and count > 1):
            raise QuestionError(f"{count} codes fit the rows.")
        self.solution = {"code": scene.game.format_code(scene.codes[0])}
        self.answer_words = " ".join(scene.pegs(code) for code in scene.codes[:FEW])
        if count > FEW:
            rule = f"Any of {count} codes that fit all rows, for example"
            self.answer_words = f"{rule} {self.answer_words}"

    def show(self, form: Entered, marking: Marking | None) -> ShownQuestion:
        face = self.scene.face
        draft = draft_of(face, form.get("typed") or form.get("code") or form.get("draft", ""))
        code = question.CodeInput(ShownGame(face), draft, draft_pegs(face, draft.text))
        return replace(super().show(form, marking), code=code)

    def entered_words(self, form: Entered) -> str:
        return self.scene.pegs(self.parse(form))

    def judge(self, form: Entered) -> Marking:
        code = self.parse(form)
        words = tuple(fit_words(self.scene, code))
        if rows := contradicted(self.scene.game, code, self.scene.turns):
            misfit = f"it doesn’t fit the feedback for {rows_words(rows)}"
            return Marking(False, words, f"This can’t be the code: {misfit}.")
        other_codes = self.scene.candidates.count - 1
        fit = "fits" if other_codes == 1 else "fit"
        count_words = (
            f"{plural(other_codes, 'other code')} {fit} too."
            if other_codes
            else "No other code fits."
        )
        return Marking(True, (*words, count_words))

    def parse(self, form: Entered) -> Code:
        """Return the code that was built or typed. Raises InputError."""
        text = submitted_row(form)
        if not text.replace(EMPTY, "").strip():
            raise FormError("Build a row first.")
        if EMPTY in text:
            raise FormError("Fill every hole first.")
        return self.scene.game.parse_code(text)


def fit_words(scene: Scene, code: Code) -> Iterator[str]:
    """Say whether a code fits all rows, and if not, which it contradicts and why."""
    if not contradicted(scene.game, code, scene.turns):
        yield f"{scene.pegs(code)} can be the code: it would give every row the feedback you see."
    yield from misfits(scene, code)


def misfits(scene: Scene, code: Code) -> Iterator[str]:
    """For each row that a code contradicts, say what feedback it would have got."""
    for at in contradicted(scene.game, code, scene.turns)[:MOST_TOLD]:
        guess, answer = scene.turns[at]
        true_feedback = scene.game.feedback(guess, code)
        yield (
            f"If {scene.pegs(code)} were the code, row {at + 1} would have got "
            f"{scene.feedback(true_feedback)}, not {scene.feedback(answer)}."
        )
