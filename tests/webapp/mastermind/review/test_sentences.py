"""Whatever a review says is so: its sentences are read from the page and counted anew.

An unknown sentence fails too, so a new one needs its line here.
"""

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
from tests.solver.deduction.explain.review_checks import best_play
from tests.webapp.mastermind.review import read_page

CODES_TRIED: Final = 20  # as many codes at most are tried with every guess there is


def rounded(number: Fraction, places: int) -> str:
    """Write a number as taught at school: a half goes up."""
    exact = Decimal(number.numerator) / Decimal(number.denominator)
    return str(exact.quantize(Decimal(10) ** -places, ROUND_HALF_UP))


def check_counts(row: read_page.Row) -> None:
    match = re.search(r"codes before: ([\d,.Mk]+), after: ([\w,.]+);", row.text)
    assert match
    after = "found" if row.plain.is_found else f"{row.plain.after:,}"
    assert match.groups() == (f"{len(row.plain.left):,}", after)


def check_chips(row: read_page.Row) -> None:
    """Hold cost and luck against the two differences that they are."""
    worth, words = row.seen.worth, dict(row.chips)
    cost = min(max(worth.mean - worth.least, Fraction(0)), Fraction(1))
    risk = cost * row.plain.is_found  # what wins is not blamed: what it risked is luck
    cost -= risk
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
        check_luck(words.pop("luck"), worth.got - worth.mean + risk, about)
    assert not words


def check_luck(words: str, cost: Fraction, about: str) -> None:
    match = re.fullmatch(rf"(good|bad) luck {about}(\d\.\d\d)", words)
    assert match
    amount = float(match[2]) if match[1] == "bad" else -float(match[2])
    assert amount == pytest.approx(float(cost), abs=0.00501)


def check_figures(row: read_page.Row) -> None:
    figures, plain, review = row.figures, row.plain, row.seen
    assert figures.pop("Skill, 0–100") == f"{round(100 * 2 ** (-4 * float(review.cost)))} of 100"
    is_evil, is_open = row.finished.is_evil, len(plain.sizes) > 1
    assert ("Luck by codes left" in figures) == (is_open and not is_evil)
    if "Luck by codes left" in figures:
        assert read_page.figure(figures.pop("Luck by codes left").split()[0]) == pytest.approx(
            float(plain.luck), abs=0.5
        )
    if is_open:
        after = "none" if plain.is_found else f"{plain.after:,}"
        assert figures.pop("Codes left") == f"{after}; {float(plain.expected):,.1f} on average"
        bits = [log2(len(plain.left) / size) for size in plain.sizes.values()]
        mean = sum(b * n for b, n in zip(bits, plain.sizes.values(), strict=True))
        came = log2(len(plain.left) / plain.after)
        pair = re.fullmatch(r"([\d.]+); ([\d.]+) on average", figures.pop("Bits"))
        assert pair
        bit_figures = [came, mean / len(plain.left)]
        assert list(map(float, pair.groups())) == pytest.approx(bit_figures, abs=0.0051)
    assert ("Guesses needed" in figures) == review.exact
    if review.exact:
        check_needed(row, figures.pop("Guesses needed"))
    assert not figures


def check_needed(row: read_page.Row, words: str) -> None:
    """Hold the means of perfect play against its plain search, on small sets of small games."""
    worth = row.seen.worth
    end = "" if row.finished.is_evil else f"; {rounded(worth.got, 3)} after its feedback"
    mean, best = rounded(worth.mean, 3), rounded(worth.least, 3)
    if row.plain.is_found:
        assert words == f"1, since it was the code; {best} on average with the best guess"
    else:
        assert words == f"{mean} on average with this guess, {best} with the best{end}"
    codes = frozenset(row.plain.left)
    if row.finished.game.name in {"mini", "pair"} and len(codes) <= CODES_TRIED:
        assert Fraction(row.perfect.least(codes), len(codes)) == worth.least
        if len(row.plain.sizes) > 1:
            assert Fraction(row.perfect.after(row.seen.guess, codes), len(codes)) == worth.mean
            assert Fraction(row.perfect.after(worth.best, codes), len(codes)) == worth.least


def only_left(row: read_page.Row, _: str) -> None:
    assert row.plain.left == (row.seen.guess,)


def told_nothing(row: read_page.Row, _: str) -> None:
    assert len(row.plain.sizes) == 1


def heads_or_tails(row: read_page.Row, _: str) -> None:
    assert len(row.plain.left) == 2
    assert row.seen.guess in row.plain.left
    assert not row.finished.is_evil


def one_of(row: read_page.Row, count: str) -> None:
    assert row.plain.is_found
    assert f"{len(row.plain.left):,}" == count


def ruled_out(row: read_page.Row, rows: str) -> None:
    assert list(map(int, re.findall(r"\d+", rows))) == row.plain.ruled_out_by
    assert row.seen.guess not in row.plain.left


def ruled_out_often(row: read_page.Row, count: str) -> None:
    assert int(count) == len(row.plain.ruled_out_by)


def no_repeats(row: read_page.Row, _: str) -> None:
    assert len(set(row.seen.guess)) < len(row.seen.guess)
    assert not row.plain.ruled_out_by
    assert row.seen.guess not in row.plain.left


Check = Callable[[read_page.Row, str], None]
SENTENCES: Final[dict[str, Check]] = {
    r"(The) only code left\.": only_left,
    r"(You) could have worked this feedback out, so it told you nothing\.": told_nothing,
    r"(One) of two possible codes: heads or tails\.": heads_or_tails,
    r"One of ([\d,]+) possible codes\.": one_of,
    r"Not the code: (row \d rules|rows \d and \d rule) it out\.": ruled_out,
    r"Not the code: (\d) earlier rows rule it out\.": ruled_out_often,
    r"(Not) the code: nothing repeats in the code of this game\.": no_repeats,
}


def check_sentences(row: read_page.Row) -> None:
    for sentence in row.sentences:
        pairs = [(re.fullmatch(pattern, sentence), check) for pattern, check in SENTENCES.items()]
        readings = [(match[1], check) for match, check in pairs if match]
        assert len(readings) == 1, sentence
        readings[0][1](row, readings[0][0])


@cases("name", read_page.GAMES)
def test_what_a_review_says_is_so(app: Flask, name: str) -> None:
    perfect = best_play(game_named(name))
    for seed in sample(range(read_page.GAMES[name]), -(-read_page.GAMES[name] // 3), name):
        ending = read_page.random_game(name, seed)
        page = read_page.page_of(app, ending)
        rows = list(read_page.rows_of(page, ending, perfect))
        for row in rows:
            check_counts(row)
            check_chips(row)
            check_figures(row)
            check_sentences(row)
        sentences = [sentence for row in rows for sentence in row.sentences]
        assert len(sentences) == len(set(sentences))


def test_a_row_names_its_better_guess(app: Flask) -> None:
    ending = read_page.random_game("classic", 0)
    game: Game = ending.game
    codes: tuple[Code, ...] = tuple(game.code_at(index) for index in range(game.code_count))
    names = {face_of(game).code_words(code): code for code in codes}
    for row in read_page.rows_of(read_page.page_of(app, ending), ending, best_play(game)):
        assert (names[row.better] == row.seen.best) if row.better else not row.seen.cost
