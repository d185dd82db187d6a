"""What is said of colours together, read back from its words and judged by counting codes anew."""

from __future__ import annotations

import random
import re
from itertools import product

import numpy as np
import pytest

from solver.deduction.explain.advice import AT_FIRST, reasons
from solver.deduction.games import face_of, game_named
from solver.deduction.knowledge.facts import Fact, grouped
from solver.deduction.knowledge.sums import MOST_CODES, sums, table_of
from solver.deduction.rules.game import Game, Turn
from solver.deduction.text.facts import fact_words

NUMBERS = ["no", "one", "two", "three", "four", "five"]
SENTENCE = re.compile(
    r"(?P<how>Exactly|At least) (?P<count>\w+) (?:peg|digit)s? (?:is|are) (?P<names>[^(]+) "
    r"\((?:row|rows) (?P<rows>[^)]+)\)\."
)


def keys(guess: str, code: str) -> tuple[int, int]:
    """Answer a guess as a person does: pegs in their place, then pairs among the rest."""
    places = [(g, c) for g, c in zip(guess, code, strict=True) if g != c]
    rest = [c for _, c in places]
    others = 0
    for peg, _ in places:
        if peg in rest:
            rest.remove(peg)
            others += 1
    return len(guess) - len(places), others


def played(symbols: str, pegs: int, rows: int, draw: random.Random) -> list[tuple[str, str]]:
    """Return random rows with the answers of a random code."""
    secret = "".join(draw.choice(symbols) for _ in range(pegs))
    guesses = ["".join(draw.choice(symbols) for _ in range(pegs)) for _ in range(rows)]
    return [(guess, "{},{}".format(*keys(guess, secret))) for guess in guesses]


def judged(sentence: str, names: dict[str, str], rows: list[tuple[str, str]], pegs: int) -> bool:
    """Say whether a sentence follows from the rows that it names, by trying every code."""
    read = SENTENCE.fullmatch(sentence)
    assert read, sentence
    count = NUMBERS.index(read["count"])
    meant = {names[name] for name in re.split(r", | or ", read["names"])}
    cited = [rows[int(row) - 1] for row in re.split(r", | and ", read["rows"])]
    for code in map("".join, product(names.values(), repeat=pegs)):
        if all("{},{}".format(*keys(guess, code)) == answer for guess, answer in cited):
            number = sum(peg in meant for peg in code)
            if number < count or (read["how"] == "Exactly" and number != count):
                return False
    return True


@pytest.mark.parametrize("name", ["mini", "classic"])
def test_each_sentence_follows_from_the_rows_it_names(name: str) -> None:
    game, draw = game_named(name), random.Random(20)
    face = face_of(game)
    names = {value.name.lower(): value.symbol for value in face.values}
    seen = 0
    for _ in range(200 if name == "mini" else 25):
        rows = played("".join(names.values()), game.pegs, draw.randint(1, 4), draw)
        turns = [game.parse_turn(f"{guess}:{answer}") for guess, answer in rows]
        for fact in sums(game, turns):
            sentence = fact_words(fact, face.name_of, face.terms)
            assert judged(sentence, names, rows, game.pegs), (sentence, rows)
            seen += 1
    assert seen > 30


def proved_by(game: Game, turns: list[Turn], fact: Fact) -> bool:
    table = table_of(game, turns)
    assert table is not None
    return not (table.fitting(range(len(turns))) & ~table.holds(fact)).any()


@pytest.mark.parametrize("name", ["classic", "distinct", "bulls10", "super"])
def test_every_row_of_a_proof_is_needed(name: str) -> None:
    game, draw = game_named(name), random.Random(7)
    symbols = [value.symbol for value in face_of(game).values]
    for _ in range(6):
        secret = game.code_at(int(game.secrets[draw.randrange(game.secret_count)]))
        turns = []
        for _ in range(4):
            row = draw.sample(symbols, game.pegs)
            code = game.parse_code("".join(row))
            turns.append(Turn(code, game.feedback(code, secret)))
        for fact in sums(game, turns):
            proof = [turns[turn] for turn in fact.proof]
            assert proved_by(game, proof, fact)
            for spared in range(len(proof)):
                assert not proved_by(game, proof[:spared] + proof[spared + 1 :], fact)


@pytest.mark.parametrize(("name", "positions"), [("classic", 40), ("grand", 6)])
def test_what_is_told_at_first_implies_the_rest(name: str, positions: int) -> None:
    """The strongest comes first, and if five sentences aren't enough, the page doesn't say so."""
    game, draw = game_named(name), random.Random(3)
    symbols = [value.symbol for value in face_of(game).values]
    table = table_of(game, ())
    split_in_two = 0
    for _ in range(positions):
        rows = played("".join(symbols), game.pegs, draw.randint(1, 5), draw)
        told = reasons(game, [game.parse_turn(f"{guess}:{answer}") for guess, answer in rows])
        sentences = list(grouped(told.facts))
        masks = [
            np.logical_and.reduce([table.holds(fact) for fact in group]) for group in sentences
        ]
        sizes = [int(mask.sum()) for mask in masks[: told.at_first]]
        assert sizes == sorted(sizes)
        split_in_two += len(sentences) > told.at_first
        if told.at_first < AT_FIRST:
            known = np.logical_and.reduce(masks[: told.at_first])
            assert not any((known & ~mask).any() for mask in masks)
    assert split_in_two


def test_a_vast_board_says_nothing_of_colours_together() -> None:
    game = game_named("grand")
    assert game.secret_count > MOST_CODES
    assert sums(game, [game.parse_turn("112233:1,1")]) == ()


def test_no_code_left_proves_nothing() -> None:
    game = game_named("mini")
    assert sums(game, [game.parse_turn("111:3,0"), game.parse_turn("222:3,0")]) == ()
