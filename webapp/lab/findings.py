"""The findings of jobs as they are stored, and those that come with the program.

A finding is stored whole, with the summary that tables show. ``known_findings.jsonl`` has findings
of the lab's table, written by ``python -m tests.bench.known``: one document per line, a study with
the summary of its finding. It has nothing that a deadline cut short, so anybody who computes a line
again gets the same figures.

Rejected: rows written into each new database, which would have to be migrated with every change of
a strategy.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypedDict

import numpy as np

from solver.deduction.optimal.result import DecisionNodes
from solver.deduction.rules.game import Game, Indices
from solver.deduction.trees.studies import Finding
from solver.deduction.trees.tree import Tree, level_order
from webapp.storage.documents import DocumentForm, refuse_damage


class SummaryDocument(TypedDict):
    histogram: list[int]
    bound: int | None
    proved: bool


class TreeDocument(TypedDict):
    """The nodes of a tree, column by column; ``wins`` are the indices of guesses that can win."""

    strategy: str
    guesses: list[int]
    parents: list[int]
    answers: list[int]
    wins: list[int]


SUMMARY: Final = DocumentForm(SummaryDocument, schema=1)
TREE: Final = DocumentForm(TreeDocument, schema=1)


def format_summary(finding: Finding) -> str:
    """Write the summary of a finding.

    >>> format_summary(Finding((1, 3), bound=7, proved=True))
    '{"schema":1,"histogram":[1,3],"bound":7,"proved":true}'
    """
    histogram = list(finding.histogram)
    return SUMMARY.write({"histogram": histogram, "bound": finding.bound, "proved": finding.proved})


def parse_summary(text: str) -> Finding:
    """Parse a finding without its tree. Raises DocumentError.

    >>> parse_summary('{"schema":1,"histogram":[1,3],"bound":7,"proved":true}').mean
    Fraction(7, 4)
    """
    return _summary(SUMMARY.read(text))


def _summary(document: SummaryDocument) -> Finding:
    histogram = document["histogram"]
    with refuse_damage("the summary of a finding"):
        summary = Finding(tuple(histogram), bound=document["bound"], proved=document["proved"])
        if not summary.count > 0:
            raise ValueError(f"its histogram is {summary.histogram}")
    return summary


def format_finding(finding: Finding) -> str:
    tree = finding.tree
    if tree is None:
        return ""
    return TREE.write(
        {
            "strategy": tree.strategy,
            "guesses": tree.guesses.tolist(),
            "parents": tree.parents.tolist(),
            "answers": tree.feedbacks.tolist(),
            "wins": np.flatnonzero(tree.wins).tolist(),
        }
    )


def parse_tree(text: str, game: Game) -> Tree:
    document = TREE.read(text)
    with refuse_damage("the tree of a finding"):
        guesses, parents, feedbacks = (
            np.array(column, np.int32)
            for column in (document["guesses"], document["parents"], document["answers"])
        )
        wins = np.zeros(len(guesses), np.bool_)
        wins[document["wins"]] = True
        _check_nodes(game, guesses, parents, feedbacks)
        return level_order(
            game, document["strategy"], DecisionNodes(guesses, parents, feedbacks, wins)
        )


def _check_nodes(game: Game, guesses: Indices, parents: Indices, feedbacks: Indices) -> None:
    """Raise ValueError for columns of different lengths, or with numbers out of range."""
    limits = (
        (guesses, game.code_count),
        (parents[1:], len(guesses)),
        (feedbacks[1:], len(game.feedbacks)),
    )
    for column, limit in limits:
        if not ((column >= 0) & (column < limit)).all():
            raise ValueError("a number leads nowhere")
    if not 0 < len(guesses) == len(parents) == len(feedbacks):
        raise ValueError("the columns differ in length")


FILE: Final = Path(__file__).with_name("known_findings.jsonl")


class KnownDocument(SummaryDocument):
    study: str


KNOWN: Final = DocumentForm(KnownDocument, schema=3)


@cache
def known_findings() -> Mapping[str, Finding]:
    return MappingProxyType(read_known(FILE))


def perfect_mean(rules: str) -> Fraction | None:
    """Return the average number of guesses of perfect play; None if it isn't proved here.

    >>> perfect_mean("classic")
    Fraction(625, 144)
    """
    finding = known_findings().get(f"every perfect {rules}")
    return finding.mean if finding and finding.proved else None


def read_known(file: Path) -> dict[str, Finding]:
    """Read a file of findings; none if the file doesn't exist. Raises DocumentError."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    documents = map(KNOWN.read, lines)
    return {document["study"]: _summary(document) for document in documents}
