"""Whatever is posted, in any order, keeps the rules: never a 500, never a broken game."""

from __future__ import annotations

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from tests.webapp.player import Player

TEXT = st.one_of(
    st.text(max_size=12), st.sampled_from(["", "1", "0", "-1", "1122", "_", "²", "\0"])
)
NUMBERS = st.integers(-2, 103).map(str)
CELLS = st.builds("{},{}".format, st.integers(-1, 10), st.integers(-1, 10))
ROWS = st.text("123456_7A", min_size=3, max_size=5)
MASTERMIND = st.tuples(
    st.sampled_from(["guesses", "hints"]),
    st.fixed_dictionaries(
        {"code": ROWS | TEXT, "tier": st.sampled_from("0123x")}, optional={"typed": ROWS | TEXT}
    ),
)
HIDOKU = st.tuples(
    st.sampled_from(
        [
            "placements",
            "placements",
            "notes",
            "tints",
            "erasures",
            "undo",
            "redo",
            "restart",
            "checks",
            "hints",
        ]
    ),
    st.fixed_dictionaries(
        {
            "cell": CELLS | TEXT,
            "number": NUMBERS | TEXT,
            "tint": st.sampled_from("01267") | TEXT,
            "tier": st.sampled_from("123"),
        }
    ),
)
JUNK = TEXT | st.sampled_from(["9" * 400, "1,2,3", "x y"])
SIDES = st.integers(2, 5).map(str) | JUNK
REQUESTS = st.fixed_dictionaries(
    {"size": st.just("own") | JUNK, "rows": SIDES, "columns": SIDES},
    optional={
        "shape": st.sampled_from(["ring", "hexagon", "heart"]) | JUNK,
        "adjacency": st.sampled_from(["four", "hex"]) | JUNK,
        "difficulty": st.sampled_from(["any", "beginner", "expert"]) | JUNK,
        "symmetry": st.sampled_from(["point", "diagonal"]) | JUNK,
        "links": st.integers(0, 30).map(str) | JUNK,
        "minimal": JUNK,
        "seed": NUMBERS,
        "board": st.sampled_from(["v5-4x4-1", "findling", "daily-2020-01-01", "v5-2x9-1", "own-x"]),
        "like": st.sampled_from(["v5-4x4-1", "findling", "x"]),
        "then": st.sampled_from(["play", "x"]),
    },
)
BOARDS = st.sampled_from(
    ["1 . 3\n. # .", "1,_\n_,4", "1 2", "1", "1 1", "[[1, 0], [0, 4]]", '{"board": [[1, 0]]}']
)
NAMES = st.sampled_from(["findling", "own-aaaaaaaaaaaaaaaa", "v5-4x4-1", "daily-2026-13-01"]) | JUNK
TOUCHING = st.sampled_from(["", "8", "4", "hex"]) | JUNK
PAGES = st.sampled_from(
    (
        *("boards", "boards/findling", "solve/findling", "solve/findling/solutions"),
        *("boards/gallery", "exchange/print", "exchange/import"),
        *("editor", "rules", ""),
    )
)
FIELDS = st.sampled_from(
    (
        *("board", "add", "per", "solutions", "step", "by", "show", "cell", "n", "against"),
        *("seconds", "think", "view", "draft", "text", "waiting", "number"),
    )
)
KINDS = {"mastermind/breaker": MASTERMIND, "hidoku/play": HIDOKU}


@pytest.mark.parametrize("kind", KINDS)
def test_no_post_breaks_a_game(one_app: Flask, kind: str) -> None:
    @given(st.lists(KINDS[kind], max_size=12), st.booleans())
    def check(posts: list[tuple[str, dict[str, str]]], by_htmx: bool) -> None:
        player = Player(one_app.test_client(), by_htmx)
        url = player.new(kind)
        for what, form in posts:
            before = player.version(url)
            status = player.move(url, what, **form).status_code
            assert status in {200, 409, 422}
            is_kept = player.version(url) == before
            assert is_kept or status == 200
        assert player.client.get(url).status_code == 200

    check()


def arrives(player: Player, address: str, **form: str) -> bool:
    """Post a form; say if it was accepted, after a look at where it led."""
    answer = player.post(address, **form)
    assert answer.status_code in {200, 303, 404, 413, 422, 429}
    if answer.status_code == 303:
        assert answer.location.startswith("/hidoku/")
        assert player.client.get(answer.location, follow_redirects=True).status_code == 200
    return answer.status_code in {200, 303}


@pytest.mark.parametrize("address", ["/hidoku/boards", "/hidoku/boards/v5-4x4-1/makings"])
def test_any_request_is_made_or_refused(one_app: Flask, address: str) -> None:
    @given(REQUESTS, st.booleans())
    def check(form: dict[str, str], by_htmx: bool) -> None:
        arrives(Player(one_app.test_client(), by_htmx), address, **form)

    check()


@given(PAGES, st.dictionaries(FIELDS, NAMES | NUMBERS), st.booleans())
def test_any_address_is_answered(
    one_app: Flask, page: str, args: dict[str, str], by_htmx: bool
) -> None:
    headers = {"HX-Request": "true"} if by_htmx else {}
    address = f"/hidoku/{page}"
    answer = one_app.test_client().get(address, query_string=args, headers=headers)
    assert answer.status_code in {200, 302, 404, 422}


def test_no_change_comes_from_another_site(one_app: Flask) -> None:
    rules = [rule for rule in one_app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    assert len(rules) >= 40
    client = one_app.test_client()
    for rule in rules:
        with one_app.test_request_context():
            address = rule.build(dict.fromkeys(rule.arguments, "1"))
        assert address
        for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://evil.example"}, {}):
            assert client.post(address[1], headers=headers).status_code == 403
