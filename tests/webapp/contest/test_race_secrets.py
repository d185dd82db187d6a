"""Nothing of a race's board or code is seen outside its games before the round is over."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from flask import Flask
from sqlalchemy import select

from solver.hidoku.notations.json_format import format_json
from solver.hidoku.notations.registry import parse_any
from tests.webapp.contest.test_race import (
    PASS,
    begun,
    entered,
    go_back,
    of_boards,
    running,
    secret_of,
    start_round,
    win,
)
from tests.webapp.http.visits import Visitor, fields, path_of, rules_of, valid_values, visitor_of
from tests.webapp.player import Player
from webapp.hidoku.play.replays import board_of
from webapp.hidoku.puzzles import RACED_ON, keep_own
from webapp.hidoku.verdict import solutions_of
from webapp.storage.games import Store
from webapp.storage.tables import contests

__all__ = ["go_back"]
UNKNOWN, PUBLIC = "own-aaaaaaaaaaaaaaaa", "1 . 3\n. 5 .\n7 . 9"
ROOMS = ("/hidoku", "/embed", "/cards", "/group-challenge")
QUERIES = ("", "board={}", "add={}", "name={}", "solution=1", "seconds=10", "draft={}", "game={}")
BY_NAME = ("/hidoku/boards/{}", "/hidoku/watch/{}", "/hidoku/watch/{}/solutions")


class BoardAddress(NamedTuple):
    """A request that names a board, by {}."""

    method: str
    path: str
    query: str = ""

    def status(self, visitor: Visitor, name: str) -> int:
        path, query = (text.replace("{}", name) for text in self[1:])
        form = fields(board=name, name=name) if self.method == "POST" else None
        return visitor.ask(self.method, path, query, form).status


def board_addresses(app: Flask, player: Player) -> Iterator[BoardAddress]:
    """Yield every request that could name a board, in the address or in the query."""
    values = valid_values(player)
    for rule in rules_of(app):
        room = values.get(rule.endpoint.partition(".")[0], values[""])
        methods = {"GET", "POST"} & (rule.methods or set())
        if not rule.rule.startswith(ROOMS) or not rule.arguments <= room.keys():
            continue
        path = path_of(rule, {**room, "name": "{}", "form": "png"})
        for query in QUERIES:
            if "{}" in path + query or "POST" in methods:
                yield from (BoardAddress(method, path, query) for method in sorted(methods))


def board_behind(app: Flask, race: str) -> tuple[str, str]:
    """Return the name of a race's board, which nobody is told, and how its games begin."""
    store: Store = app.extensions["store"]
    query = select(contests.c.rules, contests.c.start)
    row = store.rows(query.where(contests.c.id == race.rsplit("/", 1)[1]))[0]
    return row["rules"], row["start"]


def test_no_address_shows_the_board_of_a_race_before_the_round_is_over(
    app: Flask, setter: Player, go_back: PASS
) -> None:
    race = of_boards(setter)
    ann, bob = entered(app, race, "Ann", "Bob")
    name, _ = board_behind(app, race)
    with app.app_context():
        public = keep_own(parse_any(PUBLIC))
    stranger = Player(app.test_client())
    naming = [
        request
        for request in board_addresses(app, stranger)
        if request.status(visitor_of(stranger), public) < 400
        and request.status(visitor_of(stranger), UNKNOWN) >= 400
    ]
    paths = {request.path for request in naming}
    assert paths >= set(BY_NAME)
    assert len(paths) > 12
    visitors = [visitor_of(player) for player in (setter, ann, stranger)]
    statuses = dict.fromkeys(naming, 403)
    for visitor in visitors:
        assert {request: request.status(visitor, name) for request in naming} == statuses
    start_round(setter, race, go_back)
    begun(ann, race), begun(bob, race)
    for visitor in visitors:
        assert {request: request.status(visitor, name) for request in naming} == statuses
    go_back(3600)
    for request in naming:
        assert request.status(visitors[1], name) < 400, request


def test_neither_does_what_a_player_may_make_of_it(
    app: Flask, setter: Player, go_back: PASS
) -> None:
    race = of_boards(setter)
    ann, bob = entered(app, race, "Ann", "Bob")
    name, start = board_behind(app, race)
    for player in (ann, setter):
        assert name not in player.get("/you/data/games.json").text
    start_round(setter, race, go_back)
    game = begun(ann, race)
    begun(bob, race)
    game_id = game.rsplit("/", 1)[1]
    assert ann.get("/you/data/games.json").get_json(force=True)["games"] == []
    download = f"/hidoku/exchange/games/{game_id}/board.txt"
    assert ann.get(download).status_code == 403
    copies = [ann.post(f"/hidoku/{room}/games/{game_id}").location for room in ("watch", "editor")]
    with app.test_request_context():
        path = solutions_of(board_of(start)).solutions[0]
    for cell, number in zip(path, range(1, len(path) + 1), strict=True):
        if cell not in board_of(start).given:
            ann.move(game, "placements", cell=f"{cell.row},{cell.column}", number=number)
    copies += [bob.post("/hidoku/exchange/import", text=format_json(board_of(start))).location]
    for address in copies:
        assert RACED_ON in bob.read(address, 403)
    assert ann.post("/g/", game=game_id).status_code == 409
    assert ann.post("/friends/games", game=game_id).status_code == 422
    go_back(3600)
    assert ann.get(download).status_code == 200
    assert all(bob.get(address).status_code == 200 for address in copies)
    assert name in ann.get("/you/data/games.json").text


@pytest.mark.parametrize("is_over", [False, True])
def test_a_code_is_shown_and_sent_to_nobody_before_the_round_is_over(
    app: Flask, setter: Player, go_back: PASS, is_over: bool
) -> None:
    race, ann, bob = running(app, setter, go_back)
    begun(bob, race)
    game = win(app, ann, race)
    game_id, code = game.rsplit("/", 1)[1], secret_of(app, game)
    go_back(3600 if is_over else 0)
    assert ann.post("/g/", game=game_id).status_code == (303 if is_over else 409)
    assert (f'"{code}"' in ann.get("/you/data/games.json").text) is is_over
    assert f'"{code}"' not in bob.get("/you/data/games.json").text
