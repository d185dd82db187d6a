"""Ideas: what there is to learn, each with one home, ``/learn/ideas/NAME``.

A technique of Hidoku brings its idea from its own file. Each other one is a file beside the
templates: lines of names and values, then the picture, as lessons write it (docs/lessons.md).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import groupby
from secrets import randbelow
from threading import Lock
from typing import Any, Final, TypeAlias

from cachetools import cached
from flask import url_for

from solver.deduction.games import game_named
from solver.deduction.rules.game import Game
from solver.exercises import ExerciseLevel
from solver.hidoku.exercises.find_the_step import example_of, practised_techniques
from solver.hidoku.logic.technique import Technique, techniques
from solver.wording import capitalised
from webapp.config import ROOT
from webapp.hidoku.puzzles import example_name
from webapp.learn.exercises.exercise_type import ExerciseType
from webapp.learn.exercises.registry import ENTRY_BY_NAME, FIND_THE_STEP, Exercise, exercise_of
from webapp.learn.lessons.lesson import (
    DEFAULT_GAME,
    Lesson,
    LessonStep,
    field_of,
    find_lesson,
    lessons_on,
    parse_markdown,
    parts_of,
    split_head,
)
from webapp.learn.questions.scene import Block, Scene, parse_scene

FOLDER: Final = ROOT / "templates" / "learn" / "ideas"
#: The parts of the map, in the order to learn them.
COURSES: Final[Mapping[str, str]] = {
    "mastermind": "Mastermind",
    "hidoku": "Hidoku",
    "search": "How the computer searches",
}
#: The addresses of ideas that aren't named as their techniques are.
ADDRESSES: Final[Mapping[str, str]] = {
    "corner": "enter-and-leave",
    "passage": "corner-and-edge",
    "naked": "hidden-pair",
    "hidden": "naked-pair",
}
#: Random seeds are below this, so that an address can be read out.
ANY_SEED: Final = 1_000_000
#: Without a game: no board of its easy exercises is too wide for the smallest phone, and the first
#: boards of Hidoku are square, as their ideas' pictures are.
FIRST_SET: Final = 58
#: Where a question is asked.
Place: TypeAlias = Exercise | LessonStep


@dataclass(frozen=True, kw_only=True)
class IdeaQuestion:
    """A question of an idea: of a kind by seed, perhaps with a theme, or a step of a lesson."""

    level: ExerciseLevel
    entry: ExerciseType[Any] | None = None
    theme: str = ""
    step: LessonStep | None = None

    def at(self, number: int) -> Place:
        """Return where it's asked: its step, or the exercise of a number."""
        if self.step:
            return self.step
        if self.entry is None:
            raise ValueError(self)
        seed_of = self.entry.themes.get(self.theme, int)
        return exercise_of(self.entry, self.level, seed_of(number))

    def draw(self) -> Place:
        return self.at(randbelow(ANY_SEED))

    def is_at(self, place: Place) -> bool:
        if isinstance(place, LessonStep):
            return place is self.step
        return (place.skill, place.level) == (self.skill, self.level)

    @property
    def skill(self) -> str:
        return self.entry.skill_of(self.level, self.theme) if self.entry else ""


@dataclass(frozen=True, eq=False, kw_only=True)
class Idea:
    """``after`` names the ideas before it, ``parts`` are its picture, ``see`` where it is used."""

    name: str
    title: str
    sentence: str
    course: str
    after: tuple[str, ...]
    lessons: tuple[Lesson, ...]
    questions: tuple[IdeaQuestion, ...]
    game: Game = field(default_factory=lambda: game_named(DEFAULT_GAME))
    technique: Technique | None = None
    parts: tuple[Block, ...]
    see: tuple[str, ...] = ()

    def url(self, **query: Any) -> str:
        return url_for("ideas.idea", name=self.name, **query)

    @property
    def drills(self) -> Sequence[IdeaQuestion]:
        """What a run of it asks: its questions by seed."""
        return [drill for drill in self.questions if drill.entry]

    @cached_property
    def scene(self) -> Scene:
        """The position of its picture: of a technique, its example; else that of its file."""
        if self.technique and self.see:
            return Scene(self.game, board=example_of(self.technique))
        return parse_scene(self.game, self.parts)


def ideas() -> Mapping[str, Idea]:
    """Return all ideas by name, each course in the order to learn it."""
    return _ideas_with(techniques())


@cached({}, lock=Lock())  # of threads that ask at once, all get the same ideas
def _ideas_with(all_techniques: tuple[Technique, ...]) -> Mapping[str, Idea]:
    place_ideas = [parse_idea(path.stem, path.read_text("utf-8")) for path in FOLDER.glob("*.md")]
    by_place = [idea for _, idea in sorted(place_ideas, key=lambda pair: pair[0])]
    every_idea = (*by_place, *map(_of_technique, all_techniques))
    by_course = sorted(every_idea, key=lambda idea: list(COURSES).index(idea.course))
    return {idea.name: idea for idea in by_course}


def find_idea(name: str) -> Idea | None:
    """Return the idea with a name, or of the technique with it."""
    return ideas().get(ADDRESSES.get(name, name))


def ideas_by_course() -> Iterator[tuple[str, tuple[Idea, ...]]]:
    for course, group in groupby(ideas().values(), lambda idea: idea.course):
        yield course, tuple(group)


@cache
def ideas_by_skill() -> Mapping[str, Idea]:
    pairs = ((drill, idea) for idea in ideas().values() for drill in idea.questions)
    return {drill.skill: idea for drill, idea in pairs if drill.entry}


def idea_of(exercise: Exercise) -> Idea:
    """Return the idea that an exercise is about."""
    return ideas_by_skill()[exercise.skill]


def paths_of(place: Place) -> Sequence[str]:
    """Return the paths that a question is asked at: its own, and those of ideas."""
    idea_paths = [
        f"{idea.url(game=None)}/{question.level.value}"
        for idea in ideas().values()
        for question in idea.questions
        if question.is_at(place)
    ]
    return [place.url(game=None), *idea_paths]


def ideas_of(lesson: Lesson) -> tuple[Idea, ...]:
    """Return the ideas that a lesson leads to, or that ask its questions."""
    return tuple(
        idea
        for idea in ideas().values()
        if lesson in idea.lessons
        or any(question.step in lesson.steps for question in idea.questions)
    )


def parse_idea(name: str, text: str) -> tuple[int, Idea]:
    """Parse an idea's file; return its place in its course too. Raises LessonError."""
    head, body = split_head(text)
    parts = tuple(parts_of(parse_markdown(body)))
    return int(field_of(head, "place")), Idea(
        name=name,
        title=field_of(head, "title"),
        sentence=field_of(head, "sentence"),
        course=field_of(head, "course"),
        after=tuple(head.get("after", "").split()),
        lessons=tuple(map(_lesson, head.get("lessons", "").split())),
        questions=tuple(_questions(field_of(head, "questions").split())),
        game=game_named(head.get("game", DEFAULT_GAME)),
        parts=parts,
        see=tuple(head.get("see", "").split()),
    )


def _lesson(name: str) -> Lesson:
    lesson = find_lesson(*name.split("/")[:2])
    if lesson is None:
        raise KeyError(name)
    return lesson


def _questions(names: list[str]) -> Iterator[IdeaQuestion]:
    """Yield a question of each level: of a kind and its theme, or of the steps that are named."""
    if entry := ENTRY_BY_NAME.get("".join(names[:1])):
        theme = "".join(names[1:])
        yield from (IdeaQuestion(level=level, entry=entry, theme=theme) for level in ExerciseLevel)
        return
    for level, name in zip(ExerciseLevel, names, strict=False):
        step = _lesson(name).step_named(name.rpartition("/")[2])
        yield IdeaQuestion(level=level, step=step)


def _of_technique(technique: Technique) -> Idea:
    """Return a technique's idea: asked by seed, or if its positions are rare, by its lesson."""
    lessons = lessons_on(technique.name)
    is_practised = technique in practised_techniques()
    steps = [step for lesson in lessons[-1:] for step in _steps_by(technique, lesson)]
    names = [FIND_THE_STEP.name, technique.name]
    if not is_practised:
        names = [step.name for step in steps]
    boards = [board for step in steps if (board := step.block("board"))]
    picture = (*boards[:1], Block("cells", technique.name))  # an example replaces the board
    return Idea(
        name=ADDRESSES.get(technique.name, technique.name),
        title=capitalised(technique.title),
        sentence=technique.sentence,
        course="hidoku",
        after=technique.after or ("the-path",),
        lessons=lessons,
        questions=tuple(_questions(names)),
        technique=technique,
        parts=picture if is_practised or steps else (),
        see=("board", example_name(technique)) if is_practised else (),
    )


def _steps_by(technique: Technique, lesson: Lesson) -> list[LessonStep]:
    """Return the steps of a lesson that a technique shows, or if none says so, the last three."""
    steps = [
        step for step in lesson.steps if technique.name in step.ask.fields.get("by", "").split()
    ]
    return steps or list(lesson.steps[-3:])
