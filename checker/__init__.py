"""A checker of strategies and of lower bounds that shares nothing with the solver.

It needs Python alone. ``python -m checker FILE`` reads what ``pegs-and-paths mastermind`` writes
with ``--export`` (a strategy) or ``--certificate`` (a lower bound), compressed by gzip or not.
"""
