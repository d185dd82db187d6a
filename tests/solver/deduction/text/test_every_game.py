"""Each sentence about a guess, on every registered game, judged by going through its codes.

A sentence that none of the patterns reads fails, and so does a pattern that no sentence needs.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from math import log2

import pytest

from solver.deduction.explain.advice import move, nudge
from solver.deduction.explain.analysis import try_guess
from solver.deduction.explain.review import review_turn
from solver.deduction.games import PRESETS, game_named
from solver.deduction.matches import check_secret
from solver.deduction.rules.game import Code, CodeError, Feedback, Game, Turn
from solver.deduction.strategies.registry import STRATEGIES
from solver.deduction.text.advice import move_words, nudge_words
from solver.deduction.text.analysis import guess_words
from solver.deduction.text.review import turn_words
from tests.sampling import asks_all, drawn_by

#: Boards that are no presets, most of them with more guesses than codes.
OTHERS = ("3x4s", "4x5s", "3x3bs", "3x4d", "2x6", "4x4p", "3x4dh")
MOST = 40_000  # codes that a plain loop goes through
NAMES = [name for name in (*PRESETS, *OTHERS) if game_named(name).secret_count <= MOST]
PATTERNS: dict[str, Callable[[Guess, re.Match[str]], bool]] = {}


@cache
def secrets_of(name: str) -> list[Code]:
    game = game_named(name)
    return [tuple(code) for code in game.codes_at(game.secrets).tolist()]


@dataclass
class Guess:
    """A guess after some rows, with what a plain loop finds of it."""

    game: Game
    turns: tuple[Turn, ...]
    code: Code
    feedback: Feedback | None = None

    def __post_init__(self) -> None:
        fits = [code for code in secrets_of(self.game.name) if not self.misses(code)]
        self.left, self.against = fits, [row + 1 for row in self.misses(self.code)]
        self.groups = Counter(self.game.feedback(self.code, code) for code in fits)
        self.is_secret = self.code in secrets_of(self.game.name)

    def misses(self, code: Code) -> list[int]:
        feedback = self.game.feedback
        return [
            n for n, turn in enumerate(self.turns) if feedback(turn.code, code) != turn.feedback
        ]

    @property
    def average(self) -> float:
        return sum(size**2 for size in self.groups.values()) / len(self.left)

    @property
    def bits(self) -> float:
        sizes, total = self.groups.values(), len(self.left)
        return sum(size / total * log2(total / size) for size in sizes)


def reads(pattern: str) -> Callable[[Callable[[Guess, re.Match[str]], bool]], None]:
    def add(check: Callable[[Guess, re.Match[str]], bool]) -> None:
        PATTERNS[pattern] = check

    return add


def number(text: str) -> int:
    return int(text.replace(",", ""))


@reads(r"(?P<n>[\d,]+) possible codes are left\.|(Only) one possible code is left\.")
def left(guess: Guess, match: re.Match[str]) -> bool:
    return len(guess.left) == (number(match["n"]) if match["n"] else 1)


@reads(r"(?:Your row|It) (?:can|could)n?’t be the code, since nothing repeats in the code of .*\.")
def repeats(guess: Guess, _: re.Match[str]) -> bool:
    distinct = all(len(set(code)) == len(code) for code in secrets_of(guess.game.name))
    return distinct and len(set(guess.code)) < len(guess.code)


@reads(
    r"(?:Your row|It) (?:can|could)n?’t be the code, since it isn’t one of the ([\d,]+) words .*"
)
def barred(guess: Guess, match: re.Match[str]) -> bool:
    return not guess.is_secret and number(match[1]) == len(secrets_of(guess.game.name))


@reads(r"(?:Your row|It) (?:can|could)n?’t be the code: it d\w+n’t fit the feedback for (.*)\.")
def misfit(guess: Guess, match: re.Match[str]) -> bool:
    all_rows = list(range(1, len(guess.turns) + 1))
    rows = all_rows if match[1] == "any row" else [*map(int, re.findall(r"\d+", match[1]))]
    return rows == guess.against != []


@reads(r"It can’t be the code: rows? (.*) rules? it out\.")
def ruled_out(guess: Guess, match: re.Match[str]) -> bool:
    return [*map(int, re.findall(r"\d+", match[1]))] == guess.against != []


@reads(r"If it were the code, row (\d+) would have scored (.*)\. It scored (.*)\.")
def scored(guess: Guess, match: re.Match[str]) -> bool:
    turn, written = guess.turns[int(match[1]) - 1], guess.game.format_feedback
    would = written(guess.game.feedback(turn.code, guess.code))
    return would == match[2] != match[3] == written(turn.feedback)


@reads(
    r"Your row fits all the feedback so far, so it (could|must) be the code\.|It(’s| could be) .*"
)
def possible(guess: Guess, match: re.Match[str]) -> bool:
    is_only = match[1] == "must" or match[2] == "’s"
    return guess.code in guess.left and (not is_only or len(guess.left) == 1)


@reads(r"Your row could be the code: there’s no feedback yet to rule it out\.")
def unasked(guess: Guess, _: re.Match[str]) -> bool:
    return not guess.turns and guess.is_secret


@reads(r"(?P<n>\d+) possible outcomes: (?P<most>[\d,]+) codes? left at worst, (?P<mean>.*) on av.*")
def outcomes(guess: Guess, match: re.Match[str]) -> bool:
    sizes = guess.groups.values()
    is_mean = abs(float(match["mean"].replace(",", "")) - guess.average) < 0.051
    return is_mean and (len(sizes), max(sizes)) == (int(match["n"]), number(match["most"]))


@reads(r"It tells you nothing new: every possible code would give the same feedback\.")
def nothing_new(guess: Guess, _: re.Match[str]) -> bool:
    return len(guess.groups) == 1


@reads(r"Whatever the feedback, only one code is left after it\.")
def tells_all(guess: Guess, _: re.Match[str]) -> bool:
    return max(guess.groups.values()) == 1


@reads(r"([\d,]+) codes? (?:was|were) possible, ([\d,]+) (?:is|are) left; expected (.*)\.")
def bits_are_so(guess: Guess, match: re.Match[str]) -> bool:
    is_mean = abs(float(match[3].replace(",", "")) - guess.average) < 0.051
    after = guess.groups[guess.feedback] if guess.feedback else -1
    return is_mean and (number(match[1]), number(match[2])) == (len(guess.left), after)


@reads(r"([\d,]+) codes were possible, and this was the one\.|It was the only possible code\.")
def found(guess: Guess, match: re.Match[str]) -> bool:
    count = number(match[1]) if match[1] else 1
    return guess.feedback == guess.game.feedbacks[-1] and len(guess.left) == count


@reads(r"The feedback told you ([\d.]+) bits; expected ([\d.]+)\.")
def bits(guess: Guess, match: re.Match[str]) -> bool:
    got = log2(len(guess.left) / guess.groups[guess.feedback]) if guess.feedback else -1.0
    return abs(got - float(match[1])) < 0.0051 and abs(guess.bits - float(match[2])) < 0.0051


#: Figures of perfect play, which test_analysis and test_review judge.
FIGURES = re.compile(r"With perfect play|Skill \d|.* better|No guess is better|“.*” would have")


def positions(name: str) -> Iterator[tuple[tuple[Turn, ...], Code, Code]]:
    """Yield rows, a guess after them, and the code."""
    game, draw = game_named(name), drawn_by(name)
    count = 40 if asks_all() else 12
    for turn in range(count if game.secret_count < 3000 else 3):
        secret = draw.choice(secrets_of(name))
        guesses = [game.code_at(draw.randrange(game.code_count)) for _ in range(turn % 4 + 1)]
        *turns, last = [Turn(guess, game.feedback(guess, secret)) for guess in guesses]
        fitting = Guess(game, tuple(turns), secret).left
        yield tuple(turns), last.code, secret
        yield tuple(turns), draw.choice(fitting), secret


def sentences(guess: Guess) -> Iterator[str]:
    game, turns = guess.game, guess.turns
    advice = nudge(game, turns, guess.code)
    yield from nudge_words(advice, feedback_words=game.format_feedback, terms=game.terms)
    yield from guess_words(game, try_guess(game, turns, guess.code))
    if guess.feedback:
        turn = Turn(guess.code, guess.feedback)
        yield from turn_words(game, review_turn(game, turns, turn))


@pytest.fixture(scope="module")
def read() -> Iterator[set[str]]:
    patterns: set[str] = set()
    yield patterns
    if set(NAMES) <= {text.partition(" ")[0] for text in patterns}:  # all of the games were asked
        assert {text.partition(" ")[2] for text in patterns} == set(PATTERNS)


@pytest.mark.parametrize("name", NAMES)
def test_sentences_on_a_guess_are_true(name: str, read: set[str]) -> None:
    game = game_named(name)
    for turns, code, secret in positions(name):
        guess = Guess(game, turns, code, game.feedback(code, secret))
        for sentence in sentences(guess):
            judge(guess, sentence, read)


def judge(guess: Guess, sentence: str, read: set[str]) -> None:
    if FIGURES.match(sentence):
        return
    term = guess.game.terms.code
    matches = {
        pattern: re.fullmatch(pattern.replace("code", term), sentence) for pattern in PATTERNS
    }
    readings = {pattern: match for pattern, match in matches.items() if match}
    assert len(readings) == 1, sentence
    for pattern, match in readings.items():
        assert PATTERNS[pattern](guess, match), (guess, sentence)
        read.add(f"{guess.game.name} {pattern}")


@pytest.mark.parametrize("name", NAMES)
def test_a_code_that_can_not_be_hidden_is_refused_with_the_reason(name: str) -> None:
    game, draw = game_named(name), random.Random(name)
    for _ in range(40):
        code = game.code_at(draw.randrange(game.code_count))
        if code in secrets_of(name):
            check_secret(game, code)
            continue
        with pytest.raises(CodeError) as error:
            check_secret(game, code)
        reason = str(error.value).partition("secret: ")[2]
        judge(Guess(game, (), code), f"It can’t be the {game.terms.code}, since {reason}", set())


def advised(name: str, strategies: Iterable[str]) -> Iterator[tuple[Guess, str]]:
    for turns, *_ in positions(name):
        for strategy in strategies:
            choice = move(game_named(name), turns, STRATEGIES[strategy])
            assert choice
            yield (
                Guess(game_named(name), turns, choice.guess),
                move_words(game_named(name), choice)[0],
            )


@pytest.mark.parametrize("name", NAMES)
def test_an_advised_guess_is_possible_where_it_says_so(name: str) -> None:
    strategies = (
        ("perfect", "entropy", "opening") if game_named(name).secret_count < 3000 else ("first",)
    )
    for guess, words in advised(name, strategies):
        try_it = f"Try {guess.game.format_code(guess.code)}. It"
        can_be = guess.code in guess.left
        is_only = guess.left == [guess.code]
        verb = "’s" if is_only else " could be" if can_be else " can’t be"
        assert words == f"{try_it}{verb} the {guess.game.terms.code}."
