"""Amounts drawn as bars, each with its figure (``templates/_bars.html``)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class AmountBar:
    """An amount, and its ``share`` of the largest in percent; ``is_own`` marks the visitor's."""

    label: str
    amount: int
    share: float
    is_own: bool = False


def bars_of(amounts: Iterable[tuple[str, int]], own: str | None = None) -> tuple[AmountBar, ...]:
    """Return the bars for these labels and amounts.

    >>> [bar.share for bar in bars_of([("4", 1), ("5", 2)])]
    [50.0, 100.0]
    """
    rows = list(amounts)
    most = max((amount for _, amount in rows), default=0) or 1
    return tuple(
        AmountBar(label, amount, 100 * amount / most, label == own) for label, amount in rows
    )
