"""The form of a new game: what it offers, and the rules and setup read from it."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple

from solver.deduction import games
from solver.deduction.faces.face import Face, Pegs
from solver.deduction.knowledge.guess_rules import GuessRule, check_rule
from solver.deduction.rules.game import Code, Game, RulesError
from solver.wording import InputError
from webapp.http.forms import FormError, submitted_row
from webapp.mastermind import board_view
from webapp.mastermind.feedback_sheet import given_fields, parse_keys
from webapp.mastermind.finished import parse_strategy
from webapp.mastermind.setup import BreakerSetup, StoredRole

#: The board if a form names none.
USUAL: Final = "classic"
#: What every form of a new game offers.
CHOICES: Final[Mapping[str, Any]] = {
    "offered": games.OFFERED_PRESETS,
    "own_games": tuple(own for own in games.OWN_GAMES.values() if not own.text),
    "own_lists": tuple(own for own in games.OWN_GAMES.values() if own.text),
    "usual": USUAL,
    "keys": tuple(games.DISPLAYS.values()),
}
#: The fields that say what game begins, apart from its first row.
OPTIONS: Final = {"game", "keys", "strategy", "overlook", "waits", "setter"}.union(
    *(own.field_names for own in games.OWN_GAMES.values())
)


def parse_game(form: Mapping[str, str]) -> Game:
    """Return the board that a form chose; RulesError with a sentence if there is none."""
    name = form.get("game", USUAL)
    return (
        games.find_equal(games.OWN_GAMES[name].make(form))
        if name in games.OWN_GAMES
        else games.game_named(name)
    )


def parse_setup_form(form: Mapping[str, str], game: Game) -> BreakerSetup:
    """Return the setup that a form chose for a breaker's game; FormError if it is impossible."""
    role = form.get("role", StoredRole.BREAKER.value)
    if role not in (StoredRole.BREAKER.value, StoredRole.EVIL.value):
        raise FormError("Choose a fair or an evil setter.")
    try:
        rule = GuessRule(form.get("rule", GuessRule.ANY))
    except ValueError as error:
        raise FormError("Choose from the list which guesses are allowed.") from error
    check_rule(game, rule)
    setup = BreakerSetup(
        role=StoredRole(role),
        keys=parse_keys(form, game),
        practice=form.get("practice") == "1",
        rule=rule,
        seed=secrets.randbelow(2**32),
    )
    return replace(setup, strategy=parse_strategy(form, setup))


def random_code(game: Game) -> Code:
    """Draw a secret from the system's randomness, so that nobody can predict it."""
    return draw_code(game, secrets.SystemRandom())


def draw_code(game: Game, chance: Random) -> Code:
    return game.code_at(int(game.secrets[chance.randrange(game.secret_count)]))


def count_words(form: Mapping[str, str]) -> str:
    """Say how many codes the board of a form has, or why there is no such board.

    >>> count_words({"game": "mini"})
    '64 possible codes.'
    """
    try:
        game = parse_game(form)
        return f"{game.secret_count:,} possible {game.terms.code}s."
    except RulesError as problem:
        return str(problem)


def first_count_words(form: Mapping[str, str]) -> str:
    """Say the same of a form when first shown, with default numbers where it has none.

    >>> first_count_words({"game": "own", "colours": "5"})
    '625 possible codes.'
    """
    return count_words(_filled(form))


def _filled(form: Mapping[str, str]) -> dict[str, str]:
    own_board = games.OWN_GAMES.get(form.get("game", ""))
    usual_texts = {field.name: str(field.usual) for field in own_board.numbers} if own_board else {}
    return usual_texts | dict(form.items())


class BoardCard(NamedTuple):
    """A board that can be chosen, with pegs for its picture."""

    name: str
    title: str
    sentence: str
    pegs: Pegs


@cache
def board_cards() -> tuple[BoardCard, ...]:
    """Return a card of every board: the ladder first, then the others."""
    return tuple(
        board_card(name) for name in dict.fromkeys((*games.LADDER, *games.POPULAR, *games.NAMES))
    )


@cache
def board_card(name: str) -> BoardCard:
    game = games.game_named(name)
    code = game.code_at(int(game.secrets[5 * game.secret_count // 13]))
    preset = games.PRESETS[name]
    return BoardCard(name, preset.title, preset.sentence, games.face_of(game).pegs(code))


@dataclass(frozen=True, kw_only=True)
class EmptyBoard(board_view.ShownBoard):
    """A board with a row being built and the fields of its feedback.

    ``chosen_options`` is what else the form has chosen, for the form that begins the game.
    """

    fields: board_view.FeedbackFields
    chosen_options: tuple[tuple[str, str], ...]


def show_empty_board(form: Mapping[str, str], problem: str = "") -> EmptyBoard:
    """Return the board that a form chose, or the default one, and why if it can't be had.

    >>> [show_empty_board({"game": name}).table.title for name in ("mini", "x")]
    ['Mini', 'Classic']
    """
    fields = _filled(form)
    try:
        game = parse_game(fields)
        face = games.face_of(game, parse_keys(fields, game))
    except InputError as refused:
        face = games.face_of(games.game_named(USUAL))
        problem = problem or str(refused)
    draft = board_view.draft_of(face, submitted_row(form) or form.get("draft", ""))
    return EmptyBoard(
        table=board_view.ShownGame(face),
        rows=(board_view.open_row(face, 1, draft.text),),
        draft=draft,
        fields=board_view.feedback_fields(face, "row-1", None, given_fields(form, face)),
        typed=form.get("typed", "")[:20],
        status=setting_words(face),
        problem=problem,
        chosen_options=tuple((name, fields[name]) for name in fields if name in OPTIONS),
    )


def setting_words(face: Face) -> str:
    return f"Set your {face.terms.code}: choose a {face.terms.colour} for each {face.terms.hole}."
