"""Three questions on the stack of a search, from any step, judged by a plain search."""

import pytest
from flask import Flask

from solver.hidoku.rules.known_boards import BOARDS
from tests.cases import cases
from tests.webapp.hidoku.watch.plain_search import PlainSearch
from tests.webapp.learn.answers import judge
from tests.webapp.player import HTMX, Player
from webapp.hidoku.watch.traces import SEARCH_BOARDS
from webapp.learn.lessons.lesson import LessonStep, find_lesson
from webapp.learn.lessons.stack_lesson import QUESTIONS, stack_lesson
from webapp.learn.questions.trials import StackQuestion


def question_of(slug: str, step: LessonStep) -> StackQuestion:
    lesson = stack_lesson(slug)
    assert lesson
    question = step.question
    assert isinstance(question, StackQuestion)
    return question


@pytest.mark.parametrize("name", [*SEARCH_BOARDS][:3])
def test_each_answer_is_the_stack_of_a_plain_search(app: Flask, name: str) -> None:
    moments = PlainSearch(BOARDS[name].grid).moments
    places: set[int] = set()
    with app.test_request_context():
        for start in range(0, len(moments) + 9, 4):
            slug = f"{name}-{start}"
            lesson = stack_lesson(slug)
            assert lesson
            steps = [int(step.ask.of("step")) for step in lesson.steps]
            assert len({*steps}) == QUESTIONS
            assert steps == sorted(steps)
            assert start <= steps[0] or steps[-1] == len(moments) - 1
            for step in lesson.steps:
                at = int(step.ask.of("step"))
                question = question_of(slug, step)
                held = moments[at].stack
                assert tuple(question.board[cell] for cell in question.right) == held
                assert judge(question, question.solution).is_right
                places.add(at)
    assert len(places) > QUESTIONS


def test_what_is_marked_wrong_is_answered(app: Flask) -> None:
    with app.test_request_context():
        lesson = stack_lesson("ten-dead-ends-24")
        assert lesson
        question = question_of("ten-dead-ends-24", lesson.steps[0])  # 27, 20, 11 and 2
        right = question.solution["cell"]
        assert len(right) == 4
        for extra, words in (
            (["0,0"], "3 was there from the start."),
            (["4,1"], "13 wasn’t a choice"),
            (["2,4"], "No number is in that cell now."),
        ):
            marking = judge(question, {"cell": [*right, *extra]})
            assert not marking.is_right
            assert words in marking.sentences[0]
        marking = judge(question, {"cell": right[1:]})
        assert marking.sentences == ("You missed 1 open choice.",)


@pytest.mark.both_ways
def test_the_three_questions_are_walked_from_a_step_and_back(player: Player) -> None:
    page = player.client.get("/hidoku/watch/ten-dead-ends?by=search&step=24").text
    assert 'href="/learn/stack/ten-dead-ends-24"' in page
    url = player.get("/learn/stack/ten-dead-ends-24").location
    lesson = stack_lesson("ten-dead-ends-24")
    assert lesson
    for step in lesson.steps:
        answer = player.post(url, **question_of("ten-dead-ends-24", step).solution)
        page = (answer if player.by_htmx else player.get(answer.location)).text
        assert "Right." in page
        assert 'aria-label="Open choices"' in page
        assert f"/hidoku/watch/ten-dead-ends?by=search&amp;step={step.ask.of('step')}" in page
        url = f"/learn/stack/ten-dead-ends-24/{step.number + 1}"


def test_a_class_gets_all_three_by_one_press(player: Player) -> None:
    for path in ("", "/1", "/3"):
        answer = player.client.get(
            f"/learn/stack/ten-dead-ends-24{path}", headers={"X-Sheet-Items": "1"}
        )
        assert (
            answer.text == "/learn/stack/ten-dead-ends-24\tThe stack on Ten dead ends: lesson\t3\n"
        )


@cases("slug", ["nope-3", "findling", "small-2", "v6-8x8-medium-102-4"])
def test_where_nothing_is_tried_there_is_no_lesson(player: Player, slug: str) -> None:
    assert player.client.get(f"/learn/stack/{slug}/1").status_code in (302, 404)


@pytest.mark.parametrize("step", [0, 1])
def test_a_search_leads_to_its_own_board_in_watch(app: Flask, player: Player, step: int) -> None:
    entry = find_lesson("search", "depth-first")
    assert entry
    name, by, _ = entry.steps[step].ask.of("see").split()
    with app.test_request_context():
        question = entry.steps[step].question
    assert BOARDS[name].grid == question.scene.grid
    assert by == "alone"
    answer = player.post(f"/learn/search/depth-first/{step + 1}", **question.solution)
    page = player.client.get(answer.location, headers=HTMX).text if answer.location else answer.text
    assert f"/hidoku/watch/{name}?by=alone&amp;step=1" in page
