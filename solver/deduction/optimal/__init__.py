"""Exact play: the plan of least mean or least worst case, with proof.

:func:`optimum`, :func:`best` and :func:`least_worst` answer at once; :class:`PlanSearch` and
:class:`WorstSearch` can be run in pieces, say how far they are, and go on where they were left.
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
