"""The possible codes, as a page shows them: their number, how it fell, and the list.

Whether a game in play shows how many codes are possible is a setting, since it is a strong hint.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log2
from typing import Final
from urllib.parse import urlencode

import numpy as np

from solver.deduction.faces.face import Face, Value
from solver.deduction.games import face_of, game_named
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.rules.game import Code, Game, Turn
from solver.wording import plural
from webapp.http.bars import AmountBar
from webapp.http.forms import parse_step
from webapp.http.visitor import own_settings
from webapp.storage.records.players import SettingsDocument, room_settings, with_room_settings

PAGE: Final = 48  # with the board around them they take less than 3 kB, compressed
MOST_BARS: Final = 5  # rows whose counts are drawn, beside that of the start

#: Holes, counted from 0, and the value wanted in each.
Wanted = tuple[tuple[int, int], ...]


@dataclass(frozen=True, kw_only=True)
class Page:
    """A page of codes: how many match, which of how many pages it is, and each hole's values."""

    codes: tuple[Code, ...]
    first: int
    matching: int
    page: int
    pages: int
    values: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class CandidateList:
    """One page of the list as it is shown, with its filter."""

    found: Page
    holes: tuple[tuple[tuple[Value, ...], str], ...]
    filter: str

    def address(self, page: int) -> str:
        """Return the query for another page with the same filter."""
        return urlencode({"page": page}) + (f"&{self.filter}" if self.filter else "")


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
    filters = _wanted(game, args)
    number = parse_step(args.get("page"), 99_999)
    page = page_of(game.name, tuple(turns), filters, max(1, number))
    face = face_of(game)
    listing = CandidateList(
        page,
        tuple(_options(face, page.values, dict(filters))),
        urlencode({f"hole{hole + 1}": face.values[value].symbol for hole, value in filters}),
    )
    return show_fall(counts, listing)


def show_fall(counts: Sequence[int], listing: CandidateList | None = None) -> ShownCandidates:
    """Return how the number of candidates fell: at the start and after each row."""
    labels = ("start", *map(str, range(1, len(counts))))
    points = [*zip(labels, counts, strict=True)]
    points = [points[0], *points[1:][-MOST_BARS:]]
    bars = tuple(
        AmountBar(label, count, count_share(count, counts[0]), label == labels[-1])
        for label, count in points
    )
    rows = [f"{count:,} after row {row}" for row, count in enumerate(counts[1:], 1)]
    words = ", ".join([f"{plural(counts[0], 'code')} at the start", *rows])
    return ShownCandidates(counts[-1], bars, words, listing)


def count_share(count: int, largest: int) -> float:
    """Return a count's share in percent: each halving takes the same off, so small counts differ.

    >>> [round(count_share(count, 1296)) for count in (1296, 105, 11, 1, 0)]
    [100, 65, 35, 10, 0]
    """
    return 100 * log2(1 + count) / log2(1 + largest)


_ROOM: Final = "mastermind"  # in the player's settings


def is_counting() -> bool:
    return room_settings(own_settings(), _ROOM).get("count") is not False


def with_counting(settings: SettingsDocument, is_on: bool) -> SettingsDocument:
    """Return settings in which possible codes are counted, or not."""
    return with_room_settings(settings, _ROOM, {**room_settings(settings, _ROOM), "count": is_on})


@lru_cache(maxsize=64)
def page_of(name: str, turns: tuple[Turn, ...], filters: Wanted, page: int) -> Page:
    """Return a page of the codes that fit the turns, with the wanted values in some holes."""
    game = game_named(name)
    codes = game.codes_at(candidates(game, turns).indices)
    values = tuple(tuple(np.flatnonzero(np.bincount(column)).tolist()) for column in codes.T)
    for hole, value in filters:
        codes = codes[codes[:, hole] == value]
    pages = max(1, -(-len(codes) // PAGE))
    page = min(page, pages)
    page_codes = codes[(page - 1) * PAGE : page * PAGE]
    return Page(
        codes=tuple(map(tuple, page_codes.tolist())),
        first=(page - 1) * PAGE + 1,
        matching=len(codes),
        page=page,
        pages=pages,
        values=values,
    )


def _wanted(game: Game, args: Mapping[str, str]) -> Wanted:
    """Return the values asked for, hole by hole; unknown ones are ignored."""
    values = {value.symbol: number for number, value in enumerate(face_of(game).values)}
    symbols = ((hole, args.get(f"hole{hole + 1}", "")) for hole in range(game.pegs))
    return tuple((hole, values[symbol]) for hole, symbol in symbols if symbol in values)


def _options(
    face: Face, values: Sequence[Sequence[int]], value_at: Mapping[int, int]
) -> Iterator[tuple[tuple[Value, ...], str]]:
    """Yield for each hole what it can hold, and the symbol of what is wanted there."""
    for hole, values_there in enumerate(values):
        chosen = {value_at[hole]} if hole in value_at else set[int]()
        options = tuple(face.values[value] for value in sorted(chosen.union(values_there)))
        yield options, "".join(face.values[value].symbol for value in chosen)
