"""The lab through its routes: known figures on its pages, trees to browse, refusals in words."""

import csv
import io
import json
import re

import pytest
from flask import Flask

from solver.deduction.games import game_named
from solver.deduction.strategies.registry import STRATEGIES
from solver.deduction.trees.grow import tree
from solver.deduction.trees.tree import format_json
from tests.cases import cases
from tests.webapp.player import Player
from tests.webapp.work.executors import NONE, FullExecutor, HeldExecutor, behind
from tests.webapp.work.patience import until
from webapp.lab import result_view

CLASSIC = game_named("classic")
pytestmark = pytest.mark.usefixtures("long_silence")

#: Minutes of work, for one piece: under way for as long as a test may last.
LONG = "every sampled super"


@pytest.fixture
def visitor(one_app: Flask) -> Player:
    """A visitor of one server for all tests of this module: what was found is kept."""
    return Player(one_app.test_client())


def found(visitor: Player, **form: object) -> str:
    """Ask for a study and return the address of its finding, when that is there."""
    answer = visitor.submit("/lab/jobs", **form)
    until(lambda: "under-way" not in visitor.get(answer).text)
    return answer


def figures(page: str) -> dict[str, str]:
    pairs = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", page)
    return {name: re.sub(r"<[^>]*>", "", text).strip() for name, text in pairs}


@cases(
    ("form", "values", "words"),
    [
        ({"study": "every knuth classic"}, {"Guesses in all": "5,801", "Worst case": "5"}, ""),
        ({"study": "every first bulls9"}, {"Guesses in all": "15,730", "Worst case": "8"}, ""),
        (
            {"study": "every perfect classic"},
            {"Guesses in all": "5,625"},
            "Proved: no strategy needs fewer guesses in all.",
        ),
        (
            {"game": "distinct", "strategy": "worst"},
            {"Worst case": "5"},
            "Proved: no strategy can guarantee fewer than 5 guesses.",
        ),
    ],
)
def test_known_figures(
    visitor: Player, form: dict[str, str], values: dict[str, str], words: str
) -> None:
    page = visitor.get(found(visitor, **form)).text
    assert values.items() <= figures(page).items()
    assert words in page


def test_the_guesses_of_a_study_and_its_worst_line(visitor: Player) -> None:
    page = visitor.get(found(visitor, study="every knuth classic")).text
    rows = re.findall(r'<th scope="row">(\d+)</th><td><span class="measure">.*?<b>([\d,]+)', page)
    assert [count for _, count in rows] == ["1", "6", "62", "533", "694"]
    line = re.findall(r'<span class="unseen">([a-z, ]+: [^<]*)</span>', page)
    assert len(line) == 5
    assert line[0].startswith("red, red, orange, orange: ")
    assert line[-1].endswith(": 4 black")


def test_a_sample_tells_its_error(visitor: Player) -> None:
    url = found(visitor, study="sample entropy mini 60")
    page = visitor.get(url).text
    assert figures(page)["Games"] == "60"
    assert re.fullmatch(r"\d\.\d{4} ± \d\.\d{4}", figures(page)["Average"])
    assert visitor.get(f"{url}/tree/").status_code == 404


def test_a_board_too_large_for_every_code_gets_a_sample(stranger: Player) -> None:
    job = stranger.post("/lab/jobs", game="own", pegs=6, colours=9, strategy="first").location
    assert "First possible on 6 × 9, 500 games" in stranger.get(job).text


def test_a_second_request_has_the_finding_at_once(visitor: Player, one_app: Flask) -> None:
    url = found(visitor, study="every knuth mini")
    stranger = Player(one_app.test_client())
    assert stranger.post("/lab/jobs", game="mini", strategy="knuth").location == url
    form = {"game": "own", "pegs": 3, "colours": 4, "strategy": "knuth", "guesses": 10}
    assert stranger.post("/lab/jobs", **form).location == url
    assert figures(stranger.get(url).text)["Guesses in all"] == "216"


def test_every_board_is_compared_and_links_to_what_was_found(visitor: Player) -> None:
    url = found(visitor, study="every knuth 3x5/10")
    comparison = visitor.get("/lab/games/3x5/10").text
    label = "Minimax (Knuth) on 3 × 5: average 3.704, worst case 5, run here"
    assert f'href="{url}" aria-label="{label}"' in comparison
    assert "“Here”: worked out on this server" in comparison
    table = visitor.get("/lab/").text
    assert f'value="{LONG}"' in table
    assert "Perfect play is out of reach" in table
    assert found(visitor, study="every knuth 3x5/12") == url  # whatever the number of guesses
    assert url in visitor.get("/lab/games/3x5/11").text
    for game in ("4x5/10", "pair", "grand", "8x5/10"):
        assert visitor.get(f"/lab/games/{game}").status_code == 200


# The tree.


def test_the_tree_is_browsed_from_the_root_to_a_code(visitor: Player) -> None:
    url = found(visitor, study="every knuth classic")
    page = visitor.get(f"{url}/tree/").text
    assert "Guess 1: " in page
    assert figures(page)["Codes left"] == "1,296"
    assert figures(page)["Left at worst"] == "256"
    assert figures(page)["Bits"] == "2.89"
    steps = 1
    while links := re.findall(rf'<th scope="row"><a href="({url}/tree/[^"]+)"', page):
        page = visitor.get(links[0]).text
        steps += 1
        assert f"Guess {steps}: " in page
    assert figures(page)["Codes left"] == "1"
    assert page.count("Back to guess ") == steps - 1
    position = re.findall('href="(/mastermind/analysis/[^"]+)"', page)[0]
    assert "1 possible code." in visitor.get(position).text


def test_the_tree_is_drawn_and_its_nodes_lead_to_their_guesses(visitor: Player) -> None:
    url = found(visitor, study="every knuth classic")
    page = visitor.get(url).text
    picture = page.partition('class="tree"')[2].partition("</svg>")[0]
    links = re.findall(rf'href="({url}/tree/[^"]+)"', picture)
    of_first = {link for link in links if link.count("/") == url.count("/") + 2}
    assert len(of_first) == 12  # of 13 outcomes one ends the game
    assert len(links) <= 400
    assert "Guess 2: " in visitor.get(links[0]).text
    assert "Guess 3: " in visitor.get(links[-1]).text
    nodes = visitor.get(f"{url}/tree.json").text.count('"guess"')
    folds = sum(int(count) for count in re.findall(r">\+(\d+)</text>", picture))
    assert 1 + len(links) + folds == nodes


def test_every_answer_of_the_pair_can_be_an_address(visitor: Player) -> None:
    url = found(visitor, study="every knuth pair")
    links = re.findall(r'<th scope="row"><a href="([^"]+)"', visitor.get(f"{url}/tree/").text)
    assert len(links) == 3
    assert all(visitor.get(link).status_code == 200 for link in links)


def test_the_tree_is_exported_whole(visitor: Player) -> None:
    url = found(visitor, study="every knuth classic")
    file = visitor.get(f"{url}/tree.json")
    assert file.headers["Content-Disposition"] == 'attachment; filename="every-knuth-classic.json"'
    assert json.loads(file.text)["strategy"] == "knuth"
    assert file.text.strip() == format_json(tree(CLASSIC, STRATEGIES["knuth"]))
    lines = list(csv.reader(io.StringIO(visitor.get(f"{url}/tree.csv").text)))
    assert len(lines) == 1297
    assert sum(int(line[1]) for line in lines[1:]) == 5801


def test_a_large_file_is_written_elsewhere(
    one_app: Flask, visitor: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"{found(visitor, study='every knuth classic')}/tree.csv"
    usual = visitor.get(address).text
    monkeypatch.setattr(result_view, "MOST_AT_ONCE", 0)
    monkeypatch.setitem(one_app.config, "PATIENCE", NONE)
    result_view.written.cache_clear()
    with behind(one_app, FullExecutor()):
        refusal = visitor.get(address)
    assert (refusal.status_code, refusal.headers["Retry-After"]) == (429, "2")
    with behind(one_app, HeldExecutor()) as executor:
        for _ in range(2):
            waiting = visitor.get(address)
            assert (waiting.status_code, waiting.headers["Retry-After"]) == (503, "1")
            assert "We’re working it out. Ask again in a moment." in waiting.text
        assert executor.open() == 1
        assert visitor.get(address).text == usual


@cases(
    "path",
    [
        *("tree/9,9", "tree/x", "tree/4,0", "tree/0,0//0,0", "tree.xml"),
        "tree/0,0/0,0/0,0/0,0/0,0",
        *("/lab/jobs/nothing", "/lab/jobs/%00", "/lab/games/chess", "/lab/games/"),
    ],
)
def test_what_there_is_not(visitor: Player, path: str) -> None:
    url = found(visitor, study="every knuth classic")
    assert visitor.get(path if path[0] == "/" else f"{url}/{path}").status_code == 404


# Jobs.


@pytest.mark.both_ways
def test_a_job_under_way_is_watched_and_cancelled(player: Player) -> None:
    url = player.post("/lab/jobs", study=LONG).location
    page = player.get(url).text
    assert f'hx-get="{url}" hx-trigger="every 700ms"' in page
    assert "<progress" in page
    assert ('<meta http-equiv="refresh"' in page) is not player.by_htmx
    assert "It can take up to 120 seconds" in page
    assert player.get(f"{url}/tree/").status_code == 404
    assert "under way" in player.client.get("/lab/").text
    answer = player.post(f"{url}/cancel")
    page = answer.text if player.by_htmx else player.get(answer.location).text
    assert "Cancelled before it finished." in page
    assert "hx-trigger" not in page
    assert "Run it again" in page


def test_a_job_is_public_but_its_owners_to_cancel_and_a_third_is_refused(
    player: Player, stranger: Player
) -> None:
    url = player.post("/lab/jobs", study=LONG).location
    page = stranger.get(url).text
    assert "under-way" in page
    assert "Cancel" not in page
    assert stranger.post(f"{url}/cancel").status_code == 404
    assert "under-way" in player.get(url).text
    assert player.post("/lab/jobs", study="every sampled bulls10").status_code == 303
    answer = player.post("/lab/jobs", study="every sampled bulls9")
    assert answer.status_code == 429
    assert "You have 2 jobs under way." in answer.text
    assert answer.headers["Retry-After"] == "30"


@cases(
    ("form", "sentence"),
    [
        ({"study": "every entropy grand"}, "whole trees are for up to"),
        ({"game": "8x12/10", "strategy": "first"}, "A board can have up to 600,000."),
        ({"game": "super", "strategy": "worst"}, "out of reach"),
        ({"game": "super", "strategy": "perfect"}, "out of reach"),
        ({"game": "classic", "strategy": "clever"}, "There is no such strategy."),
        ({"game": "classic"}, "There is no such strategy."),
        ({"game": "chess", "strategy": "first"}, "There’s no board called “chess”"),
        ({"game": "own", "pegs": "x", "colours": "5"}, "Type the number of pegs."),
        ({"game": "own", "pegs": "9", "colours": "5", "strategy": "first"}, "peg"),
        ({"study": "sample first mini 1"}, "A sample has 2 to 2,000 games."),
        ({"study": "best of all"}, "is no study"),
        ({"study": "every first <b>"}, "There’s no board called"),
        ({}, "There is no such strategy."),
    ],
)
def test_impossible_studies(visitor: Player, form: dict[str, str], sentence: str) -> None:
    answer = visitor.send("/lab/jobs", 422, **form)
    assert sentence in answer
    assert "<b>&" not in answer
