import json
from typing import NotRequired, TypedDict

import pytest
from flask import Flask
from sqlalchemy import update

from tests.cases import cases
from tests.sampling import sample
from tests.webapp.player import Player
from tests.webapp.storage.test_migrations import LISTS
from webapp.mastermind.role import roles_among
from webapp.registry import GAME_TYPES
from webapp.storage.documents import DocumentError, DocumentForm, refuse_damage
from webapp.storage.tables import games


class Walk(TypedDict):
    steps: list[int]
    name: str
    left: int | None
    is_done: NotRequired[bool]


WALK = DocumentForm(Walk, schema=3)
PLAIN: Walk = {"steps": [1, 2], "name": "é", "left": None}


def test_what_is_written_is_read() -> None:
    text = WALK.write(PLAIN)
    assert text == '{"schema":3,"steps":[1,2],"name":"\\u00e9","left":null}'
    assert WALK.read(text) == PLAIN
    walk: Walk = {**PLAIN, "left": 4, "is_done": True}
    assert WALK.read(WALK.write(walk)) == walk


@cases(
    ("changes", "sentence"),
    [
        ({"schema": 4}, "schema 4, and 3 is known here"),
        ({"schema": 3.0}, "schema 3.0"),
        ({"schema": None}, "schema None"),
        ({"name": 5}, "'name' is int"),
        ({"left": True}, "'left' is bool"),
        ({"is_done": 1}, "'is_done' is int"),
        ({"steps": {}}, "'steps' is dict"),
        ({"other": 1}, "'other'"),
    ],
)
def test_another_structure_is_refused(changes: dict[str, object], sentence: str) -> None:
    with pytest.raises(DocumentError, match=f"^Walk: .*{sentence}"):
        WALK.read(json.dumps({"schema": 3, **PLAIN, **changes}))


@cases("missing", ["schema", "steps", "left"])
def test_what_is_missing_is_refused(missing: str) -> None:
    document = {"schema": 3, **PLAIN}
    del document[missing]
    with pytest.raises(DocumentError):
        WALK.read(json.dumps(document))


def test_a_refusal_goes_through_others_as_it_is() -> None:
    with (
        pytest.raises(DocumentError, match=r"^inner: no$"),
        refuse_damage("outer"),
        refuse_damage("inner"),
    ):
        raise ValueError("no")


NO_OBJECT = ["", "{", "null", "[]", '"a"', "3", "\0", "[" * 9000, '{"schema":' + "9" * 5000 + "}"]


@cases("text", NO_OBJECT)
def test_what_is_no_object_is_refused(text: str) -> None:
    with pytest.raises(DocumentError):
        WALK.read(text)


def test_only_what_shows_damage_is_refused() -> None:
    with pytest.raises(DocumentError, match=r"^rows: no number$"), refuse_damage("rows"):
        raise ValueError("no number")
    with pytest.raises(DocumentError, match=r"^rows: it is broken$"), refuse_damage("a game"):
        raise DocumentError("rows: it is broken")
    with pytest.raises(OSError, match="no disk"), refuse_damage("rows"):
        raise OSError("no disk")


#: Where a game is begun, a change of it, and what is read of it at each look.
GAMES = [
    ("mastermind/breaker", {}, "guesses", ("start", "moves", "hints")),
    ("mastermind/breaker", {"role": "evil"}, "guesses", ("start", "moves", "hints")),
    ("mastermind/setter", {"secret": "1122"}, "answers", ("start", "moves")),
    ("mastermind/setter", {"way": "draw", "setter": "evil"}, "answers", ("start", "moves")),
    ("mastermind/challenge", {}, "code", ("start", "moves")),
    ("hidoku/play", {}, "undo", ("start", "moves", "hints")),
]
HOSTILE = (
    *NO_OBJECT[1:6],
    *("{}", '{"schema":2}', '{"schema":1}', '{"schema":1,"x":1}'),
    *('{"schema":1,"guesses":[5]}', '{"schema":1,"guesses":["99999"]}'),
    *('{"schema":1,"rows":[{"code":"1122"}]}', '{"schema":1,"rows":[3]}'),
    '{"schema":1,"rows":[{"code":"1122","answer":"9,9"}],"pending":"1122"}',
    *('{"schema":1,"game":5}', '{"schema":1,"game":"a","b":1}'),
    *('{"schema":1,"given":[[1]]}', '{"schema":1,"given":[["a",1]]}', '{"schema":1,"given":[4]}'),
    *('{"schema":1,"role":"x"}', '{"schema":1,"role":"breaker","secret":"abc"}'),
    *('{"schema":1,"role":"evil","seed":-1}', '{"schema":1,"role":"setter","keys":"x"}'),
    *('{"schema":1,"role":"setter","strategy":"x"}', '{"schema":1,"role":"helper","overlook":101}'),
    '{"schema":1,"role":"breaker","secret":5}',
    *('{"schema":1,"done":[["place",1,2]],"undone":[]}', '{"schema":1,"done":[5],"undone":[]}'),
    *('{"schema":1,"grid":{}}', '{"schema":1,"grid":{"board":[[1,2],[3]]}}'),
    '{"schema":1,"grid":{"board":5,"adjacency":"8","links":[]}}',
)


@pytest.mark.parametrize(("place", "form", "change", "columns"), GAMES)
def test_a_damaged_document_raises_its_error(
    app: Flask, place: str, form: dict[str, str], change: str, columns: tuple[str, ...]
) -> None:
    player, store = Player(app.test_client()), app.extensions["store"]
    url = player.new(place, **form)
    with store.reading() as connection:
        whole = connection.execute(games.select()).mappings().one()
    for column in columns:
        for text in sample(HOSTILE, len(HOSTILE) // 3, f"{place} {form} {column}"):
            with store.changing() as connection:
                connection.execute(update(games).values({**whole, column: text}))
            answer = player.get(url)
            is_refused = "This can’t be opened" in answer.text
            assert (answer.status_code, is_refused) == (404, True), (column, text)
        assert all(player.get(page).status_code == 200 for page in LISTS)
        assert player.post(f"{url}/{change}", version="stale").status_code == 404


BROKEN_EDITS = (
    *('[["given",1]]', '[["given",1,1,"a"]]', '[["fly",1]]', "[[]]", "[3]", '[["board"]]'),
    *('[["board",{}]]', '[["board",[],[]]]', '[["holes"]]', '[["cells",1,1,1]]', '[["link",1,1]]'),
)


@cases("edits", BROKEN_EDITS)
@cases("which", ["done", "undone"])
def test_a_damaged_draft_raises_its_error(app: Flask, edits: str, which: str) -> None:
    player, store = Player(app.test_client()), app.extensions["store"]
    url = player.post("/hidoku/editor/givens", cell="0,0", number=1).location
    document = {"schema": 1, "done": [], "undone": [], which: json.loads(edits)}
    with store.changing() as connection:
        connection.execute(update(games).values(moves=json.dumps(document)))
    answer = player.get(url)
    if which == "undone" and edits == '[["board",{}]]':  # it is read when it is redone
        assert answer.status_code == 200
        return
    assert (answer.status_code, "This can’t be opened" in answer.text) == (404, True)
    assert player.get("/hidoku/editor").status_code == 200


def test_kinds_are_the_folders_of_their_rooms() -> None:
    rooms = {role.name: role.page.partition(".")[0] for role in roles_among(GAME_TYPES).values()}
    assert rooms.pop("helper") == "analysis"
    assert rooms == {name: name for name in ("breaker", "setter", "challenge")}
