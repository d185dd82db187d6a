"""Which exercises a player has tried, and which steps of lessons they have done.

Exercises have a row for each skill, with its box.

The boxes are those of Leitner's flash cards: solve it first time and it moves on a box and comes
back later; miss it and it goes back to the first. A skill is a kind of exercise with a level or a
technique; rooms name them.

An exercise counts once: a row keeps the names of those that counted, the last :data:`MOST_NAMES` of
its skill. To make one count again you have to answer that many others of the skill first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Final

import sqlalchemy as sa

from webapp.storage.games import Store, in_utc
from webapp.storage.tables import Row, attempts, insert_into, lesson_steps

ROW: Final = 150  # the initial size of a row in bytes, roughly
#: How many exercises of a skill are remembered; about two kilobytes.
MOST_NAMES: Final = 100
#: After how many days the exercises in a box come again, from the first box on.
DAYS: Final = (0, 1, 3, 7, 14)


@dataclass(frozen=True, kw_only=True)
class Attempts:
    """What a player has tried of a skill.

    ``box`` counts from 1. ``solved`` and ``missed`` count exercises by their first answer; ``last``
    names the latest exercise and ``earlier`` those before it, separated by spaces, so that no
    answer to them counts again.
    """

    skill: str
    box: int
    tried: datetime
    solved: int
    missed: int
    last: str = ""
    earlier: str = ""

    @property
    def names(self) -> list[str]:
        """The exercises that counted and are remembered, the latest last."""
        return [*self.earlier.split(), *self.last.split()]

    @property
    def right_in_a_row(self) -> list[str]:
        """The latest exercises that were right at the first answer, as far as boxes count."""
        return self.names[-self.box + 1 :] if self.box > 1 else []

    @property
    def due(self) -> datetime:
        return self.tried + timedelta(days=DAYS[self.box - 1])

    def after(self, name: str, is_solved: bool, now: datetime) -> Attempts:
        """Return the attempts after the first answer to an exercise.

        >>> new = Attempts(skill="liar/easy", box=1, tried=datetime(2026, 1, 1), solved=0, missed=0)
        >>> new.after("liar/easy/v1-7", True, datetime(2026, 1, 2)).box
        2
        """
        box = min(self.box + 1, len(DAYS)) if is_solved else 1
        return replace(
            self,
            box=box,
            tried=now,
            solved=self.solved + is_solved,
            missed=self.missed + (not is_solved),
            last=name,
            earlier=_drop_oldest(self.names),
        )


def _drop_oldest(names: Sequence[str]) -> str:
    return " ".join(names[-MOST_NAMES + 1 :])


def attempts_of(store: Store, player: str) -> list[Attempts]:
    query = sa.select(attempts).where(attempts.c.player == player).order_by(attempts.c.skill)
    return list(map(_read, store.rows(query)))


def count_attempt(store: Store, player: str, skill: str, name: str, is_solved: bool) -> None:
    """Count the first answer to an exercise; later answers to it don't count.

    The limit on storage may refuse a player's first of a skill (``Store.admit``).
    """
    is_it = (attempts.c.player == player, attempts.c.skill == skill)
    now = datetime.now(UTC)
    if not store.rows(sa.select(attempts.c.box).where(*is_it)):
        store.admit(ROW)
    with store.changing() as connection:
        new_values = vars(Attempts(skill=skill, box=1, tried=now, solved=0, missed=0))
        insert = insert_into(attempts, connection).values(player=player, **new_values)
        connection.execute(insert.on_conflict_do_nothing())
        row = (
            connection.execute(sa.select(attempts).where(*is_it).with_for_update()).mappings().one()
        )
        before = _read(row)
        if name not in before.names:
            values = vars(before.after(name, is_solved, now))
            connection.execute(sa.update(attempts).where(*is_it).values(**values))


def join_attempts(row: Row, second_row: Row) -> Row:
    """Return two players' attempts at a skill as those of one, with the lower of the two boxes."""
    first, last = sorted(map(_read, (row, second_row)), key=lambda history: history.tried)
    names = [name for name in (*first.names, *last.names) if name != last.last]
    history = replace(
        last,
        box=min(first.box, last.box),
        solved=first.solved + last.solved,
        missed=first.missed + last.missed,
        earlier=_drop_oldest(list(dict.fromkeys(names))),
    )
    return vars(history)


def next_skill(skills: Sequence[str], histories: Iterable[Attempts], now: datetime) -> str:
    """Return the skill to practise next: what is due, lowest box first; then what is new.

    If nothing is due or new, it is the one that is due first. Skills that are no longer practised
    are left out; there must be at least one.

    >>> from datetime import datetime
    >>> day = datetime(2026, 1, 1)
    >>> next_skill(["a", "b"], [Attempts(skill="a", box=2, tried=day, solved=1, missed=0)], day)
    'b'
    >>> next_skill(["a", "b"], [Attempts(skill="a", box=1, tried=day, solved=0, missed=1)], day)
    'a'
    """
    skill_histories = [history for history in histories if history.skill in skills]
    due_histories = [history for history in skill_histories if history.due <= now]
    if due_histories:
        return min(due_histories, key=lambda history: (history.box, history.tried)).skill
    names = {history.skill for history in skill_histories}
    new_skill = next((skill for skill in skills if skill not in names), None)
    return new_skill or min(skill_histories, key=lambda history: history.due).skill


def _read(row: sa.RowMapping | Row) -> Attempts:
    fields = {name: row[name] for name in row if name != "player"}
    return Attempts(**{**fields, "tried": in_utc(row["tried"])})


STEP_ROW: Final = 100  # bytes that a step takes, roughly

Steps = Mapping[str, frozenset[int]]


def steps_done(store: Store, player: str) -> Steps:
    """Return the steps of lessons that a player has done: each has a row since it was solved."""
    query = sa.select(lesson_steps.c.lesson, lesson_steps.c.step)
    done_steps: defaultdict[str, set[int]] = defaultdict(set)
    for row in store.rows(query.where(lesson_steps.c.player == player)):
        done_steps[row["lesson"]].add(row["step"])
    return {lesson: frozenset(steps) for lesson, steps in sorted(done_steps.items())}


def add_step(store: Store, player: str, lesson: str, step: int) -> None:
    """Store that a player has done a step, once. QuotaError."""
    progress = steps_done(store, player)
    if step in progress.get(lesson, ()):
        return
    (store.grow if progress else store.admit)(STEP_ROW)  # a class does a thousand in a lesson
    row = {"player": player, "lesson": lesson, "step": step, "done": datetime.now(UTC)}
    with store.changing() as connection:
        insert = insert_into(lesson_steps, connection).values(row)
        connection.execute(insert.on_conflict_do_nothing())
