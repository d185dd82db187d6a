"""The home of Learn: all ideas in an order to learn them, with what the visitor knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from solver.wording import counted
from webapp.http.security import current_player
from webapp.learn.idea import COURSES, Idea, IdeaQuestion, ideas_by_course, ideas_by_skill
from webapp.storage.games import store
from webapp.storage.records.attempts import Attempts, attempts_of
from webapp.storage.records.lesson_steps import Steps, steps_done

#: The chapters of the courses, each by the idea that it begins with.
CHAPTERS: Final = {
    "feedback": "Reading rows",
    "splitting": "Choosing a guess",
    "evil-setter": "Playing perfectly",
    "the-path": "First steps",
    "only_cell": "One cell, one number",
    "required": "Routes and areas",
    "lone_area": "Rare",
    "going-back": "Searching",
}


#: So many right answers in a row show that an idea is known.
KNOWN: Final = 3


class MapIdea(NamedTuple):
    """An idea: whether the visitor knows it, and whether its lessons are done."""

    idea: Idea
    is_known: bool
    is_read: bool


class MapChapter(NamedTuple):
    title: str
    ideas: list[MapIdea]

    @property
    def words(self) -> str:
        """How many of its ideas are known, and how many lessons are done, if any are."""
        known_count = sum(entry.is_known for entry in self.ideas)
        lessons = {lesson for entry in self.ideas if entry.is_read for lesson in entry.idea.lessons}
        lesson_words = f", {counted(len(lessons), 'lesson')} done" if lessons else ""
        return f"{known_count} of {len(self.ideas)} known{lesson_words}"


@dataclass(frozen=True, kw_only=True)
class MapCourse:
    name: str
    title: str
    ideas: tuple[MapIdea, ...]
    #: The one to go on with.
    next: Idea | None

    @property
    def chapters(self) -> list[MapChapter]:
        chapters: list[MapChapter] = []
        for entry in self.ideas:
            if entry.idea.name in CHAPTERS:
                chapters.append(MapChapter(CHAPTERS[entry.idea.name], []))
            chapters[-1].ideas.append(entry)
        return chapters

    @property
    def words(self) -> str:
        return MapChapter(self.title, [*self.ideas]).words

    @property
    def is_begun(self) -> bool:
        return any(entry.is_known or entry.is_read for entry in self.ideas)


@dataclass(frozen=True, kw_only=True)
class ShownMap:
    """``start`` is the idea to go on with, ``why`` says why."""

    courses: tuple[MapCourse, ...]
    start: Idea
    why: str


def show_map() -> ShownMap:
    player = current_player()
    progress = steps_done(store(), player) if player else {}
    attempts = attempts_of(store(), player) if player else []
    by_skill = {history.skill: history for history in attempts}
    weakest = weakest_idea(attempts)
    courses = tuple(
        _show_course(
            name,
            [
                MapIdea(idea, is_known(idea, progress, by_skill), has_lessons_done(idea, progress))
                for idea in ideas
            ],
            weakest,
        )
        for name, ideas in ideas_by_course()
    )
    open_courses = [course for course in courses if course.is_begun and course.next] or courses
    start = weakest or open_courses[0].next or open_courses[0].ideas[0].idea
    why = start.sentence
    if weakest:
        why = "You needed a second try. Here’s another."
    elif has_lessons_done(start, progress):
        why = "You’ve done its lesson. Three right answers in a row, and you know it."
    return ShownMap(courses=courses, start=start, why=why)


def _show_course(name: str, ideas: Sequence[MapIdea], weakest: Idea | None) -> MapCourse:
    """Show a course: next is what was missed, as the start has it, else what isn't known."""
    unknown_ideas = (entry.idea for entry in ideas if not entry.is_known)
    is_here = weakest is not None and weakest.course == name
    next_idea = weakest if is_here else next(unknown_ideas, None)
    return MapCourse(name=name, title=COURSES[name], ideas=tuple(ideas), next=next_idea)


def has_lessons_done(idea: Idea, progress: Steps) -> bool:
    lessons = idea.lessons
    return all(len(progress.get(lesson.name, ())) == len(lesson.steps) for lesson in lessons)


def is_known(idea: Idea, progress: Steps, by_skill: Mapping[str, Attempts]) -> bool:
    """Whether three of its questions in a row were right, one above the easy level.

    Or where steps of lessons are its questions, whether all are done.
    """
    steps = [question for question in idea.questions if question.step]
    if steps:
        return all(_is_done(question, progress) for question in steps)
    skills = {question.skill for question in idea.questions}
    right = [name for skill in skills & by_skill.keys() for name in by_skill[skill].right_in_a_row]
    return len(right) >= KNOWN and any("/easy/" not in name for name in right)


def _is_done(question: IdeaQuestion, progress: Steps) -> bool:
    lesson = question.lesson
    step = question.step
    return bool(lesson and step and step.number in progress.get(lesson.name, ()))


def weakest_idea(attempts: Sequence[Attempts]) -> Idea | None:
    """Return the idea of the exercise missed last that wasn't solved since; None if none was."""
    of_skills = ideas_by_skill()
    failures = [
        entry for entry in attempts if entry.box == 1 and entry.missed and entry.skill in of_skills
    ]
    return of_skills[max(failures, key=lambda past: past.tried).skill] if failures else None
