"""What a certificate is made of; that it proves its total, tests/docs/results finds out."""

import json
from typing import Any

import numpy as np
import pytest

from solver.deduction.games import game_named
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.optimal import optimum
from solver.deduction.optimal.certificate import format_certificate
from solver.deduction.optimal.search import PlanSearch
from solver.deduction.rules.game import Game

Position = dict[str, Any]


def positions_of(game: Game) -> list[Position]:
    search = PlanSearch(game)
    search.run()
    _, *lines = format_certificate(search)
    return list(map(json.loads, lines))


def left_by(game: Game, position: Position) -> bytes:
    turns = [game.parse_turn(text) for text in position["turns"].split()]
    return candidates(game, turns).indices.tobytes()


@pytest.mark.parametrize("name", ["mini", "pair", "3x6", "distinct"])
def test_sets_stand_once_and_fall_in_size(name: str) -> None:
    game = game_named(name)
    positions = positions_of(game)
    assert positions[0]["bound"] == optimum(game).total
    assert positions[0]["turns"] == ""
    sets = [left_by(game, position) for position in positions]
    assert len(set(sets)) == len(sets)
    sizes = [len(members) for members in sets]
    assert sizes == sorted(sizes, reverse=True)


@pytest.mark.parametrize("name", ["mini", "pair", "3x6"])
def test_no_bound_is_above_the_cost_and_every_guess_has_its_reason(name: str) -> None:
    game = game_named(name)
    for position in positions_of(game):
        codes = np.frombuffer(left_by(game, position), np.int32)
        total = optimum(game, codes).total
        assert total is not None
        assert position["bound"] <= total
        guesses = sum(position["cut"]) + len(position["cases"]) + len(position["alike"])
        assert guesses == game.code_count


def test_the_same_certificate_every_time() -> None:
    assert positions_of(game_named("3x6")) == positions_of(game_named("3x6"))
