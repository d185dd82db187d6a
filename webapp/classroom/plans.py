"""Plans for a lesson of 45 minutes: an opening, four steps, an exit question, and a sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple


class ClassPlan(NamedTuple):
    """What a class opens with: the pages that become its steps, and a sheet to print."""

    title: str
    pages: tuple[str, ...]
    sheet: str


#: By their names in forms.
PLANS: Final[Mapping[str, ClassPlan]] = {
    "first-rows": ClassPlan(
        "First rows",
        (
            "/learn/ideas/feedback",
            "/learn/mastermind/feedback",
            "/learn/mastermind/one-row",
            "/learn/ideas/one-row",
            "/learn/mastermind/two-rows",
            "/learn/exercises/one-row/medium/v1-7",
        ),
        "/learn/exercises/one-row/easy/v1-7/sheet?number=12",
    ),
    "information": ClassPlan(
        "Information",
        (
            "/learn/ideas/splitting",
            "/learn/mastermind/splitting",
            "/learn/ideas/average",
            "/learn/mastermind/information",
            "/learn/ideas/bits",
            "/learn/exercises/compare/medium/v2-8",
        ),
        "/learn/exercises/piles/medium/v1-7/sheet?number=4",
    ),
    "minimax": ClassPlan(
        "Minimax",
        (
            "/learn/ideas/splitting",
            "/learn/mastermind/splitting",
            "/learn/ideas/worst-case",
            "/learn/mastermind/not-the-code",
            "/learn/mastermind/knuth",
            "/learn/exercises/compare/medium/v2-6",
        ),
        "/learn/exercises/compare/easy/v2-6/sheet?number=4",
    ),
    "search": ClassPlan(
        "Search and going back",
        (
            "/learn/ideas/going-back",
            "/learn/search/depth-first",
            "/learn/ideas/cutting",
            "/learn/search/propagation",
            "/learn/ideas/propagation",
            "/learn/practice/depth-first/2",
        ),
        "/learn/search/depth-first/print",
    ),
    "logic": ClassPlan(
        "Hidoku by logic",
        (
            "/learn/ideas/the-path",
            "/learn/hidoku/the-path",
            "/learn/ideas/between",
            "/learn/hidoku/counting-steps",
            "/learn/ideas/only_cell",
            "/learn/hidoku/only-one/1",
        ),
        "/learn/hidoku/the-path/print",
    ),
}
