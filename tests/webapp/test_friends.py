"""With friends: a race or a group challenge on something new is one press away."""

import re

import pytest
import segno
from flask import Flask

from tests.cases import cases
from tests.webapp.player import Player, find_part
from webapp.game_type import contestables
from webapp.hidoku.play import kind as boards
from webapp.http.forms import FormError

#: What of the menu is lit on the pages of a kind.
LIT = {"breaker": "Mastermind", "play": "Hidoku"}


@pytest.fixture(params=["races", "challenges"])
def door(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_each_kind_is_one_press_away(app: Flask, player: Player, door: str) -> None:
    with app.app_context():
        names = tuple(contestables())
    page = player.client.get("/friends/").text
    assert {*names} >= {*LIT}
    for name in names:
        assert f'name="kind" value="{name}"' in page
        address = player.submit(f"/friends/{door}", kind=name)
        contest_page = player.client.get(address).text
        [lit] = re.findall(r'aria-current="true"[^>]*>(\w+)<', contest_page)
        assert lit == LIT.get(name, lit)
        assert ("Waiting room" in contest_page) is (door == "races")
        assert re.search(r'id="address"\s+value="[^"]+/group-challenge/\w+"', contest_page)


def test_two_presses_give_two_codes(app: Flask, player: Player) -> None:
    ids = {player.post("/friends/races", kind="breaker").location for _ in range(2)}
    with app.extensions["store"].engine.connect() as connection:
        starts = connection.exec_driver_sql("select start from contests").scalars().all()
    assert len(ids) == len(set(starts)) == 2


@cases("kind", ["", "chess"])
def test_a_kind_that_is_none_is_refused(player: Player, door: str, kind: str) -> None:
    refusal = player.send(f"/friends/{door}", 422, kind=kind)
    assert "Choose Mastermind or Hidoku first." in refusal
    for old in ("/group-challenge/", "/contest/"):
        assert player.client.get(old).location.endswith("/friends/")


def test_a_board_in_the_making_is_named_so(
    player: Player, door: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_board, names = boards.make_board, []

    def refuse(name: str) -> tuple[str, str]:
        names.append(name)
        raise FormError(boards.NOT_YET)

    monkeypatch.setattr(boards, "make_board", refuse)
    for _ in range(2):
        refusal = player.send(f"/friends/{door}", 422, kind="play")
        assert boards.NOT_YET in refusal
    assert names[0] == names[1]  # the one that is being made
    monkeypatch.setattr(boards, "make_board", make_board)
    assert player.post(f"/friends/{door}", kind="play").status_code == 303
    monkeypatch.setattr(boards, "make_board", refuse)
    player.post(f"/friends/{door}", kind="play")
    assert names[2] != names[0]  # that one has been sent


def test_the_link_has_a_code_for_cameras(player: Player) -> None:
    race = player.post("/friends/races", kind="breaker").location
    page = player.client.get(race).text
    code = segno.make(find_part(page, r'id="address"\s+value="([^"]+)"'), micro=False)
    picture = render_rows(page.partition('class="qrline"')[2].partition('d="')[2].partition('"')[0])
    assert picture == {
        (row, column)
        for row, line in enumerate(code.matrix)
        for column, is_dark in enumerate(line)
        if is_dark
    }


def render_rows(path: str) -> set[tuple[int, int]]:
    """Return the dark modules that the strokes of a path cover, without the margin of two."""
    dark, x, y = set(), 0.0, 0.0
    for letter, numbers in re.findall(r"([Mmh])([-\d. ]+)", path):
        steps = [float(number) for number in re.findall(r"-?\d*\.?\d+", numbers)]
        if letter == "M":
            x, y = steps
        elif letter == "m":
            x, y = x + steps[0], y + steps[1]
        else:
            dark |= {(int(y) - 2, int(x) - 2 + module) for module in range(int(steps[0]))}
            x += steps[0]
    return dark
