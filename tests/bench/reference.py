"""The obvious way to do the same work, to measure ours against in the same minute."""

from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from solver.deduction.rules.game import Code, Turn
from tests.plain.codes import feedback

PEGS, COLOURS = 4, 6
WON = PEGS * (PEGS + 1)


def numpy_entropy_tree() -> int:
    """Play entropy against all 1296 secrets with plain NumPy; return the total of guesses."""
    codes = np.array(list(np.ndindex(*(COLOURS,) * PEGS)), np.int8)
    table = _feedback_table(codes)
    return _total(table, np.arange(len(codes)))


def _feedback_table(codes: NDArray[np.int8]) -> NDArray[np.int8]:
    black = (codes[:, None, :] == codes[None, :, :]).sum(2)
    counts = np.stack([(codes == colour).sum(1) for colour in range(COLOURS)])
    overlap = np.minimum(counts[:, :, None], counts[:, None, :]).sum(0)
    table: NDArray[np.int8] = (black * (PEGS + 1) + overlap - black).astype(np.int8)
    return table


def _total(table: NDArray[np.int8], codes: NDArray[np.int64]) -> int:
    if len(codes) == 1:
        return 1
    guess = _best(table, codes)
    answers = table[guess, codes]
    groups = (codes[answers == answer] for answer in np.unique(answers) if answer != WON)
    return len(codes) + sum(_total(table, group) for group in groups)


def _best(table: NDArray[np.int8], codes: NDArray[np.int64]) -> int:
    """Return the first guess of most entropy, one that can be the code before others."""
    answers = table[:, codes].astype(np.int64)
    guesses = np.arange(len(table))
    cells = (answers + guesses[:, None] * (WON + 1)).ravel()
    sizes = np.bincount(cells, minlength=len(table) * (WON + 1)).reshape(len(table), -1)
    measure = np.round((sizes * np.log2(np.maximum(sizes, 1))).sum(1), 9)
    can_be = np.isin(guesses, codes)
    return int(np.lexsort((guesses, ~can_be, measure))[0])


def plain_candidates(pegs: int, colours: int, turns: Sequence[Turn]) -> list[Code]:
    """Filter all codes turn by turn in plain Python, as the Prolog helper does by backtracking."""
    codes = product(range(colours), repeat=pegs)
    return [code for code in codes if all(feedback(t.code, code) == t.feedback for t in turns)]
