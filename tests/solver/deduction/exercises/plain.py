"""The plain twin of the exercises: it reads an exercise as texts, and counts out every code.

It shares nothing with the engine: codes are texts such as ``1126``, rows are ``1126:1,0``, and the
sentences that explain are read as claims about a code.
"""

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
    guess, _, feedback_text = row.partition(":")
    black, _, white = feedback_text.partition(",")
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
            minimum = ANSWERS[match[3]]
            maximum = minimum if match[2] == "exactly" else 4
            yield from (counts(colour, minimum, maximum) for colour in numbers(match[1]))
        elif match := re.fullmatch(r"(Colours? .+) can (?:each )?appear at most (.+)", part):
            yield from (counts(colour, 0, ANSWERS[match[2]]) for colour in numbers(match[1]))
        else:
            yield from elsewhere(part)


def counts(colour: str, minimum: int, maximum: int) -> Claim:
    return lambda code: minimum <= code.count(colour) <= maximum


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


def check_one_code_left(texts: dict[str, Any]) -> None:
    """One code fits, no row can be spared, and the explanation leads to it, each step proved."""
    rows, solution = texts["rows"], texts["solution"]
    assert fitting(rows) == [solution]
    for row in rows:
        assert len(fitting([companion for companion in rows if companion != row])) > 1
    codes = CODES
    for step in texts["why"]:
        head, _, statement = step.partition(": ")
        claims = list(claims_in(statement))
        assert claims
        together = [rows[row] for row in rows_in(head)]
        assert ("together" in head) is (len(together) > 1)
        for code in codes:
            if all(fits(code, row) for row in together):
                assert all(claim(code) for claim in claims), (step, code)
        codes = [code for code in codes if all(claim(code) for claim in claims)]
    assert codes == [solution]


def check_what_is_proved(texts: dict[str, Any]) -> None:
    """What is called proved is true of every code that fits, by the rows named; the rest of one."""
    rows, codes = texts["rows"], fitting(texts["rows"])
    claims = {int(number) for number in numbers(texts["solution"])}
    assert 2 <= len(claims) <= 4
    assert len(codes) >= 2
    for number, (claim, why) in enumerate(zip(texts["claims"], texts["why"], strict=True), 1):
        (is_so,) = claims_in(claim)
        assert all(map(is_so, codes)) is (number in claims), claim
        assert why.startswith(f"Claim {number} ")
        if number in claims:
            cited_rows = [rows[row] for row in rows_in(why.partition(": ")[2])]
            assert all(map(is_so, fitting(cited_rows))), why
            assert f" each of the {len(fitting(cited_rows)):,} codes that fit." in why
        else:
            code = why.rpartition(" ")[2]
            assert code in codes
            assert not is_so(code)
            assert any(map(is_so, codes)), claim


def check_piles(texts: dict[str, Any]) -> None:
    """There are a few piles, and fewer than codes."""
    codes = fitting(texts["rows"])
    assert 5 <= len(codes) <= 12
    assert 3 <= len(partition(texts["guess"], codes)) < len(codes)


def check_liar(texts: dict[str, Any]) -> None:
    """Without one row some code fits, without any other none; the conflicts named are ones."""
    rows = texts["rows"]
    assert len(rows) == 6
    assert not fitting(rows)
    suspects = [place for place in range(6) if fitting([*rows[:place], *rows[place + 1 :]])]
    assert [str(place + 1) for place in suspects] == [texts["solution"]]
    *conflicts, last = texts["why"]
    sets = [rows_in(line) for line in conflicts]
    for chosen in sets:
        assert not fitting([rows[row] for row in chosen])
        for row in chosen:  # none to be spared
            assert fitting([rows[index] for index in chosen if index != row])
    for line, chosen in zip(conflicts, sets, strict=True):
        count = len(fitting([rows[row] for row in chosen[:-1]]))
        codes = f"{count:,} code{' fits' if count == 1 else 's fit'}"
        assert f" {codes} row" in line
        assert line.endswith(f", but none fits row {chosen[-1] + 1} as well.")
    assert set.intersection(*map(set, sets)) == set(suspects)
    (place,) = suspects
    count = len(fitting([*rows[:place], *rows[place + 1 :]]))
    assert f" {count:,} code" in last


def check_count_keys(texts: dict[str, Any]) -> None:
    """As many holes are alike, and as many other pegs pair up, as the sentences say."""
    black, white = feedback(texts["guess"], texts["code"])
    alike = [str(hole + 1) for hole in range(4) if texts["code"][hole] == texts["guess"][hole]]
    first, second = texts["why"]
    holes, _, keys = first.partition(" the same in both rows: ")
    assert numbers(holes) == alike
    assert (numbers(keys) or ["0"]) == [str(black)]
    assert (numbers(second) or ["0"]) == [str(white)]


def check_one_row(texts: dict[str, Any]) -> None:
    """One of four different codes fits the row."""
    (row,) = texts["rows"]
    assert len(set(texts["choices"])) == 4
    assert [code for code in texts["choices"] if fits(code, row)] == [texts["solution"]]


def sizes_of(guess: str, codes: Sequence[str]) -> list[int]:
    return list(map(len, partition(guess, codes).values()))


#: What each idea looks at, the less the better: in an exercise of one, each other misleads.
RULES: dict[str, Callable[[list[int]], float]] = {
    "worst": max,
    "average": lambda sizes: sum(size * size for size in sizes),
    "bits": lambda sizes: round(sum(size * log2(size) for size in sizes), 9),
    "outcomes": lambda sizes: -len(sizes),
}


def check_compare(texts: dict[str, Any]) -> None:
    """Each figure is that of the groups, and one guess alone is the best."""
    codes = tuple(fitting(texts["rows"]))
    assert 8 <= len(codes) <= 24
    figures = []
    for guess, sentence in texts["figures"].items():
        sizes = sizes_of(guess, codes)
        if texts["measure"] == "worst":
            figures.append(max(sizes))
            assert sentence.endswith(f"piles has {max(sizes)} code{'s' * (max(sizes) > 1)}.")
        elif texts["measure"] == "average":
            figures.append(sum(size * size for size in sizes) / len(codes))
            assert f"= {figures[-1]:.2f} codes left" in sentence
        else:
            bits = sum(size / len(codes) * log2(len(codes) / size) for size in sizes)
            figures.append(-bits)
            assert f"= {bits:.2f} bits" in sentence
    assert figures.count(min(figures)) == 1
    for rule in RULES.keys() - {texts["measure"]}:
        weights = [RULES[rule](sizes_of(guess, codes)) for guess in texts["figures"]]
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
