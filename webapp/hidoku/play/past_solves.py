"""Finished games looked back on, from their stored moves: ideas, pauses, and which help."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median_low
from typing import Final

from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.solves import Solve, look_back
from solver.hidoku.logic.technique import Technique
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.rules.moves import BoardInPlay
from webapp.game_type import IdeaSkill
from webapp.hidoku.days import KINDS
from webapp.hidoku.play.game import key_of, placed, replayed
from webapp.hidoku.play.pace import LEAST, times_taken
from webapp.http.forms import readable
from webapp.storage.games import StoredGame, store
from webapp.storage.hint_log import parse_hints
from webapp.storage.records.played import GameQuery, find_played
from webapp.work.tasks import never, task

AT_ONCE: Final = 20  # seconds within which a number was seen at once
STOPS: Final = 3
LAST_GAMES: Final = 6
FEW: Final = 3  # times, of which the median says what is usual
MOST_KEPT: Final = 256


@task(never, MOST_KEPT)
def find_solve(grid: Grid, order: tuple[Candidate, ...], stops: tuple[int, ...]) -> Solve:
    return look_back(grid, order, stops)


@dataclass(frozen=True, kw_only=True)
class PastSolve:
    """A finished game: ``times`` are the seconds before each number, empty for old games.

    ``stops`` are the numbers before which the player thought longest, the longest first;
    ``hinted`` those placed after a hint.
    """

    play: Play
    times: Mapping[int, int]
    stops: tuple[int, ...]
    hinted: frozenset[int]
    solve: Solve

    @property
    def guesses(self) -> tuple[int, ...]:
        return tuple(number for number, idea in self.solve.ideas.items() if idea is None)

    def is_seen(self, number: int) -> bool:
        return number not in self.hinted and self.times.get(number, AT_ONCE + 1) <= AT_ONCE

    def by_idea(self) -> Mapping[Technique, list[int]]:
        """Return the numbers that each idea led to, the easiest idea first."""
        numbers = defaultdict[Technique, list[int]](list)
        for number, idea in self.solve.ideas.items():
            if idea:
                numbers[idea].append(number)
        return dict(sorted(numbers.items(), key=lambda entry: entry[0].rank))


def read_solve(stored: StoredGame) -> PastSolve:
    """Return a finished game looked back on. Raises DocumentError, and PendingError."""
    play = replayed(stored)
    times = times_taken(stored, play)
    slow = sorted((n for n in times if times[n] >= LEAST), key=times.__getitem__, reverse=True)
    stops = tuple(slow[:STOPS])
    order = tuple(Candidate(number, play.where[number]) for number in placed(play))
    return PastSolve(
        play=play,
        times=times,
        stops=stops,
        hinted=frozenset(_hinted(stored, play)) if stored.hints else frozenset(),
        solve=find_solve(play.grid, order, stops),
    )


def _hinted(stored: StoredGame, play: Play) -> Iterator[int]:
    """Yield the first number placed after each hint."""
    keys = {key for key, _ in parse_hints(stored.hints)}
    for count, move in enumerate(play.moves):
        is_first = count == 0 or not move.joined
        if is_first and key_of(Play(play.grid, play.moves[:count])) in keys:
            following = (later.number for later in play.moves[count:] if later.verb == "place")
            yield from (number for number in [next(following, None)] if number)


def taken_back(play: Play) -> Mapping[Cell, int]:
    """Return the numbers that the player removed from cells where they didn't belong."""
    table = BoardInPlay(play.grid, play.grid.given)
    wrong = dict[Cell, int]()
    for move in play.moves:
        if move.verb in ("erase", "restart"):
            gone = [move.cell] if move.cell else [*table.board]
            wrong |= {cell: table.board[cell] for cell in gone if cell}
        table.apply(move)
    return {cell: number for cell, number in wrong.items() if play.board[cell] != number}


def find_skills(player: str) -> tuple[IdeaSkill, ...]:
    """Return how fast a player saw each idea on their last boards. Raises PendingError."""
    wanted = GameQuery(KINDS, ends=("won",), is_open=False)
    games = find_played(store(), player, wanted, 0, LAST_GAMES)
    # One after the other: a visitor may have only a few tasks at once.
    return skills_in(readable(read_solve, (game for game in games if game.finished)))


def skills_in(solves: Iterable[PastSolve]) -> tuple[IdeaSkill, ...]:
    seconds = defaultdict[Technique, list[int]](list)
    seen = defaultdict[Technique, list[bool]](list)
    for solve in solves:
        for idea, numbers in solve.by_idea().items():
            timed = [number for number in numbers if number in solve.times]
            seen[idea] += map(solve.is_seen, timed)
            seconds[idea] += [solve.times[n] for n in timed if n not in solve.hinted]
    ideas = sorted((idea for idea in seen if seen[idea]), key=lambda idea: idea.rank)
    return tuple(_skill(idea, seconds[idea], seen[idea]) for idea in ideas)


def _skill(idea: Technique, seconds: Sequence[int], seen: Sequence[bool]) -> IdeaSkill:
    """Return a skill, whose time is known once a few numbers were placed without a hint."""
    return IdeaSkill(
        name=idea.name,
        seen=sum(seen),
        count=len(seen),
        seconds=median_low(seconds) if len(seconds) >= FEW else 0,
    )
