"""Among equally good guesses possible codes come first, then the smaller worst case."""

from collections.abc import Iterator
from fractions import Fraction

import pytest

from solver.deduction.explain.analysis import rank
from solver.deduction.explain.review import review_turn
from solver.deduction.games import game_named
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.rules.game import Code, Game, Turn
from solver.deduction.strategies.perfect import Perfect
from solver.deduction.trees.grow import perfect_tree
from solver.deduction.trees.tree import Tree
from tests.cases import cases
from tests.sampling import drawn_by
from tests.solver.deduction.drawn import draw_turns

MOST_LEFT = 18  # codes that the plain search begins with

Play = tuple[int, bool, int, int]  # the total, whether it can't be the code, the worst case, index


class PlainPlay:
    """Tries every guess, and remembers sets."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.every = [game.code_at(index) for index in range(game.code_count)]
        self.known: dict[frozenset[Code], Play] = {}

    def best(self, codes: frozenset[Code]) -> Play:
        if codes not in self.known:
            limit = 10**6
            plays: list[Play] = []
            for index, guess in enumerate(self.every):
                play = self.play(index, guess, codes, limit)
                if play and play[0] <= limit:
                    limit = play[0]
                    plays.append(play)
            self.known[codes] = min(plays)
        return self.known[codes]

    def play(self, index: int, guess: Code, codes: frozenset[Code], limit: int) -> Play | None:
        """Return what a guess takes; None if it takes more than the least, or tells nothing."""
        groups: dict[object, set[Code]] = {}
        for code in codes:
            groups.setdefault(self.game.feedback(guess, code), set()).add(code)
        groups.pop(self.game.feedback(guess, guess), None)
        open_ = [frozenset(group) for group in groups.values()]
        bound = len(codes) + sum(2 * len(group) - 1 for group in open_)
        if codes in open_ or bound > limit:
            return None
        after = [self.best(group) for group in open_]
        total = len(codes) + sum(play[0] for play in after)
        return total, guess not in codes, 1 + max((play[2] for play in after), default=0), index


def positions(name: str, count: int) -> Iterator[tuple[Turn, ...]]:
    """Yield positions in which a few codes are left."""
    game, draw = game_named(name), drawn_by(f"ties {name}")
    while count:
        turns = tuple(draw_turns(game, draw, 1, 3))
        if 2 < candidates(game, turns).count <= MOST_LEFT:
            count -= 1
            yield turns


@pytest.mark.parametrize(
    ("name", "count"), [("mini", 40), ("pair", 40), ("3x4s", 30), ("classic", 6), ("distinct", 6)]
)
def test_hint_analysis_and_review_choose_alike(name: str, count: int) -> None:
    game, plain = game_named(name), PlainPlay(game_named(name))
    for turns in positions(name, count):
        options = candidates(game, turns)
        total, is_no_code, worst, index = plain.best(frozenset(options))
        hint = Perfect().choose(game, options, turns)
        assert (hint.total, hint.can_be_code) == (total, not is_no_code)
        assert game.index_of(hint.guess) == index
        assert hint.is_more_useful == is_no_code
        (first, *_) = rank(game, turns).best
        assert first.guess == hint.guess
        assert first.need
        assert (first.need.total, first.need.most) == (total, worst)
        repetition = Turn(turns[0].code, turns[0].feedback)  # it can only be worse
        value = review_turn(game, turns, repetition).worth
        assert (value.best, value.least) == (hint.guess, Fraction(total, options.count))


def lines_of(game: Game, tree: Tree) -> Iterator[tuple[tuple[Turn, ...], Code]]:
    """Yield the turns before each node, and its guess."""
    for node in range(len(tree.guesses)):
        turns: list[Turn] = []
        place = node
        while (above := int(tree.parents[place])) >= 0:
            feedback = game.feedbacks[int(tree.feedbacks[place])]
            turns.insert(0, Turn(game.code_at(int(tree.guesses[above])), feedback))
            place = above
        yield tuple(turns), game.code_at(int(tree.guesses[node]))


@cases(("name", "stride"), [("mini", 1), ("pair", 1), ("classic", 40)])
def test_a_tree_plays_what_a_hint_advises(name: str, stride: int) -> None:
    game = game_named(name)
    for turns, guess in [*lines_of(game, perfect_tree(game, Perfect()))][::stride]:
        assert Perfect().choose(game, candidates(game, turns), turns).guess == guess


def test_a_possible_code_is_advised_where_it_is_as_good() -> None:
    game = game_named("classic")
    turns = tuple(map(game.parse_turn, ("5655:1,1", "3121:0,0")))
    hint = Perfect().choose(game, candidates(game, turns), turns)
    assert (hint.can_be_code, hint.total) == (True, 28)
