"""Compiled loops over tables of answers.

Arrays that come in are read-only and contiguous, as ``games.frozen`` makes them; each signature
says so, and a call with another kind of array would be compiled once more. Inner helpers take
the writable arrays of their callers.

A guess is weighed by an integer measure of the parts it leaves, smaller being better: the sum of
``weights[size]``, or the largest of them (then none may be negative). No part may weigh less than
its size times ``weights[1]`` when summed, nor less than ``weights[1]`` when the largest counts;
so a candidate that tells all candidates apart can't be beaten, and ends the search.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.kernels import kernel

TABLE = "Array(uint8, 2, 'C', True)"
FROZEN_INDICES = "Array(int32, 1, 'C', True)"
FROZEN_WEIGHTS = "Array(int64, 1, 'C', True)"
FROZEN_FLAGS = "Array(bool, 1, 'C', True)"

FIRST_CANDIDATE = 0
AMONG_CANDIDATES = 1
AMONG_ALL_CODES = 2


@kernel(f"uint8[:, ::1]({TABLE}, int64)")
def colour_counts(codes: NDArray[np.uint8], colours: int) -> NDArray[np.uint8]:
    """Return how many pegs of each colour each code of ``[codes, pegs]`` has."""
    counts = np.zeros((codes.shape[0], colours), np.uint8)
    for code in range(codes.shape[0]):
        for p in range(codes.shape[1]):
            counts[code, codes[code, p]] += 1
    return counts


@kernel(f"uint8[:, ::1]({TABLE}, {TABLE}, {TABLE}, int64)")
def feedback_table(
    guesses: NDArray[np.uint8],
    secrets: NDArray[np.uint8],
    numbers: NDArray[np.uint8],
    colours: int,
) -> NDArray[np.uint8]:
    """Answer every guess for every secret.

    ``guesses`` and ``secrets`` are ``[codes, pegs]``; ``numbers[black, white]`` is an answer's
    index. Returns indices, ``[guess, secret]``.
    """
    pegs = guesses.shape[1]
    table = np.empty((guesses.shape[0], secrets.shape[0]), np.uint8)
    guess_counts = colour_counts(guesses, colours)
    secret_counts = colour_counts(secrets, colours)
    for g in range(guesses.shape[0]):
        for s in range(secrets.shape[0]):
            black = 0
            for p in range(pegs):
                black += guesses[g, p] == secrets[s, p]
            common = 0
            for c in range(colours):
                common += min(guess_counts[g, c], secret_counts[s, c])
            table[g, s] = numbers[black, common - black]
    return table


@kernel(f"int64({TABLE}, int32, int32[::1], {FROZEN_WEIGHTS}, boolean, int64[::1])")
def measure(
    table: NDArray[np.uint8],
    guess: np.int32,
    secrets: NDArray[np.int32],
    weights: NDArray[np.int64],
    by_largest: bool,
    sizes: NDArray[np.int64],
) -> np.int64:
    """Weigh one guess against the secrets; ``sizes`` must be all zero, and is so again after."""
    answers = table[guess]
    for secret in secrets:
        sizes[answers[secret]] += 1
    total = np.int64(0)
    few = len(secrets) < len(sizes)
    # Look at each part once: few secrets are quicker to walk again than all parts.
    for i in range(len(secrets) if few else len(sizes)):
        part = np.intp(answers[secrets[i]]) if few else i
        weight = weights[sizes[part]]
        total = max(total, weight) if by_largest else total + weight
        sizes[part] = 0
    return total


@kernel(
    f"int64({TABLE}, int32[::1], boolean[::1], int32[::1], {FROZEN_WEIGHTS}, boolean, int64[::1])"
)
def best_place(
    table: NDArray[np.uint8],
    guesses: NDArray[np.int32],
    own: NDArray[np.bool_],
    secrets: NDArray[np.int32],
    weights: NDArray[np.int64],
    by_largest: bool,
    sizes: NDArray[np.int64],
) -> int:
    """Return the place in ``guesses`` of the best guess.

    Best by the measure, then one that can be the secret (``own[guess]``), then the first.
    """
    least = weights[1] if by_largest else len(secrets) * weights[1]
    # Few candidates: one that tells all apart ends the search.
    if len(secrets) <= len(sizes):
        for place in range(len(guesses)):
            if (
                own[guesses[place]]
                and measure(table, guesses[place], secrets, weights, by_largest, sizes) == least
            ):
                return place
    # Otherwise weigh all; now the first with the least measure, if any, ends the search.
    best = -1
    best_measure = np.int64(0)
    for place in range(len(guesses)):
        value = measure(table, guesses[place], secrets, weights, by_largest, sizes)
        better = best < 0 or value < best_measure
        if better or (value == best_measure and own[guesses[place]] and not own[guesses[best]]):
            best, best_measure = place, value
            if value == least and len(secrets) <= len(sizes):
                break
    return best


@kernel(
    f"int64({TABLE}, {FROZEN_INDICES}, {FROZEN_FLAGS}, {FROZEN_INDICES}, {FROZEN_WEIGHTS}, boolean,"
    "int64)"
)
def best_guess(
    table: NDArray[np.uint8],
    guesses: NDArray[np.int32],
    own: NDArray[np.bool_],
    secrets: NDArray[np.int32],
    weights: NDArray[np.int64],
    by_largest: bool,
    feedbacks: int,
) -> int:
    """Return the place in ``guesses`` of the best guess against ``secrets``.

    ``guesses`` are rows and ``secrets`` columns of the table; ``own[row]`` says whether a guess
    can be the secret.
    """
    sizes = np.zeros(feedbacks, np.int64)
    return best_place(table, guesses.copy(), own.copy(), secrets.copy(), weights, by_largest, sizes)


@kernel(
    f"Tuple((int64[::1], int64))({TABLE}, {FROZEN_INDICES}, {FROZEN_WEIGHTS}, boolean, int64,"
    "int64, int64)"
)
def play_all(
    table: NDArray[np.uint8],
    secrets: NDArray[np.int32],
    weights: NDArray[np.int64],
    by_largest: bool,
    reach: int,
    feedbacks: int,
    won: int,
) -> tuple[NDArray[np.int64], np.int64]:
    """Play a one-step strategy against every secret.

    Returns how many secrets fall to the 1st, 2nd, ... guess, and the first of those that need
    the most. The whole table is needed; ``reach`` says which guesses are weighed.
    """
    count = len(secrets)
    # The candidates of a node are a segment of `order`; splitting a node sorts its segment.
    order, sorted_ = secrets.copy(), secrets.copy()
    every_guess = np.arange(table.shape[0]).astype(np.int32)
    own = np.zeros(table.shape[0], np.bool_)
    sizes, offsets = np.zeros(feedbacks, np.int64), np.empty(feedbacks, np.int64)
    fallen = np.zeros(count + 1, np.int64)
    worst, worst_depth = np.int64(-1), 0
    # A stack of nodes: the segment's two ends and the number of guesses made before it.
    starts, ends = np.empty(count, np.int64), np.empty(count, np.int64)
    depths = np.empty(count, np.int64)
    starts[0], ends[0], depths[0] = 0, count, 0
    top = 1
    while top > 0:
        top -= 1
        start, end, depth = starts[top], ends[top], depths[top] + 1
        node = order[start:end]
        # Choose the guess.
        guess = node[0]
        if reach != FIRST_CANDIDATE and len(node) > 2:
            own[node] = True
            pool = every_guess if reach == AMONG_ALL_CODES else node
            guess = pool[best_place(table, pool, own, node, weights, by_largest, sizes)]
            own[node] = False
        # Split the node, in order, by the answer.
        answers = table[guess]
        for secret in node:
            sizes[answers[secret]] += 1
        offset = start
        for f in range(feedbacks):
            offsets[f] = offset
            offset += sizes[f]
        for secret in node:
            f = answers[secret]
            sorted_[offsets[f]] = secret
            offsets[f] += 1
        order[start:end] = sorted_[start:end]
        # Count the secret found, stack the other parts.
        for f in range(feedbacks):
            if sizes[f] == 0:
                continue
            if f == won:
                fallen[depth] += 1
                secret = order[offsets[f] - 1]
                if depth > worst_depth or (depth == worst_depth and secret < worst):
                    worst, worst_depth = secret, depth
            else:
                starts[top], ends[top], depths[top] = offsets[f] - sizes[f], offsets[f], depth
                top += 1
        sizes[:] = 0
    return fallen[1 : worst_depth + 1].copy(), worst
