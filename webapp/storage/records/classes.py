"""Classes: the steps that a teacher has set, the pupils who joined, and what they answered.

A class is a contest of the kind ``class`` whose id is the code that pupils type. Its ``start`` has
a line for each step, and its ``rules`` the path of the one it is at, or :data:`ALL`. Its entries
are the pupils, and whoever ends it closes it. So downloads, joined browsers and erasure treat it as
any contest.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from webapp.storage.games import Store, StoredGame, in_utc
from webapp.storage.records.contests import (
    CLASS,
    CLASS_KEPT,
    Contest,
    draw_letters,
    find_contest,
    new_id,
)
from webapp.storage.tables import COLUMNS, class_answers, contests, entries, games, races

LENGTH: Final = 6
#: What a class is at if all steps are open.
ALL: Final = "all"
#: How many answers of a pupil are stored, and the bytes that a pupil takes with them.
MOST_ANSWERS: Final = 300
PUPIL: Final = 20_000
LONGEST_WORDS: Final = 120
#: The words of what is no answer yet: a pupil has begun with the question.
BEGUN: Final = "begun"


class ClassStep(NamedTuple):
    """A page of this site: its path with the query, what it is called, how many questions it asks.

    That is 0 for what asks none, and for steps from before questions were counted.
    """

    path: str
    title: str
    questions: int = 0

    @property
    def line(self) -> str:
        count = f"\t{self.questions}" if self.questions else ""
        return f"{self.path}\t{self.title}{count}\n"

    @property
    def place(self) -> str:
        return self.path.partition("?")[0]

    def holds(self, path: str) -> bool:
        """Say whether a question at this path belongs to the step.

        >>> [ClassStep("/a/b?c=1", "").holds(path) for path in ("/a/b", "/a/b/2", "/a/bc")]
        [True, True, False]
        """
        return path == self.place or path.startswith(f"{self.place}/")


class ClassAnswer(NamedTuple):
    """An answer of a pupil, who is an entry, to the question at a path."""

    entry: str
    path: str
    words: str
    is_right: bool

    @property
    def is_begun(self) -> bool:
        return self.words == BEGUN


class PupilGame(NamedTuple):
    """A game that a pupil began in the class, and the contest that it belongs to, if any.

    ``went_on`` says that it was also played after the pupil left, or after the class ended.
    """

    entry: str
    contest: str
    went_on: bool
    game: StoredGame


def open_class(store: Store, player: str, steps: Iterable[ClassStep] = ()) -> str:
    """Store a new class and return its code."""
    store.admit(PUPIL)
    start = "".join(step.line for step in steps)
    school_class = Contest(
        id=draw_letters(LENGTH), player=player, kind=CLASS, rules="", start=start
    )
    store.run(sa.insert(contests).values(**vars(school_class)))
    return school_class.id


def find_class(store: Store, code: str) -> Contest | None:
    """Return a class that is kept."""
    contest = find_contest(store, code)
    is_kept = contest and contest.kind == CLASS and deletion_time(contest) > datetime.now(UTC)
    return contest if is_kept else None


def deletion_time(school_class: Contest) -> datetime:
    return in_utc(school_class.made) + timedelta(days=CLASS_KEPT)


def steps_of(school_class: Contest) -> Sequence[ClassStep]:
    steps = map(_parse_step, school_class.start.split("\n"))
    return [step for step in steps if step.path]


def _parse_step(line: str) -> ClassStep:
    """Parse a line of a class's steps; those of earlier versions don't count questions."""
    before, _, last = line.rpartition("\t")
    if not (last.isdecimal() and "\t" in before):
        return ClassStep(before, last)
    path, _, title = before.rpartition("\t")
    return ClassStep(path, title, int(last))


def open_steps(school_class: Contest) -> Sequence[ClassStep]:
    steps = steps_of(school_class)
    paths = [step.path for step in steps]
    at = paths.index(school_class.rules) + 1 if school_class.rules in paths else 0
    return steps if school_class.rules == ALL else steps[:at]


def add_step(store: Store, code: str, step: ClassStep) -> None:
    _change(store, code, start=contests.c.start + step.line)


def remove_step(store: Store, code: str, step: ClassStep) -> None:
    """Remove a step; what pupils answered comes back with it if it is added again."""
    _change(store, code, start=sa.func.replace(contests.c.start, step.line, ""))


def go_to_step(store: Store, code: str, place: str) -> None:
    _change(store, code, rules=place)


def _change(store: Store, code: str, **values: Any) -> None:
    store.run(sa.update(contests).where(contests.c.id == code).values(values))


def leave_class(store: Store, code: str, **columns: str) -> None:
    """Have pupils leave: one, named by a column of their entry, or all.

    What they play from now on is none of the class's business.
    """
    is_leaving = (entries.c[name] == value for name, value in columns.items())
    is_in = (entries.c.contest == code, entries.c.until.is_(None))
    leaving = sa.update(entries).where(*is_in, *is_leaving)
    store.run(leaving.values(until=datetime.now(UTC)))


def remove_pupil(store: Store, code: str, entry: str) -> None:
    """Remove a pupil, by one of their entries, with all browsers in which they came back."""
    seat = sa.select(entries.c.seat).where(entries.c.contest == code, entries.c.id == entry)
    is_in_seat = sa.and_(entries.c.contest == code, entries.c.seat == seat.scalar_subquery())
    departure = sa.func.coalesce(entries.c.until, datetime.now(UTC))
    store.run(sa.update(entries).where(is_in_seat).values(is_removed=True, until=departure))


def add_answer(store: Store, code: str, answer: ClassAnswer) -> None:
    is_theirs = class_answers.c.entry == answer.entry
    if store.value(sa.select(sa.func.count()).where(is_theirs)) < MOST_ANSWERS:
        row = answer._replace(words=answer.words[:LONGEST_WORDS])._asdict()
        values = {**row, "id": new_id(), "contest": code, "given": datetime.now(UTC)}
        store.run(sa.insert(class_answers).values(values))


def answers_of(store: Store, pupils: Collection[str]) -> Sequence[ClassAnswer]:
    """Return all answers of these entries, the first first."""
    columns = (class_answers.c[name] for name in ClassAnswer._fields)
    query = (
        sa.select(*columns)
        .where(class_answers.c.entry.in_(pupils))
        .order_by(class_answers.c.given, class_answers.c.id)
    )
    return [ClassAnswer(**row) for row in store.rows(query)]


def games_of(store: Store, pupils: Collection[str]) -> Sequence[PupilGame]:
    """Return the games that these entries have begun in the class, the first first.

    Those of a race all belong to its first round.
    """
    begun_in = entries.alias()
    went_on = sa.func.coalesce(games.c.changed > entries.c.until, sa.false())
    contest = sa.func.coalesce(races.c.race, begun_in.c.contest, "").label("contest")
    query = (
        sa.select(*COLUMNS, entries.c.id.label("entry"), contest, went_on.label("went_on"))
        .join(entries, sa.and_(games.c.player == entries.c.player, entries.c.id.in_(pupils)))
        .outerjoin(begun_in, begun_in.c.game == games.c.id)
        .outerjoin(races, races.c.contest == begun_in.c.contest)
        .where(games.c.created >= entries.c.joined)
        .where(entries.c.until.is_(None) | (games.c.created <= entries.c.until))
        .order_by(games.c.created)
    )
    *names, _ = PupilGame._fields
    return [
        PupilGame(**{name: fields.pop(name) for name in names}, game=StoredGame(**fields))
        for fields in map(dict[str, Any], store.rows(query))
    ]
