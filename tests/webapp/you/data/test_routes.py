"""What is kept of a visitor: exported, moved to another browser, erased."""

import json
import re
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NoReturn

import pytest
from click.testing import CliRunner
from flask import Flask
from sqlalchemy import func, select, update

from solver.cli.main import main
from tests.cases import cases
from tests.webapp.player import Player, find_part, visitor
from tests.webapp.you.test_routes import a_row
from webapp.application import create_app
from webapp.cli.exported import games_command
from webapp.config import Settings
from webapp.storage.games import Store
from webapp.storage.tables import games, metadata
from webapp.work.tasks import PendingError
from webapp.you.data import LONGEST


def code_of(player: Player) -> str:
    page = player.post("/you/data/codes").text
    return find_part(page, r"code=([2-9A-Z]{40})")


def exported(player: Player) -> list[dict[str, Any]]:
    answer = player.client.get("/you/data/games.json")
    assert answer.mimetype == "application/json"
    assert "attachment" in answer.headers["Content-Disposition"]
    document = json.loads(answer.text)
    assert document["schema"] == 1
    games: list[dict[str, Any]] = document["games"]
    return games


def test_every_game_is_exported_as_text_that_the_command_line_reads(
    player: Player, tmp_path: Path
) -> None:
    run = CliRunner()
    a_row(player)
    over = player.new("mastermind/breaker", game="mini")
    for _ in range(12):
        player.move(over, "guesses", code="112")
    evil = player.new("mastermind/breaker", game="bulls9", role="evil")
    player.move(evil, "guesses", code="1234")
    player.old_helper("1122:1,0")
    setter = player.new("mastermind/setter")
    player.move(setter, "code", code="1234")
    player.new("mastermind/setter", way="draw", setter="evil")
    hidoku = player.new("hidoku/play", board="small")
    player.move(hidoku, "placements", cell="0,2", number=5)
    games = exported(player)
    assert len(games) == 7
    for game in games:
        if game["kind"] == "play":
            file = tmp_path / "board.txt"
            file.write_text(game["board"])
            result = run.invoke(main, ["hidoku", "solve", str(file)])
            assert "5" in game["board"]
        else:
            turns = game["turns"].split()
            which = ["--game", game["game"]]
            result = run.invoke(main, ["mastermind", "candidates", *which, *turns])
            if game["code"]:
                guesses = [turn.partition(":")[0] for turn in turns]
                secret = ["--secret", game["code"]]
                review = run.invoke(main, ["mastermind", "review", *which, *secret, *guesses])
                if turns:
                    assert review.exit_code == 0, review.output
        assert result.exit_code == 0, (game, result.output)
    open_ones = [game for game in games if game["kind"] == "breaker" and not game["finished"]]
    assert len(open_ones) == 2
    assert all(game["turns"] and not game["code"] for game in open_ones)


def test_the_seconds_of_a_finished_game_do_not_grow(app: Flask, player: Player) -> None:
    url = player.new("mastermind/setter", game="mini", code="111")
    player.move(url, "answers", answer="3,0", sure="3,0")
    store: Store = app.extensions["store"]
    before = datetime.now(UTC) - timedelta(seconds=90)
    with store.changing() as connection:
        connection.execute(update(games).values(changed=before))
    [game] = json.loads(player.get("/you/data/games.json").text)["games"]
    assert (game["finished"], game["seconds"]) == (True, 0)


def test_while_the_solver_is_compiled_nothing_is_left_out_of_what_is_kept(
    app: Flask, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wait(_: object) -> NoReturn:
        raise PendingError

    url = player.new("mastermind/setter", game="mini", code="111")
    setter = app.extensions["game_types"]["setter"]
    monkeypatch.setattr(setter, "facts", wait)
    monkeypatch.setattr(setter, "text", wait)
    for answer, status in (
        (player.client.get("/you/data/games.json"), 503),
        (player.move(url, "answers", answer="3,0", sure="3,0"), 202),
    ):
        assert answer.status_code == status
        assert "Retry-After" in answer.headers
    monkeypatch.undo()
    player.move(url, "answers", answer="3,0", sure="3,0")
    [game] = exported(player)
    assert (game["result"], game["code"]) == ("over", "111")


def test_one_command_reads_the_whole_export(player: Player, tmp_path: Path) -> None:
    a_row(player)
    setter = player.new("mastermind/setter")
    player.move(setter, "code", code="1234")
    player.move(player.new("hidoku/play", board="small"), "placements", cell="0,2", number=5)
    file = tmp_path / "games.json"
    file.write_text(player.client.get("/you/data/games.json").text)
    result = CliRunner().invoke(games_command, [str(file)])
    assert result.exit_code == 0, result.output
    *games, last = result.output.splitlines()
    assert last == "3 games, 0 contests, 0 lessons and 0 exercises."
    lines = {line.partition("  ")[2] for line in games}
    assert "setter, classic, unfinished: no rows" in lines
    [count] = re.findall(
        r"breaker, classic, unfinished: 1 row, (\d+) possible codes", result.output
    )
    turns = json.loads(file.read_text())["games"][-1]["turns"]
    codes = CliRunner().invoke(main, ["mastermind", "candidates", turns]).output
    assert codes.startswith(f"{count} possible codes are left")
    assert re.search(r"play, small, unfinished: \d+ numbers missing", result.output)
    as_json = json.loads(CliRunner().invoke(games_command, [str(file), "--json"]).output)
    assert [game["checked"] for game in as_json["games"]] == [
        line.rpartition(": ")[2] for line in games
    ]


GAME = {"kind": "setter", "game": "mini", "day": None, "finished": True, "changed": "2026-11-22T1"}


@cases(
    ("game", "words"),
    [
        ({"turns": "112:1,0 234:0,0", "code": "111"}, "2 rows, code 111, which doesn’t agree with"),
        ({"turns": "112:2,0", "code": "111"}, "1 row, code 111, which agrees with all of them"),
        ({"board": "1 2\n4 3"}, "the path is complete"),
        ({"board": "1 3\n4 3"}, "1 fault on the board"),
        ({"turns": "112:9,0", "code": ""}, "can’t be read to its end"),
        ({"board": 7}, "can’t be read to its end"),
    ],
)
def test_what_the_command_says_of_a_game(game: dict[str, str], words: str, tmp_path: Path) -> None:
    file = tmp_path / "games.json"
    lists: dict[str, list[str]] = {"contests": [], "lessons": [], "exercises": []}
    file.write_text(json.dumps({"schema": 1, "games": [{**GAME, **game}], **lists}))
    assert words in CliRunner().invoke(games_command, [str(file)]).output


@cases("text", ["", "[]", "{}", '{"schema": 2}'])
def test_another_file_is_refused_in_a_sentence(text: str, tmp_path: Path) -> None:
    file = tmp_path / "games.json"
    file.write_text(text)
    refusal = CliRunner().invoke(games_command, [str(file)])
    assert (refusal.exit_code, refusal.output.count("\n")) == (2, 1)


def test_without_games_there_is_an_empty_export(player: Player) -> None:
    assert exported(player) == []
    assert player.get("/you/data").status_code == 200


def test_another_browser_is_joined_by_a_code_once(app: Flask, player: Player) -> None:
    mine = a_row(player)
    code = code_of(player)
    second = visitor(app)
    theirs = a_row(second)
    text = f" {code[:5].lower()}-{code[5:20]}\n{code[20:]} "
    assert f'value="{code}"' in second.client.get(f"/you/data/join?code={code}").text
    assert second.post("/you/data/join", code=text).status_code == 303
    for browser in (player, second):
        assert {game["id"] for game in exported(browser)} == {
            url.rsplit("/", 1)[1] for url in (mine, theirs)
        }
        assert browser.client.get(mine).status_code == 200
    third = visitor(app)
    refusal = third.send("/you/data/join", 422, code=code)
    assert "That code doesn’t work" in refusal
    assert exported(third) == []


@pytest.mark.parametrize(
    ("seconds", "status"),
    [(0, 303), (599, 303), (-50, 303), (602, 422), (-70, 422), (2**16, 422), (2**16 + 99, 422)],
)
def test_a_code_is_good_for_ten_minutes(
    app: Flask, player: Player, monkeypatch: pytest.MonkeyPatch, seconds: int, status: int
) -> None:
    """Also where another server's clock is a little ahead, and never again."""
    a_row(player)
    code, now = code_of(player), time.time() + seconds
    monkeypatch.setattr("time.time", lambda: now)
    second = visitor(app)
    assert second.post("/you/data/join", code=code).status_code == status
    assert len(exported(second)) == (status == 303)


def test_a_used_code_stays_used_when_the_server_starts_again(
    settings: Settings, empty_database: bytes
) -> None:
    (settings.data / "pegs.sqlite3").write_bytes(empty_database)
    code = code_of(Player(create_app(settings).test_client()))
    for status in (303, 422):
        assert visitor(create_app(settings)).post("/you/data/join", code=code).status_code == status


@cases("place", [0, 13, 25, 28, 31, 39])
def test_a_code_with_one_other_sign_is_nobodys(app: Flask, player: Player, place: int) -> None:
    a_row(player)
    code = code_of(player)
    forgery = code[:place] + ("2" if code[place] != "2" else "3") + code[place + 1 :]
    second = visitor(app)
    assert second.post("/you/data/join", code=forgery).status_code == 422
    assert exported(second) == []


def rows_in(app: Flask) -> dict[str, int]:
    with app.extensions["store"].reading() as connection:
        return {
            table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in metadata.sorted_tables
            if table.name != "counts"  # of limits, which end
        }


def test_a_code_stores_nothing_before_it_is_used_and_counts_with_what_is_stored(
    settings: Settings, empty_database: bytes
) -> None:
    (settings.data / "pegs.sqlite3").write_bytes(empty_database)
    app = create_app(replace(settings, new_a_day=5))
    before = rows_in(app)
    answers = [visitor(app).post("/you/data/codes") for _ in range(8)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 3
    assert "Retry-After" in answers[-1].headers
    assert rows_in(app) == before


def test_hundreds_of_tries_of_others_shut_nobody_out(app: Flask, stranger: Player) -> None:
    code = code_of(stranger)
    for number in range(200):  # each network may try ten times
        origin = {"REMOTE_ADDR": f"2001:db8:{number:x}::1", "HTTP_SEC_FETCH_SITE": "same-origin"}
        app.test_client().post("/you/data/join", data={"code": "A" * 40}, environ_base=origin)
    assert visitor(app).post("/you/data/join", code=code).status_code == 303


def test_codes_cannot_be_guessed(app: Flask, player: Player) -> None:
    a_row(player)
    code = code_of(player)
    thief = visitor(app)
    answers = [thief.post("/you/data/join", code=f"{n:040}").status_code for n in range(12)]
    assert answers == [422] * 10 + [429] * 2
    late = thief.post("/you/data/join", code=code)
    assert late.status_code == 429
    assert "Too many codes were tried." in late.text
    assert exported(thief) == []


def test_a_joined_browser_is_listed_and_can_be_ended(app: Flask, player: Player) -> None:
    a_row(player)
    second = visitor(app)
    second.post("/you/data/join", code=code_of(player))
    page = player.client.get("/you/data").text
    keys = re.findall(r"/you/data/devices/([\w-]+)/end", page)
    assert len(keys) == 2
    assert "This browser, since" in page
    assert "Another browser, since" in page
    stranger = visitor(app)
    a_row(stranger)
    assert stranger.post(f"/you/data/devices/{keys[1]}/end").status_code == 404
    address = player.post(f"/you/data/devices/{keys[1]}/end").location
    assert "no longer has your games" in player.client.get(address).text
    assert exported(second) == []
    url = a_row(second)  # a visitor of their own now
    assert len(exported(second)) == 1
    assert player.client.get(url).status_code == 404
    assert len(exported(player)) == 1


def test_the_first_browser_can_be_ended_and_stays_so(app: Flask, player: Player) -> None:
    code = code_of(player)  # before anything was played in it
    second = visitor(app)
    a_row(second)
    second.post("/you/data/join", code=code)
    assert len(exported(player)) == 1
    for place in (0, 0):  # the first, then the last that is left
        keys = re.findall(r"/you/data/devices/([\w-]+)/end", second.client.get("/you/data").text)
        address = second.post(f"/you/data/devices/{keys[place]}/end").location
        assert exported(player) == []
    assert "This browser is disconnected" in second.client.get(address).text
    assert exported(second) == []


@pytest.mark.usefixtures("clock")
def test_a_browser_that_types_its_own_code_keeps_its_games(player: Player) -> None:
    url = player.post("/daily/mastermind/2026-11-23/games").location
    player.move(url, "guesses", code="1122")
    assert player.post("/you/data/join", code=code_of(player)).status_code == 303
    assert [game["day"] for game in exported(player)] == ["2026-11-23"]


def test_of_a_text_that_is_no_code_so_much_is_shown_again(player: Player) -> None:
    answer = player.send("/you/data/join", 422, code="A" * 5000)
    assert f'value="{"A" * LONGEST}"' in answer


def test_everything_is_erased_at_once(app: Flask, player: Player) -> None:
    store: Store = app.extensions["store"]
    url = a_row(player)
    bin_game = a_row(player)
    player.post(f"/you/games/{bin_game.rsplit('/', 1)[1]}/deletion")
    second = visitor(app)
    second_game = a_row(second)
    assert player.post("/you/data/erasure").status_code == 422
    assert player.client.get(url).status_code == 200
    answer = player.post("/you/data/erasure", sure="1")
    assert "1 game erased" in answer.text
    assert player.client.get(url).status_code == 404
    for game_url in (url, bin_game):
        assert store.load_any(game_url.rsplit("/", 1)[1], "breaker") is None
    assert second.client.get(second_game).status_code == 200
    assert exported(player) == []


def test_contests_are_exported_and_erased_with_the_rest(app: Flask, player: Player) -> None:
    second = visitor(app)
    by_hand = player.post("/friends/codes/black-white/mini", code="344").location
    draw_contest = second.post("/friends/codes/black-white/mini", way="draw").location
    game = player.post(f"{draw_contest}/games", nickname="Ann").location
    rows = json.loads(player.client.get("/you/data/games.json").text)["contests"]
    by_id = {row["id"]: row for row in rows}
    contest, entry = (by_id[url.rsplit("/", 1)[1]] for url in (by_hand, draw_contest))
    assert (contest["set_by_you"], contest["code"]) == (True, "344")
    assert (entry["nickname"], entry["your_game"]) == ("Ann", game.rsplit("/", 1)[1])
    assert "code" not in entry
    assert "code" not in json.loads(second.client.get("/you/data/games.json").text)["contests"][0]
    assert ">Ann<" in second.client.get(draw_contest).text
    player.post("/you/data/erasure", sure="1")
    assert ">Ann<" not in second.client.get(draw_contest).text
    assert second.client.get(by_hand).status_code == 404
