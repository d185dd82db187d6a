"""Whether something said about the code is possible, certain or impossible, and by which rows.

A claim is a code, or a fact about holes and colours. If the codes of the board can be listed, the
fewest rows that decide it are found by trying all sets of rows by size. On larger boards codes are
counted by halves, and rows are dropped one by one while the others decide it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solver.deduction.knowledge.arguments import Argument, Arguments
from solver.deduction.knowledge.candidates import Candidates, candidates, contradicted
from solver.deduction.knowledge.contradictions import smallest_conflict
from solver.deduction.knowledge.exclusions import Proof, as_set, bits, thinned
from solver.deduction.knowledge.facts import Fact, FactKind
from solver.deduction.knowledge.partition import CodeTable, Mask, table_of
from solver.deduction.rules.game import MOST_LISTED, Answer, Code, Codes, Game, Turn

MOST_TRIED: Final = 5_000  # sets of rows, before rows are dropped one by one instead
MOST_LOOKED_AT: Final = 2_000  # codes of a large board, among which an example is looked for


class ClaimState(Enum):
    IMPOSSIBLE = "impossible"
    POSSIBLE = "possible"
    CERTAIN = "certain"
    UNKNOWN = "unknown"
    NO_CODE = "no code"  # the rows contradict each other


@dataclass(frozen=True)
class ClaimReply:
    """What is known of a claim.

    ``claim`` is a code, or a fact whose own proof isn't used. ``proof`` are rows that show it to be
    impossible or certain, none of which can be left out; without any, the rules show it. If no code
    is left, they are rows that contradict each other. It holds for ``holding`` of the ``total``
    possible codes, as far as that is known, and ``example`` is one of them. A code ruled out
    would have had another answer in the row of the proof: ``instead`` of what was ``given``. If the
    proof has three rows or more, ``argument`` may say what each of them adds.
    """

    claim: Code | Fact
    state: ClaimState
    total: int
    holding: int | None = None
    proof: Proof = ()
    example: Code | None = None
    instead: Answer | None = None
    given: Answer | None = None
    argument: Argument | None = None


def ask_about(game: Game, turns: Sequence[Turn], claim: Code | Fact) -> ClaimReply:
    """Return what is known of a claim about the code. Raises CodeError for a code of another game.

    >>> from solver.deduction.games import game_named
    >>> game = game_named("classic")
    >>> turns = [game.parse_turn(text) for text in ("1122:0,0", "3344:1,0", "5566:3,0")]
    >>> ask_about(game, turns, Fact(FactKind.IN, (0,), count=1)).proof
    (0,)
    >>> ask_about(game, turns, (2, 2, 4, 4)).proof
    (1,)
    """
    if not isinstance(claim, Fact):
        game.index_of(claim)
    left = candidates(game, turns)
    if not left.count:
        return ClaimReply(claim, ClaimState.NO_CODE, 0, proof=smallest_conflict(game, turns))
    if not isinstance(claim, Fact):
        return _about_code(game, turns, claim, left)
    table = table_of(game, turns, MOST_LISTED)
    if table is None:
        return _counted_reply(game, turns, claim, left)
    holds = table.holds(claim)
    found = _reply(claim, left.count, int((table.left & holds).sum()))
    found = replace(found, example=_first(table.codes, table.left & holds))
    if found.state is ClaimState.POSSIBLE:
        return found
    against = holds if found.state is ClaimState.IMPOSSIBLE else ~holds
    rows = _fewest_rows(table, against)
    is_out = found.state is ClaimState.IMPOSSIBLE
    argument = Arguments(game, turns).find((claim,), rows, refutes=is_out)
    return replace(found, proof=rows, argument=argument)


def _reply(claim: Code | Fact, total: int, holding: int) -> ClaimReply:
    states = {0: ClaimState.IMPOSSIBLE, total: ClaimState.CERTAIN}
    return ClaimReply(claim, states.get(holding, ClaimState.POSSIBLE), total, holding)


def _about_code(game: Game, turns: Sequence[Turn], code: Code, left: Candidates) -> ClaimReply:
    wrong = contradicted(game, code, turns)
    is_possible = game.is_secret(code) and not wrong
    found = _reply(code, left.count, int(is_possible))
    if is_possible:
        return replace(found, example=code)
    if not game.is_secret(code):
        return found
    turn = turns[wrong[0]]
    instead = game.feedback(turn.code, code)
    return replace(found, proof=wrong[:1], instead=instead, given=turn.feedback)


def _fewest_rows(table: CodeTable, against: Mask) -> Proof:
    """Return the fewest rows that together exclude all of some codes, which all rows exclude."""
    places = np.int64(1) << np.arange(len(table.fits))
    files = np.zeros(int(against.sum()), np.int64)  # of each code, the rows that exclude it
    for place, fits in zip(places, table.fits, strict=True):
        files |= place * ~fits[against]
    return _hitting_all(np.unique(files), len(table.fits))


def _hitting_all(files: NDArray[np.int64], rows: int) -> Proof:
    def suffices(few: int) -> bool:
        return bool((files & few).all())

    tried = 0
    for size in range(rows + 1):
        for few in combinations(range(rows), size):
            if suffices(as_set(few)):
                return few
            tried += 1
        if tried > MOST_TRIED:
            break
    return bits(thinned((1 << rows) - 1, suffices))


# Boards with too many codes to list: what the halves count.


def _counted_reply(game: Game, turns: Sequence[Turn], fact: Fact, left: Candidates) -> ClaimReply:
    holding = _holding(game, left, fact)
    codes = _codes(game, left)
    example = _first(codes, _held(game, fact, codes))
    if holding is None:
        state = ClaimState.UNKNOWN if example is None else ClaimState.POSSIBLE
        return ClaimReply(fact, state, left.count, example=example)
    found = replace(_reply(fact, left.count, holding), example=example)
    if found.state is ClaimState.POSSIBLE:
        return found
    is_out = found.state is ClaimState.IMPOSSIBLE

    def suffices(few: int) -> bool:
        some = candidates(game, [turns[row] for row in bits(few)])
        return _holding(game, some, fact) == (0 if is_out else some.count)

    return replace(found, proof=_dropped(len(turns), suffices))


def _dropped(rows: int, suffices: Callable[[int], bool]) -> Proof:
    """Return no row or one that suffices, or else rows none of which can be left out."""
    singles = (few for few in (0, *(1 << row for row in range(rows))) if suffices(few))
    few = next(singles, None)
    return bits(thinned((1 << rows) - 1, suffices) if few is None else few)


def _holding(game: Game, left: Candidates, fact: Fact) -> int | None:
    """Return for how many of the codes a fact holds, or None if that can't be counted."""
    if left.count <= MOST_LISTED:
        return int(_held(game, fact, _codes(game, left)).sum())
    colour, *others = fact.colours
    if fact.kind is FactKind.HOLE:
        return int(left.tally()[fact.holes[0], colour])
    board = game.counting
    if others or board is None or not board.repeats:
        return None
    most = game.pegs if fact.kind in (FactKind.IN, FactKind.SOME) else fact.count
    sizes = left.sizes((colour,) * game.pegs)  # the answer to it counts the colour
    return sum(
        size
        for answer, size in zip(game.feedbacks, sizes, strict=True)
        if fact.count <= answer[0] <= most
    )


def _codes(game: Game, left: Candidates) -> Codes:
    """Return the codes if they can be listed, else some of them."""
    if left.count <= MOST_LISTED:
        return game.codes_at(left.indices)
    return game.codes_at(left.sample(MOST_LOOKED_AT, np.random.default_rng(0)))


def _held(game: Game, fact: Fact, codes: Codes) -> Mask:
    counts = [(codes == colour).sum(axis=1, dtype=np.int8) for colour in range(game.choices)]
    return CodeTable(codes, np.stack(counts, axis=1), ()).holds(fact)


def _first(codes: Codes, holds: Mask) -> Code | None:
    return tuple(int(value) for value in codes[holds.argmax()]) if holds.any() else None
