"""In which order proved facts are told: few and short ones first, from which the others follow.

Sentences are chosen one by one, each time the one that leaves the fewest codes for its length. What
those chosen imply is told after them, if somebody wants all.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Final

import numpy as np

from solver.deduction.knowledge.code_table import CodeTable, Mask, table_of
from solver.deduction.knowledge.facts import Fact
from solver.deduction.rules.game import Game

AT_FIRST: Final = 5  # sentences

Told = tuple[Fact, ...]  # what one sentence tells


def in_order(game: Game, sentences: Sequence[Told]) -> tuple[tuple[Told, ...], int]:
    """Return the sentences as they are best told, and how many of them are told at first.

    Those told at first imply all others unless there are more than :data:`AT_FIRST` needed. On
    boards with too many codes the order stays.
    """
    table = table_of(game, ())
    if table is None:
        return tuple(sentences), min(AT_FIRST, len(sentences))
    chosen = _chosen(table, sentences)
    rest = [told for told in sentences if told not in chosen]
    return (*chosen, *rest), min(AT_FIRST, len(chosen))


def _chosen(table: CodeTable, sentences: Sequence[Told]) -> list[Told]:
    """Return sentences that imply all, none of them implied by the others."""
    masks = {told: _mask(table, told) for told in sentences}
    known = np.ones(len(table.codes), np.bool_)
    chosen: list[Told] = []
    while True:
        worth = {told: _worth(told, known, mask) for told, mask in masks.items()}
        best = max(worth, key=lambda told: worth[told], default=None)
        if best is None or worth[best] <= 0:
            return _needed(chosen, masks)
        known &= masks[best]
        chosen.append(best)


def _worth(told: Told, known: Mask, mask: Mask) -> float:
    """Return how often a sentence halves the codes known of, for its length."""
    before, after = int(known.sum()), int((known & mask).sum())
    length = sum(len(fact.colours) + len(fact.holes) + len(fact.proof) for fact in told)
    return log(before / after) / (2 + length) if after else 0.0


def _needed(chosen: list[Told], masks: dict[Told, Mask]) -> list[Told]:
    """Drop, the last chosen first, what the others imply."""
    for told in reversed(list(chosen)):
        others = [other for other in chosen if other is not told]
        implied = np.logical_and.reduce([masks[other] for other in others]) if others else None
        if implied is not None and not (implied & ~masks[told]).any():
            chosen = others
    return chosen


def _mask(table: CodeTable, told: Told) -> Mask:
    mask: Mask = np.logical_and.reduce([table.holds(fact) for fact in told])
    return mask
