"""The trees that jobs have found, each measured once."""

from __future__ import annotations

from functools import lru_cache

from solver.deduction.games import game_named
from solver.deduction.trees.studies import parse_study
from webapp.lab.findings import parse_tree
from webapp.lab.tree_levels import MeasuredTree, measure_tree
from webapp.storage.jobs import JobStore, StoredJob


@lru_cache(maxsize=8)
def kept_tree(kept: JobStore, found: StoredJob) -> MeasuredTree:
    """Return the tree of a job that has found one, measured. Raises DocumentError."""
    game = game_named(parse_study(found.study).game)
    return measure_tree(parse_tree(kept.finding_of(found), game))
