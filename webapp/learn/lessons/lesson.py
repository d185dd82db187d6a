"""What a lesson is: steps of prose and blocks, as its file has them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

#: The courses, in the order in which the page of all lessons shows them, with their titles.
COURSES: Final[Mapping[str, str]] = {
    "mastermind": "Mastermind",
    "hidoku": "Hidoku",
    "search": "Search",
}


class LessonError(ValueError):
    """A lesson that can't be read, or that claims what is not so; the message says where."""


@dataclass(frozen=True, eq=False)
class Block:
    """A fenced block: what it is, the rest of its first line, and what stands in it.

    ``fields`` are its lines ``name: value``, ``options`` those that begin with a dash; ``text`` is
    all of it.
    """

    name: str
    argument: str
    text: str
    fields: Mapping[str, str] = field(default_factory=dict)
    options: tuple[str, ...] = ()

    def of(self, name: str) -> str:
        """Return a field that the block must have. Raises LessonError."""
        if name not in self.fields:
            raise LessonError(f"The block “{self.name} {self.argument}” lacks “{name}: …”.")
        return self.fields[name]


@dataclass(frozen=True)
class Prose:
    """What stands between blocks, as HTML; figures and pegs in it are still named, ``{{…}}``."""

    html: str


@dataclass(frozen=True, eq=False)
class LessonStep:
    """A step: prose and blocks in their order, the last of which is what it asks."""

    number: int
    title: str
    parts: tuple[Prose | Block, ...]

    def block(self, name: str) -> Block | None:
        """Return the first block of a name, if there is one."""
        blocks = (part for part in self.parts if isinstance(part, Block))
        return next((block for block in blocks if block.name == name), None)

    @property
    def ask(self) -> Block:
        """The block that asks. Raises LessonError."""
        found = self.block("ask")
        if found is None:
            raise LessonError(f"Step {self.number}, “{self.title}”, asks nothing.")
        return found


@dataclass(frozen=True, eq=False)
class Lesson:
    """A lesson: its place in a course, its words for lists, its steps.

    ``technique`` names what it teaches, if a hint in a game can lead to it.
    """

    course: str
    slug: str
    title: str
    summary: str
    place: int
    game: str
    steps: tuple[LessonStep, ...]
    technique: tuple[str, ...] = ()

    def step_named(self, text: str) -> LessonStep | None:
        """Return the step of a number as addresses write it, None if there is none."""
        return next((step for step in self.steps if str(step.number) == text), None)

    @property
    def name(self) -> str:
        """The lesson as it is stored: course and slug."""
        return f"{self.course}/{self.slug}"
