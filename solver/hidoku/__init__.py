"""Hidoku: a path of consecutive numbers through every cell of a board.

From the bottom up: ``grid`` (boards and their faults), ``notation`` (text), ``boards`` (known
boards by name), ``game`` (a board in play), ``domains`` and ``kernels`` (what fits where),
``search`` (all solutions), ``steps`` (reasons and steps as data), ``plain`` (the search of the
article the game came from), ``techniques`` (hints), ``trace`` (a solve, step by step) and
``words`` (every sentence).
"""
