"""Files that claim what is not so, as somebody would forge them who knows their form."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.checker.test_certificates import certified
from tests.checker.test_strategies import check, exported, loaded

Whole = dict[str, Any]
Change = Callable[[Whole], object]
#: The list of a larger game, which would be played instead of the board.
LARGER = ["".join(pair) for pair in product(map(chr, range(48, 84)), repeat=2)]


def rules(**changed: object) -> Change:
    return lambda whole: whole["rules"].update(changed)


def head(**changed: object) -> Change:
    return lambda whole: whole.update(changed)


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
    "no name": (without("game"), "no other"),
    "a name that is no text": (head(game=["mini"]), "another kind"),
    "no rules": (without("rules"), "no other"),
    "rules that are none": (head(rules=[]), "another kind"),
    "no rule of answers": (without("rules", "answers"), "unknown"),
    "an unknown rule of answers": (rules(answers="colours"), "unknown"),
    "rules of another kind of game": (rules(answers="letters"), "no other"),
    "fewer pegs": (rules(pegs=2), "other rules"),
    "no pegs": (rules(pegs=0), "A board has"),
    "pegs below none": (rules(pegs=-3), "A board has"),
    "pegs as text": (rules(pegs="3"), "another kind"),
    "pegs by yes": (rules(pegs=True), "another kind"),
    "pegs without end": (rules(pegs=10**9), "A board has"),
    "fewer symbols": (rules(symbols="123"), "other rules"),
    "a symbol twice": (rules(symbols="1233"), "different symbols"),
    "symbols as a list": (rules(symbols=["1", "2", "3", "4"]), "another kind"),
    "no repeats in the secret": (rules(secret_repeats=False), "other rules"),
    "repeats by a number": (rules(repeats=1), "another kind"),
    "a secret that can't be guessed": (rules(repeats=False), "could not be guessed"),
    "too small a total": (head(total=205), ""),
    "a total by text": (head(total="206"), "another kind"),
    "a total with a fraction": (head(total=206.0), "no whole number"),
    "a total that is no number": (head(total=float("nan")), "no whole number"),
    "a total without end": (head(total=float("inf")), "no whole number"),
}
OF_STRATEGIES: dict[str, tuple[Change, str]] = {
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
    "an end too early": (lambda w: first_branch(w).update(dict.fromkeys(first_branch(w))), ""),
    "a guess of another game": (lambda w: w["tree"].update(guess="115"), "is no guess"),
    "a guess that is no text": (lambda w: w["tree"].update(guess=112), "another kind"),
    "a node with more than its fields": (lambda w: w["tree"].update(total=1), "no other"),
    "branches as a list": (lambda w: w["tree"].update(answers=[]), "another kind"),
    "no tree": (head(tree=None), "another kind"),
}


@pytest.mark.parametrize("name", [*OF_BOTH, *OF_STRATEGIES])
def test_a_forged_strategy_is_refused(name: str, tmp_path: Path) -> None:
    whole = loaded()
    change, words = (OF_BOTH | OF_STRATEGIES)[name]
    change(whole)
    refused(tmp_path / "mini.json", json.dumps(whole).encode(), words)


def of_line(**changed: object) -> Change:
    return lambda whole: whole["lines"][0].update(changed)


OF_CERTIFICATES: dict[str, tuple[Change, str]] = {
    "a greater total": (head(total=207), "is needed"),
    "a version by yes": (head(certificate=True), "another kind"),
    "another version": (head(certificate=2), "unknown"),
    "an unknown field of a line": (of_line(proved=True), "no other"),
    "a greater bound": (of_line(bound=207), "is needed"),
    "a bound by text": (of_line(bound="206"), "another kind"),
    "counts by yes and no": (of_line(cut=[False, True, False]), "Cut off"),
    "a case of no guess": (lambda w: w["lines"][0]["cases"].update({"999": {}}), "needs none"),
    "one guess like itself": (
        lambda w: w["lines"][0].update(
            cases={}, alike={g: f"{g} 123 1234" for g in w["lines"][0]["cases"]}
        ),
        "not weighed",
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


@pytest.mark.parametrize("name", [*OF_BOTH, *OF_CERTIFICATES])
def test_a_forged_certificate_is_refused(name: str, tmp_path: Path) -> None:
    first, *lines = certified()
    whole = {**first, "lines": lines}
    change, words = (OF_BOTH | OF_CERTIFICATES)[name]
    change(whole)
    lines = whole.pop("lines")
    text = "\n".join(map(json.dumps, [whole, *lines]))
    refused(tmp_path / "mini.jsonl", text.encode(), words)


PLAIN = exported("mini").encode()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (PLAIN.replace(b'"total"', b'"total": 205, "total"'), "stands twice"),
        (PLAIN + b"\n" + PLAIN, "follows the tree"),
        (PLAIN.replace(b"206", b"206e0"), "no whole number"),
        (PLAIN.replace(b"206", b"9" * 5000), "digits"),
        (b'{"tree":' * 100_000, "RecursionError"),
        (b" " * (1 << 26) + PLAIN, "bytes"),
        (PLAIN.replace(b'"mini"', b'"classi\\u0441"').replace(b'"1234"', b'"123"'), "answered"),
    ],
)
def test_a_forged_text_is_refused(content: bytes, words: str, tmp_path: Path) -> None:
    refused(tmp_path / "mini.json.gz", gzip.compress(content), words)


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
    told = check(file).stdout
    assert "mine, a game that this checker doesn't know by name: 25 guesses, 25 secrets" in told


def refused(file: Path, content: bytes, words: str) -> None:
    file.write_bytes(content)
    done = check(file)
    assert done.returncode == 1
    assert done.stderr.startswith(f"{file} is refused: ")
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1
