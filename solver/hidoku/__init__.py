"""Hidoku: a path of consecutive numbers through every cell of a board.

The rules: ``grid`` (boards) and ``faults``, ``notation`` and ``exchange`` (text and JSON),
``boards`` (known boards by name), ``game`` (a board in play) and ``table`` (its moves).

All solutions: ``layout`` (cells as bits), ``domains`` (what fits where, plainly), ``engine`` (the
same, compiled), ``strolls``, ``learning`` and ``hunt`` (the ways to search), ``search`` (what one
asks), ``proof`` (cheap questions of a generator), ``plain`` and ``cuts`` (the search of the article
the game came from).

Reasons: ``steps`` (reasons and steps as data), ``position`` (what a person reads off a board),
``placements`` and ``refutations`` (the direct steps; one-step contradictions), ``finders`` (every
technique in its order), ``reasoning`` and ``shortening`` (a solve by techniques alone),
``techniques`` (hints), ``retreat`` (out of mistakes), ``trace`` (a solve, step by step),
``attempt`` (one by techniques and tries) and ``excerpt`` (a long one). The shape: ``gaps``,
``doors`` (pieces and pockets), ``borders`` and ``sums`` (what these finders share), ``walks``,
``areas``, ``groups`` and ``lines`` (the finders).

Puzzles: ``rounds`` (solved by techniques, all at once) and ``grade``; ``quarrel`` (givens that
cannot stand together) and ``ambiguity`` (what several solutions leave open); ``chance`` (random
numbers by seed), ``shapes`` and ``loops`` (forms by name), ``paths`` and ``mixing`` (random paths
through every cell), ``symmetry`` (of givens), ``thinning`` (givens taken away), ``fitting`` (till a
board is as hard as wished), ``generate`` (all of it by a wish).

Sentences: ``words``, ``phrases``, ``deduction_words``, ``structure_words``, ``hint_words``,
``step_words``, ``puzzle_words``.
"""
