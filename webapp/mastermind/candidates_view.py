"""The possible codes, as a page shows them: their number, how it fell, and the list.

Whether a game in play shows how many codes are possible is a setting, since it is a strong hint.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log2
from typing import Any, Final

from solver.deduction.games import face_of, game_named
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.rules.game import Game, Turn
from solver.wording import counted
from webapp.http.bars import AmountBar
from webapp.http.forms import parse_step
from webapp.http.visitor import own_settings
from webapp.storage.records.players import SettingsDocument, room_settings, with_room_settings

PAGE: Final = 48  # with the board around them they take less than 3 kB, compressed
MOST_BARS: Final = 5  # rows whose counts are drawn, beside that of the start


@dataclass(frozen=True)
class CandidateList:
    """A page of the list: its codes, of which the ``first`` has this number, and which it is."""

    first: int
    page: int
    pages: int
    codes: tuple[dict[str, Any], ...]


@dataclass(frozen=True)
class ShownCandidates:
    """The number of codes, how it fell, and the list if it was asked for.

    There are bars for the start and the last rows.
    """

    count: int
    bars: tuple[AmountBar, ...]
    words: str
    listed: CandidateList | None = None


def counts_of(game: Game, turns: Sequence[Turn]) -> tuple[int, ...]:
    """Return how many codes were left after each turn; once it is 0, the rest aren't counted.

    >>> counts_of(game_named("mini"), (Turn((0, 0, 1), (3, 0)), Turn((0, 1, 2), (0, 0))) * 2)
    (1, 0, 0, 0)
    """
    counts: list[int] = []
    for end in range(1, len(turns) + 1):
        is_over = counts and not counts[-1]
        counts.append(0 if is_over else _count(game.name, tuple(turns[:end])))
    return tuple(counts)


@lru_cache(maxsize=4096)
def _count(name: str, turns: tuple[Turn, ...]) -> int:
    """Return a count; by the game's name, since a cache mustn't hold large boards."""
    return candidates(game_named(name), turns).count


def show_candidates(
    game: Game, turns: Sequence[Turn], args: Mapping[str, str] | None = None
) -> ShownCandidates:
    """Return the candidates of a game, with the page of their list that ``args`` name, if any."""
    counts = (game.secret_count, *counts_of(game, turns))
    if args is None:
        return show_fall(counts)
    number = parse_step(args.get("page"), 99_999)
    return show_fall(counts, page_of(game.name, tuple(turns), max(1, number)))


def show_fall(counts: Sequence[int], listed: CandidateList | None = None) -> ShownCandidates:
    """Return how the number of candidates fell: at the start and after each row."""
    labels = ("start", *map(str, range(1, len(counts))))
    points = [*zip(labels, counts, strict=True)]
    points = [points[0], *points[1:][-MOST_BARS:]]
    bars = tuple(
        AmountBar(label, count, count_share(count, counts[0]), label == labels[-1])
        for label, count in points
    )
    rows = [f"{count:,} after row {row}" for row, count in enumerate(counts[1:], 1)]
    words = ", ".join([f"{counted(counts[0], 'code')} at the start", *rows])
    return ShownCandidates(counts[-1], bars, words, listed)


def count_share(count: int, most: int) -> float:
    """Return a count's share in percent: each halving takes the same off, so small counts differ.

    >>> [round(count_share(count, 1296)) for count in (1296, 105, 11, 1, 0)]
    [100, 65, 35, 10, 0]
    """
    return 100 * log2(1 + count) / log2(1 + most)


_ROOM: Final = "mastermind"  # in the player's settings


def is_counting() -> bool:
    return room_settings(own_settings(), _ROOM).get("count") is not False


def with_counting(settings: SettingsDocument, wanted: bool) -> SettingsDocument:
    """Return settings in which possible codes are counted, or not."""
    return with_room_settings(settings, _ROOM, {**room_settings(settings, _ROOM), "count": wanted})


@lru_cache(maxsize=64)
def page_of(name: str, turns: tuple[Turn, ...], page: int) -> CandidateList:
    """Return a page of the codes that fit the turns."""
    game = game_named(name)
    face, indices = face_of(game), candidates(game, turns).indices
    pages = max(1, -(-len(indices) // PAGE))
    page = min(page, pages)
    codes = map(tuple, game.codes_at(indices[(page - 1) * PAGE : page * PAGE]).tolist())
    return CandidateList(
        first=(page - 1) * PAGE + 1,
        page=page,
        pages=pages,
        codes=tuple({"pegs": face.pegs(code), "words": face.code_words(code)} for code in codes),
    )
