"""Drawings are kept as there is room for: the latest, and so much of each."""

import re

import pytest

from solver.hidoku.rules.grid import Cell, Grid
from tests.webapp.player import Player
from webapp.hidoku.editor import game as editor_game
from webapp.hidoku.editor.game import FEWEST, Draft, board_edit, format_edits, parse_edits

EDITOR = "/hidoku/editor"


def draft_of(player: Player, number: int) -> str:
    """Begin a drawing with one number and return its id."""
    answer = player.post(f"{EDITOR}/givens", cell="0,0", number=number)
    page = player.get(answer.location).text if answer.status_code == 303 else answer.text
    return re.search(r'name="draft" value="([^"]+)"', page)[1]


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(editor_game, "MOST_DRAFTS", 2)


def test_the_drawings_changed_last_are_kept(player: Player, stranger: Player) -> None:
    first = draft_of(player, 1)
    strangers_draft = draft_of(stranger, 1)
    answer = player.post(f"{EDITOR}/saves", draft=first, version="1")
    board = re.search(r"/hidoku/boards/own-\w+", answer.text)[0]
    game = player.post(f"{EDITOR}/games", draft=first, version="1").location
    second = draft_of(player, 2)
    player.post(f"{EDITOR}/givens", draft=first, version="1", cell="0,1", number="2")
    third = draft_of(player, 3)
    codes = [player.get(f"{EDITOR}?draft={draft}").status_code for draft in (first, second, third)]
    assert codes == [200, 404, 200]
    assert stranger.get(f"{EDITOR}?draft={strangers_draft}").status_code == 200
    assert player.client.get(game).status_code == 200
    assert player.client.get(board).status_code == 200


def test_all_drawings_kept_can_be_found(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(editor_game, "MOST_DRAFTS", 7)
    drafts = [draft_of(player, number) for number in range(1, 9)]
    page = player.client.get(EDITOR).text
    assert re.findall(r'\?draft=([\w-]+)">6 × 6, 1 given, \d+ \w+<', page) == drafts[:0:-1]
    assert "Older drawings: 2" in page
    assert "We keep the 7 drawings you changed last" in page


@pytest.mark.parametrize("limit", [1, 2000])
def test_the_text_of_a_drawing_stays_short(monkeypatch: pytest.MonkeyPatch, limit: int) -> None:
    monkeypatch.setattr(editor_game, "MOST_TEXT", limit)
    draft, earlier = Draft(Grid.of(8, 8)), []
    for number in range(1, 40):
        earlier.append(draft.grid)
        draft = draft.edit(board_edit(Grid.of(8, 8, {Cell(0, 0): number})))
        assert sum(len(str(edit)) for edit in draft.done) <= limit or len(draft.done) <= FEWEST
        assert draft.grid.given == {Cell(0, 0): number}
        assert draft.undo().grid == earlier[-1]
    assert draft.undo().undo().grid == earlier[-2]
    assert parse_edits(draft.start, format_edits(draft)) == draft
    assert len(draft.done) < 39
