"""What a guess is worth where few codes are left on a large board, against plain counts."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from solver.deduction.games import game_named
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.rules.game import Code, Feedback, Game, Turn
from solver.deduction.strategies.perfect import worth


def played(game: Game, rows: str) -> tuple[Turn, ...]:
    return tuple(map(game.parse_turn, rows.split()))


def test_without_a_table_few_codes_are_counted_all_the_same() -> None:
    """Each part of a few codes is told apart by one of its own, or all but two of it."""
    game = game_named("grand")
    turns = played(game, "112233:2,2 112344:2,2 221536:1,3 512263:2,2 314165:1,3")
    codes = candidates(game, turns)
    left = list(codes)
    assert 5 < len(left) <= len(game.feedbacks)
    for guess in left:
        value = worth(game, codes, Turn(guess, game.feedbacks[0]), turns)
        groups: dict[Feedback, list[Code]] = defaultdict(list)
        for code in left:
            groups[game.feedback(guess, code)].append(code)
        groups.pop(game.feedback(guess, guess))
        known = sum(plain(game, group) for group in groups.values())
        assert value.mean == Fraction(len(left) + known, len(left))


def plain(game: Game, group: list[Code]) -> int:
    """Return the total of guesses for a few codes, by the best of them as a guess."""
    told = max(len({game.feedback(code, other) for other in group}) for code in group)
    missing = len(group) - told
    assert missing < 2
    return 2 * len(group) - 1 + missing
