"""Rows as releases before the documents wrote them, and what their pages show.

``since`` is the first revision of the tables whose release wrote such a row, ``until`` the last. A
row goes into a table with the columns that this has at a revision.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final

from solver.hidoku.rules.known_boards import FINDLING

MOMENT: Final = datetime(2026, 1, 1, tzinfo=UTC)
HEAD: Final = "0020"
REVISIONS: Final = tuple(f"{number:04}" for number in range(1, int(HEAD)))


@dataclass(frozen=True)
class OldRow:
    """A row, and the page that shows it to its player, with some of what stands there."""

    table: str
    values: Mapping[str, Any]
    page: str
    shown: tuple[str, ...]
    player: str = "ann"
    since: str = "0001"
    until: str = "0007"

    def is_of(self, revision: str) -> bool:
        """Say whether the release of a revision wrote such a row."""
        return self.since <= revision <= self.until


def old_rows(revision: str) -> Iterator[OldRow]:
    """Yield a row of every kind that there was at a revision."""
    rows = (*BREAKERS, *WITH_ROLES, *PLAYS, *DRAFTS, *BOARDS, *JOBS)
    yield from (row for row in rows if row.is_of(revision))


def _game(
    page: str,
    kind: str,
    start: str,
    moves: str = "",
    *shown: str,
    rules: str = "classic",
    hints: str = "",
    finished: bool = False,
    **row: str,
) -> OldRow:
    game_id = page.partition("?")[0].rpartition("/")[2]
    values = {
        "id": game_id,
        "player": row.get("player", "ann"),
        "kind": kind,
        "rules": rules,
        "start": start,
        "moves": moves,
        "hints": hints,
        "finished": finished,
        "version": 3,
        "created": MOMENT,
        "changed": MOMENT,
        "seconds": 60.0,
    }
    return OldRow("games", values, page, shown, **row)


BREAKER: Final = "/mastermind/breaker/"
PLAYED: Final = (
    "red, red, orange, orange. 1 white. ",
    "yellow, yellow, green, green. 2 black. ",
)
BY_ROW: Final = {"hints": "0:1 1:2 2:3 2:4", "until": "0006"}  # of "", 1122, 1122 and 3344
BY_POSITION: Final = {"hints": "0:1 1776142990:2 4109865572:3 4109865572:4", "since": "0007"}

#: The first release wrote the bare code, and the game by its numbers.
BREAKERS: Final = (
    _game(f"{BREAKER}new", "mastermind", "3641", rules="4x6/10", until="0001"),
    _game(f"{BREAKER}old", "mastermind", "3641", "1122\n3344", *PLAYED, rules="4x6/10"),
    _game(
        f"{BREAKER}hinted",
        "mastermind",
        "3641",
        "1122\n3344",
        *PLAYED,
        "Hints used: 1 nudge, 1 reason, 1 list.",
        "Move",
        **BY_ROW,
    ),
    _game(
        f"{BREAKER}won",
        "mastermind",
        "3641",
        "1122\n3641",
        PLAYED[0],
        "Found in 2 guesses",
        "Hints used: 1 nudge",
        hints="0:1",
        finished=True,
    ),
    _game(
        "/mastermind/review/reviewed",
        "mastermind",
        "3641",
        "1122\n3641",
        "solved in 2 guesses",
        finished=True,
    ),
)


def _later(*game: str, **row: Any) -> OldRow:
    return _game(*game, **{"since": "0002", **row})


WITH_ROLES: Final = (
    _later(
        f"{BREAKER}keyed",
        "mastermind",
        "role=breaker&secret=3641&strategy=knuth",
        "1122\n3344",
        *PLAYED,
        "Hints used: 1 nudge, 1 reason, 1 list.",
        "Move",
        **BY_POSITION,
    ),
    _later(
        f"{BREAKER}practice",
        "mastermind",
        "role=breaker&keys=red-white&secret=3641&practice=1&seed=7",
        "1122",
        "red, red, orange, orange. 1 white. ",
        "Undo guess",
    ),
    _later(f"{BREAKER}evil", "mastermind", "role=evil&seed=7", "1122", "red, red, orange, orange."),
    _later(
        f"{BREAKER}bulls",
        "mastermind",
        "role=breaker&keys=bulls-cows&secret=5186",
        "4123",
        "4, 1, 2, 3. 1 bull. ",
        rules="bulls9",
    ),
    _later(
        "/mastermind/setter/pending",
        "setter",
        "role=setter&secret=3641&strategy=knuth&seed=5",
        "1122:0,1\n1344",
        "red, red, orange, orange. 1 white. ",
        "red, yellow, green, green",
    ),
    _later(
        "/mastermind/setter/byhand",
        "setter",
        "role=setter&strategy=knuth&by_hand=1&seed=5",
        "1122:0,1\n1344",
        "red, red, orange, orange. 1 white. ",
    ),
    _later(
        "/mastermind/setter/found",
        "setter",
        "role=setter&secret=3641",
        "1122:0,1\n3641:4,0",
        "Found in 2 guesses",
        finished=True,
    ),
    _later("/mastermind/setter/unset", "setter", "role=setter", "", "Set yours."),
    _later(
        "/mastermind/helper/notes",
        "helper",
        "role=helper&seed=3",
        "1122:0,1\n3344:2,0",
        "red, red, orange, orange. 1 white. ",
        "yellow, yellow, green, green. 2 black. ",
    ),
    _later("/mastermind/helper/blank", "helper", "role=helper&seed=3", "", "1,296"),
    _later(
        "/mastermind/watch/watched?row=1",
        "watch",
        "role=watch&secret=3641&strategy=first&overlook=20&seed=9",
        "1111:1,0\n1222:1,0",
        "Row 1",
        "red, red, red, red. 1 black. ",
    ),
    _later(
        "/mastermind/watch/fresh?row=0",
        "watch",
        "role=watch&seed=9",
        "",
        "1,296 possible codes",
    ),
    _later("/mastermind/challenge/codeless", "challenge", "role=friend", "", "Set your code"),
    _later(
        "/mastermind/challenge/waiting",
        "challenge",
        "role=friend&secret=3641",
        "",
        "Nobody has started yet.",
    ),
    _later(
        "/mastermind/challenge/begun",
        "challenge",
        "role=friend&secret=3641",
        "guest",
        "Row 1 of 10: 1 white.",
    ),
    _later(
        f"{BREAKER}guest",
        "mastermind",
        "role=guest&secret=3641&link=begun",
        "1122",
        "red, red, orange, orange. 1 white. ",
        player="bob",
    ),
    _later(
        "/mastermind/challenge/broken",
        "challenge",
        "role=friend&secret=3641",
        "winner",
        "Your code was found in 2 guesses.",
    ),
    _later(
        f"{BREAKER}winner",
        "mastermind",
        "role=guest&secret=3641&link=broken",
        "1122\n3641",
        "Found in 2 guesses",
        player="bob",
        finished=True,
    ),
    _later(
        "/mastermind/challenge/withdrawn",
        "challenge",
        "role=friend&secret=3641",
        "",
        "You withdrew this code",
        finished=True,
    ),
)

PLAY: Final = "/hidoku/play/"
COMMAS: Final = {"rules": "findling", "until": "0002"}  # when boards were stored with commas
SMALL: Final = (
    '{"board": [[1, 0, 0], [8, null, 0], [0, 0, 0]], "adjacency": "8", "links": [[[0, 0], [0, 1]]]}'
)
OWN: Final = "own-aaaaaaaaaaaaaaaa"
ON_SMALL: Final = {"rules": OWN, "since": "0003"}

PLAYS: Final = (
    _game(f"{PLAY}untouched", "hidoku", FINDLING, "", "73 numbers to place.", **COMMAS),
    _game(
        f"{PLAY}commas",
        "hidoku",
        FINDLING,
        "place 10 2 2\n~place 9 1 3",
        "72 numbers to place.",
        "Hints used: 1 move.",
        hints="1:3",
        **COMMAS,
    ),
    _game(
        f"{PLAY}json",
        "hidoku",
        SMALL,
        "note 3 1 7\nplace 1 2 2\nerase 1 2\nplace 1 2 2\n~place 1 3 3\n~restart",
        "5 numbers to place.",
        "Hints used: 1 reason.",
        hints="774486300:1 774486300:2",
        **ON_SMALL,
    ),
    _game(
        f"{PLAY}done",
        "hidoku",
        SMALL,
        "place 1 3 2\nrestart\nplace 1 2 2\nplace 1 3 3\nplace 2 3 4\nplace 3 3 5\nplace 3 2 6\n"
        "place 3 1 7",
        "Solved",
        finished=True,
        **ON_SMALL,
    ),
)

EDITS: Final = (
    "given 1 1 1\nholes 3 3 2 2\ncells 2 2\nlink 1 1 1 2\nclear 1 1\n"
    f"board {SMALL}\ngiven 3 1 5\n~given 2 3 6\n~clear 2 1"
)
DRAFTS: Final = (
    _game(
        "/hidoku/editor?draft=draft",
        "drawing",
        SMALL,
        EDITS,
        "3 givens",
        rules="",
        since="0004",
    ),
    _game("/hidoku/editor?draft=plain", "drawing", SMALL, "", "2 givens", rules=OWN, since="0004"),
)
DRAFTS = tuple(
    replace(row, values={**row.values, "id": row.page.partition("draft=")[2]}) for row in DRAFTS
)

FACTS: Final = (
    '{"grade": {"difficulty": "easy", "techniques": {"between": 4}, "longest": 0, '
    '"solved_by_techniques": true, "score": 17, "is_cut_short": false}, "as_wished": false}'
)


def _board(name: str, text: str, *shown: str, since: str) -> OldRow:
    values = {"name": name, "text": text, "made": MOMENT}
    return OldRow("boards", values, f"/hidoku/boards/{name}", shown, since=since)


BOARDS: Final = (
    _board(OWN, SMALL, "Drawn or imported.", since="0003"),
    _board(
        "3x3-hard-7",
        f"{SMALL}\n{FACTS}",
        "No board tried with this seed was hard.",
        since="0004",
    ),
)

#: What the lab found by Knuth's strategy on the number pair.
FOUND: Final = (
    '{"strategy":"knuth","guesses":[12,3,18,6,16,4,14,19,13,2,7,1,20,21,15,8,9,22,23,24,17,10,11,5,'
    '0],"parents":[-1,0,0,0,1,1,2,2,2,3,3,3,4,4,4,5,5,6,7,7,8,9,10,11,11],"answers":[-1,0,1,2,0,1,0'
    ',1,2,0,1,2,0,1,2,0,1,0,0,1,0,0,0,0,2],"wins":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,'
    "19,20,21,22,23,24]}"
)


def _job(study: str, state: str, summary: str, finding: str, *shown: str, page: str = "") -> OldRow:
    job_id = study.replace(" ", "-")
    values = {
        "id": job_id,
        "study": study,
        "player": "ann",
        "state": state,
        "run": 1,
        "done": 1,
        "pieces": 1,
        "ends": 0.0,
        "summary": summary,
        "finding": finding,
        "changed": MOMENT,
        "network": "192.0.2.0/24",
    }
    return OldRow("jobs", values, f"/lab/jobs/{job_id}{page}", shown, since="0002")


GIST: Final = '{"histogram": [1, 3, 8, 13], "bound": null, "proved": false}'
JOBS: Final = (
    _job("every knuth pair", "done", GIST, FOUND, "3.3200", "83"),
    _job(
        "sample first super 20",
        "done",
        '{"histogram": [0, 2, 8, 10], "bound": null, "proved": false}',
        "",
        "3.4000",
    ),
    _job("every first mini", "failed", "It was not done in its 60 seconds.", "", "60 seconds"),
)
