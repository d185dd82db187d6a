"""Ideas: each page names its idea, can be touched, and asks three questions that are judged."""

import html
import re

from solver.hidoku.exercises.find_the_step import example_of
from solver.hidoku.logic.technique import techniques
from solver.hidoku.rules.game import cell_name
from solver.hidoku.traces.trace import Mode, trace
from tests.cases import cases
from tests.webapp.player import HTMX, Player, text_of
from webapp.hidoku.puzzles import example_name
from webapp.learn.idea import ADDRESSES, Idea, find_idea, ideas
from webapp.learn.lessons.lesson import courses

IDEAS = list(ideas().values())


@cases("idea", IDEAS)
def test_an_idea_has_a_page_with_its_sentence_and_its_questions(
    idea: Idea, stranger: Player
) -> None:
    url = f"/learn/ideas/{idea.name}"
    page = html.unescape(stranger.get(url).text)
    assert re.search(rf"<h1>\s*{re.escape(idea.title)}\s*</h1>", page)
    assert idea.sentence in text_of(page)
    assert "{{" not in page
    levels = re.findall(rf'href="{url}\?level=(\w+)#levels"', page)
    assert levels == ["easy", "medium", "hard"][: len(idea.questions)]
    for level in levels:
        view = stranger.get(f"{url}?level={level}").text
        assert 'class="question"' in view
        assert re.search('Check answer|id="check"|name="choice"|name="says"|name="pile"', view)
    for name in idea.after:
        assert f'href="/learn/ideas/{ADDRESSES.get(name, name)}"' in page
    for lesson in idea.lessons:
        assert f'href="/learn/{lesson.name}"' in page


def test_a_touched_cell_says_what_its_technique_proves(player: Player) -> None:
    """Every empty cell of an example answers, and some with a step and its reason."""
    grid = ideas()["bottleneck"].scene.grid
    answers = []
    for cell in grid.cells:
        if cell not in grid.given:
            page = player.get(f"/learn/ideas/bottleneck?cell={cell.row},{cell.column}").text
            words = text_of(page.partition('id="picture"')[2].partition("</section>")[0])
            assert (
                "go here." in words or f"This idea says nothing about {cell_name(cell)}." in words
            )
            answers.append(words)
    assert any("Every route from" in words for words in answers)


@cases(
    ("address", "words"),
    [
        ("feedback?try=2211", "It gets"),
        ("one-row?try=1456", "would have got"),
        ("splitting?card=2163&pile=1", "would get (2 black, 1 white), not (1 white)."),
        ("splitting?card=9&pile=x", "10 codes to go."),
        ("perfect-play?try=2435", "2.50 guesses on average, this one included."),
        ("learning?cell=3,3", "No number can reach row 4, column 4, so nothing can fill it."),
        ("depth-first?cell=2,2", "No other number has a route over empty cells"),  # 8 touches 7
        ("propagation?cell=3,0", "Only 14 can be in row 4, column 1."),
        ("cutting?check=numbers", "positions looked at"),
    ],
)
def test_a_picture_answers_a_touch(stranger: Player, address: str, words: str) -> None:
    answer = stranger.client.get(f"/learn/ideas/{address}", headers=HTMX)
    assert answer.text.lstrip().startswith('<section id="picture"')
    assert words in text_of(answer.text)


@cases(("name", "count"), [("depth-first", 1), ("learning", 4)])
def test_a_number_that_was_tried_is_no_given(stranger: Player, name: str, count: int) -> None:
    page = stranger.get(f"/learn/ideas/{name}?cell=2,2").text.partition('id="picture"')[2]
    cells = re.findall(r'<[^>]*class="[^"]*\btried\b[^>]*>', page)
    assert len(cells) == count
    assert not any("given" in cell for cell in cells)
    assert page.count(", tried") == count


@cases(("name", "words"), [("learning", "Find the conflict"), ("cutting", "Try, and go back")])
def test_an_idea_that_lessons_ask_is_printed(stranger: Player, name: str, words: str) -> None:
    """Or its lesson, if none of its questions can be answered on paper."""
    [url] = re.findall(r'id="print" href="([^"]+)"', stranger.get(f"/learn/ideas/{name}").text)
    page = stranger.client.get(url, follow_redirects=True).text
    assert words in page.partition("paper-answers")[0]


def test_lessons_have_the_names_of_ideas() -> None:
    """Of Hidoku's lessons, most teach several ideas, and say which."""
    titles = {idea.title for idea in ideas().values()}
    for course in ("mastermind", "search"):
        assert titles.issuperset(lesson.title for lesson in courses()[course])


def test_an_example_is_solved_first_by_its_own_technique(stranger: Player) -> None:
    for technique in techniques():
        idea = find_idea(technique.name)
        assert idea
        if idea.see:
            first = trace(example_of(technique), Mode.TECHNIQUES).steps[1]
            assert first.technique is technique
            url = f"/hidoku/watch/{example_name(technique)}?step=1"
            assert url in html.unescape(stranger.get(f"/learn/ideas/{idea.name}").text)
    assert stranger.get("/hidoku/watch/example-bottleneck-v1").status_code == 404


def test_what_is_no_idea_and_where_techniques_were(stranger: Player) -> None:
    assert "See all ideas in Learn." in stranger.get("/learn/ideas/guessing").text
    assert stranger.get("/learn/ideas/guessing").status_code == 404
    for old, new in (
        ("/learn/techniques/corner?game=x", "/learn/ideas/corner?game=x"),
        ("/learn/ideas/corner?game=x", "/learn/ideas/enter-and-leave?game=x"),
        ("/learn/ideas/naked", "/learn/ideas/hidden-pair"),
        ("/learn/ideas/colour_count", "/learn/ideas/cut"),
        ("/learn/ideas/parity", "/learn/ideas/area"),
        ("/learn/ideas/skill-and-luck", "/mastermind/rules"),
        ("/learn/exercises/best-split/easy/v1-7", "/learn/ideas/splitting"),
        ("/learn/runs/parity", "/learn/runs/area"),
        ("/learn/ideas/bits", "/learn/ideas/information"),
        ("/learn/exercises/", "/learn"),
        ("/mastermind/measures/", "/learn/ideas/splitting"),
    ):
        assert stranger.get(old).location == new


@cases("name", ["between", "one_way"])
def test_the_first_boards_of_hidoku_are_squares_as_in_the_pictures(
    stranger: Player, name: str
) -> None:
    page = stranger.get(f"/learn/ideas/{name}").text
    assert "Each number touches the next, along a side or at a corner." in " ".join(page.split())
