"""Games of the kind "guess a secret from feedback": rules, reasoning, hints.

``mastermind``
    rules, codes, feedback; parse and format
``games``
    what every such game offers the solver, and the table of presets
``play``
    one secret being broken, guess by guess
``candidates``
    the codes that fit all answers so far
``partition``
    how a guess splits the candidates
``strategies``
    functions that choose a guess, named in one table
``tree``
    a strategy played against every secret
``facts``
    what the answers prove, and by which turns
``advice``
    hints in three tiers, as data and in words
``wording``
    small pieces of English
``kernels``
    the compiled loops
"""
