import html
import re
from io import BytesIO

import pytest

from solver.deduction.explain.review import review, skill_of
from solver.deduction.games import game_named
from tests.cases import cases
from tests.webapp.mastermind.pages import shown_tier
from tests.webapp.player import HTMX, Player, find_part
from webapp.mastermind.breaker import kind as breaker

SAME_ORIGIN = {"Sec-Fetch-Site": "same-origin"}
SECRET = (2, 5, 3, 0)
WON = "3641"


def game_id(url: str) -> str:
    return url.rpartition("/")[2]


@pytest.mark.both_ways
def test_a_game_is_won(player: Player, url: str) -> None:
    answer = player.post(f"{url}/guesses", version=1, code="1122")
    assert answer.status_code == (200 if player.by_htmx else 303)
    if player.by_htmx:
        assert answer.text.strip().startswith('<section id="game"')
    else:
        assert answer.location == url
    page = answer.text if player.by_htmx else player.get(url).text
    assert "Row 1: 1 white. 256 possible codes. 9 guesses left." in page
    assert "256 codes left." in page
    page = player.move(url, "guesses", code=WON).text
    assert "Found in 2 guesses" in page
    assert "The code was yellow, purple, green, red" in page
    assert "No hints used" in page
    assert "1 code left" not in page
    assert page.count("codes left.") <= 1
    again = player.new("mastermind/breaker")
    assert "Your 2 games of Classic" in player.move(again, "guesses", code=WON).text


@pytest.mark.both_ways
def test_a_game_is_lost_after_ten_rows(player: Player, url: str) -> None:
    for _ in range(9):
        assert "Not found this time" not in player.move(url, "guesses", code="1111").text
    page = player.move(url, "guesses", code="1111")
    assert "Not found this time" in page.text
    assert "The code was yellow, purple, green, red" in page.text
    answer = player.send(f"{url}/guesses", 422, version=11, code=WON)
    assert "This game is over: it was lost." in answer


@pytest.mark.both_ways
@cases("form", [{}, {"practice": "1"}, {"role": "evil"}])
def test_giving_up_shows_the_code(
    player: Player, monkeypatch: pytest.MonkeyPatch, form: dict[str, str]
) -> None:
    monkeypatch.setattr(breaker, "random_code", lambda rules: SECRET)
    url = player.new("mastermind/breaker", **form)
    refusal = player.move(url, "surrender")
    assert (refusal.status_code, "Make a guess first." in refusal.text) == (422, True)
    page = player.move(url, "guesses", code="1111").text
    assert "The code was" not in page
    page = player.move(url, "surrender").text
    assert "Not found this time" in page
    secret = find_part(page, r"The code was ([a-z, ]+)")
    assert "red" not in secret or "role" not in form  # it fits the row, which has no red
    if "role" not in form:
        assert secret == "yellow, purple, green, red"
        assert "You gave up. 500 codes were left." in page
    assert player.move(url, "guesses", code=WON).status_code == 422
    assert player.get(f"/mastermind/review/{game_id(url)}").status_code == 200
    assert "Not found in 1 guess" in player.get("/you").text
    statistics = re.sub("<[^>]+>", " ", player.get("/you/statistics").text)
    assert re.search(r"not found\s+1\s", statistics)  # the first of these games; no other counts


def test_guesses_that_hints_showed_are_neither_praised_nor_counted_as_skill(
    player: Player, url: str
) -> None:
    """Row 2 came from a hint; rows 1 and 3 are the player's own, and only these are skill."""
    player.move(url, "guesses", code="1111")
    for tier in (1, 2, 3):
        player.move(url, "hints", tier=tier)
    player.move(url, "guesses", code="2345")
    page = html.unescape(player.move(url, "guesses", code=WON).text)
    result = page.partition('id="result"')[2]
    assert re.search(r"<h2>Found in 3 guesses</h2>\s*</div>", result)
    assert len(re.findall(r"with help|You asked for|possible|Hints used: 1 \(move\)", result)) == 1
    game = game_named("classic")
    turns = review(game, SECRET, [game.parse_code(code) for code in ("1111", "2345", WON)]).turns
    figures, address = "Comparing", f"/mastermind/review/{game_id(url)}/figures"
    while "Comparing" in figures:
        figures = player.client.get(address, headers=HTMX).text
    assert f"<dd>{skill_of((turns[0], turns[2]))}</dd>" in figures
    assert "Out of 100, for rows 1 and 3: you asked for no move there." in figures


def test_three_levels_of_a_hint_at_one_position_are_one_hint_everywhere(
    player: Player, url: str
) -> None:
    player.move(url, "guesses", code="1122")
    for tier in (1, 2):
        player.move(url, "hints", tier=tier)
    assert "Hints used: 1 (reason)" in player.move(url, "guesses", code=WON).text
    review = player.client.get(f"/mastermind/review/{game_id(url)}").text
    assert "Hints used: 1 (reason)" in review
    share = player.client.post("/g/", data={"game": game_id(url)}, headers=SAME_ORIGIN)
    assert "Hints used: 1 (reason)" in player.client.get(share.location).text
    text = re.sub(r"<[^>]+>|\s+", " ", player.client.get("/you/statistics").text)
    assert "Hints used: 1." in text


def test_letters_on_pegs_are_typed_as_well(player: Player, url: str) -> None:
    assert "one letter per hole (such as YRRR)" in player.client.get(url).text
    page = player.move(url, "guesses", typed="rroO").text
    assert "red, red, orange, orange. 1 white. 256 codes left." in page
    refusal = player.post(f"{url}/guesses", version=2, typed="RRO")
    assert 'id="code" value="112_"' in refusal.text


@cases(
    ("row", "sentence"),
    [
        ("112", "A code has 4 pegs; this one has 3."),
        ("1178", "colours run from 1 to 6"),
        ("1_2_", "2 and 4 are still empty."),
        ("<b>x", "colours run from 1 to 6"),
    ],
)
def test_a_bad_row_is_refused_in_words(player: Player, url: str, row: str, sentence: str) -> None:
    answer = player.post(f"{url}/guesses", version=1, code=row)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert "<b>x" not in answer.text
    assert player.version(url) == "1"
    answer = player.post(f"{url}/guesses", version=1, code="1_3_")
    assert 'id="code" value="1_3_"' in answer.text
    assert player.client.get(url.replace("mastermind", "hidoku")).status_code == 404


@cases("draft", ["", "999999999", "<script>", "ab_1", "_" * 900])
def test_any_draft_in_the_address_is_harmless(player: Player, url: str, draft: str) -> None:
    page = player.client.get(url, query_string={"draft": draft})
    assert page.status_code == 200
    assert "<script>" not in page.text


def test_a_stale_tab_gets_the_fresh_board(player: Player, url: str) -> None:
    player.post(f"{url}/guesses", version=1, code="1122")
    answer = player.send(f"{url}/guesses", 409, version=1, code="5566")
    assert "perhaps another tab" in answer
    assert "256 codes" in answer
    assert 'id="code" value="5566"' in answer
    assert player.version(url) == "2"


VERSIONS = ("", "x", "-1", "9" * 50)


@cases(
    ("action", "form", "words"),
    [
        *(("guesses", {"version": text, "code": "1122"}, "reload the page") for text in VERSIONS),
        *(("hints", {"version": 1, "tier": tier}, "three steps") for tier in ("", "0", "4", "x")),
    ],
)
def test_a_form_without_a_version_or_a_tier_is_refused(
    player: Player, url: str, action: str, form: dict[str, object], words: str
) -> None:
    answer = player.send(f"{url}/{action}", 422, **form)
    assert words in answer


def heard(page: str) -> str:
    """Return what a screen reader says of a move: the status line, which was there before it."""
    return re.findall(r'<p id="status"[^>]*>([^<]*)</p>', page)[-1]


def test_hints_come_in_three_steps_and_are_counted(player: Player, url: str) -> None:
    player.move(url, "guesses", code="1122")
    assert (
        'id="code" value="12__"' in player.post(f"{url}/hints", version=2, tier=1, code="12__").text
    )
    first = player.move(url, "hints", tier=1, code="5566").text
    assert "256 possible codes are left." not in first  # the page counts them
    assert "it doesn’t fit the feedback for row 1" in heard(first)
    assert "row played marked" in first
    assert shown_tier(first) == "Nudge"
    assert "pegs is in place" not in first
    second = player.move(url, "hints", tier=2, code="____").text
    assert heard(second) == "No peg of row 1 is in place."
    assert 'data-rows="1"' in second
    assert shown_tier(second) == "Reason"
    assert "still possible" not in second  # one tier at a time
    assert 'id="use-move"' not in second
    third = player.move(url, "hints", tier=3, code="____").text
    assert shown_tier(third) == "Move"
    parts = [int(size) for size in re.findall(r"<td>[^<]*</td>\s*<td>(\d+)</td>", third)]
    assert sum(parts) == 256
    assert "Yellow and green are new: which are in? Is orange in hole 1?" in heard(third)
    assert f"Whatever the feedback, at most {max(parts)} codes are left." in heard(third)
    assert 'id="use-move"' in third
    assert "Red is not in hole" not in third
    page = player.move(url, "guesses", code=WON).text
    assert "Hints used: 1 (move)" in page


@pytest.mark.parametrize(("tier", "idea"), [(2, "one-row"), (3, "splitting")])
def test_a_hint_names_its_idea(player: Player, url: str, tier: int, idea: str) -> None:
    player.move(url, "guesses", code="1122")
    hint = player.move(url, "hints", tier=tier, code="____").text
    if tier == 2:
        hint = player.client.get(f"{url}?line=all&draft=____", headers=HTMX).text
    game = f"?game={url.rsplit('/', maxsplit=1)[-1]}.____"
    assert re.findall(r'href="(/learn/[^"]+)"', hint) == [f"/learn/ideas/{idea}{game}"]


def test_a_hint_that_was_given_is_shown_again(player: Player, url: str) -> None:
    player.move(url, "guesses", code="1122")
    player.move(url, "hints", tier=2)
    page = player.client.get(url).text
    assert shown_tier(page) == "Reason"
    assert heard(page) == "No peg of row 1 is in place."
    assert not shown_tier(player.client.get(f"{url}?hint=closed").text)
    player.move(url, "guesses", code="3344")
    page = player.client.get(url).text
    assert not shown_tier(page)
    assert 'id="hint-button"' in page


def test_a_reason_marks_the_rows_and_holes_it_speaks_of(player: Player, url: str) -> None:
    player.move(url, "guesses", code="2222")
    player.move(url, "guesses", code="1222")
    page = player.move(url, "hints", tier=2).text
    assert re.findall(r'class="row played([^"]*)"', page) == [" cited not-1 not-2 not-3 not-4", ""]
    page = player.client.get(f"{url}?line=2").text
    marks = re.findall(r'class="row played([^"]*)"', page)
    assert marks == ["", " cited elsewhere-1 not-2 not-3 not-4"]


def test_hard_mode_refuses_a_word_that_leaves_a_hint_out(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_named("words2")
    monkeypatch.setattr(breaker, "random_code", lambda rules: game.parse_code("CRANE"))
    url = player.new("mastermind/breaker", game="words2", rule="hard")
    rule = "Hard mode: letters in the right place stay, and letters in the wrong place must be"
    assert rule in player.move(url, "guesses", code="ARGUE").text
    player.move(url, "guesses", code="GRATE")
    refusal = player.move(url, "guesses", code="BREAD")
    assert refusal.status_code == 422
    text = html.unescape(refusal.text)
    hints = "Place 5 is letter E (rows 1 and 2). Place 3 is letter A (row 2)."
    assert f"Your row (BREAD) doesn’t use every hint: {hints}" in text
    assert "Row 3:" not in text
    page = player.move(url, "hints", tier=3).text
    assert "It could be the word." in page
    assert player.move(url, "guesses", code="BRAKE").status_code == 200
    refusal = player.post("/mastermind/breaker/games", game="classic", rule="hard")
    assert "Hard mode needs feedback for each hole" in refusal.text


@pytest.mark.both_ways
def test_a_list_of_ones_own_is_played_to_its_review(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pasted or from a file; each page of the game knows the list by its name."""
    words = ["émeu", "élan", "loup", "ours", "chat", "âne", "lion"]
    answer = player.post("/mastermind/breaker/games", game="own-words", words=" ".join(words))
    text = html.unescape(answer.text)
    assert answer.status_code == 422
    assert "All words have as many letters as the first, “émeu”; “âne” has 3." in text
    assert "émeu élan loup" in text
    assert "2 to 1,000 words of 3 to 8 letters" in text
    words.remove("âne")
    monkeypatch.setattr(breaker, "random_code", lambda game: game.parse_code("lion"))
    form = {
        "game": "own-words",
        "words": (BytesIO(" ".join(words).encode("latin-1")), "animaux.txt"),
    }
    answer = player.client.post("/mastermind/breaker/games", data=form, headers=SAME_ORIGIN)
    url = answer.location
    page = player.move(url, "guesses", code="loup")
    assert "Row 1: letter 1 right, letter 2 elsewhere. 1 possible word." in page.text
    assert "is not on this game’s list of words" in player.move(url, "guesses", code="puma").text
    page = player.move(url, "guesses", code="lion")
    assert "Found in 2 guesses" in page.text
    review = player.get(f"/mastermind/review/{game_id(url)}").text
    link = find_part(review, r'href="(/mastermind/analysis/words-1-[^"]+)"')
    assert "6 words" in player.get(html.unescape(link)).text
    lab = f"/lab/games/{link.split('/')[3]}"
    for address in (f"/mastermind/review/{game_id(url)}", "/you/statistics", lab):
        assert "6 words" in player.get(address).text, address


@pytest.mark.both_ways
def test_where_only_possible_codes_may_be_guessed_a_refusal_names_the_rows(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(breaker, "random_code", lambda rules: SECRET)
    url = player.new("mastermind/breaker", rule="strict")
    page = player.move(url, "guesses", code="1122").text
    assert "You can guess only possible codes." in page
    refusal = player.move(url, "guesses", code="1111")
    assert refusal.status_code == 422
    text = html.unescape(refusal.text)
    assert "can’t be the code: it doesn’t fit the feedback for row 1." in text
    assert "Row 2:" not in text
    assert "Row 2: 1 black, 2 white." in player.move(url, "guesses", code="3314").text


def test_hints_of_a_strict_game_move_only_to_possible_codes(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(breaker, "random_code", lambda rules: SECRET)
    url = player.new("mastermind/breaker", rule="strict")
    for code in ("1122", "3314"):
        player.move(url, "guesses", code=code)
    for strategy in ("perfect-candidates", "minimax-candidates", "first", "random"):
        page = player.move(url, "hints", tier=3, strategy=strategy).text
        assert "It could be the code." in page
        assert "It can’t be the code" not in page
    refusal = player.move(url, "hints", tier=3, strategy="perfect")
    assert refusal.status_code == 422
    assert "Choose a strategy from the list." in refusal.text
    assert 'value="perfect"' not in page


def test_a_word_that_can_not_be_hidden_is_no_possible_guess(player: Player) -> None:
    """Its name stays as it is, though here a code is called a word."""
    form = {"game": "words2", "rule": "strict", "code": "CODES"}
    refusal = player.send("/mastermind/breaker/games", 422, **form)
    text = html.unescape(refusal)
    assert "Your row (CODES) can’t be the word, since it isn’t one of the 2,208 words" in text
    assert "You can guess only possible words." in text


def test_where_one_code_is_left_no_strategy_is_offered(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(breaker, "random_code", lambda game: game.parse_code("444"))
    url = player.new("mastermind/breaker", game="mini")
    for count, row in enumerate(("223", "114")):
        player.move(url, "guesses", code=row)
        hint = player.move(url, "hints", tier=3).text
        assert ('id="other-ways"' in hint) == (count == 0)
    assert "It’s the code." in hint
