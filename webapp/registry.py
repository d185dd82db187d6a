"""The list of all game types and that of all rooms, to which a new one is added."""

from typing import Final

from webapp import cards, embed, friends, shared
from webapp.circle import routes as circle
from webapp.classroom import routes as classroom
from webapp.config import Settings
from webapp.contest import routes as contest
from webapp.daily import routes as daily
from webapp.game_type import GameType, GameTypes
from webapp.hidoku import cards as hidoku_cards
from webapp.hidoku import embedded as hidoku_embedded
from webapp.hidoku import rules
from webapp.hidoku import start as hidoku
from webapp.hidoku.boards import routes as boards
from webapp.hidoku.editor import routes as editor
from webapp.hidoku.editor.game import Drafts
from webapp.hidoku.exchange import export_routes, import_routes
from webapp.hidoku.play import pencil_routes
from webapp.hidoku.play import routes as play
from webapp.hidoku.play.kind import LargeHidoku, MiniHidoku
from webapp.hidoku.watch import routes as watch
from webapp.http import health
from webapp.lab import routes as lab
from webapp.learn import ideas, runs
from webapp.learn import routes as learn
from webapp.learn.exercises import routes as exercises
from webapp.mastermind import cards as mastermind_cards
from webapp.mastermind import start as mastermind
from webapp.mastermind.analysis import routes as analysis
from webapp.mastermind.breaker import routes as breaker
from webapp.mastermind.breaker.kind import BREAKER
from webapp.mastermind.challenge import routes as challenge
from webapp.mastermind.review import routes as review
from webapp.mastermind.setter import routes as setter
from webapp.site import home, machines
from webapp.storage.sweep import Retention
from webapp.you import data, settings, statistics
from webapp.you import routes as you

_ALL: Final[tuple[GameType, ...]] = (
    MiniHidoku(),
    BREAKER,
    setter.SETTER,
    challenge.CHALLENGE,
    analysis.ANALYSIS,
    LargeHidoku(),
    Drafts(),
)
#: By the name that games are stored under, in the order of lists.
GAME_TYPES: Final[GameTypes] = {game_type.name: game_type for game_type in _ALL}


def retention(settings: Settings, game_types: GameTypes = GAME_TYPES) -> Retention:
    """Return how long games of each type are kept, according to the settings."""
    days = {name: game_type.retention(settings) for name, game_type in game_types.items()}
    return Retention(
        settings.keep_untouched,
        settings.keep_unfinished,
        {name: number for name, number in days.items() if number is not None},
        frozenset(name for name, game_type in game_types.items() if game_type.have_guests),
    )


#: Every module with pages, in the order of a visit; each has a ``blueprint`` to register.
ROOMS = (
    home,
    machines,
    health,
    daily,
    learn,
    you,
    statistics,
    settings,
    data,
    mastermind,
    breaker,
    setter,
    challenge,
    review,
    analysis,
    lab,
    hidoku,
    rules,
    play,
    pencil_routes,
    boards,
    watch,
    editor,
    import_routes,
    export_routes,
    exercises,
    ideas,
    runs,
    shared,
    friends,
    contest,
    circle,
    classroom,
    cards,
    embed,
)
#: Modules that add to rooms which know no game; importing them is enough.
ADDED = (hidoku_cards, mastermind_cards, hidoku_embedded)
