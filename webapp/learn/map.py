"""The home of Learn: all ideas in an order to learn them, with what the visitor knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

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


@dataclass(frozen=True, kw_only=True)
class MapCourse:
    """A course: each of its ideas, and whether the visitor knows it."""

    name: str
    title: str
    ideas: tuple[tuple[Idea, bool], ...]
    #: The one to go on with.
    next: Idea | None

    @property
    def chapters(self) -> list[tuple[str, list[tuple[Idea, bool]]]]:
        chapters: list[tuple[str, list[tuple[Idea, bool]]]] = []
        for idea, is_idea_known in self.ideas:
            if idea.name in CHAPTERS:
                chapters.append((CHAPTERS[idea.name], []))
            chapters[-1][1].append((idea, is_idea_known))
        return chapters

    @property
    def known_count(self) -> int:
        return sum(is_idea_known for _, is_idea_known in self.ideas)


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
        _show_course(name, [(idea, is_known(idea, progress, by_skill)) for idea in ideas], weakest)
        for name, ideas in ideas_by_course()
    )
    open_courses = [course for course in courses if course.known_count and course.next] or courses
    start = weakest or open_courses[0].next or open_courses[0].ideas[0][0]
    return ShownMap(
        courses=courses,
        start=start,
        why="You needed a second try. Here’s another." if weakest else start.sentence,
    )


def _show_course(name: str, pairs: Sequence[tuple[Idea, bool]], weakest: Idea | None) -> MapCourse:
    """Show a course: next is what was missed, as the start has it, else what isn't known."""
    unknown_ideas = (idea for idea, is_idea_known in pairs if not is_idea_known)
    is_here = weakest is not None and weakest.course == name
    next_idea = weakest if is_here else next(unknown_ideas, None)
    return MapCourse(name=name, title=COURSES[name], ideas=tuple(pairs), next=next_idea)


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
