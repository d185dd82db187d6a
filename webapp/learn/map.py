"""The home of Learn: all ideas in an order to learn them, with what the visitor knows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from solver.wording import plural
from webapp.http.security import current_player
from webapp.learn.idea import COURSES, Idea, ideas, ideas_by_course, ideas_by_skill
from webapp.learn.ideas import own_steps
from webapp.storage.games import store
from webapp.storage.records.attempts import Attempts, Steps, attempts_of

#: The chapters of the courses, each by the idea that it begins with.
CHAPTERS: Final = {
    "feedback": "Reading rows",
    "splitting": "Choosing a guess",
    "evil-setter": "Playing perfectly",
    "the-path": "First steps",
    "only_cell": "One cell, one number",
    "required": "Routes and areas",
    "hidden-pair": "Rare",
    "depth-first": "Searching",
}

#: So many right answers in a row show that an idea is known.
KNOWN: Final = 3


@dataclass(frozen=True, kw_only=True)
class MapCourse:
    """A course; of all ideas, those that the visitor knows, and those whose lessons are done."""

    name: str
    title: str
    ideas: tuple[Idea, ...]
    known: frozenset[Idea]
    read: frozenset[Idea]
    weakest: Idea | None

    @property
    def next(self) -> Idea | None:
        """The one to go on with: what was missed, or the first that isn't known."""
        unknown_ideas = (idea for idea in self.ideas if idea not in self.known)
        return self.weakest if self.weakest in self.ideas else next(unknown_ideas, None)

    @property
    def chapters(self) -> list[tuple[str, list[Idea]]]:
        chapters: list[tuple[str, list[Idea]]] = []
        for idea in self.ideas:
            if idea.name in CHAPTERS:
                chapters.append((CHAPTERS[idea.name], []))
            chapters[-1][1].append(idea)
        return chapters

    @property
    def is_begun(self) -> bool:
        return not (self.known | self.read).isdisjoint(self.ideas)

    def words(self, group: Sequence[Idea]) -> str:
        """Say how many ideas are known, and how many of their lessons are done, if any are."""
        lessons = {lesson for idea in self.read.intersection(group) for lesson in idea.lessons}
        lesson_words = f", {plural(len(lessons), 'lesson')} done" if lessons else ""
        return f"{len(self.known.intersection(group))} of {len(group)} known{lesson_words}"


@dataclass(frozen=True, kw_only=True)
class ShownMap:
    """``start`` is the idea to go on with, ``why`` says why."""

    courses: tuple[MapCourse, ...]
    start: Idea
    why: str


def show_map() -> ShownMap:
    player = current_player()
    progress = own_steps()
    attempts = attempts_of(store(), player) if player else []
    by_skill = {history.skill: history for history in attempts}
    of_skills = ideas_by_skill()
    failures = [
        past for past in attempts if past.box == 1 and past.missed and past.skill in of_skills
    ]
    # of what was missed and not solved since, the last
    weakest = of_skills[max(failures, key=lambda past: past.tried).skill] if failures else None
    every_idea = ideas().values()
    known_ideas = frozenset(idea for idea in every_idea if is_known(idea, progress, by_skill))
    read_ideas = frozenset(idea for idea in every_idea if has_lessons_done(idea, progress))
    courses = tuple(
        MapCourse(
            name=name,
            title=COURSES[name],
            ideas=group,
            known=known_ideas,
            read=read_ideas,
            weakest=weakest,
        )
        for name, group in ideas_by_course()
    )
    open_courses = [course for course in courses if course.is_begun and course.next] or courses
    start = weakest or open_courses[0].next or open_courses[0].ideas[0]
    why = start.sentence
    if weakest:
        why = "You needed a second try. Here’s another."
    elif start in read_ideas:
        why = "You’ve done its lesson. Three right answers in a row, and you know it."
    return ShownMap(courses=courses, start=start, why=why)


def has_lessons_done(idea: Idea, progress: Steps) -> bool:
    lessons = idea.lessons
    return all(len(progress.get(lesson.name, ())) == len(lesson.steps) for lesson in lessons)


def is_known(idea: Idea, progress: Steps, by_skill: Mapping[str, Attempts]) -> bool:
    """Whether three of its questions in a row were right, one above the easy level.

    Or where steps of lessons are its questions, whether all are done.
    """
    steps = [question.step for question in idea.questions if question.step]
    if steps:
        return all(step.number in progress.get(step.lesson, ()) for step in steps)
    skills = {question.skill for question in idea.questions}
    right = [name for skill in skills & by_skill.keys() for name in by_skill[skill].right_in_a_row]
    return len(right) >= KNOWN and any("/easy/" not in name for name in right)
