"""What a page says about a solved Hidoku: how long it took, with which help, what it needs."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from typing import Any

from solver.hidoku.logic.grade import Grade, grade
from solver.hidoku.logic.hints import next_step
from solver.hidoku.logic.technique import technique_named
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Grid
from solver.hidoku.search.staged_search import Budget
from solver.hidoku.text.puzzles import grade_words
from solver.wording import counted, listed, time_words
from webapp.daily.end_view import show_day_end
from webapp.hidoku.board_text import is_quick
from webapp.hidoku.play.pace import longest_pause, time_to_beat, times_taken
from webapp.http.tasks import Pending, found_or_pending
from webapp.storage.games import StoredGame, store
from webapp.storage.hint_log import hint_count, price_words
from webapp.storage.records.contest_entries import contest_of_game
from webapp.work.limits import QUICK
from webapp.work.tasks import Tasks, brief_patience, task

MOST_KEPT = 256  # grades


TO_COME = "Working out which techniques it needs…"


def ending_of(stored: StoredGame, play: Play) -> dict[str, Any]:
    """Return what is said about a solved board; ``pending`` while its techniques aren't known.

    ``slowest`` is the number that took longest to place, with its time, and ``step_then`` the
    technique of the step that a hint would have shown instead.
    """
    found = found_or_pending(lambda: _graded(play.grid))
    taken, seconds = times_taken(stored, play), int(stored.took or stored.seconds)
    number, pause = longest_pause(taken)
    stuck = found_or_pending(lambda: _technique_before(play, taken, number)) if number else ""
    hardest = None if isinstance(found, Pending) else found.hardest
    pending = found if isinstance(found, Pending) else None
    return {
        "time": time_words(seconds),
        "ahead": ahead_words(seconds, time_to_beat(stored)),
        "hint_count": hint_count(stored.hints),
        "hints": price_words(stored.hints),
        "techniques": TO_COME if isinstance(found, Pending) else _techniques(found),
        "contest": contest_of_game(store(), stored.id),
        "slowest": number and (number, time_words(pause)),
        "step_then": _named(stuck) if isinstance(stuck, str) else None,
        "hardest": (hardest.name, hardest.title) if hardest else None,
        "day": show_day_end(stored),
        "pending": pending,
    }


def ahead_words(seconds: int, to_beat: int) -> str:
    """Compare a time with the one that was to beat; "" if there was none.

    >>> ahead_words(20, 305), ahead_words(60, 60)
    ('4:45 faster than the game sent to you (5:05).', 'As fast as the game sent to you.')
    """
    if seconds == to_beat or not to_beat:
        return "As fast as the game sent to you." if to_beat else ""
    how = f"{time_words(abs(to_beat - seconds))} {'faster' if seconds < to_beat else 'slower'}"
    return f"{how} than the game sent to you ({time_words(to_beat)})."


def _technique_before(play: Play, taken: Mapping[int, int], number: int) -> str:
    """Return the technique of the step that a hint would have shown before a number was placed.

    A whole hint would first search for what is wrong: on a solved board nothing is.
    """
    then = Play(play.grid)
    for earlier in takewhile(lambda each: each != number, taken):
        then = then.place(play.where[earlier], earlier)
    return find_technique(then)


def _is_quick(play: Play) -> bool:
    return is_quick(play.grid)


@task(_is_quick, MOST_KEPT)
def find_technique(play: Play) -> str:
    """Return the technique of a right game's next step; "" where none applies."""
    step = next_step(play)
    return step.name if step and step.steps else ""


def _named(technique: str) -> tuple[str, str] | None:
    return (technique, technique_named(technique).title) if technique else None


_grades: Tasks[Grade] = Tasks(MOST_KEPT, QUICK.limit, whole=lambda found: not found.is_cut_short)


def _graded(grid: Grid) -> Grade:
    if is_quick(grid):
        return find_grade(grid)
    return _grades.ask(grid, find_grade, grid, wait=brief_patience())


def find_grade(grid: Grid) -> Grade:
    """Return which techniques a board needs, as far as time allows; only large boards run out of
    it.
    """
    return grade(grid, Budget(deadline=QUICK.deadline))


def _techniques(found: Grade) -> str:
    if found.is_cut_short:
        return "This board is too large to say quickly which techniques it needs."
    if not found.solved_by_techniques:
        return "Techniques alone don’t solve this board; it needs trial and error."
    used = listed([technique.title for technique in found.techniques])
    needed = counted(len(found.techniques), "technique")
    return f"Difficulty: {grade_words(found)}. {needed} needed: {used}."
