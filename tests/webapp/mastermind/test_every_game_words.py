"""What pages say of a guess on every registered game, judged by going through its codes."""

import re

import pytest

from solver.deduction.explain.review import review_turn
from solver.deduction.games import face_of, game_named
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.matches import Match
from solver.deduction.rules.game import Turn
from solver.deduction.strategies.registry import STRATEGIES
from tests.solver.deduction.text.test_every_game import NAMES, Guess, judge, positions
from tests.webapp.player import Player, review_of
from webapp.mastermind.breaker import kind as breaker
from webapp.mastermind.hint_view import show_hint, show_move
from webapp.mastermind.review.sum_view import row_words
from webapp.mastermind.setup import BreakerSetup


@pytest.mark.parametrize("name", NAMES)
def test_nudges_and_reviews_are_so(name: str) -> None:
    game = game_named(name)
    for turns, code, secret in positions(name):
        match = Match(game, secret)
        if secret in [turn.code for turn in turns]:
            continue
        for turn in turns:
            match = match.guess(turn.code)
        guess = Guess(game, turns, code, game.feedback(code, secret))
        draft = face_of(game).draft_of(code)
        for sentence in show_hint(match, BreakerSetup(), 1, draft, is_counted=False).nudge:
            if "would have scored" not in sentence:
                judge(guess, re.sub(r"^Your row \([^)]*\)", "Your row", sentence), set())
        turn = Turn(code, game.feedback(code, secret))
        for sentence in row_words(game, review_turn(game, turns, turn), is_evil=False):
            if row_match := re.fullmatch(r"Not the (\w+): (?!\d|rows? \d)(.*)", sentence):
                judge(guess, f"It can’t be the {row_match[1]}, since {row_match[2]}", set())


@pytest.mark.parametrize("strategy", ["opening", "perfect", "entropy", "first"])
@pytest.mark.parametrize("name", ["mini", "distinct", "pair", "words"])
def test_feedback_is_called_more_useful_only_where_it_is(name: str, strategy: str) -> None:
    """A fixed guess was compared with nothing; otherwise no possible code is as good."""
    game = game_named(name)
    for turns, *_ in positions(name):
        codes = candidates(game, turns)
        choice = STRATEGIES[strategy].choose(game, codes, turns)
        text = show_move(face_of(game), choice).chance
        is_possible = choice.guess in set(codes)
        assert ("could be" in text) == (is_possible and codes.count > 1)
        if strategy in ("opening", "first"):
            assert "more useful" not in text
        elif "more useful" in text and strategy == "entropy":
            best = Guess(game, turns, choice.guess).bits
            assert all(Guess(game, turns, code).bits < best for code in codes)


def test_a_page_of_words_says_why_a_word_can_not_be_hidden(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_named("words2")
    monkeypatch.setattr(breaker, "random_code", lambda _: game.parse_code("PLANE"))
    url = player.new("mastermind/breaker", game="words2")
    page = player.move(url, "hints", tier=1, code="EDITS").text
    assert "can’t be the word, since it isn’t one of the 2,208 words that can be hidden." in page


def test_a_page_of_words_speaks_of_words_and_places(player: Player) -> None:
    url = player.new("mastermind/breaker", game="words2")
    page = player.client.get(url).text
    for words in ("one letter per place", 'label="Place 1: empty"'):
        assert words in page
    player.move(url, "guesses", code="CRANE")
    player.move(url, "surrender")
    share = player.post("/g/", game=url.rpartition("/")[2])
    address = re.search(r"/g/\w[\w-]+", f"{share.location} {share.text}")
    assert address
    share_page = player.client.get(address[0]).text
    assert 'label="The word was' in share_page
    assert "This was the word." in share_page


@pytest.mark.parametrize(
    ("name", "row", "noun"), [("words", "CRANE", "word"), ("pair", "12", "pair")]
)
def test_analysis_and_setter_call_a_code_what_the_game_calls_it(
    player: Player, name: str, row: str, noun: str
) -> None:
    """No text of these pages says "code", with a split, a doubted answer and rows in conflict."""
    game = game_named(name)
    nothing, won = (game.format_feedback(game.feedbacks[at]) for at in (0, game.won))
    url = player.new("mastermind/setter", game=name, code=row)
    pages = [
        player.client.get(f"/mastermind/analysis/{name}?guess={row}").text,
        player.client.get(f"/mastermind/analysis/{name}/{row}:{won}").text,
        player.client.get(player.new("mastermind/setter", game=name)).text,
        player.client.get(url).text,
        player.move(url, "answers", answer=won).text,
        player.move(url, "answers", answer=nothing, sure=nothing).text,
        player.move(url, "corrections", row=1, answer=won).text,
    ]
    for page in pages:
        main = page.partition("<main")[2] or page
        text = re.sub(r"<(script|style).*?</\1>|<[^>]+>", " ", main, flags=re.DOTALL)
        assert not re.findall(r"(?i).{40}\bcodes?\b.{20}", text)
    assert any(f"possible {noun}s" in page for page in pages)


@pytest.mark.parametrize(("name", "row"), [("words2", "CRANE"), ("pair", "12")])
def test_a_game_says_of_itself_only_what_it_calls_a_code(
    player: Player, stranger: Player, name: str, row: str
) -> None:
    """No text of a match, its hints, its review, a challenge and its guest's page says "code"."""
    url = player.new("mastermind/breaker", game=name)
    pages = [player.client.get(url).text, player.move(url, "guesses", code=row).text]
    pages += [player.move(url, "hints", tier=tier).text for tier in (1, 2, 3)]
    pages += [player.move(url, "questions", ask="row", code=row, mode="ask").text]
    pages += [player.move(url, "surrender").text, player.client.get(review_of(url)).text]
    challenge = player.new("mastermind/challenge", game=name)
    pages += [player.client.get(challenge).text, player.move(challenge, "code", code=row).text]
    pages += [stranger.client.get(challenge).text]
    for page in pages:
        main = page.partition("<main")[2] or page
        text = re.sub(r"<(script|style).*?</\1>|<[^>]+>", " ", main, flags=re.DOTALL)
        assert not re.findall(r".{40}(?<!QR )\b[Cc]odes?\b.{20}", text)
