"""Names of boards: what they say, and that what they name stays the same for ever."""

import hashlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.hidoku.generate.generate import GENERATOR_VERSION, BoardRequest, generate
from solver.hidoku.generate.shapes import SHAPES, Symmetry
from solver.hidoku.logic.grade import Difficulty
from solver.hidoku.notations.json_format import format_json
from solver.hidoku.rules.grid import Adjacency, GridError
from tests.cases import cases
from webapp.hidoku.board_name import BoardName, format_name, parse_name, remade

CHANGED = (
    "These requests and seeds give other boards than before, and links name boards by them. "
    "Raise GENERATOR_VERSION in solver/hidoku/generate/generate.py, so that new links say that "
    "they mean the new boards, and add a part of the new version to "
    "tests/webapp/hidoku/pinned_boards.txt; the old one stays as it is."
)
NO_TABLE = "The generator has a new version: pin its boards in a part of their own."
TEXT = Path(__file__).with_name("pinned_boards.txt").read_text()
#: By version: the boards of sixty names, as digests. What is there of a version never changes.
PINNED = {
    int(version): dict(line.split(" ") for line in lines)
    for version, *lines in map(str.splitlines, TEXT.split("--- version ")[1:])
}
ANY_REQUEST = st.builds(
    BoardRequest,
    st.integers(3, 30),
    st.integers(3, 30),
    shape=st.sampled_from(sorted(SHAPES)),
    adjacency=st.sampled_from(Adjacency),
    difficulty=st.sampled_from([None, *Difficulty]),
    symmetry=st.sampled_from(Symmetry),
    minimal=st.booleans(),
    ends_given=st.booleans(),
    joined=st.integers(0, 899),
)


def digest(name: str) -> str:
    parts = parse_name(name)
    text = format_json(generate(parts.request, parts.seed).grid)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def test_sixty_boards_are_those_of_their_version() -> None:
    assert GENERATOR_VERSION in PINNED, NO_TABLE
    digests = PINNED[GENERATOR_VERSION]
    now = {name: digest(name) for name in digests}
    differences = [f"{name} {now[name]}" for name in digests if now[name] != digests[name]]
    assert not differences, "\n".join([CHANGED, *differences])


@cases("version", PINNED)
def test_the_sixty_boards_are_of_every_kind(version: int) -> None:
    requests = [parse_name(name).request for name in PINNED[version]]
    assert len(requests) == 60
    assert {request.shape for request in requests} == set(SHAPES)
    assert {request.adjacency for request in requests} == set(Adjacency)
    assert {request.difficulty for request in requests} == {None, *Difficulty}
    assert {request.symmetry for request in requests} == set(Symmetry)
    assert {request.minimal for request in requests} == {False, True}
    assert {request.ends_given for request in requests} == {False, True}
    assert {bool(request.joined) for request in requests} == {False, True}


@given(ANY_REQUEST, st.integers(0, 10**12 - 1), st.integers(1, 999))
def test_a_name_says_all_of_a_board(request: BoardRequest, seed: int, version: int) -> None:
    name = format_name(request, seed, version)
    assert parse_name(name) == BoardName(request, seed, version)
    assert name.startswith(f"v{version}-") is (version > 1)


@cases("name", ["v-8x8-7", "v0-8x8-7", "v02-8x8-7", "v1000-8x8-7", "V2-8x8-7"])
def test_what_is_no_version_is_no_name(name: str) -> None:
    with pytest.raises(GridError, match="isn’t the name of a board"):
        parse_name(name)


def test_new_names_carry_the_version_once_it_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.hidoku.board_name.GENERATOR_VERSION", 1)
    assert format_name(BoardRequest(8, 8), 7) == "8x8-7"
    assert parse_name("8x8-7").is_current
    assert not parse_name("v2-8x8-7").is_current
    assert all("8x8-7".startswith(start) or start[0] != "8" for start in remade())
    assert not "v2-8x8-7".startswith(remade())
    monkeypatch.setattr("webapp.hidoku.board_name.GENERATOR_VERSION", 2)
    assert format_name(BoardRequest(8, 8), 7) == "v2-8x8-7"
    assert parse_name("v2-8x8-7").is_current
    assert not parse_name("8x8-7").is_current
    assert "v2-8x8-7".startswith(remade())
    assert not "8x8-7".startswith(remade())
    assert not "v20-8x8-7".startswith(remade())
