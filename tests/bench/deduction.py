"""The deduction engine's quick figures: trees, exact play, candidates."""

import random
import subprocess
import sys
from collections.abc import Iterator
from functools import partial

from solver.deduction.games import game_named
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.optimal import optimum
from solver.deduction.optimal.result import Optimum
from solver.deduction.rules.game import Game
from solver.deduction.rules.own_words import parse_words
from solver.deduction.strategies.registry import STRATEGIES
from solver.deduction.trees.grow import tree
from tests.bench.measure import Figure, milliseconds, took
from tests.bench.reference import numpy_entropy_tree, plain_candidates

ONE_STEP = {
    "first": 7471,
    "minimax-candidates": 5828,
    "knuth": 5801,
    "expected": 5696,
    "entropy": 5722,
    "parts": 5668,
}
#: As long as the lists of the newspaper's game. The least total for those is 7,920 (Selby 2022).
SECRETS, GUESSES = 2315, 12_972
LIST_BUDGET = 2000  # sets searched
HELPER_ROWS = (
    *("112233:0,2", "445566:1,2", "7788..:0,1", ".87654:1,2", "661114:0,1", "556663:0,2"),
    *("654321:0,4", "43.452:4,2"),
)


def deduction_figures() -> Iterator[Figure]:
    yield from tree_figures()
    yield from exact_figures()
    yield from candidate_figures()
    yield from list_figures()


def tree_figures() -> Iterator[Figure]:
    game = game_named("classic")
    assert numpy_entropy_tree() == ONE_STEP["entropy"]
    plain = milliseconds(numpy_entropy_tree, 3)
    for name, total in ONE_STEP.items():
        strategy = STRATEGIES[name]
        assert tree(game, strategy).total == total
        ours = milliseconds(partial(tree, game, strategy), 25)
        beside = (plain, "plain NumPy") if name == "entropy" else (None, "")
        yield Figure(f"Whole (4,6) tree, {name}", ours, "ms", 10, *beside)
    large, entropy = game_named("super"), STRATEGIES["entropy"]
    total = tree(large, entropy).total
    seconds = took(lambda: tree(large, entropy)) / 1000
    yield Figure(f"(5,8) entropy tree, total {total:,}, one thread", seconds, "s", 4)


WORST_CASE = "(search := WorstSearch(game)).run() and search.bound"


def exact_figures() -> Iterator[Figure]:
    """Yield how long exact play takes on the classic board, each in a new process."""
    for title, game, question, total, goal in (
        ("Exact optimum of (4,6)", "classic", "optimum(game).total", 5625, 150),
        ("At most five guesses", "classic", "optimum(game, max_guesses=5).total", 5626, 400),
        ("Lower bound, secrets distinct", "distinct", WORST_CASE, 5, 2000),
    ):
        ms, answer = in_a_new_process(game, question)
        assert answer == total
        yield Figure(f"{title}: {total:,}, proved", ms, "ms", goal)


def in_a_new_process(game: str, question: str) -> tuple[float, int]:
    """Return the milliseconds of one core that a question takes where nothing is remembered yet."""
    script = (
        "import time; from solver.kernels import compile_kernels;"
        "from solver.deduction.games import game_named;"
        "from solver.deduction.optimal import WorstSearch, optimum;"
        f"list(compile_kernels()); game = game_named({game!r}); game.table;"
        f"start = time.process_time(); answer = {question};"
        "print(1000 * (time.process_time() - start), answer)"
    )
    run = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    ms, answer = run.stdout.split()
    return float(ms), int(answer)


def candidate_figures() -> Iterator[Figure]:
    """Yield how long counting takes on a large board."""
    game = game_named("grand")
    turns = tuple(map(game.parse_turn, HELPER_ROWS))
    assert candidates(game, turns).count == len(list(candidates(game, turns))) == 2
    assert candidates(game, turns[:1]).count == 80_460
    ours = milliseconds(lambda: list(candidates(game, turns)), 25)
    plain = milliseconds(lambda: plain_candidates(6, 9, turns), 1)
    yield Figure(
        "The six-peg helper, eight rows to 2 codes", ours, "ms", 20, plain, "a plain filter"
    )


def list_figures() -> Iterator[Figure]:
    """Yield what perfect play needs for long lists of words, as far as a short search can say."""
    words = long_lists()
    title = f"{SECRETS:,} words, {GUESSES:,} guesses, made from ours"
    list_table = took(lambda: words.table) / 1000
    yield Figure(f"{title}: their table", list_table, "s", 10)
    most_outcomes = tree(words, STRATEGIES["parts"]).total
    results = list[Optimum]()
    seconds = took(lambda: results.append(optimum(words, budget=LIST_BUDGET))) / 1000
    minimum = min(most_outcomes, results[0].total or most_outcomes)
    result = f"perfect play from {results[0].bound:,} to {minimum:,} (the newspaper’s: 7,920)"
    yield Figure(f"{title}: {result}", seconds, "s", 20)


def long_lists() -> Game:
    """Return a game of lists made from ours; more guesses are halves of two words."""
    ours = game_named("words2")
    codes = map(ours.code_at, range(ours.code_count))  # the secrets first
    words = [ours.format_code(code).lower() for code in codes]
    chance = random.Random(1)
    guesses = dict.fromkeys(words)
    while len(guesses) < GUESSES:
        head, tail = chance.sample(words, 2)
        guesses.setdefault(head[:3] + tail[3:])
    return parse_words(" ".join(words[:SECRETS]), " ".join(guesses))
