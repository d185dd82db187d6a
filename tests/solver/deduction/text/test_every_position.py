"""Each sentence about rows, on every registered game, judged by going through its codes.

What a thread and its nudge say, test_thread judges; what is said of a guess, test_every_game.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from random import Random

import pytest

from solver.deduction.explain.claims import ask_about
from solver.deduction.games import face_of, game_named
from solver.deduction.knowledge.contradictions import diagnose
from solver.deduction.knowledge.facts import Fact, FactKind
from solver.deduction.rules.game import Code, Game, Turn
from solver.deduction.text.analysis import reply_words
from solver.deduction.text.diagnosis import diagnosis_words, other_rows_words
from tests.sampling import asks_all, drawn_by
from tests.solver.deduction.knowledge.facts_checks import holds
from tests.solver.deduction.text.diagnosis_checks import Judge, numbers, row_sets
from tests.solver.deduction.text.test_every_game import NAMES, number, secrets_of

CONFLICT = r"The feedback for rows? (.*) can’t (?:both |all )?be right\."


def rows_of(game: Game, draw: Random, wrong: float, maximum: int = 4) -> list[Turn]:
    """Draw rows, some of which may have the feedback of another code."""
    turns = []
    secret = draw.choice(secrets_of(game.name))
    for _ in range(draw.randint(0, maximum)):
        guess = game.code_at(draw.randrange(game.code_count))
        code = draw.choice(secrets_of(game.name)) if draw.random() < wrong else secret
        turns.append(Turn(guess, game.feedback(guess, code)))
    return turns


@lru_cache(256)
def codes_left(game: Game, turns: tuple[Turn, ...]) -> list[Code]:
    """Return the codes that fit the rows, of which the earlier ones leave few for the later."""
    if not turns:
        return list(secrets_of(game.name))
    *earlier, last = turns
    codes = codes_left(game, tuple(earlier))
    return [code for code in codes if game.feedback(last.code, code) == last.feedback]


def fitting(game: Game, turns: list[Turn], rows: list[int] | None = None) -> list[Code]:
    """Return the codes that fit the rows, or those of them that are named from 1."""
    chosen_turns = turns if rows is None else [turns[row - 1] for row in rows]
    return codes_left(game, tuple(chosen_turns))


def how_many(name: str) -> int:
    count = 4 if game_named(name).secret_count > 3000 else 25
    return count * (4 if asks_all() else 1)


def is_conflict(game: Game, turns: list[Turn], rows: list[int]) -> bool:
    fewer = combinations(rows, len(rows) - 1)
    return not fitting(game, turns, rows) and all(fitting(game, turns, [*part]) for part in fewer)


def claims_of(game: Game, draw: Random) -> Iterator[Code | Fact]:
    colours = tuple(sorted(draw.sample(range(game.choices), min(3, game.choices))))
    count = draw.randint(1, game.pegs)
    yield game.code_at(draw.randrange(game.code_count))
    yield draw.choice(secrets_of(game.name))
    yield Fact(FactKind.HOLE, colours[:1], (draw.randrange(game.pegs),), 1)
    yield Fact(FactKind.OUT, colours)
    yield Fact(FactKind.SUM, colours, count=count)
    yield Fact(FactKind.SOME, colours, count=count)
    yield Fact(FactKind.COUNT, colours[:1], count=count)
    yield Fact(FactKind.IN, colours[:1], count=count)


@pytest.mark.parametrize("name", NAMES)
def test_answers_to_claims_are_so(name: str) -> None:
    game, draw = game_named(name), drawn_by(f"claims {name}")
    for _ in range(how_many(name) // 2):
        turns = rows_of(game, draw, 0.05)
        for claim in claims_of(game, draw):
            reply = ask_about(game, turns, claim)
            words = reply_words(
                game, reply, lambda value: f"colour {face_of(game).values[value].symbol}"
            )
            assert reply_is_so(game, turns, claim, words), (turns, claim, words)


def reply_is_so(game: Game, turns: list[Turn], claim: Code | Fact, words: str) -> bool:
    options, code = fitting(game, turns), game.terms.code
    is_true = [holds(claim, c) if isinstance(claim, Fact) else c == claim for c in options]
    if match := re.fullmatch(
        rf"(No|Every) {code} (of this game|that fits rows? .*) matches “.*”\.", words
    ):
        assert isinstance(claim, Fact)
        held = [holds(claim, c) for c in fitting(game, turns, numbers(match[2]))]
        return not any(held) if match[1] == "No" else all(held)
    if match := re.fullmatch(
        rf"([\d,]+) of the ([\d,]+) possible {code}s? match(?:es)? “.*”\.", words
    ):
        return (number(match[1]), number(match[2])) == (sum(is_true), len(options))
    if match := re.fullmatch(
        rf"If it were the {code}, row (\d) would have scored (.*)\. It (.*)\.", words
    ):
        assert not isinstance(claim, Fact)
        turn = turns[int(match[1]) - 1]
        would = game.format_feedback(game.feedback(turn.code, claim))
        feedback = game.format_feedback(turn.feedback)
        return would == match[2] and match[3] == f"scored {feedback}" and would != feedback
    if words == f"The rules of this game don’t allow it as the {code}.":
        return claim not in secrets_of(game.name)
    if match := re.fullmatch(
        rf"It’s (the only|one of the ([\d,]+)) possible {code}s?( left)?\.", words
    ):
        return any(is_true) and len(options) == (number(match[2]) if match[2] else 1)
    match = re.fullmatch(CONFLICT, words)
    return bool(match) and is_conflict(game, turns, numbers(match[1]))


@pytest.mark.parametrize("name", NAMES)
def test_sentences_on_conflicting_rows_are_true(name: str) -> None:
    game, draw, count = game_named(name), drawn_by(f"conflict {name}"), 0
    while count < how_many(name):
        turns = rows_of(game, draw, 0.5, 6)
        if not fitting(game, turns):
            count += 1
            judge = Judge(game, turns, secrets_of(name))
            for sentence in diagnosis_words(game, diagnose(game, turns)):
                assert diagnosis_is_so(judge, sentence), (turns, sentence)


def diagnosis_is_so(judge: Judge, sentence: str) -> bool:
    if match := re.fullmatch(CONFLICT, sentence):
        rows = numbers(match[1])
        fewer = map(frozenset, combinations(rows, len(rows) - 1))
        return judge.is_conflict(frozenset(rows)) and not any(map(judge.is_conflict, fewer))
    if sentence == "Changing any one of these would fix it:":
        return judge.fewest() == 1
    if match := re.fullmatch(r"At least (\d) rows must change, for example:", sentence):
        return judge.fewest() == int(match[1])
    if sentence.startswith("If the feedback"):
        return judge.otherwise_is_so(sentence)
    if re.fullmatch(r"There (?:is|are) \d+ more sets? of rows that contradict .*", sentence):
        return True
    match = re.fullmatch(r"Row (\d) could be (.+)\.", sentence)
    assert match, sentence
    return all(way_is_so(judge, int(match[1]), way) for way in match[2].split("; or "))


def way_is_so(judge: Judge, row: int, way: str) -> bool:
    """Judge “0,0 or 0,1 with row 4 or rows 5 and 6 changed too”, of a row."""
    written, _, row_words = way.removesuffix(" changed too").partition(" with ")
    return all(
        judge.could_be(row, feedback, rows | {row})
        for feedback in map(judge.game.parse_feedback, written.split(" or "))
        for rows in row_sets(row_words)
    )


def test_many_sets_of_rows_are_not_all_named() -> None:
    sets = [(0, 1, 2), (0, 3), (0, 4), (0, 5)]
    assert other_rows_words(0, sets) == "rows 2 and 3, row 4, row 5 or other rows"
