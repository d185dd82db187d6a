"""What do the rows prove? A claim, or all to be ticked; or that one of the rows is false."""

from collections.abc import Iterable
from functools import cached_property
from typing import Final

from solver.deduction.exercises.liar import Liar
from solver.deduction.exercises.what_is_proved import ProvedClaims
from solver.deduction.knowledge.facts import Fact, FactKind
from solver.deduction.text.exercises import claims_why
from solver.deduction.text.facts import claim_words, rows_words
from solver.wording import capitalised, join_words, spelled
from webapp.learn.questions import question
from webapp.learn.questions.codes import misfits
from webapp.learn.questions.question import Choices, Entered, Marking, Question, ReasonSentence
from webapp.learn.questions.scene import Block, QuestionError, Scene, task_block


class ClaimChoice(Choices):
    """Which of the options, claims such as ``out 3`` or ``hole 2 is 5``, do the rows prove?

    ``in 1 2`` means that both are in the code, ``twice 1`` and ``once 1`` exactly how often;
    ``hole 2 not 5`` and ``sum 2 of 1 4`` mean what they say.
    """

    def __init__(self, scene: Scene, block: Block) -> None:
        super().__init__(scene, block)
        self.claims = tuple(parse_claim(scene, text) for text in block.options)
        self.exercise = exercise = ProvedClaims(scene.turns, self.claims, game=scene.game)
        if len(exercise.proved) != 1 or not scene.codes:
            raise QuestionError(f"{len(exercise.proved)} of the claims are proved, not one.")
        self.against = exercise.against
        self.offer(_labels(scene, self.claims), *exercise.proved)

    def ask_reason(self) -> Question | None:
        return CounterexampleChoice(self.scene, self.exercise, min(self.against))

    def marking(self, choice: int) -> Marking:
        """Name a code that fits the rows and breaks the claim; the step says what proves it."""
        if choice == self.right:
            return Marking(True, ())
        fits = f"{self.scene.pegs(self.against[choice])} fits all rows, but not this claim."
        return Marking(False, (f"That isn’t certain. {fits}",))


class CounterexampleChoice(Choices):
    """Which code shows that a claim isn't certain? One that fits all rows, and not the claim."""

    def __init__(self, scene: Scene, rows: ProvedClaims, place: int) -> None:
        words = _labels(scene, rows.claims)[place]
        super().__init__(scene, task_block(f"Which code shows that this isn’t certain? “{words}”"))
        fitting = rows.table.left
        holders = rows.table.holds(rows.claims[place])
        kinds = map(rows.codes_in, (fitting & ~holders, fitting & holders, ~fitting & ~holders))
        counterexample, *distractors = (codes[len(codes) // 2] for codes in kinds if codes)
        self.codes = sorted((counterexample, *distractors))
        labels = [scene.pegs(code) for code in self.codes]
        self.offer(labels, self.codes.index(counterexample))

    def marking(self, choice: int) -> Marking:
        if choice == self.right:
            return Marking(True, ())
        code = self.codes[choice]
        words = (*misfits(self.scene, code),) or (
            f"{self.scene.pegs(code)} fits the rows and the claim, so it shows nothing.",
        )
        return Marking(False, words, "It has to fit every row, but not the claim.")


class ClaimTicks(Question):
    """Which of the claims do the rows prove? All of them have to be ticked."""

    form = "ticks"

    def __init__(self, scene: Scene, block: Block, exercise: ProvedClaims) -> None:
        super().__init__(scene, block)
        self.exercise = exercise
        self.labels = _labels(scene, exercise.claims)
        claims = sorted(exercise.proved)
        self.solution = {"choice": [*map(str, claims)]}
        self.answer_words = f"Claims {join_words([str(claim + 1) for claim in claims])}."

    @cached_property
    def why(self) -> tuple[ReasonSentence, ...]:
        return question.quote_lines(self.scene, claims_why(self.exercise))

    def judge(self, form: Entered) -> Marking:
        choice = {question.chosen_place(self, text) for text in form.getlist("choice")}
        mistakes = sorted(choice - self.exercise.proved)
        omissions = sorted(self.exercise.proved - choice)
        sentences = tuple(self.why[claim].text for claim in (*mistakes, *omissions))
        return Marking(not sentences, sentences, _nudge(len(mistakes), len(omissions)))


class FalseRowChoice(Choices):
    """The rows contradict each other, and changing one answer would fix that: in which row?"""

    def __init__(self, scene: Scene, block: Block) -> None:
        super().__init__(scene, block)
        self.exercise = Liar(scene.turns, game=scene.game)
        suspects = self.exercise.suspects
        if scene.codes or len(suspects) != 1:
            raise QuestionError(f"{len(suspects)} rows can be the false one, not one.")
        self.offer([f"Row {row + 1}" for row in range(len(scene.turns))], suspects[0])

    def marking(self, choice: int) -> Marking:
        """Name the conflict that remains without a row that isn’t the false one."""
        if choice == self.right:
            return Marking(True, ())
        conflict = next(rows for rows in self.exercise.conflicts if choice not in rows)
        row = choice + 1
        rows = rows_words(conflict)
        words = f"Ignore row {row}, and {rows} still contradict each other."
        nudge = (
            f"If row {row} were the wrong one, all the others would be right. They can’t all be."
        )
        return Marking(False, (words, "No code fits them together."), nudge)


def _labels(scene: Scene, claims: Iterable[Fact]) -> tuple[str, ...]:
    face = scene.face
    return tuple(f"{claim_words((claim,), face.name_of, face.terms)}." for claim in claims)


def _nudge(mistakes: int, omissions: int) -> str:
    parts = []
    if mistakes:
        verb = "aren’t" if mistakes > 1 else "isn’t"
        parts.append(f"{spelled(mistakes)} of the claims you marked {verb} proved")
    if omissions:
        parts.append(f"you missed {spelled(omissions)} that the rows prove")
    return capitalised(f"{', and '.join(parts)}.")


#: The first word of a claim about colours only: what it says, and how often.
_OF_COLOURS: Final = {
    "out": (FactKind.OUT, 0),
    "in": (FactKind.IN, 1),
    "once": (FactKind.COUNT, 1),
    "twice": (FactKind.COUNT, 2),
}


def parse_claim(scene: Scene, text: str) -> Fact:
    match text.split():
        case ["hole", hole, "is", colour]:
            return Fact(FactKind.HOLE, _colours(scene, [colour]), (int(hole) - 1,), 1)
        case ["hole", hole, "not", *colours]:
            return Fact(FactKind.NOT_HERE, _colours(scene, colours), (int(hole) - 1,))
        case ["sum", many, "of", *colours]:
            return Fact(FactKind.SUM, _colours(scene, colours), count=int(many))
        case [word, *colours] if word in _OF_COLOURS:
            kind_of, count = _OF_COLOURS[word]
            return Fact(kind_of, _colours(scene, colours), count=count)
    raise QuestionError(f"“{text}” is no claim.")


def _colours(scene: Scene, symbols: list[str]) -> tuple[int, ...]:
    all_symbols = [value.symbol for value in scene.face.values]
    return tuple(all_symbols.index(symbol) for symbol in symbols)
