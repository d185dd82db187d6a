"""What is pencilled in: notes of many cells, what fits, what a hint ruled out, lines, and where."""

import re
from html import unescape

import pytest

from solver.hidoku.logic.claims import Structure
from tests.solver.hidoku.logic.boards import hint_with
from tests.webapp.player import Player, find_part, unlinked
from webapp.hidoku.puzzles import keep_own


def said(page: str) -> str:
    part = find_part(page, r'<p id="status"[^>]*>(.*?)</p>', re.DOTALL)
    return unescape(re.sub(r"<[^>]+>", "", part)).strip()


def noted(page: str) -> dict[str, str]:
    """Return the notes that cells show, by the values of the cells."""
    cells = re.findall(r'value="(\d+,\d+)"[^>]*>\s*<span></span><small>([^<]*)</small>', page)
    return dict(cells)


def test_notes_of_several_cells_with_and_without_script(player: Player, url: str) -> None:
    page = player.move(url, "notes", cell="0,0", cells="0,0 0,1", number="3, 5 6").text
    assert noted(page) == {"0,0": "3 5 6", "0,1": "3 5 6"}
    page = player.move(url, "notes", cell="0,1", number="5").text
    assert noted(page) == {"0,0": "3 5 6", "0,1": "3 6"}
    page = player.move(url, "erasures", cell="0,0", cells="0,0 0,1").text
    assert noted(page) == {}
    assert noted(player.move(url, "undo").text) == {"0,0": "3 5 6", "0,1": "3 6"}


@pytest.mark.parametrize(
    ("number", "problem"),
    [("", "Type a number from 1 to 100."), ("3 x", "“x” isn’t a number from 1 to 100.")],
)
def test_notes_that_cannot_be_read_stay_in_the_field(player, url, number, problem) -> None:
    answer = player.move(url, "notes", cell="0,0", number=number)
    assert answer.status_code == 422
    assert problem in unescape(answer.text)
    assert f'value="{number}"' in answer.text


def test_what_fits_a_cell_is_noted(player: Player, url: str) -> None:
    page = player.move(url, "candidates", cell="1,9").text
    assert noted(page) == {"1,9": "36 37 38 58 59"}
    answer = player.move(url, "candidates", cell="1,9")
    assert (answer.status_code, "has all these notes already" in answer.text) == (422, True)
    refusal = unlinked(player.move(url, "candidates", cell="1,8").text)
    assert "8 numbers can still reach row 2, column 9. It has room for 6 notes." in refusal


def test_the_cells_of_a_number_are_listed_and_marked(player: Player, url: str) -> None:
    answer = player.move(url, "reach", number="56", cell="0,0")
    cells = re.findall(
        r'class="cell empty reachable[^>]*><input[^>]*value="(\d+,\d+)"', answer.text
    )
    assert cells == ["0,8", "1,8"]
    assert said(answer.text) == (
        "56 can go to 2 cells, counting steps from 54 and 57: row 1, column 9 and row 2, column 9."
    )
    assert "empty, in reach" in answer.text
    assert "reachable" not in player.client.get(url).text
    assert said(player.move(url, "reach", number="57", cell="0,0").text) == (
        "57 is already in row 1, column 10."
    )
    refusal = player.move(url, "reach", number="101", cell="0,0").text
    assert "Numbers on this board run from 1 to 100." in refusal


def test_without_a_number_typed_it_is_the_selected_one(player: Player, url: str) -> None:
    page = player.move(url, "reach", number="", cell="0,0", direction="up").text
    assert said(page).startswith("2 can go to ")


def test_a_hint_s_eliminations_become_notes(player: Player, url: str) -> None:
    page = player.move(url, "eliminations", eliminated="58:1,9 59:1,9 56:1,8 4:0,2").text
    assert noted(page) == {"1,9": "36 37 38"}
    answer = player.move(url, "eliminations", eliminated="58:1,9")
    assert (answer.status_code, "nothing new" in answer.text) == (422, True)
    assert player.move(url, "eliminations", eliminated="56").status_code == 422


@pytest.mark.parametrize(("tier", "is_offered"), [(1, False), (2, True), (3, False)])
def test_a_hint_offers_to_keep_what_its_reason_rules_out(
    player: Player, monkeypatch: pytest.MonkeyPatch, tier: int, is_offered: bool
) -> None:
    play, advice = hint_with(Structure)
    monkeypatch.setattr("webapp.hidoku.play.hint_view.find_hint", lambda _: advice)
    with player.client.application.app_context():
        url = player.new("hidoku/play", board=keep_own(play.grid))
    page = player.move(url, "hints", tier=tier).text
    assert ("Keep as notes" in page) == is_offered
    if is_offered:
        [eliminations] = re.findall(r'name="eliminated" value="([^"]+)"', page)
        notes = noted(player.move(url, "eliminations", eliminated=eliminations).text)
        for number, cell in (text.split(":") for text in eliminations.split()):
            assert number not in notes[cell].split()


def test_a_line_is_drawn_below_the_numbers_and_taken_back(player: Player, url: str) -> None:
    page = player.move(url, "lines", cells="0,0 0,1 1,1").text
    assert '<path class="pencil" d="M0.5 0.5h1v1"' in page
    assert 'class="pencil"' in player.client.get(url).text
    assert 'class="pencil"' not in player.move(url, "undo").text
    refusal = unlinked(player.move(url, "lines", cells="0,0 5,5").text)
    assert "Row 6, column 6 isn’t next to row 1, column 1." in refusal


def tentative(page: str) -> list[str]:
    """Return the cells whose numbers are marked as supposed."""
    return re.findall(r'class="cell placed[^"]*tentative[^>]*><input[^>]*value="(\d+,\d+)"', page)


def test_what_is_supposed_is_marked_until_it_is_kept_or_taken_back(
    player: Player, url: str
) -> None:
    def shown() -> str:
        return player.client.get(url).text

    player.move(url, "placements", cell="9,1", number="2")
    page = player.move(url, "supposition").text
    assert "From here you suppose" in page
    assert "Stop supposing" in page
    assert "Take back" not in page
    player.move(url, "placements", cell="9,2", number="3")
    assert tentative(shown()) == ["9,2"]
    assert "Take back 1" in shown()
    player.move(url, "supposition/taken-back")
    assert tentative(shown()) == []
    assert "71 numbers to place" not in said(shown())
    assert said(shown()) == "72 numbers to place."
    assert "Take back" not in shown()
    player.move(url, "supposition")
    player.move(url, "placements", cell="9,2", number="3")
    player.move(url, "supposition/kept")
    assert tentative(shown()) == []
    assert said(shown()) == "71 numbers to place."


def test_one_can_suppose_from_the_first_number_on(player: Player, url: str) -> None:
    player.move(url, "supposition")
    player.move(url, "placements", cell="9,1", number="2")
    assert tentative(player.client.get(url).text) == ["9,1"]
