"""One node of a tree as a page: how it was reached, its guess, the split, the codes left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from solver.deduction.faces.face import Pegs, ShownFeedback
from solver.deduction.games import face_of
from solver.deduction.knowledge.candidates import Split, candidates, split
from solver.deduction.rules.game import FeedbackError, Game, Turn
from solver.wording import counted, decimal
from webapp.lab.result_view import ShownTurn, show_turn
from webapp.lab.trees import MeasuredTree
from webapp.mastermind.analysis.position import address_of


def find_node(shape: MeasuredTree, texts: Sequence[str]) -> tuple[int, tuple[Turn, ...]] | None:
    game = shape.tree.game
    node = 0
    turns: list[Turn] = []
    for text in texts:
        try:
            feedback = game.parse_feedback(text)
        except FeedbackError:
            return None
        child = shape.child(node, game.feedbacks.index(feedback))
        if child is None:
            return None
        turns.append(Turn(game.code_at(int(shape.tree.guesses[node])), feedback))
        node = child
    return node, tuple(turns)


@dataclass(frozen=True, kw_only=True)
class ShownNode:
    """A node on its page: the turns that led there, its guess, and what follows."""

    steps: tuple[ShownTurn, ...]
    pegs: Pegs
    words: str
    can_be_code: bool
    split: Split
    mean: str
    most: int
    branches: tuple[ShownBranch, ...]
    analysis: str


def show_node(shape: MeasuredTree, node: int, turns: tuple[Turn, ...]) -> ShownNode:
    game = shape.tree.game
    face = face_of(game)
    guess = game.code_at(int(shape.tree.guesses[node]))
    groups = split(candidates(game, turns), guess)
    return ShownNode(
        steps=tuple(
            show_turn(face, turn, _path(game, turns[:number])) for number, turn in enumerate(turns)
        ),
        pegs=face.pegs(guess),
        words=face.code_words(guess),
        can_be_code=bool(shape.tree.wins[node]),
        split=groups,
        mean=decimal(Fraction(int(shape.costs[node]), groups.total), 3),
        most=int(shape.heights[node]),
        branches=_branches(shape, node, _path(game, turns)),
        analysis=address_of(game, turns),
    )


def _path(game: Game, turns: Sequence[Turn]) -> str:
    return "/".join(game.format_feedback(turn.feedback) for turn in turns)


@dataclass(frozen=True, kw_only=True)
class ShownBranch:
    """What a guess leads to after one outcome; the end of the game has no ``path``."""

    path: str = ""
    feedback: ShownFeedback
    count: int
    width: float
    next_pegs: Pegs = ()
    next_words: str = ""
    rest: str = ""


def _branches(shape: MeasuredTree, node: int, path: str) -> tuple[ShownBranch, ...]:
    game = shape.tree.game
    sizes = shape.tree.sizes
    children = shape.children(node)
    most = max([1, *(int(sizes[child]) for child in children)])
    branches = [_branch(shape, child, path, most) for child in children]
    branches.sort(key=lambda branch: -branch.count)
    if shape.tree.wins[node]:
        won = face_of(game).show(game.feedbacks[game.won])
        branches.append(ShownBranch(feedback=won, count=1, width=100 / most))
    return tuple(branches)


def _branch(shape: MeasuredTree, child: int, path: str, most: int) -> ShownBranch:
    game = shape.tree.game
    count = int(shape.tree.sizes[child])
    face = face_of(game)
    feedback = game.feedbacks[int(shape.tree.feedbacks[child])]
    code = game.code_at(int(shape.tree.guesses[child]))
    rest = counted(int(shape.heights[child]), "more guess", "more guesses")
    return ShownBranch(
        path=f"{path}/{game.format_feedback(feedback)}".lstrip("/"),
        feedback=face.show(feedback),
        count=count,
        width=100 * count / most,
        next_pegs=face.pegs(code),
        next_words=face.code_words(code),
        rest=rest if count == 1 else f"at most {rest}",
    )
