"""Games played by chance, and their rows as the review's page shows them."""

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
from tests.webapp.player import Player, review_of
from webapp.mastermind.finished import COMPUTER, YOU, Finished
from webapp.mastermind.review.view import show_review

#: How many games of each kind are played.
GAMES: Final = {"mini": 14, "classic": 14, "pair": 6, "distinct": 4, "words2": 3, "bulls9": 2}


def random_game(name: str, seed: int) -> Finished:
    """Play by chance: mostly what fits, sometimes anything, sometimes the row before again."""
    chance, game = Random(f"{name} {seed}"), game_named(name)
    codes = list(map(tuple, candidates(game, ())))
    secret, turns, pool = chance.choice(codes), [], codes
    is_evil = seed % 5 == 4
    for _ in range(min(game.rows, 8)):
        guess = chance.choice(pool)
        if chance.random() < 0.3:
            guess = game.code_at(chance.randrange(game.code_count))
        elif turns and chance.random() < 0.15:
            guess = turns[-1].code
        turns.append(Turn(guess, game.feedback(guess, secret)))
        pool = [code for code in pool if game.feedback(guess, code) == turns[-1].feedback]
        if guess == secret:
            break
    voice = COMPUTER if seed % 3 == 2 else YOU
    return Finished(
        game=game, display="", secret=secret, turns=tuple(turns), voice=voice, is_evil=is_evil
    )


def whole_review(player: Player, url: str) -> str:
    """Return the review of a game, by its address of whatever kind, when it is done."""
    page = player.read(review_of(url))
    while "Comparing row" in page:
        page = player.read(review_of(url))
    return page


def page_of(app: Flask, ending: Finished) -> str:
    review = show_review(ending)
    with app.test_request_context():
        text = render_template(
            "mastermind/review/_review.html",
            game_id="x" * 22,
            room="review",
            back="/",
            heading="A game",
            finished=ending,
            review=review,
            choices=None,
            problem="",
        )
    page = html.unescape(re.sub(r"\s+", " ", text))
    term = ending.face.terms.code  # "word" and "pair" are judged as "code" is
    return page.replace(term, "code").replace(term.capitalize(), "Code")


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
        chips = re.findall(r'<span class="chip (\w+)">(.*?)</span>', self.text)
        return [(kind, plain_text(words)) for kind, words in chips]

    @property
    def sentences(self) -> list[str]:
        match = re.search(r'<span class="rv-say">(.*?)</summary>', self.text)
        assert match
        text = re.sub(r'<span class="chip.*?</span>', "", match[1])
        text = re.sub(r'<span class="better">.*', "", text)
        return [plain_text(words) for words in re.findall(r"<span>(.*?)</span>", text)]

    @property
    def better(self) -> str:
        match = re.search(r'aria-label="Better: (.*?)"', self.text)
        return match[1] if match else ""

    @property
    def figures(self) -> dict[str, str]:
        pairs = re.findall(r"<dt>(.*?)</dt> ?<dd>(.*?)</dd>", self.text)
        return {plain_text(name): plain_text(words) for name, words in pairs}


def rows_of(page: str, ending: Finished, perfect: BestPlay) -> Iterator[Row]:
    game, turns = ending.game, ending.turns
    reviews = [review_turn(game, turns[:place], turn) for place, turn in enumerate(turns)]
    review = Review(game, ending.secret, tuple(reviews))
    texts = re.split(r'<li class="rv', page)[1:]
    for number, parts in enumerate(zip(texts, reviews, plain_rows(game, turns), strict=True), 1):
        yield Row(number, *parts, ending, review, perfect)
