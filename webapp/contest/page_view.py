"""What the page of a contest shows to each visitor, and that of a race; a race beside a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, ClassVar, Final, NamedTuple

from flask import session, url_for

from webapp.contest.nicknames import NICKNAME
from webapp.contest.race_view import (
    MINUTES,
    USUAL_MINUTES,
    RaceScoreboard,
    fresh_scoreboard,
    phase_of,
    scoreboard_of,
)
from webapp.contest.view import ContestTable, SeenContest, show_table
from webapp.storage.games import store
from webapp.storage.records.contest_entries import entries_of
from webapp.storage.records.races import RacePhase, RaceRound, race_of_game

FEWEST: Final = 2


class RaceClock(NamedTuple):
    """The milliseconds of now, and of a moment that is waited for; 0 if none is."""

    now: int
    until: int


def show_clock(until: datetime | None) -> RaceClock:
    now = int(1000 * datetime.now(UTC).timestamp())
    return RaceClock(now, int(1000 * until.timestamp()) if until else 0)


@dataclass(frozen=True, kw_only=True)
class ShownRace:
    """The last round of a race; ``is_in`` if the visitor plays in it, ``is_few`` if too few do."""

    fewest: ClassVar = FEWEST

    round: RaceRound
    phase: str
    scoreboard: RaceScoreboard
    clock: RaceClock
    is_in: bool
    is_few: bool


@dataclass(frozen=True, kw_only=True)
class ShownContest:
    """A contest on its page, or a race; ``typed`` is the visitor's name, perhaps as they sent it.

    ``is_begun`` says whether a race can't begin on its code or board any more.
    """

    minutes: ClassVar = [(minutes, f"{minutes} minutes") for minutes in MINUTES]
    usual_minutes: ClassVar = USUAL_MINUTES

    seen: SeenContest
    title: str
    more: Mapping[str, Any]
    address: str
    table: ContestTable | None
    race: ShownRace | None
    is_begun: bool
    typed: str
    problem: str


def show_contest(visit: SeenContest, problem: str = "", nickname: str = "") -> ShownContest:
    race = show_race(visit) if visit.rounds else None
    is_table_shown = race.phase == RacePhase.OVER.value if race else visit.may_see_table
    # a race keeps the link of its first round
    first_id = visit.rounds[0].race if visit.rounds else visit.contest.id
    return ShownContest(
        seen=visit,
        title=visit.kind.contest_title(visit.contest),
        more=visit.kind.contest_more(visit.contest),
        address=url_for("contest.page", game_id=first_id, _external=True),
        table=show_table(visit) if is_table_shown else None,
        race=race,
        is_begun=not race and bool(entries_of(store(), visit.contest.id)),
        typed=nickname or (visit.own.nickname if visit.own else session.get(NICKNAME, "")),
        problem=problem,
    )


def show_race(visit: SeenContest) -> ShownRace:
    last = visit.rounds[-1]
    phase = phase_of(visit)
    scoreboard = scoreboard_of(visit.contest.id)
    is_in = visit.own is not None and not visit.own.is_removed
    is_shown = not (visit.own and is_in) or f"player-{visit.own.id}" in scoreboard.text
    if not (
        is_shown and scoreboard.mark.startswith(f"{last.number}.{phase.value}.")
    ):  # just changed
        fresh_scoreboard.cache_clear()
        scoreboard = scoreboard_of(visit.contest.id)
    until = {RacePhase.STARTING: last.starts, RacePhase.RUNNING: last.ends}.get(phase)
    return ShownRace(
        round=last,
        phase=phase.value,
        scoreboard=scoreboard,
        clock=show_clock(until),
        is_in=is_in,
        is_few=scoreboard.text.count("<li ") < FEWEST,
    )


class RaceBeside(NamedTuple):
    """A race as the page of a game in it shows it."""

    contest: str
    own: str
    clock: RaceClock


def show_own_race(game_id: str) -> RaceBeside | None:
    """Return what the page of a game shows if it was begun in a race."""
    race = race_of_game(store(), game_id)
    if race is None:
        return None
    last, own_entry = race
    phase = last.phase(entries_of(store(), last.contest), datetime.now(UTC))
    ends = last.ends if phase is RacePhase.RUNNING and not own_entry.is_over else None
    return RaceBeside(last.contest, own_entry.id, show_clock(ends))
