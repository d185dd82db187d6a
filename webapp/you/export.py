"""What is kept about a visitor as one JSON file: games as text, contests, lessons and exercises."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from base64 import b32decode, b32encode, urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final

from flask import current_app
from limits import RateLimitItemPerMinute
from limits.strategies import FixedWindowRateLimiter

from webapp.http.server.requests import client_network
from webapp.kind import kinds
from webapp.storage.documents import DocumentError
from webapp.storage.games import Store, StoredGame, in_utc
from webapp.storage.records.attempts import Attempts, attempts_of
from webapp.storage.records.contest_entries import entry_of
from webapp.storage.records.contests import contests_of
from webapp.storage.records.exercise_days import ExerciseDay, day_of, steps_done
from webapp.storage.records.played import GameQuery, find_played
from webapp.storage.records.races import is_open, is_raced_in
from webapp.work.tasks import if_known
from webapp.you.game_view import listed_kinds

# Codes that join another browser to this one: signed, and stored nowhere.
#
# A code says whose it is and when it was made, sealed. To guess one, somebody has to guess a
# player's id, 128 random bits that no page shows, and 56 bits of the seal: so no limit is needed on
# the attempts of all networks together. That it works only once is ensured by a count that begins
# when it is used.
#
# Refused: a row for each code that is made. A client that throws its cookies away made 200 of them
# a second, and shorter codes can be guessed.


GOOD_FOR: Final = 600  # seconds
SKEW: Final = 60  # seconds by which another server's clock may be ahead
#: No letters or digits that look alike, in place of Base32's; 40 of them are 200 bits.
SIGNS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_BASE32: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_PLAYER, _STAMP, _SEAL = 16, 2, 7  # bytes
_SPAN: Final = 1 << 8 * _STAMP  # seconds until stamps repeat
LENGTH: Final = (_PLAYER + _STAMP + _SEAL) * 8 // 5
LONGEST: Final = 2 * LENGTH  # as somebody types it

#: How often one network may try codes in ten minutes, and how often a right one may be used.
TRIES: Final = RateLimitItemPerMinute(10, 10, namespace="tries")
ONCE: Final = RateLimitItemPerMinute(1, 12, namespace="used")  # longer than a code is valid


def make_code(player: str) -> str:
    """Return a code of a player's, in groups for reading out."""
    moment = int(time.time())
    payload = urlsafe_b64decode(f"{player}==") + (moment % _SPAN).to_bytes(_STAMP)
    text = b32encode(payload + _signature(player, moment)).decode()
    code = text.translate(str.maketrans(_BASE32, SIGNS))
    return " ".join(re.findall(".{5}", code))


def player_of(typed: str) -> str | None:
    """Return whose code was typed; None if it is wrong, or older than ten minutes."""
    text = _plain(typed).translate(str.maketrans(SIGNS, _BASE32))
    if len(text) != LENGTH:
        return None
    payload = b32decode(text)
    player = urlsafe_b64encode(payload[:_PLAYER]).decode().rstrip("=")
    now = int(time.time())
    stamp = int.from_bytes(payload[_PLAYER : _PLAYER + _STAMP])
    age = (now - stamp + SKEW) % _SPAN - SKEW
    is_ours = hmac.compare_digest(payload[_PLAYER + _STAMP :], _signature(player, now - age))
    return player if is_ours and age <= GOOD_FOR else None


def may_try() -> bool:
    """Count an attempt with a code, and say whether it is allowed."""
    return _limiter().hit(TRIES, "join", client_network())


def is_first_use(typed: str) -> bool:
    """Use a code, and say whether this is its first use."""
    return _limiter().hit(ONCE, hashlib.sha256(_plain(typed).encode()).hexdigest())


def _limiter() -> FixedWindowRateLimiter:
    limiter: FixedWindowRateLimiter = current_app.extensions["tries"]
    return limiter


def _signature(player: str, moment: int) -> bytes:
    """Return what only this server can write; it covers the full time, not just the stamp."""
    key = str(current_app.secret_key).encode()
    seal: bytes = hmac.digest(key, f"joins:{player}:{moment}".encode(), "sha256")
    return seal[:_SEAL]


def _plain(typed: str) -> str:
    """Return the characters of a code, however it is typed.

    >>> _plain(" abcde-23456")
    'ABCDE23456'
    """
    return "".join(sign for sign in typed.upper() if sign in SIGNS)


SCHEMA: Final = 1
#: How many games are read together.
BATCH: Final = 100
HOW: Final = (
    "`pegs-and-paths games FILE` lists and checks this file. To use one game, give its “turns” to "
    "`pegs-and-paths mastermind candidates --game GAME TURN…`, or with its “code” to "
    "`mastermind review`. Save a Hidoku’s “board” as a file for `pegs-and-paths hidoku solve FILE`."
)


def export(store: Store, player: str) -> Iterator[str]:
    """Yield the JSON of a visitor's games, contests, lessons and exercises, piece by piece."""
    head = json.dumps({"schema": SCHEMA, "how_to_read": HOW}, ensure_ascii=False)
    yield head[:-1] + ', "games": ['
    start, separator = 0, "\n"
    while True:
        games, _ = find_played(store, player, GameQuery(listed_kinds()), start, BATCH)
        for stored in games:
            if is_raced_in(store, stored.id):  # in the file it could be solved
                continue
            yield separator + json.dumps(game_object(stored), ensure_ascii=False)
            separator = ",\n"
        start += BATCH
        if len(games) < BATCH:
            break
    done = {name: sorted(steps) for name, steps in steps_done(store, player).items()}
    exercises = [exercise_object(skill_attempts) for skill_attempts in attempts_of(store, player)]
    day = day_object(day_of(store, player))
    contests = list(contest_objects(store, player))
    rest = {
        "contests": contests,
        "lessons": done,
        "exercises": exercises,
        "exercise_of_the_day": day,
    }
    yield "\n], " + json.dumps(rest, ensure_ascii=False)[1:] + "\n"


def exercise_object(attempts: Attempts) -> dict[str, Any]:
    last_tried = attempts.tried.isoformat(timespec="seconds")
    counts = {
        "box": attempts.box,
        "right": attempts.solved,
        "wrong": attempts.missed,
        "last": attempts.last,
    }
    return {"skill": attempts.skill, "tried": last_tried, **counts, "best_seconds": attempts.best}


def day_object(exercise_day: ExerciseDay | None) -> dict[str, Any] | None:
    return (
        {"day": exercise_day.day.isoformat(), "days_in_a_row": exercise_day.run}
        if exercise_day
        else None
    )


def contest_objects(store: Store, player: str) -> Iterator[dict[str, Any]]:
    """Yield what is exported of the contests that a visitor has set or takes part in.

    That includes a code that they set by hand, but nothing about the other players.
    """
    for contest in contests_of(store, player):
        own = entry_of(store, contest.id, player)
        is_setter = contest.player == player
        record = {
            "id": contest.id,
            "kind": contest.kind,
            "game": "" if is_open(store, contest.id) else contest.rules,
            "made": in_utc(contest.made).isoformat(timespec="seconds"),
            "set_by_you": is_setter,
            "your_game": own.game if own else "",
            "nickname": own.nickname if own else "",
        }
        kind = kinds()[contest.kind].contest
        is_known = kind and is_setter and not contest.is_hidden
        yield {**record, **(kind.exported_solution(contest) if kind and is_known else {})}


def game_object(stored: StoredGame) -> dict[str, Any]:
    """Return what is exported of a game; for a damaged one, without its text."""
    so_far = stored.seconds if stored.finished else stored.played(datetime.now(UTC))
    record: dict[str, Any] = {
        "id": stored.id,
        "kind": stored.kind,
        "game": stored.rules,
        "day": stored.day,
        "finished": stored.finished,
        "result": stored.result,
        "guesses": stored.guesses,
        "hints_used": stored.hints_used,
        "seconds": round(stored.took or so_far),
        "changed": in_utc(stored.changed).isoformat(timespec="seconds"),
    }
    try:
        return {**record, **if_known(lambda: kinds()[stored.kind].text(stored), dict)}
    except DocumentError:
        return record
