"""Finished games looked back on, from their stored moves: ideas, pauses, and which help."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median_low
from typing import Final

from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.solves import Solve, look_back
from solver.hidoku.logic.technique import Technique, assuming, technique_named
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Grid
from solver.hidoku.rules.moves import BoardInPlay
from webapp.game_type import IdeaSkill
from webapp.hidoku.days import KINDS
from webapp.hidoku.play.game import placed, replayed
from webapp.hidoku.play.pace import FEW, LEAST, hinted_numbers, own_times, times_taken
from webapp.hidoku.play.replays import gone_from
from webapp.http.forms import readable
from webapp.storage.games import StoredGame, store
from webapp.storage.records.played import GameQuery, find_played
from webapp.work.tasks import never, task

AT_ONCE: Final = 20  # seconds within which a number was seen at once
GLANCED: Final = 1  # the weight of an idea that a glance shows
STOPS: Final = 3
LAST_GAMES: Final = 6
MOST_KEPT: Final = 256
MOST_SOUGHT: Final = 3_000  # reasons as hints give them, times the numbers of the board


@task(never, MOST_KEPT)
def find_solve(grid: Grid, order: tuple[Candidate, ...], stops: tuple[int, ...]) -> Solve:
    return look_back(grid, order, stops)


@dataclass(frozen=True, kw_only=True)
class PastSolve:
    """A finished game: ``times`` are the seconds before each number, empty for old games.

    ``stops`` are the numbers before which the player thought longest, the longest first;
    ``hinted`` those placed after a hint, ``drawn`` those of lines drawn at once: nobody knows how
    soon each of them was seen.
    """

    play: Play
    times: Mapping[int, int]
    stops: tuple[int, ...]
    hinted: frozenset[int]
    drawn: frozenset[int]
    solve: Solve

    @property
    def pauses(self) -> Mapping[int, int]:
        return own_times(self.times, self.hinted)

    @property
    def guesses(self) -> tuple[int, ...]:
        ideas = self.solve.ideas
        return tuple(n for n in ideas if ideas[n] is None and n not in self.hinted)

    def is_seen(self, number: int) -> bool:
        is_own = number not in self.hinted | self.drawn
        return is_own and self.times.get(number, AT_ONCE + 1) <= AT_ONCE

    def by_evidence(self) -> Mapping[str, Mapping[int, Technique]]:
        """Return the numbers with the ideas that led to them, the easiest first.

        Ideas that a placement can't tell apart are together.
        """
        groups = defaultdict[str, dict[int, Technique]](dict)
        for number, idea in sorted(self.ideas, key=lambda entry: entry[1].rank):
            groups[_evidence(idea)][number] = idea
        return groups

    @property
    def ideas(self) -> Iterator[tuple[int, Technique]]:
        return ((number, idea) for number, idea in self.solve.ideas.items() if idea)


def _evidence(idea: Technique) -> str:
    """Return what the placement of a number shows of the idea behind it."""
    if idea.is_simple:
        return "glance" if idea.weight == GLANCED else "counting"
    supposing, _ = assuming()
    is_trial = (idea.is_trial or idea is supposing) and idea.weight == supposing.weight
    return "trial" if is_trial else idea.name


def read_solve(record: StoredGame) -> PastSolve:
    """Return a finished game looked back on. Raises DocumentError, and PendingError."""
    play = replayed(record)
    times = times_taken(record, play)
    hint_numbers = hinted_numbers(record, play)
    slow = (n for n, pause in own_times(times, hint_numbers).items() if pause >= LEAST)
    stops = tuple(sorted(slow, key=times.__getitem__, reverse=True)[:STOPS])
    limit = max(STOPS, MOST_SOUGHT // play.grid.last)
    order = tuple(Candidate(number, play.where[number]) for number in placed(play))
    return PastSolve(
        play=play,
        times=times,
        stops=stops,
        hinted=hint_numbers,
        drawn=frozenset(_drawn(play)),
        solve=find_solve(play.grid, order, (*stops, *sorted(hint_numbers))[:limit]),
    )


def _drawn(play: Play) -> Iterator[int]:
    """Yield the numbers that are on the board since a line of several was drawn there."""
    newest = dict[int, int]()  # the first move of what each number came with
    first = 0
    for count, move in enumerate(play.moves):
        first = first if move.joined else count
        if move.verb == "place" and move.number:
            newest[move.number] = first
    counts = Counter(newest.values())
    yield from (number for number, first in newest.items() if counts[first] > 1)


def lines_taken_back(record: StoredGame, play: Play) -> Sequence[Sequence[Candidate]]:
    """Return the numbers that the player took from cells where they don't belong, line by line.

    Games from before these were kept have only those that were erased, not those undone.
    """
    departures = {*gone_from(record.moves), *_erased(play)}
    lines = list[list[Candidate]]()
    for departure in sorted(out for out in departures if play.board[out.cell] != out.number):
        neighbours = play.grid.neighbours(departure.cell)
        before = (line for line in lines if line[-1].number == departure.number - 1)
        if line := next((line for line in before if line[-1].cell in neighbours), None):
            line.append(departure)
        else:
            lines.append([departure])
    return lines


def _erased(play: Play) -> Iterator[Candidate]:
    table = BoardInPlay(play.grid, play.grid.given)
    for move in play.moves:
        if move.verb in ("erase", "restart"):
            departures = [move.cell] if move.cell else [*table.board]
            yield from (Candidate(table.board[cell], cell) for cell in departures)
        table.apply(move)


def find_skills(player: str) -> tuple[IdeaSkill, ...]:
    """Return how fast a player saw ideas on their last boards. Raises PendingError."""
    query = GameQuery(KINDS, ends=("won",), is_open=False)
    games = find_played(store(), player, query, 0, LAST_GAMES)
    # One after the other: a visitor may have only a few tasks at once.
    return skills_in(readable(read_solve, (game for game in games if game.finished)))


def skills_in(solves: Iterable[PastSolve], fewest: int = FEW) -> tuple[IdeaSkill, ...]:
    """Return how fast ideas were seen; a time needs the fewest numbers placed without a hint."""
    ideas = defaultdict[str, set[Technique]](set)
    seconds = defaultdict[str, list[int]](list)
    sightings = defaultdict[str, list[bool]](list)
    for solve in solves:
        for evidence, techniques in solve.by_evidence().items():
            numbers = [n for n in techniques if n in solve.times and n not in solve.drawn]
            ideas[evidence] |= {techniques[n] for n in numbers}
            sightings[evidence] += map(solve.is_seen, numbers)
            seconds[evidence] += [solve.times[n] for n in numbers if n not in solve.hinted]
    skills = (
        IdeaSkill(
            names=tuple(idea.name for idea in sorted(ideas[entry], key=lambda idea: idea.rank)),
            seen=sum(sightings[entry]),
            count=len(sightings[entry]),
            seconds=median_low(seconds[entry]) if len(seconds[entry]) >= fewest else 0,
        )
        for entry in ideas
        if ideas[entry]
    )
    return tuple(sorted(skills, key=lambda skill: technique_named(skill.names[0]).rank))


def extreme_skills(solve: PastSolve) -> tuple[IdeaSkill, ...]:
    """Return the ideas that took least and most time a number; none if they took the same."""
    numbers = (skill for skill in skills_in([solve], fewest=1) if skill.seconds)
    by_time = sorted(numbers, key=lambda skill: skill.seconds)
    if not by_time or by_time[0].seconds == by_time[-1].seconds:
        return ()
    return by_time[0], by_time[-1]
