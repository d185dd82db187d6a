"""What a page shows of a hint on a Hidoku, tier by tier, and what the board marks for it."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass

from solver.hidoku.game import Play
from solver.hidoku.grid import Cell
from solver.hidoku.hint_words import hint_texts
from solver.hidoku.hunt import Budget
from solver.hidoku.steps import Technique
from solver.hidoku.techniques import HINT_BUDGET, hint
from webapp.pictures import Marks


@dataclass(frozen=True)
class ShownHint:
    """A hint up to its tier, with what the board marks for it."""

    tier: int
    tiers: int
    texts: tuple[str, ...]
    number: int | None
    cell: Cell | None
    endpoint: str
    use: str
    marks: Marks


SECONDS = 2.0  # of a hint or a check; only the largest and emptiest boards come near it


def show_hint(play: Play, tier: int) -> ShownHint:
    """Return the tiers 1 … ``tier`` of the next step's hint."""
    found = hint(play, a_moment())
    is_wrong = found.technique is Technique.WRONG
    marks: dict[str, Iterable[Cell]] = {}
    if tier >= 2:
        reasons = (*(step.because for step in found.before), found.because)
        marks["because"] = [cell for why in reasons for cell in (*why.cells, *why.area)]
    if found.cell is not None and (tier >= 3 or (is_wrong and tier >= 2)):
        marks["looked-at"] = (found.cell,)
    return ShownHint(
        tier=tier,
        tiers=3 if found.cell else 1,
        texts=hint_texts(found)[: tier if found.cell else 3],
        number=found.number,
        cell=found.cell if tier >= 3 else None,
        endpoint="hidoku.erase" if is_wrong else "hidoku.place",
        use=f"Take {found.number} off" if is_wrong else f"Place {found.number} there",
        marks=marks,
    )


def a_moment() -> Budget:
    """Return what a hint or a check may take from now on."""
    return Budget(HINT_BUDGET.nodes, time.monotonic() + SECONDS)
