"""Every objection on the page of a game: its words and its marks, tier by tier."""

import re
from pathlib import Path

import pytest

from solver.hidoku.logic import techniques as folder
from solver.hidoku.logic.claims import Objection
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Grid
from solver.hidoku.text.hints import hint_words
from tests.solver.hidoku.logic.boards import HINTS, hint_with
from tests.solver.hidoku.logic.made_up import ROW, write_technique
from tests.webapp.player import Player, unlinked
from webapp.hidoku.picture.cells import cell_links
from webapp.hidoku.picture.model import draw
from webapp.hidoku.play.hint_view import AT_FIRST, highlights, selected_row
from webapp.hidoku.puzzles import keep_own


def begun(player: Player, grid: Grid) -> str:
    with player.client.application.app_context():
        name = keep_own(grid)
    return player.new("hidoku/play", board=name)


@pytest.mark.parametrize("kind", HINTS, ids=lambda kind: kind.__name__)
def test_every_objection_is_explained_and_marked_on_the_page(
    kind: type[Objection], stranger: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    play, advice = hint_with(kind)
    play = Play(play.grid.with_givens(play.board))
    monkeypatch.setattr("webapp.hidoku.play.hint_view.find_hint", lambda _: advice)
    url, words = begun(stranger, play.grid), hint_words(advice)
    painter = draw(play.grid, play.board).painter
    sentences = [
        [unlinked(cell_links(text, painter)) for text in texts]
        for texts in (
            (words.nudge,),
            (words.title, *(row.text for row in words.rows[1:]), words.conclusion),
            (words.move,),
        )
    ]
    for tier in (1, 2, 3):
        page = unlinked(stranger.move(url, "hints", tier=tier).text)
        assert all(text in page for text in sentences[tier - 1])
        assert not any(text in page for texts in sentences[tier:] for text in texts)
        row = selected_row(words.rows, AT_FIRST)
        marks, _ = highlights(play, advice, tier, row)
        assert all(is_marked(page, name) for name, cells in marks.items() if cells)


def is_marked(page: str, mark: str) -> bool:
    return bool(re.search(rf'class="cell [^"]*\b{mark}\b', page))


def test_one_file_is_enough_for_a_technique_on_the_page(
    stranger: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with write_technique(tmp_path, folder, monkeypatch):
        url = begun(stranger, ROW)
        page = stranger.move(url, "hints", tier=1).text
        assert "Look at the first cell." in page
        assert is_marked(page, "area")
        assert "A made-up reason." not in page
        page = stranger.move(url, "hints", tier=2).text
        assert "A made-up reason." in page
        assert is_marked(page, "because")
        page = unlinked(stranger.move(url, "hints", tier=3).text)
        assert "Place 2 in row 1, column 2." in page
