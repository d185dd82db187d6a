"""Two people: a code is set, a link is sent, rows arrive; the guest never sees the code."""

import re
from functools import partial

import pytest
from flask import Flask

from tests.cases import cases
from tests.webapp.http.test_secret import is_seen
from tests.webapp.player import HTMX, Player, find_part
from tests.webapp.work.patience import do_at_once
from webapp.storage.documents import format_link
from webapp.storage.games import StaleGameError

START = "/mastermind/challenge"


def challenge(setter: Player, code: str = "3641", **form: object) -> str:
    url = setter.post(f"{START}/games", **form).location
    answer = setter.post(f"{url}/code", version=1, code=code)
    assert answer.status_code == 303, answer.text
    return url


def accept(player: Player, url: str) -> str:
    return player.submit(f"{url}/games", version=Player(player.client).version(url))


def played(page: str) -> int:
    return page.count('class="row played')


def test_the_setter_gets_a_link_that_leads_a_guest_to_a_game(
    setter: Player, player: Player
) -> None:
    url = challenge(setter)
    page = setter.get(url).text
    assert f'value="http://localhost{url}"' in page
    fold = find_part(
        page, r'<details class="help" id="own-code"\s*>(.*?)</details>', re.DOTALL
    )  # others may see the screen
    assert "Your code is yellow, purple, green, red" in fold
    assert page.count("Your code is yellow") == 1
    assert "Someone has set a code for you" in player.client.get(url).text
    game = accept(player, url)
    assert "Whoever set this code for you" in player.get(game).text
    assert player.client.get(url).location == game  # the link leads back to it


@pytest.mark.both_ways
def test_rows_and_hints_arrive_at_the_setter_until_the_end(setter: Player, player: Player) -> None:
    url = challenge(setter)
    game = accept(player, url)
    assert 'id="poll"' in setter.get(url).text
    for row, code in enumerate(("1122", "1234"), 1):
        player.move(game, "guesses", code=code)
        page = setter.get(url).text
        assert played(page) == row
        assert f"Row {row} of 10" in page
    assert "256</b> left" in page
    player.move(game, "hints", code="", tier=1)
    assert "Hints used: 1 (nudge)." in setter.get(url).text
    over = player.move(game, "guesses", code="3641").text
    assert "Found in 3 guesses" in over
    page = setter.client.get(url, headers=HTMX).text
    assert "Your code was found in 3 guesses." in page
    assert 'id="poll"' not in page
    assert 'id="poll"' not in setter.get(url).text


def test_it_is_listed_until_its_end_was_seen(setter: Player, stranger: Player) -> None:
    url = challenge(setter)
    assert "Classic, not started yet" in setter.get(f"{START}/").text
    game = accept(stranger, url)
    assert "Classic, being broken" in setter.get(f"{START}/").text
    stranger.move(game, "guesses", code="3641")
    assert "Classic, over" in setter.get(f"{START}/").text
    assert 'hx-trigger="load"' in setter.get(url).text  # its page says that it was seen
    assert "Classic, over" in setter.get(f"{START}/").text  # to look alone changes nothing
    assert stranger.post(f"{url}/receipt").status_code == 404
    assert setter.post(f"{url}/receipt").location == url
    assert url not in setter.get(f"{START}/").text
    assert 'id="receipt"' not in setter.get(url).text


def test_who_comes_later_hears_so(setter: Player, player: Player, stranger: Player) -> None:
    url = challenge(setter)
    assert "Someone has set a code" in player.get(url).text
    accept(stranger, url)
    answer = player.submit(f"{url}/games", version=2)  # from the page that is out of date
    assert answer == url
    page = player.get(url)
    assert "Someone got here first" in page.text
    assert not is_seen(page)


def test_of_many_at_the_same_moment_one_gets_the_game(app: Flask, setter: Player) -> None:
    url = challenge(setter)
    guests = [Player(app.test_client()) for _ in range(6)]
    answers = do_at_once(*(partial(guest.post, f"{url}/games", version=2) for guest in guests))
    games = [answer.location for answer in answers if answer.status_code == 303]
    assert {answer.status_code for answer in answers} <= {303, 409}
    assert len([game for game in games if game != url]) == 1


def test_who_loses_the_race_is_left_with_no_game(app: Flask) -> None:
    store = app.extensions["store"]
    code = store.create("setter", "challenge", "classic", "role=friend&secret=3641")
    game = store.create_linked(code, "first", "breaker", "role=guest&secret=3641")
    assert store.load_any(code.id, "challenge").moves == format_link(game.id)
    with pytest.raises(StaleGameError):
        store.create_linked(code, "second", "breaker", "role=guest&secret=3641")
    assert store.unfinished("second", "breaker") == ()
    assert store.load(game.id, "second", "breaker") is None
    assert store.load_any(game.id, "challenge") is None


def test_a_code_can_be_withdrawn_before_somebody_begins(setter: Player, player: Player) -> None:
    url = challenge(setter)
    assert player.post(f"{url}/withdrawal", version=2).status_code == 404
    assert setter.post(f"{url}/withdrawal", version=2).status_code == 303
    assert "You withdrew this code" in setter.get(url).text
    assert "was withdrawn" in player.get(url).text
    assert player.post(f"{url}/games", version=3).location == url


def test_a_code_being_broken_cannot_be_withdrawn(setter: Player, stranger: Player) -> None:
    url = challenge(setter)
    accept(stranger, url)
    for version in (2, 3):  # whoever has not seen it yet is told as well
        assert "can’t withdraw it" in setter.send(f"{url}/withdrawal", 422, version=version)


def test_what_is_over_says_so_whatever_its_page_sends(setter: Player, stranger: Player) -> None:
    url = challenge(setter)
    board = accept(stranger, url)
    stranger.move(board, "guesses", code="3641")
    for action, form in (("guesses", {"code": "1122"}), ("undo", {}), ("hints", {"tier": 1})):
        answer = stranger.post(f"{board}/{action}", **form)
        assert (answer.status_code, "This game is over" in answer.text) == (422, True)
    answer = setter.post(f"{url}/withdrawal")
    assert (answer.status_code, "This game is over." in answer.text) == (422, True)
    withdrawn = challenge(setter)
    setter.post(f"{withdrawn}/withdrawal", version=2)
    answer = setter.post(f"{withdrawn}/withdrawal")
    assert (answer.status_code, "already withdrawn it" in answer.text) == (422, True)


def test_nobody_begins_before_the_code_is_set_and_its_setter_never(
    setter: Player, player: Player
) -> None:
    url = setter.post(f"{START}/games").location
    assert "set yet" in player.get(url).text
    assert player.post(f"{url}/games", version=1).location == url
    assert 'value="31__"' in setter.get(f"{url}?draft=3").text  # built without script
    url = challenge(setter)
    assert setter.post(f"{url}/games", version=2).location == url
    assert "Send this link" in setter.get(url).text
    for address in ("nowhere", "%00"):
        assert setter.get(f"{START}/{address}").status_code == 404


@cases(
    ("game", "code", "sentence"),
    [("classic", "12", "still empty|pegs"), ("distinct", "1123", "nothing repeats")],
)
def test_a_code_that_cannot_be_is_refused_with_a_sentence(
    setter: Player, game: str, code: str, sentence: str
) -> None:
    url = setter.post(f"{START}/games", game=game).location
    answer = setter.send(f"{url}/code", 422, version=1, typed=code)
    assert re.search(sentence, find_part(answer, r'id="problem"[^>]*>([^<]+)'))
    assert f'value="{code}"' in answer  # what was typed is kept


def test_a_code_can_be_drawn_and_is_set_once(setter: Player) -> None:
    url = setter.post(f"{START}/games", game="grand").location
    assert setter.post(f"{url}/code", version=1, way="draw").status_code == 303
    for version in (1, 2):
        assert setter.post(f"{url}/code", version=version, way="draw").status_code == 422


def test_another_game_after_a_friends_code_is_one_of_the_computers(
    setter: Player, stranger: Player
) -> None:
    url = challenge(setter, "123", game="mini")
    game = accept(stranger, url)
    stranger.move(game, "guesses", code="123")
    assert '<input type="hidden" name="role" value="breaker">' in stranger.get(game).text


@cases("role", ["guest", "friend", "setter", "helper"])
def test_nobody_breaks_a_code_that_is_not_there(stranger: Player, role: str) -> None:
    assert stranger.post("/mastermind/breaker/games", role=role).status_code == 422


def over(setter: Player, guest: Player) -> tuple[str, str]:
    """Play a challenge to its end; return its address, and that of the guest's game."""
    url = challenge(setter)
    board = accept(guest, url)
    guest.move(board, "guesses", code="3641")
    return url, board


def test_in_a_rematch_the_guest_sets_the_code(setter: Player, stranger: Player) -> None:
    url, board = over(setter, stranger)
    assert "Rematch: you set the code" in stranger.get(board).text
    assert "Rematch: they set the code" in setter.get(url).text
    rematch = stranger.post(f"{url}/rematch").location
    assert rematch != url
    assert "Set this code" in stranger.get(rematch).text
    assert (
        "Waiting for the other player’s code" in setter.get(url).text
    )  # on the page of the old link
    assert "set yet" in setter.get(rematch).text
    assert stranger.post(f"{rematch}/code", version=1, code="1122").status_code == 303
    page = setter.get(url).text
    assert "has set a code for you" in page
    assert f'href="{rematch}">Break it' in page
    again = accept(setter, rematch)
    setter.move(again, "guesses", code="1122")
    assert "Your code was found in 1 guess" in stranger.get(rematch).text
    assert "Rematch: you set the code" in setter.get(again).text


def test_the_seat_of_a_rematch_is_for_the_other_of_the_two(
    app: Flask, setter: Player, stranger: Player
) -> None:
    url = setter.post(f"{START}/games", code="3641", nickname="Ann").location
    board = stranger.post(f"{url}/games", version=1, nickname="Ben").location
    stranger.move(board, "guesses", code="3641")
    rematch = stranger.post(f"{url}/rematch").location
    third = Player(app.test_client())
    assert "two others" in third.get(rematch).text
    stranger.post(f"{rematch}/code", version=1, code="1122", nickname="Ben")
    waits = stranger.get(rematch).text
    assert "Waiting for Ann" in waits
    assert "The first person to open it" not in waits
    page = third.get(rematch).text
    assert "This code is for Ann." in page
    assert "Match:" not in page
    assert "Break the code" not in page
    assert third.post(f"{rematch}/games", version=2).location == rematch
    assert "Break the code" in setter.get(rematch).text  # it is still there for her
    again = accept(setter, rematch)
    assert "Ben sees your rows and hints." in setter.get(again).text
    setter.move(again, "guesses", code="1122")
    assert "Match: you 1, Ben 1." in rematch_part(setter, rematch)


def rematch_part(player: Player, url: str, mark: str = "") -> str:
    """Return what a page that shows the rematch gets when it asks again; "" for nothing new."""
    answer = player.client.get(f"{url}/rematch", headers=HTMX, query_string={"seen": mark})
    assert answer.status_code == (200 if answer.text else 204)
    return answer.text


def test_the_rematch_arrives_by_itself_with_a_sign_in_the_title(
    app: Flask, setter: Player, stranger: Player
) -> None:
    url, _ = over(setter, stranger)
    assert rematch_part(setter, url, ".") == ""
    assert "<title>" not in rematch_part(setter, url)
    assert setter.client.get(f"{url}/rematch").location == url
    assert Player(app.test_client()).get(f"{url}/rematch").status_code == 303
    strangers = Player(app.test_client(), by_htmx=True).client
    assert strangers.get(f"{url}/rematch", headers=HTMX).status_code == 404
    rematch = setter.post(f"{url}/rematch").location
    assert "<title>● The rematch is on: it’s your turn" in rematch_part(stranger, url, ".")
    assert "<title>" not in rematch_part(setter, url, ".")
    stranger.post(f"{rematch}/code", version=1, code="1122")
    part = rematch_part(setter, url, "setting.")
    assert "<title>● The other player has set a code for you" in part
    assert rematch_part(setter, url, "waiting.") == ""
    assert "<title>" not in rematch_part(stranger, url, "setting.")
    accept(setter, rematch)
    assert "hx-get" not in rematch_part(setter, url, "waiting.")  # nothing more is to come
    assert "The other player is breaking your code." in rematch_part(stranger, url)


def test_names_and_points_go_from_game_to_game(setter: Player, stranger: Player) -> None:
    url = setter.post(f"{START}/games", code="3641", nickname="Ann").location
    page = stranger.get(url).text
    assert "Ann has set a code for you" in page
    assert "more than 20" in stranger.send(f"{url}/games", 422, version=1, nickname="x" * 21)
    board = stranger.post(f"{url}/games", version=1, nickname="Ben").location
    assert "Ben is breaking it" in setter.get(url).text
    for row in ("1122", "1122", "3641"):
        stranger.move(board, "guesses", code=row)
    assert "Match: you 3, Ben 0." in setter.get(url).text
    assert "Match: you 0, Ann 3." in rematch_part(stranger, url)
    rematch = stranger.post(f"{url}/rematch").location
    assert 'value="Ben"' in stranger.get(rematch).text
    stranger.post(f"{rematch}/code", version=1, code="1122", nickname="Ben")
    landing = setter.get(rematch).text
    assert "Ben has set a code for you" in landing
    assert "Match: you 3, Ben 0." in landing
    assert 'value="Ann"' in landing
    again = accept(setter, rematch)
    setter.move(again, "guesses", code="3456")
    setter.move(again, "surrender")
    page = stranger.get(rematch).text
    assert "Your code wasn’t found in 1 guess. You win!" in page
    assert "Match: you 11, Ann 3." in page  # as if all rows had been played
    third = setter.post(f"{rematch}/rematch").location
    setter.post(f"{third}/code", version=1, code="1234")
    assert "Match: you 11, Ann 3." in stranger.get(third).text


def test_the_first_page_sets_the_code(setter: Player) -> None:
    page = setter.get(f"{START}/?game=mini&draft=12").text
    assert 'value="12_"' in page
    assert page.count('type="hidden" name="game" value="mini"') == 2
    url = setter.post(f"{START}/games", game="mini", code="12_").text
    assert 'value="12_"' in url  # a hole is open, and nothing is lost
    assert "Send this link" in setter.get(setter.post(f"{START}/games", way="draw").location).text
    assert setter.get(f"{START}/?game=nothing").status_code == 200


def test_a_rematch_is_for_the_two_when_it_is_over(
    app: Flask, setter: Player, stranger: Player
) -> None:
    url = challenge(setter)
    assert setter.post(f"{url}/rematch").status_code == 422
    accept(stranger, url)
    assert stranger.post(f"{url}/rematch").status_code in (303, 422)
    assert "when this game is over" in setter.post(f"{url}/rematch").text
    assert Player(app.test_client()).post(f"{url}/rematch").status_code == 404


def test_of_two_who_ask_at_once_both_come_to_one_rematch(setter: Player, stranger: Player) -> None:
    url, _ = over(setter, stranger)
    answers = do_at_once(*(partial(player.post, f"{url}/rematch") for player in (setter, stranger)))
    [rematch] = {answer.location for answer in (*answers, setter.post(f"{url}/rematch"))}
    assert rematch != url
