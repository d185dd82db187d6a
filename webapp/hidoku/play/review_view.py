"""What the review of a solve shows: where the time went, what was there, and what to practise."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Final

from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.technique import Technique, technique_named
from solver.hidoku.rules.game import cell_name
from solver.hidoku.text.hints import HintWords, hint_words
from solver.wording import time_words
from webapp.game_type import IdeaSkill
from webapp.hidoku.picture.model import Picture, draw
from webapp.hidoku.picture.path import Point, hue_of
from webapp.hidoku.play.pace import is_unaided
from webapp.hidoku.play.past_solves import (
    AT_ONCE,
    PastSolve,
    extreme_skills,
    find_skills,
    lines_taken_back,
    read_solve,
)
from webapp.hidoku.puzzles import title_of
from webapp.http.pending import result_or_none
from webapp.storage.games import StoredGame
from webapp.storage.hint_log import hint_count, price_words

WIDE: Final = 320  # of the line of time, whose bars are HIGH at most
HIGH: Final = 56
LOW: Final = 3
MOST_BARS: Final = 100
FLAG: Final = 22  # between the middles of two flags


@dataclass(frozen=True)
class Bar:
    x: float
    width: float
    height: float
    hue: int


@dataclass(frozen=True, kw_only=True)
class Stop:
    """A place where the player thought long: the number placed then, and the step there was.

    Without ``words`` trying all paths was the only way on.
    """

    label: int
    number: int
    time: str
    flag: Point
    idea: str = ""
    where: str = ""
    point: Point | None = None
    words: HintWords | None = None


@dataclass(frozen=True)
class IdeaBeads:
    """Ideas with a bead for each number they led to: ``full`` if that was seen at once, ``drawn``
    if nobody knows.
    """

    names: tuple[str, ...]
    beads: tuple[str, ...]
    usual: str


@dataclass(frozen=True, kw_only=True)
class ShownSolve:
    """A finished game looked back on; ``bars`` and ``stops`` are empty if it has no times.

    ``top`` is the height of the line of time. ``practice`` names an idea, and says why that one.
    """

    record: StoredGame
    title: str
    past: PastSolve
    heading: str
    picture: Picture
    bars: tuple[Bar, ...]
    labels: tuple[tuple[float, int], ...]
    top: float
    stops: tuple[Stop, ...]
    ideas: tuple[IdeaBeads, ...]
    practice: tuple[Technique, str] | None
    taken: tuple[str, ...]
    is_unaided: bool


def show_review(record: StoredGame) -> ShownSolve:
    """Return the review of a finished game, without other games while these are pending.

    Raises PendingError.
    """
    past = read_solve(record)
    skills = result_or_none(lambda: find_skills(record.player)) or ()
    play = past.play
    last = past.play.grid.last
    bars = tuple(_bars(past.pauses, last)) if past.pauses else ()
    picture = draw(play.grid, play.board)
    stops = tuple(_stops(past, picture))
    hints = price_words(record.hints).rstrip(".") if hint_count(record.hints) else "without a hint"
    return ShownSolve(
        record=record,
        title=title_of(record.rules),
        past=past,
        heading=f"Solved in {time_words(int(record.took or record.seconds))}, {hints.lower()}",
        picture=picture,
        bars=bars,
        labels=tuple((_middle(n, last), n) for n in sorted({1, last // 3, 2 * last // 3, last})),
        top=max((stop.flag[1] for stop in stops), default=HIGH) + FLAG / 2,
        stops=stops,
        ideas=tuple(_beads(past, skills)),
        practice=_practice(past, skills),
        taken=tuple(map(_line_words, lines_taken_back(record, play))),
        is_unaided=is_unaided(record, play),
    )


def _middle(number: int, last: int) -> float:
    """Return where a number lies on the line of time, with room for a flag or for its figures."""
    return round(min(max((number - 0.5) * WIDE / last, FLAG / 2), WIDE - FLAG / 2), 1)


def _height(seconds: int, longest: int) -> float:
    """Return the height of a bar: long pauses shall not flatten all the others."""
    return round(LOW + HIGH * sqrt(seconds / max(longest, 1)), 1)


def _bars(times: Mapping[int, int], last: int) -> Iterator[Bar]:
    """Yield a bar for each number, or for a few together on a large board: their longest pause.

    Numbers after a hint have none.
    """
    bar_size = -(-last // MOST_BARS)
    longest = max(times.values())
    for first in range(1, last + 1, bar_size):
        pauses = [times[n] for n in range(first, first + bar_size) if n in times]
        if pauses:
            x = round((first - 1) * WIDE / last, 1)
            width = round(bar_size * WIDE / last - 0.6, 1)
            yield Bar(x, width, _height(max(pauses), longest), hue_of(first, last))


def _stops(past: PastSolve, picture: Picture) -> Iterator[Stop]:
    flags: list[Point] = []
    for label, number in enumerate(past.stops, 1):
        x = _middle(number, past.play.grid.last)
        y = _height(past.times[number], past.times[past.stops[0]]) + FLAG / 2
        while any(abs(x - flag[0]) < FLAG and abs(y - flag[1]) < FLAG for flag in flags):
            y += FLAG
        flags.append((x, y))
        yield _stop(past, picture, label, number, (x, y))


def _stop(past: PastSolve, picture: Picture, label: int, number: int, flag: Point) -> Stop:
    stop = Stop(label=label, number=number, time=time_words(past.times[number]), flag=flag)
    step = past.solve.steps.get(number)
    if step is None or step.cell is None:
        return stop
    point = picture.ground.points[step.cell]
    return replace(
        stop, idea=step.name, where=cell_name(step.cell), point=point, words=hint_words(step)
    )


def _beads(past: PastSolve, skills: Sequence[IdeaSkill]) -> Iterator[IdeaBeads]:
    usual_times = {name: skill.time for skill in skills for name in skill.names}
    for ideas in past.by_evidence().values():
        names = tuple(dict.fromkeys(idea.name for idea in ideas.values()))
        beads = ("drawn" if n in past.drawn else "full" if past.is_seen(n) else "" for n in ideas)
        yield IdeaBeads(names, tuple(beads), usual_times.get(names[0], ""))


def _line_words(line: Sequence[Candidate]) -> str:
    first, last = line[0], line[-1]
    if first == last:
        return f"{first.number}, in {cell_name(first.cell)}."
    ends = f"{cell_name(first.cell)} to {cell_name(last.cell)}"
    return f"{first.number} to {last.number}, from {ends}."


def _practice(past: PastSolve, skills: Sequence[IdeaSkill]) -> tuple[Technique, str] | None:
    """Return the idea of most long stops, or else the one that is usually seen last.

    It's never one that the result calls the quickest.
    """
    steps = past.solve.steps
    quick_names = {name for skill in extreme_skills(past)[:1] for name in skill.names}
    stop_names = (steps[stop].name for stop in past.stops if stop in steps)
    names = Counter(name for name in stop_names if name not in quick_names)
    if names:
        name, times = names.most_common(1)[0]
        stop_words = "One of your long stops" if times == 1 else f"{times} of your long stops"
        return technique_named(name), f"{stop_words} needed it."
    slow_skills = (skill for skill in skills if quick_names.isdisjoint(skill.names))
    slow = max(slow_skills, key=lambda skill: skill.seconds, default=None)
    if slow is None or slow.seconds <= AT_ONCE:
        return None
    return technique_named(slow.names[-1]), f"It usually takes you {slow.time}."
