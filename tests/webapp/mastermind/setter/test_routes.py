import re

import pytest

from tests.cases import cases
from tests.webapp.player import Player

START = "mastermind/setter"


@pytest.fixture
def url(player: Player) -> str:
    return player.new(START, strategy="entropy")


def guess_on(page: str) -> str:
    """Return the words of the guess that waits for its answer."""
    match = re.search(r'id="status"[^>]*>([^<]*)', page)
    return (match[1] if match else "").partition("guesses ")[2]


def by_hand(player: Player, game: str = "classic", **form: object) -> str:
    return player.new(START, **{"game": game, "way": "head", "strategy": "entropy", **form})


@cases(("game", "noun", "other_noun"), [("words2", "word", "code"), ("classic", "code", "word")])
def test_the_start_page_calls_what_is_set_as_its_game_does(
    player: Player, game: str, noun: str, other_noun: str
) -> None:
    page = player.client.get(f"/{START}/", query_string={"game": game}).text
    main = page[page.index("<main") : page.index("</main>")]
    text = re.sub(r"<details.*?</details>|<option.*?</option>|<[^>]*>", "", main, flags=re.DOTALL)
    for words in (
        f"Set a {noun}, or",
        f"Draw a {noun} for me",
        f"Set this {noun}",
        f"Drawn {noun}",
    ):
        assert words in text
    assert not re.search(rf"\b{other_noun}\b", text)
    assert f"Evil: no {noun};" in page


@pytest.mark.both_ways
def test_the_page_answers_until_the_code_is_found(player: Player, url: str) -> None:
    page = player.move(url, "code", code="1122").text
    assert guess_on(page) == "red, orange, yellow, green."
    assert "Give 1 black, 1 white" in page
    assert "Why this guess" in page
    assert "As far as the computer knows, this could be your code." in page
    for _ in range(6):
        page = player.move(url, "answers").text
        if "broke your code" in page:
            break
    assert re.search(r"The computer broke your code in \d guess", page)
    assert "All the feedback on the board" not in page
    assert "Set another code" in page
    answer = player.move(url, "answers")
    assert (answer.status_code, "This game is over." in answer.text) == (422, True)


@cases(
    ("form", "words"),
    [
        ({"code": "112", "game": "mini"}, "Your code</span>"),
        ({"code": "11__", "typed": "1122"}, "Your code</span>"),
        ({"code": "1___", "way": "draw"}, "Your code</span>"),
        ({"code": "____", "way": "head"}, "right place"),
    ],
)
def test_a_game_begins_with_its_code(player: Player, form: dict[str, str], words: str) -> None:
    page = player.client.get(player.new(START, **form)).text
    assert "the computer guesses" in page
    assert words in page
    assert "Set this code" not in page


@pytest.mark.parametrize("way", ["draw", "head"])
def test_other_ways_to_set_a_code(player: Player, url: str, way: str) -> None:
    page = player.move(url, "code", way=way).text
    assert "the computer guesses" in page
    assert ("Your code</span>" in page) == (way == "draw")
    assert "already set" in player.move(url, "code", code="1122").text


@cases(
    ("game", "code", "sentence"),
    [
        ("classic", "11_2", "Hole 3 is still empty."),
        ("distinct", "1123", "can’t be the secret"),
        ("pair", "09", "Write it like"),
    ],
)
def test_a_code_that_cannot_be_is_refused(
    player: Player, game: str, code: str, sentence: str
) -> None:
    url = player.new(START, game=game)
    answer = player.send(f"{url}/code", 422, version=1, code=code)
    assert sentence in answer
    assert player.version(url) == "1"


def test_an_answer_that_differs_from_the_code_is_doubted_once(player: Player, url: str) -> None:
    player.move(url, "code", code="1122")
    doubt = player.send(f"{url}/answers", 422, version=2, right="0", other="0")
    assert "Your code scores 1 black, 1 white; you chose no key pegs." in doubt
    player.send(f"{url}/answers", 422, version=2, right="2", other="0", sure="0,0")
    page = player.move(url, "answers", answer="0,0", sure="0,0").text
    assert "red, orange, yellow, green. No key pegs." in page


@pytest.mark.both_ways
def test_answers_by_hand(player: Player) -> None:
    url = by_hand(player)
    assert 'name="right" value="4"' in player.client.get(url).text
    page = player.move(url, "answers", right="1", other="2").text
    assert "red, orange, yellow, green. 1 black, 2 white." in page
    refusal = player.send(f"{url}/answers", 422, version=player.version(url), right="3", other="1")
    assert "“3 black, 1 white” isn’t possible feedback" in refusal
    for form in ({}, {"right": "1"}, {"right": "x", "other": "²"}, {"answer": "9,9"}):
        player.send(f"{url}/answers", 422, version=player.version(url), **form)


@cases(
    ("game", "text", "words"),
    [
        ("classic", "⚫⚪", "1 black, 1 white"),
        ("classic", "1 black and 1 white", "1 black, 1 white"),
        ("words2", "🟨⬛⬛⬛🟩", "yellow"),
    ],
)
def test_feedback_is_pasted_as_somebody_has_it(
    player: Player, game: str, text: str, words: str
) -> None:
    url = by_hand(player, game)
    refusal = player.send(f"{url}/answers", 422, version=player.version(url), answer="nonsense")
    assert re.search(r'<details class="help" id="paste" open', refusal)
    assert 'value="nonsense"' in refusal
    page = player.move(url, "answers", answer=text).text
    assert words in page
    assert len(re.findall(r'<li class="row', page)) >= 2
    correction = player.move(url, "corrections", row=1, answer=text)
    assert correction.status_code == 200


def test_a_contradiction_is_named_and_corrected(player: Player) -> None:
    url = by_hand(player)
    for keys in (("0", "2"), ("0", "0"), ("0", "0")):
        page = player.move(url, "answers", right=keys[0], other=keys[1]).text
    assert "These rows contradict each other" in page
    assert "The feedback for rows 1, 2 and 3 can’t all be right." in page
    assert page.count("row played marked") == 3
    page = player.move(url, "corrections", row="1", answer="1,0").text
    assert "These rows contradict each other" not in page
    assert "Row 4: the computer guesses" in page
    assert "red, orange, yellow, green. 1 black." in page


def test_a_row_is_corrected_by_hand(player: Player) -> None:
    url = by_hand(player)
    player.move(url, "answers", right="0", other="2")
    assert "Save row 1" in player.client.get(f"{url}?change=1").text
    page = player.move(url, "corrections", row="1", right="1", other="1").text
    assert "red, orange, yellow, green. 1 black, 1 white." in page
    for row in ("0", "2", "", "x", "99999"):
        refusal = player.send(
            f"{url}/corrections", 422, version=player.version(url), row=row, answer="1,1"
        )
        assert "no longer exists" in refusal


def test_rows_that_the_code_would_answer_otherwise_come_first(player: Player, url: str) -> None:
    player.move(url, "code", code="3641")
    page = player.move(url, "answers", answer="0,0", sure="0,0").text
    while "These rows contradict" not in page and 'id="result"' not in page:
        page = player.move(url, "answers").text
    assert "According to your code" in page
    page = player.move(url, "corrections", row="1", answer="0,3").text
    assert "These rows contradict" not in page


def test_the_computer_runs_out_of_rows(player: Player) -> None:
    url = player.new(START, **SHORT, strategy="entropy")
    page = player.move(url, "answers", right="0", other="1").text
    assert "you win" in page
    assert "152 codes fit all the feedback." in page


SHORT = {"game": "own", "pegs": "4", "colours": "6", "guesses": "1", "way": "head"}


@pytest.fixture
def missed(player: Player) -> str:
    """Return a game whose code was kept in the head and not found; several fit the one answer."""
    url = player.new(START, **SHORT, strategy="entropy")
    player.move(url, "answers", right="0", other="1")
    return url


def test_the_page_wants_the_code_when_nobody_found_it(player: Player, missed: str) -> None:
    page = player.client.get(missed).text
    assert "What was your code?" in page
    assert 'value="1___"' in page  # the palette without script
    assert 'value="51__"' in player.client.get(f"{missed}?draft=5").text
    page = player.move(missed, "code", code="5551").text
    assert "What was your code?" not in page
    assert 'aria-label="blue, blue, blue, red"' in page
    assert "Your code held for 1 row: you win." in page
    assert "All the feedback on the board matches your code." in page
    assert "/review" in page
    again = player.move(missed, "code", code="5515")
    assert (again.status_code, "already set" in again.text) == (422, True)


def test_answers_that_the_revealed_code_would_not_give_are_named(
    player: Player, missed: str
) -> None:
    page = player.move(missed, "code", typed="1255").text
    assert "The computer was misled" in page
    assert "you win" not in page
    assert "Row 1 was given 1 white; the code scores 2 black." in page
    assert "Not your code? Enter it again" in page
    page = player.move(missed, "code", code="5551", way="head").text
    assert "All the feedback on the board matches your code." in page


@cases(
    ("code", "sentence"),
    [
        ("", "A code has 4 pegs"),
        ("5_5_", "Holes 2 and 4 are still empty."),
        ("5559", "colours run from 1 to 6"),
    ],
)
def test_a_revealed_code_that_cannot_be_is_refused(
    player: Player, missed: str, code: str, sentence: str
) -> None:
    version = player.version(missed)
    answer = player.send(f"{missed}/code", 422, version=version, code=code, way="draw")
    assert answer.count(sentence) == 1
    assert "What was your code?" in answer
    assert player.version(missed) == version
    assert player.post(f"{missed}/code", version="1", code="5551").status_code == 409


def test_the_only_code_left_need_not_be_revealed(player: Player) -> None:
    url = player.new(START, **{**SHORT, "pegs": "2", "colours": "2"})
    page = player.move(url, "answers", right="0", other="0").text
    assert "Only orange, orange fits all the feedback." in page
    assert "Was it another code?" in page
    assert "/review" in page
    page = player.move(url, "code", code="12").text
    assert "Row 1 was given no key pegs; the code scores 1 black." in page


def test_a_revealed_code_puts_all_conflicting_answers_right(player: Player) -> None:
    url = by_hand(player)
    for whites in ("2", "0", "0"):
        page = player.move(url, "answers", right="0", other=whites).text
    assert "Or enter your code" in page
    assert "rows to these" not in " ".join(page.split())
    page = player.move(url, "code", code="5536").text
    assert "According to your code" in page
    assert "Not your code? Enter it again" in page
    assert "Change both rows to these" in " ".join(page.split())
    page = player.move(url, "corrections/all").text
    assert "These rows contradict" not in page
    assert "red, orange, yellow, green. 1 black." in page
    assert "That’s what your code scores." in page


def test_a_forgetful_computer_says_what_it_thinks_possible(player: Player) -> None:
    url = by_hand(player, overlook="90")
    pages = [player.move(url, "answers", right="0", other="1").text for _ in range(3)]
    assert any("It ignored some feedback" in page for page in pages)
    url = by_hand(player, strategy="random")
    first = guess_on(player.client.get(url).text)
    assert first
    assert first == guess_on(player.client.get(url).text)  # a reload shows the same guess


@cases(
    ("form", "sentence"),
    [
        ({"strategy": "luck"}, "Choose a strategy"),
        ({"overlook": "91"}, "0% to 90%"),
        ({"overlook": "x"}, "0% to 90%"),
        ({"game": "chess"}, "no board"),
        ({"code": "12"}, "A code has 4 pegs"),
    ],
)
def test_a_form_that_cannot_be_meant(player: Player, form: dict[str, str], sentence: str) -> None:
    answer = player.send("/mastermind/setter/games", 422, **form)
    assert sentence in answer


def test_a_stale_tab_and_a_stranger(player: Player, stranger: Player) -> None:
    url = by_hand(player)
    player.move(url, "answers", right="0", other="2")
    assert "already set" in player.move(url, "code", code="5555").text
    assert "doesn’t know your code" in player.move(url, "corrections/all").text
    player.send(f"{url}/answers", 409, version=1, right="0", other="2")
    assert stranger.get(url).status_code == 404
    assert player.client.get(url.replace("setter", "analysis/games")).status_code == 404


def test_the_list_of_what_the_computer_thinks_possible(player: Player) -> None:
    url = by_hand(player)
    player.move(url, "answers", right="0", other="0")
    page = player.get(f"{url}/candidates?hole1=5").text
    assert "8 of 16 match." in page
    assert "blue, blue, blue, blue" in page


#: A first guess by each strategy: worst case, average and bits, as published.
FIRST = {"knuth": ("256", "204.54", "2.89"), "entropy": ("312", "188.19", "3.06")}


def test_another_strategys_guess_is_beside_the_computers_with_their_figures(player: Player) -> None:
    for strategy, rival in (("entropy", "knuth"), ("knuth", "entropy")):
        url = player.new(START, strategy=strategy, code="1122")
        page = player.client.get(url).text
        figures = re.findall(r'class="pile-figures">(.*?)</p>', page, re.DOTALL)
        assert [tuple(re.findall(r"<span[^>]*>\s*([\d.]+)", text)) for text in figures] == [
            FIRST[strategy],
            FIRST[rival],
        ]
        chosen = [re.findall(r'pile-chosen">\s*([\d.]+)', text) for text in figures]
        assert chosen == [[FIRST[name][0 if name == "knuth" else 2]] for name in (strategy, rival)]
        codes = re.findall(r'class="split-size"[^>]*>([\d,]+)', page)
        assert sum(int(size) for size in codes) == 2 * 1296


def test_two_strategies_break_one_code_side_by_side(player: Player, url: str) -> None:
    player.move(url, "code", code="1122")
    beside = f"{url}/beside"
    assert beside in player.client.get(url).text
    page = player.client.get(beside).text
    assert "Most information needs" in page
    first = player.client.get(f"{beside}?one=knuth&other=first").text
    # the first guess of minimax is the code; the first possible code is another
    assert "Minimax (Knuth) needs 1 guess, First possible" in first
    assert "Minimax (Knuth), row 1: red, red, orange, orange. 4 black" in " ".join(first.split())
    assert player.client.get(f"{beside}?one=luck").status_code == 422
    assert player.client.get(f"{by_hand(player)}/beside").status_code == 404
