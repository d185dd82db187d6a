"""Plans for a lesson of 45 minutes: an opening, four steps, an exit question, and a sheet."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from webapp.storage.records.classes import steps_of
from webapp.storage.records.contests import Contest


class ClassPlan(NamedTuple):
    """What a class opens with: a sheet to print, and pages that become its steps, with minutes.

    ``sentence`` says what the plan teaches, and from what age on.
    """

    title: str
    sentence: str
    sheet: str
    minutes: Mapping[str, int]

    def about(self, path: str) -> str:
        """Return what the step at a path is for, and how long it takes; "" for another step."""
        if path not in self.minutes:
            return ""
        opening, *_, exit_question = self.minutes
        part = {opening: "Opening, ", exit_question: "Exit question, "}.get(path, "")
        return f"{part}{self.minutes[path]} min"


NO_PLAN: Final = ClassPlan("", "", "", {})
#: By their names in forms.
PLANS: Final[Mapping[str, ClassPlan]] = {
    "first-rows": ClassPlan(
        "First rows",
        "Read feedback, and rule out codes by it. From 8 years.",
        "/learn/exercises/one-row/easy/v1-7/sheet?number=12",
        {
            "/learn/ideas/feedback": 5,
            "/learn/mastermind/feedback": 8,
            "/learn/mastermind/one-row": 10,
            "/learn/ideas/one-row": 7,
            "/learn/mastermind/two-rows": 11,
            "/learn/exercises/one-row/medium/v1-7": 4,
        },
    ),
    "information": ClassPlan(
        "Information",
        "Measure in bits what feedback tells you: entropy. From 13; averages, no logarithms.",
        "/learn/exercises/piles/medium/v1-7/sheet?number=4",
        {
            "/learn/ideas/splitting": 7,
            "/learn/mastermind/splitting": 10,
            "/learn/ideas/average": 8,
            "/learn/mastermind/information": 9,
            "/learn/ideas/information": 7,
            "/learn/exercises/compare/medium/v2-8": 4,
        },
    ),
    "minimax": ClassPlan(
        "Minimax",
        "Choose for the worst case, as Knuth’s program of 1976 does. From 11.",
        "/learn/exercises/compare/easy/v2-6/sheet?number=4",
        {
            "/learn/ideas/splitting": 7,
            "/learn/mastermind/splitting": 9,
            "/learn/ideas/minimax": 7,
            "/learn/mastermind/not-the-code": 8,
            "/learn/mastermind/knuth": 10,
            "/learn/exercises/compare/medium/v2-6": 4,
        },
    ),
    "depth-first": ClassPlan(
        "Depth first",
        "Be a search: trials, dead ends, the stack, and what checks save. From 11.",
        "/learn/search/depth-first/print",
        {
            "/learn/ideas/depth-first": 9,
            "/learn/stack/three-dead-ends-5": 8,
            "/learn/ideas/cutting": 8,
            "/learn/search/propagation": 9,
            "/learn/ideas/propagation": 7,
            "/learn/practice/depth-first/1": 4,
        },
    ),
    "logic": ClassPlan(
        "Hidoku by logic",
        "Prove where a number must go, by counting steps. From 9.",
        "/learn/exercises/find-the-step/easy/v2-4/sheet?number=4",
        {
            "/learn/hidoku/the-path": 8,
            "/learn/ideas/between": 7,
            "/learn/hidoku/counting-steps": 10,
            "/learn/ideas/only_cell": 8,
            "/learn/ideas/only_number": 8,
            "/learn/hidoku/only-one/1": 4,
        },
    ),
}


def find_plan(school_class: Contest) -> ClassPlan:
    """Return the plan that most steps of a class are of."""
    paths = {step.path for step in steps_of(school_class)}
    plans = (plan for plan in PLANS.values() if 2 * len(paths & plan.minutes.keys()) > len(paths))
    return next(plans, NO_PLAN)
