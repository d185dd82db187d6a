"""The fewest of some items for which something still holds."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")


def fewest(items: Sequence[T], holds: Callable[[Sequence[T]], bool]) -> tuple[T, ...]:
    """A smallest subset for which ``holds`` is true: no item can be left out.

    Earlier items are preferred. ``holds`` must be true for all items together, and stay true when
    items are added. By halves (U. Junker, QuickXplain, 2004): few questions if few items are
    needed.

    >>> fewest([3, 5, 8, 2], lambda kept: sum(kept) >= 8)
    (3, 5)
    """

    def ask(places: Iterable[int]) -> bool:
        return holds([items[place] for place in sorted(places)])

    def among(base: tuple[int, ...], choices: tuple[int, ...], is_news: bool) -> tuple[int, ...]:
        if is_news and ask(base):
            return ()
        if len(choices) <= 1:
            return choices
        middle = len(choices) // 2
        right = among(base + choices[:middle], choices[middle:], is_news=True)
        left_part = among(base + right, choices[:middle], is_news=bool(right))
        return left_part + right

    if ask(()):
        return ()
    return tuple(items[place] for place in sorted(among((), tuple(range(len(items))), False)))
