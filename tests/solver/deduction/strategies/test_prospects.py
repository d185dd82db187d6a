"""What a guess is worth where few codes are left on a large board, against plain counts."""

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
    options = list(codes)
    assert 5 < len(options) <= len(game.feedbacks)
    for guess in options:
        value = worth(game, codes, Turn(guess, game.feedbacks[0]), turns)
        groups: dict[Feedback, list[Code]] = defaultdict(list)
        for code in options:
            groups[game.feedback(guess, code)].append(code)
        groups.pop(game.feedback(guess, guess))
        total = sum(plain(game, group) for group in groups.values())
        assert value.mean == Fraction(len(options) + total, len(options))


def plain(game: Game, group: list[Code]) -> int:
    """Return the total of guesses for a few codes, by the best of them as a guess."""
    outcomes = max(len({game.feedback(code, secret) for secret in group}) for code in group)
    missing = len(group) - outcomes
    assert missing < 2
    return 2 * len(group) - 1 + missing
