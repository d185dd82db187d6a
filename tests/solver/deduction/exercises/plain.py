"""The plain twin of the exercises: it reads an exercise as texts, and counts out every code.

It shares nothing with the engine: codes are texts such as ``1126``, rows are ``1126:1,0``, and the
sentences that explain are read as claims about a code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import log2
from typing import Any

from tests.plain.codes import feedback, partition

CODES = ["".join(code) for code in product("123456", repeat=4)]
ANSWERS = {"once": 1, "twice": 2, "3 times": 3, "4 times": 4}

Claim = Callable[[str], bool]


def fits(code: str, row: str) -> bool:
    guess, _, given = row.partition(":")
    black, _, white = given.partition(",")
    return feedback(guess, code) == (int(black), int(white))


def fitting(rows: Sequence[str]) -> list[str]:
    return [code for code in CODES if all(fits(code, row) for row in rows)]


def numbers(text: str) -> list[str]:
    return re.findall(r"\d+", text)


def claims_in(sentence: str) -> Iterator[Claim]:
    """Yield what a sentence claims of the code; fails on a sentence that it can't read."""
    for part in sentence.rstrip(".").split(". "):
        if match := re.fullmatch(r"Hole (\d) is colour (\d)", part):
            hole, colour = int(match[1]) - 1, match[2]
            yield lambda code, hole=hole, colour=colour: code[hole] == colour
        elif match := re.fullmatch(r"(Colours? .+) (?:is|are) not in the code", part):
            yield from (counts(colour, 0, 0) for colour in numbers(match[1]))
        elif match := re.fullmatch(
            r"(Colours? .+) (?:is|are each) in the code (exactly|at least) (.+)", part
        ):
            least = ANSWERS[match[3]]
            most = least if match[2] == "exactly" else 4
            yield from (counts(colour, least, most) for colour in numbers(match[1]))
        elif match := re.fullmatch(r"(Colours? .+) can (?:each )?appear at most (.+)", part):
            yield from (counts(colour, 0, ANSWERS[match[2]]) for colour in numbers(match[1]))
        else:
            yield from elsewhere(part)


def counts(colour: str, least: int, most: int) -> Claim:
    return lambda code: least <= code.count(colour) <= most


def elsewhere(part: str) -> Iterator[Claim]:
    """Yield where colours are not: “Colours 1 and 2 are not in hole 3; colour 5 is not in …”."""
    for piece in part.split("; "):
        match = re.fullmatch(r"[Cc]olours? (.+?)(?: is| are)? not in (?:hole )?([\d, or]+)", piece)
        assert match, part
        for colour, hole in product(numbers(match[1]), numbers(match[2])):
            yield lambda code, colour=colour, hole=int(hole) - 1: code[hole] != colour


def rows_in(text: str) -> list[int]:
    """Return the rows, from 0, that the first words of a sentence name: “Rows 1 and 3 …”."""
    match = re.search(r"[Rr]ows? (\d+(?:(?:, | and )\d+)*)", text)
    return [int(number) - 1 for number in numbers(match[1])] if match else []


def check_one_code_left(told: dict[str, Any]) -> None:
    """One code fits, no row can be spared, and the explanation leads to it, each step proved."""
    rows, solution = told["rows"], told["solution"]
    assert fitting(rows) == [solution]
    for row in rows:
        assert len(fitting([other for other in rows if other != row])) > 1
    known = CODES
    for step in told["why"]:
        head, _, said = step.partition(": ")
        claims = list(claims_in(said))
        assert claims
        together = [rows[row] for row in rows_in(head)]
        assert ("together" in head) is (len(together) > 1)
        for code in known:
            if all(fits(code, row) for row in together):
                assert all(claim(code) for claim in claims), (step, code)
        known = [code for code in known if all(claim(code) for claim in claims)]
    assert known == [solution]


def check_what_is_proved(told: dict[str, Any]) -> None:
    """What is called proved is true of every code that fits, by the rows named; the rest of one."""
    rows, left = told["rows"], fitting(told["rows"])
    proved = {int(number) for number in numbers(told["solution"])}
    assert 2 <= len(proved) <= 4
    assert len(left) >= 2
    for number, (claim, why) in enumerate(zip(told["claims"], told["why"], strict=True), 1):
        (is_so,) = claims_in(claim)
        assert all(map(is_so, left)) is (number in proved), claim
        assert why.startswith(f"Claim {number} ")
        if number in proved:
            named = [rows[row] for row in rows_in(why.partition(": ")[2])]
            assert all(map(is_so, fitting(named))), why
            assert f" each of the {len(fitting(named)):,} codes that fit." in why
        else:
            code = why.rpartition(" ")[2]
            assert code in left
            assert not is_so(code)
            assert any(map(is_so, left)), claim


def check_piles(told: dict[str, Any]) -> None:
    """There are a few piles, and fewer than codes."""
    codes = fitting(told["rows"])
    assert 5 <= len(codes) <= 12
    assert 3 <= len(partition(told["guess"], codes)) < len(codes)


def check_liar(told: dict[str, Any]) -> None:
    """Without one row some code fits, without any other none; the conflicts named are ones."""
    rows = told["rows"]
    assert len(rows) == 6
    assert not fitting(rows)
    suspects = [place for place in range(6) if fitting([*rows[:place], *rows[place + 1 :]])]
    assert [str(place + 1) for place in suspects] == [told["solution"]]
    *conflicts, last = told["why"]
    sets = [rows_in(line) for line in conflicts]
    for chosen in sets:
        assert not fitting([rows[row] for row in chosen])
        for row in chosen:  # none to be spared
            assert fitting([rows[other] for other in chosen if other != row])
    for line, chosen in zip(conflicts, sets, strict=True):
        count = len(fitting([rows[row] for row in chosen[:-1]]))
        codes = f"{count:,} code{' fits' if count == 1 else 's fit'}"
        assert f" {codes} row" in line
        assert line.endswith(f", but none fits row {chosen[-1] + 1} as well.")
    assert set.intersection(*map(set, sets)) == set(suspects)
    (place,) = suspects
    count = len(fitting([*rows[:place], *rows[place + 1 :]]))
    assert f" {count:,} code" in last


def check_count_keys(told: dict[str, Any]) -> None:
    """As many holes are alike, and as many other pegs pair up, as the sentences say."""
    black, white = feedback(told["guess"], told["code"])
    alike = [str(hole + 1) for hole in range(4) if told["code"][hole] == told["guess"][hole]]
    first, second = told["why"]
    holes, _, keys = first.partition(" the same in both rows: ")
    assert numbers(holes) == alike
    assert (numbers(keys) or ["0"]) == [str(black)]
    assert (numbers(second) or ["0"]) == [str(white)]


def check_one_row(told: dict[str, Any]) -> None:
    """One of four different codes fits the row."""
    (row,) = told["rows"]
    assert len(set(told["choices"])) == 4
    assert [code for code in told["choices"] if fits(code, row)] == [told["solution"]]


def sizes_of(guess: str, codes: Sequence[str]) -> list[int]:
    return list(map(len, partition(guess, codes).values()))


#: What each idea looks at, the less the better: in an exercise of one, each other misleads.
RULES: dict[str, Callable[[list[int]], float]] = {
    "worst": max,
    "average": lambda sizes: sum(size * size for size in sizes),
    "bits": lambda sizes: round(sum(size * log2(size) for size in sizes), 9),
    "outcomes": lambda sizes: -len(sizes),
}


def check_compare(told: dict[str, Any]) -> None:
    """Each figure is that of the groups, and one guess alone is the best."""
    codes = tuple(fitting(told["rows"]))
    assert 8 <= len(codes) <= 24
    figures = []
    for guess, sentence in told["figures"].items():
        sizes = sizes_of(guess, codes)
        if told["measure"] == "worst":
            figures.append(max(sizes))
            assert sentence.endswith(f"groups has {max(sizes)} code{'s' * (max(sizes) > 1)}.")
        elif told["measure"] == "average":
            figures.append(sum(size * size for size in sizes) / len(codes))
            assert f"= {figures[-1]:.2f} codes left" in sentence
        else:
            bits = sum(size / len(codes) * log2(len(codes) / size) for size in sizes)
            figures.append(-bits)
            assert f"= {bits:.2f} bits" in sentence
    assert figures.count(min(figures)) == 1
    for rule in RULES.keys() - {told["measure"]}:
        weights = [RULES[rule](sizes_of(guess, codes)) for guess in told["figures"]]
        assert weights[figures.index(min(figures))] > min(weights), rule


CHECKS: dict[str, Callable[[dict[str, Any]], None]] = {
    "count-keys": check_count_keys,
    "one-row": check_one_row,
    "compare": check_compare,
    "one-code-left": check_one_code_left,
    "what-is-proved": check_what_is_proved,
    "piles": check_piles,
    "liar": check_liar,
}
