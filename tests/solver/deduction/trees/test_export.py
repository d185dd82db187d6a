"""Trees as text and back, and the texts that are refused."""

from __future__ import annotations

import json

import pytest

from solver.deduction.games import game_named
from solver.deduction.rules.game import Game
from solver.deduction.strategies.registry import STRATEGIES
from solver.deduction.trees.export import format_csv, format_json, parse_csv, parse_json
from solver.deduction.trees.tree import TreeError, tree
from tests.solver.deduction.trees.tree_checks import CLASSIC, classic, every_small_game


@every_small_game
@pytest.mark.parametrize("name", ["knuth", "opening"])
def test_text_and_back(game: Game, name: str) -> None:
    result = tree(game, STRATEGIES[name])
    again = parse_json(format_json(result), game)
    assert again == result
    assert again.strategy == name
    assert parse_csv(format_csv(result), game, name) == result


def test_json_names_its_game() -> None:
    again = parse_json(format_json(classic("knuth")))
    assert again.game is CLASSIC
    assert again == classic("knuth")


def test_lines_of_csv_may_stand_in_any_order() -> None:
    head, *lines = format_csv(classic("entropy")).splitlines(keepends=True)
    text = head + "".join(reversed(lines))
    assert parse_csv(text, CLASSIC, "entropy") == classic("entropy")


LEAF = {"guess": "22", "answers": {"=": None}}


def node(guess: object, **answers: object) -> dict[str, object]:
    signs = {"less": "<", "more": ">", "else_": "?", "same": "="}
    return {"guess": guess, "answers": {signs[sign]: to for sign, to in answers.items()}}


@pytest.mark.parametrize(
    ("root", "words"),
    [
        (7, "At the root: a node .* not “7”"),
        ({"guess": "22"}, "At the root: a node"),
        (node("29"), "At the root: .*29"),
        (node(22), "At the root"),
        (node("22", less=node("5"), same=None), "After 22:<: .*“5”"),
        (node("22", less=node("33", more=[])), "After 22:< 33:>: a node"),
        (node("22", less=None), "After 22:<: under =, and there alone, stands null"),
        (node("22", same=LEAF), "After 22:=: under ="),
        ({"guess": "22", "answers": {"!": LEAF}}, "After 22:!: .*“!”"),
        ({"guess": "22", "answers": {"<": LEAF, " <": LEAF}}, "After 22: <: this answer .* twice"),
        ({"guess": "22", "answers": {"=": None, "= ": None}}, "After 22:= : this answer .* twice"),
    ],
)
def test_unreadable_trees(root: object, words: str) -> None:
    text = json.dumps({"game": "pair", "strategy": "knuth", "tree": root})
    with pytest.raises(TreeError, match=words):
        parse_json(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Line 1, column 1: this is no JSON"),
        ('{"game":\n 1', "Line 2"),
        ("[1, 2]", "A tree is written like"),
        ('{"game": "pair"}', "A tree is written like"),
        ('{"game": "chess", "strategy": "x", "tree": {}}', "The game of the tree is unknown"),
        ('{"game": "pair", "game": "pair"}', "“game” stands twice"),
        ("[" * 100_000, "more nodes in nodes"),
        ("1" * 5000, "“1{20}…” has too many digits for a number"),
        ('{"game": "pair", "strategy": "x", "tree": ' + "1" * 5000 + "}", "has too many digits"),
    ],
)
def test_unreadable_json(text: str, words: str) -> None:
    with pytest.raises(TreeError, match=words):
        parse_json(text)


def test_a_tree_of_another_game() -> None:
    with pytest.raises(TreeError, match="of the game “classic”, not of pair"):
        parse_json(format_json(classic("first")), game_named("pair"))


def test_an_answer_written_in_two_ways_stands_twice() -> None:
    nodes = {"0,0": {"guess": "5566", "answers": {}}, " 0,0": {"guess": "5656", "answers": {}}}
    root = {"guess": "1234", "answers": nodes}
    with pytest.raises(TreeError, match="After 1234: 0,0: this answer stands twice in one node"):
        parse_json(json.dumps({"game": "classic", "strategy": "x", "tree": root}))
    del nodes["0,0"]
    assert len(parse_json(json.dumps({"game": "classic", "strategy": "x", "tree": root}))) == 2


def renamed(name: str, guess: str) -> str:
    root = {"guess": guess, "answers": {}}
    return json.dumps({"game": name, "strategy": "x", "tree": root})


@pytest.mark.parametrize(
    ("name", "own", "guess"),
    [
        ("8x12", "8x12/10", "12345678"),
        ("4x6", "classic", "1122"),
        ("4x6/10", "classic", "1122"),
        ("4of1-9", "bulls9", "1234"),
    ],
)
def test_a_game_may_be_called_by_any_of_its_names(name: str, own: str, guess: str) -> None:
    game = game_named(own)
    assert game.name == own
    for asked in (None, game, game_named(name)):
        assert parse_json(renamed(name, guess), asked) == parse_json(renamed(own, guess), asked)
        assert parse_json(renamed(name, guess), asked).game == game


@pytest.mark.parametrize(
    ("name", "asked"),
    [("8x12/12", "8x12"), ("8x11", "8x12"), ("4x6/8", "classic"), ("4x6", "eight")],
)
def test_another_name_of_another_game_is_refused(name: str, asked: str) -> None:
    with pytest.raises(TreeError, match=f"of the game “{name}”, not of {game_named(asked).name}"):
        parse_json(renamed(name, "1122"), game_named(asked))


def test_a_tree_of_an_unknown_game_is_refused_whatever_is_asked() -> None:
    with pytest.raises(TreeError, match=r"The game of the tree is unknown: .*chess"):
        parse_json(renamed("chess", "1122"), CLASSIC)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no secret"),
        ("secret,guesses,1\n", "no secret"),
        ("code,guesses\n", "Line 1: the heads"),
        ("secret,guesses,1\n22,2,22\n", "Line 2: “2” is not the number of the 1 guess"),
        ("secret,guesses,1\n22,1,22\n\n", "Line 3"),
        ("secret,guesses,1\n22,0\n", "Line 2"),
        ("secret,guesses,1\n22,1,2x\n", "Line 2: .*2x"),
        ("secret,guesses,1\n22,1,23\n", "Line 2: the last guess, and no other, must be the secret"),
        ("secret,guesses,1,2\n22,2,22,22\n", "Line 2: the last guess, and no other, must be"),
        ("secret,guesses,1\n2\r2,1,22\n", "Line"),
        ("secret,guesses,1\n" + "2" * 200_000 + ",1,22\n", "Line 2: field larger than"),
        ("secret,guesses\n22,1,22\n33,2,21,33\n", "Line 3: guess 1 is 21, but .* guesses 22"),
    ],
)
def test_unreadable_csv(text: str, words: str) -> None:
    with pytest.raises(TreeError, match=words):
        parse_csv(text, game_named("pair"), "knuth")


@pytest.mark.parametrize(
    ("line", "told", "follow"),
    [
        ("", "", "0 guesses that follow"),
        ("22", "", "0 guesses that follow"),
        ("22,1", "1", "0 guesses that follow"),
        ("22,2,22", "2", "1 guess that follows"),
        ("22,1,33,22", "1", "2 guesses that follow"),
    ],
)
def test_a_wrong_number_of_guesses(line: str, told: str, follow: str) -> None:
    with pytest.raises(TreeError) as caught:
        parse_csv(f"secret,guesses,1\n{line}\n", game_named("pair"), "knuth")
    assert str(caught.value) == f"Line 2: “{told}” is not the number of the {follow}."
