"""Lessons: what they consist of, and how they are read from the files beside the templates.

A lesson is lines of names and values, then Markdown with a heading for each step. The Markdown is
CommonMark without HTML, parsed by markdown-it-py. Everything other than prose is in fenced blocks,
which docs/lessons.md describes. Rejected: a template for each lesson, which could do anything, and
so could be checked by nobody.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import groupby
from pathlib import Path
from threading import Lock
from types import MappingProxyType
from typing import Any, Final

from cachetools import cached
from flask import url_for
from markdown_it import MarkdownIt
from markdown_it.token import Token

from solver.deduction.games import game_named
from webapp.config import ROOT
from webapp.learn.questions import claims, codes, figures, pile_hand, placements, trials
from webapp.learn.questions.asked import ShownAsked
from webapp.learn.questions.question import NO_REASON, Question, parse_reason
from webapp.learn.questions.scene import Block, QuestionError, Scene, find_block, parse_scene

#: The courses; what is in the last are questions that ideas ask.
COURSES: Final = ("mastermind", "hidoku", "search", "practice")

FOLDER: Final = ROOT / "templates" / "learn" / "lessons"
FENCE: Final = "---"
DEFAULT_GAME: Final = "classic"
BLOCKS: Final = frozenset(
    (
        *("rows", "board", "codes", "split", "tree", "search", "watch"),
        *("try", "piles", "cells", "ask", "reason"),
    )
)
#: All kinds of question, by the name in the block that asks.
QUESTIONS: Final[Mapping[str, Callable[[Scene, Block], Question]]] = {
    "keys": codes.KeysQuestion,
    "fits": codes.FittingChoice,
    "code": codes.CodeQuestion,
    "proved": claims.ClaimChoice,
    "false": claims.FalseRowChoice,
    "least": figures.FigureChoice,
    "most": figures.MostChoice,
    "number": figures.NumberQuestion,
    "piles": pile_hand.PilesQuestion,
    "place": placements.PlaceQuestion,
    "fill": placements.FillQuestion,
    "reach": placements.ReachQuestion,
    "search": trials.SearchQuestion,
    "stack": trials.StackQuestion,
}
_FIELD: Final = re.compile(r"([a-z]+): *(.*)")
_OPTION: Final = re.compile(r"^- +(.*(?:\n  .+)*)", re.MULTILINE)
_MARKDOWN: Final = MarkdownIt("commonmark", {"html": False})


class LessonError(ValueError):
    """A lesson can't be read, or claims something false; the message says where."""


@dataclass(frozen=True, eq=False, kw_only=True)
class LessonStep:
    """A step of a lesson: prose and blocks in order, ending with the one that asks."""

    lesson: str
    game: str = DEFAULT_GAME
    number: int
    title: str
    parts: tuple[Block, ...]

    @property
    def name(self) -> str:
        return f"{self.lesson}/{self.number}"

    def url(self, **query: Any) -> str:
        course, slug = self.lesson.split("/")
        return url_for("learn.step", course=course, lesson=slug, step=self.number, **query)

    def block(self, name: str) -> Block | None:
        return find_block(self.parts, name)

    @property
    def ask(self) -> Block:
        block = self.block("ask")
        if block is None:
            raise LessonError(f"Step {self.number}, “{self.title}”, asks nothing.")
        return block

    @cached_property
    def question(self) -> Question:
        """What the step asks. Raises LessonError for a false claim.

        Rejected: working all of them out beside the first page of a process. That takes 0.2 s and
        two megabytes, and each by itself 2 to 20 ms, when its step is first opened.
        """
        try:
            reason = self.block("reason")
            game = game_named(self.ask.fields.get("game", self.game))
            if self.ask.argument not in QUESTIONS:
                raise QuestionError(f"There is no question of the kind “{self.ask.argument}”.")
            question = QUESTIONS[self.ask.argument](parse_scene(game, self.parts), self.ask)
            return question.after(self.parts, parse_reason(reason) if reason else NO_REASON)
        except ValueError as error:
            raise LessonError(f"{self.lesson}, step {self.number}: {error}") from error


@dataclass(frozen=True, eq=False, kw_only=True)
class Lesson:
    """A lesson: its place in a course, its words for lists, its steps.

    ``technique`` names the techniques of Hidoku that it teaches.
    """

    course: str
    slug: str
    title: str
    summary: str
    place: int
    steps: tuple[LessonStep, ...]
    technique: tuple[str, ...] = ()

    def step_named(self, text: str) -> LessonStep | None:
        return next((step for step in self.steps if str(step.number) == text), None)

    @property
    def name(self) -> str:
        """The lesson's name in the database: course and slug."""
        return f"{self.course}/{self.slug}"


@cached({}, lock=Lock())  # of threads that ask at once, all get the same lessons
def courses() -> Mapping[str, tuple[Lesson, ...]]:
    """Return the lessons of each course, in order. Raises LessonError."""
    return MappingProxyType({course: _read(FOLDER / course) for course in COURSES})


def _read(folder: Path) -> tuple[Lesson, ...]:
    texts = {path.stem: path.read_text(encoding="utf-8") for path in folder.glob("*.md")}
    lessons = (parse_lesson(folder.name, slug, text) for slug, text in texts.items())
    return tuple(sorted(lessons, key=lambda lesson: lesson.place))


def find_lesson(course: str, slug: str) -> Lesson | None:
    return next((lesson for lesson in courses().get(course, ()) if lesson.slug == slug), None)


@dataclass(frozen=True, kw_only=True)
class ShownStep:
    """A step on its page, and the numbers of those that are done."""

    lesson: Lesson
    step: LessonStep
    done: frozenset[int]
    asked: ShownAsked

    @property
    def title(self) -> str:
        return f"{self.lesson.title}, step {self.step.number}: {self.step.title}"

    @property
    def is_last(self) -> bool:
        return self.step is self.lesson.steps[-1]

    @property
    def next_lesson(self) -> Lesson | None:
        return lesson_after(self.lesson)


def lesson_after(lesson: Lesson) -> Lesson | None:
    """Return the next lesson of a course; None at the end, and after questions that ideas ask."""
    course = courses().get(lesson.course, ())
    later_lessons = (entry for entry in course if entry.place > lesson.place)
    return next(later_lessons, None) if lesson.course != COURSES[-1] else None


@cache
def lessons_on(technique: str) -> tuple[Lesson, ...]:
    lessons_in_order = (lesson for lessons in courses().values() for lesson in lessons)
    return tuple(lesson for lesson in lessons_in_order if technique in lesson.technique)


def parse_lesson(course: str, slug: str, text: str) -> Lesson:
    """Parse a lesson. Raises LessonError with the name of the file.

    >>> text = "---\\ntitle: T\\nsummary: S\\nplace: 1\\n---\\n## A\\nB"
    >>> lesson = parse_lesson("hidoku", "x", text)
    >>> lesson.title, lesson.steps[0].title, lesson.steps[0].parts[0].text
    ('T', 'A', '<p>B</p>\\n')
    """
    try:
        head, body = split_head(text)
        return Lesson(
            course=course,
            slug=slug,
            title=field_of(head, "title"),
            summary=field_of(head, "summary"),
            place=int(field_of(head, "place")),
            steps=tuple(_steps(f"{course}/{slug}", head.get("game", DEFAULT_GAME), body)),
            technique=tuple(head.get("technique", "").split()),
        )
    except ValueError as error:
        raise LessonError(f"{course}/{slug}.md: {error}") from error


def split_head(text: str) -> tuple[Mapping[str, str], str]:
    first, _, remainder = text.partition("\n")
    head, fence, body = remainder.partition(f"\n{FENCE}\n")
    if first != FENCE or not fence:
        raise LessonError("It must begin with lines “name: value” between two lines “---”.")
    return _fields(head), body


def field_of(head: Mapping[str, str], name: str) -> str:
    if not head.get(name):
        raise LessonError(f"Its first lines must give its {name}.")
    return head[name]


def _fields(text: str) -> dict[str, str]:
    matches = (_FIELD.fullmatch(line) for line in text.splitlines())
    return {field[1]: field[2].strip() for field in matches if field}


def parse_markdown(text: str) -> list[Token]:
    return _MARKDOWN.parse(text)


def _steps(lesson: str, game: str, body: str) -> Iterator[LessonStep]:
    tokens = parse_markdown(body)
    for link in (
        part for outer in tokens for part in outer.children or () if part.type == "link_open"
    ):
        link.attrs |= {"target": "_blank", "rel": "noopener"}  # the lesson stays where it is
    starts = [
        at for at, token in enumerate(tokens) if (token.type, token.tag) == ("heading_open", "h2")
    ]
    if not starts or starts[0]:
        raise LessonError("It must begin with the heading of its first step, “## …”.")
    for number, start in enumerate(starts, 1):
        end = starts[number] if number < len(starts) else len(tokens)
        yield LessonStep(
            lesson=lesson,
            game=game,
            number=number,
            title=tokens[start + 1].content,
            parts=tuple(parts_of(tokens[start + 3 : end])),
        )


def parts_of(tokens: Sequence[Token]) -> Iterator[Block]:
    for is_fence, group in groupby(tokens, lambda token: token.type == "fence"):
        if is_fence:
            yield from map(_block, group)
        else:
            html = _MARKDOWN.renderer.render(list(group), _MARKDOWN.options, {})
            yield Block("prose", text=html)


def _block(token: Token) -> Block:
    name, _, argument = token.info.strip().partition(" ")
    if name not in BLOCKS:
        raise LessonError(f"There is no block “{name}”.")
    text = token.content.rstrip("\n")
    options = (match[1].replace("\n  ", "\n") for match in _OPTION.finditer(text))
    return Block(name, argument.strip(), text, _fields(text), tuple(options))
