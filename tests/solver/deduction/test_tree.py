"""Whole trees: known figures, trees equal to a plain search, text and back, the walker's eye."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from math import prod
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from solver.deduction import growth
from solver.deduction.boards import Board
from solver.deduction.candidates import Candidates
from solver.deduction.choices import Choice, Strategy
from solver.deduction.game import Code, CodeError, Codes, Game, Turn, frozen
from solver.deduction.games import game_for, game_named
from solver.deduction.listed_game import ListedGame
from solver.deduction.mastermind import Rules
from solver.deduction.partition import Split, split
from solver.deduction.strategies import STRATEGIES
from solver.deduction.tree import MOST_GUESSES, Tree, TreeError, tree
from solver.deduction.tree_text import format_csv, format_json, parse_csv, parse_json
from solver.deduction.walker import WalkError, walk

CLASSIC = game_named("classic")
WEIGHING = ("minimax-candidates", "knuth", "expected", "entropy", "parts")


class Distance(ListedGame):
    """A number from 0 to 9 is hidden; the answer says how far away a guess is."""

    name = "distance"
    codes_in_order = tuple((number,) for number in range(10))
    answers_written = MappingProxyType({"far": (9,), "near": (2,), "next": (1,), "found": (0,)})

    def feedback(self, guess: Code, secret: Code) -> Code:
        away = abs(guess[0] - secret[0])
        return (away if away < 3 else 9,)


SMALL: dict[str, Game] = {
    "3x4": game_for(Rules(3, 4)),
    "2x7": game_for(Rules(2, 7)),
    "4x2": game_for(Rules(4, 2)),
    "1x5": game_for(Rules(1, 5)),
    "3x1": game_for(Rules(3, 1)),
    "4x4": game_for(Rules(4, 4)),
    "2x3 and blanks": game_for(Rules(2, 3, blanks=True)),
    "3x5, secrets distinct": game_for(Rules(3, 5, secret_repeats=False)),
    "4x5, all distinct": game_for(Rules(4, 5, repeats=False)),
    "pair": game_named("pair"),
    "distance": Distance(),
}
every_small_game = pytest.mark.parametrize("game", SMALL.values(), ids=SMALL)


@cache
def classic(name: str) -> Tree:
    return tree(CLASSIC, STRATEGIES[name])


# Known figures.


@pytest.mark.parametrize(
    ("name", "first", "histogram", "total"),
    [
        ("first", "1111", (1, 4, 25, 108, 305, 602, 196, 49, 6), 7471),
        ("minimax-candidates", "1122", (1, 12, 99, 468, 662, 54), 5828),
        ("knuth", "1122", (1, 6, 62, 533, 694), 5801),
        ("expected", "1123", (1, 10, 54, 645, 583, 3), 5696),
        ("entropy", "1234", (1, 4, 71, 612, 596, 12), 5722),
        ("parts", "1123", (1, 12, 72, 635, 569, 7), 5668),
    ],
)
def test_classic_trees(name: str, first: str, histogram: tuple[int, ...], total: int) -> None:
    result = classic(name)
    assert CLASSIC.format_code(result.first) == first
    assert result.histogram == walk(CLASSIC, result) == histogram
    assert result.total == total
    assert result.mean == Fraction(total, 1296)
    assert result.max == len(result.worst_line) == len(histogram)


def test_the_opening_of_the_eight_guess_program() -> None:
    result = classic("opening")
    assert (result.total, result.max) == (6063, 7)
    assert CLASSIC.format_code(result.first) == "1234"


@pytest.mark.parametrize(
    ("game", "name", "histogram", "total"),
    [
        ("distinct", "entropy", (0, 7, 55, 229, 69), 1440),
        ("pair", "entropy", (1, 3, 9, 11, 1), 83),
        ("bulls9", "first", (1, 13, 103, 525, 1234, 918, 224, 6), 15730),
    ],
)
def test_trees_of_other_games(game: str, name: str, histogram: tuple[int, ...], total: int) -> None:
    result = tree(game_named(game), STRATEGIES[name])
    assert result.histogram == walk(game_named(game), result) == histogram
    assert result.total == total


def test_the_entropy_tree_of_five_pegs_and_eight_colours() -> None:
    """A C++ program reaches 179,797: ties fall otherwise there."""
    game = game_named("super")
    result = tree(game, STRATEGIES["entropy"], threads=2)
    assert result.histogram == (1, 9, 113, 1575, 14136, 16014, 919, 1)
    assert result.total == 179_863
    assert walk(game, result) == result.histogram


# Fast trees are those of a plain search.


def product_of_powers(parts: Split) -> int:
    """Compare sums of n log n exactly: by the product of n to the n."""
    return prod(n**n for n in parts.sizes if n)


MEASURES: dict[str, Callable[[Split], Fraction | int]] = {
    "minimax-candidates": lambda parts: parts.largest,
    "knuth": lambda parts: parts.largest,
    "expected": lambda parts: parts.expected_size,
    "entropy": product_of_powers,
    "parts": lambda parts: -parts.parts,
}


@dataclass(frozen=True)
class Plain:
    """A one-step strategy written as its definition reads; a tree asks it node by node."""

    name: str

    def choose(self, game: Game, left: Candidates, turns: Sequence[Turn] = ()) -> Choice:
        possible = set(left)
        codes = [game.code_at(index) for index in range(game.code_count)]
        guesses = sorted(possible) if self.name == "minimax-candidates" else codes
        measure = MEASURES[self.name]
        best = min(guesses, key=lambda g: (measure(split(left, g)), g not in possible, g))
        parts = split(left, best)
        return Choice(best, best in possible, parts, len(guesses), left.count, True, self.name)


@every_small_game
@pytest.mark.parametrize("name", WEIGHING)
def test_a_tree_is_that_of_a_plain_search(game: Game, name: str) -> None:
    fast = tree(game, STRATEGIES[name])
    assert fast == tree(game, Plain(name))
    assert walk(game, fast) == fast.histogram


def listed(board: Board) -> ListedGame:
    """Return a board as a list of codes and a table, without symmetry."""

    class Listed(ListedGame):
        name = board.name
        codes_in_order = tuple(tuple(code) for code in board.codes.tolist())
        answers_written = MappingProxyType({board.format_answer(a): a for a in board.feedbacks})

        def feedback(self, guess: Code, secret: Code) -> Code:
            return board.feedback(guess, secret)

        def is_secret(self, code: Code) -> bool:
            return board.is_secret(code)

        @cached_property
        def table(self) -> Codes:
            assert board.table is not None
            return board.table

    return Listed()


@pytest.mark.parametrize(
    "board", ["4x6", "4x6s", "2x12", "5x4", "8x2", "7x2", "3x7b", "3of0-9", "4of1-9"]
)
def test_symmetry_and_bits_change_no_choice(board: str) -> None:
    """Boards are weighed in other ways than tables, depending on the number of candidates."""
    game = game_named(board)
    assert isinstance(game, Board)
    for name in ("first", *WEIGHING):
        assert tree(game, STRATEGIES[name]) == tree(listed(game), STRATEGIES[name])


@dataclass(frozen=True)
class Asked:
    """A strategy in disguise, so that a tree asks it node by node."""

    strategy: Strategy

    @property
    def name(self) -> str:
        return self.strategy.name

    def choose(self, game: Game, left: Candidates, turns: Sequence[Turn] = ()) -> Choice:
        return self.strategy.choose(game, left, turns)


@pytest.mark.parametrize("name", ["first", *WEIGHING])
def test_a_tree_is_what_asking_the_strategy_gives(name: str) -> None:
    assert classic(name) == tree(CLASSIC, Asked(STRATEGIES[name]))


@every_small_game
@pytest.mark.parametrize("name", STRATEGIES)
def test_every_strategy_finds_every_secret(game: Game, name: str) -> None:
    result = tree(game, STRATEGIES[name])
    assert walk(game, result) == result.histogram
    assert sum(result.histogram) == game.secret_count
    assert result == tree(game, STRATEGIES[name])


# What a tree tells.


def test_lines() -> None:
    game = game_named("pair")
    result = tree(game, STRATEGIES["entropy"])
    lines = dict(result)
    assert list(lines) == [game.code_at(int(index)) for index in game.secrets]
    for secret, line in lines.items():
        assert line == result.line(secret)
        assert line[0] == result.first
        assert line[-1] == secret
    assert sum(map(len, lines.values())) == result.total
    worst = [secret for secret, line in lines.items() if len(line) == result.max]
    assert result.worst_line == lines[worst[0]]


def test_nodes_stand_level_by_level() -> None:
    result = classic("knuth")
    assert len(result) == len(result.parents) == 1378
    assert (np.diff(result.depths) >= 0).all()
    assert (np.diff(result.parents) >= 0).all()
    assert not any(array.flags.writeable for array in (result.guesses, result.wins, result.depths))
    assert hash(result) == hash(tree(CLASSIC, STRATEGIES["knuth"]))
    assert result != classic("entropy")
    assert result != "1122"


def test_no_line_for_a_code_that_is_no_secret() -> None:
    result = tree(game_named("distinct"), STRATEGIES["first"])
    with pytest.raises(TreeError, match="1122"):
        result.line((0, 0, 1, 1))
    with pytest.raises(CodeError):
        result.line((0, 0, 9, 9))


# Large trees: branches, threads, progress, and what is refused.


@pytest.fixture
def small_branches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut trees into branches, and calls into small pieces, that only large trees need else."""
    monkeypatch.setattr(growth, "MOST_IN_ONE_PIECE", 10)
    monkeypatch.setattr(growth, "BUDGET", 1000)


@pytest.mark.usefixtures("small_branches")
@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("name", ["first", "knuth"])
def test_threads_and_branches_change_nothing(name: str, threads: int) -> None:
    told: list[tuple[int, int]] = []
    result = tree(
        CLASSIC,
        STRATEGIES[name],
        threads=threads,
        progress=lambda done, total: told.append((done, total)),
    )
    assert result == classic(name)
    assert told == sorted(told)
    assert told[-1] == (1296, 1296)
    assert len(told) > 20


class EnoughError(Exception):
    pass


def tell_enough(done: int, total: int) -> None:
    if done > total // 4:
        raise EnoughError


@pytest.mark.usefixtures("small_branches")
@pytest.mark.parametrize("threads", [1, 2])
def test_progress_may_end_the_work(threads: int) -> None:
    with pytest.raises(EnoughError):
        tree(CLASSIC, STRATEGIES["knuth"], threads=threads, progress=tell_enough)


def test_progress_of_a_strategy_that_is_asked() -> None:
    told: list[int] = []
    tree(game_named("pair"), STRATEGIES["random"], progress=lambda done, _: told.append(done))
    assert told == sorted(told)
    assert told[-1] == 25
    with pytest.raises(EnoughError):
        tree(game_named("pair"), STRATEGIES["random"], progress=tell_enough)


@pytest.mark.parametrize(
    ("game", "words"), [("6x7", "117,649 secrets"), ("7x7s", "823,543 guesses")]
)
def test_a_tree_too_large_is_refused(game: str, words: str) -> None:
    with pytest.raises(TreeError, match=words):
        tree(game_named(game), STRATEGIES["first"])


@dataclass(frozen=True)
class Stubborn:
    """Guesses the same code for ever."""

    name: str = "stubborn"

    def choose(self, game: Game, left: Candidates, turns: Sequence[Turn] = ()) -> Choice:
        return Choice((0, 0), False, Split((left.count,)), 0, 0, True, self.name)


def test_a_strategy_without_end_is_refused() -> None:
    with pytest.raises(TreeError, match=f"stubborn has not found .* {MOST_GUESSES} guesses"):
        tree(game_named("pair"), Stubborn())


# Text and back.


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
    ],
)
def test_unreadable_json(text: str, words: str) -> None:
    with pytest.raises(TreeError, match=words):
        parse_json(text)


def test_a_tree_of_another_game() -> None:
    with pytest.raises(TreeError, match="of the game “classic”, not of pair"):
        parse_json(format_json(classic("first")), game_named("pair"))


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
        ("secret,guesses,1\n22,1,23\n", "Line 2: the last guess is not the secret"),
        ("secret,guesses\n22,1,22\n33,2,21,33\n", "Line 3: guess 1 is 21, but .* guesses 22"),
    ],
)
def test_unreadable_csv(text: str, words: str) -> None:
    with pytest.raises(TreeError, match=words):
        parse_csv(text, game_named("pair"), "knuth")


# The walker finds planted errors.


def planted(result: Tree, **changes: NDArray[Any]) -> Tree:
    arrays: dict[str, Any] = {name: frozen(array) for name, array in changes.items()}
    return replace(result, **arrays)


def a_leaf(result: Tree) -> int:
    return len(result) - 1


def test_the_walker_finds_a_wrong_guess() -> None:
    result = classic("knuth")
    guesses = result.guesses.copy()
    guesses[a_leaf(result)] = 0
    with pytest.raises(WalkError, match=r"The secret \d+ is not found: after 1122:.*1111:.*"):
        walk(CLASSIC, planted(result, guesses=guesses))


def test_the_walker_finds_a_missing_branch() -> None:
    result = classic("knuth")
    columns = ("guesses", "parents", "answers", "wins")
    short = planted(result, **{name: getattr(result, name)[:-1] for name in columns})
    with pytest.raises(WalkError, match=r"is not found: after 1122:.* there is no guess"):
        walk(CLASSIC, short)


def test_the_walker_finds_swapped_subtrees() -> None:
    result = classic("knuth")
    answers = result.answers.copy()
    answers[[2, 3]] = answers[[3, 2]]
    with pytest.raises(WalkError, match="is not found"):
        walk(CLASSIC, planted(result, answers=answers))


def test_the_walker_finds_a_branch_twice() -> None:
    result = classic("knuth")
    answers = result.answers.copy()
    answers[3] = answers[2]
    with pytest.raises(WalkError, match="Nodes 2 and 3 stand under one answer"):
        walk(CLASSIC, planted(result, answers=answers))


def test_the_walker_finds_a_node_that_no_secret_reaches() -> None:
    game = game_named("pair")
    result = tree(game, STRATEGIES["knuth"])
    unused = set(range(3)) - set(result.answers[result.parents == a_leaf(result)].tolist())
    grown = planted(
        result,
        guesses=np.append(result.guesses, np.int32(0)),
        parents=np.append(result.parents, np.int32(a_leaf(result))),
        answers=np.append(result.answers, np.int32(unused.pop())),
        wins=np.append(result.wins, np.False_),
    )
    with pytest.raises(WalkError, match=r"Node 25, with the guess 00, is reached by no secret"):
        walk(game, grown)


def test_the_walker_finds_a_false_claim() -> None:
    result = classic("knuth")
    wins = result.wins.copy()
    wins[0] = False
    with pytest.raises(WalkError, match="Node 0, with the guess 1122, finds one, unlike it says"):
        walk(CLASSIC, planted(result, wins=wins))


def test_the_walker_finds_a_second_root() -> None:
    result = classic("knuth")
    parents = result.parents.copy()
    parents[7] = -1
    with pytest.raises(WalkError, match="Node 7 has the parent -1"):
        walk(CLASSIC, planted(result, parents=parents))
