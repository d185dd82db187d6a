"""Classes in each database: steps, pupils, answers and games, and that all of it goes."""

from datetime import timedelta
from functools import partial

import pytest

from tests.webapp.work.patience import do_at_once
from webapp.storage.games import Store
from webapp.storage.records import classes, contests
from webapp.storage.records.classes import ClassAnswer, ClassStep


def test_a_class_is_stored_and_deleted(
    store: Store, ann: str, bob: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = classes.open_class(store, ann)
    first, second, third = steps = [ClassStep(f"/x/{name}?n=1", name.upper()) for name in "abc"]
    do_at_once(*(partial(classes.add_step, store, code, step) for step in steps))
    classes.remove_step(store, code, second)
    before = classes.find_class(store, code)
    assert before
    assert set(classes.steps_of(before)) == {first, third}  # whoever came first
    assert classes.open_steps(before) == []
    classes.go_to_step(store, code, classes.ALL)
    monkeypatch.setattr(contests, "MOST", 1)
    monkeypatch.setattr(contests, "IDLE", timedelta(0))  # pupils keep their places
    for nickname in ("Bob", "Rob"):
        contests.enter(store, code, bob, nickname)
    [entry] = contests.entries_of(store, code)
    assert entry.nickname == "Rob"
    with pytest.raises(contests.FullContestError):
        contests.enter(store, code, ann, "Ann")
    monkeypatch.setattr(classes, "MOST_ANSWERS", 2)
    for words in ("one", "two" * 99, "three"):
        classes.add_answer(store, code, ClassAnswer(entry.id, "/x/a", words, is_right=False))
    answers = classes.answers_of(store, [entry.id])
    assert [len(answer.words) for answer in answers] == [3, classes.LONGEST_WORDS]
    game = store.create(bob, "play", "findling", "")
    assert [(row.contest, row.game.id) for row in classes.games_of(store, [entry.id])] == [
        ("", game.id)
    ]
    after = classes.find_class(store, code)
    assert after
    assert len(classes.open_steps(after)) == 2
    assert [contest.kind for contest in contests.contests_of(store, bob)] == [contests.CLASS]
    contests.delete_contest(store, code)
    assert classes.find_class(store, code) is None
    assert contests.entries_of(store, code) == classes.answers_of(store, [entry.id]) == []
    assert store.load_any(game.id, "play")  # which is the pupil's own
