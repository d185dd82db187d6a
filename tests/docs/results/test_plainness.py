"""The checker is short, and shares nothing with what it checks."""

import ast
import sys
from pathlib import Path

import pytest

from docs.results.check import answers_by, codes_of
from solver.deduction.games import NAMES, game_named
from solver.deduction.rules.game import Game
from tests.solver.deduction.made_up_games import Distance

SOURCE = (Path(__file__).parents[3] / "docs/results/check.py").read_text()


def test_it_imports_python_alone() -> None:
    tree = ast.parse(SOURCE)
    names = {
        (node.module if isinstance(node, ast.ImportFrom) else node.names[0].name) or ""
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names


def test_what_checks_strategies_is_soon_read() -> None:
    """Lower bounds come last: who checks a strategy needn't read on."""
    of_strategies, _, of_bounds = SOURCE.partition("def check_certificate")
    assert "def check_strategy" in of_strategies
    assert len(of_strategies.splitlines()) < 340
    assert len(of_bounds.splitlines()) < 200


SHOWN = ("4x5bp", "4of1-9p", "4x5sh", "5of0-9h")
GAMES = [*map(game_named, [*NAMES, "3x4b", "3x4s", "4x2", "5of0-9", "4x12d", *SHOWN]), Distance()]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_rules_of_a_file_are_the_rules_of_the_game(game: Game) -> None:
    guesses, secrets = codes_of(game.plain_rules)
    assert len(guesses) == game.code_count
    assert len(secrets) == game.secret_count
    answer = answers_by(game.plain_rules)
    step = max(1, game.code_count // 61)
    for guess in map(game.code_at, range(0, game.code_count, step)):
        assert game.format_code(guess) in guesses
        for index in game.secrets[:: max(1, game.secret_count // 67)].tolist():
            secret = game.code_at(index)
            feedback = game.format_feedback(game.feedback(guess, secret))
            assert answer(game.format_code(guess), game.format_code(secret)) == feedback
