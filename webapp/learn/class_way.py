"""Where a pupil goes on from a question of their class: to the step's next one, or to the class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import url_for

from webapp.classroom.view import find_question
from webapp.learn.idea import ideas
from webapp.storage.records.classes import ClassStep


@dataclass(frozen=True)
class ClassWay:
    """How many questions a step has, and where those are that aren't right, by their paths."""

    total: int
    next_urls: Mapping[str, str]
    class_url: str

    @property
    def right(self) -> int:
        return self.total - len(self.next_urls)

    @property
    def url(self) -> str:
        return next(iter(self.next_urls.values()), self.class_url)


def class_way(paths: Sequence[str]) -> ClassWay | None:
    """Return the way on from a question with these paths; None outside a class."""
    question = find_question(paths)
    if question is None or not question.step.questions:  # a step from before they were counted
        return None
    addresses = addresses_of(question.step, question.path)
    right_paths = question.right_paths
    next_urls = {path: url for path, url in addresses.items() if path not in right_paths}
    class_url = url_for("classroom.page", game_id=question.entry.contest)
    return ClassWay(len(addresses), next_urls, class_url)


def addresses_of(step: ClassStep, path: str) -> Mapping[str, str]:
    """Return where each question of the step of a ``path`` is asked, by the path that counts."""
    idea = ideas().get(step.place.removeprefix("/learn/ideas/"))
    if idea:
        levels = [question.level.value for question in idea.questions]
        return {
            f"{step.place}/{level}": idea.url(level=level, _anchor="levels") for level in levels
        }
    if path == step.place:
        return {path: step.path}
    paths = [f"{step.place}/{number}" for number in range(1, step.questions + 1)]
    return dict(zip(paths, paths, strict=True))
