"""Classes: the steps that a teacher has set, the pupils who joined, and what they answered.

A class is a contest of the kind ``class`` whose id is the code that pupils type. Its ``start`` has
the steps, its entries are the pupils, and who ends it closes it to new ones. So downloads, joined
browsers and erasure treat it as any contest.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple, TypedDict

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from webapp.storage.documents import DocumentForm
from webapp.storage.games import Store, StoredGame, in_utc
from webapp.storage.records.contest_entries import MOST, FullContestError
from webapp.storage.records.contests import (
    CLASS,
    CLASS_KEPT,
    Contest,
    class_answers,
    contests,
    entries,
    entry_row,
)
from webapp.storage.tables import COLUMNS, games, insert_into

#: No letters that look or sound alike, and no vowels, so that a code is never a word.
LETTERS: Final = "CDFHJKLNPRTWXY"
LENGTH: Final = 6
#: How many answers of a pupil are stored, and the bytes that a pupil takes with them.
MOST_ANSWERS: Final = 300
PUPIL: Final = 20_000
LONGEST_WORDS: Final = 120
LONGEST_PATH: Final = 200


class ClassDocument(TypedDict):
    """Steps as pairs of path and title; ``at`` counts from 1, and 0 is before the first.

    If it ``is_free``, all steps are open to pupils.
    """

    steps: list[list[str]]
    at: int
    is_free: bool


CLASS_FORM: Final = DocumentForm(ClassDocument, 1)


class ClassStep(NamedTuple):
    path: str
    title: str

    def holds(self, path: str) -> bool:
        """Say whether a question at this path belongs to the step.

        >>> [ClassStep("/a/b", "").holds(path) for path in ("/a/b", "/a/b/2", "/a/bc")]
        [True, True, False]
        """
        return path == self.path or path.startswith(f"{self.path}/")


@dataclass(frozen=True, kw_only=True)
class SchoolClass:
    code: str
    teacher: str
    made: datetime
    steps: tuple[ClassStep, ...]
    at: int
    is_free: bool
    is_over: bool

    @property
    def until(self) -> datetime:
        return in_utc(self.made) + timedelta(days=CLASS_KEPT)

    @property
    def open_steps(self) -> tuple[ClassStep, ...]:
        return self.steps if self.is_free else self.steps[: self.at]


class ClassAnswer(NamedTuple):
    entry: str
    path: str
    words: str
    is_right: bool


class PupilGame(NamedTuple):
    """A game that a pupil began since they joined, and the contest that it belongs to, if any."""

    entry: str
    contest: str
    game: StoredGame


def open_class(store: Store, player: str) -> str:
    """Store a new class and return its code."""
    store.admit(PUPIL)
    code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    row = Contest(
        id=code,
        player=player,
        kind=CLASS,
        rules="",
        start=CLASS_FORM.write({"steps": [], "at": 0, "is_free": False}),
        is_hidden=False,
        is_closed=False,
        made=datetime.now(UTC),
    )
    try:
        store.run(sa.insert(contests).values(**vars(row)))
    except IntegrityError:  # one in millions
        return open_class(store, player)
    return code


def find_class(store: Store, code: str) -> SchoolClass | None:
    """Return a class that is kept. Raises DocumentError if it is damaged."""
    is_it = (contests.c.kind == CLASS, contests.c.id == code)
    rows = store.rows(sa.select(contests).where(*is_it))
    return next((entry for entry in map(_read, rows) if entry.until > datetime.now(UTC)), None)


def _read(row: sa.RowMapping) -> SchoolClass:
    document = CLASS_FORM.read(row["start"])
    return SchoolClass(
        code=row["id"],
        teacher=row["player"],
        made=row["made"],
        steps=tuple(ClassStep(*step) for step in document["steps"]),
        at=document["at"],
        is_free=document["is_free"],
        is_over=row["is_closed"],
    )


def codes_of(store: Store, teacher: str) -> Sequence[str]:
    is_theirs = (contests.c.kind == CLASS, contests.c.player == teacher)
    query = sa.select(contests.c.id).where(*is_theirs).order_by(contests.c.made.desc())
    return [row["id"] for row in store.rows(query)]


def alter_class(
    store: Store, code: str, alter: Callable[[ClassDocument], ClassDocument | None]
) -> None:
    """Store what ``alter`` makes of the steps, unless that is None; no other change is lost."""
    query = sa.select(contests.c.start).where(contests.c.id == code).with_for_update()
    with store.changing() as connection:
        altered = alter(CLASS_FORM.read(connection.execute(query).scalar_one()))
        if altered:
            change = sa.update(contests).where(contests.c.id == code)
            connection.execute(change.values(start=CLASS_FORM.write(altered)))


def delete_class(store: Store, code: str) -> None:
    with store.changing() as connection:
        for column in (class_answers.c.contest, entries.c.contest, contests.c.id):
            connection.execute(sa.delete(column.table).where(column == code))


def join_class(store: Store, code: str, player: str, nickname: str) -> None:
    """Have a player join; who has joined gets the new nickname. Raises FullContestError."""
    store.admit(PUPIL)
    count = sa.select(sa.func.count()).where(entries.c.contest == code, ~entries.c.is_removed)
    with store.changing() as connection:
        if connection.execute(count).scalar_one() >= MOST:
            raise FullContestError
        insert = insert_into(entries, connection).values(entry_row(code, player, "", nickname))
        renamed = {"nickname": nickname}
        connection.execute(
            insert.on_conflict_do_update(index_elements=["contest", "player"], set_=renamed)
        )


def add_answer(store: Store, code: str, answer: ClassAnswer) -> None:
    is_theirs = class_answers.c.entry == answer.entry
    if store.value(sa.select(sa.func.count()).where(is_theirs)) >= MOST_ANSWERS:
        return
    words = answer.words[:LONGEST_WORDS]
    row = {**answer._asdict(), "words": words, "contest": code, "given": datetime.now(UTC)}
    store.run(sa.insert(class_answers).values(row))


def answers_of(store: Store, code: str) -> Sequence[ClassAnswer]:
    """Return all answers of a class, the first first."""
    fields = (class_answers.c[name] for name in ClassAnswer._fields)
    query = sa.select(*fields).where(class_answers.c.contest == code).order_by(class_answers.c.id)
    return [ClassAnswer(**row) for row in store.rows(query)]


def games_in(store: Store, code: str) -> Sequence[PupilGame]:
    """Return the games that pupils have begun since they joined, the first first."""
    begun_in = entries.alias()
    query = (
        sa.select(*COLUMNS, entries.c.id.label("entry"), begun_in.c.contest)
        .join(entries, sa.and_(games.c.player == entries.c.player, entries.c.contest == code))
        .outerjoin(begun_in, begun_in.c.game == games.c.id)
        .where(games.c.created >= entries.c.joined)
        .order_by(games.c.created)
    )
    return [
        PupilGame(fields.pop("entry"), fields.pop("contest") or "", StoredGame(**fields))
        for fields in map(dict[str, Any], store.rows(query))
    ]
