"""Rows put together at random from what people write: read, or refused in a sentence, soon."""

import sys
import time
from random import Random

from solver.deduction.games import game_named
from solver.deduction.rules.game import CodeError, FeedbackError, Game
from solver.deduction.rules.own_words import parse_words
from tests.sampling import drawn_by

GAMES = [game_named(name) for name in ("classic", "eight", "grand", "bulls10", "pair", "words2")]
GAMES += [game_named("5x6h"), game_named("4of0-9rp"), parse_words("ılık ilik ırak irin")]
CODES = ["1122", "0123", "RRGB", "rygb", "CRANE", "spink", "12:34", "🔴🟡🟢🔵"]
CODES += ["red-blue-green-red", "9876543210", "..11"]
FEEDBACKS = ["1,0", "1A2B", "⚫⚪", "🟩🟨⬛⬜⬛", "BBBGG", "00022", ">", "=", "-", "–"]
FEEDBACKS += ["1 bull 2 cows", "no pegs", "2 black and 1 white", "grey green yellow grey grey"]
PIECES = [
    *CODES,
    *FEEDBACKS,
    *":;,.|/()[]{}→\t–+−'\"#%\\",
    " ",
    "1.",
    "Wordle 1,234 4/6",
    "²",
    "９",
    "\u202e",
]
PIECES += [
    "\u200b",
    "\ufe0f",
    "\0",
    "é",
    "İ",
    "ı",
    "ß",
    "א",
    "guess",
    "row 3)",
    "x" * 200,
    "9" * 50,
]
PROMISED = 2.0  # seconds


def row(chance: Random, game: Game) -> str:
    """Return a row of a game with something odd in it now and then, or only odd things."""
    parts = chance.choices(PIECES, k=chance.randrange(1, 8))
    if chance.random() < 0.8:
        code, secret = (game.code_at(chance.randrange(game.code_count)) for _ in "ab")
        true_feedback = game.format_feedback(game.feedback(code, secret))
        feedback = true_feedback if chance.random() < 0.7 else chance.choice(FEEDBACKS)
        parts = [game.format_code(code), chance.choice(":- =\t→"), feedback]
        if chance.random() < 0.2:
            parts.insert(chance.randrange(4), chance.choice(PIECES))
    return "".join(parts)


def read_rows(chance: Random, number: int) -> tuple[int, float]:
    """Read so many texts; return how many were read, and the processor seconds of the slowest."""
    count, slowest = 0, 0.0
    for _ in range(number):
        game = chance.choice(GAMES)
        rows = [row(chance, game) for _ in range(chance.choice((1, 1, 1, 2, 30)))]
        start = time.process_time()
        try:
            read = game.read_turns(rows)
            written = [read.game.format_turn(turn) for turn in read.turns]
            assert read.game.read_turns(written).turns == read.turns, (rows, written)
            count += 1
        except (CodeError, FeedbackError) as refused:
            if not str(refused).endswith((".", "?")):
                raise AssertionError(rows) from refused
        slowest = max(slowest, time.process_time() - start)
    return count, slowest


def test_rows_at_random_are_read_or_refused_in_a_sentence() -> None:
    count, slowest = read_rows(drawn_by("rows"), 300)
    assert count > 60
    assert slowest < PROMISED


if __name__ == "__main__":  # python -m tests.solver.deduction.rules.test_row_fuzz 10000
    print(*read_rows(Random(1), int(sys.argv[1])))
