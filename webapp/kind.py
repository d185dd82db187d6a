"""What other rooms may ask about a kind of game, which its own room answers in ``kind``.

The rooms about games in general (shared, contest, daily, cards, you) know none of them: they ask
the kinds that the application was made with.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
from webapp.storage.records.contest_entries import ContestEntry
from webapp.storage.records.contests import Contest
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
    for the kind's template.
    """

    title: str
    heading: str
    about: str
    step: int
    last: int
    is_open: bool
    more: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class SharedKind:
    """A kind of game whose finished games can be shown.

    ``text`` is what is sent, with a link, and ``card`` its preview. Others may ``begin`` a game of
    the same code or board, found by its ``rules`` and a ``part`` of its ``start``, and confirmed by
    ``is_same``. If a game ``is_held_back``, others see the solution only after they have finished
    the same, and ``why_held_back`` says so. ``show`` gets a step, or None to show nothing of the
    solution. ``review`` is the endpoint of a shown game's review, if there is one.
    """

    template: str
    styles: tuple[str, ...]
    page: str
    text: Callable[[StoredGame, str], str]
    card: Callable[[StoredGame], Card]
    show: Callable[[StoredGame, int | None], ShownEnding]
    part: Callable[[StoredGame], str]
    is_same: Callable[[StoredGame, StoredGame], bool]
    is_held_back: Callable[[StoredGame], bool]
    why_held_back: str
    begin: Callable[[StoredGame, bool], ResponseReturnValue]
    step_word: str
    last_step: Callable[[StoredGame], int]
    review: str = ""


@dataclass(frozen=True, kw_only=True)
class ContestKind:
    """A kind of game that many can play; ``page`` is the endpoint of a game.

    ``game`` names it, and ``thing`` is what is sent. The template ``start`` offers it, with its
    ``choices``.
    ``sent`` returns a finished game in the form in which others begin it; None if it can't be sent.
    ``title`` names the code or board, ``about`` describes it in a sentence, ``card`` paints it. The
    template ``board`` shows it to players, and ``solution`` to its setter; both get ``more``, whose
    ``promise`` says what the link reveals. ``exported_solution`` returns the solution as text.
    ``order`` sorts the results, as ``sorted_by`` says in words; ``result`` says how a game ended,
    ``figure`` the same briefly, for the table's column ``heading``.

    In a race ``progress`` says how many ``units`` of how many a game has made. ``new`` returns the
    rules and the start of a usual code or board for a player, which nobody has seen, ``again``
    those of another like this one; both raise FormError if there is none at the moment.
    """

    page: str
    game: str
    thing: str
    do: str
    styles: tuple[str, ...]
    start: str
    sent: Callable[[StoredGame], StoredGame | None]
    title: Callable[[Contest], str]
    about: Callable[[Contest], str]
    card: Callable[[Contest], Card]
    card_words: str
    more: Callable[[Contest], Mapping[str, Any]]
    result: Callable[[ContestEntry], str]
    figure: Callable[[ContestEntry], str]
    heading: str
    order: Callable[[ContestEntry], tuple[float, ...]]
    sorted_by: str
    progress: Callable[[StoredGame], tuple[int, int]]
    units: str
    new: Callable[[str], tuple[str, str]]
    again: Callable[[Contest], tuple[str, str]]
    board: str = ""
    solution: str = ""
    start_styles: tuple[str, ...] = ()
    choices: Mapping[str, Any] = field(default_factory=dict)
    exported_solution: Callable[[Contest], Mapping[str, str]] = lambda contest: {}


@dataclass(frozen=True, kw_only=True)
class DailyGame:
    """A game that comes once a day, by its ``name`` in addresses.

    ``page`` is the endpoint of such a game. ``board`` describes a day's board, ``board_title``
    names it, and ``best`` is the average that perfect play needs on it, if that is proved. The
    answer to a form, ``begin`` leads to the visitor's game of a day.

    ``template`` draws the small ``picture`` of a day's board, and ``card`` is its
    preview: neither shows anything of the solution. ``amount`` writes the guesses, or seconds if it
    ``is_timed``, briefly for a calendar, and ``words`` in words.
    """

    name: str
    kind: str
    page: str
    title: str
    tab: str
    first_day: date
    board: Callable[[date], str]
    board_title: Callable[[date], str]
    best: Callable[[date], Fraction | None]
    begin: Callable[[date], ResponseReturnValue]
    amount: Callable[[int], str]
    words: Callable[[int], str]
    lost: str
    card: Callable[[date], Card]
    template: str
    picture: Callable[[date], Any]
    is_timed: bool = False
    review: str = ""

    def week(self, day: date) -> tuple[tuple[str, str], ...]:
        """Return the boards of the week around a day: each weekday, and its board."""
        monday = day - timedelta(days=day.weekday())
        days = (monday + timedelta(days=number) for number in range(7))
        return tuple((f"{weekday:%A}", self.board_title(weekday)) for weekday in days)


@dataclass(frozen=True, kw_only=True)
class IdeaSkill:
    """How a player found what an idea leads to: how often, how often at once, and in what time.

    ``name`` is that of the idea's page, ``seconds`` are the median, 0 of too few numbers.
    """

    name: str
    seen: int
    count: int
    seconds: int

    @property
    def time(self) -> str:
        return time_words(self.seconds) if self.seconds else ""


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A kind of game: games are stored under its ``name``, ``page`` is the endpoint of one.

    ``game`` is its game's name in addresses. ``facts`` is called when a game begins and when it is
    over. ``show`` is for lists, ``text`` for the visitor's file. ``title`` turns a board's name in
    the facts into its title, and ``best`` is the average that perfect play needs on it, if that is
    proved.

    ``retention`` returns for how many days games are kept, if not as usual. Games of a kind that
    ``has_guests`` link to their guests' games. Hints may lead to lessons if it ``teaches``.
    ``skills`` returns a player's skill at each idea; it may be pending.
    """

    name: str
    game: str
    page: str = ""
    facts: Callable[[StoredGame], GameFacts] | None = None
    show: Callable[[StoredGame, bool], GameLine] | None = None
    text: Callable[[StoredGame], Mapping[str, str]] = lambda stored: {}
    title: Callable[[str], str] = str
    best: Callable[[str], Fraction | None] = lambda board: None
    retention: Callable[[Settings], int] | None = None
    has_guests: bool = False
    teaches: bool = False
    skills: Callable[[str], Sequence[IdeaSkill]] | None = None
    shared: SharedKind | None = None
    contest: ContestKind | None = None
    daily: DailyGame | None = None


Kinds = Mapping[str, Kind]


def kinds() -> Kinds:
    all_kinds: Kinds = current_app.extensions["kinds"]
    return all_kinds


def daily_games() -> Mapping[str, DailyGame]:
    return {kind.daily.name: kind.daily for kind in kinds().values() if kind.daily}


def facts_of(registered_kinds: Kinds, stored: StoredGame) -> GameFacts:
    """Return what is known of a game; nothing if it is damaged."""
    tell = registered_kinds[stored.kind].facts if stored.kind in registered_kinds else None
    if tell is None:
        return GameFacts(stored.kind)
    try:
        return tell(stored)
    except DocumentError:
        return NO_FACTS
