"""Feedback that can't all be true: which rows contradict each other, and which may be wrong.

A conflict is a set of turns that leaves no code, though it leaves one without any one of them. The
fewest turns to change are a smallest set with a turn from every conflict. A code left without them
is excluded by exactly these turns: with the feedback that it gives, the history is possible.

Conflicts are found by size: a set that leaves a code is extended by later turns, and one that
leaves none is a conflict unless it contains one. Each code found on the way shows all sets that
don't exclude it to be consistent, so few sets need checking (as in Liffiton and others, "Fast,
flexible MUS enumeration", 2016). The fewest changes come from the same duality: a smallest set that
hits all known conflicts either leaves a code, or what it leaves contains another conflict (Reiter,
"A theory of diagnosis from first principles", 1987). Both searches are bounded, and say so if they
end early.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.deduction.knowledge.exclusions import (
    MOST_TURNS,
    Exclusions,
    Proof,
    TurnSet,
    bits,
    least,
    thinned,
)
from solver.deduction.rules.game import Feedback, Game, Turn

MOST_CONFLICTS: Final = 1000
MOST_CORRECTED: Final = 64  # sets of changes for which feedback is looked for
MOST_SETS: Final = 300_000  # of turns, checked in search of conflicts
MOST_WORK: Final = 25_000_000  # steps of work for each search: about 1 s
LESS_WORK: Final = 12_000_000  # the same for a brief diagnosis
MOST_OTHERWISE: Final = 3  # turns that may be wrong in place of a single one; no more are tried
MOST_STEPS: Final = 3_000_000  # conflicts checked in search of sets that hit all

Sets = NDArray[np.int64]
Flags = NDArray[np.bool_]


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
    ``corrections`` are the turns of such sets; None and empty if they weren't found within the
    bounds. In any case ``at_least`` turns must change. ``complete`` says whether everything was
    found.

    A turn that alone explains everything needn't be the wrong one. If one change is enough,
    ``otherwise`` are the smallest sets of turns to change if every turn of ``corrections`` is
    right; empty if there are none of up to three turns, or if not all conflicts are known.
    """

    consistent: bool
    conflicts: tuple[Proof, ...] = ()
    changes: int | None = 0
    corrections: tuple[Correction, ...] = ()
    complete: bool = True
    at_least: int = 0
    otherwise: tuple[Proof, ...] = ()


class _Changes(NamedTuple):
    """All smallest sets of turns to change, empty if out of bounds, and the fewest turns needed."""

    sets: list[TurnSet]
    at_least: int


def diagnose(game: Game, turns: Sequence[Turn]) -> Diagnosis:
    """Return which turns contradict each other, and the fewest changes that correct them.

    Raises ValueError above 60 turns.

    >>> from solver.deduction.games import game_named
    >>> game = game_named("classic")
    >>> found = diagnose(game, [game.parse_turn(t) for t in ("1111:1,0", "1234:0,0", "1112:0,1")])
    >>> found.conflicts, found.changes, [correction.turn for correction in found.corrections]
    (((0, 1), (1, 2)), 1, [1])
    """
    exclusions = Exclusions(game, turns)
    if not exclusions.is_contradiction(exclusions.all_turns):
        return Diagnosis(consistent=True)
    search = _Conflicts(exclusions)
    while search.grow():
        pass
    return _diagnosis(exclusions, search.conflicts, search.complete, MOST_WORK)


def diagnose_briefly(game: Game, turns: Sequence[Turn]) -> Diagnosis:
    """Return one smallest conflict, and the fewest changes if they are found quickly.

    Raises ValueError if a code fits all turns, or above 60 turns.
    """
    exclusions = Exclusions(game, turns)
    return _diagnosis(exclusions, [_smallest_conflict(exclusions)], False, LESS_WORK)


def _diagnosis(
    exclusions: Exclusions, conflicts: Sequence[TurnSet], is_all: bool, work: int
) -> Diagnosis:
    sets, at_least = _fewest_changes(exclusions, conflicts, work)
    suspects = sum(sets) if at_least == 1 else 0
    alternatives: Sequence[TurnSet] = ()
    if suspects and is_all:  # only then is it found quickly
        alternatives = _fewest_changes(exclusions, conflicts, work, suspects, MOST_OTHERWISE).sets
    return Diagnosis(
        consistent=False,
        conflicts=tuple(bits(conflict) for conflict in conflicts),
        changes=at_least if sets else None,
        corrections=tuple(_corrections(exclusions, sets)),
        complete=is_all and 0 < len(sets) <= MOST_CORRECTED,
        at_least=at_least,
        otherwise=tuple(map(bits, alternatives[:MOST_CORRECTED])),
    )


def smallest_conflict(game: Game, turns: Sequence[Turn]) -> Proof:
    """Return a smallest set of turns that can't all be true; if that is long, any minimal one.

    Raises ValueError if a code fits all turns, or above 60 turns.
    """
    return bits(_smallest_conflict(Exclusions(game, turns)))


def _smallest_conflict(exclusions: Exclusions) -> TurnSet:
    if not exclusions.is_contradiction(exclusions.all_turns):
        raise ValueError("These turns can all be true.")
    search = _Conflicts(exclusions)
    while not search.conflicts and search.grow():
        pass
    if search.conflicts:
        return search.conflicts[0]
    return thinned(exclusions.all_turns, exclusions.is_contradiction)


class _Conflicts:
    """The search for conflicts, size by size; ``complete`` once all are found."""

    def __init__(self, exclusions: Exclusions) -> None:
        self.conflicts: list[TurnSet] = []
        self.complete = False
        self._exclusions = exclusions
        self._files = list(exclusions.files(0))
        self._consistent: Sets = np.zeros(1, np.int64)  # sets of the last size, lexicographic
        self._looked_at = 0

    def grow(self) -> bool:
        """Find the conflicts of the next size; return whether there may be more."""
        if len(self._consistent) * self._exclusions.turns > MOST_SETS:
            return False
        before = self._consistent[:, None]
        turns = np.int64(1) << np.arange(self._exclusions.turns)
        sets = (before | turns)[turns > before]
        sets = sets[~_any(sets, self.conflicts, lambda sets, conflict: sets & conflict == conflict)]
        self._looked_at += len(sets)
        if not self._within_bounds():
            return False
        is_consistent = _any(sets, self._files, lambda sets, file: sets & file == 0)
        for place in np.flatnonzero(~is_consistent):
            is_consistent[place] = self._is_consistent(int(sets[place]))
            if not self._within_bounds():
                return False
        self._files = list(least(self._files))
        self._consistent = sets[is_consistent]
        self.complete = not self._consistent.size
        return not self.complete

    def _is_consistent(self, turns: TurnSet) -> bool:
        if any(not turns & file for file in self._files):
            return True
        files = self._exclusions.files(turns)
        self._files.extend(files)
        if not files:
            self.conflicts.append(turns)
        return bool(files)

    def _within_bounds(self) -> bool:
        return (
            self._looked_at <= MOST_SETS
            and len(self.conflicts) < MOST_CONFLICTS
            and self._exclusions.work <= MOST_WORK
        )


def _any(sets: Sets, members: Sequence[TurnSet], relation: Callable[[Sets, int], Flags]) -> Flags:
    result = np.zeros(len(sets), np.bool_)
    for member in members:
        result |= relation(sets, member)
    return result


def _fewest_changes(
    exclusions: Exclusions,
    conflicts: Sequence[TurnSet],
    work: int,
    right: TurnSet = 0,
    limit: int = MOST_TURNS,
) -> _Changes:
    """Return the smallest sets of turns whose removal leaves a code, or how large they must be.

    They contain none of the turns in ``right``, and at most ``limit`` turns.
    """
    most_work = exclusions.work + work
    steps = Counter[str]()
    at_least = 1
    clashes = list(conflicts) or [thinned(exclusions.all_turns, exclusions.is_contradiction)]
    while True:
        suspects = [conflict & ~right for conflict in clashes]
        if not all(suspects):
            return _Changes([], at_least)
        sets, size = _smallest_hitting(suspects, steps, limit)
        at_least = max(at_least, size)
        solutions: list[TurnSet] = []
        additions: list[TurnSet] = []
        for change in sets:
            if exclusions.work > most_work:
                return _Changes([], at_least)
            remainder = exclusions.all_turns & ~change
            if any(remainder & conflict == conflict for conflict in additions):
                continue
            if not exclusions.is_contradiction(remainder):
                solutions.append(change)
            elif not solutions:
                additions.append(thinned(remainder, exclusions.is_contradiction))
        if solutions or not sets:
            return _Changes(solutions, at_least)
        clashes += additions


def _smallest_hitting(conflicts: Sequence[TurnSet], steps: Counter[str], limit: int) -> _Changes:
    """Return all smallest sets with a turn of every conflict, lexicographic; empty if too long."""
    order = sorted(conflicts, key=lambda conflict: (conflict.bit_count(), conflict))
    hits: list[TurnSet] = []
    size = 0
    while not hits and size < limit:
        size += 1
        hits = list(_hitting(order, 0, 0, size, steps))
        if steps["hit"] > MOST_STEPS:
            return _Changes([], size)
    return _Changes(sorted(hits, key=bits), size)


def _hitting(
    conflicts: Sequence[TurnSet], chosen: TurnSet, bans: TurnSet, size: int, steps: Counter[str]
) -> Iterator[TurnSet]:
    """Yield each set that hits all conflicts with ``size`` more turns, none of them barred."""
    remainder = [conflict for conflict in conflicts if not conflict & chosen]
    steps["hit"] += len(conflicts)
    if not remainder:
        yield chosen
    elif size and steps["hit"] <= MOST_STEPS:
        for turn in bits(remainder[0] & ~bans):
            yield from _hitting(remainder, chosen | 1 << turn, bans, size - 1, steps)
            bans |= 1 << turn


def _corrections(exclusions: Exclusions, changes: Sequence[TurnSet]) -> Iterator[Correction]:
    corrections: dict[int, dict[Feedback, list[Proof]]] = {}
    for change in changes[:MOST_CORRECTED]:
        turns = bits(change)
        feedbacks = exclusions.feedbacks(exclusions.all_turns & ~change, turns)
        for turn, options in zip(turns, feedbacks, strict=True):
            for feedback in options:
                corrections.setdefault(turn, {}).setdefault(feedback, []).append(turns)
    for turn, sets_by_feedback in sorted(corrections.items()):
        ways = sorted(sets_by_feedback.items())
        yield Correction(
            turn, tuple(OtherFeedback(feedback, tuple(sets)) for feedback, sets in ways)
        )
