"""Whatever a review says is so: its sentences are read from the page and counted anew.

An unknown sentence fails too, so a new one needs its line here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from math import log2
from typing import Final

import pytest
from flask import Flask

from solver.deduction.games import face_of, game_named
from solver.deduction.rules.game import Code, Game
from tests.cases import cases
from tests.sampling import sample
from tests.webapp.mastermind.review.plain_count import perfect_play
from tests.webapp.mastermind.review.read_page import (
    GAMES,
    Row,
    figure,
    page_of,
    random_game,
    rows_of,
)

CODES_TRIED: Final = 20  # as many codes at most are tried with every guess there is


def rounded(number: Fraction, places: int) -> str:
    """Write a number as taught at school: a half goes up."""
    exact = Decimal(number.numerator) / Decimal(number.denominator)
    return str(exact.quantize(Decimal(10) ** -places, ROUND_HALF_UP))


def check_counts(row: Row) -> None:
    found = re.search(r"codes before: ([\d,.Mk]+), after: ([\w,.]+);", row.text)
    assert found
    after = "found" if row.plain.is_found else f"{row.plain.after:,}"
    assert found.groups() == (f"{len(row.plain.left):,}", after)


def check_chips(row: Row) -> None:
    """Hold cost and luck against the two differences that they are."""
    worth, words = row.seen.worth, dict(row.chips)
    cost = min(max(worth.mean - worth.least, Fraction(0)), Fraction(1))
    risked = cost * row.plain.is_found  # what wins is not blamed: what it risked is luck
    cost -= risked
    about = "" if worth.exact else "≈ "
    if cost:
        size = rounded(cost, 2)
        assert words.pop("cost") == ("cost < 0.01" if size == "0.00" else f"cost {about}{size}")
        assert row.better
    else:
        best = "best" if worth.exact else "best known"
        assert words.pop("good") == ("found" if row.plain.is_found else best)
        assert not row.better
    assert ("luck" in words) == (not row.finished.is_evil and worth.variance > 0)
    if "luck" in words:
        check_luck(words.pop("luck"), worth.got - worth.mean + risked, about)
    assert not words


def check_luck(words: str, cost: Fraction, about: str) -> None:
    found = re.fullmatch(rf"luck (saved|cost) {about}(\d\.\d\d)", words)
    assert found
    shown = float(found[2]) if found[1] == "cost" else -float(found[2])
    assert shown == pytest.approx(float(cost), abs=0.00501)


def check_figures(row: Row) -> None:
    told, plain, seen = row.figures, row.plain, row.seen
    assert told.pop("Skill, 0–100") == f"{round(100 * 2 ** (-4 * float(seen.cost)))} of 100"
    is_evil, is_open = row.finished.is_evil, len(plain.sizes) > 1
    assert ("Luck by codes left" in told) == (is_open and not is_evil)
    if "Luck by codes left" in told:
        assert figure(told.pop("Luck by codes left").split()[0]) == pytest.approx(
            float(plain.luck), abs=0.5
        )
    if is_open:
        after = "none" if plain.is_found else f"{plain.after:,}"
        assert told.pop("Codes left") == f"{after}; {float(plain.expected):,.1f} on average"
        bits = [log2(len(plain.left) / size) for size in plain.sizes.values()]
        mean = sum(b * n for b, n in zip(bits, plain.sizes.values(), strict=True))
        came = log2(len(plain.left) / plain.after)
        pair = re.fullmatch(r"([\d.]+); ([\d.]+) on average", told.pop("Bits"))
        assert pair
        known = [came, mean / len(plain.left)]
        assert list(map(float, pair.groups())) == pytest.approx(known, abs=0.0051)
    assert ("Guesses needed" in told) == seen.exact
    if seen.exact:
        check_needed(row, told.pop("Guesses needed"))
    assert not told


def check_needed(row: Row, words: str) -> None:
    """Hold the means of perfect play against its plain search, on small sets of small games."""
    worth = row.seen.worth
    end = "" if row.finished.is_evil else f"; {rounded(worth.got, 3)} after its feedback"
    mean, best = rounded(worth.mean, 3), rounded(worth.least, 3)
    if row.plain.is_found:
        assert words == f"1, since it was the code; {best} on average with the best guess"
    else:
        assert words == f"{mean} on average with this guess, {best} with the best{end}"
    left = frozenset(row.plain.left)
    if row.finished.game.name in {"mini", "pair"} and len(left) <= CODES_TRIED:
        assert Fraction(row.perfect.least(left), len(left)) == worth.least
        if len(row.plain.sizes) > 1:
            assert Fraction(row.perfect.after(row.seen.guess, left), len(left)) == worth.mean
            assert Fraction(row.perfect.after(worth.best, left), len(left)) == worth.least


def only_left(row: Row, _: str) -> None:
    assert row.plain.left == (row.seen.guess,)


def told_nothing(row: Row, _: str) -> None:
    assert len(row.plain.sizes) == 1


def heads_or_tails(row: Row, _: str) -> None:
    assert len(row.plain.left) == 2
    assert row.seen.guess in row.plain.left
    assert not row.finished.is_evil


def one_of(row: Row, count: str) -> None:
    assert row.plain.is_found
    assert f"{len(row.plain.left):,}" == count


def ruled_out(row: Row, rows: str) -> None:
    assert list(map(int, re.findall(r"\d+", rows))) == row.plain.ruled_out_by
    assert row.seen.guess not in row.plain.left


def ruled_out_often(row: Row, count: str) -> None:
    assert int(count) == len(row.plain.ruled_out_by)


def no_repeats(row: Row, _: str) -> None:
    assert len(set(row.seen.guess)) < len(row.seen.guess)
    assert not row.plain.ruled_out_by
    assert row.seen.guess not in row.plain.left


Check = Callable[[Row, str], None]
SENTENCES: Final[dict[str, Check]] = {
    r"(The) only code left\.": only_left,
    r"(You) could have worked this feedback out, so it told you nothing\.": told_nothing,
    r"(One) of two possible codes: heads or tails\.": heads_or_tails,
    r"One of ([\d,]+) possible codes\.": one_of,
    r"Not the code: (row \d rules|rows \d and \d rule) it out\.": ruled_out,
    r"Not the code: (\d) earlier rows rule it out\.": ruled_out_often,
    r"(Not) the code: nothing repeats in the code of this game\.": no_repeats,
}


def check_sentences(row: Row) -> None:
    for sentence in row.sentences:
        found = [(re.fullmatch(one, sentence), check) for one, check in SENTENCES.items()]
        known = [(match[1], check) for match, check in found if match]
        assert len(known) == 1, sentence
        known[0][1](row, known[0][0])


@cases("name", GAMES)
def test_what_a_review_says_is_so(app: Flask, name: str) -> None:
    perfect = perfect_play(game_named(name))
    for seed in sample(range(GAMES[name]), -(-GAMES[name] // 3), name):
        finished = random_game(name, seed)
        page = page_of(app, finished)
        rows = list(rows_of(page, finished, perfect))
        for row in rows:
            check_counts(row)
            check_chips(row)
            check_figures(row)
            check_sentences(row)
        said = [sentence for row in rows for sentence in row.sentences]
        assert len(said) == len(set(said))


def test_a_row_names_its_better_guess(app: Flask) -> None:
    finished = random_game("classic", 0)
    game: Game = finished.game
    every: tuple[Code, ...] = tuple(game.code_at(index) for index in range(game.code_count))
    names = {face_of(game).code_words(code): code for code in every}
    for row in rows_of(page_of(app, finished), finished, perfect_play(game)):
        assert (names[row.better] == row.seen.best) if row.better else not row.seen.cost
