"""Feedback that can't all be true: which rows contradict each other, and which may be wrong.

Each code is excluded by some turns, its file; codes with the same file are alike. Turns contradict
each other if every file has one of them. A conflict is such a set from which none can be left out.
The fewest turns to change are a file of the fewest turns: with the feedback that its codes give,
the history is possible (Reiter, "A theory of diagnosis from first principles", 1987, has both as
sets that hit all of the others).

Conflicts are found by size, by taking a turn of the first file that has none of those taken. The
search is bounded, and says so if it ends early.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.deduction.knowledge.candidates import Candidates
from solver.deduction.knowledge.code_table import CodeTable, table_of
from solver.deduction.knowledge.facts import Proof, TurnSet, bits, every_turn, thinned
from solver.deduction.rules.game import Feedback, Game, Turn, frozen

MOST_TURNS: Final = 60
MOST_CONFLICTS: Final = 1000
MOST_CORRECTED: Final = 64  # sets of changes for which feedback is looked for
MOST_OTHERWISE: Final = 3  # turns that may be wrong in place of a single one; no more are tried
MOST_WORK: Final = 30_000_000  # files looked at in search of conflicts: about 0.15 s
STEP: Final = 2_000  # files in whose time a set of turns is taken up

Sets = NDArray[np.int64]


class OtherFeedback(NamedTuple):
    """Feedback that a turn might have had.

    Each set in ``together`` contains this turn, and some code explains it: the code gives this turn
    this feedback, gives the other turns of the set different feedback from that given, and agrees
    with all remaining turns.
    """

    feedback: Feedback
    together: tuple[Proof, ...]


@dataclass(frozen=True)
class Correction:
    """A turn that may be wrong, and the feedback it might have had, ascending."""

    turn: int
    feedbacks: tuple[OtherFeedback, ...]


@dataclass(frozen=True, kw_only=True)
class Diagnosis:
    """Whether all feedback can be true, and if not, which rows conflict.

    ``conflicts`` are the minimal sets of turns that can't all be true, the smallest first, then
    lexicographic. ``changes`` is the fewest turns whose change makes the history possible, and
    ``corrections`` are the turns of such sets. ``complete`` says whether everything was found.

    A turn that alone explains everything needn't be the wrong one. If one change is enough,
    ``otherwise`` are the smallest sets of turns to change if every turn of ``corrections`` is
    right; empty if there are none of up to three turns.
    """

    consistent: bool
    conflicts: tuple[Proof, ...] = ()
    changes: int = 0
    corrections: tuple[Correction, ...] = ()
    complete: bool = True
    otherwise: tuple[Proof, ...] = ()


def diagnose(game: Game, turns: Sequence[Turn]) -> Diagnosis:
    """Return which turns contradict each other, and the fewest changes that correct them.

    Raises ValueError above 60 turns.

    >>> from solver.deduction.games import game_named
    >>> game = game_named("classic")
    >>> found = diagnose(game, [game.parse_turn(t) for t in ("1111:1,0", "1234:0,0", "1112:0,1")])
    >>> found.conflicts, found.changes, [correction.turn for correction in found.corrections]
    (((0, 1), (1, 2)), 1, [1])
    """
    table = _filed(game, turns)
    search = ConflictSearch(table.files)
    if search.is_consistent:
        return Diagnosis(consistent=True)
    changes = _smallest(search.files)
    search.run()
    size = changes[0].bit_count()
    suspects = sum(changes) if size == 1 else every_turn(len(turns))
    alternatives = _smallest(search.files[search.files & suspects == 0])
    is_few = alternatives and alternatives[0].bit_count() <= MOST_OTHERWISE
    return Diagnosis(
        consistent=False,
        conflicts=tuple(map(bits, search.conflicts[:MOST_CONFLICTS])),
        changes=size,
        corrections=tuple(_corrections(game, turns, table, changes[:MOST_CORRECTED])),
        complete=search.complete and len(changes) <= MOST_CORRECTED,
        otherwise=tuple(map(bits, alternatives[:MOST_CORRECTED])) if is_few else (),
    )


def smallest_conflict(game: Game, turns: Sequence[Turn]) -> Proof:
    """Return a smallest set of turns that can't all be true; if that is long, any minimal one.

    Raises ValueError if a code fits all turns, or above 60 turns.
    """
    search = ConflictSearch(_filed(game, turns).files)
    if search.is_consistent:
        raise ValueError("These turns can all be true.")
    search.run(limit=1)
    if search.conflicts:
        return bits(search.conflicts[0])
    return bits(thinned(every_turn(len(turns)), lambda rows: bool((search.files & rows).all())))


def _filed(game: Game, turns: Sequence[Turn]) -> CodeTable:
    if len(turns) > MOST_TURNS:
        raise ValueError(f"Proofs are found for up to {MOST_TURNS} turns, not {len(turns)}.")
    return table_of(game, turns)


def _smallest(files: Sets) -> list[TurnSet]:
    """Return the sets of the fewest turns, lexicographic, of some that come by size."""
    sizes = np.bitwise_count(files)
    return sorted(files[sizes == sizes[:1]].tolist(), key=bits)


class ConflictSearch:
    """The search for conflicts, size by size; ``complete`` once all are found.

    ``files`` are those of all codes, each once, those of the fewest turns first.
    """

    def __init__(self, files: NDArray[np.unsignedinteger]) -> None:
        sets = np.unique(files).astype(np.int64)
        self.files: Sets = sets[np.bitwise_count(sets).argsort(kind="stable")]
        self.conflicts: list[TurnSet] = []
        self.complete = False
        self._work = 0
        self._is_cut = True  # whether larger sets may be conflicts

    @property
    def is_consistent(self) -> bool:
        return not self.files[0]

    def run(self, limit: int = MOST_CONFLICTS) -> None:
        """Find the conflicts, or as many and all of their size."""
        size = 0
        while self._is_cut and len(self.conflicts) < limit and self._work <= MOST_WORK:
            size += 1
            self._is_cut = False
            sets = np.fromiter(self._hitting(self.files, 0, 0, size), np.int64)
            for conflict in self.conflicts:
                sets = sets[sets & conflict != conflict]
            self.conflicts += sorted(sets.tolist(), key=bits)
        is_found = not self._is_cut and self._work <= MOST_WORK
        self.complete = is_found and len(self.conflicts) <= MOST_CONFLICTS

    def _hitting(self, files: Sets, chosen: TurnSet, bans: TurnSet, size: int) -> Iterator[TurnSet]:
        """Yield each set that hits all files with ``size`` more turns, none of them barred."""
        self._work += len(files) + STEP
        if not files.size:
            yield chosen
        elif self._work > MOST_WORK:
            return
        elif size == 1:
            turns = int(files[0]) & ~bans
            common = turns & int(np.bitwise_and.reduce(files))
            self._is_cut |= turns != common
            yield from (chosen | 1 << turn for turn in bits(common))
        else:
            for turn in bits(int(files[0]) & ~bans):
                open_files = files[files & 1 << turn == 0]
                yield from self._hitting(open_files, chosen | 1 << turn, bans, size - 1)
                bans |= 1 << turn


def _corrections(
    game: Game, turns: Sequence[Turn], table: CodeTable, changes: Sequence[TurnSet]
) -> Iterator[Correction]:
    corrections: dict[int, dict[Feedback, list[Proof]]] = {}
    for change in changes:
        rows = bits(change)
        guesses = np.array([game.index_of(turns[row].code) for row in rows], np.int32)
        codes = frozen(game.secrets[table.files == change])
        numbers = game.feedback_table(guesses, codes)
        for row, options in zip(rows, map(np.unique, numbers), strict=True):
            for number in options.tolist():
                feedbacks = corrections.setdefault(row, {})
                feedbacks.setdefault(game.feedbacks[number], []).append(rows)
    for row, sets_by_feedback in sorted(corrections.items()):
        ways = sorted(sets_by_feedback.items())
        yield Correction(
            row, tuple(OtherFeedback(feedback, tuple(sets)) for feedback, sets in ways)
        )


class Untrue(NamedTuple):
    """How many codes are possible with no row untrue, and with that row alone, for each."""

    none: int
    rows: tuple[int, ...]


def count_untrue(game: Game, turns: Sequence[Turn]) -> Untrue:
    """Return how many codes are possible if at most one of the turns is untrue.

    >>> from solver.deduction.games import game_named
    >>> game = game_named("classic")
    >>> count_untrue(game, [game.parse_turn(text) for text in ("1122:0,0", "3344:0,0")])
    Untrue(none=16, rows=(240, 240))
    """
    files = table_of(game, turns).files
    rows = tuple(int((files == 1 << row).sum()) for row in range(len(turns)))
    return Untrue(int((files == 0).sum()), rows)


def candidates_with_lies(game: Game, turns: Sequence[Turn], limit: int) -> Candidates:
    """Return the codes that contradict no more than ``limit`` of the turns."""
    files = table_of(game, turns).files
    return Candidates(game, frozen(game.secrets[np.bitwise_count(files) <= limit]))
