"""The form of a new game, and a breaker's game on every board."""

import re

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from solver.deduction import matches
from solver.deduction.games import DISPLAYS, NAMES, face_of, game_named
from solver.deduction.knowledge.guess_rules import GuessRule
from solver.deduction.matches import EvilMatch, evil_feedback
from solver.deduction.rules.game import Code, Feedback, Game, Turn
from solver.deduction.strategies.registry import STRATEGIES
from tests.cases import cases
from tests.webapp.player import Player
from webapp.mastermind.board_view import draft_of
from webapp.mastermind.breaker.game import RememberedMatch, format_guesses
from webapp.mastermind.new_game_form import random_code
from webapp.mastermind.setup import (
    BreakerSetup,
    ChallengeSetup,
    ComputerSetup,
    SetterSetup,
    Setup,
    StoredRole,
    parse_setup,
)
from webapp.storage.documents import DocumentError

COMPUTER = {
    "keys": st.sampled_from([*DISPLAYS]),
    "secret": st.text("123 ", max_size=8),
    "strategy": st.sampled_from([*STRATEGIES]),
    "overlook": st.integers(0, 90),
    "seed": st.integers(0, 2**32 - 1),
}
NAMES_OF_TWO = {
    "link": st.text("abc-_123", max_size=22),
    "name": st.text(max_size=5),
    "rival": st.text(max_size=5),
}
SETUPS = st.one_of(
    st.builds(
        BreakerSetup,
        role=st.sampled_from([StoredRole.BREAKER, StoredRole.EVIL, StoredRole.GUEST]),
        practice=st.booleans(),
        rule=st.sampled_from(GuessRule),
        out=st.text(max_size=5),
        **COMPUTER,
        **NAMES_OF_TWO,
    ),
    st.builds(
        SetterSetup, by_hand=st.booleans(), waits=st.booleans(), evil=st.booleans(), **COMPUTER
    ),
    st.builds(
        ChallengeSetup,
        keys=COMPUTER["keys"],
        scored=st.integers(0, 99),
        conceded=st.integers(0, 99),
        **NAMES_OF_TWO,
    ),
    st.builds(ComputerSetup, role=st.just(StoredRole.HELPER), **COMPUTER),
)


@given(SETUPS)
def test_a_setup_is_kept_as_text(setup: Setup) -> None:
    assert parse_setup(setup.write()) == setup
    assert type(setup).read(setup.write()) == setup


@cases(
    ("text", "setup_type"),
    [
        ('{"schema":1,"role":"setter"}', BreakerSetup),
        ('{"schema":1,"role":"breaker"}', SetterSetup),
        ('{"schema":1,"role":"breaker","waits":true}', Setup),
        ('{"schema":1,"role":"friend","strategy":"first"}', Setup),
    ],
)
def test_a_setup_of_another_role_is_damage(text: str, setup_type: type[Setup]) -> None:
    with pytest.raises(DocumentError):
        setup_type.read(text)


@pytest.mark.parametrize("name", [*NAMES, "5x12", "2x2d", "5x6b"])
def test_every_value_has_a_face_of_its_own(name: str) -> None:
    game = game_named(name)
    faces = face_of(game).values
    assert len(faces) == game.choices
    for field in ("symbol", "name"):
        assert len({getattr(face, field) for face in faces}) == len(faces)
    code = random_code(game)
    assert game.is_secret(code)
    assert len({random_code(game) for _ in range(20)}) > 1
    written = "".join(faces[value].symbol for value in code)
    assert game.parse_code(written) == code
    assert draft_of(face_of(game), written).text == written


@cases(
    ("game", "answer", "keys", "words"),
    [
        ("eight", (1, 2), "red-white", "1 red, 2 white"),
        ("bulls10", (1, 2), "bulls-cows", "1 bull, 2 cows"),
        ("bulls10", (0, 0), "bulls-cows", "nothing"),
    ],
)
def test_answers_in_the_words_of_their_keys(
    game: str, answer: tuple[int, int], keys: str, words: str
) -> None:
    assert face_of(game_named(game), keys).show(answer).words == words


@cases(
    ("form", "title"),
    [
        ({"game": "own", "pegs": "5", "colours": "7", "guesses": "9"}, "5 × 7"),
        (
            {"game": "own", "pegs": "4", "colours": "6", "guesses": "10", "repeats": "guesses"},
            "Distinct",
        ),
        ({"game": "own", "pegs": "2", "colours": "2", "guesses": "1", "blanks": "1"}, "2 × 2"),
        ({"game": "6x9", "role": "breaker"}, "6 × 9"),
    ],
)
def test_rules_of_ones_own(player: Player, form: dict[str, str], title: str) -> None:
    url = player.new("mastermind/breaker", **form)
    assert f'<h1 class="where">{title}</h1>' in player.client.get(url).text


@cases(
    ("form", "sentence"),
    [
        ({"game": "chess"}, "There’s no board called “chess”"),
        ({"game": "own", "pegs": "x", "colours": "6", "guesses": "10"}, "Type the number of pegs."),
        ({"game": "own", "pegs": "9", "colours": "6", "guesses": "10"}, "has 2 to 8 pegs"),
        ({"game": "own", "pegs": "4", "colours": "13", "guesses": "10"}, "and 2 to 12 colours"),
        ({"game": "own", "pegs": "4", "colours": "6", "guesses": "999"}, "runs from 1 to 30"),
        (
            {"game": "own", "pegs": "5", "colours": "3", "guesses": "9", "repeats": "none"},
            "Without repeats, 5 pegs need as many colours; there are 3.",
        ),
        (
            {"game": "own", "pegs": "6", "colours": "3", "guesses": "9", "feedback": "holes"},
            "Where each hole is marked, a code has up to 5 pegs; this board has 6.",
        ),
        ({"role": "king"}, "Choose a fair or an evil setter."),
        ({"keys": "blue"}, "Choose the key pegs from the list."),
        ({"strategy": "luck"}, "Choose a strategy from the list."),
    ],
)
def test_a_form_that_cannot_be_is_shown_again(
    player: Player, form: dict[str, str], sentence: str
) -> None:
    answer = player.send("/mastermind/breaker/games", 422, **form)
    assert sentence in answer
    for name in ("pegs", "colours", "guesses"):
        if form.get(name):
            assert f'name="{name}" value="{form[name]}"' in answer


@cases("part", ["setter", "challenge"])
def test_a_refused_form_that_is_loaded_again_leads_to_the_form(player: Player, part: str) -> None:
    url = f"/mastermind/{part}/games"
    assert player.post(url, game="chess").status_code == 422
    again = player.client.get(url)
    assert (again.status_code, again.location) == (303, f"/mastermind/{part}/")


def test_the_evil_setter_searches_for_no_answer_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    game, lengths = game_named("3x5/9"), list[int]()

    def feedback(game: Game, turns: tuple[Turn, ...], guess: Code) -> Feedback:
        lengths.append(len(turns))
        return evil_feedback(game, turns, guess)

    monkeypatch.setattr(matches, "evil_feedback", feedback)
    match: EvilMatch = RememberedMatch(game)
    for text in ("123", "145", "254"):
        match = match.guess(game.parse_code(text))
        assert RememberedMatch.of(game, match.guesses) == match
    assert lengths == [0, 1, 2]


def test_play_again_keeps_board_and_role(player: Player) -> None:
    url = player.new("mastermind/breaker", game="5x7/9", role="evil", keys="red-white")
    player.move(url, "guesses", code="11223")
    page = player.move(url, "surrender").text
    page = page.partition('action="/mastermind/breaker/games"')[2].partition("</form>")[0]
    again = dict(re.findall(r'<input type="hidden" name="(game|role|keys)" value="([^"]*)">', page))
    assert again == {"game": "5x7/9", "role": "evil", "keys": "red-white"}
    assert player.new("mastermind/breaker", **again) != url


def test_a_game_by_the_numbers_of_its_board_goes_on(app: Flask, player: Player) -> None:
    first = player.new("mastermind/breaker")
    with app.app_context():
        store = app.extensions["store"]
        row = store.unfinished(_player(app), "breaker")[0]
        start = BreakerSetup(secret="1123").write()
        moves = format_guesses(game_named("4x6/10"), [(0, 0, 1, 1)])
        store.change(row, start=start, rules="4x6/10", moves=moves)
    page = player.client.get(first).text
    assert "red, red, orange, orange. 3 black. " in page


def _player(app: Flask) -> str:
    with app.extensions["store"].engine.connect() as connection:
        return str(connection.exec_driver_sql("select player from games").scalar())


@cases(
    ("query", "words"),
    [
        ("", "1,296 possible codes."),
        ("?game=grand", "531,441 possible codes."),
        ("?game=own&colours=5", "625 possible codes."),
        ("?game=own&pegs=8&colours=12&blanks=1", "The number of colours runs from 1 to 11"),
    ],
)
def test_a_form_counts_the_codes_of_its_board(stranger: Player, query: str, words: str) -> None:
    page = stranger.get(f"/mastermind/challenge/{query}").text
    assert words in page.partition('id="count"')[2].partition("</output>")[0]


@cases("part", ["setter/"])
@cases(
    ("query", "board"),
    [
        ("", ("Classic", 4, "")),
        ("?game=grand", ("Grand", 6, "")),
        ("?game=own&pegs=5", ("Your own", 5, "")),
        ("?game=own&pegs=8&colours=12&blanks=1", ("Your own", 4, "from 1 to 11")),
        ("?game=chess&draft=11", ("Classic", 4, "no board")),
        ("?game=5x7/9", ("5 × 7", 5, "")),
        ("?keys=blue", ("Classic", 4, "Choose the key pegs")),
    ],
)
def test_the_first_page_of_a_role_shows_the_board_that_is_chosen(
    stranger: Player, part: str, query: str, board: tuple[str, int, str]
) -> None:
    page = stranger.get(f"/mastermind/{part}{query}").text
    title, pegs, problem = board
    assert f'data-pegs="{pegs}"' in page
    assert problem in page
    chosen = re.search(r'id="option-game".*?</select>', page, re.DOTALL)
    assert chosen
    option = re.search(r"selected\s*>\s*([^<]*?)\s*<", chosen[0] + "selected>Classic<")
    assert option  # where nothing is, it is the first one
    assert option[1].startswith(title)


def test_the_breakers_form_counts_too(stranger: Player) -> None:
    """On its first page a board is chosen by a button; only one of one's own needs a count."""
    page = stranger.get("/mastermind/").text
    assert "1,296 possible codes.</output>" in page
    assert """hx-vals='{"game": "own"}'""" in page
    refusal = stranger.post(
        "/mastermind/breaker/games", game="own", pegs=8, colours=12, guesses=10, blanks=1
    )
    assert refusal.text.count("The number of colours runs from 1 to 11") == 1
