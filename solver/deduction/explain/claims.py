"""Whether something said about the code is possible, certain or impossible, and by which rows.

A claim is a code, or a fact about holes and colours. If the codes of the board can be listed, the
fewest rows that decide it are found by trying all sets of rows by size. On larger boards codes are
counted by halves, and rows are dropped one by one while the others decide it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, cast

import numpy as np

from solver.deduction.knowledge.arguments import Argument, Arguments
from solver.deduction.knowledge.candidates import (
    Candidates,
    Counted,
    by_halves,
    candidates,
    contradicted,
)
from solver.deduction.knowledge.contradictions import smallest_conflict
from solver.deduction.knowledge.exclusions import Exclusions, Proof, TurnSet, bits, thinned
from solver.deduction.knowledge.facts import Fact, FactKind, breaking
from solver.deduction.knowledge.sums import CodeTable, Mask, table_of
from solver.deduction.knowledge.verifier import Verifier
from solver.deduction.rules.game import (
    MOST_LISTED,
    Answer,
    Code,
    Codes,
    CountingGame,
    Game,
    Indices,
    Turn,
)

Proves = Callable[[TurnSet], bool]

MOST_LOOKED_AT: Final = 2_000  # codes of a large board, among which an example is looked for


class ClaimState(Enum):
    IMPOSSIBLE = "impossible"
    POSSIBLE = "possible"
    CERTAIN = "certain"
    NO_CODE = "no code"  # the rows contradict each other


@dataclass(frozen=True)
class ClaimReply:
    """What is known of a claim.

    ``claim`` is a code, or a fact whose own proof isn't used. ``proof`` are rows that show it to be
    impossible or certain, none of which can be left out; without any, the rules show it. If no code
    is left, they are rows that contradict each other. It holds for ``holding`` of the ``total``
    possible codes, and ``example`` is one of them, if one was found. A code ruled out
    would have had another answer in the row of the proof: ``instead`` of what was ``given``. If the
    proof has three rows or more, ``argument`` may say what each of them adds.
    """

    claim: Code | Fact
    state: ClaimState
    total: int
    holding: int = 0
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
    if table is None:  # only boards whose answers count are so large
        return _counted_reply(cast(CountingGame, game), turns, claim)
    holds = table.holds(claim)
    found = _reply(claim, left.count, int((table.left & holds).sum()))
    found = replace(found, example=_first(table.codes, table.left & holds))
    if found.state is ClaimState.POSSIBLE:
        return found
    is_out = found.state is ClaimState.IMPOSSIBLE
    rows, verifier = table.proof(holds if is_out else ~holds), Verifier(game, turns)
    if not verifier.passes((replace(claim, proof=rows),), refuted=is_out):
        return replace(found, proof=tuple(range(len(turns))))
    argument = Arguments(game, turns).find((claim,), rows, refutes=is_out)
    is_shown = argument is not None and verifier.passes_argument(argument)
    return replace(found, proof=rows, argument=argument if is_shown else None)


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


# Boards with too many codes to list: what the halves count.


def _counted_reply(board: CountingGame, turns: Sequence[Turn], fact: Fact) -> ClaimReply:
    left = by_halves(board, turns)
    found = _reply(fact, left.count, _holding(left, fact))
    if found.holding:
        found = replace(found, example=_example(left, fact))
    if found.state is ClaimState.POSSIBLE:
        return found
    is_out = found.state is ClaimState.IMPOSSIBLE
    suffices = _by_marks if len(fact.colours) == 1 else _by_counts
    proves = suffices(board, turns, fact, is_out)
    singles = (few for few in (0, *(1 << row for row in range(len(turns)))) if proves(few))
    few = next(singles, None)
    rows = thinned((1 << len(turns)) - 1, proves) if few is None else few
    return replace(found, proof=bits(rows))


def _by_marks(board: Game, turns: Sequence[Turn], fact: Fact, is_out: bool) -> Proves:
    """Return whether some turns prove a fact about one colour, by what occurs in the codes left."""
    exclusions = Exclusions(board, turns)
    layout, broken = exclusions.layout, breaking(fact, exclusions.layout)
    numbers = layout.counted(fact.colours[0], 0, board.pegs)
    every = layout.filled(fact.holes[0]) if fact.holes else numbers
    wrong = every & ~broken if is_out else broken
    return lambda few: not exclusions.left(few) & wrong


def _by_counts(board: CountingGame, turns: Sequence[Turn], fact: Fact, is_out: bool) -> Proves:
    def proves(few: TurnSet) -> bool:
        left = by_halves(board, [turns[row] for row in bits(few)])
        return _holding(left, fact) == (0 if is_out else left.count)

    return proves


def _holding(left: Counted, fact: Fact) -> int:
    """Return for how many of the codes a fact holds.

    Most facts are about the number of pegs of some colours, which the halves count by multiset.
    """
    if fact.kind is FactKind.HOLE:
        return int(left.tally()[fact.holes[0], fact.colours[0]])
    if fact.kind is FactKind.NOT_HERE:
        return int(_where_true(left.game, fact, left.indices).sum())
    counts, sizes = left.fitting.multisets()
    return int(sizes[CodeTable(counts, counts.astype(np.int8), ()).holds(fact)].sum())


def _example(left: Counted, fact: Fact) -> Code | None:
    """Return a code for which a fact holds, one of a few or else of all if these can be listed."""
    some = left.sample(MOST_LOOKED_AT, np.random.default_rng(0))
    example = _first(left.game.codes_at(some), _where_true(left.game, fact, some))
    if example is None and left.count <= MOST_LISTED:
        every = left.indices
        example = _first(left.game.codes_at(every), _where_true(left.game, fact, every))
    return example


def _where_true(game: Game, fact: Fact, indices: Indices) -> Mask:
    codes = game.codes_at(indices)
    counts = [(codes == colour).sum(axis=1, dtype=np.int8) for colour in range(game.choices)]
    return CodeTable(codes, np.stack(counts, axis=1), ()).holds(fact)


def _first(codes: Codes, holds: Mask) -> Code | None:
    return tuple(int(value) for value in codes[holds.argmax()]) if holds.any() else None
