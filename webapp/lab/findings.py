"""What a job has found, as text to keep: all of it, and the gist that tables are made of."""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from solver.deduction.optimal.decision_nodes import DecisionNodes
from solver.deduction.rules.game import Game
from solver.deduction.trees.simulate import Simulation
from solver.deduction.trees.studies import Finding
from solver.deduction.trees.tree import Tree, level_order


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
    '{"histogram": [1, 3], "bound": 7, "proved": true}'
    """
    told = {"histogram": finding.histogram, "bound": finding.bound, "proved": finding.proved}
    return json.dumps(told)


def parse_summary(text: str) -> Summary:
    """Read the gist of a finding.

    >>> parse_summary('{"histogram": [1, 3], "bound": 7, "proved": true}').mean
    Fraction(7, 4)
    """
    told = json.loads(text)
    return Summary(tuple(told["histogram"]), told["bound"], told["proved"])


def format_finding(finding: Finding) -> str:
    """Write the nodes of a finding's tree, column by column; nothing without a tree."""
    tree = finding.tree
    if tree is None:
        return ""
    columns = {
        "guesses": tree.guesses.tolist(),
        "parents": tree.parents.tolist(),
        "answers": tree.answers.tolist(),
        "wins": np.flatnonzero(tree.wins).tolist(),
    }
    return json.dumps({"strategy": tree.strategy, **columns}, separators=(",", ":"))


def parse_tree(text: str, game: Game) -> Tree:
    """Read the tree of a finding that has one, the inverse of format_finding."""
    told = json.loads(text)
    guesses, parents, answers = (
        np.array(told[name], np.int32) for name in ("guesses", "parents", "answers")
    )
    wins = np.zeros(len(guesses), np.bool_)
    wins[told["wins"]] = True
    return level_order(game, told["strategy"], DecisionNodes(guesses, parents, answers, wins))
