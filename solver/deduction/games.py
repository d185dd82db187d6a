"""All games by name, each with its face: the one list to which a new game is added."""

from functools import cache, lru_cache
from typing import Final

from solver.deduction.faces import mastermind, number_pair, words
from solver.deduction.faces.face import Display, Face, Family, OwnGame, Preset
from solver.deduction.rules.game import Game, RulesError
from solver.deduction.rules.mastermind import Rules
from solver.deduction.rules.mastermind_game import MastermindGame
from solver.wording import join_words, quote

FAMILIES: Final[tuple[Family, ...]] = (
    mastermind.FAMILY,
    number_pair.FAMILY,
    words.FAMILY,
)

PRESETS: Final[dict[str, Preset]] = {
    preset.name: preset for family in FAMILIES for preset in family.presets
}
OFFERED_PRESETS: Final = tuple(preset for preset in PRESETS.values() if preset.is_offered)
NAMES: Final = tuple(preset.name for preset in OFFERED_PRESETS)
#: Games from the easiest to the hardest, each a step up from the one before.
LADDER: Final = ("mini", "classic", "super", "grand")
#: The others, most asked for first.
POPULAR: Final = ("words2", "bulls10", "distinct", "bulls9", "pair", "eight")
#: The daily game of each weekday, from Monday on: the usual one, then others.
DAILY_WEEK: Final = (*4 * ("classic",), "distinct", "bulls10", "super")
OWN_GAMES: Final[dict[str, OwnGame]] = {
    family.own.name: family.own for family in FAMILIES if family.own
}
#: Every display of feedback that some game has.
DISPLAYS: Final[dict[str, Display]] = {
    display.name: display for family in FAMILIES for display in family.displays
}


def face_of(game: Game, display: str = "") -> Face:
    """Return a game's face, showing feedback by the named display, or as is usual.

    >>> face_of(game_named("classic")).code_words((0, 0, 1, 2))
    'red, red, orange, yellow'
    """
    if game.name in PRESETS:
        return _preset_face(game.name, game.alphabet, display)
    return _face(game, display)


@lru_cache(maxsize=64)
def _preset_face(name: str, alphabet: tuple[str, ...], display: str) -> Face:
    return _face(_preset(name).with_alphabet(alphabet), display)


def _face(game: Game, display: str) -> Face:
    faces = (family.face(game, display) for family in FAMILIES)
    face = next(filter(None, faces), None)
    if face is None:
        raise LookupError(f"The game {game.name} has no face: its family is not listed.")
    return face


def game_named(text: str) -> Game:
    """Return a preset by name, or the game with rules such as ``5x6/12`` or ``4of0-9``.

    Raises RulesError.

    >>> game_named("classic").code_count, game_named("5x6").name
    (1296, '5x6/10')
    """
    if text in PRESETS:
        return _preset(text)
    if not any(character.isdecimal() for character in text):
        raise RulesError(f"There’s no board called “{quote(text)}”. There are {join_words(NAMES)}.")
    hits = (family.parse(text) for family in reversed(FAMILIES))  # a board of pegs may be misspelt
    return find_equal(next(filter(None, hits)))


def game_for(rules: Rules) -> Game:
    return find_equal(MastermindGame(rules))


def find_equal(game: Game) -> Game:
    """Return an equal game that already exists, a preset or a recent one, or else this one.

    >>> find_equal(MastermindGame(Rules())) is game_named("classic")
    True
    """
    presets = map(_preset, PRESETS)
    return next((preset for preset in presets if preset == game), None) or _own(game)


@cache
def _preset(name: str) -> Game:
    return PRESETS[name].make()


@lru_cache(maxsize=4)
def _own(game: Game) -> Game:
    return game


def usual_board(game: Game) -> Game:
    """Return the board that represents those that differ only in the number of guesses.

    That number changes no strategy. A preset represents itself.

    >>> usual_board(game_named("4x5/12")).name, usual_board(game_named("5x8/7")).name
    ('4x5/10', 'super')
    """
    if game.name in PRESETS:
        return game
    presets = (preset for preset in map(_preset, PRESETS) if game.with_rows(preset.rows) == preset)
    return next(presets, None) or find_equal(game.with_rows(Rules.guesses))


def title_of(game: Game) -> str:
    """Return a game's title.

    >>> title_of(game_named("classic")), title_of(game_named("5x8p/9"))
    ('Classic', '5 × 8, only right places')
    """
    preset = PRESETS.get(game.name)
    return preset.title if preset else face_of(game).own_title
