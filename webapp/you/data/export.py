"""What is kept of a visitor as one JSON: games as text, contests, lessons and exercises."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from solver.hidoku.rules.known_boards import format_text
from webapp.hidoku.play.game import KIND as HIDOKU
from webapp.hidoku.play.game import replayed
from webapp.mastermind.records.game_text import text_of
from webapp.mastermind.setup import parse_setup
from webapp.storage.documents import DocumentError
from webapp.storage.games import Store, StoredGame, in_utc
from webapp.storage.records.attempts import Attempts, attempts_of
from webapp.storage.records.contest_entries import entry_of
from webapp.storage.records.contests import contests_of
from webapp.storage.records.exercise_days import ExerciseDay, day_of
from webapp.storage.records.lessons import steps_done
from webapp.storage.records.played import GameQuery, find_played
from webapp.work.thoughts import ThinkingError
from webapp.you.game_view import ALL_KINDS

SCHEMA: Final = 1
#: Games that are read together.
BATCH: Final = 100
HOW: Final = (
    "`pegs-and-paths games FILE` lists and checks what is here. One by one: “turns” are for "
    "`pegs-and-paths mastermind candidates --game GAME TURN…`, with “code” for "
    "`mastermind review`; “board” of a Hidoku is a file for `pegs-and-paths hidoku solve FILE`."
)


def export(store: Store, player: str) -> Iterator[str]:
    """Yield the JSON of a visitor's games, contests, lessons and exercises, piece by piece."""
    head = json.dumps({"schema": SCHEMA, "how_to_read": HOW}, ensure_ascii=False)
    yield head[:-1] + ', "games": ['
    start, separator = 0, "\n"
    while True:
        found, _ = find_played(store, player, GameQuery(ALL_KINDS), start, BATCH)
        for stored in found:
            yield separator + json.dumps(game_object(stored), ensure_ascii=False)
            separator = ",\n"
        start += BATCH
        if len(found) < BATCH:
            break
    done = {name: sorted(steps) for name, steps in steps_done(store, player).items()}
    tried = [exercise_object(one) for one in attempts_of(store, player)]
    day = day_object(day_of(store, player))
    contests = list(contest_objects(store, player))
    rest = {"contests": contests, "lessons": done, "exercises": tried, "exercise_of_the_day": day}
    yield "\n], " + json.dumps(rest, ensure_ascii=False)[1:] + "\n"


def exercise_object(one: Attempts) -> dict[str, Any]:
    """Return what is exported of the exercises that were tried of a skill."""
    tried = one.tried.isoformat(timespec="seconds")
    counts = {"box": one.box, "right": one.solved, "wrong": one.missed, "last": one.last}
    return {"skill": one.skill, "tried": tried, **counts, "best_seconds": one.best}


def day_object(one: ExerciseDay | None) -> dict[str, Any] | None:
    """Return what is exported of the exercise of the day."""
    return {"day": one.day.isoformat(), "days_in_a_row": one.run} if one else None


def contest_objects(store: Store, player: str) -> Iterator[dict[str, Any]]:
    """Yield what is exported of the contests that a visitor has set or takes part in.

    A code is in it that they have set by hand. Of the others who take part there is nothing.
    """
    for contest in contests_of(store, player):
        own = entry_of(store, contest.id, player)
        is_setter = contest.player == player
        told = {
            "id": contest.id,
            "kind": contest.kind,
            "game": contest.rules,
            "made": in_utc(contest.made).isoformat(timespec="seconds"),
            "set_by_you": is_setter,
            "your_game": own.game if own else "",
            "nickname": own.nickname if own else "",
        }
        is_known = is_setter and not contest.is_hidden and contest.kind != HIDOKU
        yield told | ({"code": parse_setup(contest.start).secret} if is_known else {})


def game_object(stored: StoredGame) -> dict[str, Any]:
    """Return what is exported of a game; one that is damaged has no text."""
    told: dict[str, Any] = {
        "id": stored.id,
        "kind": stored.kind,
        "game": stored.rules,
        "day": stored.day,
        "finished": stored.finished,
        "result": stored.result,
        "guesses": stored.guesses,
        "hints_used": stored.hints_used,
        "seconds": round(stored.took or stored.seconds),
        "changed": in_utc(stored.changed).isoformat(timespec="seconds"),
    }
    try:
        return told | _text(stored)
    except (DocumentError, ThinkingError):
        return told


def _text(stored: StoredGame) -> dict[str, str]:
    if stored.kind == HIDOKU:
        play = replayed(stored)
        return {"board": format_text(play.grid, play.board) + "\n"}
    text = text_of(stored)
    return {"turns": text.turns, "code": text.code}
