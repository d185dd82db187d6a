"""A class: who joins, what its teacher sees of whom, what a projector never shows, and its end."""

import csv
import html
import io
import re
from collections.abc import Callable, Mapping
from datetime import timedelta
from urllib.parse import unquote

import pytest
from flask import Flask
from limits import RateLimitItemPerDay
from sqlalchemy import func, select, update

from tests.cases import cases
from tests.webapp.contest.test_routes import path_of
from tests.webapp.learn.answers import wrong_answer
from tests.webapp.plain_browser import Reader
from tests.webapp.player import HTMX, Player, find_part, text_of
from webapp.classroom import view
from webapp.classroom.plans import PLANS
from webapp.contest import view as contest_view
from webapp.learn.class_way import questions_of
from webapp.learn.exercises.registry import find_entry, find_exercise
from webapp.learn.lessons.lesson import find_lesson
from webapp.storage.games import Store
from webapp.storage.records import classes
from webapp.storage.records.classes import ClassStep
from webapp.storage.records.contests import drop_old_contests
from webapp.storage.records.dailies import today
from webapp.storage.tables import class_answers, contests, entries

EXERCISE = "/learn/exercises/what-is-proved/easy/v1-7"
LESSON = "/learn/mastermind/feedback"
BOARD = "/hidoku/boards/findling"


@pytest.fixture
def teacher(app: Flask) -> Player:
    return Player(app.test_client())


def opened(teacher: Player, *addresses: str, place: str = "") -> str:
    """Open a class with these steps, at one of them or at all; return its address."""
    school_class = path_of(teacher.post("/class").location)
    for address in addresses:
        assert teacher.post(f"{school_class}/steps", address=address).status_code == 303
    if place:
        teacher.post(f"{school_class}/place", place=place)
    return school_class


def joined(app: Flask, school_class: str, name: str) -> Player:
    pupil = Player(app.test_client())
    code = school_class.rpartition("/")[2]
    answer = pupil.post("/class/pupils", code=f" {code[:3].lower()} {code[3:]}", nickname=name)
    assert path_of(answer.location) == school_class
    return pupil


def rejoined(pupil: Player, school_class: str, name: str) -> str:
    return str(pupil.post("/class/pupils", code=school_class[-6:], nickname=name).location)


def lines(page: str) -> list[str]:
    """Return the lines of a page's tables and lists as text."""
    rows = [element for element in Reader(page).root if element.tag == "tr"]
    return [" ".join(cell.text for cell in row if cell.tag in ("th", "td")) for row in rows]


def spoken(page: str) -> str:
    return Reader(page).root.text


def forms(app: Flask) -> tuple[dict[str, object], dict[str, object]]:
    """Return a wrong and a right answer to the exercise."""
    with app.app_context():
        question = find_exercise("what-is-proved", "easy", "v1-7").question
        return wrong_answer(question), dict(question.solution)


def test_a_lesson_with_a_class(app: Flask, teacher: Player, stranger: Player) -> None:
    school_class = opened(teacher, f"http://localhost{EXERCISE}#y", LESSON, "/daily")
    ann, bob = (joined(app, school_class, name) for name in ("Ann", "=Bob"))
    assert "hasn’t started yet" in ann.get(school_class).text
    wrong, right = forms(app)
    ann.post(EXERCISE, **wrong)  # too early: it isn't a step yet
    teacher.post(f"{school_class}/place", place=EXERCISE)
    pupils_page = ann.get(school_class).text
    assert f'href="{EXERCISE}' in pupils_page
    assert LESSON not in pupils_page
    for pupil in (ann, bob):
        page = pupil.get(EXERCISE).text
        assert "Your class" in page
        assert "Embed it" not in page
        pupil.post(EXERCISE, **wrong)
    ann.post(EXERCISE, **right)
    stranger.post(EXERCISE, **right)
    assert "Embed it" in stranger.get(EXERCISE).text
    page = teacher.get(school_class).text
    assert [line for line in lines(page) if line[:3] in ("Ann", "=Bo")] == [
        "=Bob ✗wrong so far 1 try  ",
        "Ann ✓done 2 tries  ",
    ]
    screen = teacher.get(f"{school_class}?screen=1").text
    assert "2 here" in screen
    for text in map(text_of, (page, screen)):
        assert "1 done 1 wrong so far" in text
        assert re.search(r"Commonest wrong answer .+ \(2 pupils\)", text)
    assert LESSON not in screen  # nor what comes next
    mark = re.findall(r"seen=(\w+)", page)[0]
    again = teacher.client.get(school_class, headers=HTMX, query_string={"seen": mark})
    assert again.status_code == 204
    teacher.post(f"{school_class}/place", place=LESSON)
    bob.post(f"{LESSON}/1", right="0", other="0")
    table = lines(teacher.get(school_class).text)
    assert "=Bob ✗wrong so far 1 try ✗wrong so far 0 of 5 " in table


def test_how_many_are_at_work_is_seen_before_they_are_done(app: Flask, teacher: Player) -> None:
    """Also who hasn't begun, but not who left before that; and the table has all."""
    school_class = opened(teacher, LESSON, place="all")
    lesson = find_lesson("mastermind", "feedback")
    assert lesson
    with app.app_context():
        solutions = [step.question.solution for step in lesson.steps]
    counts = {"Ann": 5, "Ben": 2, "Cem": 1, "Dora": 0, "Emil": 0}
    pupils = {name: joined(app, school_class, name) for name in counts}
    pupils["Ben"].post(f"{LESSON}/2", right="0", other="0")
    for name, count in counts.items():
        for number, solution in enumerate(solutions[:count], 1):
            pupils[name].post(f"{LESSON}/{number}", **solution)
    pupils["Cem"].post(f"{LESSON}/2", right="0", other="0")
    for name in ("Ben", "Emil"):
        pupils[name].post("/class/leaving")
    page = teacher.get(school_class).text
    assert "1 done 1 at work 1 wrong so far 1 no answer yet" in text_of(page)
    assert "3 here" in text_of(page)
    assert re.search(r"answer Question 2: .+\? no key pegs \(2 pupils\)", text_of(page))
    assert lines(page)[1:] == [
        "Ann ✓done 5 of 5",
        "Ben, left 2 of 5, 1 retried",
        "Cem ✗wrong so far 1 of 5",
        "Dora ",
        "Emil, left ",
    ]
    table = teacher.get(f"{school_class}/answers.csv").text.removeprefix("\ufeff")
    figures = {
        line["Pupil"]: (line["Right"], line["Questions"])
        for line in csv.DictReader(io.StringIO(table))
    }
    assert figures == {name: (str(count), "5") for name, count in counts.items()}


def test_each_step_counts_its_own_answers(app: Flask, teacher: Player) -> None:
    """An exercise is a question of its idea, too, and both may be steps."""
    idea, exercise = "/learn/ideas/minimax", "/learn/exercises/compare/medium/v2-6"
    school_class = opened(teacher, idea, exercise, place="all")
    ann = joined(app, school_class, "Ann")
    with app.app_context():
        solution = dict(find_exercise("compare", "medium", "v2-6").question.solution)
    ann.post(exercise, **solution)
    assert lines(teacher.get(school_class).text)[1] == "Ann  ✓done 1 try"


def test_a_wrong_reason_does_not_name_the_right_choice(app: Flask, teacher: Player) -> None:
    exercise = "/learn/exercises/compare/medium/v2-6"
    school_class = opened(teacher, exercise, place=exercise)
    with app.app_context():
        solution = find_exercise("compare", "medium", "v2-6").question.solution

    def show_answers(*numbers: int) -> str:
        for number in map(str, numbers):
            joined(app, school_class, number).post(exercise, first=solution["first"], number=number)
        return text_of(teacher.get(f"{school_class}?screen=1").text)

    words = r"Worst case: which .+\? Why\? {} \(1 pupil\)"
    assert re.search(f"Commonest wrong answer {words.format(98)}", show_answers(98))
    alike = f"Commonest wrong answers {words.format(98)} {words.format(99)}"
    assert re.search(alike, show_answers(99))  # neither is the commonest
    assert "Commonest" not in show_answers(96, 97)


def test_an_idea_is_a_step_wherever_its_questions_are(app: Flask, teacher: Player) -> None:
    idea, second_idea = "/learn/ideas/one-row", "/learn/ideas/feedback"
    school_class = opened(teacher, idea, second_idea, place="all")
    ann = joined(app, school_class, "Ann")
    for address in (idea, second_idea):
        form = find_part(ann.client.get(address).text, r'hx-post="(/learn/[^"]+)"')
        ann.post(form.replace("solution", "answers"), choice="0", right="0", other="0", code="1111")
    page = teacher.get(school_class).text
    assert lines(page)[1].count("0 of 3") == 2
    assert re.search(r"answer Easy question: \w.* \(1 pupil\)", text_of(page))


@cases(("name",), [("splitting",), ("depth-first",)])
def test_a_step_leads_from_question_to_question_and_back(
    app: Flask, teacher: Player, name: str
) -> None:
    """Its link opens the first question that isn't right; the last one leads to the class."""
    idea = f"/learn/ideas/{name}"
    school_class = opened(teacher, idea, place=idea)
    ann = joined(app, school_class, "Ann")
    with app.test_request_context():
        places = [question.place for question in questions_of(ClassStep(idea, "")).values()]
        questions = [(place.url(), dict(place.question.solution)) for place in places]
    for count, (address, solution) in enumerate(questions):
        page = ann.get(idea).text
        assert f"Your class: {count} of 3 right" in page
        assert f'hx-post="{address}"' in page
        answer = ann.post(address, **solution)
        page = ann.get(answer.location).text if answer.status_code == 303 else answer.text
        assert f"Your class: {count + 1} of 3 right" in page
        [way] = re.findall(r'id="next" href="([^"]+)"', page)
    assert path_of(way) == school_class
    assert "✓done 3 of 3" in lines(teacher.get(school_class).text)[1]


def test_no_right_answer_stands_on_the_projector(app: Flask, teacher: Player) -> None:
    school_class = opened(teacher, EXERCISE, place=EXERCISE)
    ann = joined(app, school_class, "Ann")
    right = forms(app)[1]
    ann.post(EXERCISE, **right)
    with app.app_context():
        question = find_exercise("what-is-proved", "easy", "v1-7").question
    page = teacher.get(f"{school_class}?screen=1").text
    screen = spoken(page)
    assert "1 done" in screen
    assert question.title in screen
    assert all(claim in screen for claim in question.labels)  # to talk about, none of them marked
    assert not re.search("checked|chosen|judgement|Right", page)
    assert "Commonest" not in screen


@cases(
    ("place", "number", "words"),
    [
        ("/learn/ideas/splitting", 1, "5 codes to go."),
        ("/learn/mastermind/knuth", 3, "Which of these guesses does minimax choose?"),
        ("/learn/stack/three-dead-ends-5", 2, "What does the stack hold now?"),
        ("/learn/search/depth-first/1", 99, "Choose a cell for 8."),
    ],
)
def test_a_projector_shows_what_the_step_asks(
    teacher: Player, place: str, number: int, words: str
) -> None:
    school_class = opened(teacher, place, place=place)
    page = teacher.get(f"{school_class}?screen=1&question={number}").text
    picture = page.partition('class="class-picture"')[2].partition("big-code")[0]
    assert words in spoken(picture)
    assert "<input" not in picture


def test_on_a_projector_the_tree_and_the_piles_grow_move_by_move(teacher: Player) -> None:
    def grown(place: str) -> list[str]:
        school_class = opened(teacher, place)
        teacher.post(f"{school_class}/place", place=place)
        screens = [teacher.get(f"{school_class}?screen=1").text]
        while next_url := re.search(r'href="([^"]+)">Next move<', screens[-1]):
            screens.append(teacher.get(html.unescape(next_url[1])).text)
        assert "One back" not in screens[0]
        assert "One back" in screens[-1]
        assert "<h4" not in screens[-1]  # there's no heading above it of the third level
        return screens

    trees = [
        re.findall(r"Search tree: (\d+) trials", page)
        for page in grown("/learn/search/depth-first/1")
    ]
    assert trees == [[], ["1"], ["2"], ["3"]]
    piles = [re.findall(r"(\d+) codes? to go", page) for page in grown("/learn/ideas/splitting")]
    assert piles == [["5"], ["4"], ["3"], ["2"], ["1"], []]


@cases(
    ("kind", "level", "fields"),
    [("piles", "medium", {"draft": ""}), ("compare", "medium", {"number": None, "first": None})],
)
def test_a_pupil_is_at_work_before_the_answer_is_whole(
    app: Flask, teacher: Player, kind: str, level: str, fields: dict[str, object]
) -> None:
    """After the first code on a pile, or a right choice whose reason is asked for."""
    with app.app_context():
        seed = f"v{find_entry(kind).version}-7"
        right = dict(find_exercise(kind, level, seed).question.solution)
    address = f"/learn/exercises/{kind}/{level}/{seed}"
    part = {**right, "choice": right.get("first"), **fields}
    school_class = opened(teacher, address, place=address)
    ann = joined(app, school_class, "Ann")
    count = stored(app)[2]
    for _ in "ab":
        ann.post(address, **{name: text for name, text in part.items() if text is not None})
        page = teacher.get(school_class).text
        assert lines(page)[1] == "Ann at work"
        assert "1 at work" in text_of(page)
    assert stored(app)[2] == count + 1
    ann.post(address, **right)
    assert lines(teacher.get(school_class).text)[1] == "Ann ✓done 1 try"


def test_a_pile_table_is_filled_in_class(app: Flask, teacher: Player) -> None:
    page = "/learn/exercises/piles/easy/v1-7"
    with app.app_context():
        question = find_exercise("piles", "easy", "v1-7").question
        wrong = wrong_answer(question)
        right = dict(question.solution)
    school_class = opened(teacher, page, place=page)
    ann = joined(app, school_class, "Ann")
    ann.post(page, **{**wrong, "draft": ""})
    screen = spoken(teacher.get(f"{school_class}?screen=1").text)
    assert re.search(
        r"answer.+… Guess \w+, .+: .+ on .*(white|black|key pegs).* \(1 pupil\)", screen
    )
    assert "Ann ✗wrong so far 1 try" in lines(teacher.get(school_class).text)
    ann.post(page, **right)
    assert "Ann ✓done 2 tries" in lines(teacher.get(school_class).text)


def test_a_second_tab_and_a_phone_that_slept_are_the_same_pupil(
    app: Flask, teacher: Player
) -> None:
    school_class = opened(teacher, EXERCISE)
    ann = joined(app, school_class, "Ann")
    tab = ann.client.get(f"{school_class}/bar", headers=HTMX).text
    mark = re.findall(r"seen=([\w-]+)", tab)[0]
    bar = f"{school_class}/bar?seen={mark}"
    assert ann.get(bar).status_code == 204
    code = school_class.rpartition("/")[2]
    ann.post("/class/pupils", code=code, nickname="Anna")
    teacher.post(f"{school_class}/place", place=EXERCISE)
    assert "Step 1:" in ann.get(bar).text
    assert ann.get(f"{bar}&page=1").headers["HX-Refresh"] == "true"
    rows = [line for line in lines(teacher.get(school_class).text) if line.startswith("Ann")]
    assert rows == ["Anna "]
    teacher.post(f"{school_class}/place", place="all")
    assert "in any order" in ann.get(bar).text


def test_games_of_a_class_are_seen_when_they_are_over(app: Flask, teacher: Player) -> None:
    contest = path_of(teacher.post("/friends/codes/black-white/mini", code="123").location)
    school_class = opened(teacher, contest, BOARD, "/daily/mastermind", place="all")
    ann = joined(app, school_class, "Ann")
    assert 'value="Ann"' in ann.client.get(contest).text  # the name needn't be typed again
    game = path_of(ann.post(f"{contest}/games", nickname="Ann").location)
    ann.new("hidoku/play", board="findling")
    ann.new("hidoku/play", board="v7-4x4-7")  # none of the teacher's business
    ann.move(game, "guesses", code="211")
    ann.post(f"/daily/mastermind/{today()}/games")
    page = teacher.get(school_class).text
    assert lines(page)[1] == "Ann 1 row played 0 of 73 numbers placed Not started"
    assert f"{school_class}/games/" not in page
    ann.move(game, "guesses", code="123")
    page = teacher.get(school_class).text
    assert lines(page)[1].startswith("Ann ✓done Found in 2 guesses 0 of 73")
    [rows] = re.findall(rf"{school_class}/games/\w+/\d+", page)
    games_page = teacher.get(rows).text
    assert "The code was" in games_page
    assert len(re.findall(r'<li class="row', games_page)) >= 2
    for classmate in (ann, joined(app, school_class, "Bob")):
        assert classmate.get(rows).status_code == 404
    assert teacher.get(rows[:-1] + "2").status_code == 404  # still being played
    assert teacher.get(rows[:-1] + "9").status_code == 404


Leaving = Callable[[Player, Player, str], object]

LEAVINGS: Mapping[str, Leaving] = {
    "leaves": lambda pupil, _, __: pupil.post("/class/leaving"),
    "joins another": lambda pupil, teacher, _: rejoined(pupil, opened(teacher), "Ann"),
    "is removed": lambda _, teacher, school_class: teacher.post(
        f"{school_class}/removed-pupils",
        entry=re.findall(r'<option value="(\w+)">Ann', teacher.client.get(school_class).text)[0],
    ),
    "class ends": lambda _, teacher, school_class: teacher.post(f"{school_class}/end"),
}


@pytest.mark.parametrize("how", LEAVINGS)
def test_what_is_played_outside_the_class_is_not_seen(
    app: Flask, teacher: Player, how: str
) -> None:
    """Neither a game begun then, nor the moves made then in one that was begun in the class."""
    contest = path_of(teacher.post("/friends/codes/black-white/mini", code="123").location)
    school_class = opened(teacher, contest, BOARD, place="all")
    ann = joined(app, school_class, "Ann")
    game = path_of(ann.post(f"{contest}/games", nickname="Ann").location)
    ann.move(game, "guesses", code="123")  # in the class
    LEAVINGS[how](ann, teacher, school_class)
    ann.new("hidoku/play", board="findling")
    if how != "class ends":
        rejoined(ann, school_class, "Ann")
    row = lines(teacher.get(school_class).text)[1]
    export = teacher.get(f"{school_class}/answers.csv").text
    assert "0 of 73" not in row + export
    assert view.WENT_ON not in row + export  # it wasn't begun here
    assert ("Found in 1 guess" in row) == (how == "class ends")  # nobody knows of the time between


def test_moves_after_the_class_are_not_seen(app: Flask, teacher: Player) -> None:
    school_class = opened(teacher, BOARD, place="all")
    ann = joined(app, school_class, "Ann")
    game = ann.new("hidoku/play", board="findling")
    ann.move(game, "placements", cell="9,1", number="2")
    teacher.post(f"{school_class}/end")
    assert lines(teacher.get(school_class).text)[1] == "Ann 1 of 73 numbers placed"
    ann.move(game, "placements", cell="9,2", number="3")
    page = teacher.get(school_class).text
    assert lines(page)[1] == "Ann Begun here, played on outside the class"
    assert "played on outside the class" in teacher.get(f"{school_class}/answers.csv").text
    assert f"{school_class}/games/" not in page


#: What ends a line for some reader of text, and other signs that are not seen.
UNSEEN = [f"%{ord(sign):02X}" for sign in "\0\t\n\v\f\r\x1b\x1c\x1d\x1e\x7f"]
UNSEEN += ["%C2%85", "%E2%80%A8", "%E2%80%A9", "%E2%80%AE", "%C2%AD"]


@pytest.mark.sampled(16)
@pytest.mark.parametrize("sign", UNSEEN)
@pytest.mark.parametrize("place", ["1122:1,1{}", "1122:1,1{}x", "{}1122:1,1", "1122:1,1?by={}"])
def test_no_sign_in_an_address_breaks_a_class(teacher: Player, sign: str, place: str) -> None:
    school_class = opened(teacher, LESSON)
    address = f"/mastermind/analysis/classic/{place.format(sign)}"
    teacher.post(f"{school_class}/steps", address=address)
    for url in (school_class, f"{school_class}?screen=1", f"{school_class}/answers.csv"):
        assert teacher.client.get(url).status_code == 200
    page = teacher.client.get(school_class).text
    assert not set(unquote(sign)) - set("\n") & set(page)
    for link in re.findall(r'<a href="(/mastermind/analysis[^"]+)"', page):
        assert teacher.client.get(html.unescape(link)).status_code == 200


def test_a_class_that_such_a_sign_has_broken_opens_again(app: Flask, teacher: Player) -> None:
    school_class = opened(teacher, LESSON)
    broken = "/mastermind/analysis/classic/1122:1,1"
    for sign in "\t\n\v\x85\u2028":
        start = contests.c.start + f"{broken}{sign}\tAnalysis\n"
        with app.extensions["store"].changing() as connection:
            connection.execute(update(contests).values(start=start))
    pages = [
        teacher.client.get(f"{school_class}{end}") for end in ("", "?screen=1", "/answers.csv")
    ]
    assert [page.status_code for page in pages] == [200, 200, 200]
    assert "Hit or miss" in pages[0].text or LESSON in pages[0].text


def test_a_question_mark_in_an_address_stays_one(teacher: Player) -> None:
    address = "/mastermind/analysis/pair/13:%3F"
    assert f'href="{address}"' in teacher.get(opened(teacher, address)).text


def test_a_school_plays_from_one_network(
    app: Flask, teacher: Player, stranger: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    contest = path_of(teacher.post("/friends/codes/black-white/mini", way="draw").location)
    school_class = opened(teacher, contest)
    limit = RateLimitItemPerDay(1, namespace="entries")
    monkeypatch.setattr(contest_view, "OF_NETWORK", limit)
    pupils = [joined(app, school_class, name) for name in ("Ann", "Bob", "Cem")]
    for pupil in pupils:
        assert pupil.post(f"{contest}/games", nickname="x").status_code == 303
    guests = [Player(app.test_client()) for _ in "ab"]
    statuses = [guest.post(f"{contest}/games", nickname="y").status_code for guest in guests]
    assert statuses == [303, 422]
    strange = path_of(stranger.post("/friends/codes/black-white/mini", way="draw").location)
    statuses = [pupil.post(f"{strange}/games", nickname="x").status_code for pupil in pupils]
    assert statuses == [303, 422, 422]  # a class opens no door to what somebody else has set


def test_the_file_has_no_formula(app: Flask, teacher: Player) -> None:
    school_class = opened(teacher, EXERCISE, place=EXERCISE)
    pupil = joined(app, school_class, "=HYPERLINK(1)")
    pupil.post(EXERCISE, **forms(app)[0])
    pupil.post(f"{EXERCISE}/solution")
    answer = teacher.get(f"{school_class}/answers.csv")
    head, row = csv.reader(io.StringIO(answer.text.removeprefix("\ufeff")))
    line = dict(zip(head, row, strict=True))
    assert line["Pupil"] == "'=HYPERLINK(1)"
    assert (line["Step"], line["Done"], line["Tries"]) == ("1", "", "2")
    assert line["Address"] == EXERCISE
    assert line["Wrong answers"].endswith("; looked at the solution")


@pytest.mark.parametrize("name", PLANS)
def test_a_plan_opens_a_class_with_its_steps(teacher: Player, name: str) -> None:
    """Each step has a name of its own and a known number of questions, and the sheet opens."""
    plan = PLANS[name]
    school_class = path_of(teacher.post("/class", plan=name).location)
    with teacher.client.application.app_context():
        record = classes.find_class(view.store(), school_class[-6:])
        assert record
        steps = classes.steps_of(record)
    assert [step.path for step in steps] == list(plan.minutes)
    assert len({step.title for step in steps}) == 6
    assert all(step.questions for step in steps)
    assert teacher.get(plan.sheet).status_code == 200
    for page in (school_class, f"{school_class}?screen=1"):
        assert plan.title in spoken(teacher.get(page).text)
    teacher.post(f"{school_class}/place", removed=steps[1].path)
    page = text_of(teacher.get(school_class).text)
    assert plan.title in page
    assert re.search(rf"{steps[0].title}.{{0,10}} Opening, {plan.minutes[steps[0].path]} min", page)


@pytest.mark.parametrize("name", PLANS)
def test_a_plan_takes_45_minutes_and_asks_nothing_twice(app: Flask, name: str) -> None:
    minutes = PLANS[name].minutes
    assert sum(minutes.values()) == 45
    with app.test_request_context():
        steps = [ClassStep(place, "") for place in minutes]
        questions = [entry.place for step in steps for entry in questions_of(step).values()]
    assert len(set(questions)) == len(questions) > 15


def test_a_lesson_begins_where_its_class_is(app: Flask, teacher: Player) -> None:
    """Not where the pupil, or the teacher, was before."""
    lesson = find_lesson("mastermind", "feedback")
    assert lesson
    with app.app_context():
        forms = [dict(step.question.solution) for step in lesson.steps[:2]]
    ann = Player(app.test_client())
    for reader in (teacher, ann):
        for number, form in enumerate(forms, 1):
            reader.post(f"{LESSON}/{number}", **form)
        assert reader.client.get(LESSON).location == f"{LESSON}/3"
    school_class = opened(teacher, LESSON, "/learn/practice/depth-first/1")
    assert "Exercise: depth first, question 1" in text_of(teacher.get(school_class).text)
    teacher.post(f"{school_class}/place", place=LESSON)
    rejoined(ann, school_class, "Ann")
    assert teacher.client.get(LESSON).location == f"{LESSON}/1"
    assert ann.client.get(LESSON).location == f"{LESSON}/1"
    ann.post(f"{LESSON}/1", **forms[0])
    assert ann.client.get(LESSON).location == f"{LESSON}/2"


@cases("host", ["127.0.0.1:8000", "localhost", "school.example"])
def test_an_address_of_this_computer_alone_is_said_to_be_one(app: Flask, host: str) -> None:
    client = app.test_client()
    site = f"http://{host}"
    school_class = client.post("/class", base_url=site, headers={"Origin": site}).location
    for query in ("", "?screen=1"):
        page = client.get(f"{school_class}{query}", base_url=site).text
        assert ("--host 0.0.0.0" in page) is ("school" not in host)


def test_a_step_is_done_when_all_its_questions_are_right(app: Flask, teacher: Player) -> None:
    lesson = "/learn/mastermind/feedback"
    school_class = opened(teacher, lesson, place=lesson)
    ann = joined(app, school_class, "Ann")
    course_lesson = find_lesson("mastermind", "feedback")
    assert course_lesson
    for step in course_lesson.steps:
        assert "✓" not in teacher.get(school_class).text
        with app.app_context():
            form = dict(step.question.solution)
        ann.post(f"{lesson}/{step.number}", **form)
    count = len(course_lesson.steps)
    assert lines(teacher.get(school_class).text)[1] == f"Ann ✓done {count} of {count}"


#: What makes and draws what is on a sheet.
MAKING = ("learn.exercises.routes.show_sheet", "learn.questions.asked.show_paper")
MAKING += ("hidoku.exchange.export_routes.sheets_of",)


@cases(
    ("sheet", "places"),
    [
        (f"{EXERCISE}/sheet?number=2", [EXERCISE, f"{EXERCISE[:-1]}8"]),
        ("/learn/mastermind/feedback/print", ["/learn/mastermind/feedback"]),
        ("/hidoku/exchange/print?board=small&board=findling", ["/hidoku/boards/small", BOARD]),
    ],
)
def test_a_sheet_is_for_paper_and_what_is_on_it_are_steps(
    teacher: Player, sheet: str, places: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its solutions are on it, and nothing can be answered there; it isn't made for that."""
    for name in MAKING:
        monkeypatch.setattr(f"webapp.{name}", None)
    school_class = opened(teacher, sheet)
    page = teacher.get(school_class).text.partition('class="class-steps"')[2].partition("</ol>")[0]
    steps = re.findall(r'<a href="([^"]*)">([^<]+)</a>', page)
    assert [place for place, _ in steps] == places
    titles = [title for _, title in steps]
    numbers = [title[-3:] for title in titles if re.search(r", \d$", title)]
    assert numbers == [", 1", ", 2"] * (len(steps) > 1)
    for place in places:
        assert teacher.client.get(place, follow_redirects=True).status_code == 200


def test_a_book_has_no_room_in_a_class(teacher: Player) -> None:
    answer = teacher.send(f"{opened(teacher)}/steps", 422, address=f"{EXERCISE}/sheet?number=100")
    assert "A class has room for 60 steps." in answer


def test_only_what_a_link_opens_is_a_step(teacher: Player) -> None:
    school_class = opened(teacher)
    game = teacher.new("mastermind/breaker")
    for address in (
        game,
        "/nowhere",
        "https://elsewhere.example/learn",
        "",
        "//",
        "/static/css/base.css",
    ):
        answer = teacher.post(f"{school_class}/steps", address=address)
        assert answer.status_code == 422, address
        assert "Pupils can’t open that." in answer.text
    for address in ("localhost/learn", "/learn/mastermind/feedback"):
        assert teacher.post(f"{school_class}/steps", address=address).status_code == 303
    page = teacher.get(school_class).text
    steps = re.findall(
        r'<a href="(/learn[^"]*)">([^<]+)</a>', page.partition('class="class-steps"')[2]
    )
    assert steps[0] == ("/learn", "Learn")
    assert steps[1][0] == "/learn/mastermind/feedback"  # the whole lesson, not its first step
    teacher.post(f"{school_class}/place", place=LESSON)
    teacher.post(f"{school_class}/place", removed="/learn")
    now = [
        line for line in Reader(teacher.get(school_class).text).root if "aria-current" in line.attrs
    ]
    assert [line.text.split()[0] for line in now if line.tag == "li"] == [steps[1][1].split()[0]]


def test_strangers_see_nothing_and_guess_few_codes(
    app: Flask, teacher: Player, stranger: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    school_class = opened(teacher, EXERCISE)
    ann = joined(app, school_class, "Ann")
    assert "Ann" not in stranger.get(f"{school_class}?screen=1").text
    for visitor in (stranger, ann):
        assert visitor.get(f"/group-challenge/{school_class[-6:]}").status_code == 404
        assert visitor.get(f"{school_class}/answers.csv").status_code == 404
        for action in ("steps", "place", "removed-pupils", "end"):
            assert visitor.post(f"{school_class}/{action}").status_code == 404
    assert 'id="join"' in stranger.get(school_class).text
    for form in ({"code": "AAA", "nickname": "x"}, {"code": school_class[-6:], "nickname": " "}):
        assert stranger.post("/class/pupils", **form).status_code == 422
    monkeypatch.setattr(view, "MISSES", type(view.MISSES)(2, 10, namespace="few"))
    statuses = [
        stranger.post("/class/pupils", code="CCCCCC", nickname="x").status_code for _ in "abc"
    ]
    assert statuses == [422, 422, 429]
    assert stranger.get(school_class).status_code == 429
    assert ann.get(school_class).status_code == 200


def stored(app: Flask) -> list[int]:
    store: Store = app.extensions["store"]
    with store.reading() as connection:
        tables = (contests, entries, class_answers)
        return [
            int(connection.scalar(select(func.count()).select_from(table)) or 0) for table in tables
        ]


def seat_code(page: str, name: str) -> str:
    """Return the code that gives a pupil their seat back, as the teacher's page shows it."""
    terms = [element for element in Reader(page).root if element.tag in ("dt", "dd")]
    codes = dict(zip(terms[::2], terms[1::2], strict=True))
    return next(code.text for term, code in codes.items() if term.text == name)


def test_a_pupil_without_a_cookie_gets_the_same_line_again(app: Flask, teacher: Player) -> None:
    school_class = opened(teacher, EXERCISE, BOARD, "/daily/mini", place="all")
    wrong, right = forms(app)
    mia = joined(app, school_class, "Mia")
    mia.post(EXERCISE, **wrong)
    mia.move(mia.new("hidoku/play", board="findling"), "placements", cell="9,1", number="2")
    namesake = joined(app, school_class, "Mia")
    code = seat_code(teacher.get(school_class).text, "Mia")
    home = Player(app.test_client())  # nobody sees what was played there before
    home.post(f"/daily/mini/{today()}/games")
    for form in ({"code": code}, {"code": code.lower(), "nickname": "Somebody"}):
        assert path_of(home.post("/class/pupils", **form).location) == school_class
    page = home.get(school_class).text
    assert "You’re Mia." in spoken(page)
    assert "1 of 73 numbers placed" in page
    assert code in spoken(page)
    home.post(EXERCISE, **right)
    assert lines(teacher.get(school_class).text)[1:3] == [
        "Mia ✓done 2 tries 1 of 73 numbers placed ",
        "Mia (2)   ",
    ]
    again = namesake.post("/class/pupils", code=code)  # the second Mia is the first
    assert again.status_code == 303
    assert [line[:5] for line in lines(teacher.get(school_class).text)[1:]] == ["Mia ✓"]
    assert teacher.get(f"{school_class}/answers.csv").text.count("\nMia") == 3
    entry = re.findall(r'<option value="(\w+)">Mia', teacher.get(school_class).text)[0]
    teacher.post(f"{school_class}/removed-pupils", entry=entry)
    for browser in (mia, namesake, home):
        assert 'id="join"' in browser.get(school_class).text
    assert "No pupil of this class" in home.post("/class/pupils", code=code).text


def test_a_code_to_come_back_is_a_link_and_hard_to_guess(
    app: Flask, teacher: Player, stranger: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.storage.records.contests.MOST", 2)
    monkeypatch.setattr(view, "MOST_BROWSERS", 3)
    school_class = opened(teacher)
    mia, ann = joined(app, school_class, "Mia"), joined(app, school_class, "Ann")
    page = teacher.get(school_class).text
    code = seat_code(page, "Mia")
    seats = set(re.findall(r"\?seat=(\w+)", page))
    screen = teacher.get(f"{school_class}?screen=1").text
    visible_seats = [
        {seat for seat in seats if seat[:4] in text}
        for text in (screen, mia.get(school_class).text)
    ]
    assert [len(seat_set) for seat_set in visible_seats] == [0, 1]
    link = re.findall(rf'href="({school_class}\?seat=\w+)"', page)[1]
    for visitor in (stranger, third := Player(app.test_client()), ann):  # or a second Mia
        form = visitor.get(link).text
        assert ('id="join"' in form, 'name="nickname"' in form) == (True, False)
    assert "You’re Mia" in spoken(mia.get(link).text)
    assert stranger.post("/class/pupils", code=code).status_code == 303  # a full class has room
    assert third.post("/class/pupils", code=code).status_code == 303
    refusal = Player(app.test_client()).post("/class/pupils", code=code)
    monkeypatch.setattr("webapp.storage.records.contests.MOST", 3)
    joined(app, school_class, "Ben")  # browsers of one pupil take one seat
    assert (refusal.status_code, view.MANY_BROWSERS in refusal.text) == (422, True)
    monkeypatch.setattr(view, "MISSES", type(view.MISSES)(2, 10, namespace="seats"))
    wrong = f"{code[:-1]}{'C' if code[-1] == 'D' else 'D'}"
    guesses = [ann.post("/class/pupils", code=entry) for entry in (wrong, wrong, code)]
    assert [answer.status_code for answer in guesses] == [422, 422, 429]
    assert "You’re Ann" in spoken(ann.get(school_class).text)


def test_it_ends_and_is_deleted(
    app: Flask, teacher: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    school_class = opened(teacher, EXERCISE, place=EXERCISE)
    ann = joined(app, school_class, "Ann")
    ann.post(EXERCISE, **forms(app)[0])
    assert stored(app) == [1, 1, 1]
    teacher.post(f"{school_class}/end")
    ann.post(EXERCISE, **forms(app)[1])
    assert "ended this class" in ann.get(school_class).text
    assert "class-bar" in ann.client.get("/learn").text
    assert "Your class" not in ann.get(f"{school_class}/bar").text
    assert "class-bar" not in ann.client.get("/learn").text
    late = Player(app.test_client()).post("/class/pupils", code=school_class[-6:], nickname="Late")
    assert "This class has ended." in late.text
    assert stored(app) == [1, 1, 1]
    teacher.send(f"{school_class}/end", 422, delete=1)
    teacher.post(f"{school_class}/end", delete=1, sure=1)
    assert stored(app) == [0, 0, 0]
    assert teacher.get(school_class).status_code == 404
    monkeypatch.setattr(view, "MISSES", type(view.MISSES)(2, 10, namespace="deleted"))
    assert [ann.get(school_class).status_code for _ in "abc"] == [404, 404, 429]  # not hers now


def test_it_is_gone_after_thirty_days_and_with_its_pupils(app: Flask, teacher: Player) -> None:
    school_class = opened(teacher, EXERCISE, place=EXERCISE)
    ann, bob = (joined(app, school_class, name) for name in ("Ann", "Bob"))
    for pupil in (ann, bob):
        pupil.post(EXERCISE, **forms(app)[0])
    answers = ann.client.get("/you/data/games.json").text
    assert html.unescape(answers).count(school_class[-6:]) == 1
    ann.post("/you/data/erasure", sure=1)
    assert stored(app) == [1, 1, 1]
    store: Store = app.extensions["store"]
    with store.changing() as connection:
        [start] = connection.scalars(select(contests.c.made))
        long_ago = start - timedelta(days=classes.CLASS_KEPT, seconds=1)
        connection.execute(update(contests).values(made=long_ago))
    assert teacher.get(school_class).status_code == 404
    drop_old_contests(store)
    assert stored(app) == [0, 0, 0]


def test_a_full_class_and_a_removed_pupil(
    app: Flask, teacher: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.storage.records.contests.MOST", 1)
    school_class = opened(teacher, EXERCISE)
    ann = joined(app, school_class, "Ann")
    refusal = Player(app.test_client()).post(
        "/class/pupils", code=school_class[-6:], nickname="Bob"
    )
    assert (refusal.status_code, "this class is full" in refusal.text) == (409, True)
    entry = re.findall(r'<option value="(\w+)"', teacher.get(school_class).text)[0]
    teacher.post(f"{school_class}/removed-pupils", entry=entry)
    assert "Nobody has joined yet." in teacher.get(school_class).text
    assert 'id="join"' in ann.get(school_class).text
    assert "You’re" in ann.get(path_of(rejoined(ann, school_class, "Anna"))).text
