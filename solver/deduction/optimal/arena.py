"""What a search reads, and the arrays that it writes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solver.deduction.optimal import kernels
from solver.deduction.rules.game import Codes, Game, Indices, frozen

MOST_ANSWERS: Final = 64
FIRST_LEVELS: Final = 12
SEED: Final = 1970

Bounds = NDArray[np.int32]
Flags = NDArray[np.uint8]
Numbers = NDArray[np.int64]
Places = NDArray[np.uint16]
Words = NDArray[np.uint64]


class OptimumError(ValueError):
    """A game or a position that the exact search can't take."""


@dataclass(frozen=True)
class Arena:
    """A game as seen from some candidates; every array is read-only.

    ``answers`` ``[guess, place]`` and ``masks`` ``[place, word]`` are what the candidates answer,
    ``code_of`` is the code of each place, ``lower`` ``[reach, size]`` the least cost of a set, and
    ``random`` ``[place, 2]`` what a member adds to a set's key. ``step`` is the width of the masks'
    lanes over 16 bits.
    """

    game: Game
    answers: Codes
    masks: Words
    code_of: Indices
    lower: Bounds
    random: Words
    step: int

    @property
    def size(self) -> int:
        """The number of candidates."""
        return len(self.code_of)

    @property
    def guess_count(self) -> int:
        """The number of guesses."""
        return len(self.answers)

    @property
    def unlimited(self) -> int:
        """The depth that stands for no limit; no search needs more guesses than candidates."""
        return self.size + 1


def arena_of(game: Game, candidates: Indices | None) -> Arena:
    """Look at a game from these candidates (all secrets, if None).

    Raises OptimumError without candidates, and for a game too large for a table of answers.
    """
    table = game.table
    if table is None or len(game.feedbacks) > MOST_ANSWERS:
        raise OptimumError(
            f"The game {game.name} is too large for exact play: "
            f"it has {game.code_count:,} codes and {len(game.feedbacks)} answers."
        )
    chosen = game.secrets if candidates is None else np.unique(candidates).astype(np.int32)
    if not chosen.size:
        raise OptimumError("There is no candidate left to play for.")
    code_of = frozen(chosen)
    whole = len(chosen) == len(table)
    answers = table if whole else frozen(table[:, code_of])
    lane = next(bits for bits in (16, 32, 64) if len(game.feedbacks) <= bits)
    random = np.random.PCG64(SEED).random_raw(2 * len(chosen)).reshape(-1, 2)
    return Arena(
        game=game,
        answers=answers,
        masks=frozen(kernels.answer_masks(answers, lane)),
        code_of=code_of,
        lower=lower_bounds(len(game.feedbacks), len(chosen)),
        random=frozen(random),
        step=lane // 16,
    )


def lower_bounds(answers: int, most: int) -> Bounds:
    """Return the least cost ``[reach, size]`` of a set, by how many can fall to the first guesses.

    The cost is the number not yet found, summed over the guesses. With a reach of r, a guess that
    can be the secret finds itself at once and by the next guess r - 1 at most; any other finds
    nothing at once and then one in each of r parts, which costs as much. Three guesses find at most
    r², four r³. Nor can k guesses find more than k terms of 1 + b + b² …, where b is the number of
    answers that don't win.

    >>> lower_bounds(14, 20)[15, [1, 2, 14, 20]].tolist()
    [1, 3, 27, 45]
    """
    sizes = np.arange(most + 1, dtype=np.int64)
    table = np.zeros((answers + 2, most + 1), np.int64)
    for reach in range(2, answers + 2):
        branches = max(min(reach, answers - 1), 1)
        table[reach] = sizes + np.maximum(0, sizes - 1)
        by_reach, power = reach - 1, reach
        by_answers, widest = 1 + branches, branches
        while (found := min(by_answers, by_reach)) < most:
            table[reach] += np.maximum(0, sizes - found)
            by_reach = power = power * reach
            widest *= branches
            by_answers += widest
    return frozen(table.astype(np.int32))


@dataclass
class Workspace:
    """The arrays that a search writes, one row a level where they belong to a level.

    ``frames`` describe the set being searched at each level, ``lists`` its guesses with their
    bounds, ``parts`` and ``keys`` the parts of its current guess, ``counts`` how many parts each
    guess leaves of each of these parts. ``members`` are the sets. ``allowed`` are the guesses worth
    listing at the first levels, as many as ``allowed_counts`` says: 0 for all, -1 if still to be
    told. ``control`` holds the numbers of the whole search.
    """

    members: Places
    frames: Numbers
    lists: Numbers
    parts: Numbers
    counts: Words
    keys: Words
    allowed: Indices
    allowed_counts: Numbers
    own: Flags
    sizes: Numbers
    ranks: Numbers
    control: Numbers

    @classmethod
    def for_arena(cls, arena: Arena, symmetric_levels: int = 0) -> Workspace:
        """Make the arrays for an arena."""
        levels, answers = FIRST_LEVELS, len(arena.game.feedbacks)
        space = cls(
            members=np.zeros((levels, arena.size), np.uint16),
            frames=np.zeros((levels, kernels.FRAME_FIELDS), np.int64),
            lists=np.zeros((levels, arena.guess_count), np.int64),
            parts=np.zeros((levels, answers, kernels.PART_FIELDS), np.int64),
            counts=np.zeros((levels, answers, arena.masks.shape[1]), np.uint64),
            keys=np.zeros((levels, answers, 2), np.uint64),
            allowed=np.zeros((max(symmetric_levels, 1), arena.guess_count), np.int32),
            allowed_counts=np.full(symmetric_levels, -1, np.int64),
            own=np.zeros(arena.guess_count, np.uint8),
            sizes=np.zeros(answers, np.int64),
            ranks=np.zeros(2 * answers + 4, np.int64),
            control=np.zeros(kernels.CONTROLS, np.int64),
        )
        space.control[kernels.UNLIMITED] = arena.unlimited
        return space

    def deepen(self) -> None:
        """Double the number of levels."""
        for name in ("members", "frames", "lists", "parts", "counts", "keys"):
            old = getattr(self, name)
            setattr(self, name, np.concatenate([old, np.zeros_like(old)]))

    def begin(self, places: Places, depth: int) -> None:
        """Make a set the one to be searched."""
        self.members[0, : len(places)] = places
        frame = self.frames[0]
        frame[:] = 0
        frame[kernels.SIZE], frame[kernels.DEPTH] = len(places), depth
        frame[[kernels.BEST, kernels.FLOOR]] = kernels.NEVER
        frame[kernels.GUESS] = -1
        self.control[kernels.TOP] = 0
