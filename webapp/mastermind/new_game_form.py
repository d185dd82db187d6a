"""The form of a new game: rules and setup read from it, and what it offers."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Final

from solver.deduction.games import game_for, game_named
from solver.deduction.rules.game import Code, Game, RulesError
from solver.deduction.rules.mastermind import MOST_COLOURS, MOST_PEGS, Rules
from webapp.http.forms import FormError, Offer
from webapp.mastermind.answer_sheet import parse_keys
from webapp.mastermind.opponent import parse_strategy
from webapp.mastermind.setup import Role, Setup

OWN: Final = "own"
USUAL_NUMBERS: Final = {"pegs": "4", "colours": "6", "guesses": "10"}


OFFERED: Final = (
    Offer("classic", "Classic", "4 pegs, 6 colours, 10 guesses"),
    Offer("mini", "Mini", "3 pegs, 4 colours, 10 guesses"),
    Offer("eight", "Eight guesses", "Classic with 8 guesses; white keys for the right place"),
    Offer("distinct", "Distinct", "Classic; no colour repeats in the code"),
    Offer("super", "Super", "5 pegs, 8 colours, 12 guesses"),
    Offer("grand", "Grand", "6 pegs, 8 colours or an empty hole, 12 guesses"),
    Offer("bulls9", "Bulls and Cows 1–9", "4 different digits, 10 guesses"),
    Offer("bulls10", "Bulls and Cows 0–9", "4 different digits, 10 guesses"),
    Offer("pair", "Number pair", "Two numbers from 0 to 4; is any too large or too small?"),
)


def title_of(game: Game) -> str:
    """Return what a game is called on its page."""
    titles = {preset.name: preset.title for preset in OFFERED}
    if game.name == "classic":
        return "Mastermind"
    return titles.get(game.name, f"{game.pegs} × {game.choices}")


def board_of(game: Game) -> str:
    """Return what a game is called among others.

    >>> board_of(game_named("classic")), board_of(game_named("5x8"))
    ('Classic', '5 × 8')
    """
    return "Classic" if game.name == "classic" else title_of(game)


def parse_game(form: Mapping[str, str]) -> Game:
    """Return the game a form chose; RulesError or FormError with a sentence if there is none."""
    name = form.get("game", "classic")
    if name == OWN:
        return game_for(_own_rules(form))
    return game_named(name)


def _own_rules(form: Mapping[str, str]) -> Rules:
    pegs, colours = _count(form, "pegs", "pegs"), _count(form, "colours", "colours")
    if not (2 <= pegs <= MOST_PEGS and 2 <= colours <= MOST_COLOURS):
        raise RulesError(
            f"A board of your own has 2 to {MOST_PEGS} pegs and 2 to {MOST_COLOURS} colours."
        )
    repeats = form.get("repeats", "all")
    return Rules(
        pegs,
        colours,
        _count(form, "guesses", "guesses"),
        repeats=repeats != "none",
        secret_repeats=repeats == "all",
        blanks=form.get("blanks") == "1",
    )


def _count(form: Mapping[str, str], name: str, words: str) -> int:
    text = form.get(name, "").strip()
    if not (text.isascii() and text.isdecimal() and len(text) <= 3):
        raise FormError(f"Type the number of {words}.")
    return int(text)


def parse_setup_form(form: Mapping[str, str], game: Game) -> Setup:
    """Return the setup a form chose for a game of the breaker's; FormError for no such setup."""
    role = form.get("role", Role.BREAKER.value)
    if role not in (Role.BREAKER.value, Role.EVIL.value):
        raise FormError("The setter is fair or evil.")
    return Setup(
        role=Role(role),
        keys=parse_keys(form, game),
        strategy=parse_strategy(form),
        practice=form.get("practice") == "1",
        seed=secrets.randbelow(2**32),
    )


def random_code(game: Game) -> Code:
    """Draw a secret from the system's randomness, so that it cannot be foreseen."""
    if game.is_listed:
        return game.code_at(int(game.secrets[secrets.randbelow(game.secret_count)]))
    while True:
        code = game.code_at(secrets.randbelow(game.code_count))
        if game.is_secret(code):
            return code


def count_words(form: Mapping[str, str]) -> str:
    """Say how many codes the game has that a form chose, or why there is no such game.

    >>> count_words({"game": "mini"})
    '64 codes are possible.'
    """
    try:
        return f"{parse_game(form).secret_count:,} codes are possible."
    except (RulesError, FormError) as problem:
        return str(problem)


def first_count_words(form: Mapping[str, str]) -> str:
    """Say the same of a form as a page first shows it: with usual numbers where it has none.

    >>> first_count_words({"game": "own", "colours": "5"})
    '625 codes are possible.'
    """
    return count_words(USUAL_NUMBERS | dict(form.items()))
