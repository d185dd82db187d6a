"""Plans for a lesson of 45 minutes: an opening, four steps, an exit question, and a sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from webapp.storage.records.classes import ClassStep, plan_of
from webapp.storage.records.contests import Contest


class ClassPlan(NamedTuple):
    """What a class opens with: its steps with the minutes for each, and a sheet to print."""

    title: str
    sheet: str
    minutes: Mapping[ClassStep, int]

    def about(self, path: str) -> str:
        """Return what the step at a path is for, and how long it takes; "" for another step."""
        times = {step.path: count for step, count in self.minutes.items()}
        if path not in times:
            return ""
        opening, *_, exit_question = times
        part = {opening: "Opening, ", exit_question: "Exit question, "}.get(path, "")
        return f"{part}{times[path]} min"


NO_PLAN: Final = ClassPlan("", "", {})
#: By their names in forms. Their steps are those that their pages are, added by hand.
PLANS: Final[Mapping[str, ClassPlan]] = {
    "first-rows": ClassPlan(
        "First rows",
        "/learn/exercises/one-row/easy/v1-7/sheet?number=12",
        {
            ClassStep("/learn/ideas/feedback", "Feedback: 3 questions", 3): 5,
            ClassStep("/learn/mastermind/feedback", "Feedback: lesson", 5): 8,
            ClassStep("/learn/mastermind/one-row", "One row: lesson", 6): 10,
            ClassStep("/learn/ideas/one-row", "One row: 3 questions", 3): 7,
            ClassStep("/learn/mastermind/two-rows", "Two rows: lesson", 6): 11,
            ClassStep(
                "/learn/exercises/one-row/medium/v1-7", "One row: one question, medium", 1
            ): 4,
        },
    ),
    "information": ClassPlan(
        "Information",
        "/learn/exercises/piles/medium/v1-7/sheet?number=4",
        {
            ClassStep("/learn/ideas/splitting", "Splitting: 3 questions", 3): 7,
            ClassStep("/learn/mastermind/splitting", "Splitting: lesson", 4): 10,
            ClassStep("/learn/ideas/average", "Codes left on average: 3 questions", 3): 8,
            ClassStep("/learn/mastermind/information", "Bits: lesson", 5): 9,
            ClassStep("/learn/ideas/bits", "Bits: 3 questions", 3): 7,
            ClassStep("/learn/exercises/compare/medium/v2-8", "Bits: one question, medium", 1): 4,
        },
    ),
    "minimax": ClassPlan(
        "Minimax",
        "/learn/exercises/compare/easy/v2-6/sheet?number=4",
        {
            ClassStep("/learn/ideas/splitting", "Splitting: 3 questions", 3): 7,
            ClassStep("/learn/mastermind/splitting", "Splitting: lesson", 4): 9,
            ClassStep("/learn/ideas/worst-case", "Worst case: 3 questions", 3): 7,
            ClassStep(
                "/learn/mastermind/not-the-code", "A guess that can’t be the code: lesson", 4
            ): 8,
            ClassStep("/learn/mastermind/knuth", "Worst case: lesson", 5): 10,
            ClassStep(
                "/learn/exercises/compare/medium/v2-6", "Worst case: one question, medium", 1
            ): 4,
        },
    ),
    "search": ClassPlan(
        "Search and going back",
        "/learn/search/depth-first/print",
        {
            ClassStep("/learn/ideas/going-back", "Trying and going back: 3 questions", 3): 9,
            ClassStep(
                "/learn/stack/three-dead-ends-5", "The stack on Three dead ends: lesson", 3
            ): 8,
            ClassStep("/learn/ideas/cutting", "Checks: 3 questions", 3): 8,
            ClassStep("/learn/search/propagation", "Propagation: lesson", 4): 9,
            ClassStep("/learn/ideas/propagation", "Propagation: 3 questions", 3): 7,
            ClassStep(
                "/learn/practice/depth-first/1", "Exercise: trying and going back: question 1", 1
            ): 4,
        },
    ),
    "logic": ClassPlan(
        "Hidoku by logic",
        "/learn/exercises/find-the-step/easy/v2-4/sheet?number=4",
        {
            ClassStep("/learn/hidoku/the-path", "The path: lesson", 5): 8,
            ClassStep("/learn/ideas/between", "Between two numbers: 3 questions", 3): 7,
            ClassStep("/learn/hidoku/counting-steps", "Counting steps: lesson", 5): 10,
            ClassStep("/learn/ideas/only_cell", "Only cell for a number: 3 questions", 3): 8,
            ClassStep("/learn/ideas/only_number", "Only number for a cell: 3 questions", 3): 8,
            ClassStep("/learn/hidoku/only-one/1", "Only cell, only number: question 1", 1): 4,
        },
    ),
}


def find_plan(school_class: Contest) -> ClassPlan:
    title = plan_of(school_class)
    return next((plan for plan in PLANS.values() if plan.title == title), NO_PLAN)
