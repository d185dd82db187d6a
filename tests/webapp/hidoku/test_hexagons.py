"""Hexagons are named by their row and their place in it wherever a page names a cell."""

import re

from flask import Flask

from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.logic.grade import Difficulty
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Adjacency
from tests.webapp.player import Player
from webapp.hidoku.play.hint_view import find_hint
from webapp.hidoku.puzzles import keep_own

BOARD = generate(BoardRequest(7, 7, adjacency=Adjacency.HEX, difficulty=Difficulty.HARD), 3).grid
SQUARE_NAME = re.compile(r"row \d+, column \d+", re.IGNORECASE)
HEXAGON_NAME = re.compile(r"row \d+, cell \d+", re.IGNORECASE)


def check(page: str) -> bool:
    assert not SQUARE_NAME.search(page), SQUARE_NAME.findall(page)
    return HEXAGON_NAME.search(page) is not None


def test_hints_and_answers_count_hexagons_along_their_row(app: Flask, player: Player) -> None:
    with app.app_context():
        url = player.new("hidoku/play", board=keep_own(BOARD))
    play = Play(BOARD)
    named = 0
    while not play.is_solved:
        advice = find_hint(play)
        assert advice.cell
        assert advice.number
        claims = f"{advice.number}:", ":{},{}".format(*advice.cell)
        forms = [{"tier": "2"}, {"tier": "3"}, *({"claim": claim} for claim in claims)]
        for form in forms if len(play.moves) % 3 == 0 else ():
            action = "hints" if "tier" in form else "questions"
            named += check(player.move(url, action, **form).text)
        cell = "{},{}".format(*advice.cell)
        player.move(url, "placements", cell=cell, number=advice.number)
        play = play.place(advice.cell, advice.number)
    assert named > 10


def test_watch_counts_hexagons_along_their_row(app: Flask, player: Player) -> None:
    with app.app_context():
        name = keep_own(BOARD)
    for by in ("both", "tries", "search"):
        pages = (f"/hidoku/watch/{name}?by={by}&step={step}" for step in range(1, 30, 3))
        assert sum(check(player.client.get(page).text) for page in pages) > 5
