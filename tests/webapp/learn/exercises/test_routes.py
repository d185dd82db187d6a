"""The pages of exercises: each kind answered wrong and right, what counts, and what is refused."""

import gzip
import json
import re
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from solver.exercises import ExerciseLevel
from tests.cases import cases
from tests.solver.deduction.exercises.plain import RULES, sizes_of
from tests.webapp.learn.answers import judge, words_of, wrong_answer
from tests.webapp.learn.lessons.plain import bits
from tests.webapp.player import Player, text_of
from webapp.http.quota import QuotaError
from webapp.learn.exercises.exercise_type import ExerciseType
from webapp.learn.exercises.registry import ENTRIES, Exercise, exercise_of
from webapp.learn.questions.question import Question
from webapp.storage.records.attempts import Attempts, attempts_of
from webapp.storage.tables import attempts

HERE = "/learn/exercises"
SEED = "v1-7"
EASY = ExerciseLevel.EASY
LEVELS = [level.value for level in ExerciseLevel]


def question_of(entry: ExerciseType[Any], level: str = "easy") -> Question:
    return exercise_of(entry, ExerciseLevel(level), 7).question


def told(exercise: Exercise) -> list[str]:
    reason = (sentence.text for sentence in exercise.question.reason.sentences)
    right = judge(exercise.question, exercise.question.solution)
    scene = exercise.question.scene
    return words_of(scene.with_names(sentence) for sentence in (*right.sentences, *reason))


def url_of(entry: ExerciseType[Any], level: str = "easy") -> str:
    return f"{HERE}/{entry.name}/{level}/v{entry.version}-7"


def tried_by(player: Player) -> list[Attempts]:
    app = player.client.application
    with player.client.session_transaction() as session:
        return attempts_of(app.extensions["store"], session["player"])


def test_what_is_asked_next_speaks_for_the_right_guess() -> None:
    """Its figure alone is the best of the three, and those of the two others are no answer."""
    entry = next(entry for entry in ENTRIES if entry.name == "compare")
    for seed in range(1, 201):
        question = exercise_of(entry, ExerciseLevel(LEVELS[seed % 3]), seed).question
        codes = [question.scene.game.format_code(code) for code in question.scene.codes]
        measure = question.block.options[0].split()[0]
        rows = [sizes_of(option.split()[1], codes) for option in question.block.options]
        right, *others = sorted(rows, key=RULES[measure])
        figure = {
            "worst": lambda sizes: str(max(sizes)),
            "average": lambda sizes: str(sum(size * size for size in sizes)),
            "bits": lambda sizes: f"{bits(sizes):.2f}",
        }[measure]
        first = str(rows.index(right))
        answers = [{"first": first, "number": figure(sizes)} for sizes in (right, *others)]
        assert [judge(question, answer).is_right for answer in answers] == [True, False, False]


@pytest.fixture(params=ENTRIES, ids=lambda entry: entry.name)
def entry(request: pytest.FixtureRequest) -> ExerciseType[Any]:
    exercise_type: ExerciseType[Any] = request.param
    return exercise_type


@pytest.fixture(params=[False, True], ids=["plain", "htmx"])
def anybody(app: Flask, request: pytest.FixtureRequest) -> Player:
    return Player(app.test_client(), request.param)


def test_every_kind_has_questions_at_each_level(player: Player) -> None:
    for entry in ENTRIES:
        for level in LEVELS:
            address = player.submit(f"{HERE}/{entry.name}/{level}/next")
            assert address.startswith(f"{HERE}/{entry.name}/{level}/v{entry.version}-")
            assert player.get(address).status_code == 200


@cases("level", LEVELS)
def test_nothing_of_the_answer_is_on_the_page(
    player: Player, entry: ExerciseType[Any], level: str
) -> None:
    """An exercise looks alike whatever answers are right: only what was answered tells."""
    page = player.get(url_of(entry, level)).text
    exercise = exercise_of(entry, ExerciseLevel(level), 7)
    assert not any(words in text_of(page) for words in told(exercise))
    assert not re.search(r"<input[^>]* checked", page.replace('name="card"', ">"))
    assert "The answer" not in page
    if entry.name == "one-code-left":
        assert str(exercise.question.solution["code"]) not in page.replace(" ", "")


def test_a_wrong_answer_gets_a_place_to_look_and_then_the_reason(
    anybody: Player, entry: ExerciseType[Any]
) -> None:
    form, url = wrong_answer(question_of(entry)), url_of(entry)
    marking = judge(question_of(entry), form)
    scene = question_of(entry).scene
    nudge = words_of([scene.with_names(marking.reply or marking.nudge)])
    reasons = words_of(scene.with_names(sentence) for sentence in marking.sentences)
    first = anybody.post(url, **form)
    assert first.status_code == 200
    assert all(words in text_of(first.text) for words in nudge)
    assert not any(words in text_of(first.text) for words in reasons)
    assert 'name="tries" value="1"' in first.text
    second = anybody.post(url, **form, tries=1)
    assert all(words in text_of(second.text) for words in (*nudge, *reasons))
    assert "Next exercise" not in second.text
    if entry.name == "find-the-step":  # only then cells are marked
        pages = (anybody.client.get(url, query_string=form), first, second)
        fresh, once, twice = (re.findall(r'class="(cell [^"]*)"', page.text) for page in pages)
        assert fresh == once != twice
    (score,) = tried_by(anybody)
    assert (score.skill, score.solved, score.missed) == (exercise_of(entry, EASY, 7).skill, 0, 1)


@pytest.mark.parametrize("level", LEVELS)
def test_a_right_answer_gets_the_reason_and_leads_on(
    anybody: Player, entry: ExerciseType[Any], level: str
) -> None:
    page = anybody.send(url_of(entry, level), 200, **question_of(entry, level).solution)
    text = text_of(page)
    assert "Right." in text
    assert all(words in text for words in told(exercise_of(entry, ExerciseLevel(level), 7)))
    assert f'action="{HERE}/{entry.name}/{level}/next"' in page
    (attempt,) = tried_by(anybody)
    assert (attempt.solved, attempt.missed, attempt.box) == (1, 0, 2)
    assert attempt.last == f"{entry.name}/{level}/v{entry.version}-7"


@cases("level", LEVELS)
def test_the_part_that_changes_is_light(app: Flask, entry: ExerciseType[Any], level: str) -> None:
    player = Player(app.test_client(), by_htmx=True)
    url = url_of(entry, level)
    question = question_of(entry, level)
    answers = [
        player.post(url, **wrong_answer(question), tries="1"),
        player.post(url, **question.solution),
        player.post(f"{url}/solution"),
    ]
    for answer in answers:
        assert answer.status_code == 200
        assert answer.text.lstrip().startswith("<section")
        assert len(gzip.compress(answer.data)) < 3000


def test_only_the_first_answer_to_an_exercise_counts(
    player: Player, entry: ExerciseType[Any]
) -> None:
    url, question = url_of(entry), question_of(entry)
    for form in (wrong_answer(question), question.solution, question.solution):
        player.post(url, **form)
    player.post(f"{url}/solution")
    (attempt,) = tried_by(player)
    assert (attempt.solved, attempt.missed) == (0, 1)


def test_the_solution_is_shown_and_counts_as_missed(
    anybody: Player, entry: ExerciseType[Any]
) -> None:
    page = anybody.send(f"{url_of(entry)}/solution", 200)
    assert "The answer" in text_of(page)
    (attempt,) = tried_by(anybody)
    assert (attempt.solved, attempt.missed, attempt.box) == (0, 1, 1)


@cases(
    ("kind", "form", "message"),
    [
        ("one-code-left", {}, "Build a row first."),
        ("one-code-left", {"code": "12__"}, "Fill every hole first."),
        ("one-code-left", {"typed": "12"}, "A code has"),
        ("one-code-left", {"typed": "1239"}, "9"),
        ("piles", {"card": ""}, "Choose a code first."),
        ("liar", {}, "Choose one of the answers below."),
        ("liar", {"choice": "6"}, "Choose one of the answers below."),
        ("what-is-proved", {"choice": "9"}, "Choose one of the answers below."),
    ],
)
def test_what_is_no_answer_is_refused_and_counts_for_nothing(
    anybody: Player, kind: str, form: dict[str, str], message: str
) -> None:
    page = anybody.send(f"{HERE}/{kind}/easy/{SEED}", 422, **form)
    assert message in text_of(page)
    with anybody.client.session_transaction() as session:
        assert "player" not in session


def test_a_row_that_is_not_finished_is_kept(player: Player) -> None:
    page = player.post(f"{HERE}/one-code-left/easy/{SEED}", code="12__")
    assert 'value="12__"' in page.text
    page = player.get(f"{HERE}/one-code-left/easy/{SEED}?draft=1_3_")
    assert 'value="1_3_"' in page.text


@cases(
    ("path", "words"),
    [
        ("truth/easy/v1-7", "There are no exercises called “truth”, only count-keys"),
        ("liar/harder/v1-7", "An exercise is easy, medium or hard; “harder” is no level."),
        ("liar/easy/7", "There’s no exercise “7”."),
        ("liar/easy/v1-07", "There’s no exercise “v1-07”."),
        ("liar/easy/v9-7", "is from another version"),
        ("liar/easy/v1-1000000000", "There’s no exercise “v1-1000000000”."),
    ],
)
def test_an_exercise_that_is_not_there_is_reported(anybody: Player, path: str, words: str) -> None:
    for answer in (
        anybody.get(f"{HERE}/{path}"),
        anybody.post(f"{HERE}/{path}", choice="0"),
        anybody.post(f"{HERE}/{path}/solution"),
        anybody.get(f"{HERE}/{path}/sheet?number=2"),
    ):
        assert answer.status_code == 404
        assert words in text_of(answer.text)


def test_where_nothing_more_can_be_stored_the_answer_is_kept(
    app: Flask, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_size: int) -> None:
        raise QuotaError("There is no room today.")

    monkeypatch.setattr(app.extensions["store"], "admit", refuse)
    page = player.send(f"{HERE}/one-code-left/easy/{SEED}", 422, code="6331")
    assert "There is no room today." in text_of(page)
    assert 'value="6331"' in page


def test_next_of_what_is_not_there(player: Player) -> None:
    assert player.post(f"{HERE}/truth/easy/next").status_code == 404
    assert player.post(f"{HERE}/liar/harder/next").status_code == 404


def test_what_was_tried_goes_with_ones_data(app: Flask, player: Player) -> None:
    player.post(f"{HERE}/liar/easy/{SEED}", choice="0")
    export = json.loads(player.get("/you/data/games.json").text)
    (attempt,) = export["exercises"]
    assert (attempt["skill"], attempt["right"], attempt["wrong"]) == ("liar/easy", 0, 1)
    assert attempt["last"] == f"liar/easy/{SEED}"
    player.post("/you/data/erasure", sure="1")
    with app.extensions["store"].reading() as connection:
        assert not connection.execute(select(attempts)).all()


def test_piles_beside_each_other_are_all_drawn_as_dots(stranger: Player) -> None:
    """A bar isn't as high as a pile of dots, so the highest pile wouldn't be seen."""
    page = stranger.get(f"{HERE}/compare/easy/v2-6").text
    assert page.count('class="lesson-split"') == 3
    assert 'class="split-bar"' not in page
