"""The third tier of a hint: the move by a chosen strategy, and how it splits the codes."""

import html
import re

import brotli
import pytest
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from solver.deduction.games import PRESETS, face_of, game_named
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.knowledge.facts import Fact, FactKind
from solver.deduction.knowledge.guess_rules import mark_facts
from solver.deduction.matches import Match, Outcome
from solver.deduction.rules.game import Turn
from solver.deduction.rules.words import ALPHABET
from solver.deduction.text.facts import facts_words
from tests.cases import cases
from tests.solver.deduction.knowledge.facts_checks import holds
from tests.webapp.mastermind.pages import chosen_strategy
from tests.webapp.player import HTMX, Player
from webapp.mastermind.finished import advised
from webapp.mastermind.hint_view import show_hint, show_move
from webapp.mastermind.new_game_form import random_code
from webapp.mastermind.setup import BreakerSetup

SECRET = (2, 5, 3, 0)


@cases("game", ["classic", "super", "words2"])
def test_the_table_of_a_split_adds_up_to_the_codes_left(player: Player, game: str) -> None:
    """Where it shows some answers only, it says how many others there are, and of what."""
    url = player.new("mastermind/breaker", game=game)
    page = html.unescape(player.move(url, "hints", tier=3, strategy="parts").text)
    table = page.partition('id="parts"')[2].partition("</details>")[0]
    sizes = re.findall(r"<td>[^<]*</td>\s*<td>([\d,]+)</td>", table)
    match = re.search(r"([\d,]+) more outcomes? leaves? ([\d,]+) (?:codes?|words?)", page)
    assert bool(match) == (game != "classic")
    counts = [int(size.replace(",", "")) for size in (*sizes, *(match.groups() if match else ()))]
    surplus = counts.pop(-2) if match else 0
    assert sum(counts) == game_named(game).secret_count
    assert len(sizes) + surplus <= len(game_named(game).feedbacks)


def test_only_the_nudge_outlines_the_rows_that_rule_the_draft_out(player: Player, url: str) -> None:
    """A reason outlines its own rows, and in the same style."""
    for row in ("1122", "1344"):
        player.move(url, "guesses", code=row)
    marks = [
        player.move(url, "hints", tier=tier, code="5566").text.count(" marked") for tier in (1, 2)
    ]
    assert marks == [2, 0]


def test_what_one_row_shows_is_not_the_idea_of_two(player: Player, url: str) -> None:
    pages = []
    for row in ("1122", "3345"):
        player.move(url, "guesses", code=row)
        player.move(url, "hints", tier=2)
        pages.append(player.client.get(f"{url}?line=all").text)
    assert ["Two rows" in page for page in pages] == ['data-rows="1 2"' in p for p in pages]
    assert "Two rows" not in pages[0]


def test_before_the_first_row_there_is_no_reason_to_pay_for(player: Player, url: str) -> None:
    tabs = re.compile(r'class="tab".*?>\s*(\w+)\s*</button>', re.DOTALL)
    assert tabs.findall(player.move(url, "hints", tier=1).text) == ["Nudge", "Move"]
    player.move(url, "guesses", code="1122")
    assert tabs.findall(player.move(url, "hints", tier=1).text) == ["Nudge", "Reason", "Move"]


def test_the_move_is_the_chosen_strategys(player: Player, url: str) -> None:
    player.move(url, "guesses", code="1122")
    page = html.unescape(player.move(url, "hints", tier=3, strategy="knuth").text)
    assert chosen_strategy(page) == "knuth"
    assert "No guess leaves fewer codes at worst." in page
    page = player.move(url, "hints", tier=3, strategy="first").text
    assert chosen_strategy(page) == "first"
    assert "No guess leaves" not in page
    assert "Hints used: 1 (move)." in page


def test_the_strategy_stays_the_games_and_the_next_ones(player: Player, url: str) -> None:
    player.move(url, "hints", tier=3, strategy="parts")
    player.move(url, "guesses", code="1122")
    assert chosen_strategy(player.move(url, "hints", tier=3).text) == "parts"
    page = player.move(url, "guesses", code="3641").text
    assert '<input type="hidden" name="strategy" value="parts">' in page
    again = player.new("mastermind/breaker", game="classic", strategy="parts")
    assert chosen_strategy(player.move(again, "hints", tier=3).text) == "parts"


def test_the_answers_are_named_as_the_keys_are() -> None:
    game = game_named("eight")
    choice = advised(game, (), "entropy")
    assert choice is not None
    piles = show_move(face_of(game, "white-red"), choice).piles.piles
    words = {pile.feedback.words for pile in piles}
    assert {"no key pegs", "1 white, 2 red"} <= words


@cases(
    ("fact", "sentence"),
    [
        (Fact(FactKind.HOLE, (8,), (5,), proof=(0, 1)), "Hole 6 is empty (rows 1 and 2)."),
        (Fact(FactKind.OUT, (8,), proof=(0,)), "No hole is empty (row 1)."),
        (Fact(FactKind.COUNT, (8,), count=1, proof=(0,)), "Exactly 1 hole is empty (row 1)."),
        (Fact(FactKind.IN, (8,), count=2, proof=(0,)), "At least 2 holes are empty (row 1)."),
        (Fact(FactKind.NOT_HERE, (8,), (0, 3), proof=(0,)), "Holes 1 and 4 are not empty (row 1)."),
        (
            Fact(FactKind.COUNT, (0, 8), count=1, proof=(0,)),
            "Red is in the code exactly once, and exactly 1 hole is empty (row 1).",
        ),
    ],
)
def test_an_empty_hole_has_plain_words(fact: Fact, sentence: str) -> None:
    game = game_named("grand")
    assert [*facts_words(game, [fact], face_of(game).name_of)] == [sentence]


def test_what_a_page_keeps_is_not_sent_again(player: Player, url: str) -> None:
    """The palette and the rules stand in the page; an answer to a move leaves them as they are."""
    headers = {**HTMX, "Sec-Fetch-Site": "same-origin", "Accept-Encoding": "br"}
    form = {"version": 1, "code": "1122"}
    page = player.client.get(url).text
    assert "Shortcuts and rules" in page
    assert 'class="swatch"' in page
    answer = player.client.post(f"{url}/guesses", data=form, headers=headers)
    check_kept(answer)
    rows = "/mastermind/analysis/grand/112233:1,2/445566:1,1"
    row = {"guess": "1.7812", "right": "2", "other": "1"}
    location = player.client.get(rows, query_string=row, headers=headers).location
    check_kept(player.client.get(location, headers=headers))


def check_kept(answer: TestResponse) -> None:
    part = brotli.decompress(answer.data).decode()
    assert re.search('id="(?:rules|folded)" hx-morph-skip></(?:details|div)>', part)
    assert "Shortcuts and rules" not in part
    assert 'class="swatch"' not in part
    assert (answer.status_code, len(answer.data) < 3200) == (200, True), len(answer.data)


def test_a_refusal_is_compressed_too(player: Player, url: str) -> None:
    headers = {"Sec-Fetch-Site": "same-origin", "Accept-Encoding": "br"}
    form = {"version": 1, "code": "11"}
    answer = player.client.post(f"{url}/guesses", data=form, headers=headers)
    assert (answer.status, answer.headers["Content-Encoding"]) == ("422 UNPROCESSABLE ENTITY", "br")
    assert "this one has 2" in brotli.decompress(answer.data).decode()
    assert int(answer.headers["Content-Length"]) == len(answer.data) < 3800  # a whole page


@cases("name", [*PRESETS, "6x9"])
def test_a_nudge_asks_where_the_reason_begins(name: str) -> None:
    """It names the rows of the first line and nothing that the line shows."""
    game = game_named(name)
    match = Match(game, random_code(game)).guess(random_code(game))
    if match.outcome is not Outcome.PLAYING:
        return
    hint = show_hint(match, BreakerSetup(), 1, "", is_counted=True)
    options = candidates(game, match.turns)
    if options.count == 1:  # nothing is left to look for
        assert hint.nudge == (f"Only one possible {game.terms.code} is left.",)
        return
    plain_hint = show_hint(match, BreakerSetup(), 1, "", is_counted=False)
    codes = game.terms.codes
    assert plain_hint.nudge == (*hint.nudge, f"{options.count:,} possible {codes} are left.")
    thread = show_hint(match, BreakerSetup(), 2, "", is_counted=True).thread
    assert thread
    if not thread.lines:
        assert re.fullmatch(GOOD_ROW, hint.nudge[0])
        return
    look, question = hint.nudge
    assert look == "Look at row 1."
    assert question.endswith("?")
    assert hint.rows <= {1}


def test_a_nudge_compares_the_rows_that_the_reason_compares(player: Player) -> None:
    game = game_named("classic")
    match = Match(game, game.parse_code("6552"))
    for row in ("1122", "1345", "6342"):
        match = match.guess(game.parse_code(row))
    hint = show_hint(match, BreakerSetup(), 1, "", is_counted=True)
    assert hint.nudge == (
        "Compare rows 2 and 3.",
        "Row 3 has two in place. Which pegs must be in place?",
    )
    assert hint.rows == {2, 3}


def test_words_reason_from_the_row_before_the_list() -> None:
    """What the marks say comes first; what needs the list of words is in the last line."""
    game = game_named("words2")
    match = Match(game, game.parse_code("PLANE")).guess(game.parse_code("CRANE"))
    thread = show_hint(match, BreakerSetup(), 2, "", is_counted=True, line="all").thread
    assert thread
    (first,) = thread.lines
    assert first.sentence == "Row 1: place 3 is A, place 4 is N, place 5 is E, no C, no R."
    match = Match(game, game.parse_code("HOTEL")).guess(game.parse_code("SHORE"))
    thread = show_hint(match, BreakerSetup(), 2, "", is_counted=True, line="all").thread
    assert thread
    last = thread.lines[-1]
    assert last.sentence.startswith("By trying all ")


@given(data=st.data())
def test_what_marks_say_is_true_of_any_letters_that_fit_them(data: st.DataObject) -> None:
    """Whether or not these letters are a word."""
    game = game_named("words2")
    draws = st.tuples(*[st.sampled_from("ABCDE")] * 5)
    secret, *rows = ("".join(pegs) for pegs in data.draw(st.lists(draws, min_size=2, max_size=4)))
    codes = [tuple(map(ALPHABET.index, word)) for word in (secret, *rows)]
    turns = [Turn(row, game.feedback(row, codes[0])) for row in codes[1:]]
    facts = [fact for turn in turns for fact in mark_facts(turn)]
    assert all(holds(fact, codes[0]) for fact in facts)


@pytest.mark.parametrize(("name", "row"), [("words2", "CRANE"), ("pair", "22")])
def test_what_is_no_code_is_not_called_one(player: Player, name: str, row: str) -> None:
    url = player.new("mastermind/breaker", game=name)
    player.move(url, "guesses", code=row)
    pages = [player.client.get(url).text]
    pages += [player.move(url, "hints", tier=tier).text for tier in (1, 2, 3)]
    pages.append(player.move(url, "questions", ask=f"hole 1 is {row[0]}").text)
    pages.append(player.move(url, "surrender").text)
    pages.append(player.client.get(url.replace("breaker", "review")).text)
    for page in pages:
        body = page.partition("</head>")[2] or page
        text = re.sub(r"<script.*?</script>|<[^>]+>", " ", body, flags=re.DOTALL)
        assert not re.findall(r".{20}\b[Cc]odes?\b.{20}", " ".join(text.split()))


GOOD_ROW = r"(Use only \w+ that you’ve tried|Try \d new \w+): (the best|a good) guess does\."


def test_a_row_is_checked_again_at_no_cost(player: Player, url: str) -> None:
    page = player.move(url, "hints", tier="1", code="11__").text
    assert 'id="check-row"' not in page  # before the first answer no row can contradict one
    assert "Try 3 different colours: the best guess does." in page  # 1123, for one
    player.move(url, "guesses", code="1122")
    page = player.move(url, "hints", tier="1", code="11__").text
    assert 'id="check-row" name="tier" value="1" disabled' in page
    assert "Look at row 1." in page
    page = player.move(url, "hints", tier="1", code="1111").text
    assert "Your row (red, red, red, red) can’t be the code" in page
    assert "If it were the code, row 1 would have scored 2 black. It scored" in page
    assert "Hints used: 2 (nudges)." in page  # one before the first row, one after it
