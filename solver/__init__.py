"""The solver: rules, deduction, search and explanation, with no web in it.

``solver.deduction``
    every game of the kind "guess a secret from feedback" (Mastermind first)
``solver.hidoku``
    the number path on a board: grids, propagation, search, techniques
``solver.kernels``
    how hot loops are compiled, and the list of them
``solver.cli.main``
    the command line ``pegs-and-paths``

The two games never import each other, and nothing here imports ``webapp``.
"""
