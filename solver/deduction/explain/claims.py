"""Whether something said about the code is possible, certain or impossible, and by which rows.

A claim is a code, or a fact about holes and colours. The fewest rows that decide it are found by
trying all sets of rows by size.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from solver.deduction.knowledge.candidates import Candidates, candidates, contradicted
from solver.deduction.knowledge.code_table import table_of
from solver.deduction.knowledge.contradictions import smallest_conflict
from solver.deduction.knowledge.facts import Fact, Proof
from solver.deduction.knowledge.thread import find_thread, opposite
from solver.deduction.knowledge.thread_lines import Thread
from solver.deduction.rules.game import Code, Feedback, Game, Turn


class ClaimState(Enum):
    IMPOSSIBLE = "impossible"
    POSSIBLE = "possible"
    CERTAIN = "certain"
    NO_CODE = "no code"  # the rows contradict each other


@dataclass(frozen=True, kw_only=True)
class ClaimReply:
    """What is known of a claim.

    ``claim`` is a code, or a fact whose own proof isn't used. ``proof`` are rows that show it to be
    impossible or certain, none of which can be left out; without any, the rules show it. If no code
    is left, they are rows that contradict each other. It holds for ``holding`` of the ``total``
    possible codes, and ``example`` is one of them, if one was found. A code ruled out
    would have got ``code_feedback`` in the row of the proof, where ``row_feedback`` was given. The
    ``thread`` leads to the claim, or to its opposite.
    """

    claim: Code | Fact
    total: int
    holding: int = 0
    proof: Proof = ()
    example: Code | None = None
    code_feedback: Feedback | None = None
    row_feedback: Feedback | None = None
    thread: Thread | None = None

    @property
    def state(self) -> ClaimState:
        if not self.total:
            return ClaimState.NO_CODE
        states = {0: ClaimState.IMPOSSIBLE, self.total: ClaimState.CERTAIN}
        return states.get(self.holding, ClaimState.POSSIBLE)


def ask_about(game: Game, turns: Sequence[Turn], claim: Code | Fact) -> ClaimReply:
    """Return what is known of a claim about the code. Raises CodeError for a code of another game.

    >>> from solver.deduction.games import game_named
    >>> from solver.deduction.knowledge.facts import FactKind
    >>> game = game_named("classic")
    >>> turns = [game.parse_turn(text) for text in ("1122:0,0", "3344:1,0", "5566:3,0")]
    >>> ask_about(game, turns, Fact(FactKind.IN, (0,), count=1)).proof
    (0,)
    >>> ask_about(game, turns, (2, 2, 4, 4)).proof
    (1,)
    """
    if not isinstance(claim, Fact):
        game.index_of(claim)
    codes = candidates(game, turns)
    if not codes.count:
        return ClaimReply(claim=claim, total=0, proof=smallest_conflict(game, turns))
    if not isinstance(claim, Fact):
        return _about_code(game, turns, claim, codes)
    table = table_of(game, turns)
    holds = table.holds(claim)
    examples = table.codes[table.left & holds]
    reply = ClaimReply(claim=claim, total=codes.count, holding=len(examples))
    if len(examples):
        reply = replace(reply, example=tuple(examples[0].tolist()))
    if reply.state is ClaimState.POSSIBLE:
        return reply
    is_out = reply.state is ClaimState.IMPOSSIBLE
    rows = table.proof(holds if is_out else ~holds)
    goal = opposite(claim, game.pegs) if is_out else claim
    thread = find_thread(game, turns, (goal,)) if goal and rows else None
    return replace(reply, proof=rows, thread=thread)


def _about_code(game: Game, turns: Sequence[Turn], code: Code, codes: Candidates) -> ClaimReply:
    clashes = contradicted(game, code, turns)
    is_possible = game.is_secret(code) and not clashes
    reply = ClaimReply(claim=code, total=codes.count, holding=int(is_possible))
    if is_possible:
        return replace(reply, example=code)
    if not game.is_secret(code):
        return reply
    turn = turns[clashes[0]]
    score = game.feedback(turn.code, code)
    return replace(reply, proof=clashes[:1], code_feedback=score, row_feedback=turn.feedback)
