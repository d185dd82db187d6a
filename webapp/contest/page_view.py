"""What the page of a contest shows to each visitor, and that of a race; a race beside a game."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import ceil
from threading import Lock
from time import monotonic
from typing import Any, ClassVar, Final, NamedTuple

from cachetools import TTLCache, cached
from flask import abort, current_app, render_template, session, url_for

from solver.wording import plural, time_words
from webapp.contest.nicknames import NICKNAME, table_names
from webapp.contest.view import NOT_FOUND, ContestTable, SeenContest, mark_of, show_table
from webapp.game_type import Contestable, contestables
from webapp.http.forms import ID, FormError
from webapp.storage.games import store
from webapp.storage.records.contests import ContestEntry, entries_of, find_contest
from webapp.storage.records.races import RacePhase, RaceRound, games_in, race_of_game, rounds_of

# What the pages of a race show: how far it is, and how far each player is, but nothing of content.
#
# All players' pages ask for the scoreboard every second, or less often with many players. A server
# process works it out once a second at most, and sends what it has; a page that has it already gets
# an empty answer, without a look into the database. Rejected: server-sent events, which need a
# way past WSGI and a connection for each open page. Nearly all that asking costs is that the server
# wakes up: a bare server that only says 204 takes 0.64 ms of this pattern's 0.88.

#: How long a process shows the same scoreboard, seconds.
FRESH: Final = 1.0
#: How many minutes a round may last, and how many it lasts if nobody says.
MINUTES: Final = (2, 5, 10, 20, 30)
USUAL_MINUTES: Final = 10

Progress = tuple[int, int]


def parse_minutes(form: Mapping[str, str]) -> int:
    """Return how many seconds a round lasts at most. Raises FormError."""
    minutes = form.get("minutes", str(USUAL_MINUTES))
    if minutes not in map(str, MINUTES):
        raise FormError("Choose the time limit of a round from the list.")
    return 60 * int(minutes)


@dataclass(frozen=True)
class RacePlayer:
    """A player on the scoreboard: their share of the way in percent, and the same in words."""

    id: str
    name: str
    share: int
    words: str
    state: str


@dataclass(frozen=True)
class RaceScoreboard:
    """The scoreboard as one text for all, up to date ``until`` a moment on the process's clock.

    ``mark`` begins with the round and its phase.
    """

    mark: str
    text: str
    until: float


def phase_of(visit: SeenContest) -> RacePhase:
    """Return how far the last round of a race is."""
    return visit.rounds[-1].phase(entries_of(store(), visit.contest.id), datetime.now(UTC))


def scoreboard_of(contest_id: str) -> RaceScoreboard:
    """Return the scoreboard of the last round of a race; 404 if there is no such race."""
    scoreboard = fresh_scoreboard(id(current_app.extensions["store"]), contest_id)
    return scoreboard or abort(404, NOT_FOUND)


@cached(TTLCache(512, FRESH), lock=Lock())
def fresh_scoreboard(_application: int, contest_id: str) -> RaceScoreboard | None:
    rounds = rounds_of(store(), contest_id) if ID.fullmatch(contest_id) else ()
    contest = find_contest(store(), rounds[-1].contest) if rounds else None
    if contest is None:
        return None
    last = rounds[-1]
    kind = contestables()[contest.kind]
    entries = [entry for entry in entries_of(store(), contest.id) if not entry.is_removed]
    phase = last.phase(entries, datetime.now(UTC))
    is_on = phase is RacePhase.RUNNING  # what is played before or after isn't shown
    games = games_in(store(), contest.id) if is_on else ()
    progress = {game.id: kind.progress(game) for game in games}
    players = tuple(_players(kind, last, entries, progress, phase))
    words = _words(phase, last, players)
    mark = f"{last.number}.{phase.value}.{mark_of((players, words))}"
    text = render_template(
        "contest/_scoreboard.html",
        contest=contest.id,
        mark=mark,
        every=seconds_between(phase, len(players)),
        phase=phase.value,
        words=words,
        players=players,
    )
    return RaceScoreboard(mark, text, monotonic() + FRESH)


def seconds_between(phase: RacePhase, players: int) -> int:
    """Return after how many seconds a page asks again.

    >>> [seconds_between(RacePhase.RUNNING, players) for players in (2, 20, 21, 100)]
    [1, 1, 2, 5]
    """
    by_crowd = ceil(players / 20)
    if phase is RacePhase.WAITING:  # a page has to learn of the start within its five seconds
        return min(max(2, by_crowd), 3)
    return max(3 if phase is RacePhase.OVER else 1, by_crowd)


def _players(
    kind: Contestable,
    last: RaceRound,
    entries: Sequence[ContestEntry],
    progress: Mapping[str, Progress | None],
    phase: RacePhase,
) -> Iterator[RacePlayer]:
    """Yield those who have finished first, then the others by how far they are."""
    names = table_names(entries)
    timed_entries = [last.timed(entry) for entry in entries]
    for entry in sorted((entry for entry in timed_entries if entry.is_over), key=kind.result_order):
        time = time_words(int(entry.took))
        words, state = (time, "finished") if entry.is_won else (kind.result_figure(entry), "lost")
        yield RacePlayer(entry.id, names[entry.id], 100, words, state)
    going = [
        _going(kind, names[entry.id], entry, progress, phase)
        for entry in timed_entries
        if not entry.is_over
    ]
    yield from sorted(going, key=lambda entry: -entry.share)


def _going(
    kind: Contestable,
    name: str,
    entry: ContestEntry,
    progress: Mapping[str, Progress | None],
    phase: RacePhase,
) -> RacePlayer:
    progress_made = progress.get(entry.game)
    if entry.is_gone:
        return RacePlayer(entry.id, name, 0, "left", "left")
    if progress_made is None:
        is_late = phase is RacePhase.OVER
        state = ("not finished", "late") if is_late else ("here", "waiting")
        return RacePlayer(entry.id, name, 0, *state)
    count, goal = progress_made
    words = f"{count} of {goal} {kind.units}"
    return RacePlayer(entry.id, name, 100 * count // goal if goal else 0, words, "playing")


def _words(phase: RacePhase, last: RaceRound, players: Sequence[RacePlayer]) -> str:
    over_count = sum(player.state in ("finished", "lost") for player in players)
    match phase:
        case RacePhase.WAITING:
            join_words = (
                f"{plural(len(players), 'player')} here" if players else "Nobody has joined yet"
            )
            return f"Round {last.number}: {join_words}." if last.number > 1 else f"{join_words}."
        case RacePhase.STARTING:
            return "Everyone starts in a moment."
        case RacePhase.RUNNING:
            return f"{over_count} of {plural(len(players), 'player')} finished."
        case RacePhase.OVER:
            winner_count = sum(player.state == "finished" for player in players)
            is_late = any(player.state == "late" for player in players)
            end = "Time’s up: the round is over." if is_late else "The round is over."
            return f"{end} {winner_count} of {plural(len(players), 'player')} finished in time."


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
