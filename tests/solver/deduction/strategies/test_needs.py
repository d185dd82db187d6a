"""How many guesses a guess still needs: against plain counts, and where it is but estimated."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from random import Random

import pytest

from solver.deduction.games import game_named
from solver.deduction.knowledge.candidates import candidates, split
from solver.deduction.rules.game import Answer, Code, Game, Turn
from solver.deduction.strategies.prospects import Needs, needs, worth


def played(game: Game, rows: str) -> tuple[Turn, ...]:
    return tuple(map(game.parse_turn, rows.split()))


def needed(game: Game, turns: tuple[Turn, ...], guess: Code) -> Needs:
    left = candidates(game, turns)
    return needs(game, left, turns, guess, split(left, guess))


@pytest.mark.parametrize("name", ["mini", "classic", "bulls9"])
@pytest.mark.parametrize("seed", range(4))
def test_the_mean_is_that_of_a_review(name: str, seed: int) -> None:
    game, chance = game_named(name), Random(seed)
    turns: tuple[Turn, ...] = ()
    for _ in range(3):
        left = candidates(game, turns)
        codes = list(left)
        secret = chance.choice(codes)
        guess = chance.choice([secret, chance.choice(codes), game.code_at(seed * 7)])
        turn = Turn(guess, game.feedback(guess, secret))
        known = worth(game, left, turn, turns)
        found = needed(game, turns, guess)
        assert (found.mean, found.exact) == (known.mean, known.exact)
        turns = (*turns, turn)


@pytest.mark.parametrize(
    ("name", "rows", "guess", "most"),
    [
        ("classic", "", "1123", 6),  # Koyama and Lai 1993: 4.340 on average, at most 6
        ("mini", "", "123", 4),
        ("classic", "1234:4,0", "1234", 1),
        ("classic", "1234:4,0", "1111", 2),
        ("classic", "1122:2,2", "1212", 3),
    ],
)
def test_known_figures(name: str, rows: str, guess: str, most: int) -> None:
    game = game_named(name)
    found = needed(game, played(game, rows), game.parse_code(guess))
    assert found.most == most
    assert found.mean <= most


def test_without_a_table_few_codes_are_counted_all_the_same() -> None:
    """Each part of a few codes is told apart by one of its own, or all but two of it."""
    game = game_named("grand")
    turns = played(game, "112233:2,2 112344:2,2 221536:1,3 512263:2,2 314165:1,3")
    left = list(candidates(game, turns))
    assert 5 < len(left) <= len(game.feedbacks)
    for guess in left:
        found = needed(game, turns, guess)
        parts: dict[Answer, list[Code]] = defaultdict(list)
        for code in left:
            parts[game.feedback(guess, code)].append(code)
        parts.pop(game.feedback(guess, guess))
        plans = [plain(game, part) for part in parts.values()]
        if None in plans:
            assert not found.exact
            continue
        known = [plan for plan in plans if plan]
        assert found.mean == Fraction(len(left) + sum(total for total, _ in known), len(left))
        assert found.most == 1 + max(most for _, most in known)


def plain(game: Game, part: list[Code]) -> tuple[int, int] | None:
    """Return the total and the most of guesses for a few codes, by the best of them as a guess."""
    told = max(len({game.feedback(code, other) for other in part}) for code in part)
    missing = len(part) - told
    most = 1 if len(part) == 1 else 2 + missing
    return (2 * len(part) - 1 + missing, most) if missing < 2 else None


def test_large_sets_are_estimated() -> None:
    game = game_named("super")
    found = needed(game, (), game.parse_code("11223"))
    assert not found.exact
    assert 5 < found.mean < 7
