"""Compiled loops of the deduction engine: tables of feedback, the best guess, whole trees.

Arrays that come in are read-only and contiguous, as ``game.frozen`` makes them; each signature
says so, and a call with another kind of array would be compiled once more. Inner helpers take
the writable arrays of their callers.

A guess is weighed by an integer measure of the groups it leaves, smaller being better: the sum of
``weights[size]``, or the largest of them. ``weights[0]`` is zero. By the largest, weights never
fall as sizes grow; in a sum, no step from a size to the next is less than the first one. So a sum,
less ``weights[1]`` for each candidate, never falls as candidates are added: a guess is dropped as
soon as what is added up reaches the best so far, and a candidate that tells all candidates apart
can't be beaten.

Guesses are weighed in two rounds: first those that can be the secret, in order, then all others,
of which one must be strictly better to be taken. So the choice is: best by the measure, then a
guess that can be the secret, then the first.

On a board (Mastermind, Bulls and Cows) no table is needed; which way is quickest depends on the
number of candidates (times are for 5 pegs and 8 colours, a guess):

``best_one_by_one``
    below 16. Each code is two words: a bit for each hole and colour, and each colour's count in
    unary. Blacks are the common bits of the first words; blacks and whites, those of the second.
``best_by_lanes``
    from 16 on, 32 ns for 64 candidates. They are answered 64 at a time, from bit planes: for each
    hole and colour ("the candidate has it there"), and for each colour and count ("the candidate
    has more than so many"). Hole by hole, planes grow from them for "so many blacks" and "so many
    common colours"; the last hole is added for all its colours side by side.

Guesses come in lexicographic order, so planes are kept for the beginning that a guess has in common
with the one before.

Rejected: a table of all feedback for 5 pegs and 8 colours (1 GB); counting it one by one, which
takes 0.7 ns a cell even from a table; guess by guess from 400 candidates on, with long planes (110
lines for 1 to 5 % of a tree for 5 pegs and 8 or 9 colours, none of smaller ones); to leave out
guesses that get no other keys than an earlier one, which finds too few to be worth the search.
"""

from typing import NamedTuple

import numpy as np
from numba import boolean, int32, int64, uint8, uint64, void
from numpy.typing import NDArray

from solver.kernels import inner, kernel, popcount, types, whole

Bytes = NDArray[np.uint8]
Planes = NDArray[np.uint64]
Numbers = NDArray[np.int64]
Indices = NDArray[np.int32]

TABLE = types.Array(uint8, 2, "C", readonly=True)
FROZEN_BYTES = types.Array(uint8, 1, "C", readonly=True)
FROZEN_WEIGHTS = types.Array(int64, 1, "C", readonly=True)
WORDS = types.Array(uint64, 2, "C", readonly=True)

FIRST_CANDIDATE = 0
AMONG_CANDIDATES = 1
AMONG_ALL_CODES = 2

# From so many candidates on, answering 64 at a time is quicker than one by one (measured).
SLICED = 16
LANES = 8
# From so many candidates on, guesses that differ in name only are sought out before weighing; if
# only candidates are weighed, from more on.
SORTED_OUT = 24
SORTED_OUT_OF_CANDIDATES = 400
# More than any measure.
NEVER = 2**62


@kernel(uint8[:, ::1](TABLE, TABLE, TABLE, int64))
def feedback_table(guesses: Bytes, secrets: Bytes, numbers: Bytes, colours: int) -> Bytes:
    """Score every guess for every secret.

    ``guesses`` and ``secrets`` are ``[codes, pegs]``; ``numbers[black, white]`` is feedback's
    index. Returns indices, ``[guess, secret]``.

    Secrets are laid out hole by hole, so that the compiler adds 16 to 64 of them at once.
    """
    pegs, count = guesses.shape[1], secrets.shape[0]
    table = np.empty((guesses.shape[0], count), np.uint8)
    holes = np.empty((pegs, count), np.uint8)
    amounts = np.zeros((colours, count), np.uint8)
    for s in range(count):
        for p in range(pegs):
            holes[p, s] = secrets[s, p]
            amounts[secrets[s, p], s] += 1
    # Feedback's cell is blacks * pegs + common colours, that is blacks * (pegs + 1) + whites.
    by_cell = numbers.copy().ravel()
    cells = np.zeros((pegs + 1, count), np.uint8)
    seen = np.zeros(colours, np.uint8)
    for g in range(guesses.shape[0]):
        # Cells of the beginning that this guess has in common with the one before are there.
        start = 0
        while g > 0 and start < pegs and guesses[g, start] == guesses[g - 1, start]:
            start += 1
        seen[:] = 0
        for p in range(pegs):
            colour = guesses[g, p]
            if p >= start:
                had = seen[colour]
                for s in range(count):
                    more = (holes[p, s] == colour) * pegs + (amounts[colour, s] > had)
                    cells[p + 1, s] = cells[p, s] + more
            seen[colour] += 1
        for s in range(count):
            table[g, s] = by_cell[cells[pegs, s]]
    return table


@kernel(uint8[:, ::1](TABLE, TABLE, FROZEN_BYTES))
def letter_marks(guesses: Bytes, secrets: Bytes, numbers: Bytes) -> Bytes:
    """Mark every guess for every secret, letter by letter.

    ``numbers`` has the index of feedback by its marks, as digits to base three: 2 for a letter in
    its place, 1 for one elsewhere, of which only as many are marked as the secret has, from left to
    right. Returns indices, ``[guess, secret]``.
    """
    letters = guesses.shape[1]
    table = np.empty((guesses.shape[0], secrets.shape[0]), np.uint8)
    for g in range(guesses.shape[0]):
        for s in range(secrets.shape[0]):
            used, number = 0, 0  # used: the secret's letters that are marked, one bit each
            for p in range(letters):
                used |= (guesses[g, p] == secrets[s, p]) << p
            greens = used
            for p in range(letters):
                number *= 3
                if greens >> p & 1:
                    number += 2
                    continue
                for q in range(letters):
                    if secrets[s, q] == guesses[g, p] and not used >> q & 1:
                        used |= 1 << q
                        number += 1
                        break
            table[g, s] = numbers[number]
    return table


@kernel(uint64[:, ::1](TABLE, int64))
def bit_words(codes: Bytes, colours: int) -> Planes:
    """Return two words a code: a bit for each hole and colour, and the counts in unary.

    Boards of at most 64 holes times colours fit.
    """
    pegs = codes.shape[1]
    words = np.zeros((2, codes.shape[0]), np.uint64)
    seen = np.zeros(colours, np.uint64)
    for i in range(codes.shape[0]):
        seen[:] = 0
        for p in range(pegs):
            c = codes[i, p]
            words[0, i] |= np.uint64(1) << np.uint64(p * colours + c)
            words[1, i] |= np.uint64(1) << (np.uint64(c * pegs) + seen[c])
            seen[c] += np.uint64(1)
    return words


@inner
def best_one_by_one(
    table: Bytes,
    words: Planes,
    pegs: int,
    pool: Indices,
    size: int,
    secrets: Indices,
    excess: Numbers,
    steps: Numbers,
    by_largest: bool,
    bound: int,
    marks: Numbers,
) -> tuple[int, int]:
    """Return the first place in ``pool[:size]`` of least measure, and that; -1 if none is < bound.

    Feedback is read from words if there are any, else from the table. ``excess[n]`` is the weight
    of a group of n, ``steps[n]`` what its n-th candidate adds (or the weight again, by the
    largest). ``marks`` has an entry an outcome, and the last counts up: an outcome that got n
    candidates is marked with the count when the guess began, plus n. So nothing is cleared between
    guesses.
    """
    best, count = -1, len(secrets)
    clock, board = len(marks) - 1, words.shape[1] > 0
    sizes = np.zeros((4, clock), np.int64)
    for place in range(size):
        guess = pool[place]
        start, total = marks[clock], 0
        if not board and count >= 4 * clock:
            # Many candidates: count them all, in four rows, so that equal feedback in a row
            # needn't wait for each other.
            feedbacks = table[guess]
            for i in range(0, count - 3, 4):
                sizes[0, feedbacks[secrets[i]]] += 1
                sizes[1, feedbacks[secrets[i + 1]]] += 1
                sizes[2, feedbacks[secrets[i + 2]]] += 1
                sizes[3, feedbacks[secrets[i + 3]]] += 1
            for i in range(count - count % 4, count):
                sizes[0, feedbacks[secrets[i]]] += 1
            for f in range(clock):
                weight = excess[sizes[0, f] + sizes[1, f] + sizes[2, f] + sizes[3, f]]
                total = max(total, weight) if by_largest else total + weight
                sizes[0, f] = sizes[1, f] = sizes[2, f] = sizes[3, f] = 0
            if total < bound:
                best, bound = place, total
            continue
        for i in range(count):
            if board:
                black = popcount(words[0, guess] & words[0, secrets[i]])
                feedback = whole(
                    black * np.uint64(pegs) + popcount(words[1, guess] & words[1, secrets[i]])
                )
            else:
                feedback = whole(table[guess, secrets[i]])
            mark = max(marks[feedback], start) + 1
            marks[feedback] = mark
            step = steps[mark - start]
            total = max(total, step) if by_largest else total + step
            if total >= bound:
                break
        marks[clock] = start + count
        if total < bound:
            best, bound = place, total
            if total == steps[0]:
                break
    return best, bound


@inner
def fill_lanes(codes: Bytes, secrets: Indices, at: Planes, more: Planes) -> None:
    """Fill the planes of the secrets word by word, colours side by side.

    ``at[word, hole, colour]`` has a bit for each secret with that colour there;
    ``more[word, n, colour]`` for each that has more than n pegs of it.
    """
    at[:] = 0
    more[:] = 0
    seen = np.zeros(at.shape[2], np.int64)
    for i in range(len(secrets)):
        bit = np.uint64(1) << np.uint64(i & 63)
        seen[:] = 0
        for p in range(codes.shape[1]):
            c = codes[secrets[i], p]
            at[i >> 6, p, c] |= bit
            more[i >> 6, seen[c], c] |= bit
            seen[c] += 1


@inner
def best_by_lanes(
    codes: Bytes,
    pool: Indices,
    size: int,
    colours: int,
    at: Planes,
    more: Planes,
    count: int,
    excess: Numbers,
    by_largest: bool,
    bound: int,
) -> tuple[int, int]:
    """Do as :func:`best_one_by_one`, 64 secrets at a time; ``excess`` is the weight of a group.

    All guesses that differ in the last hole only are weighed at once. The loops over eight lanes,
    a lane a colour of the last hole, are unrolled by the compiler.
    """
    pegs = codes.shape[1]
    last, width = pegs - 1, (count + 63) >> 6
    # The outcomes that can be: so many blacks, so many colours in common (never last and pegs).
    outcomes = np.empty(((pegs + 1) * (pegs + 2) // 2 - 1, 2), np.uint64)
    kinds = 0
    for b in range(pegs + 1):
        for n in range(b, pegs + 1):
            if b != last or n != pegs:
                outcomes[kinds, 0], outcomes[kinds, 1] = b, n
                kinds += 1
    # "n so far" after each hole but the last, for each word.
    blacks = np.empty((pegs, width, pegs), np.uint64)
    commons = np.empty((pegs, width, pegs), np.uint64)
    for w in range(width):
        word = ~np.uint64(0) >> np.uint64(64 - min(64, count - 64 * w))
        blacks[0, w, 0], commons[0, w, 0] = word, word
    black_rows = np.empty((pegs + 1, LANES), np.uint64)
    common_rows = np.empty((pegs + 1, LANES), np.uint64)
    colour_row = np.empty(LANES, np.uint64)
    sizes = np.zeros((kinds, LANES), np.uint64)
    had = np.zeros(at.shape[2], np.int64)
    totals = np.zeros(at.shape[2], np.int64)
    best, place = -1, 0
    while place < size:
        # The guesses from `place` to `end` differ in the last hole only.
        code = codes[pool[place]]
        common_pegs = 0
        if place > 0:
            previous = codes[pool[place - 1]]
            while common_pegs < last and code[common_pegs] == previous[common_pegs]:
                common_pegs += 1
        end, alike = place + 1, True
        while alike and end < size:
            following = codes[pool[end]]
            for p in range(last):
                alike &= following[p] == code[p]
            end += alike
        # Grow the planes of their common beginning.
        had[:] = 0
        for p in range(last):
            c = code[p]
            if p >= common_pegs:
                for w in range(width):
                    hole, colour = at[w, p, c], more[w, had[c], c]
                    black, common = np.uint64(0), np.uint64(0)
                    for n in range(p + 1):
                        old, old_common = blacks[p, w, n], commons[p, w, n]
                        blacks[p + 1, w, n] = (old & ~hole) | (black & hole)
                        commons[p + 1, w, n] = (old_common & ~colour) | (common & colour)
                        black, common = old, old_common
                    blacks[p + 1, w, p + 1] = black & hole
                    commons[p + 1, w, p + 1] = common & colour
            had[c] += 1
        for block in range(0, colours, LANES):
            # Add the last hole, for each of its colours, and count.
            for w in range(width):
                hole_row = at[w, last, block : block + LANES]
                for c in range(LANES):
                    colour_row[c] = more[w, had[block + c], block + c]
                black, common = np.uint64(0), np.uint64(0)
                for n in range(pegs):
                    old, old_common = blacks[last, w, n], commons[last, w, n]
                    for c in range(LANES):
                        black_rows[n, c] = (old & ~hole_row[c]) | (black & hole_row[c])
                    for c in range(LANES):
                        common_rows[n, c] = (old_common & ~colour_row[c]) | (common & colour_row[c])
                    black, common = old, old_common
                for c in range(LANES):
                    black_rows[pegs, c] = black & hole_row[c]
                    common_rows[pegs, c] = common & colour_row[c]
                for i in range(kinds):
                    row, common_row = black_rows[outcomes[i, 0]], common_rows[outcomes[i, 1]]
                    for c in range(LANES):
                        sizes[i, c] += popcount(row[c] & common_row[c])
            for c in range(LANES):
                total = 0
                for i in range(kinds):
                    weight = excess[sizes[i, c]]
                    total = max(total, weight) if by_largest else total + weight
                totals[block + c] = total
            sizes[:] = 0
        for i in range(place, end):
            total = totals[codes[pool[i], last]]
            if total < bound:
                best, bound = i, total
        place = end
    return best, bound


@inner
def normal_weights(weights: Numbers, most: int, by_largest: bool) -> tuple[Numbers, Numbers]:
    """Return the weights of groups of 0 to ``most``, and the step from each size to the next.

    For a sum, a group weighs its excess over so many groups of one; steps[0] is the least measure.
    By the largest, weights are kept and are the steps.
    """
    excess = weights[: most + 1].copy()
    if by_largest:
        steps = excess.copy()
        steps[0] = weights[1]
        return excess, steps
    steps = np.zeros(most + 1, np.int64)
    for n in range(1, most + 1):
        excess[n] -= n * weights[1]
        steps[n] = excess[n] - excess[n - 1]
    return excess, steps


@inner
def symmetries(orders: Bytes, history: Bytes, colours: int, moves: Bytes, names: Numbers) -> int:
    """Find the symmetries of the codes in ``history``, and return how many there are.

    ``orders`` are all permutations of the holes, the identity first. A symmetry moves peg ``p`` to
    hole ``moves[i, p]`` and calls colour ``c`` ``names[i, c]`` (-1: free, not in the history), so
    that each code of the history is itself again.
    """
    count = 0
    for o in range(len(orders)):
        order, name = orders[o], names[count]
        for c in range(colours):
            name[c] = -1
        used = 0
        fits = True
        for h in range(len(history)):
            for p in range(len(order)):
                old, new = history[h, p], history[h, order[p]]
                if name[old] < 0 and not used >> new & 1:
                    name[old] = new
                    used |= 1 << new
                if name[old] != new:
                    fits = False
                    break
            if not fits:
                break
        if fits:
            for p in range(len(order)):
                moves[count, p] = order[p]
            count += 1
    return count


@inner
def first_of_kind(codes: Bytes, moves: Bytes, names: Numbers, count: int, kinds: Indices) -> int:
    """Find the codes that none of the symmetries makes smaller, and return how many there are.

    Free colours may be renamed at will, so in the image of a code they are named anew in the
    order in which they appear.
    """
    pegs, colours = codes.shape[1], names.shape[1]
    free = np.flatnonzero(names[0] < 0)
    image, renamed = np.empty(pegs, np.int64), np.empty(colours, np.int64)
    size = 0
    for c in range(len(codes)):
        code = codes[c]
        smallest = True
        for o in range(count):
            for p in range(pegs):
                image[moves[o, p]] = code[p]
            for i in range(colours):
                renamed[i] = names[o, i]
            next_free = 0
            for p in range(pegs):
                old = image[p]
                if renamed[old] < 0:
                    renamed[old] = free[next_free]
                    next_free += 1
                if renamed[old] != code[p]:
                    smallest = renamed[old] > code[p]
                    break
            if not smallest:
                break
        if smallest:
            kinds[size] = c
            size += 1
    return size


@kernel(int32[::1](TABLE, TABLE, TABLE, int64))
def canonical_codes(codes: Bytes, orders: Bytes, history: Bytes, colours: int) -> Indices:
    """Return the indices of the codes that no symmetry of the history makes smaller.

    ``codes`` and ``history`` are ``[codes, pegs]``, ``orders`` all permutations of the holes.
    """
    moves = np.empty(orders.shape, np.uint8)
    names = np.empty((len(orders), colours), np.int64)
    count = symmetries(orders, history.copy(), colours, moves, names)
    kinds = np.empty(len(codes), np.int32)
    size = first_of_kind(codes, moves, names, count, kinds)
    return kinds[:size].copy()


# The columns of a tree's nodes.
GUESS, PARENT, FEEDBACK, WON, START, END, DEPTH = range(7)


@inner
def guesses_to(codes: Bytes, history: Bytes, nodes: Indices, node: int) -> Bytes:
    """Return the guesses made before a node, those before the tree's root included."""
    played, depth = len(history), nodes[node, DEPTH]
    path = np.empty((played + depth, codes.shape[1]), np.uint8)
    for h in range(played):
        for p in range(codes.shape[1]):
            path[h, p] = history[h, p]
    for h in range(played + depth - 1, played - 1, -1):
        node = nodes[node, PARENT]
        for p in range(codes.shape[1]):
            path[h, p] = codes[nodes[node, GUESS], p]
    return path


@inner
def sort_by_feedback(
    table: Bytes,
    words: Planes,
    numbers: Bytes,
    guess: int,
    secrets: Indices,
    sizes: Numbers,
    ends: Numbers,
    feedbacks: Bytes,
    sorted_: Indices,
) -> None:
    """Sort the secrets by the guess's feedback, keeping their order within each.

    ``sizes`` gets the sizes of the groups, ``ends`` their ends; the other two are work memory.
    """
    sizes[:] = 0
    for i in range(len(secrets)):
        if words.shape[1] > 0:
            black = popcount(words[0, guess] & words[0, secrets[i]])
            common = popcount(words[1, guess] & words[1, secrets[i]])
            feedbacks[i] = numbers[black, common - black]
        else:
            feedbacks[i] = table[guess, secrets[i]]
        sizes[feedbacks[i]] += 1
    offset = 0
    for f in range(len(sizes)):
        ends[f] = offset
        offset += sizes[f]
    for i in range(len(secrets)):
        sorted_[ends[feedbacks[i]]] = secrets[i]
        ends[feedbacks[i]] += 1
    for i in range(len(secrets)):
        secrets[i] = sorted_[i]


class Ground(NamedTuple):
    """What every part of a tree is grown on: the game and the strategy.

    A board has ``words`` and no table, another game a table and no words. ``orders`` are the
    permutations of the holes (none: no symmetry).
    """

    codes: Bytes
    table: Bytes
    words: Planes
    numbers: Bytes
    orders: Bytes
    weights: Numbers
    by_largest: bool
    reach: int
    colours: int
    feedback_count: int
    won: int


GROUND = types.NamedTuple(
    (TABLE, TABLE, WORDS, TABLE, TABLE, FROZEN_WEIGHTS, boolean, int64, int64, int64, int64), Ground
)


@kernel(void(GROUND, TABLE, int64, int64, int32[::1], int32[:, ::1], int64[::1]))
def grow(
    ground: Ground,
    history: Bytes,
    floor: int,
    budget: int,
    order: Indices,
    nodes: Indices,
    done: Numbers,
) -> None:
    """Grow a one-step strategy's tree, node by node, until all are done or the budget is spent.

    ``nodes`` are rows of guess (-1 where none is chosen yet), parent, the feedback that led there,
    whether the guess can be the secret, the segment of ``order`` with the node's candidates, and
    the number of guesses made before; they stand level by level. ``done`` is the number of nodes
    looked at, the number of nodes, and the number of secrets found, and is kept up, so that the
    next call goes on. Nodes of fewer than ``floor`` candidates are passed over. The budget counts
    words and guesses looked at, about 5 ns each. ``history`` are the guesses made before the root.
    """
    codes, table, words, orders = ground.codes, ground.table, ground.words, ground.orders
    colours, feedback_count, by_largest = ground.colours, ground.feedback_count, ground.by_largest
    pegs, board = codes.shape[1], words.shape[1] > 0
    most = whole(0)
    for i in range(done[0], done[1]):
        most = max(most, nodes[i, END] - nodes[i, START])
    excess, steps = normal_weights(ground.weights, most, by_largest)
    marks = np.zeros(max(feedback_count, (pegs + 1) * (pegs + 1)) + 1, np.int64)
    # Work memory: planes, guesses to weigh, groups of a split.
    width = (most + 63) >> 6 if board else 0
    padded = (colours + LANES - 1) // LANES * LANES
    at = np.empty((width, pegs, padded), np.uint64)
    more = np.empty(at.shape, np.uint64)
    every = np.arange(len(codes)).astype(np.int32)
    kinds, own_kinds = np.empty(len(codes), np.int32), np.empty(len(codes), np.int32)
    own = np.zeros(len(codes), np.bool_)
    moves = np.empty(orders.shape, np.uint8)
    names = np.empty((len(orders), colours), np.int64)
    sizes, ends = np.empty(feedback_count, np.int64), np.empty(feedback_count, np.int64)
    sorted_, feedbacks = np.empty(most, np.int32), np.empty(most, np.uint8)
    while done[0] < done[1] and budget > 0:
        node = done[0]
        done[0] += 1
        start, end, depth = nodes[node, START], nodes[node, END], nodes[node, DEPTH]
        secrets = order[start:end]
        count = len(secrets)
        if count < floor:
            continue
        budget -= 20 + count
        # Choose the guess.
        guess = secrets[0]
        if ground.reach != FIRST_CANDIDATE and count > 2:
            pool, size = every, len(every)
            own_pool, own_size = secrets, count
            every_code = ground.reach == AMONG_ALL_CODES
            worth = SORTED_OUT if every_code else SORTED_OUT_OF_CANDIDATES
            if count >= worth and len(orders) > 0:
                path = guesses_to(codes, history, nodes, node)
                symmetry_count = symmetries(orders, path, colours, moves, names)
                free_count = 0
                for c in range(colours):
                    free_count += names[0, c] < 0
                if symmetry_count > 1 or free_count > 1:
                    size = first_of_kind(codes, moves, names, symmetry_count, kinds)
                    pool, own_pool, own_size = kinds, own_kinds, 0
                    for i in range(count):
                        own[secrets[i]] = True
                    for place in range(size):
                        if own[kinds[place]]:
                            own_kinds[own_size] = kinds[place]
                            own_size += 1
                    for i in range(count):
                        own[secrets[i]] = False
            word_count = (count + 63) >> 6
            if board and count >= SLICED:
                fill_lanes(codes, secrets, at[:word_count], more[:word_count])
            # Round one: guesses that can be the secret. Round two: all, if the strategy allows.
            bound = whole(NEVER)
            for round_ in range(1 + every_code):
                if round_ == 0:
                    compared, many = own_pool, own_size
                elif bound == steps[0]:
                    break
                else:
                    compared, many = pool, size
                if board and count >= SLICED:
                    best, bound = best_by_lanes(
                        codes,
                        compared,
                        many,
                        colours,
                        at[:word_count],
                        more[:word_count],
                        count,
                        excess,
                        by_largest,
                        bound,
                    )
                    budget -= many * (5 + 2 * word_count)
                else:
                    best, bound = best_one_by_one(
                        table,
                        words,
                        pegs,
                        compared,
                        many,
                        secrets,
                        excess,
                        steps,
                        by_largest,
                        bound,
                        marks,
                    )
                    budget -= many * 10
                if best >= 0:
                    guess = compared[best]
        nodes[node, GUESS] = guess
        sort_by_feedback(
            table, words, ground.numbers, guess, secrets, sizes, ends, feedbacks, sorted_
        )
        # Add a node for each group but the secret found.
        for f in range(feedback_count):
            if sizes[f] > 0 and f == ground.won:
                nodes[node, WON] = 1
                done[2] += 1
            elif sizes[f] > 0:
                new = done[1]
                done[1] += 1
                nodes[new, GUESS], nodes[new, PARENT], nodes[new, FEEDBACK] = -1, node, f
                nodes[new, WON], nodes[new, DEPTH] = 0, depth + 1
                nodes[new, START], nodes[new, END] = start + ends[f] - sizes[f], start + ends[f]
