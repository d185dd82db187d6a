"""Games played by chance, and their rows as the review's page shows them."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from flask import Flask, render_template

from solver.deduction.explain.review import Review, Reviewed, review_turn
from solver.deduction.games import game_named
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.rules.game import Turn
from tests.plain.codes import BestPlay
from tests.webapp.mastermind.review.plain_count import Plain, plain_rows
from webapp.mastermind.finished import COMPUTER, YOU, Finished
from webapp.mastermind.review.view import show_review

#: How many games of each kind are played.
GAMES: Final = {"mini": 14, "classic": 14, "pair": 6, "distinct": 4, "words2": 3, "bulls9": 2}


def random_game(name: str, seed: int) -> Finished:
    """Play by chance: mostly what fits, sometimes anything, sometimes the row before again."""
    chance, game = Random(f"{name} {seed}"), game_named(name)
    codes = list(map(tuple, candidates(game, ())))
    secret, turns, left = chance.choice(codes), [], codes
    is_evil = seed % 5 == 4
    for _ in range(min(game.rows, 8)):
        guess = chance.choice(left)
        if chance.random() < 0.3:
            guess = game.code_at(chance.randrange(game.code_count))
        elif turns and chance.random() < 0.15:
            guess = turns[-1].code
        turns.append(Turn(guess, game.feedback(guess, secret)))
        left = [code for code in left if game.feedback(guess, code) == turns[-1].feedback]
        if guess == secret:
            break
    voice = COMPUTER if seed % 3 == 2 else YOU
    return Finished(
        game=game, display="", secret=secret, turns=tuple(turns), voice=voice, is_evil=is_evil
    )


def page_of(app: Flask, finished: Finished) -> str:
    shown = show_review(finished)
    with app.test_request_context():
        text = render_template(
            "mastermind/review/_review.html",
            game_id="x" * 22,
            room="review",
            back="/",
            heading="A game",
            finished=finished,
            review=shown,
            choices=None,
            problem="",
        )
    page = html.unescape(re.sub(r"\s+", " ", text))
    its = finished.face.terms.code  # "word" and "pair" are judged as "code" is
    return page.replace(its, "code").replace(its.capitalize(), "Code")


def plain_text(fragment: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", fragment)).strip()


def figure(text: str) -> float:
    return float(text.replace("−", "-").replace("≈", "").replace(",", "").replace(" ", ""))


@dataclass(frozen=True)
class Row:
    """A row as the page shows it, the solver weighed it, and this test counts it."""

    number: int
    text: str
    seen: Reviewed
    plain: Plain
    finished: Finished
    review: Review
    perfect: BestPlay

    @property
    def chips(self) -> list[tuple[str, str]]:
        found = re.findall(r'<span class="chip (\w+)">(.*?)</span>', self.text)
        return [(kind, plain_text(words)) for kind, words in found]

    @property
    def sentences(self) -> list[str]:
        said = re.search(r'<span class="rv-say">(.*?)</summary>', self.text)
        assert said
        rest = re.sub(r'<span class="chip.*?</span>', "", said[1])
        rest = re.sub(r'<span class="better">.*', "", rest)
        return [plain_text(one) for one in re.findall(r"<span>(.*?)</span>", rest)]

    @property
    def better(self) -> str:
        found = re.search(r'aria-label="Better: (.*?)"', self.text)
        return found[1] if found else ""

    @property
    def figures(self) -> dict[str, str]:
        pairs = re.findall(r"<dt>(.*?)</dt> ?<dd>(.*?)</dd>", self.text)
        return {plain_text(name): plain_text(words) for name, words in pairs}


def rows_of(page: str, finished: Finished, perfect: BestPlay) -> Iterator[Row]:
    game, turns = finished.game, finished.turns
    seen = [review_turn(game, turns[:place], turn) for place, turn in enumerate(turns)]
    review = Review(game, finished.secret, tuple(seen))
    texts = re.split(r'<li class="rv', page)[1:]
    for number, told in enumerate(zip(texts, seen, plain_rows(game, turns), strict=True), 1):
        yield Row(number, *told, finished, review, perfect)
