"""What a search reads, and the arrays it writes."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solver.deduction.optimal import kernels
from solver.deduction.optimal.kernels import Space, View
from solver.deduction.rules.game import Codes, Game, Indices, frozen
from solver.wording import InputError

#: Most rows of different guesses in a search, which stores a guess in 16 bits.
MOST_ROWS: Final = 65_535
#: Without a table, at most this much feedback is computed, for all guesses that may differ, in
#: under 0.1 s; and at most AT_ONCE of them at a time.
MOST_WORKED_OUT: Final = 8_000_000
AT_ONCE: Final = 1_000_000
FIRST_LEVELS: Final = 6
SLICE: Final = 12_000_000
ENDLESS: Final = 1 << 60
SEED: Final = 1970

Places = NDArray[np.uint16]
Words = NDArray[np.uint64]


class OptimumError(InputError):
    """A game or a position that the exact search can't handle."""


@dataclass(frozen=True)
class Arena:
    """A game as seen from some candidates, whose indices are ``codes``.

    ``guesses`` is the code of each row of the ``view``. With all secrets, the rows are all guesses,
    and feedback has the game's numbers. With fewer, guesses that split them alike share a row, that
    of the first, and each row numbers the outcomes that occur; ``row_of`` is the row of each guess,
    -1 if it distinguishes nothing. So a search ignores what can no longer happen: of the 238
    outcomes of Words, few are left after one row.
    """

    game: Game
    view: View
    codes: Indices
    guesses: Indices
    row_of: Indices

    @property
    def feedback_count(self) -> int:
        return len(self.view.lower) - 2  # a bound for each reach, from none to one more than these

    @property
    def size(self) -> int:
        return len(self.codes)

    @property
    def guess_count(self) -> int:
        return len(self.guesses)

    @property
    def is_whole(self) -> bool:
        return self.size == self.game.secret_count

    def groups(self, row: int, places: Places) -> list[tuple[int, Places]]:
        """Return the outcomes of a guess but the winning one, each with its group."""
        feedbacks = self.view.feedbacks[row, places]
        outcomes = [number for number in np.unique(feedbacks).tolist() if number != self.view.won]
        return [(number, places[feedbacks == number]) for number in outcomes]

    def named(self, rows: Indices, numbers: Indices) -> Indices:
        if self.is_whole:
            return numbers
        places = (self.view.feedbacks[rows] == numbers[:, None]).argmax(axis=1)
        distinct_rows, back = np.unique(rows, return_inverse=True)
        feedbacks = self.game.feedback_table(frozen(self.guesses[distinct_rows]), self.codes)
        return frozen(feedbacks[back, places].astype(np.int32))


def arena_of(game: Game, candidates: Indices | None, *, strict: bool) -> Arena:
    """Look at a game from these candidates (all secrets, if None); ``strict`` as in a search.

    Raises OptimumError without candidates, and for a position that is too large: all secrets of a
    game without a table of feedback, or any position with too many different guesses.
    """
    chosen = None if candidates is None else frozen(np.unique(candidates).astype(np.int32))
    if chosen is not None and not chosen.size:
        raise OptimumError("There is no candidate left to play for.")
    is_whole = chosen is None or len(chosen) == game.secret_count
    arena = _whole(game) if chosen is None or is_whole else _part(game, chosen)
    return replace(arena, view=arena.view._replace(strict=int(strict)))


def _whole(game: Game) -> Arena:
    table = game.table
    if table is None:
        raise OptimumError(
            f"The game {game.name} is too large for exact play: it has {game.code_count:,} codes."
        )
    guesses = frozen(np.arange(game.code_count, dtype=np.int32))
    feedbacks = table if len(game.secrets) == len(table) else frozen(table[:, game.secrets])
    view = _view(feedbacks, frozen(game.secrets), game.won, len(game.feedbacks))
    return Arena(game, view, game.secrets, guesses=guesses, row_of=guesses)


def _part(game: Game, codes: Indices) -> Arena:
    """Use one guess, the first, for each different way to split the candidates."""
    guesses = _telling(game, codes)
    count, outcomes = 0, 0
    rows = np.empty((min(len(guesses), MOST_ROWS) + 1, len(codes)), np.uint8)
    slots = np.full(1 << (2 * len(rows)).bit_length(), -1, np.int32)
    firsts, row_of = (np.zeros(size, np.int32) for size in (len(rows), len(guesses)))
    size = max(1, AT_ONCE // len(codes))
    for start in range(0, len(guesses), size):
        if game.table is None:
            block = frozen(game.feedback_table(frozen(guesses[start : start + size]), codes))
        else:
            block = frozen(game.table[start : start + size].take(codes, axis=1))
        before = count
        row_block = row_of[start : start + size]
        count, width = kernels.add_rows(block, game.won, rows, slots, firsts, row_block, count)
        if count < 0:
            raise OptimumError(f"Perfect play is out of reach: over {MOST_ROWS:,} guesses differ.")
        firsts[before:count] += start
        outcomes = max(outcomes, width)
    own_rows = frozen(row_of[np.searchsorted(guesses, codes)])
    view = _view(frozen(rows[:count]), own_rows, 0, outcomes + 1)
    return Arena(game, view, codes, frozen(guesses[firsts[:count]]), frozen(row_of))


def _view(feedbacks: Codes, own_rows: Indices, won: int, feedback_count: int) -> View:
    size = len(own_rows)
    lane = next(bits for bits in (16, 32, 64, 128, 256) if feedback_count <= bits)
    return View(
        feedbacks=feedbacks,
        masks=frozen(kernels.feedback_masks(feedbacks, lane)),
        own_rows=own_rows,
        lower=lower_bounds(feedback_count, size),
        random=frozen(np.random.PCG64(SEED).random_raw(2 * size).reshape(-1, 2)),
        won=won,
        step=lane // 16,
        unlimited=size + 1,
        strict=0,
    )


def _telling(game: Game, codes: Indices) -> Indices:
    """Return all guesses; without a table, with only one of the colours that no candidate has.

    Any other such colour in its place would get the same feedback.
    """
    if game.table is not None:
        return frozen(np.arange(game.code_count, dtype=np.int32))
    counting = game.counting
    colours = np.arange(game.choices)
    if counting and counting.repeats:
        palette = np.unique(game.codes_at(codes))
        colours = np.union1d(palette, np.setdiff1d(colours, palette)[:1])
    is_less = len(colours) < game.choices
    count = len(colours) ** game.pegs if is_less else game.code_count
    if count * len(codes) > MOST_WORKED_OUT:
        raise OptimumError(f"Perfect play is out of reach here: {count:,} guesses may differ.")
    if not is_less:
        return frozen(np.arange(count, dtype=np.int32))
    places = np.indices((len(colours),) * game.pegs, np.uint8).reshape(game.pegs, count)
    return frozen(game.indices_of(colours.astype(np.uint8)[places.T]))


def lower_bounds(feedbacks: int, limit: int) -> NDArray[np.int32]:
    """Return the least cost ``[reach, size]`` of a set, by how many can fall to the first guesses.

    The cost is the number not yet found, summed over the guesses. With a reach of r, a guess that
    can be the secret finds itself at once, and at most r - 1 are found by the next guess; any other
    guess finds nothing at once and then one in each of r groups, which costs the same. Three
    guesses find at most r², four r³. Nor can k guesses find more than k terms of 1 + b + b² …,
    where b is the number of outcomes that don't win.
    """
    sizes = np.arange(limit + 1, dtype=np.int64)
    table = np.zeros((feedbacks + 2, limit + 1), np.int64)
    for reach in range(2, feedbacks + 2):
        branches = max(min(reach, feedbacks - 1), 1)
        table[reach] = sizes + np.maximum(0, sizes - 1)
        by_reach = reach - 1
        power = reach
        by_feedbacks = 1 + branches
        width = branches
        while (most_found := min(by_feedbacks, by_reach)) < limit:
            table[reach] += np.maximum(0, sizes - most_found)
            by_reach = power = power * reach
            width *= branches
            by_feedbacks += width
    return frozen(table.astype(np.int32))


def space_for(arena: Arena, memo: Words | None = None, symmetric_levels: int = 0) -> Space:
    levels = FIRST_LEVELS
    feedbacks = arena.feedback_count
    bits = min(max(arena.size.bit_length() + 8, 12), 21)
    return Space(
        members=np.zeros((levels, arena.size), np.uint16),
        frames=np.zeros((levels, kernels.FRAME_FIELDS), np.int64),
        lists=np.zeros((levels, arena.guess_count), np.int64),
        groups=np.zeros((levels, feedbacks, kernels.GROUP_FIELDS), np.int64),
        counts=np.empty((levels, feedbacks, arena.view.masks.shape[1]), np.uint64),
        keys=np.zeros((levels, feedbacks, 2), np.uint64),
        allowed=np.zeros((max(symmetric_levels, 1), arena.guess_count), np.int32),
        allowed_counts=np.full(symmetric_levels, -1, np.int64),
        own=np.zeros(arena.guess_count, np.uint8),
        sizes=np.zeros(feedbacks, np.int64),
        ranks=np.zeros(2 * feedbacks + 4, np.int64),
        control=np.zeros(kernels.CONTROLS, np.int64),
        memo=np.zeros((1 << bits, 4), np.uint64) if memo is None else memo,
    )


def double_depth(space: Space) -> Space:
    names = ("members", "frames", "lists", "groups", "counts", "keys")
    tables = {name: getattr(space, name) for name in names}
    doubles = {name: np.concatenate([rows, np.zeros_like(rows)]) for name, rows in tables.items()}
    return space._replace(**doubles)


def begin(space: Space, places: Places, depth: int) -> None:
    space.members[0, : len(places)] = places
    frame = space.frames[0]
    frame[:] = 0
    frame[kernels.SIZE] = len(places)
    frame[kernels.DEPTH] = depth
    frame[[kernels.BEST, kernels.FLOOR]] = kernels.NEVER
    frame[kernels.GUESS] = -1
    space.control[kernels.TOP] = 0


def step(
    view: View,
    space: Space,
    most_nodes: int,
    kinds_after: Callable[[tuple[int, ...]], Indices] | None = None,
) -> tuple[bool, Space]:
    """Run the kernel once and give it what it asks for; return whether it is done."""
    outcome = kernels.run(view, space, most_nodes, SLICE)
    if outcome == kernels.WANTS_LEVELS:
        space = double_depth(space)
    elif outcome == kernels.WANTS_GUESSES and kinds_after:
        level = int(space.control[kernels.TOP])
        kinds = kinds_after(tuple(space.frames[:level, kernels.CURRENT].tolist()))
        space.allowed[level, : len(kinds)] = kinds
        space.allowed_counts[level] = len(kinds)
    return bool(outcome == kernels.DONE), space
