"""Amounts drawn as bars, each with its figure (``templates/_bars.html``)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from webapp.storage.games import StoredGame
from webapp.storage.records.results import GameEnd


@dataclass(frozen=True)
class AmountBar:
    """An amount, and its ``share`` of the largest in percent; ``is_own`` marks the visitor's."""

    label: str
    amount: int
    share: float
    is_own: bool = False


def bars_of(amounts: Iterable[tuple[str, int]], mark: str | None = None) -> tuple[AmountBar, ...]:
    """Return the bars for these labels and amounts.

    >>> [bar.share for bar in bars_of([("4", 1), ("5", 2)])]
    [50.0, 100.0]
    """
    rows = list(amounts)
    largest = max((amount for _, amount in rows), default=0) or 1
    return tuple(
        AmountBar(label, amount, 100 * amount / largest, label == mark) for label, amount in rows
    )


def guess_bars(
    games: Sequence[StoredGame], lost_label: str, own_game: StoredGame
) -> tuple[AmountBar, ...]:
    """Return games that count by their guesses, one of them marked; lost ones come last."""
    amounts = Counter(game.guesses for game in games if game.result == GameEnd.WON.value)
    rows = [
        (str(n), amounts[n]) for n in range(min(amounts, default=1), max(amounts, default=0) + 1)
    ]
    lost_count = len(games) - amounts.total()
    rows += [(lost_label, lost_count)] if lost_count else []
    label = str(own_game.guesses) if own_game.result == GameEnd.WON.value else lost_label
    return bars_of(rows, label if own_game.counts else None)
