"""The review of games that the player did not break alone: setter, watch, helper, two people."""

import html
import re

import pytest
from flask import Flask

from solver.deduction.games import game_named
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.knowledge.guess_rules import GuessRule
from solver.deduction.rules.game import Turn
from solver.deduction.strategies.registry import STRATEGIES
from solver.deduction.text.advice import rule_words
from tests.cases import cases
from tests.webapp.mastermind.review.read_page import whole_review
from tests.webapp.player import HTMX, Player, find_part, record_of, review_of
from webapp.mastermind.breaker import kind as breaker
from webapp.mastermind.breaker.game import KIND, parse_guesses
from webapp.mastermind.breaker.kind import BREAKER
from webapp.mastermind.setup import BreakerSetup, StoredRole
from webapp.storage.games import StoredGame


def attempt(app: Flask, player: Player, url: str, row: int) -> StoredGame:
    answer = player.submit(f"{review_of(url)}/attempts", row=row)
    return record_of(app, answer)


def guesses_of(record: StoredGame) -> list[str]:
    game = game_named(record.rules)
    return list(map(game.format_code, parse_guesses(game, record.moves)))


def set_code(player: Player, **form: str) -> str:
    return player.new("mastermind/setter", game="mini", strategy="first", **form)


def test_the_computers_guesses_are_reviewed(app: Flask, player: Player) -> None:
    url = set_code(player, code="344")
    while "Review the computer’s guesses" not in (page := player.client.get(url).text):
        player.move(url, "answers")
    assert f'href="{review_of(url)}"' in page
    review = whole_review(player, url)
    assert re.search(r"Mini: found in \d guesses", review)
    assert 'aria-label="The code was yellow, green, green"' in review
    assert re.search(r"The computer’s [a-z]+ guesses, one by one", review)
    assert re.search(r"<dd>lost by the computer’s guesses", review)
    assert "your guesses" not in review
    assert "Hints" not in review
    assert "→ <b>found</b>" in review
    assert player.get(f"{review_of(url)}/beside").status_code == 404  # it is the computer's own
    retry = attempt(app, player, url, 2)
    assert (len(guesses_of(retry)), BreakerSetup.of(retry).secret) == (1, "344")
    assert BreakerSetup.of(retry).role is StoredRole.BREAKER
    assert BreakerSetup.of(retry).practice
    assert player.client.get(f"/mastermind/breaker/{retry.id}").status_code == 200


def test_answers_by_hand_settle_the_code_or_leave_no_review(player: Player) -> None:
    address = set_code(player, way="head")
    player.move(address, "answers", answer="3,0")
    assert "found in 1 guess" in whole_review(player, address)
    form = {"strategy": "entropy", "way": "head", "guesses": "1", **OWN}
    open_still = player.new("mastermind/setter", game="own", **form)
    page = player.move(open_still, "answers", answer="0,1").text
    assert "didn’t find it" in page
    assert "/review" not in page
    answer = player.get(review_of(open_still))
    assert (answer.status_code, "There is no review yet" in answer.text) == (404, True)
    assert f'href="{open_still}"' in answer.text
    player.move(open_still, "code", code="344")
    review = whole_review(player, open_still)
    assert "not found in 1 guess" in review
    assert 'aria-label="The code was yellow, green, green"' in review
    assert "judged by the feedback" not in review


def test_a_review_of_answers_that_were_not_true_says_so(app: Flask, player: Player) -> None:
    form = {"way": "head", "guesses": "3", **OWN}
    url = player.new("mastermind/setter", game="own", strategy="first", **form)
    for answer in ("0,0", "1,0", "1,0"):
        player.move(url, "answers", answer=answer)
    assert "didn’t find it" in player.move(url, "code", code="224").text
    page = whole_review(player, url)
    assert "Row 2 was given 1 black; the code scores 2 black." in page
    assert "judged by the feedback that was given" in page
    assert page.count("Play on from here<") == 2  # from row 3 on, other answers would be known
    assert len(guesses_of(attempt(app, player, url, 2))) == 1
    address = f"{review_of(url)}/attempts"
    assert player.post(address, row=3).status_code == 422


OWN = {"pegs": "3", "colours": "4"}


def test_a_guess_is_judged_by_the_feedback_it_got(player: Player) -> None:
    """Row 1 is answered wrongly, and corrected where the rows conflict: no guess was a mistake."""
    url = player.new("mastermind/setter", game="classic", strategy="perfect", code="3616")
    player.move(url, "answers", answer="0,0", sure="0,0")
    for _ in range(3):
        page = player.move(url, "answers").text
    assert "These rows contradict each other" in page
    player.move(url, "corrections", row="1", answer="0,2")
    for _ in range(6):
        page = player.client.get(url).text
        if "Review the computer’s guesses" in page:
            break
        player.move(url, "answers")
    review = whole_review(player, url)
    assert "Row 1’s feedback was corrected: it was no key pegs." in review
    assert "Each guess is judged by the feedback as it was when you made it." in review
    assert "costliest" not in review
    assert "no possible code gives it" in review
    assert "not compared yet" not in review


def test_a_code_that_was_not_answered_for_is_not_the_one_reviewed(player: Player) -> None:
    url = set_code(player, code="344")
    player.move(url, "answers", answer="3,0", sure="3,0")
    assert 'aria-label="The code was red, red, red"' in whole_review(player, url)


@cases("setter", ["fair", "evil"])
def test_a_drawn_code_is_reviewed(app: Flask, player: Player, setter: str) -> None:
    form = {"game": "mini", "strategy": "first", "setter": setter, "way": "draw"}
    url = player.new("mastermind/setter", **form)
    while "Review the computer" not in player.client.get(url).text:
        player.move(url, "answers")
    assert "Review the computer" not in player.client.get(f"{url}?row=0").text
    page = whole_review(player, url)
    assert ("Luck by codes left" in page) == (setter == "fair")
    assert ("lost by the computer’s guesses, against a fair setter, in " in page) == (
        setter == "evil"
    )
    role = StoredRole.EVIL if setter == "evil" else StoredRole.BREAKER
    assert BreakerSetup.of(attempt(app, player, url, 1)).role is role


def test_a_notebook_may_be_longer_than_a_board(player: Player) -> None:
    rows = ";".join(["1122:0,0"] * 10 + ["3456:4,0"])
    url = player.old_helper(rows)
    assert whole_review(player, url).count('name="row"') == 10
    for row, status in ((11, 422), (10, 303)):
        answer = player.post(f"{review_of(url)}/attempts", row=row)
        assert answer.status_code == status
    assert player.client.get(answer.location).status_code == 200


def test_who_set_the_code_reviews_the_others_game(
    app: Flask, player: Player, stranger: Player
) -> None:
    url = player.new("mastermind/challenge")
    player.post(f"{url}/code", version=1, code="3636")
    address = review_of(url)
    guest = Player(app.test_client())
    board = guest.post(f"{url}/games", version=2).location
    for guess in ("1122", "3344"):
        guest.move(board, "guesses", code=guess)
    for visitor in (player, guest, stranger):
        assert visitor.get(address).status_code == 404
    guest.move(board, "guesses", code="3636")
    assert f'href="{address}"' in player.client.get(url).text
    page = whole_review(player, url)
    assert "found in 3 guesses" in page
    assert "The breaker’s three guesses, one by one" in page
    assert "<dd>lost by the breaker’s guesses" in page
    assert "No hints used." in page
    assert "solved in 3 guesses" in guest.get(review_of(board)).text
    assert guest.get(address).status_code == stranger.get(address).status_code == 404
    assert BreakerSetup.of(attempt(app, player, url, 3)).role is StoredRole.BREAKER


@pytest.mark.both_ways
def test_an_evil_game_has_no_luck(player: Player) -> None:
    url = player.new("mastermind/breaker", game="mini", role="evil")
    for row in range(10):
        page = player.move(url, "guesses", code=("112", "213", "341")[row % 3]).text
        if "Review the game" in page:
            break
    review = whole_review(player, url)
    part = player.get(f"{review_of(url)}/figures").text
    assert "luck" not in part.lower()
    assert ("Skill" in part) == player.by_htmx  # a page leads elsewhere
    assert ("/learn/ideas/" in part) == player.by_htmx
    assert "lost by your guesses, against a fair setter, in " in review
    assert "so there was no luck" in review
    assert "Luck by codes left" not in review
    assert "Against an evil setter there is no luck" in review


def test_a_row_after_a_hint_is_counted_as_such(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows 2 and 3 cost a guess each; before row 3 a hint had shown the move."""
    monkeypatch.setattr(breaker, "random_code", lambda rules: (2, 5, 2, 5))
    url = player.new("mastermind/breaker")
    for guess in ("1122", "1122"):
        player.move(url, "guesses", code=guess)
    for tier in (1, 2, 3):
        player.move(url, "hints", tier=tier)
    for guess in ("1122", "3636"):
        player.move(url, "guesses", code=guess)
    page = whole_review(player, url)
    assert page.count('chip cost">cost 1.00<') == 2
    part = find_part(
        page, r"<dd>lost by your guesses, in rows ([\d, and]+), 1 of them after a hint<"
    )
    assert page.count('chip cost">') == len(re.findall(r"\d", part))
    figures = player.client.get(f"{review_of(url)}/figures", headers=HTMX).text
    assert "Without a hint, row 2 cost most: 1 guess." in figures


@pytest.mark.parametrize("rule", [GuessRule.HARD, GuessRule.STRICT])
def test_another_attempt_and_a_group_challenge_keep_the_rule_of_a_game(
    app: Flask, player: Player, rule: GuessRule
) -> None:
    url = player.new("mastermind/breaker", game="3x4h", rule=rule)
    store, game_id = app.extensions["store"], url.rpartition("/")[2]
    player.move(url, "guesses", code=BreakerSetup.of(store.load_any(game_id, KIND)).secret)
    sentence = f"{rule_words(rule)} Your guesses are compared with those alone."
    assert sentence in html.unescape(whole_review(player, url))
    assert BreakerSetup.of(attempt(app, player, url, 1)).rule is rule
    with app.test_request_context():
        game_sent = BREAKER.as_sent(store.load_any(game_id, KIND))
    assert game_sent
    assert BreakerSetup.of(game_sent).rule is rule


def test_a_strict_game_is_reviewed_beside_possible_codes_only(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hint's guesses cost nothing, though other guesses would need fewer on average."""
    game = game_named("classic")
    monkeypatch.setattr(breaker, "random_code", lambda game: (2, 5, 2, 5))
    url = player.new("mastermind/breaker", rule="strict")
    strategy = STRATEGIES["perfect-candidates"]
    turns: tuple[Turn, ...] = ()
    for _ in range(4):
        guess = strategy.choose(game, candidates(game, turns), turns).guess
        player.move(url, "guesses", code=game.format_code(guess))
        turns = (*turns, Turn(guess, game.feedback(guess, (2, 5, 2, 5))))
    player.move(url, "surrender")
    page = whole_review(player, url)
    assert 'chip cost">' not in page
    assert "4.37" in page
