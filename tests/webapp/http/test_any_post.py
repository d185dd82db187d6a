"""Whatever board is asked for is made or refused, and no change comes from another site."""

from __future__ import annotations

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from tests.webapp.player import Player

TEXT = st.one_of(
    st.text(max_size=12), st.sampled_from(["", "1", "0", "-1", "1122", "_", "²", "\0"])
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
        "seed": st.integers(-2, 103).map(str),
        "board": st.sampled_from(["v5-4x4-1", "findling", "daily-2020-01-01", "v5-2x9-1", "own-x"]),
        "like": st.sampled_from(["v5-4x4-1", "findling", "x"]),
        "then": st.sampled_from(["play", "x"]),
    },
)


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
