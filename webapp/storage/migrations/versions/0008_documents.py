"""Texts of eight forms become JSON with the number of a schema; kinds are the folders of rooms.

What can't be read stays as it is, since whoever opens it is told so: one damaged row is no reason
to refuse all others. All of it is in one transaction, of which a few rows at a time are in memory.
"""

import json
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qsl, urlencode

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

Rewrite = Callable[[str], str]
Rewrites = Mapping[str, Rewrite]  # by column
#: Rows at a time: a game is a few kB at most, a finding up to several MB.
BATCH, FEW = 200, 4
#: How the colours from the tenth on were written, and are: by the letters on their pegs.
COLOURS = {"A": "L", "B": "N", "C": "S"}
WITH_CODES = ("breaker", "setter", "helper", "watch", "challenge")
MANY_COLOURS = re.compile(r"[1-9]x1[0-2]\D")  # the name of a board of one's own that has them
KINDS = {"mastermind": "breaker", "hidoku": "play", "drawing": "editor"}
#: What a text that nobody wrote raises.
DAMAGE = (ValueError, TypeError, LookupError, AttributeError, RecursionError)

GAMES = sa.table("games", *map(sa.column, ("id", "kind", "rules", "start", "moves", "hints")))
BOARDS = sa.table("boards", *map(sa.column, ("name", "text")))
JOBS = sa.table("jobs", *map(sa.column, ("id", "state", "summary", "finding")))
IS_DONE = JOBS.c.state == "done"  # the summary of any other is a sentence


def upgrade() -> None:
    """Write every text as a document, and the last colours by their letters."""
    for kind, rewrites in GAMES_TO_JSON.items():
        _rewrite(GAMES, GAMES.c.id, rewrites, GAMES.c.kind == kind)
    _rename(KINDS)
    _respell(COLOURS)
    _rewrite(BOARDS, BOARDS.c.name, {"text": _board_to_json})
    _rewrite(
        JOBS, JOBS.c.id, {"summary": _object_to_json, "finding": _object_to_json}, IS_DONE, FEW
    )


def downgrade() -> None:
    """Write every document in the form of before."""
    _respell({new: old for old, new in COLOURS.items()})
    _rename({new: old for old, new in KINDS.items()})
    for kind, rewrites in GAMES_FROM_JSON.items():
        _rewrite(GAMES, GAMES.c.id, rewrites, GAMES.c.kind == kind)
    _rewrite(BOARDS, BOARDS.c.name, {"text": _board_from_json})
    rewrites = {"summary": _summary_from_json, "finding": _finding_from_json}
    _rewrite(JOBS, JOBS.c.id, rewrites, IS_DONE, FEW)


def _rename(kinds: Mapping[str, str]) -> None:
    for old, new in kinds.items():
        op.get_bind().execute(sa.update(GAMES).where(GAMES.c.kind == old).values(kind=new))


def _respell(signs: Mapping[str, str]) -> None:
    """Write codes of boards with ten colours or more by other signs."""
    letters = str.maketrans(dict(signs))
    connection, names = op.get_bind(), sa.select(GAMES.c.rules).distinct()
    rules = [name for name in connection.execute(names).scalars() if MANY_COLOURS.match(name)]
    wanted = GAMES.c.rules.in_(rules) & GAMES.c.kind.in_(WITH_CODES)
    rewrites = {name: lambda text: _coded(text, letters) for name in ("start", "moves")}
    _rewrite(GAMES, GAMES.c.id, rewrites, wanted)


def _coded(text: str, letters: Mapping[int, str]) -> str:
    """Write the codes of a document by other signs: what stands under these names."""
    told = _read(text)
    for name in ("secret", "pending"):
        if name in told:
            told[name] = told[name].translate(letters)
    if "guesses" in told:
        told["guesses"] = [code.translate(letters) for code in told["guesses"]]
    for row in told.get("rows", ()):
        row["code"] = row["code"].translate(letters)
    return _write(**told)


def _rewrite(
    table: Any, key: Any, rewrites: Rewrites, wanted: Any = None, batch: int = BATCH
) -> None:
    """Write columns of a table anew, some rows at a time, in the order of their keys."""
    connection = op.get_bind()
    columns = [table.c[name].label(f"{name}_") for name in rewrites]
    query = sa.select(key.label("key_"), *columns).order_by(key).limit(batch)
    query = query if wanted is None else query.where(wanted)
    update = sa.update(table).where(key == sa.bindparam("key_"))
    update = update.values({name: sa.bindparam(f"{name}_") for name in rewrites})
    rows = connection.execute(query).mappings().all()
    while rows:
        fresh = [
            {**row, **{f"{name}_": _fresh(row[f"{name}_"], rewrites[name]) for name in rewrites}}
            for row in rows
        ]
        connection.execute(update, fresh)
        rows = connection.execute(query.where(key > rows[-1]["key_"])).mappings().all()


def _fresh(text: str, rewrite: Rewrite) -> str:
    """Return a text rewritten; itself if it is empty, or damaged."""
    with suppress(*DAMAGE):
        fresh = rewrite(text) if text else text
        if b"\0" not in fresh.encode():  # neither that nor half a character can be stored
            return fresh
    return text


def _write(**told: Any) -> str:
    return json.dumps({"schema": 1, **told}, separators=(",", ":"))


def _read(text: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(text)
    if told.pop("schema") != 1:
        raise ValueError("another schema")
    return told


# The setup of a game of Mastermind: ``role=breaker&secret=1123``, or the bare code of an old game.

SETUP: Mapping[str, Callable[[str], Any]] = {
    **dict.fromkeys(("role", "keys", "secret", "strategy", "link"), str),
    **dict.fromkeys(("overlook", "seed"), int),
    **dict.fromkeys(("by_hand", "practice"), "1".__eq__),
}


def _setup_to_json(text: str) -> str:
    if "=" not in text:
        return _write(role="breaker", secret=text)
    told = parse_qsl(text)
    return _write(**{name: SETUP[name](value) for name, value in told if name in SETUP})


def _setup_from_json(text: str) -> str:
    told = _read(text)
    pairs = [("role", told.pop("role")), *told.items()]
    return urlencode([(name, int(told) if told is True else told) for name, told in pairs])


# The moves of Mastermind: codes line by line, with ``:answer`` where a person answers.


def _guesses_to_json(text: str) -> str:
    return _write(guesses=text.splitlines())


def _guesses_from_json(text: str) -> str:
    return "\n".join(_read(text)["guesses"])


def _sheet_to_json(text: str) -> str:
    lines = text.splitlines()
    pending = {} if ":" in lines[-1] else {"pending": lines.pop()}
    if not all(":" in line for line in lines):
        raise ValueError("a row without an answer")
    split = (line.partition(":") for line in lines)
    return _write(rows=[{"code": code, "answer": answer} for code, _, answer in split], **pending)


def _sheet_from_json(text: str) -> str:
    told = _read(text)
    lines = [f"{row['code']}:{row['answer']}" for row in told["rows"]]
    return "\n".join([*lines, *([told["pending"]] if "pending" in told else [])])


def _link_to_json(text: str) -> str:
    return _write(game=text)


def _link_from_json(text: str) -> str:
    return str(_read(text)["game"])


# Boards of Hidoku: JSON, or in the first games rows of fields with commas.


def _grid_of(text: str) -> dict[str, Any]:
    if not text.startswith("{"):
        rows = [list(map(_field, line.split(","))) for line in text.strip("\n").splitlines()]
        if len({len(row) for row in rows}) != 1:
            raise ValueError("rows of several lengths")
        return {"board": rows, "adjacency": "8", "links": []}
    told: dict[str, Any] = json.loads(text)
    if not isinstance(told["board"], list):
        raise ValueError("no board")
    return told


def _field(field: str) -> int | None:
    """Return what JSON has for ``12``, for ``__`` (0, an empty cell) and for ``##`` (a hole)."""
    field = field.strip()
    if re.fullmatch("#{2,}", field):
        return None
    return 0 if re.fullmatch("_+", field) else int(field)


def _grid_to_json(text: str) -> str:
    return _write(grid=_grid_of(text))


def _grid_from_json(text: str) -> str:
    return json.dumps(_read(text)["grid"])


def _board_to_json(text: str) -> str:
    """A board's first line is the board; the second, if it was made, what making it showed."""
    board, _, facts = text.partition("\n")
    if not facts:
        return _write(grid=_grid_of(board))
    told = json.loads(facts)
    return _write(grid=_grid_of(board), grade=told["grade"], as_requested=told["as_wished"])


def _board_from_json(text: str) -> str:
    told = _read(text)
    board = json.dumps(told["grid"])
    if "grade" not in told:
        return board
    facts = {"grade": told["grade"], "as_wished": told["as_requested"]}
    return f"{board}\n{json.dumps(facts)}"


# The moves of Hidoku and the edits of a draft: words line by line, with ``~`` where taken back.


def _lines_to_json(text: str) -> str:
    lines = text.splitlines()
    done = [_words(line) for line in lines if not line.startswith("~")]
    return _write(done=done, undone=[_words(line[1:]) for line in lines if line.startswith("~")])


def _words(line: str) -> list[Any]:
    verb, _, rest = line.partition(" ")
    return [verb, json.loads(rest)] if verb == "board" else [verb, *map(int, rest.split())]


def _lines_from_json(text: str) -> str:
    told = _read(text)
    return "\n".join([*map(_line, told["done"]), *("~" + _line(words) for words in told["undone"])])


def _line(words: list[Any]) -> str:
    verb, *rest = words
    return f"board {json.dumps(*rest)}" if verb == "board" else " ".join(map(str, words))


# The log of hints: ``key:tier key:tier``; whatever else stood there was never read.


def _hints_to_json(text: str) -> str:
    entries = re.findall(r"(?<!\S)([0-9]+):([0-9]+)(?!\S)", text)
    given = [[int(key), int(tier)] for key, tier in entries]
    return _write(given=given) if given else ""


def _hints_from_json(text: str) -> str:
    return " ".join(f"{key}:{tier}" for key, tier in _read(text)["given"])


# What jobs of the lab found was JSON already.


def _object_to_json(text: str) -> str:
    return _write(**json.loads(text))


def _summary_from_json(text: str) -> str:
    return json.dumps(_read(text))


def _finding_from_json(text: str) -> str:
    return json.dumps(_read(text), separators=(",", ":"))


_SHEET: Rewrites = {"start": _setup_to_json, "moves": _sheet_to_json}
_LINES: Rewrites = {"start": _grid_to_json, "moves": _lines_to_json}
GAMES_TO_JSON: Mapping[str, Rewrites] = {
    "mastermind": {
        "start": _setup_to_json,
        "moves": _guesses_to_json,
        "hints": _hints_to_json,
    },
    **dict.fromkeys(("setter", "helper", "watch"), _SHEET),
    "challenge": {"start": _setup_to_json, "moves": _link_to_json},
    "hidoku": {**_LINES, "hints": _hints_to_json},
    "drawing": _LINES,
}
_BEFORE: Mapping[Rewrite, Rewrite] = {
    _setup_to_json: _setup_from_json,
    _guesses_to_json: _guesses_from_json,
    _sheet_to_json: _sheet_from_json,
    _link_to_json: _link_from_json,
    _grid_to_json: _grid_from_json,
    _lines_to_json: _lines_from_json,
    _hints_to_json: _hints_from_json,
}
GAMES_FROM_JSON: Mapping[str, Rewrites] = {
    kind: {column: _BEFORE[rewrite] for column, rewrite in rewrites.items()}
    for kind, rewrites in GAMES_TO_JSON.items()
}
