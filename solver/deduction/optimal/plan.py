"""A plan: what to guess first, and after each answer; as arrays that can be checked."""

from __future__ import annotations

from dataclasses import dataclass

from solver.deduction.optimal.decision_nodes import DecisionNodes


@dataclass(frozen=True, eq=False, repr=False)
class Plan(DecisionNodes):
    """A whole plan, each node after its parent."""

    @property
    def first(self) -> int:
        """The index of the first guess."""
        return int(self.guesses[0])

    def following(self) -> dict[tuple[int, int], int]:
        """Return the node that follows each node and answer."""
        steps = zip(self.parents.tolist(), self.answers.tolist(), strict=True)
        return {step: node for node, step in enumerate(steps) if node}
