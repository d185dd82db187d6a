"""Lessons as a visitor walks them: by the pages alone, with and without htmx."""

import html
import re
from dataclasses import replace

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from solver.exercises import ExerciseLevel
from solver.hidoku.traces.cuts import NO_CUTS
from solver.hidoku.traces.plain_search import solve_plain
from tests.cases import cases
from tests.webapp.learn.answers import answers_to
from tests.webapp.player import HTMX, Player, find_part, text_of
from webapp.http.quota import QuotaError
from webapp.learn.exercises.registry import ENTRIES, exercise_of
from webapp.learn.idea import ADDRESSES
from webapp.learn.lessons.lesson import Lesson, courses, lesson_after
from webapp.learn.questions.asked import judge_answer
from webapp.learn.questions.question import Question
from webapp.learn.questions.trials import SearchQuestion
from webapp.storage.records.attempts import add_step, steps_done
from webapp.storage.tables import lesson_steps

LESSONS = [lesson for lessons in courses().values() for lesson in lessons]
FIRST = "/learn/mastermind/feedback/1"
RIGHT = {"right": "2", "other": "0"}
WRONG = {"right": "1", "other": "1"}


def questions(lesson: Lesson) -> list[Question]:
    return [step.question for step in lesson.steps]


@pytest.mark.sampled(16)
@pytest.mark.both_ways
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_a_lesson_is_walked_to_its_end(lesson: Lesson, player: Player) -> None:
    url = player.get(f"/learn/{lesson.name}").location
    for step, question in zip(lesson.steps, questions(lesson), strict=True):
        assert url == f"/learn/{lesson.name}/{step.number}"
        page = player.client.get(url)
        assert page.status_code == 200
        assert "Next step" not in page.text
        assert 'id="show"' not in page.text  # the answer opens after a try
        answer = player.post(url, **question.solution)
        if not player.by_htmx:
            assert answer.status_code == 303
            answer = player.get(answer.location)
        assert answer.status_code == 200, answer.text
        assert "Right." in answer.text
        assert "{{" not in answer.text
        (url,) = re.findall(r'id="next"\s+href="([^"]+)"', answer.text)
        assert player.client.get(url).status_code in (200, 302)
    follows = lesson_after(lesson)
    assert url == (f"/learn/{follows.name}" if follows else "/learn")
    assert ", done" in player.client.get(f"/learn/{lesson.name}/1").text


@cases("lesson", LESSONS)
def test_what_is_wrong_is_explained(lesson: Lesson, stranger: Player) -> None:
    for step, question in zip(lesson.steps, questions(lesson), strict=True):
        url = f"/learn/{lesson.name}/{step.number}"
        for form in answers_to(question):
            answer = stranger.post(url, **form)
            if answer.status_code == 303:  # several codes may be right
                assert question.judge(MultiDict(form)).is_right
                continue
            assert answer.status_code == 422
            judgement = answer.text.partition('id="judgement"')[2]
            assert 'id="show"' in answer.text
            if "Not yet." not in judgement:
                assert 'role="alert">' in answer.text
            assert "Right." not in answer.text
            assert "{{" not in answer.text


@pytest.mark.both_ways
def test_a_right_choice_needs_its_reason(player: Player) -> None:
    """Until that is right, too, the step isn't done; what is wrong of it has its own nudge."""
    url = "/learn/mastermind/two-rows/1"
    *_, course, slug, number = url.split("/")
    lesson = next(lesson for lesson in LESSONS if lesson.name == f"{course}/{slug}")
    question = lesson.steps[int(number) - 1].question
    first, last = (str(question.solution[name]) for name in ("first", "choice"))
    page = player.post(url, choice=first)
    assert page.status_code == 200
    assert "Right so far." in page.text
    assert f'name="first" value="{first}"' in page.text
    assert 'id="next"' not in page.text
    wrong = str((int(last) + 1) % 3)
    page = player.post(url, first=first, choice=wrong)
    assert page.status_code == 422
    assert "It has to fit every row, but not the claim." in page.text
    assert "Right so far." in page.text
    wrong_first = str((int(first) + 1) % 3)
    assert player.post(url, first=wrong_first, choice=last).status_code == 422
    assert "Step 1, done" not in player.client.get(url).text
    assert player.post(url, first=first, choice=last).status_code in (200, 303)
    assert "Step 1, done" in player.client.get(url).text


@cases("lesson", LESSONS)
def test_a_lesson_on_paper(lesson: Lesson, stranger: Player) -> None:
    page = stranger.get(f"/learn/{lesson.name}/print").text
    lesson_part, _, answers = page.partition("paper-answers")
    on_paper = [step for step in lesson.steps if not step.block("search")]
    for step in lesson.steps:  # one whose count changes by switches needs the screen
        is_there = step.title in lesson_part.replace("&#39;", "’")
        assert is_there == (step in on_paper), step.title
    assert answers.count("<li>") >= len(on_paper)
    assert "<form" not in answers
    assert "{{" not in page


@cases("lesson", LESSONS)
def test_ideas_follow_a_lesson(lesson: Lesson, stranger: Player) -> None:
    assert 'id="its-ideas"' not in stranger.get(f"/learn/{lesson.name}/1?show=1").text
    page = stranger.get(f"/learn/{lesson.name}/{len(lesson.steps)}?show=1").text
    names = re.findall(r'href="/learn/ideas/([^"]+)"', page.partition('id="its-ideas"')[2])
    assert names
    assert {ADDRESSES.get(name, name) for name in lesson.technique} <= set(names)


def test_the_solution_is_shown_and_nothing_is_kept(player: Player) -> None:
    page = player.get(f"{FIRST}?show=1")
    assert "The answer" in page.text
    assert "Next step" in page.text
    assert ", done" not in player.client.get(FIRST).text


def test_an_answer_in_the_address_is_judged_and_not_kept(player: Player) -> None:
    assert "Right." in player.get(f"{FIRST}?right=2&other=0").text
    assert "Not yet." in player.get(f"{FIRST}?right=1&other=0").text
    assert 'role="alert">' in player.get(f"{FIRST}?right=9&other=9").text
    assert ", done" not in player.client.get(FIRST).text


def test_steps_done_are_shown(player: Player) -> None:
    player.post(FIRST, **RIGHT)
    player.post(FIRST, **RIGHT)
    assert ", done" in player.client.get(FIRST).text
    assert player.get("/learn/mastermind/feedback").location.endswith("/2")
    lesson = LESSONS[0]
    for step, question in zip(lesson.steps, questions(lesson), strict=True):
        player.post(f"/learn/{lesson.name}/{step.number}", **question.solution)
    assert "0 of 13 known" in player.client.get("/learn").text  # a lesson alone doesn't show it
    assert player.get("/learn/mastermind/feedback").location.endswith("/1")


@cases(
    "form",
    [
        WRONG,
        {},
        {"done": "1"},
        {"right": "2"},
        {"right": "two", "other": "0"},
        {"right": "4", "other": "4"},
        {"show": "1", **WRONG},
        {"choice": "0"},
    ],
)
def test_a_forged_done_is_refused(form: dict[str, str], player: Player) -> None:
    answer = player.send(FIRST, 422, **form)
    assert re.search(r'role="alert">\s*\S|Not yet\.', answer)
    assert ", done" not in player.client.get(FIRST).text


@cases(
    ("url", "form"),
    [
        ("mastermind/one-row/1", {"choice": "7"}),
        ("mastermind/one-row/2", {"number": "many"}),
        ("mastermind/two-rows/5", {"code": "11"}),
        ("mastermind/two-rows/5", {"typed": "🦄"}),
        ("hidoku/the-path/1", {"cell": "9,9"}),
        ("hidoku/the-path/1", {"cell": "here"}),
        ("hidoku/the-path/5", {"number": "99"}),
        ("hidoku/counting-steps/1", {"number": "1", "cell": "²"}),
        ("hidoku/counting-steps/2", {}),
        ("hidoku/counting-steps/2", {"cell": ["0,1", "7,7"]}),
    ],
)
def test_what_can_not_be_read_is_refused_with_a_sentence(
    url: str, form: dict[str, object], player: Player
) -> None:
    answer = player.send(f"/learn/{url}", 422, **form)
    assert re.search(r'role="alert">\s*\w|Not yet\.', answer)


@cases(
    "url",
    [
        "chess/feedback",
        "mastermind/luck",
        "mastermind/luck/1",
        "mastermind/luck/print",
        "mastermind/feedback/0",
        "mastermind/feedback/99",
        "mastermind/feedback/one",
        "mastermind/../1",
    ],
)
def test_what_there_is_not(url: str, player: Player) -> None:
    answer = player.read(f"/learn/{url}", 404)
    if ".." not in url:
        assert "See all lessons in Learn" in answer
    assert player.post(f"/learn/{url}").status_code in (404, 405)


def test_cuts_are_switched_off(player: Player) -> None:
    url = "/learn/search/depth-first/3"
    counts = [
        int(re.search(r"<b>([\d,]+)</b> positions", player.get(f"{url}{query}").text)[1])  # type: ignore[index]
        for query in ("", "?check=filled", "?check=numbers&check=filled", "?check=empty")
    ]
    assert counts[0] > counts[1] > counts[2] > counts[3]


def test_boards_to_watch_have_more_dead_ends_each(stranger: Player) -> None:
    page = stranger.get("/learn/search/depth-first/4").text
    links = re.findall(r'href="([^"]+by=search)">([^<]+)<', page)
    counts = {
        title: re.findall(
            r"Next dead end.*?1 of (\d+)", stranger.get(html.unescape(url)).text, re.S
        )
        for url, title in links
    }
    assert list(counts.values()) == [["3"], ["10"], ["40"], ["392"]]
    assert list(counts)[:3] == ["Three dead ends", "Ten dead ends", "Forty dead ends"]


def test_a_cell_with_a_solution_is_not_said_to_have_failed(player: Player) -> None:
    url = "/learn/search/depth-first/1"
    goal_page = player.post(url, draft="", cell="3,3").text
    assert "A solution!" in goal_page
    assert '<span class="option board"><span class="cell-name">row 4, column 4' in goal_page
    page = player.post(url, draft="3,3", cell="3,3").text
    assert '<span class="option found"><span class="cell-name">row 4, column 4' in page
    assert '<span class="option failed">' not in page.partition('class="stack-signs"')[0]
    over = player.post(url, draft="3,3 3,3 1,3", cell="1,3")
    over = over if over.status_code == 200 else player.get(over.headers["Location"])
    assert "no cell is left to try" in over.text
    assert "Open choices" not in over.text
    tree = over.text.partition('class="search-tree"')[2].partition("</figure>")[0]
    assert "The filled dot is the solution." in text_of(tree)  # no way to the last dead end
    assert 'd=""' in tree.partition('class="tree-open"')[2]
    assert re.findall(r'<circle\s+class="(\w+)', tree.partition('class="root"')[2]) == [
        "found",
        "left",
    ]


def test_the_pupil_is_the_search(player: Player) -> None:
    """Each page says what the search did, and carries what was chosen before."""
    url, draft = "/learn/search/depth-first/1", ""
    for cell, status in (
        (
            "2,3",
            "9, 10 and 11 have the fewest cells, 2 each. The lowest goes first. "
            "Choose a cell for 9.",
        ),
        (
            "1,3",
            "10 had one cell left. Now no cell is left for 11. Choose the number to go back to.",
        ),
        (
            "2,3",
            "10 had one cell left. Now no cell is left for 11. Choose the number to go back to.",
        ),
        (
            "1,3",
            "9 had one cell left. Now no cell is left for 10. Choose the number to go back to.",
        ),
    ):
        page = player.post(url, draft=draft, cell=cell)
        part = find_part(page.text, r'name="draft" value="([^"]*)"')
        statuses = re.findall(r'class="search-status"[^>]*>([^<]+)', page.text)
        assert [words.strip() for words in statuses] == [status]
        is_wrong = draft == part
        assert page.status_code == (422 if is_wrong else 200)
        assert ("Not yet." in page.text) == is_wrong
        draft = part
    assert draft == "2,3 1,3 1,3"
    over = player.post(url, draft=draft, cell="2,3")
    page = over if over.status_code == 200 else player.get(over.headers["Location"])
    assert "The search met 2 dead ends" in page.text
    assert "Choose a marked cell" in player.post(url, draft=draft, cell="0,0").text
    assert "Choose a cell on the board." in player.post(url, draft=draft, cell="9,9").text
    assert "8 and 11 have the fewest cells" in player.get(f"{url}?draft=x+2,3+1,3").text


def test_a_pupil_searches_without_checks() -> None:
    """The first check saves a position for each dead end, as step 3 says."""
    (lesson,) = (lesson for lesson in LESSONS if lesson.name == "search/depth-first")
    question = lesson.steps[1].question
    assert isinstance(question, SearchQuestion)
    counts = [
        solve_plain(question.scene.grid, None, cuts=cuts).nodes
        for cuts in (NO_CUTS, replace(NO_CUTS, numbers=True))
    ]
    assert counts == [19, 19 - question.end.dead_ends]


def test_a_row_is_built_without_script(stranger: Player) -> None:
    url = "/learn/mastermind/two-rows/5"
    page = stranger.get(f"{url}?draft=6___").text
    assert 'value="61__"' in page
    assert 'value="____"' in page


def test_lessons_go_where_the_games_go(app: Flask, stranger: Player) -> None:
    """They are exported, moved to another browser, and erased."""
    stranger.post(FIRST, **RIGHT)
    assert stranger.get("/you/data/games.json").json["lessons"] == {"mastermind/feedback": [1]}
    code = find_part(stranger.post("/you/data/codes").text, r"<p class=\"join-code\">([^<]+)<")
    second_browser = Player(app.test_client())
    second_browser.post(FIRST, **RIGHT)
    second_browser.post("/learn/mastermind/one-row/2", number="256")
    second_browser.post("/you/data/join", code=code)
    lessons = {"mastermind/one-row": [2], "mastermind/feedback": [1]}
    assert second_browser.get("/you/data/games.json").json["lessons"] == lessons
    assert stranger.get("/you/data/games.json").json["lessons"] == lessons
    stranger.post("/you/data/erasure", sure="1")
    with app.app_context():
        store = app.extensions["store"]
        with store.reading() as connection:
            assert connection.execute(lesson_steps.select()).all() == []


def test_what_is_stored_counts_for_the_network(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    store = app.extensions["store"]
    add_step(store, "ann", "mastermind/feedback", 1)

    def refuse(_size: int) -> None:
        raise QuotaError("No room.")

    monkeypatch.setattr(store, "admit", refuse)
    for step in (1, 2):  # who has begun goes on, or a class soon fills its school's limit
        add_step(store, "ann", "mastermind/feedback", step)
    with pytest.raises(QuotaError):
        add_step(store, "bob", "mastermind/feedback", 1)
    assert steps_done(store, "ann") == {"mastermind/feedback": frozenset({1, 2})}
    assert steps_done(store, "bob") == {}


def test_every_answer_has_words_for_a_class(one_app: Flask) -> None:
    with one_app.app_context():
        lessons = [question for lesson in LESSONS for question in questions(lesson)]
        exercises = [exercise_of(entry, ExerciseLevel.EASY, 7).question for entry in ENTRIES]
        for question in (*lessons, *exercises):
            for answer in (*answers_to(question), question.solution):
                form = MultiDict(answer)  # type: ignore[arg-type]
                if judge_answer(question, form).marking:
                    words = question.scene.plain_sentence(question.entered_words(form))
                    assert words.strip(), (question, answer)
                    assert "{" not in words


def test_fragments_are_small(stranger: Player) -> None:
    for lesson in LESSONS:
        for step, question in zip(lesson.steps, questions(lesson), strict=True):
            headers = {"Sec-Fetch-Site": "same-origin", **HTMX, "Accept-Encoding": "br"}
            url = f"/learn/{lesson.name}/{step.number}"
            answer = stranger.client.post(url, data=question.solution, headers=headers)
            assert len(answer.data) < 3_000, (lesson.name, step.number, len(answer.data))


def test_a_hint_names_its_idea_and_its_page_leads_back(player: Player) -> None:
    url = player.new("hidoku/play", board="findling")
    hints = [player.move(url, "hints", tier=tier).text for tier in (1, 2, 3)]
    link = find_part(hints[1], r'<h3 id="technique"><a class="idea" href="([^"]+)">')
    assert 'id="technique"' not in hints[0] + hints[2]
    player.by_htmx = False
    assert f'href="{url}"' in player.get(link).text


def test_why_keeps_the_piles_it_counts_in_view_and_ends_with_their_sum(player: Player) -> None:
    url = "/learn/mastermind/information/4"
    page = player.post(url, choice="2").text
    assert page.count('class="lesson-split"') == 1
    assert re.search(r'class="lesson-split".*?aria-label="red, orange, blue, blue"', page, re.S)
    words = player.post(url, first="2", number="eleven").text
    assert "The answer is a number of bits, such as 2.50. “eleven” isn’t one." in words
    assert "Not yet." in player.post(url, first="2", number="2.56").text  # another guess's
    right = player.client.get(f"{url}?first=2&number=2,6").text
    answer = player.client.get(f"{url}?show=1").text
    assert re.search("How many bits.*to two decimals. 2.61[.]</li>", answer)
    for page in (right, answer):
        assert "3/15 × 3.91 = 2.61 bits on average." in page


@cases("url", ["/learn/mastermind/knuth/2", "/learn/mastermind/knuth/1"])
def test_piles_that_are_compared_have_one_scale(stranger: Player, url: str) -> None:
    """Pictures are as wide, so a small screen shrinks them alike, and as many codes are as high."""
    page = stranger.get(url).text
    assert len(set(re.findall(r'class="split-picture" viewBox="0 0 (\d+)', page))) == 1
    bars = re.findall(r'd="M17 (\d+)V(\d+)".*?split-size"[^>]*>(\d+)<', page, re.S)
    heights = {int(size): int(foot) - int(top) for foot, top, size in bars}
    assert all(heights[size] == max(3, round(84 * size / 317)) for size in heights)
    assert len(heights) > 20 or not bars


def test_hexagons_of_a_printed_lesson_have_row_numbers(stranger: Player) -> None:
    page = stranger.get("/learn/hidoku/hexagons-and-links/print").text
    pictures = re.findall(r'class="paper-picture".*?</svg>', page, re.S)
    assert len(pictures) == 2
    for text in pictures:
        assert re.findall(r">(\d)<", text.rpartition("<g ")[2]) == ["1", "2", "3"]
