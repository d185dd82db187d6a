"""Perfect play: the plan with the best average or the best worst case, with proof.

:func:`optimum`, :func:`best` and :func:`least_worst` answer at once; :class:`PlanSearch` and
:class:`WorstSearch` can be run in pieces, report their progress, and continue where they stopped.
"""

from solver.deduction.optimal.arena import OptimumError
from solver.deduction.optimal.part_search import WorstSearch
from solver.deduction.optimal.questions import best, least_worst, optimum
from solver.deduction.optimal.result import LeastWorst, Optimum, Plan, ProofStatus
from solver.deduction.optimal.search import PlanSearch

__all__ = [
    "LeastWorst",
    "Optimum",
    "OptimumError",
    "Plan",
    "PlanSearch",
    "ProofStatus",
    "WorstSearch",
    "best",
    "least_worst",
    "optimum",
]
