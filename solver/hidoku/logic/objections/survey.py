"""What is counted of a position to find objections to candidates."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from solver.hidoku.logic.claims import Objection
from solver.hidoku.logic.easiest import direct_finders
from solver.hidoku.logic.patterns.sight import sight_of
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate

MOST_TRIED = 60  # candidates of which each way is followed
MOST_WEIGHT = 7  # of techniques that don't add up the gaps of the whole board

Claims = Mapping[Candidate, Sequence[Objection]]


class Survey:
    """What is counted of a position, once for all questions about it."""

    def __init__(self, position: Position) -> None:
        self.position = position.plain
        self.sight = sight_of(self.position, is_counting=True)
        self.tries = iter(range(MOST_TRIED))

    @cached_property
    def structure(self) -> Claims:
        """For each candidate that a technique rules out at once, why, the easiest first."""
        return self._ruled_out(are_sums=False)

    @cached_property
    def sums(self) -> Claims:
        """The same for techniques that add up the gaps of the whole board."""
        return self._ruled_out(are_sums=True)

    def claims_against(self, out: Candidate, claims: Claims) -> Iterator[Objection]:
        return (claim for claim in claims.get(out, ()) if claim.holds(self.sight, out))

    def _ruled_out(self, *, are_sums: bool) -> Claims:
        claims: dict[Candidate, list[Objection]] = {}
        for technique, find in direct_finders().items():
            is_sum = technique.weight > MOST_WEIGHT
            if is_sum is are_sums and not (technique.is_placing or technique.is_by_candidate):
                for step in find(self.position):
                    for out in step.eliminated:
                        if isinstance(step.claim, Objection):
                            claims.setdefault(out, []).append(step.claim)
        return claims
