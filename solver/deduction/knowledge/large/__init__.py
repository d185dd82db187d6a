"""Mastermind boards too large to list: their candidates by halves, exactly.

``halves``
    the lists of a board, and the codes that fit some turns: counted, sampled, listed
``exclusions``
    what any set of turns leaves
``half``
    one half: its fillings, their multisets of colours, their groups; numbers of pegs in one word
``kernels``
    the compiled loops
"""

from solver.deduction.knowledge.large.exclusions import Halved
from solver.deduction.knowledge.large.halves import Fitting, Halves, halves

__all__ = ["Fitting", "Halved", "Halves", "halves"]
