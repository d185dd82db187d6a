"""What may be asked of a type of game. Each is a class in a room of its own, listed in
:mod:`webapp.registry`.

The rooms about games in general (shared, contest, daily, cards, you) know none of them: they ask
the game types that the application was made with.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

from flask import current_app
from flask.typing import ResponseReturnValue

from solver.wording import time_words
from webapp.cards import Card
from webapp.config import Settings
from webapp.storage.documents import DocumentError
from webapp.storage.games import StoredGame
from webapp.storage.records.contests import Contest, ContestEntry
from webapp.storage.records.dailies import FIRST_DAY
from webapp.storage.records.results import NO_FACTS, GameFacts


@dataclass(frozen=True, kw_only=True)
class GameLine:
    """A game in the visitor's list, with how far it has got; ``template`` draws ``picture``."""

    title: str
    role: str
    state: str
    template: str
    picture: Any


@dataclass(frozen=True, kw_only=True)
class ShownEnding:
    """What every shown game has, whatever the game: how it ended, in words, and its steps.

    ``step`` of ``last`` is shown; ``is_open`` says whether anything of the solution is. ``more`` is
    for the game type's template.
    """

    title: str
    result: str
    about: str
    step: int
    last: int
    is_open: bool
    more: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class IdeaSkill:
    """How a player found what ideas lead to: how often, how often at once, and in what time.

    ``names`` are those of the ideas' pages, several if nothing tells which was used, the easiest
    first; ``seconds`` are the median, 0 of too few numbers.
    """

    names: tuple[str, ...]
    seen: int
    count: int
    seconds: int

    @property
    def time(self) -> str:
        return time_words(self.seconds) if self.seconds else ""


class GameType(ABC):
    """A type of game: its games are stored under its ``name``.

    ``game`` is its game's name in addresses. Games that ``have_guests`` link to those of guests.
    """

    name: str
    game: str
    have_guests: bool = False

    def facts(self, record: StoredGame) -> GameFacts:
        """Return what is known of a game, when it begins and when it is over."""
        return GameFacts(record.kind)

    def retention(self, settings: Settings) -> int | None:
        """Return for how many days games are kept, or None if as long as most."""
        return None


class Playable(GameType):
    """A type whose games are in the visitor's lists; ``page`` is the endpoint of one.

    Hints may lead to lessons if it ``teaches``.
    """

    page: str
    teaches: bool = False

    @abstractmethod
    def line(self, record: StoredGame, *, is_over: bool) -> GameLine:
        """Return a game as lists show it. Raises DocumentError."""

    def text(self, record: StoredGame) -> Mapping[str, str]:
        """Return what the visitor's file has of a game, by name."""
        return {}

    def board_title(self, board: str) -> str:
        """Return the title of a board by its name in the facts."""
        return board

    def best_mean(self, board: str) -> Fraction | None:
        """Return the average that perfect play needs on a board, if that is proved."""
        return None

    def skills(self, player: str) -> Sequence[IdeaSkill]:
        """Return a player's skill at each idea. Raises PendingError."""
        return ()


class Shareable(Playable):
    """A type whose finished games can be shown to anybody with the link.

    If others may still be looking for a game's solution, they see it only after they have finished
    the same, and ``why_held_back`` says so. ``step_word`` names a step. ``shared_review`` is the
    endpoint of a shown game's review, if there is one.
    """

    shared_template: str
    shared_styles: tuple[str, ...]
    shared_review: str = ""
    why_held_back: str
    step_word: str

    @abstractmethod
    def share_line(self, record: StoredGame) -> str:
        """Return what is sent, in one line."""

    @abstractmethod
    def share_text(self, record: StoredGame, link: str) -> str:
        """Return what is sent with all that can be told."""

    @abstractmethod
    def share_card(self, record: StoredGame) -> Card:
        """Return the preview of the link."""

    @abstractmethod
    def last_step(self, record: StoredGame) -> int: ...

    @abstractmethod
    def show_ending(self, record: StoredGame, step: int | None) -> ShownEnding:
        """Return a game as it was after a step, or with nothing of the solution if that is None."""

    def start_part(self, record: StoredGame) -> str:
        """Return a part of ``start`` by which games of the same code or board are found."""
        return ""

    @abstractmethod
    def is_same(self, record: StoredGame, second_record: StoredGame) -> bool:
        """Say whether two games have the same code or board."""

    @abstractmethod
    def is_held_back(self, record: StoredGame) -> bool:
        """Say whether others may still be looking for the solution."""

    @abstractmethod
    def begin_same(self, record: StoredGame, *, is_seen: bool) -> ResponseReturnValue:
        """Begin the visitor's game of the same code or board; they may have seen its solution."""


class Contestable(Playable):
    """A type whose code or board can be sent to many, for a group challenge or a race.

    ``contest_game`` names the game, ``thing`` is what is sent, and ``call`` is on the button. The
    template ``contest_start``, with ``contest_choices``, offers it, ``contest_board`` shows it to
    players, if they see it before they play, and ``contest_solution`` to its setter. A table is
    ``sorted_by`` this, in words, and ``result_heading`` is its column.
    """

    contest_game: str
    thing: str
    call: str
    contest_start: str
    contest_start_styles: tuple[str, ...] = ()
    contest_choices: Mapping[str, Any] = {}
    contest_styles: tuple[str, ...]
    contest_board: str = ""
    contest_solution: str = ""
    contest_card_words: str
    result_heading: str
    sorted_by: str
    units: str

    @abstractmethod
    def as_sent(self, record: StoredGame) -> StoredGame | None:
        """Return a finished game in the form in which others begin it; None if it can't be sent."""

    @abstractmethod
    def new_contest(self, player: str) -> tuple[str, str]:
        """Return the rules and the start of a usual code or board that nobody has seen.

        Raises FormError if there is none at the moment.
        """

    @abstractmethod
    def next_contest(self, contest: Contest) -> tuple[str, str]:
        """Return the rules and the start of another code or board like this one, likewise."""

    @abstractmethod
    def contest_title(self, contest: Contest) -> str:
        """Return the name of the code or board."""

    @abstractmethod
    def contest_about(self, contest: Contest) -> str:
        """Return sentences that describe it."""

    @abstractmethod
    def contest_card(self, contest: Contest) -> Card: ...

    def contest_more(self, contest: Contest) -> Mapping[str, Any]:
        """Return what the templates get; ``promise`` says what the link reveals."""
        return {}

    def exported_solution(self, contest: Contest) -> Mapping[str, str]:
        """Return what its setter's file has of the solution, by name."""
        return {}

    @abstractmethod
    def result(self, entry: ContestEntry) -> str:
        """Say how a game ended."""

    @abstractmethod
    def result_figure(self, entry: ContestEntry) -> str:
        """Say the same briefly, for the table."""

    @abstractmethod
    def result_order(self, entry: ContestEntry) -> tuple[float, ...]:
        """Return what sorts the results, the best first."""

    @abstractmethod
    def progress(self, record: StoredGame) -> tuple[int, int]:
        """Return how many ``units`` of how many a game has made, for a race."""


class Daily(Playable):
    """A type with a game for each day, from ``first_day`` on; ``daily`` is its name in addresses.

    ``daily_template`` draws the picture of a day's board, ``daily_review`` is the endpoint of a
    game's review, and ``lost_words`` say that it was lost. What counts is the time if it
    ``is_timed``, else the guesses.
    """

    daily: str
    daily_title: str
    daily_tab: str
    daily_template: str
    daily_review: str = ""
    first_day: date
    lost_words: str
    is_timed: bool = False

    @abstractmethod
    def day_title(self, day: date) -> str:
        """Return the name of a day's board."""

    def day_about(self, day: date) -> str:
        """Return a sentence on a day's board."""
        return f"{self.day_title(day)}."

    @abstractmethod
    def day_card(self, day: date) -> Card:
        """Return the preview of a day's link, with nothing of the solution."""

    @abstractmethod
    def day_picture(self, day: date) -> Any:
        """Return what the template draws of a day's board, with nothing of the solution."""

    def day_mean(self, day: date) -> Fraction | None:
        """Return the average that perfect play needs on a day's board, if that is proved."""
        return None

    @abstractmethod
    def begin_day(self, day: date) -> ResponseReturnValue:
        """Lead to the visitor's game of a day."""

    @abstractmethod
    def amount_words(self, amount: int) -> str:
        """Write guesses or seconds in words."""

    def amount_figure(self, amount: int) -> str:
        """Write them briefly, for a calendar."""
        return self.amount_words(amount)

    def day_number(self, day: str) -> str:
        """Return the name of a day's game with its number, counted from the first day of all."""
        return f"{self.daily_title} #{(date.fromisoformat(day) - FIRST_DAY).days + 1}"

    def week(self, day: date) -> tuple[tuple[str, str], ...]:
        """Return the boards of the week around a day: each weekday, and its board."""
        monday = day - timedelta(days=day.weekday())
        days = (monday + timedelta(days=number) for number in range(7))
        return tuple((f"{weekday:%A}", self.day_title(weekday)) for weekday in days)


GameTypes = Mapping[str, GameType]


def game_types() -> GameTypes:
    """Return all game types by name, in the order of lists."""
    all_types: GameTypes = current_app.extensions["game_types"]
    return all_types


def playables() -> Mapping[str, Playable]:
    return {name: kind for name, kind in game_types().items() if isinstance(kind, Playable)}


def shareables() -> Mapping[str, Shareable]:
    return {name: kind for name, kind in game_types().items() if isinstance(kind, Shareable)}


def contestables() -> Mapping[str, Contestable]:
    return {name: kind for name, kind in game_types().items() if isinstance(kind, Contestable)}


def daily_of(name: str) -> Daily | None:
    """Return the game type stored under a name if it has a game for each day."""
    game_type = game_types()[name]
    return game_type if isinstance(game_type, Daily) else None


def dailies() -> Mapping[str, Daily]:
    """Return the game types with a game for each day, by the name in their addresses."""
    return {daily.daily: daily for daily in game_types().values() if isinstance(daily, Daily)}


def facts_of(all_types: GameTypes, record: StoredGame) -> GameFacts:
    """Return what is known of a game; nothing if it is damaged."""
    if record.kind not in all_types:
        return GameFacts(record.kind)
    try:
        return all_types[record.kind].facts(record)
    except DocumentError:
        return NO_FACTS
