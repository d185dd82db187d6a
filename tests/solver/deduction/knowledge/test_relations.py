"""Every sentence of a hint, on every registered game, read back from its words and judged anew.

The judge goes through the codes that fit the rows named, one by one, with nothing of the engine's.
A sentence that no pattern reads fails, and so does a pattern that none of many sentences needed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import product

import pytest
from click.testing import CliRunner

from solver.cli.mastermind import hint
from solver.deduction.explain.advice import reasons
from solver.deduction.games import game_named
from solver.deduction.knowledge.facts import grouped
from solver.deduction.rules.game import Code, Turn
from solver.deduction.text.facts import TERMS, claim_words, facts_words, group_words
from tests.bench.facts import positions
from tests.sampling import asks_all, drawn_by
from tests.solver.deduction.drawn import draw_turns
from tests.solver.deduction.knowledge.facts_checks import holds, placed
from tests.solver.deduction.text.test_every_game import NAMES, secrets_of

Said = Callable[[Code], bool]
V = r"v\d+(?:(?:, | and | or )v\d+)*"
NUMBERS = ["no", "one", "two", "three", "four", "five", "six"]
TIMES = {"once": 1, "twice": 2}
HOW = {"exactly": int.__eq__, "at least": int.__ge__, "at most": int.__le__}
PATTERNS: dict[str, Callable[[re.Match[str], list[Turn]], Said]] = {}


def reads(pattern: str) -> Callable[[Callable[[re.Match[str], list[Turn]], Said]], None]:
    def add(judge: Callable[[re.Match[str], list[Turn]], Said]) -> None:
        PATTERNS[pattern] = judge

    return add


def values(text: str) -> list[int]:
    return [int(value) for value in re.findall(r"v(\d+)", text)]


def holes(text: str) -> list[int]:
    return [int(hole) - 1 for hole in re.findall(r"\d+", text)]


@reads(rf"hole (?P<hole>\d+) is (?P<v>{V})")
def in_hole(said: re.Match[str], _: list[Turn]) -> Said:
    return lambda code: code[int(said["hole"]) - 1] in values(said["v"])


@reads(rf"(?P<v>{V}) (?:is|are) not in the code")
def out(said: re.Match[str], _: list[Turn]) -> Said:
    return lambda code: not set(values(said["v"])) & set(code)


@reads(rf"(?P<v>{V}) (?:is|are) not in hole (?P<h>[\d, or]+)")
def not_here(said: re.Match[str], _: list[Turn]) -> Said:
    return lambda code: all(code[hole] not in values(said["v"]) for hole in holes(said["h"]))


@reads(rf"(?P<v>{V}) (?:is|are each) in the code (?P<how>exactly|at least) (?P<n>.+)")
def counted(said: re.Match[str], _: list[Turn]) -> Said:
    count = TIMES.get(said["n"]) or int(said["n"].split()[0])
    return lambda code: all(HOW[said["how"]](code.count(v), count) for v in values(said["v"]))


@reads(rf"(?P<how>exactly|at least|at most) (?P<n>\w+) pegs? (?:is|are) (?P<v>{V})")
def summed(said: re.Match[str], _: list[Turn]) -> Said:
    count, among = NUMBERS.index(said["n"]), values(said["v"])
    return lambda code: HOW[said["how"]](sum(peg in among for peg in code), count)


@reads(r"(?P<how>exactly|at least|at most) (?P<n>\w+) of row (?P<row>\d+)’s .*in place")
def pegs_in_place(said: re.Match[str], turns: list[Turn]) -> Said:
    count, guess = NUMBERS.index(said["n"]), turns[int(said["row"]) - 1].code
    named = re.search(r"in holes ([\d, and]+) (?:is|are)", said[0])
    among = holes(named[1]) if named else list(range(len(guess)))
    assert (f"’s {NUMBERS[len(guess)]} " in said[0]) == (named is None)
    return lambda code: HOW[said["how"]](sum(code[h] == guess[h] for h in among), count)


@reads(r"none of row (?P<row>\d+)’s pegs(?P<h> in holes [\d, and]+)? is in place")
def none_in_place(said: re.Match[str], turns: list[Turn]) -> Said:
    guess = turns[int(said["row"]) - 1].code
    among = holes(said["h"]) if said["h"] else list(range(len(guess)))
    return lambda code: all(code[hole] != guess[hole] for hole in among)


@reads(r"all of row (?P<row>\d+)’s pegs but one are in place")
def all_but_one(said: re.Match[str], turns: list[Turn]) -> Said:
    guess = turns[int(said["row"]) - 1].code
    return lambda code: placed(guess, code) == len(guess) - 1


@reads(rf"(?P<how>exactly|at least|at most) (?P<n>\w+) of (?P<v>{V}) (?:is|are) in the code")
def kinds(said: re.Match[str], _: list[Turn]) -> Said:
    count, among = NUMBERS.index(said["n"]), values(said["v"])
    return lambda code: HOW[said["how"]](len(set(among) & set(code)), count)


@reads(rf"either (?P<v>{V}) is in the code, not both")
def one_of_two(said: re.Match[str], _: list[Turn]) -> Said:
    return lambda code: len(set(values(said["v"])) & set(code)) == 1


@reads(rf"(?P<v>{V}) is in the code, or both are")
def some_of_two(said: re.Match[str], _: list[Turn]) -> Said:
    return lambda code: bool(set(values(said["v"])) & set(code))


@reads(rf"(?P<v>{V}) are not both in the code")
def not_both(said: re.Match[str], _: list[Turn]) -> Said:
    return lambda code: not set(values(said["v"])) <= set(code)


def clause(text: str, default: int = -1) -> Said:
    """Read a part of a sentence: a value is in a hole or in the code, or isn't."""
    match = re.fullmatch(r"(?:hole (\d+)|v(\d+)) is (not )?(?:v(\d+)|in the code)", text)
    if text.startswith("it is in hole "):
        return lambda code: code[int(text.rsplit(maxsplit=1)[-1]) - 1] == default
    assert match, text
    if match[1]:
        return lambda code: (code[int(match[1]) - 1] == int(match[4])) != bool(match[3])
    return lambda code: (int(match[2]) in code) != bool(match[3])


@reads(r"either (?P<a>[^,]+? is [^,]+?) or (?P<b>[^,]+ is [^,]+), not both")
def either(said: re.Match[str], _: list[Turn]) -> Said:
    first, second = clause(said["a"]), clause(said["b"])
    return lambda code: first(code) != second(code)


@reads(r"(?P<a>[^,]+? is [^,]+?) or (?P<b>[^,]+ is [^,]+), or both")
def one_or_both(said: re.Match[str], _: list[Turn]) -> Said:
    first, second = clause(said["a"]), clause(said["b"])
    return lambda code: first(code) or second(code)


@reads(rf"(?P<v>{V}) is in hole (?P<h>[\d, or]+)")
def somewhere(said: re.Match[str], _: list[Turn]) -> Said:
    return lambda code: any(code[hole] in values(said["v"]) for hole in holes(said["h"]))


@reads(r"if (?P<a>[^,]+), (?:then )?(?P<b>[^,]+)(?P<back>, and the other way round)?")
def condition(said: re.Match[str], _: list[Turn]) -> Said:
    first, second = clause(said["a"]), clause(said["b"], *values(said["a"])[-1:])
    if said["back"]:
        return lambda code: first(code) == second(code)
    return lambda code: second(code) or not first(code)


def read(claim: str, turns: list[Turn], used: set[str]) -> Said:
    claim = claim[0].lower() + claim[1:]
    found = {pattern: said for pattern in PATTERNS if (said := re.fullmatch(pattern, claim))}
    assert len(found) == 1, (claim, list(found))
    ((pattern, said),) = found.items()
    used.add(pattern)
    return PATTERNS[pattern](said, turns)


@pytest.fixture(scope="module")
def used() -> Iterator[set[str]]:
    patterns: set[str] = set()
    yield patterns
    if "all" in patterns:
        assert patterns == {"all", *PATTERNS}


@pytest.mark.parametrize("name", NAMES)
def test_each_sentence_follows_from_the_rows_it_names(name: str, used: set[str]) -> None:
    game, draw = game_named(name), drawn_by(f"relations {name}")
    few = 4 if game.secret_count > 3000 else 25 if name != "classic" else 60
    for _ in range(few * (10 if asks_all() else 1)):
        turns = draw_turns(game, draw)
        advice = reasons(game, turns)
        sentences = [group_words(g, "v{}".format, TERMS) for g in grouped(advice.facts)]
        assert len(sentences) <= max(7, game.pegs)
        for sentence in sentences:
            claims, _, rows = sentence[:-2].partition(" (row")
            cited = [turns[int(row) - 1] for row in re.findall(r"\d+", rows)]
            for claim in claims.split("; "):
                is_so = read(claim, turns, used)
                for code in secrets_of(name):
                    if all(game.feedback(turn.code, code) == turn.feedback for turn in cited):
                        assert is_so(code), (sentence, turns, code)
        for claim in (c for a in advice.arguments for step in a.steps for c in step.claims):
            is_so = read(claim_words((claim,), "v{}".format), turns, used)
            for code in draw.sample(secrets_of(name), min(20, game.secret_count)):
                assert is_so(code) == holds(claim, code), claim
    if asks_all() and name == NAMES[-1] and len(used) > len(PATTERNS) // 2:
        used.add("all")


def test_the_facts_say_what_is_known() -> None:
    """The codes for which all of them are true are few more than those that are possible."""
    game, count = game_named("classic"), 300 if asks_all() else 100
    shares = []
    for turns, possible in positions(game, count, seed=5):
        advice = reasons(game, turns)
        left = [code for code in secrets_of("classic") if all(holds(f, code) for f in advice.facts)]
        assert set(possible) <= set(left)
        shares.append(len(left) / len(possible))
    assert sum(share <= 1.5 for share in shares) >= 0.97 * count
    assert shares.count(1) >= 0.85 * count


def test_none_of_the_facts_follows_from_the_others() -> None:
    game = game_named("classic")
    every = secrets_of("classic")
    for turns, _ in positions(game, 40, seed=6):
        groups = [*grouped(reasons(game, turns).facts)]
        left = [{code for code in every if all(holds(f, code) for f in g)} for g in groups]
        for place, codes in enumerate(left):
            others = set(every).intersection(*left[:place], *left[place + 1 :])
            assert others - codes, (turns, groups[place])
        sizes = [len(codes) for codes in left]
        assert sizes == sorted(sizes)  # the strongest first


@pytest.mark.parametrize("rows", ["1234:3,0", "1546:1,2 2345:0,2 4313:0,1", "1122:0,0 3344:0,0"])
def test_the_codes_left_by_reasons_are_counted(rows: str) -> None:
    said = json.loads(CliRunner().invoke(hint, ["--json", *rows.split()]).output)
    game = game_named("classic")
    turns = [game.parse_turn(row) for row in rows.split()]
    facts = reasons(game, turns).facts
    left = [code for code in product(range(6), repeat=4) if all(holds(f, code) for f in facts)]
    assert said["codes_left_by_reasons"] == len(left) >= said["candidates"]
    assert len(said["reasons"]) == len(facts)


def test_three_black_are_three_pegs_in_place() -> None:
    game = game_named("classic")
    advice = reasons(game, [game.parse_turn("1234:3,0")])
    assert [*facts_words(game, advice.facts)] == [
        "All of row 1’s pegs but one are in place (row 1)."
    ]
