"""What is kept about a visitor as one JSON file: games as text, contests, lessons and exercises."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final

from webapp.game_type import contestables, playables
from webapp.storage.documents import DocumentError
from webapp.storage.games import Store, StoredGame, in_utc
from webapp.storage.records import classes, races, runs
from webapp.storage.records.attempts import attempts_of, steps_done
from webapp.storage.records.contests import CIRCLE, CLASS, contests_of, entry_of
from webapp.storage.records.played import GameQuery, find_played

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
    start = 0
    separator = "\n"
    while True:
        games = find_played(store, player, GameQuery(tuple(playables())), start, BATCH)
        for game in games:
            if races.is_raced_in(store, game.id):  # in the file it could be solved
                continue
            yield separator + json.dumps(game_object(game), ensure_ascii=False)
            separator = ",\n"
        start += BATCH
        if len(games) < BATCH:
            break
    progress = {name: sorted(steps) for name, steps in steps_done(store, player).items()}
    exercises = [
        {
            "skill": attempts.skill,
            "tried": attempts.tried.isoformat(timespec="seconds"),
            "box": attempts.box,
            "right": attempts.solved,
            "wrong": attempts.missed,
            "last": attempts.last,
        }
        for attempts in attempts_of(store, player)
    ]
    contests = list(contest_objects(store, player))
    sections = {
        "contests": contests,
        "lessons": progress,
        "exercises": exercises,
        "runs": [
            {"idea": run.idea, "right": run.right, "day": run.day, "best": run.best}
            for run in runs.runs_of(store, player).values()
        ],
    }
    yield "\n], " + json.dumps(sections, ensure_ascii=False)[1:] + "\n"


def contest_objects(store: Store, player: str) -> Iterator[dict[str, Any]]:
    """Yield what is exported of the contests that a visitor has set or takes part in.

    That includes a code that they set by hand, but nothing about the other players.
    """
    for contest in contests_of(store, player):
        entry = entry_of(store, contest.id, player)
        is_setter = contest.player == player
        record = {
            "id": contest.id,
            "kind": contest.kind,
            "game": "" if races.is_open(store, contest.id) else contest.rules,
            "made": in_utc(contest.made).isoformat(timespec="seconds"),
            "set_by_you": is_setter,
            "your_game": entry.game if entry else "",
            "nickname": entry.nickname if entry else "",
        }
        if contest.kind == CLASS:
            answers = classes.answers_of(store, [entry.id] if entry else [])
            yield {**record, "answers": [answer._asdict() for answer in answers]}
            continue
        if contest.kind == CIRCLE:
            yield {**record, "game": "", "name": contest.start}
            continue
        kind = contestables().get(contest.kind)
        is_known = kind and is_setter and not contest.is_hidden
        yield {**record, **(kind.exported_solution(contest) if kind and is_known else {})}


def game_object(game: StoredGame) -> dict[str, object]:
    """Return what is exported of a game; for a damaged one, without its text."""
    so_far = game.seconds if game.finished else game.played(datetime.now(UTC))
    record: dict[str, Any] = {
        "id": game.id,
        "kind": game.kind,
        "game": game.rules,
        "day": game.day,
        "finished": game.finished,
        "result": game.result,
        "guesses": game.guesses,
        "hints_used": game.hints_used,
        "seconds": round(game.took or so_far),
        "changed": in_utc(game.changed).isoformat(timespec="seconds"),
    }
    try:
        return {**record, **playables()[game.kind].text(game)}
    except DocumentError:
        return record
