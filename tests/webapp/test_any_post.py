"""Whatever is posted, in any order, keeps the rules: never a 500, never a broken game."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.webapp.player import Player
from webapp import create_app
from webapp.config import read_settings

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
        ["placements", "placements", "erasures", "undo", "redo", "restart", "checks", "hints"]
    ),
    st.fixed_dictionaries(
        {"cell": CELLS | TEXT, "number": NUMBERS | TEXT, "tier": st.sampled_from("123")}
    ),
)
KINDS = {"mastermind": MASTERMIND, "hidoku": HIDOKU}
BOUNDED = settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(scope="module")
def one_app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    data: Path = tmp_path_factory.mktemp("data")
    return create_app(read_settings({"PEGS_DATA": str(data)}))


@pytest.mark.parametrize("kind", KINDS)
def test_no_post_breaks_a_game(one_app: Flask, kind: str) -> None:
    @BOUNDED
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
    one_app.extensions["store"].engine.dispose()
