"""What every question of a lesson can do, and the list of all kinds.

A kind is a class under :func:`kind`: made of the step's position and of its block, it judges what
was entered and knows a right answer. What it claims is checked when it is made.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final, TypeVar

from werkzeug.datastructures import MultiDict

from solver.deduction.rules.game import Code
from solver.hidoku.rules.grid import Board
from webapp.hidoku.picture.cells import Marks, Notes
from webapp.http.forms import FormError
from webapp.learn.lessons.lesson import Block, LessonError
from webapp.learn.lessons.scene import Scene

Entered = MultiDict[str, str]


@dataclass(frozen=True)
class Marking:
    """Whether an answer is right, and why, from what was entered.

    Sentences may name pegs and keys as prose does, ``{{pegs 1122}}``. ``guesses`` are guesses whose
    splits are worth a look; ``board`` is what stands afterwards, with marks and notes.
    """

    is_right: bool
    sentences: tuple[str, ...]
    guesses: tuple[Code, ...] = ()
    board: Board = field(default_factory=dict)
    marks: Marks = field(default_factory=dict)
    notes: Notes = field(default_factory=dict)


class Question(ABC):
    """A question of a step."""

    #: By which form it is answered: choices, number, keys, code, cell or cells.
    form: ClassVar[str]
    #: Whether the board of the step stands in the form.
    draws_board: ClassVar[bool] = False

    def __init__(self, scene: Scene, block: Block) -> None:
        self.scene, self.block = scene, block
        self.title = block.of("ask")

    @abstractmethod
    def judge(self, entered: Entered) -> Marking:
        """Say whether an answer is right and why. Raises FormError for what can't be read."""

    @property
    @abstractmethod
    def solution(self) -> Mapping[str, str | list[str]]:
        """The fields of a right answer."""

    @property
    @abstractmethod
    def answer_words(self) -> str:
        """A right answer in words, which may name pegs and keys."""

    @property
    def marks(self) -> Marks:
        """The cells that are marked on the board while it is asked."""
        return {}

    @property
    def names(self) -> tuple[str, ...]:
        """The fields that the form has."""
        return tuple(self.solution)

    def is_entered(self, entered: Entered) -> bool:
        """Say whether anything was entered."""
        return any(entered.get(name) for name in self.names)


class Choices(Question):
    """A question with a few answers to choose from; which is right is reckoned."""

    form = "choices"

    @property
    @abstractmethod
    def labels(self) -> tuple[str, ...]:
        """What there is to choose from; a label may name pegs."""

    @property
    @abstractmethod
    def right(self) -> int:
        """Which of them is right."""

    @abstractmethod
    def told(self, chosen: int) -> Marking:
        """Judge a choice."""

    @property
    def solution(self) -> Mapping[str, str | list[str]]:
        """The choice that is right."""
        return {"choice": str(self.right)}

    @property
    def answer_words(self) -> str:
        """The label of the choice that is right."""
        return self.labels[self.right]

    def judge(self, entered: Entered) -> Marking:
        """Judge the choice that was made."""
        text = entered.get("choice", "")
        places = [str(place) for place in range(len(self.labels))]
        if text not in places:
            raise FormError("Choose one of the answers below.")
        return self.told(int(text))


Made = TypeVar("Made", bound=type[Question])
_KINDS: Final[dict[str, Callable[[Scene, Block], Question]]] = {}


def kind(name: str) -> Callable[[Made], Made]:
    """Let lessons ask questions of a class by a name."""

    def listed_as(made: Made) -> Made:
        _KINDS[name] = made
        return made

    return listed_as


def question_of(scene: Scene, block: Block) -> Question:
    """Return the question of a block. Raises LessonError for an unknown kind or an untrue claim."""
    made = _KINDS.get(block.argument)
    if made is None:
        raise LessonError(f"There is no question of the kind “{block.argument}”.")
    return made(scene, block)


def whole_number(text: str) -> int:
    """Read a number that was typed. Raises FormError."""
    text = text.strip().replace(",", "")
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):
        raise FormError("Type a whole number.")
    return int(text)
