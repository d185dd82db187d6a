"""What is wrong with a lesson is said when it is read, with its name and the place."""

from collections import Counter

import pytest

from solver.hidoku.logic.technique import techniques
from tests.cases import cases
from webapp.learn.lessons.lesson import (
    COURSES,
    FOLDER,
    LessonError,
    courses,
    lessons_on,
    parse_lesson,
)
from webapp.learn.questions.scene import QuestionError

HEAD = "---\ntitle: T\nsummary: S\nplace: 1\n---\n"
ROWS = "```rows\n1122:0,0\n```\n"
BOARD = "```board\n1 2 3\n. 7 .\n9 . 5\n```\n"


def ask(kind: str, *lines: str) -> str:
    return "\n".join((f"```ask {kind}", "ask: Which?", *lines, "```"))


def made(body: str) -> object:
    lesson = parse_lesson("mastermind", "x", f"{HEAD}## Step\n{body}\n")
    return lesson.steps[0].question


@cases(
    ("text", "message"),
    [
        ("## A", "must begin with lines"),
        ("---\ntitle: T\n---\n## A", "its summary"),
        ("---\ntitle: T\nsummary: S\nplace: first\n---\n## A", "invalid literal"),
        (f"{HEAD}Words\n## A", "heading of its first step"),
        (f"{HEAD}## A\n```python\n1\n```", "no block “python”"),
    ],
)
def test_a_file_that_can_not_be_read(text: str, message: str) -> None:
    with pytest.raises(LessonError, match=message) as error:
        parse_lesson("hidoku", "x", text)
    assert str(error.value).startswith("hidoku/x.md: ")


@cases(
    ("body", "message"),
    [
        ("Words alone.", "asks nothing"),
        (ask("riddle"), "no question of the kind “riddle”"),
        ("```ask keys\ncode: 1234\n```", "lacks “ask: …”"),
        (ask("keys", "code: 1234"), "lacks “guess: …”"),
        (ROWS + ask("fits", "- 3456", "- 4444"), "2 of the codes are right"),
        (ROWS + ask("fits", "- 1111", "- 2222"), "0 of the codes are right"),
        (ROWS + ask("proved", "- out 1", "- out 2"), "2 of the claims are proved"),
        (ROWS + ask("proved", "- maybe 3"), "is no claim"),
        (ROWS + ask("false"), "rows can be the false one"),
        (ROWS + ask("code", "only: yes"), "256 codes fit"),
        (ROWS + ask("least", "- worst 3333 = 81", "- worst 4444 = 81"), "is the best alone"),
        (ROWS + ask("least", "- left = 256", "- worst 4444 = 81"), "needs a label"),
        (ROWS + ask("number", "figure: average 3456 = 2.5"), "no whole number"),
        (ROWS + ask("number", "figure: left"), "no figure with what it is"),
        (ROWS + ask("number", "figure: worst 9 = 1"), "no figure with"),
        (ask("reach", "number: 7"), "shows none"),
        (BOARD + ask("place", "number: 7"), "No technique finds"),
        (BOARD + ask("place", "number: 4", "by: crossing"), "not crossing"),
        (BOARD + ask("fill", "cell: r1c1"), "No technique finds"),
        (BOARD + ask("fill", "cell: up"), "written as r2c3"),
        (BOARD + ask("reach", "number: 7"), "already placed"),
        ("```board\n1 . .\n. . .\n```\n" + ask("place", "number: 2"), "not one solution"),
        ("```board\n1 1\n```\n" + ask("reach", "number: 2"), "has faults"),
        ("```rows\n1122:5,0\n```\n" + ask("code"), "step 1"),
    ],
)
def test_a_claim_that_is_not_so(body: str, message: str) -> None:
    with pytest.raises(LessonError, match=message):
        made(body)


def test_every_lesson_has_its_place_and_its_words() -> None:
    files = Counter(path.parent.name for path in FOLDER.glob("*/*.md"))
    assert {course: len(lessons) for course, lessons in courses().items()} == files
    for course, lessons in courses().items():
        assert [lesson.place for lesson in lessons] == list(range(1, len(lessons) + 1))
        minimum = 3 if course == "practice" else 4  # questions of ideas are fewer
        assert all(minimum <= len(lesson.steps) <= 8 for lesson in lessons)
    all_lessons = [lesson for lessons in courses().values() for lesson in lessons]
    assert len({lesson.name for lesson in all_lessons}) == len(all_lessons)
    assert list(courses()) == list(COURSES)


def test_every_technique_has_a_lesson() -> None:
    assert all(lessons_on(technique.name) for technique in techniques())


def test_a_figure_in_prose_says_what_it_is() -> None:
    lesson = parse_lesson("mastermind", "x", f"{HEAD}## Step\n{ROWS}\n{ask('code')}")
    scene = lesson.steps[0].question.scene
    assert scene.fill("{{left = 256}} codes") == "256 codes"
    with pytest.raises(QuestionError, match="left = …"):
        scene.fill("{{left}} codes")
