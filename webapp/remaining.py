"""The codes that are still possible, as a page shows them: count, how it fell, and the list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import log
from typing import Final
from urllib.parse import urlencode

import numpy as np

from solver.deduction.candidates import Candidates, candidates
from solver.deduction.game import MOST_LISTED, Codes, Game, Turn
from solver.wording import counted
from webapp.answering import counts_of
from webapp.faces import Face, Pegs, code_words, faces_of, pegs_of

PAGE: Final = 48  # with the board around them they stay below 3 kB, compressed
FIRST: Final = 10 * PAGE  # codes shown of more than can be listed
HEIGHT: Final = 40.0


@dataclass(frozen=True)
class FallBar:
    """How many codes were left after a row (0: at the start), and the bar's height of 40."""

    row: int
    count: int
    height: float


@dataclass(frozen=True)
class Option:
    """A value that a hole can be filtered by."""

    face: Face
    is_chosen: bool


@dataclass(frozen=True)
class ShownCode:
    """A code on the list."""

    pegs: Pegs
    words: str


@dataclass(frozen=True)
class CandidateList:
    """One page of the list, and what it was filtered by."""

    codes: tuple[ShownCode, ...]
    matching: int
    first: int
    page: int
    pages: int
    holes: tuple[tuple[Option, ...], ...]
    is_cut: bool
    filter: str

    def address(self, page: int) -> str:
        """Return the query of another page under the same filter."""
        return urlencode({"page": page}) + (f"&{self.filter}" if self.filter else "")


@dataclass(frozen=True)
class ShownCandidates:
    """The count, how it fell, and the list if it was asked for."""

    count: int
    bars: tuple[FallBar, ...]
    words: str
    listed: CandidateList | None = None

    @property
    def title(self) -> str:
        """The count as a heading."""
        return f"{counted(self.count, 'code')} left" if self.count else "No code left"


def show_candidates(
    game: Game, turns: Sequence[Turn], args: Mapping[str, str] | None = None
) -> ShownCandidates:
    """Return the candidates of a game; their list too if ``args`` tell which page of it."""
    counts = (game.secret_count, *counts_of(game, tuple(turns)))
    return show_fall(counts, None if args is None else _list(game, candidates(game, turns), args))


def show_fall(counts: Sequence[int], listed: CandidateList | None = None) -> ShownCandidates:
    """Return how the candidates fell, from their counts at the start and after each row."""
    bars = tuple(FallBar(row, count, _height(count, counts[0])) for row, count in enumerate(counts))
    return ShownCandidates(counts[-1], bars, _fall_words(counts), listed)


def _height(count: int, most: int) -> float:
    """Return a bar's height on a scale of logarithms, on which a single code still is seen.

    >>> _height(1296, 1296), _height(0, 1296), _height(35, 1296)
    (40.0, 0.0, 20.0)
    """
    return round(HEIGHT * log(count + 1) / log(most + 1), 1)


def _fall_words(counts: Sequence[int]) -> str:
    start = f"{counted(counts[0], 'code')} at the start"
    rows = [f"{count:,} after row {row}" for row, count in enumerate(counts[1:], 1)]
    return ", ".join([start, *rows])


def _list(game: Game, left: Candidates, args: Mapping[str, str]) -> CandidateList:
    is_cut = left.count > MOST_LISTED
    wanted = {} if is_cut else _wanted(game, args)
    codes = _first(game, left) if is_cut else game.codes_at(left.indices)
    options = _options(game, codes, wanted)
    for hole, value in wanted.items():
        codes = codes[codes[:, hole] == value]
    pages = max(1, -(-len(codes) // PAGE))
    page = min(_page(args.get("page", "")), pages)
    first = (page - 1) * PAGE
    shown = codes[first : first + PAGE].tolist()
    return CandidateList(
        tuple(ShownCode(pegs_of(game, code), code_words(game, code)) for code in shown),
        left.count if is_cut else len(codes),
        first + 1,
        page,
        pages,
        () if is_cut else options,
        is_cut,
        _filter_text(game, wanted),
    )


def _first(game: Game, left: Candidates) -> Codes:
    return np.array(list(islice(left, FIRST)), np.uint8).reshape(-1, game.pegs)


def _wanted(game: Game, args: Mapping[str, str]) -> dict[int, int]:
    """Return the values asked for, hole by hole; what is no value of the game asks for nothing."""
    values = {face.symbol: value for value, face in enumerate(faces_of(game))}
    asked = ((hole, args.get(f"hole{hole + 1}", "")) for hole in range(game.pegs))
    return {hole: values[symbol] for hole, symbol in asked if symbol in values}


def _options(game: Game, codes: Codes, wanted: Mapping[int, int]) -> tuple[tuple[Option, ...], ...]:
    faces = faces_of(game)
    return tuple(
        tuple(
            Option(faces[value], wanted.get(hole) == value)
            for value in sorted({*np.unique(column).tolist(), *_asked(wanted, hole)})
        )
        for hole, column in enumerate(codes.T)
    )


def _asked(wanted: Mapping[int, int], hole: int) -> tuple[int, ...]:
    return (wanted[hole],) if hole in wanted else ()


def _filter_text(game: Game, wanted: Mapping[int, int]) -> str:
    faces = faces_of(game)
    return urlencode({f"hole{hole + 1}": faces[value].symbol for hole, value in wanted.items()})


def _page(text: str) -> int:
    is_number = text.isascii() and text.isdecimal() and len(text) <= 5
    return max(1, int(text)) if is_number else 1
