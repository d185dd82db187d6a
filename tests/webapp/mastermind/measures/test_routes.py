"""The page of the measures: each claim is judged by plain sums over all codes."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import log2

import pytest
from flask import Flask

from webapp.mastermind.measures import ROWS, ShownExample, show_example

Code = tuple[int, ...]


@cache
def answer(guess: Code, secret: Code) -> tuple[int, int]:
    black = sum(one == other for one, other in zip(guess, secret, strict=True))
    return black, (Counter(guess) & Counter(secret)).total() - black


CODES = list(product(range(1, 7), repeat=4))
TURNS = [
    (tuple(map(int, code)), tuple(map(int, told.split(","))))
    for code, _, told in (row.partition(":") for row in ROWS)
]
LEFT = [code for code in CODES if all(answer(guess, code) == told for guess, told in TURNS)]


def parts(guess: Code) -> list[int]:
    return list(Counter(answer(guess, code) for code in LEFT).values())


def figures(sizes: list[int]) -> dict[str, float]:
    """Return the figures of the page but the first, each the better the smaller."""
    total = sum(sizes)
    return {
        "average": float(Fraction(sum(size**2 for size in sizes), total)),
        "worst": max(sizes),
        "answers": -len(sizes),
        "bits": -sum(size / total * log2(total / size) for size in sizes),
    }


ALL = {code: figures(parts(code)) for code in CODES}
COLOURS = ("red", "orange", "yellow", "green", "blue", "purple")


@pytest.fixture
def page(app: Flask) -> str:
    return app.test_client().get("/mastermind/measures/").text


@pytest.fixture
def shown(app: Flask) -> ShownExample:
    with app.test_request_context():
        return show_example()


def code_of(words: str) -> Code:
    return tuple(COLOURS.index(word) + 1 for word in words.split(", "))


def test_each_measure_has_another_best_guess(shown: ShownExample) -> None:
    assert shown.codes == len(LEFT)
    assert len({one.words for one in shown.guesses.values()}) == len(shown.guesses) == 5


def test_the_best_by_a_measure_is_the_best_of_all_codes(shown: ShownExample) -> None:
    for name, one in list(shown.guesses.items())[1:]:
        least = min(every[name] for every in ALL.values())
        assert ALL[code_of(one.words)][name] == pytest.approx(least)


def test_every_figure_and_every_mark_is_so(shown: ShownExample) -> None:
    for one in shown.guesses.values():
        own = ALL[code_of(one.words)]
        for (figure, is_best), (name, value) in zip(one.figures[1:], own.items(), strict=True):
            assert float(figure) == pytest.approx(abs(value), abs=0.006)
            is_least = value == pytest.approx(min(every[name] for every in ALL.values()))
            assert is_best is is_least


def test_the_sums_come_to_what_they_say(shown: ShownExample) -> None:
    sums = [one.sum for one in shown.guesses.values() if one.sum]
    assert len(sums) == 2
    for text in sums:
        left, _, right = text.translate(str.maketrans({"×": "*", "÷": "/"})).rpartition(" = ")
        assert eval(left) == pytest.approx(float(right), abs=0.02)


def test_the_guesses_needed_are_those_of_a_plain_search(shown: ShownExample) -> None:
    needed = {name: float(one.figures[0][0]) for name, one in shown.guesses.items()}
    for name, one in shown.guesses.items():
        mean = Fraction(total_with(code_of(one.words), tuple(LEFT)), len(LEFT))
        assert needed[name] == pytest.approx(float(mean), abs=0.006)
    least = Fraction(total(tuple(LEFT)), len(LEFT))
    assert needed["guesses"] == pytest.approx(float(least), abs=0.006) == min(needed.values())


@cache
def total(left: tuple[Code, ...]) -> float:
    """Return the fewest guesses over all of ``left`` together."""
    if len(left) < 3:
        return 2 * len(left) - 1
    inside, limit = set(left), float("inf")
    by_parts = sorted(CODES, key=lambda guess: -len({answer(guess, code) for code in left}))
    for guess in by_parts:
        many = len({answer(guess, code) for code in left})
        if 2 * len(left) - (guess in inside) + (len(left) - many) >= limit:
            continue  # each code but the guess needs two, and each beyond the first of a part more
        limit = min(limit, total_with(guess, left, limit))
    return limit


def total_with(guess: Code, left: tuple[Code, ...], limit: float = float("inf")) -> float:
    sets: dict[tuple[int, int], list[Code]] = {}
    for code in left:
        sets.setdefault(answer(guess, code), []).append(code)
    if len(sets) == 1 and guess not in left:
        return float("inf")
    sofar: float = len(left)
    for told, part in sorted(sets.items(), key=lambda item: len(item[1])):
        if told != (4, 0):
            sofar += total(tuple(part))
        if sofar >= limit:
            return float("inf")
    return sofar


def test_the_page_says_all_of_it(page: str, shown: ShownExample) -> None:
    text = re.sub(r"<[^>]+>", " ", page)
    for one in shown.guesses.values():
        assert one.title in text
        words, figure = one.words, one.figure
        assert f'aria-label="{words}"' in page
        assert f" {figure} " in text
    assert f"{shown.codes} possible codes" in text
