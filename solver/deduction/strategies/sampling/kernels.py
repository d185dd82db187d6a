"""Compiled loops of the two-step choice. Costs are in 1024ths of a guess."""

import numpy as np
from numba import boolean, int32, int64
from numpy.typing import NDArray

from solver.deduction.rules.kernels import FROZEN_WEIGHTS, TABLE
from solver.kernels import kernel, types

FROZEN_INDICES = types.Array(int32, 1, "C", readonly=True)


@kernel(int64[::1](TABLE, FROZEN_INDICES, FROZEN_INDICES, FROZEN_WEIGHTS, boolean, int64, int64))
def weights_of_groups(
    table: NDArray[np.uint8],
    rows: NDArray[np.int32],
    columns: NDArray[np.int32],
    weights: NDArray[np.int64],
    by_largest: bool,
    feedback_count: int,
    won: int,
) -> NDArray[np.int64]:
    """Return for each guess (a row) the sum of its groups' weights by their sizes, or the largest.

    The group that is won, if it is named, weighs nothing, and so does an empty one.
    """
    totals = np.zeros(len(rows), np.int64)
    sizes = np.zeros((2, feedback_count), np.int64)
    are_few = len(columns) < feedback_count  # then looking at their feedback is quicker than at all
    for g in range(len(rows)):
        feedbacks = table[rows[g]]
        # Two histograms in turn, so that one increment need not wait for the last.
        for s in range(len(columns)):
            sizes[s & 1, feedbacks[columns[s]]] += 1
        total = np.int64(0)
        for i in range(min(feedback_count, len(columns))):
            f = np.int64(feedbacks[columns[i]]) if are_few else i
            weight = weights[sizes[0, f] + sizes[1, f]] if f != won else np.int64(0)
            total = max(total, weight) if by_largest else total + weight
            sizes[0, f] = sizes[1, f] = 0
        totals[g] = total
    return totals


@kernel(int64[::1](TABLE, *3 * (FROZEN_INDICES,), FROZEN_WEIGHTS, int64, int64, int64))
def costs_after_reply(
    table: NDArray[np.uint8],
    rows: NDArray[np.int32],
    replies: NDArray[np.int32],
    columns: NDArray[np.int32],
    cost_of: NDArray[np.int64],
    most: int,
    feedback_count: int,
    won: int,
) -> NDArray[np.int64]:
    """Return for each guess the sum over its groups of the least cost after one reply.

    ``replies[s]`` is the row of the candidate in ``columns[s]`` as a guess. A group's replies are
    its own candidates and the first ``most`` of all.
    """
    count = len(columns)
    totals = np.zeros(len(rows), np.int64)
    order = np.empty(count, np.int64)
    ends = np.empty(feedback_count + 1, np.int64)
    sizes = np.zeros(feedback_count, np.int64)
    cost_of_one = cost_of[1]
    for g in range(len(rows)):
        feedbacks = table[rows[g]]
        # Sort the candidates by the feedback.
        ends[:] = 0
        for s in range(count):
            ends[feedbacks[columns[s]] + 1] += 1
        for f in range(feedback_count):
            ends[f + 1] += ends[f]
        for s in range(count - 1, -1, -1):
            f = feedbacks[columns[s]]
            sizes[f] += 1
            order[ends[f + 1] - sizes[f]] = s
        sizes[:] = 0
        # Each group: the best of the replies.
        for f in range(feedback_count):
            group = order[ends[f] : ends[f + 1]]
            size = len(group)
            if f == won or size == 0:
                continue
            if size <= 2:
                totals[g] += cost_of[size]
                continue
            least = np.int64(1 << 62)
            floor = (2 * size - 1) * cost_of_one
            for r in range(size + most):
                reply = table[replies[group[r] if r < size else r - size]]
                for s in group:
                    sizes[reply[columns[s]]] += 1
                cost = size * cost_of_one
                for k in range(feedback_count):
                    if k != won:
                        cost += cost_of[sizes[k]]
                    sizes[k] = 0
                least = min(least, cost)
                # Nothing is better than to tell all apart by one of them, or else by another.
                if least <= floor or (r >= size and least <= floor + cost_of_one):
                    break
            totals[g] += least
    return totals
