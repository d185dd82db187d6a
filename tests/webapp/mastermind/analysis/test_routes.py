"""The analysis board: every board's positions, ways in and out of them, and what is refused."""

import html
import re
from urllib.parse import unquote, urlencode

import pytest
from flask import Flask

from solver.deduction.explain.analysis import rank, try_guess
from solver.deduction.games import NAMES, face_of, game_named
from solver.deduction.rules.game import Game, Turn
from solver.deduction.strategies.measures import MEASURES
from tests.cases import cases
from tests.webapp.player import Player, find_part, review_of
from webapp.mastermind.analysis.position import address_of, parse_position
from webapp.mastermind.breaker import kind as breaker
from webapp.storage.tables import metadata

HERE = "/mastermind/analysis"


def read(player: Player, url: str, status: int = 200) -> str:
    page = player.get(url)
    assert page.status_code == status, url
    return html.unescape(page.text)


def position_of(game: Game, count: int) -> tuple[Turn, ...]:
    """Return some rows, answered by a code in the middle."""
    secret = game.code_at(int(game.secrets[game.secret_count // 2]))
    guesses = (game.code_at(place * game.code_count // 7) for place in range(1, 7))
    rows = [guess for guess in guesses if guess != secret][:count]
    return tuple(Turn(guess, game.feedback(guess, secret)) for guess in rows)


def links(page: str) -> list[str]:
    return [link for link in re.findall(r'href="([^"]*)"', page) if link.startswith(HERE)]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("count", [0, 1, 3])
@pytest.mark.parametrize("name", [*NAMES, "5x6/12"])
def test_every_board(app: Flask, player: Player, name: str, count: int) -> None:
    """The best guesses and one tried are shown, and all links lead to positions."""
    game = game_named(name)
    face, turns = face_of(game), position_of(game, count)
    with app.test_request_context():
        url = address_of(game, turns)
        sheet = parse_position(unquote(url.removeprefix(f"{HERE}/")))
        assert (sheet.game, sheet.turns) == (game, turns)
    page = read(player, url)
    ranking = rank(game, turns)
    if count and not ranking.least:
        assert "We don’t know how many guesses perfect play needs here." in page
    for entry in ranking.best:
        assert f"Try {face.code_words(entry.guess)}" in page
    guess = ranking.best[-1].guess
    page = read(player, f"{url}?guess={game.format_code(guess).replace(' ', '+')}")
    trial = try_guess(game, turns, guess)
    for answer, size in zip(game.feedbacks, trial.weighed.split.sizes, strict=True):
        assert (f"{face.show(answer).words}: {size:,} code" in page) == (size > 0)
    steps = [entry for entry in links(page) if entry.count(":") == count + 1]
    assert len(set(steps)) >= trial.weighed.split.outcomes
    for step in sorted(set(steps))[:3]:
        after = read(player, step)
        assert "Step back" in after
        assert any(f"{url}?guess=" in back for back in links(after))


@cases("measure", MEASURES)
def test_every_measure(player: Player, measure: str) -> None:
    page = read(player, f"{HERE}/classic/1122:1,0?by={measure}&guess=3445")
    game = game_named("classic")
    best = rank(game, [game.parse_turn("1122:1,0")], measure).best
    names = re.findall(r'aria-label="Try ([a-z, ]+?)(?:, which could be the code)?"', page)
    assert names == [face_of(game).code_words(entry.guess) for entry in best]
    assert find_part(page, r'<option value="(\w+)" selected>') == measure


def test_an_unknown_measure_is_the_usual_one(player: Player) -> None:
    assert read(player, f"{HERE}/mini?by=luck") == read(player, f"{HERE}/mini")


def test_a_guess_tried_and_stepped_into_and_back(player: Player) -> None:
    page = read(player, f"{HERE}/classic/1122:1,0?guess=3445")
    assert "0.09 more than the best" in page
    assert f"{HERE}/classic/1122:1,0/3445:0,2" in page
    into = read(player, f"{HERE}/classic/1122:1,0/3445:0,2")
    assert "54 possible codes." in into
    assert f"{HERE}/classic/1122:1,0?guess=3445" in into


def test_the_answer_that_wins(player: Player) -> None:
    page = read(player, f"{HERE}/classic/1122:1,0/1344:4,0")
    assert "Row 2 was the code." in page
    assert "Try this guess" not in page


def test_one_code_left(player: Player) -> None:
    rows = "1122:0,0/3344:0,0/5566:2,0/5555:0,0"
    page = read(player, f"{HERE}/classic/{rows}?guess=6666")
    assert "1 possible code." in page
    assert "It’s the code." in page
    assert page.count('aria-label="Try ') == 1
    page = read(player, f"{HERE}/classic/{rows}?guess=1111")
    assert "It can’t be the code: rows 1 and 3 rule it out." in page
    assert "1.00 more than the best" in page


def test_contradictory_rows_are_named_and_corrected(player: Player) -> None:
    page = read(player, f"{HERE}/classic/1122:0,0/1122:1,0/3344:1,0")
    assert "These rows contradict each other" in page
    assert "The feedback for rows 1 and 2 can’t both be right." in page
    (way,) = {link for link in links(page) if "1122:0,0/1122:0,0/" in link}
    assert "possible code" in read(player, way)


@cases(
    ("rows", "words", "ours", "written"),
    [
        ("0012 1A1B\n3350:0,2", "colours from 0", "1123:1,1/4461:0,2", "0012:1,1/3350:0,2"),
        ("AABC\t+1 -1; DDFA 0,2", "colours from A", "1123:1,1/4461:0,2", "AABC:1,1/DDFA:0,2"),
        ("RRGK:1,0", "K as orange, since this board has no K", "RRG2:1,0", "RRGK:1,0"),
        ("rrgb 1,1", "", "1145:1,1", "RRGB:1,1"),
        ("red, red, green, blue: 1,1", "", "1145:1,1", "red-red-green-blue:1,1"),
        ("1123 1,1", "", "1123:1,1", "1123:1,1"),
    ],
)
def test_rows_of_other_programs_are_read_and_written_as_they_were(
    player: Player, rows: str, words: str, ours: str, written: str
) -> None:
    answer = player.client.get(f"{HERE}/", query_string={"game": "classic", "rows": rows})
    assert answer.status_code == 303
    page = read(player, answer.location)
    assert (f"Read as: {words}." in page) == bool(words)
    plain = read(player, f"{HERE}/classic/{ours}")
    assert "Read as" not in plain
    headline = re.search(r"[\d,]+ possible codes?\.", plain)
    assert headline
    assert headline[0] in page
    assert f">{written.replace('/', chr(10))}</textarea>" in page
    assert unquote(answer.location).endswith(f"/classic/{written}")


def test_a_position_keeps_its_alphabet_at_every_address(player: Player) -> None:
    """The row that shows it is removed; then the address says which signs the others are in."""
    page = read(player, f"{HERE}/classic/0123:0,2/4451:2,1?row=1")
    (without,) = {link for link in links(page) if link.startswith(f"{HERE}/classic/4451:2,1?")}
    assert without.endswith("?signs=012345")
    page = read(player, without)
    assert "Read as: colours from 0." in page
    plain_page = read(player, f"{HERE}/classic/5562:2,1")
    headline = re.search(r"[\d,]+ possible codes?\.", plain_page)
    assert headline
    assert headline[0] in page
    forward = [link for link in links(page) if "guess=" in link or "/4451:2,1/" in link]
    assert len(forward) > 10
    assert all("signs=012345" in link or "0" in unquote(link.split("4451")[1]) for link in forward)
    card = re.search(r"/cards/position/[^\"]+", player.client.get(without).text)
    assert card
    assert "signs=012345" in card[0]


def test_a_pasted_text_of_a_newspaper(player: Player) -> None:
    """With its heading and squares; a guess that is on no list stays in every address."""
    rows = "Daily word 12 3/6\n⬛🟨⬛⬛⬛ OUTER\nZZXQJ BBBBB"
    page = read(player, f"{HERE}/?{urlencode({'game': 'words2', 'rows': rows})}")
    assert "Read as: ZZXQJ as a guess only: it’s on no list, so it can’t be the word" in page
    assert "⬛🟨⬛⬛⬛ as -y---" in page
    assert ">OUTER:-y---\nZZXQJ:-----</textarea>" in page
    trial = read(player, f"{HERE}/words2/OUTER:-y---/ZZXQJ:-----?guess=QQQQQ")
    assert "It can’t be the code" in trial or "can’t be the word" in trial
    address = f"{HERE}/words2/OUTER:-y---/ZZXQJ:-----"
    assert any(link.startswith(f"{address}/") for link in links(trial))


def test_the_first_row_that_is_typed_gives_the_alphabet(player: Player) -> None:
    row = {"typed": "RYGB", "answer": "1,1"}
    answer = player.client.get(f"{HERE}/classic", query_string=row)
    assert unquote(answer.location).endswith("/classic/RYGB:1,1")


@cases(
    ("address", "status", "sentence", "rows"),
    [
        ("nosuch/1122:1,0", 404, "There’s no board called “nosuch”", "1122:1,0"),
        ("classic/1172:1,0/1344:0,2", 422, "Row 1: Peg 3 is “7”", "1172:1,0\n1344:0,2"),
        ("classic/1122:1,0/1344", 422, "Row 2: Write a guess and its feedback like", "1344"),
        ("classic/1122:5,0", 422, "Row 1: ", "1122:5,0"),
        ("words/CRANXY:-----", 422, "Row 1: ", "CRANXY:-----"),
        ("classic" + "/1122:1,0" * 41, 422, "There is room for 40 rows", "1122:1,0"),
        ("9" * 5000, 404, "Write a board like", ""),
        ("5x6/99999", 404, "", ""),
    ],
)
def test_what_is_no_position(
    player: Player, address: str, status: int, sentence: str, rows: str
) -> None:
    page = read(player, f"{HERE}/{address}", status)
    assert sentence in page
    assert rows in page
    assert "Or enter a position" in page


@cases(
    ("guess", "sentence"),
    [("11", "4"), ("1172", "Peg 3 is “7”"), ("1_2_", "Holes 2 and 4 are still empty.")],
)
def test_a_guess_that_is_none(player: Player, guess: str, sentence: str) -> None:
    page = read(player, f"{HERE}/classic/1122:1,0?guess={guess}", 422)
    assert sentence in page
    assert "256 possible codes." in page
    assert f'value="{guess.ljust(4, "_").replace("7", "_")}"' in page


def test_a_position_that_is_typed(player: Player) -> None:
    answer = player.get(f"{HERE}/?game=classic&rows=1122:1,0%0D%0A1344:0,2")
    assert (answer.status_code, answer.location) == (303, f"{HERE}/classic/1122:1,0/1344:0,2")
    page = read(player, f"{HERE}/?game=mini&rows=112:9,9", 422)
    assert "Row 1: " in page
    assert "112:9,9" in page
    assert 'value="mini" selected' in " ".join(page.split())


def test_nothing_is_stored_and_head_answers(app: Flask, player: Player) -> None:
    with app.extensions["store"].reading() as connection:
        games = metadata.tables["games"]
        for address in ("/", "/classic", "/classic/1122:1,0?guess=3445", "/classic/1172:1,0"):
            status = player.get(f"{HERE}{address}").status_code
            assert player.client.head(f"{HERE}{address}").status_code == status
            assert player.post(f"{HERE}{address}").status_code == 405
        assert not connection.execute(games.select()).all()


def test_the_page_of_an_answer_has_the_card_of_its_position(player: Player) -> None:
    page = player.get(f"{HERE}/claims/mini?rows=112:1,0&code=113").text
    assert "/cards/position/mini/112:1,0.png" in page


@pytest.mark.parametrize("practice", ["", "1"])
def test_a_game_that_counts_has_no_way_here(
    player: Player, monkeypatch: pytest.MonkeyPatch, practice: str
) -> None:
    """Of a game that is played only practice leads here; when it is over, each one's review."""
    monkeypatch.setattr(breaker, "random_code", lambda game: (2, 3, 3))
    url = player.new("mastermind/breaker", game="mini", practice=practice)
    player.move(url, "guesses", code="112")
    player.move(url, "hints", tier=3, code="")
    page = read(player, url)
    assert (HERE in page) == bool(practice)
    if practice:
        assert f"{HERE}/mini/112:0,0" in page
    player.move(url, "guesses", code="344")
    for row, position in enumerate(("mini?guess=112", "mini/112:0,0?guess=344"), 1):
        review = read(player, review_of(url))
        assert f'{HERE}/{position}"' in review, row


def test_the_lab_and_mastermind_lead_here(player: Player) -> None:
    for start in ("/lab/", "/mastermind/"):
        assert f'{HERE}/"' in read(player, start)
