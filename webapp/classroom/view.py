"""What the pages of a class show: pupils by steps, and for each step how many are right."""

import csv
import io
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from flask import abort, current_app, session, url_for
from limits import RateLimitItemPerMinute
from limits.strategies import FixedWindowRateLimiter

from solver.wording import capitalised, date_words, plural
from webapp.classroom.plans import ClassPlan, find_plan
from webapp.contest.nicknames import JOINED, table_names
from webapp.contest.view import mark_of
from webapp.game_type import daily_of, game_types, playables
from webapp.http.forms import FormError
from webapp.http.security import current_player
from webapp.http.server.requests import client_network
from webapp.storage.documents import DocumentError
from webapp.storage.games import StoredGame, store
from webapp.storage.records import classes
from webapp.storage.records.classes import ClassAnswer, ClassStep, PupilGame
from webapp.storage.records.contests import Contest, ContestEntry, entries_of, entry_of
from webapp.storage.records.results import GameEnd

GONE: Final = "There’s no class with this code. It may be mistyped, deleted or over 30 days old."
WENT_ON: Final = "Begun here, played on outside the class"
NO_SEAT: Final = (
    "No pupil of this class has that code. Check it, or join with the first six letters and a name."
)
MOST_BROWSERS: Final = 60  # in which one pupil may come back: one for each day of a class, twice
MANY_BROWSERS: Final = (
    f"This code was used in {MOST_BROWSERS} browsers. Join with the first six letters and a name."
)
MOST_ALIKE: Final = 3  # wrong answers that equally many gave, and that are still shown
TOO_OFTEN: Final = "Your network has tried too many wrong codes. Try again in ten minutes."
#: How many wrong codes a network may try in ten minutes.
MISSES: Final = RateLimitItemPerMinute(100, 10, namespace="class codes")
TAUGHT: Final = "teaches"  # where the visitor's cookie has the code of the class they teach


def look_up(game_id: str) -> Contest | None:
    """Return a class by its code. Codes are short, so a network may be wrong only so often."""
    is_own = game_id in (session.get(JOINED), session.get(TAUGHT))
    if not is_own:
        _refuse_guesses()
    school_class = classes.find_class(store(), game_id) if len(game_id) == classes.LENGTH else None
    if school_class is None:
        _tries().hit(MISSES, client_network())
        for name in (JOINED, TAUGHT) if is_own else ():
            session.pop(name, None)
    return school_class


def pupil_of(school_class: Contest, seat: str) -> ContestEntry:
    """Return who has a seat, by the code that gives it back. Raises FormError."""
    _refuse_guesses()
    entries = [entry for entry in entries_of(store(), school_class.id) if entry.seat == seat]
    if all(entry.is_removed for entry in entries):
        _tries().hit(MISSES, client_network())
        raise FormError(NO_SEAT)
    if len(entries) >= MOST_BROWSERS:
        raise FormError(MANY_BROWSERS)
    return entries[0]


def _refuse_guesses() -> None:
    if not _tries().test(MISSES, client_network()):
        abort(429, TOO_OFTEN)


def _tries() -> FixedWindowRateLimiter:
    limiter: FixedWindowRateLimiter = current_app.extensions["tries"]
    return limiter


def find_taught(game_id: str) -> Contest:
    school_class = look_up(game_id)
    is_own = school_class is not None and school_class.player == current_player()
    return school_class if school_class and is_own else abort(404, GONE)


@dataclass(frozen=True)
class PupilQuestion:
    """A question of a step of the visitor's class, by its path there."""

    step: ClassStep
    path: str
    entry: ContestEntry

    @property
    def right_paths(self) -> Collection[str]:
        """The paths of the step's questions that the pupil has answered, in any browser."""
        seats = entries_of(store(), self.entry.contest)
        pupils = [entry.id for entry in seats if entry.seat == self.entry.seat]
        return {answer.path for answer in classes.answers_of(store(), pupils) if answer.is_right}

    def note_answer(self, words: str, *, is_right: bool = False) -> None:
        """Store an answer to the question, or once that the pupil has begun with it."""
        own_answers = classes.answers_of(store(), [self.entry.id]) if words == classes.BEGUN else ()
        if not any(answer.path == self.path for answer in own_answers):
            answer = ClassAnswer(self.entry.id, self.path, words, is_right)
            classes.add_answer(store(), self.entry.contest, answer)


def find_question(paths: Sequence[str]) -> PupilQuestion | None:
    """Return a question by the first of its paths that is in a step of the visitor's class.

    Whoever answers the question of a step hasn't answered that of another, of the same idea.
    """
    player = current_player()
    school_class = classes.find_class(store(), session[JOINED]) if JOINED in session else None
    if school_class is None or school_class.is_closed or player is None:
        return None
    entry = entry_of(store(), school_class.id, player)
    if entry is None or entry.is_removed:
        return None
    steps = classes.open_steps(school_class)
    questions = (
        PupilQuestion(step, path, entry) for path in paths for step in steps if step.holds(path)
    )
    return next(questions, None)


class StepState(StrEnum):
    """How far a pupil is with a step: its value in the words of the class's figures."""

    DONE = "done"
    AT_WORK = "at work"
    WRONG = "wrong so far"
    UNANSWERED = "no answer yet"


@dataclass(frozen=True)
class ClassCell:
    """How far a pupil is with a step, in words and as a state, and their game if it is one.

    ``right`` counts its questions that they have answered right, or a game that is done.
    """

    words: str = ""
    state: StepState = StepState.UNANSWERED
    tries: int = 0
    wrong: tuple[str, ...] = ()
    game: StoredGame | None = None
    right: int = 0

    @property
    def sign(self) -> str:
        return {StepState.DONE: "✓", StepState.WRONG: "✗"}.get(self.state, "")


@dataclass(frozen=True)
class ClassRow:
    """A pupil, with a cell for each step. Their ``seat`` is typed after the class’s code."""

    id: str
    name: str
    seat: str
    has_left: bool
    cells: Sequence[ClassCell]


@dataclass(frozen=True)
class ShownClass:
    """A class with its pupils; ``mark`` changes with what it shows."""

    contest: Contest
    steps: Sequence[ClassStep]
    rows: Sequence[ClassRow]

    @property
    def mark(self) -> str:
        return mark_of(self)

    @property
    def open_steps(self) -> Sequence[ClassStep]:
        return classes.open_steps(self.contest)

    @property
    def until(self) -> str:
        return date_words(classes.deletion_time(self.contest))

    @property
    def plan(self) -> ClassPlan:
        return find_plan(self.contest)

    @property
    def present_count(self) -> int:
        return sum(not row.has_left for row in self.rows)

    def figures(self, place: int) -> Sequence[tuple[StepState, int]]:
        """Return how many pupils a step is done by, and so on; who left before it doesn't count."""
        cells = [
            row.cells[place] for row in self.rows if row.cells[place].words or not row.has_left
        ]
        counts = Counter(cell.state for cell in cells)
        return [(state, counts[state]) for state in StepState if counts[state]]

    def commonest_wrong(self, place: int) -> Sequence[str]:
        """Return what most pupils answered wrongly, each with how many; of many alike, nothing."""
        mistakes = Counter(words for row in self.rows for words in row.cells[place].wrong)
        most = max(mistakes.values(), default=0)
        answers = [f"{words} ({plural(n, 'pupil')})" for words, n in mistakes.items() if n == most]
        return answers if len(answers) <= MOST_ALIKE else ()


def show_class(school_class: Contest, pupil_entry: ContestEntry | None = None) -> ShownClass:
    """Show a class to its teacher, or to a pupil with their own row alone.

    A pupil who came back in another browser has an entry for each, and the name of the first.
    """
    entries = [entry for entry in entries_of(store(), school_class.id) if not entry.is_removed]
    pupils: dict[str, ContestEntry] = {}
    for entry in entries:
        if pupil_entry is None or entry.seat == pupil_entry.seat:
            pupils.setdefault(entry.seat, entry)
    first = {entry.id: pupils[entry.seat].id for entry in entries if entry.seat in pupils}
    answers = [a._replace(entry=first[a.entry]) for a in classes.answers_of(store(), first)]
    begun_games = [
        game._replace(entry=first[game.entry]) for game in classes.games_of(store(), first)
    ]
    steps = classes.steps_of(school_class)

    def cells(pupil: str) -> Sequence[ClassCell]:
        own_games = [game for game in begun_games if game.entry == pupil]
        own_answers = [answer for answer in answers if answer.entry == pupil]
        return [_show_games(step, own_games) or _show_answers(step, own_answers) for step in steps]

    names = table_names(pupils.values())
    seats = {entry.seat for entry in entries if entry.until is None or school_class.is_closed}
    rows = [
        ClassRow(entry.id, names[entry.id], seat, seat not in seats, cells(entry.id))
        for seat, entry in pupils.items()
    ]
    rows.sort(key=lambda row: row.name.casefold())
    return ShownClass(school_class, steps, rows)


def _show_answers(step: ClassStep, answers_given: Sequence[ClassAnswer]) -> ClassCell:
    step_answers = [answer for answer in answers_given if step.holds(answer.path)]
    answers = [answer for answer in step_answers if not answer.is_begun]
    if not answers:
        state = StepState.AT_WORK if step_answers else StepState.UNANSWERED
        return ClassCell(state.value if step_answers else "", state)
    paths = {answer.path for answer in answers}
    right = {answer.path for answer in answers if answer.is_right}
    tries = plural(len(answers), "try", "tries")
    total_words = f"of {step.questions}" if step.questions > 1 else "right"
    words = tries if paths == {step.place} else f"{len(right)} {total_words}"
    first_answers = {answer.path: answer for answer in reversed(answers)}
    if retried := sum(not first_answers[path].is_right for path in right - {step.place}):
        words += f", {retried} retried"
    misses = [answer for answer in answers if not answer.is_right]
    mistakes = dict.fromkeys(_name_question(step, answer.path) + answer.words for answer in misses)
    state = StepState.DONE if len(right) >= step.questions else StepState.AT_WORK
    if right != paths:
        state = StepState.WRONG
    return ClassCell(words, state, len(answers), tuple(mistakes), right=len(right))


def _name_question(step: ClassStep, path: str) -> str:
    """Return the number of a lesson's question, or the level of an idea's; "" for the only one."""
    name = path.removeprefix(step.place).strip("/")
    words = f"Question {name}: " if name.isdecimal() else f"{capitalised(name)} question: "
    return words if name else ""


def _show_games(step: ClassStep, begun_games: Sequence[PupilGame]) -> ClassCell | None:
    """Show the last of the games that a pupil played for a step, but no move made elsewhere."""
    own_games = [pupil_game for pupil_game in begun_games if _is_in(step, pupil_game)]
    if not own_games:
        return None
    if own_games[-1].went_on:
        return ClassCell(WENT_ON, StepState.AT_WORK, len(own_games))
    game = own_games[-1].game
    state = StepState.WRONG if game.finished else StepState.AT_WORK
    if game.result == GameEnd.WON.value:
        state = StepState.DONE
    is_done = state is StepState.DONE
    return ClassCell(_game_words(game), state, len(own_games), (), game, int(is_done))


@lru_cache(1024)  # most of the time few have moved
def _game_words(game: StoredGame) -> str:
    try:
        return playables()[game.kind].line(game, is_over=game.finished).state
    except DocumentError:
        return "damaged"


def _is_in(step: ClassStep, pupil_game: PupilGame) -> bool:
    """Say whether a game is of the challenge, the daily game or the board at a step's address."""
    daily = daily_of(pupil_game.game.kind)
    if daily and pupil_game.game.day:
        page = url_for("daily.game", name=daily.daily)
        return step.place in (page, f"{page}/{pupil_game.game.day}")
    room, _, last = step.place.rpartition("/")
    game = game_types()[pupil_game.game.kind].game
    is_board = room.startswith(f"/{game}/") and last == pupil_game.game.rules
    return is_board or step.place == url_for("contest.page", game_id=pupil_game.contest or "none")


def format_csv(page: ShownClass) -> str:
    """Return a line for each pupil and step. No cell is a formula, whatever a pupil typed."""
    text = io.StringIO("\ufeff")  # which tells Excel that it is UTF-8
    text.seek(1)
    write = csv.writer(text).writerow
    columns = ("Pupil", "Step", "Title", "Address", "Done", "Result", "Tries", "Wrong answers")
    write((*columns, "Right", "Questions"))
    for row in page.rows:
        for number, (step, cell) in enumerate(zip(page.steps, row.cells, strict=True), 1):
            done_word = "yes" if cell.state is StepState.DONE else ""
            place = (row.name, number, step.title, step.path)
            results = (done_word, cell.words, cell.tries, "; ".join(cell.wrong))
            write(map(_plain, (*place, *results, cell.right, step.questions)))
    return text.getvalue()


def _plain(value: object) -> str:
    text = str(value)
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text
