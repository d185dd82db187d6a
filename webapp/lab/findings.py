"""What a job has found, as it is stored: all of it, and the gist that tables are made of."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, TypedDict

import numpy as np

from solver.deduction.optimal.result import DecisionNodes
from solver.deduction.rules.game import Game, Indices
from solver.deduction.trees.simulate import Simulation
from solver.deduction.trees.studies import Finding
from solver.deduction.trees.tree import Tree, level_order
from webapp.storage.documents import DocumentForm, refuse_damage


class SummaryDocument(TypedDict):
    """The fields of :class:`Summary`."""

    histogram: list[int]
    bound: int | None
    proved: bool


class TreeDocument(TypedDict):
    """The nodes of a tree, column by column: those of guesses that can win have their places."""

    strategy: str
    guesses: list[int]
    parents: list[int]
    answers: list[int]
    wins: list[int]


SUMMARY: Final = DocumentForm(SummaryDocument, schema=1)
TREE: Final = DocumentForm(TreeDocument, schema=1)


@dataclass(frozen=True)
class Summary:
    """The gist of a finding; its fields are those of :class:`Finding`."""

    histogram: tuple[int, ...]
    bound: int | None
    proved: bool

    @property
    def total(self) -> int:
        """The number of guesses over all secrets or games."""
        return self._as_games.total

    @property
    def count(self) -> int:
        """The number of secrets, or of games."""
        return self._as_games.games

    @property
    def mean(self) -> Fraction:
        """The mean number of guesses, exact for these secrets or games."""
        return self._as_games.mean

    @property
    def max(self) -> int:
        """The most guesses any secret or game took."""
        return len(self.histogram)

    @property
    def error(self) -> float:
        """The standard error of the mean, if these are games."""
        return self._as_games.error or 0.0

    @property
    def _as_games(self) -> Simulation:
        return Simulation(self.histogram)


def format_summary(finding: Finding) -> str:
    """Write the gist of a finding.

    >>> format_summary(Finding((1, 3), bound=7, proved=True))
    '{"schema":1,"histogram":[1,3],"bound":7,"proved":true}'
    """
    histogram = list(finding.histogram)
    return SUMMARY.write({"histogram": histogram, "bound": finding.bound, "proved": finding.proved})


def parse_summary(text: str) -> Summary:
    """Read the gist of a finding. Raises DocumentError.

    >>> parse_summary('{"schema":1,"histogram":[1,3],"bound":7,"proved":true}').mean
    Fraction(7, 4)
    """
    told = SUMMARY.read(text)
    with refuse_damage("the gist of a finding"):
        found = Summary(tuple(told["histogram"]), told["bound"], told["proved"])
        if not found.count > 0:
            raise ValueError(f"its histogram is {found.histogram}")
    return found


def format_finding(finding: Finding) -> str:
    """Write the nodes of a finding's tree, column by column; nothing without a tree."""
    tree = finding.tree
    if tree is None:
        return ""
    return TREE.write(
        {
            "strategy": tree.strategy,
            "guesses": tree.guesses.tolist(),
            "parents": tree.parents.tolist(),
            "answers": tree.answers.tolist(),
            "wins": np.flatnonzero(tree.wins).tolist(),
        }
    )


def parse_tree(text: str, game: Game) -> Tree:
    """Read the tree of a finding that has one. Raises DocumentError."""
    told = TREE.read(text)
    with refuse_damage("the tree of a finding"):
        guesses, parents, answers = (
            np.array(column, np.int32)
            for column in (told["guesses"], told["parents"], told["answers"])
        )
        wins = np.zeros(len(guesses), np.bool_)
        wins[told["wins"]] = True
        _check_nodes(game, guesses, parents, answers)
        return level_order(game, told["strategy"], DecisionNodes(guesses, parents, answers, wins))


def _check_nodes(game: Game, guesses: Indices, parents: Indices, answers: Indices) -> None:
    """Raise ValueError for columns of several lengths, or that lead out of the game or the tree."""
    limits = (
        (guesses, game.code_count),
        (parents[1:], len(guesses)),
        (answers[1:], len(game.feedbacks)),
    )
    for column, most in limits:
        if not ((column >= 0) & (column < most)).all():
            raise ValueError("a number leads nowhere")
    if not 0 < len(guesses) == len(parents) == len(answers):
        raise ValueError("the columns differ in length")
