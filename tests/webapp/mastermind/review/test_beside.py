"""The computer plays the code of a finished game, row against row with its player."""

import html
import re

import pytest

from solver.deduction.games import NAMES, game_named
from solver.deduction.knowledge.guess_rules import GuessRule
from solver.deduction.strategies.registry import ALLOWED
from tests.cases import cases
from tests.plain.codes import feedback
from tests.webapp.player import HTMX, Player, find_part, review_of, text_of
from webapp.mastermind.breaker import kind as breaker
from webapp.mastermind.breaker.game import play_beside
from webapp.mastermind.setup import BreakerSetup, StoredRole

SECRET = (2, 5, 2, 5)  # 3636
CODES = tuple((a, b, c, d) for a in range(6) for b in range(6) for c in range(6) for d in range(6))


def play(player: Player, url: str, *rows: str) -> str:
    """Play rows, give up where the code isn't among them, and return what is shown beside."""
    for row in rows:
        player.move(url, "guesses", code=row)
    player.move(url, "surrender")
    return beside(player, f"{review_of(url)}/beside")


def beside(player: Player, address: str) -> str:
    answer = player.client.get(address, headers=HTMX)
    while answer.status_code == 204:
        answer = player.client.get(address, headers=HTMX)
    assert answer.status_code == 200
    return html.unescape(answer.text)


def sentence(page: str) -> str:
    return find_part(page, r'role="status">(.*?)<')


def test_both_games_stand_row_against_row_with_the_codes_they_leave(
    player: Player, url: str
) -> None:
    page = play(player, url, "1122", "3344", "3355", "3636")
    setup = BreakerSetup(secret="3636", strategy="perfect")
    guesses = [turn.code for turn in play_beside("classic", setup)]
    codes = list(CODES)
    for number, guess in enumerate(guesses, 1):
        codes = [code for code in codes if feedback(guess, code) == feedback(guess, SECRET)]
        row = find_part(page, rf"The computer, row {number}: (.*?)</span>")
        counts = re.findall(r"(\d+) codes? left", row)
        assert counts == ([] if guess == SECRET else [str(len(codes))])
    assert guesses[-1] == SECRET
    assert "You, row 1: red, red, orange, orange. No key pegs. 256 codes left." in page
    verdict = {4: "a draw", 5: "you beat it"}[len(guesses)]
    assert sentence(page) == f"You needed 4, the computer {len(guesses)}: {verdict}."


def test_a_rating_says_what_a_game_did_to_it(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(breaker, "random_code", lambda rules: SECRET)
    skills, ratings = [], []
    for rows in (("3636",), ("1122", "3344", "3636"), ("1111", "2222", "3333", "3636")):
        url = player.new("mastermind/breaker")
        for row in rows:
            player.move(url, "guesses", code=row)
        part = beside(player, f"{review_of(url)}/figures")
        text = text_of(part)
        skill, rating, change = re.findall(r"Skill (\d+) .* Classic ([\d,]+) ([+−]\d+)?", text)[0]
        skills.append(int(skill))
        ratings.append(int(rating.replace(",", "")))
        assert ratings[-1] == round(10 * sum(skills) / len(skills))
        moves = f"{ratings[-1] - ratings[-2]:+d}".replace("-", "−") if len(ratings) > 1 else ""
        assert change == moves
    assert len(set(ratings)) > 1
    practice = player.new("mastermind/breaker", practice="1")
    player.move(practice, "guesses", code="3636")
    assert "1,000 is perfect play" not in beside(player, f"{review_of(practice)}/figures")


@cases(
    ("form", "rows", "words"),
    [
        ({}, ("1122",), "The computer found it in "),
        ({"practice": "1"}, ("1122", "3636"), "You needed 2, the computer "),
        ({"rule": "strict"}, ("1122", "3636"), "You needed 2, the computer "),
        ({"game": "mini", "role": "evil"}, ("112",), "The computer found it in "),
    ],
)
def test_the_sentence_says_who_needed_what(
    player: Player,
    monkeypatch: pytest.MonkeyPatch,
    form: dict[str, str],
    rows: list[str],
    words: str,
) -> None:
    monkeypatch.setattr(breaker, "random_code", lambda rules: SECRET)
    text = sentence(play(player, player.new("mastermind/breaker", **form), *rows))
    assert text.startswith(words)
    assert ("beat" in text or "draw" in text) == ("rule" in form)


def test_an_evil_setter_says_that_the_computer_broke_another_code(player: Player) -> None:
    """The rows of each game rule out the other's code, unless they end with the same one."""
    outcomes = set[bool]()
    for rows in (("112", "134", "443"), ("123", "321", "214"), ("334", "414", "143")):
        url = player.new("mastermind/breaker", game="mini", role="evil")
        page = play(player, url, *rows)
        codes = re.findall(r'aria-label="The code was ([\w, ]+)"', page)
        computers = re.findall(r"The computer, row \d: ([\w, ]+)\. [^.]*\.\s*</span>", page)
        match = re.search(r"the evil setter ended with another code, ([\w, ]+)\.", sentence(page))
        assert len(codes) == 1
        assert match is None or match[1] == computers[-1]
        assert (match is None) == (computers[-1] == codes[0])
        outcomes.add(match is None)
    assert False in outcomes


def test_who_got_the_move_has_beaten_nobody(player: Player, url: str) -> None:
    player.move(url, "hints", tier=3)
    text = sentence(play(player, url, "3636"))
    assert re.fullmatch(r"You needed 1, the computer \d\.", text)  # the result says that it helped


def test_the_strategy_is_kept_with_the_game_and_shared_with_it(
    player: Player, stranger: Player, url: str
) -> None:
    perfect = play(player, url, "1122", "3636")
    answer = player.post(f"{review_of(url)}/beside", strategy="first")
    assert answer.status_code == (200 if player.by_htmx else 303)
    first = beside(player, f"{review_of(url)}/beside")
    assert first != perfect
    page = player.client.get(player.post("/g/", game=url.rpartition("/")[2]).location or "/")
    address = re.search(r"/g/[\w-]+", page.request.path + player.client.get(url).text)
    assert address
    theirs = beside(stranger, f"{address[0]}/beside")
    assert theirs.count("The computer, row") == first.count("The computer, row")
    refusal = player.send(f"{review_of(url)}/beside", 422, strategy="luck")
    assert "Choose a strategy from the list." in refusal


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.sampled(3)
def test_the_computer_plays_every_board_by_every_strategy(name: str) -> None:
    """Its rows are answered as the code would, and on a strict board each could be the code."""
    game = game_named(name)
    secret = game.code_at(int(game.secrets[2 * game.secret_count // 3]))
    for rule, strategies in ALLOWED.items():
        for strategy in strategies if rule is not GuessRule.HARD or game.marks_holes else ():
            setup = BreakerSetup(secret=game.format_code(secret), strategy=strategy.name)
            turns = play_beside(name, setup)
            assert all(turn.feedback == game.feedback(turn.code, secret) for turn in turns)
            assert turns[-1].code == secret or len(turns) == game.rows
            for row, turn in enumerate(turns if rule is GuessRule.STRICT else ()):
                fits = (
                    game.feedback(past.code, turn.code) == past.feedback for past in turns[:row]
                )
                assert all(fits)
    evil = play_beside(name, BreakerSetup(StoredRole.EVIL, seed=7))
    assert evil[-1].feedback == game.feedbacks[game.won] or len(evil) == game.rows
