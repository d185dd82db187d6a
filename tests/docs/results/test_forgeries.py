"""Files that claim what is not so, as somebody would forge them who knows their form."""

import gzip
import json
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.cases import cases
from tests.docs.results.test_certificates import certified
from tests.docs.results.test_strategies import check, exported, loaded, refused

Whole = dict[str, Any]
Change = Callable[[Whole], object]
#: The list of a larger game, which would be played instead of the board.
LARGER = ["".join(pair) for pair in product(map(chr, range(48, 84)), repeat=2)]


def rules(**fields: object) -> Change:
    return lambda whole: whole["rules"].update(fields)


def head(**fields: object) -> Change:
    return lambda whole: whole.update(fields)


def without(*path: str) -> Change:
    def change(whole: Whole) -> None:
        for step in path[:-1]:
            whole = whole[step]
        del whole[path[-1]]

    return change


def first_branch(whole: Whole) -> Whole:
    branches: Whole = whole["tree"]["answers"]
    return branches


#: Of the head and the rules: of strategies and certificates alike.
OF_BOTH: dict[str, tuple[Change, str]] = {
    "a list beside the rules": (rules(codes=LARGER), "no other"),
    "a list of secrets beside the rules": (rules(secrets=["111"]), "no list"),
    "a table beside the rules": (rules(table=[[]]), "no other"),
    "an unknown field of the rules": (rules(hints=True), "no other"),
    "an unknown field of the head": (head(proved=True), "no other"),
    "another name of other rules": (head(game="classic"), "other rules"),
    "the name of a list": (head(game="words"), "other rules"),
    "the name of another board": (head(game="4x6/10"), "other rules"),
    "the name of a game of digits": (head(game="3of1-9"), "other rules"),
    "a name that writes a line": (head(game="classic, as this checker knows it.\nx"), "A name is"),
    "a name that clears the screen": (head(game="\x1b[2Jclassic"), "A name is plain"),
    "a name in other digits": (head(game="\u0663x\u0664"), "A name is plain"),
    "a name of nothing": (head(game=""), "A name is plain"),
    "a name in capitals": (head(game="Classic"), "other rules"),
    "the name of a board that can't be": (head(game="3x14"), "other rules"),
    "no name": (without("game"), "no other"),
    "a name that is no text": (head(game=["mini"]), "must be text"),
    "no rules": (without("rules"), "no other"),
    "rules that are none": (head(rules=[]), "must be an object"),
    "no rule of answers": (without("rules", "answers"), "no such rule"),
    "an unknown rule of answers": (rules(answers="colours"), "no such rule"),
    "rules of answers in a list": (rules(answers=["keys"]), "no such rule"),
    "a rule of answers over many lines": (rules(answers="x\n" * 9999), "no such rule"),
    "rules of another kind of game": (rules(answers="letters"), "no other"),
    "fewer pegs": (rules(pegs=2), "other rules"),
    "no pegs": (rules(pegs=0), "A board has"),
    "pegs below none": (rules(pegs=-3), "A board has"),
    "pegs as text": (rules(pegs="3"), "must be a whole number"),
    "pegs by yes": (rules(pegs=True), "must be a whole number"),
    "pegs without end": (rules(pegs=10**9), "A board has"),
    "fewer symbols": (rules(symbols="123"), "other rules"),
    "a symbol twice": (rules(symbols="1233"), "different symbols"),
    "a symbol that is a space": (rules(symbols="123 "), "can be seen"),
    "no symbols": (rules(symbols=""), "can be seen"),
    "more pegs than symbols": (
        lambda w: w.update(game="x") or rules(pegs=5, repeats=False, secret_repeats=False)(w),
        "No code can be",
    ),
    "a board without end": (lambda w: w.update(game="x") or rules(pegs=19)(w), "too many codes"),
    "symbols as a list": (rules(symbols=["1", "2", "3", "4"]), "must be text"),
    "no repeats in the secret": (rules(secret_repeats=False), "other rules"),
    "repeats by a number": (rules(repeats=1), "must be true or false"),
    "a secret that can't be guessed": (rules(repeats=False), "could not be guessed"),
    "too small a total": (head(total=205), "claim"),
    "a total by text": (head(total="206"), "must be a whole number"),
    "a total with a fraction": (head(total=206.0), "no whole number"),
    "a total that is no number": (head(total=float("nan")), "no whole number"),
    "a total without end": (head(total=float("inf")), "no whole number"),
}
OF_STRATEGIES: dict[str, tuple[Change, str]] = {
    "a strategy's name that claims": (head(strategy="the best of all"), "A name is plain"),
    "more secrets": (head(secrets=65), "claims"),
    "a smaller most": (head(max=3), "claims"),
    "a branch that nobody takes": (lambda w: first_branch(w).update({"3,1": None}), "is answered"),
    "a branch less": (lambda w: first_branch(w).popitem(), "is answered"),
    "two branches exchanged": (
        lambda w: w["tree"].update(
            answers=dict(zip(first_branch(w), [*first_branch(w).values()][::-1], strict=True))
        ),
        "",
    ),
    "an end too early": (
        lambda w: first_branch(w).update(dict.fromkeys(first_branch(w))),
        "is not found",
    ),
    "a guess of another game": (lambda w: w["tree"].update(guess="115"), "is no guess"),
    "a guess that is no text": (lambda w: w["tree"].update(guess=112), "must be text"),
    "a node with more than its fields": (lambda w: w["tree"].update(total=1), "no other"),
    "branches as a list": (lambda w: w["tree"].update(answers=[]), "must be an object"),
    "no tree": (head(tree=None), "must be an object"),
}


@cases("name", [*OF_BOTH, *OF_STRATEGIES])
def test_a_forged_strategy_is_refused(name: str, tmp_path: Path) -> None:
    whole = loaded()
    change, words = (OF_BOTH | OF_STRATEGIES)[name]
    change(whole)
    refused(tmp_path / "mini.json", json.dumps(whole).encode(), words)


def of_line(**fields: object) -> Change:
    return lambda whole: whole["lines"][0].update(fields)


OF_CERTIFICATES: dict[str, tuple[Change, str]] = {
    "a greater total": (head(total=207), "is needed"),
    "a version by yes": (head(certificate=True), "must be a whole number"),
    "another version": (head(certificate=2), "unknown"),
    "an unknown field of a line": (of_line(proved=True), "no other"),
    "a greater bound": (of_line(bound=207), "is needed"),
    "a bound by text": (of_line(bound="206"), "must be a whole number"),
    "counts by yes and no": (of_line(cut=[False, True, False]), "Cut off"),
    "a case of no guess": (lambda w: w["lines"][0]["cases"].update({"999": {}}), "needs none"),
    "one guess like itself": (
        lambda w: w["lines"][0].update(
            cases={}, alike={g: f"{g} 123 1234" for g in w["lines"][0]["cases"]}
        ),
        "not weighed",
    ),
    "a turn of another game": (of_line(turns="115:0,0"), "is no turn"),
    "a turn with no feedback": (of_line(turns="112"), "is no turn"),
    "feedback of no guess": (of_line(turns="112:2,9"), "is no turn"),
    "turns without end": (of_line(turns="112:0,0 " * 9999), "nested too deeply"),
    "cases by a list": (
        lambda w: w["lines"][0]["cases"].update({g: [] for g in w["lines"][0]["cases"]}),
        "must be an object",
    ),
    "like nothing": (
        lambda w: w["lines"][0]["alike"].update(dict.fromkeys(w["lines"][0]["alike"], "112")),
        "is like a guess, by",
    ),
    "costs as text": (
        lambda w: w["lines"][0]["cases"].update(
            {g: {a: str(c) for a, c in one.items()} for g, one in w["lines"][0]["cases"].items()}
        ),
        "no cost",
    ),
    "a line less": (lambda w: w["lines"].pop(), "It ends before"),
    "a line twice": (lambda w: w["lines"].append(w["lines"][0]), "is needed"),
    "lines turned round": (lambda w: w["lines"].reverse(), "is needed"),
}


@cases("name", [*OF_BOTH, *OF_CERTIFICATES])
def test_a_forged_certificate_is_refused(name: str, tmp_path: Path) -> None:
    first, *lines = certified()
    whole = {**first, "lines": lines}
    change, words = (OF_BOTH | OF_CERTIFICATES)[name]
    change(whole)
    lines = whole.pop("lines")
    text = "\n".join(map(json.dumps, [whole, *lines]))
    refused(tmp_path / "mini.jsonl", text.encode(), words)


PLAIN = exported("mini").encode()
PACKED = gzip.compress(PLAIN)


@cases(
    ("content", "words"),
    [
        (PLAIN.replace(b'"total"', b'"total": 205, "total"'), "given twice"),
        (PLAIN.replace(b'"total"', b'"t\\u006ftal": 205, "total"'), "given twice"),
        (b"206", "must be an object"),
        (b"null", "must be an object"),
        (PLAIN + b"\n" + PLAIN, "follows the tree"),
        (PLAIN.replace(b"206", b"206e0"), "no whole number"),
        (PLAIN.replace(b"206", b"9" * 5000), "digits"),
        (b'{"tree":' * 100_000, "nested too deeply"),
        (b" " * 40_000_000 + PLAIN, "bytes"),
        (PLAIN[:-40], ""),
        (PLAIN.replace(b'"mini"', b'"classi\\u0441"'), "A name is plain"),
        (PACKED + b"more", "Not a gzipped file"),
        (PACKED + PACKED, "Extra data"),
        (PACKED[:-8] + bytes(4) + PACKED[-4:], "CRC"),
        (PACKED[:-8], "cut off"),
        (PACKED[: len(PACKED) // 2], "cut off"),
    ],
)
def test_a_forged_text_is_refused(content: bytes, words: str, tmp_path: Path) -> None:
    archive = content if content.startswith(PACKED[:4]) else gzip.compress(content)
    refused(tmp_path / "mini.json.gz", archive, words)


def test_a_distinct_certificate_is_not_the_classic_one(tmp_path: Path) -> None:
    first, *lines = certified("distinct")
    text = "\n".join(map(json.dumps, [first | {"game": "classic"}, *lines]))
    refused(tmp_path / "classic.jsonl", text.encode(), "classic has other rules")


def test_another_list_is_another_game(tmp_path: Path) -> None:
    """The list of Words is known by its digest; under another name it is said to be unknown."""
    whole = loaded("pair")
    whole["rules"]["codes"].reverse()
    refused(tmp_path / "pair.json", json.dumps(whole).encode(), "pair has other rules")
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(whole | {"game": "mine"}))
    output = check(file).stdout
    assert "mine, a game that this checker doesn't know by name: 25 guesses, 25 secrets" in output


def test_one_long_code_is_not_the_list_that_it_spells(tmp_path: Path) -> None:
    """The lines of the list of Words, as a single code, would have the digest of the list."""
    code = "\n".join(loaded("words", "first")["rules"]["codes"])
    whole = loaded("words", "first") | {"secrets": 1, "total": 1, "max": 1}
    whole["rules"] = {"answers": "letters", "codes": [code]}
    whole["tree"] = {"guess": code, "answers": {"g" * len(code): None}}
    refused(tmp_path / "words.json", json.dumps(whole).encode(), "without spaces and line ends")


def as_table(rows: list[list[str]]) -> Whole:
    codes = [f"{number:03}" for number in range(len(rows))]
    return {"answers": "table", "codes": codes, "table": rows}


def test_a_guess_with_more_parts_than_a_byte_counts(tmp_path: Path) -> None:
    """Guess 000 tells all apart: 511 guesses in all. Counted in a byte, its 256 parts are none."""
    rows = [["+" if guess == secret else "-" for secret in range(256)] for guess in range(256)]
    rows[0][2:] = map(str, range(2, 256))
    first = {"certificate": 1, "game": "x", "rules": as_table(rows), "total": 512}
    line = {"turns": "", "bound": 512, "cut": [256, 0, 0], "cases": {}, "alike": {}}
    text = f"{json.dumps(first)}\n{json.dumps(line)}"
    refused(tmp_path / "x.jsonl", text.encode(), "at most 255 outcomes")


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ([["+", "-"], ["-", "+"]], ""),
        ([["+", "-"]], "a row for each guess"),
        ([["+", "-"], ["-"]], "a row for each guess"),
        (["+-", "-+"], "a row for each guess"),
        ([["+", "+"], ["-", "+"]], "000 has no feedback"),
        ([["+", "a b"], ["-", "+"]], "000 has no feedback"),
        ([["+", 7], ["-", "+"]], "000 has no feedback"),
    ],
)
def test_a_table_of_answers_is_one_and_is_in_the_digest(
    table: list[list[str]], words: str, tmp_path: Path
) -> None:
    end = {"guess": "001", "answers": {"+": None}}
    whole = {"game": "x", "strategy": "a", "secrets": 2, "total": 3, "max": 2}
    whole["rules"] = as_table([["+", "-"], ["-", "+"]]) | {"table": table}
    whole["tree"] = {"guess": "000", "answers": {"+": None, "-": end}}
    content = json.dumps(whole).encode()
    if words:
        refused(tmp_path / "x.json", content, words)
        return
    digests = []
    for text in (content, content.replace(b'["-", "+"]', b'["?", "+"]')):
        (tmp_path / "x.json").write_bytes(text)
        digests.append(check(tmp_path / "x.json").stdout.split("SHA-256 ")[1][:64])
    assert digests[0] != digests[1]


def test_a_game_too_large_for_a_lower_bound_is_refused_at_once(tmp_path: Path) -> None:
    first = certified()[0]
    first |= {"game": "x", "rules": first["rules"] | {"pegs": 5, "symbols": "abcdefghijklmn"}}
    refused(tmp_path / "x.jsonl", json.dumps(first).encode(), "too large")
