"""The plain rules against figures that are known elsewhere; all other tests trust them."""

from itertools import product
from math import inf

import pytest

from tests.plain.boards import read, solutions
from tests.plain.codes import BestPlay, feedback

CLASSIC = ["".join(code) for code in product("123456", repeat=4)]


@pytest.mark.parametrize(
    ("guess", "code", "keys"),
    [
        ("1122", "1122", (4, 0)),
        ("1122", "2211", (0, 4)),
        ("1122", "1222", (3, 0)),
        ("1234", "2345", (0, 3)),
        ("1111", "2131", (2, 0)),
        ("1223", "3221", (2, 2)),
    ],
)
def test_feedback(guess: str, code: str, keys: tuple[int, int]) -> None:
    assert feedback(guess, code) == keys
    assert feedback(tuple(guess), tuple(code)) == keys


@pytest.mark.parametrize(("pegs", "colours", "total"), [(2, 3, 21), (2, 4, 45), (3, 4, 206)])
def test_least_totals(pegs: int, colours: int, total: int) -> None:
    codes = list(product(range(colours), repeat=pegs))
    play = BestPlay(codes)
    assert play.least(codes) == min(play.after(guess, codes) for guess in codes) == total
    assert play.least(codes, 2) == inf


@pytest.mark.parametrize(
    ("rows", "columns", "adjacency", "paths"),
    [(2, 2, "8", 24), (3, 2, "8", 96), (3, 3, "8", 784), (2, 2, "4", 8), (3, 3, "4", 40)],
)
def test_paths_of_empty_boards(rows: int, columns: int, adjacency: str, paths: int) -> None:
    board = read("\n".join([" ".join("." * columns)] * rows), adjacency)
    assert len(solutions(board, 1000)) == paths
    corner = read("\n".join(["1 .", ". ."]), "8")
    assert len(solutions(corner, 1000)) == 6
