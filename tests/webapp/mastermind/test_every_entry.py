"""Every game of the registry in every role, and every strategy as adviser and as opponent.

A new game, role or strategy is walked through here without a word of its own.
"""

import html
import re
from typing import Final

import pytest
from flask import url_for

from solver.deduction.faces.face import Face
from solver.deduction.games import FAMILIES, NAMES, PRESETS, face_of, game_named, title_of
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.rules.game import Code
from solver.deduction.strategies.registry import OFFERED, STRATEGY_WORDS
from tests.webapp.mastermind.pages import chosen_strategy, shown_tier
from tests.webapp.player import Player, find_part, review_of
from webapp.mastermind.breaker import kind as breaker
from webapp.mastermind.role import Role, roles_among
from webapp.registry import GAME_TYPES

pytestmark = pytest.mark.parametrize("player", ["plain"], indirect=True)

#: The smallest game of each family.
SMALLEST = [
    min((preset.name for preset in family.presets), key=lambda name: game_named(name).code_count)
    for family in FAMILIES
]

#: The games, and boards with each kind of feedback.
BOARDS: Final = (*NAMES, "3x4p", "3of1-9h")


def read(player: Player, url: str) -> str:
    """Return a page, looked at again while a part of it is worked out."""
    for _ in range(40):
        page = player.get(url)
        assert page.status_code == 200, url
        text = html.unescape(page.text)
        if "being worked out" not in text and "thinks about" not in text:
            check_drawings(page.text)
            return text
    raise AssertionError(f"{url} never came to an end")


def check_drawings(page: str) -> None:
    """Make sure that no drawing holds an element of HTML: with one, browsers end the drawing."""
    depth = 0
    for end, name in re.findall(r"<(/?)([a-z]+)", page):
        depth += {"": 1, "/": -1}[end] if name == "svg" else 0
        if depth:
            assert name not in {"b", "div", "i", "li", "p", "small", "span", "ul"}, name


def check_legend(page: str, face: Face) -> None:
    """Make sure that a page says what answers mean, in words and not by a look alone."""
    assert title_of(face.game) in page
    for entry in face.help:
        assert entry.name in page
        assert entry.meaning.strip(" :;.") in page


def a_secret(face: Face) -> Code:
    """Return a code in the middle of all that can be the secret."""
    game = face.game
    return game.code_at(int(game.secrets[game.secret_count // 2]))


def two_guesses(face: Face, secret: Code) -> tuple[Code, Code]:
    """Return two guesses that are not the secret."""
    game = face.game
    pool = (game.code_at(place) for place in range(game.code_count))
    first, second = (code for code, _ in zip((c for c in pool if c != secret), "ab", strict=False))
    return first, second


@pytest.mark.parametrize("role", roles_among(GAME_TYPES).values(), ids=lambda role: role.name)
def test_every_first_page_offers_the_games_of_its_role(player: Player, role: Role) -> None:
    with player.client.application.test_request_context():
        url = url_for(role.begin)
    page = html.unescape(player.get(url).text)
    for name in NAMES:
        assert PRESETS[name].title in page


@pytest.mark.parametrize("name", BOARDS)
def test_breaker(player: Player, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    face = face_of(game_named(name))
    secret = a_secret(face)
    monkeypatch.setattr(breaker, "random_code", lambda game: secret)
    url = player.new("mastermind/breaker", game=name)
    check_legend(read(player, url), face)
    first, second = two_guesses(face, secret)
    player.move(url, "guesses", code=face.draft_of(first))
    assert html.unescape(face.show(face.game.feedback(first, secret)).words) in read(player, url)
    for tier, name in enumerate(("Nudge", "Reason", "Move"), start=1):
        player.move(url, "hints", tier=tier, code=face.draft_of(second), strategy="first")
        assert shown_tier(read(player, url)) == name
    player.move(url, "candidates")
    assert f"possible {face.terms.code}s" in read(player, f"{url}/candidates")
    player.move(url, "guesses", code=face.draft_of(secret))
    assert f"The {face.terms.code} was {face.code_words(secret)}" in read(player, url)
    page = read(player, review_of(url))
    assert f"The {face.terms.code} was {face.code_words(secret)}" in page
    assert STRATEGY_WORDS["first"].title in page
    while "The computer is playing…" in page:
        page = read(player, review_of(url))
    assert "The computer, row 1: " in page


@pytest.mark.parametrize("name", BOARDS)
def test_an_evil_setters_board_keeps_its_rule(player: Player, name: str) -> None:
    face = face_of(game_named(name))
    page = read(player, player.new("mastermind/breaker", game=name, role="evil"))
    rule = face.goal.rsplit(". ")[-1]
    assert f"{rule} Evil setter: it keeps all the {face.terms.code}s it can." in page


@pytest.mark.parametrize("name", BOARDS)
def test_setter(player: Player, name: str) -> None:
    face = face_of(game_named(name))
    secret = a_secret(face)
    form = {"game": name, "strategy": "first", "code": face.draft_of(secret)}
    url = player.new("mastermind/setter", **form)
    check_legend(read(player, url), face)
    guess = next(iter(candidates(face.game, ())))
    true = face.game.feedback(guess, secret)
    player.move(url, "answers", **face.format_feedback_fields(true))
    page = read(player, url)
    assert face.show(true).words in page
    wrong = next(lie for lie in face.game.feedbacks if lie not in (true, face.game.feedbacks[-1]))
    player.move(url, "corrections", row=1, **face.format_feedback_fields(wrong))
    player.move(url, "corrections/all")
    assert face.show(true).words in read(player, f"{url}?row=1")


@pytest.mark.parametrize("name", BOARDS)
def test_analysis(player: Player, name: str) -> None:
    face = face_of(game_named(name))
    game, secret = face.game, a_secret(face)
    url = f"/mastermind/analysis/{name}"
    page = read(player, url)
    check_legend(page, face)
    for field in face.feedback_fields:
        for option in field.options:
            assert f'name="{field.name}" value="{option.value}"' in page
            assert option.label in page
            assert option.words in page
    for guess in two_guesses(face, secret):
        answer = face.format_feedback_fields(game.feedback(guess, secret))
        url = added(player, url, guess=face.draft_of(guess), **answer)
    assert "Best guesses" in read(player, url)
    refusal = player.client.get(url, query_string={"guess": face.draft_of(secret), "add": "1"})
    assert refusal.status_code == 422
    assert "Choose" in refusal.text
    won = face.format_feedback_fields(game.feedbacks[game.won])
    url = added(player, url, guess=face.draft_of(guess), **won)
    assert "These rows contradict each other" in read(player, url)
    url = added(player, url, row="3", guess=face.draft_of(secret), **won)
    assert "Found in 3 guesses" in read(player, url)


def added(player: Player, url: str, **row: str) -> str:
    """Send a row as the analysis does, and return the address that it leads to."""
    answer = player.client.get(url, query_string=row)
    assert answer.status_code == 303
    return str(answer.location)


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("setter", ["fair", "evil"])
def test_a_code_is_drawn(player: Player, name: str, setter: str) -> None:
    face = face_of(game_named(name))
    form = {"way": "draw", "setter": setter, "strategy": "first"}
    url = player.new("mastermind/setter", game=name, **form)
    for _ in range(3):
        page = read(player, url)
        if 'id="result"' not in page:
            player.move(url, "answers")
    assert title_of(face.game) in page
    assert STRATEGY_WORDS["first"].title in page
    first = read(player, f"{url}?row=0")
    assert "Row 1: the computer guesses" in first
    assert "Next: " in first


@pytest.mark.parametrize("name", BOARDS)
def test_challenge(player: Player, stranger: Player, name: str) -> None:
    face = face_of(game_named(name))
    secret = a_secret(face)
    url = player.new("mastermind/challenge", game=name)
    check_legend(read(player, url), face)
    player.move(url, "code", code=face.draft_of(secret))
    check_legend(read(stranger, url), face)
    board = stranger.move(url, "games").request.path
    stranger.move(board, "guesses", code=face.draft_of(secret))
    assert f"Your {face.terms.code} was found in 1 guess." in read(player, url)


@pytest.mark.parametrize("name", BOARDS)
def test_lab(player: Player, name: str) -> None:
    face = face_of(game_named(name))
    assert read(player, f"/lab/games/{name}").count('class="panel"') >= len(STRATEGY_WORDS)
    is_small = face.game.table is not None
    form = {"game": name, "strategy": "first"} if is_small else {"study": f"sample first {name} 2"}
    address = player.submit("/lab/jobs", **form)
    for _ in range(200):
        page = html.unescape(player.get(address).text)
        if "Running." not in page:
            break
    assert "Guesses in all" in page
    if is_small:
        tree = html.unescape(player.get(f"{address}/tree/").text)
        link = find_part(tree, r'href="([^"]+/tree/[^"]+)"')
        assert "Back to guess 1" in html.unescape(player.get(link).text)


@pytest.mark.parametrize("name", SMALLEST)
@pytest.mark.parametrize("strategy", [strategy.name for strategy in OFFERED])
def test_every_strategy_advises_and_plays(player: Player, name: str, strategy: str) -> None:
    face = face_of(game_named(name))
    url = player.new("mastermind/breaker", game=name)
    player.move(url, "hints", tier=3, strategy=strategy)
    page = read(player, url)
    assert 'id="use-move"' in page
    assert chosen_strategy(page) == strategy
    secret = a_secret(face)
    url = player.new("mastermind/setter", game=name, strategy=strategy, code=face.draft_of(secret))
    player.move(url, "answers")
    assert STRATEGY_WORDS[strategy].of(face.terms).title in read(player, url)
