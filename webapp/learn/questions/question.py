"""What every question of a lesson can do, and why its right answer is right.

A kind is a class. Made from the step's position and its block, it judges answers, and knows a right
answer and what its form shows. What it claims is checked when it is created.

A reason is sentences, and what each marks of the position. In a lesson's file, a sentence of the
block ``reason`` has a line below it: what it marks, ``row1.2 r2c3``, a bar, and what it claims.
Pages show the sentence and the marks; tests judge the claims by plain counting. Of questions made
by a seed, the solver gives the reason.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from types import MappingProxyType
from typing import ClassVar, Final, Self

from flask import url_for
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from solver.deduction.faces.face import Pegs
from solver.deduction.rules.game import Code
from solver.deduction.text.exercises import RowsLine
from solver.hidoku.rules.game import cell_name
from solver.hidoku.rules.grid import Board
from solver.wording import quote
from webapp.hidoku.picture.cells import Marks, Notes
from webapp.hidoku.picture.model import Picture, draw
from webapp.hidoku.picture.svg import svg_on_paper
from webapp.hidoku.watch.search_tree import OpenChoice
from webapp.http.forms import FormError, read_cell
from webapp.http.tree_picture import TreePicture
from webapp.learn.questions.scene import Block, CodeCard, QuestionError, Scene
from webapp.mastermind.board_view import FeedbackFields, RowDraft, ShownGame
from webapp.mastermind.pile_table import Pile, PileTable

#: A cell; a row, its feedback or one of its pegs; a peg of the code or the guess that are compared.
_MARK: Final = re.compile(r"r\d+c\d+|(row|keys)\d|(row\d|code|guess)\.\d")


@dataclass(frozen=True)
class ReasonSentence:
    text: str
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Reason:
    """The sentences that prove the answer, and a nudge, which doesn't give it away.

    Without a nudge, the question has its own, which depends on the answer.
    """

    sentences: tuple[ReasonSentence, ...] = ()
    nudge: str = ""


NO_REASON: Final = Reason()


def parse_reason(block: Block) -> Reason:
    """Parse a reason. Raises QuestionError.

    >>> block = Block("reason", fields={"nudge": "Look."}, options=("So.\\nr1c2 r2c2 | 4 at r1c2",))
    >>> parse_reason(block).sentences
    (ReasonSentence(text='So.', marks=('r1c2', 'r2c2')),)
    """
    return Reason(tuple(map(_sentence, block.options)), block.of("nudge"))


def _sentence(option: str) -> ReasonSentence:
    text, _, fields = option.rpartition("\n")
    marks = tuple(fields.partition("|")[0].split())
    for mark in marks:
        if not _MARK.fullmatch(mark):
            raise QuestionError(f"“{mark}” marks nothing.")
    return ReasonSentence(text.replace("\n", " "), marks)


def quote_lines(scene: Scene, lines: Iterable[RowsLine]) -> tuple[ReasonSentence, ...]:
    """Return what the solver says: with the codes behind each sentence, and its rows marked."""
    return tuple(
        ReasonSentence(
            " ".join((line.sentence, *(scene.pegs(code) for code in line.codes))),
            tuple(f"row{row + 1}" for row in line.rows),
        )
        for line in lines
    )


Entered = MultiDict[str, str]
#: Of so many answers the right one is soon guessed.
GUESSED: Final = 3


@dataclass(frozen=True)
class Marking:
    """Whether an answer is right, and why, based on what was entered.

    Sentences may name pegs and keys as prose does, ``{{pegs 1122}}``. A first wrong answer gets the
    ``nudge`` instead, unless the reason has one for all. ``guesses`` are guesses whose splits are
    worth a look; ``board`` is the board afterwards, with marks and notes. An open answer is right
    as far as it goes; that ``is_of_reason`` has a nudge of its own in any case. A ``reply`` takes
    the place of any nudge; of a right answer, it ends the reason.
    """

    is_right: bool
    sentences: tuple[str, ...]
    nudge: str = ""
    _: KW_ONLY
    guesses: tuple[Code, ...] = ()
    board: Board = field(default_factory=dict)
    marks: Marks = field(default_factory=dict)
    notes: Notes = field(default_factory=dict)
    reply: str = ""
    is_open: bool = False
    is_of_reason: bool = False


@dataclass(frozen=True)
class CodeInput:
    board: ShownGame
    draft: RowDraft
    draft_pegs: Pegs


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


@dataclass(frozen=True, kw_only=True)
class ShownQuestion:
    """A question and what was entered; only the fields that its form needs are set."""

    form: str
    title: Markup
    typed: str = ""
    board: Picture | None = None
    choices: tuple[Markup, ...] = ()
    fields: FeedbackFields | None = None
    pair: tuple[tuple[str, CodeCard], ...] = ()
    code: CodeInput | None = None
    hand: HandTable | None = None
    is_several: bool = False
    #: The values of the choices or cells that are chosen.
    ticked: tuple[str, ...] = ()
    chips: tuple[int, ...] = ()
    verbs: tuple[tuple[str, str], ...] = ()
    draft: str = ""
    #: Of a search: its tree, and its open choices, the newest first.
    tree: TreePicture | None = None
    stack: tuple[OpenChoice, ...] = ()
    #: Where it can be watched.
    see_url: str = ""
    #: What its form sends along, unseen: the choice whose reason is asked for.
    carried: tuple[tuple[str, str], ...] = ()
    #: What was done so far, and what is to be done next.
    status: str = ""
    #: Whose piles are counted.
    guess: str = ""


class Question(ABC):
    #: How it is answered, as the template of its form knows: choices, ticks, number, keys, code,
    #: piles, cell, cells or numbers.
    form: ClassVar[str]
    #: Whether the board of the step is part of the form.
    draws_board: ClassVar[bool] = False
    #: The answers to choose from; they may name pegs.
    labels: tuple[str, ...] = ()
    #: Fields that an answer may have and a right one needn't.
    other_names: ClassVar[tuple[str, ...]] = ()
    #: The fields of a right answer.
    solution: Mapping[str, str | list[str]]
    #: A right answer in words, which may name pegs and keys.
    answer_words: str
    #: Where its reason is asked for next: that question with its answer; else "".
    reason_words: str = ""
    #: Cells of the board that it speaks of.
    marks: Marks = MappingProxyType({})
    #: What is told and shown before it.
    parts: tuple[Block, ...] = ()
    reason: Reason = NO_REASON

    def __init__(self, scene: Scene, block: Block) -> None:
        self.scene = scene
        self.block = block
        self.title = block.of("ask")
        self.paper_task = self.title

    def after(self, parts: tuple[Block, ...], reason: Reason = NO_REASON) -> Self:
        """Ask it after these blocks, with this reason for its answer."""
        self.parts = parts
        self.reason = reason
        return self

    @abstractmethod
    def judge(self, form: Entered) -> Marking:
        """Say whether an answer is right and why. Raises InputError for what can't be read."""

    def entered_words(self, form: Entered) -> str:
        """Return an answer that was judged in words, which may name pegs and keys."""
        if self.labels:
            return "; ".join(self.labels[int(text)] for text in form.getlist("choice"))
        read = (read_cell({"cell": text}) for text in form.getlist("cell"))
        cells = [cell_name(cell) for cell in read if cell]
        return " in ".join(filter(None, (form.get("number", "").strip(), "; ".join(cells))))

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.other_names, *self.solution)))

    def show(self, form: Entered, marking: Marking | None) -> ShownQuestion:
        """Return what its form shows; what was entered may have a draft, a row being built."""
        return ShownQuestion(
            form=self.form,
            title=self.scene.fill_sentence(self.title),
            typed=form.get("number", "")[:12],
            board=self._picture(marking) if self.draws_board else None,
            choices=tuple(self.scene.fill_sentence(label) for label in self.labels),
            ticked=tuple(form.getlist("choice")),
            see_url=self._see_url,
        )

    @property
    def _see_url(self) -> str:
        """Where the step of the search is watched that ``see: BOARD METHOD STEP`` names, if any."""
        if "see" not in self.block.fields:
            return ""
        name, method, step = self.block.of("see").split()
        return url_for("watch.watch", name=name, by=method, step=step)

    def _picture(self, marking: Marking | None) -> Picture:
        grid = self.scene.grid
        if marking:
            return draw(grid, marking.board, marking.marks)
        return draw(grid, grid.given, self.marks)

    def drawing(self, marking: Marking | None = None) -> str:
        """Return the board on paper, as SVG; a number that can't be there is crossed out."""
        grid = self.scene.grid
        if marking is None:
            return svg_on_paper(grid, grid.given)
        cells = marking.marks.get("eliminated", ())
        misfits = {cell: int(marking.notes[cell].text) for cell in cells}
        return svg_on_paper(grid, marking.board, misfits)

    def is_entered(self, form: Entered) -> bool:
        return any(form.get(name) for name in self.names)


class Choices(Question):
    """A question with a few answers to choose from; the right one is computed.

    One of three may be a guess, so where there's a question ``ask_reason``, it is asked next: then
    the choice is in the field ``first``.
    """

    form = "choices"
    other_names = ("choice",)
    #: The index of the right one.
    right: int
    next_question: Question | None

    def offer(self, labels: Sequence[str], right: int) -> None:
        """Have these answers to choose from, of which one is right, and know what is asked next."""
        self.labels = tuple(labels)
        self.right = right
        self.answer_words = labels[right]
        follow = self.next_question = self.ask_reason() if len(labels) == GUESSED else None
        self.solution = {"choice": str(right)}
        if follow:
            self.solution = {"first": str(right), **follow.solution}
            self.reason_words = f"{follow.title} {follow.answer_words}."

    @abstractmethod
    def marking(self, choice: int) -> Marking:
        """Judge a choice."""

    def ask_reason(self) -> Question | None:
        return None

    def _choice_in(self, form: Entered) -> str:
        return (self.next_question and form.get("first")) or form.get("choice", "")

    def entered_words(self, form: Entered) -> str:
        """Return the choice, or the reason given for it, without the choice, which is right."""
        if self.next_question and "first" in form:
            return f"Why? {self.next_question.entered_words(form)}"
        return self.labels[chosen_place(self, self._choice_in(form))]

    def judge(self, form: Entered) -> Marking:
        marking = self.marking(chosen_place(self, self._choice_in(form)))
        if not (marking.is_right and self.next_question):
            return marking
        if "first" not in form:
            return Marking(False, (), is_open=True)
        why = self.next_question.judge(form)
        if why.is_right:
            return replace(marking, reply=why.reply)
        return replace(why, is_of_reason=True)

    def show(self, form: Entered, marking: Marking | None) -> ShownQuestion:
        first = self._choice_in(form)
        is_next = "first" in form and not (marking and marking.is_right)
        if self.next_question and (is_next or (marking and marking.is_open)):
            answer = form if is_next else MultiDict[str, str]()
            return replace(self.next_question.show(answer, None), carried=(("first", first),))
        return replace(super().show(form, marking), ticked=(first,) if first else ())


def chosen_place(question: Question, text: str) -> int:
    """Return the index of a choice. Raises FormError."""
    if text not in map(str, range(len(question.labels))):
        raise FormError("Choose one of the answers below.")
    return int(text)


def whole_number(text: str) -> int:
    """Parse a number that was typed; 3.00 is one, too. Raises FormError."""
    text = text.strip().replace(",", "")
    digits, _, decimals = text.partition(".")
    if not text:
        raise FormError("Type your answer first.")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 9) or decimals.strip("0"):
        raise FormError(f"The answer is a whole number, such as 7. “{quote(text)}” isn’t one.")
    return int(digits)
