"""The map of Learn: chapters, of which the one to go on with is open."""

import re
from datetime import datetime

from tests.cases import cases
from tests.webapp.learn.answers import wrong_answer
from tests.webapp.player import Player
from webapp.learn.exercises.registry import find_exercise
from webapp.learn.idea import ideas
from webapp.learn.map import CHAPTERS, is_known
from webapp.storage.records.attempts import Attempts


def test_each_idea_is_in_a_chapter_and_only_the_next_one_s_is_open(player: Player) -> None:
    page = player.client.get("/learn").text
    chapters = re.findall(r'<details class="help" (\w*)>(.*?)</details>', page, re.DOTALL)
    links = [re.findall(r'href="/learn/ideas/([^"]+)"', text) for _, text in chapters]
    assert [name for names in links for name in names] == list(ideas())
    assert [names[0] for names in links] == list(CHAPTERS)
    assert [names[0] for (is_open, _), names in zip(chapters, links, strict=True) if is_open] == [
        "feedback"
    ]


@cases(
    ("levels", "is_right"),
    [
        (["easy", "easy", "medium"], True),
        (["easy", "easy", "easy", "easy"], False),
        (["medium", "easy"], False),
        (["medium", "-", "easy", "easy", "easy"], False),
    ],
)
def test_an_idea_is_known_by_three_right_in_three(levels: list[str], is_right: bool) -> None:
    """One of them above the easy level; a miss, here a dash, begins anew."""
    start = datetime(2026, 1, 1)
    history = Attempts(skill="compare/bits", box=1, tried=start, solved=0, missed=0)
    for place, level in enumerate(levels):
        history = history.after(f"compare/{level}/v2-{place}", level != "-", start)
    assert is_known(ideas()["information"], {}, {history.skill: history}) is is_right


def test_what_was_missed_is_next_and_where_to_start(player: Player) -> None:
    question = find_exercise("one-row", "easy", "v1-7").question
    player.post("/learn/exercises/one-row/easy/v1-7", **wrong_answer(question))
    page = player.client.get("/learn").text
    (start,) = re.findall(r'id="start-here" href="([^"]+)"', page)
    following = re.findall(r'<li class="[^"]*next">\s*<a href="([^"]+)"', page)
    assert start in following
    assert len(following) == 3  # of each course one


def test_a_lesson_that_is_done_is_seen(player: Player) -> None:
    """Its ideas aren't known by it, and where one goes on says what is missing."""
    lesson = ideas()["feedback"].lessons[0]
    questions = [step.question for step in lesson.steps]
    for number, question in enumerate(questions, 1):
        assert "Lesson done" not in player.client.get("/learn").text
        player.post(f"/learn/{lesson.name}/{number}", **question.solution)
    page = player.client.get("/learn").text
    assert "0 of 13 known, 1 lesson done" in page
    assert page.count("Lesson done") == 1
    assert "You’ve done its lesson." in page
