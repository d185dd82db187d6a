"""All games by name: the presets in one table, and games made from rules.

``classic``
    4 pegs, 6 colours, ten guesses
``eight``
    the same board with eight guesses, as in the program of that name
``mini``, ``super``
    3 pegs with 4 colours; 5 pegs with 8
``grand``
    6 pegs, 8 colours and the blank
``distinct``
    the classic board; no colour repeats in the secret, in guesses it may
``bulls9``, ``bulls10``
    Bulls and Cows with four digits, from 1 to 9 or from 0 to 9
``pair``
    two numbers from 0 to 4, compared
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from solver.deduction.rules.bulls_and_cows import Digits, parse_digits
from solver.deduction.rules.game import Game, RulesError
from solver.deduction.rules.mastermind import Rules, parse_rules
from solver.deduction.rules.mastermind_game import Board
from solver.deduction.rules.number_pair import NumberPair
from solver.wording import listed, shown

PAIR: Final = "pair"
PRESETS: Final[dict[str, Rules]] = {
    "classic": Rules(),
    "eight": Rules(guesses=8),
    "mini": Rules(3, 4),
    "super": Rules(5, 8, 12),
    "grand": Rules(6, 8, 12, blanks=True),
    "distinct": Rules(secret_repeats=False),
    "bulls9": Digits(4, 9),
    "bulls10": Digits(4, 10),
}
NAMES: Final = (*PRESETS, PAIR)


def game_for(rules: Rules) -> Board:
    """Return the game of these rules: a preset if it is one; others from a small cache."""
    name = next((name for name, preset in PRESETS.items() if preset == rules), None)
    return _own_board(rules) if name is None else _preset(name)


@cache
def _preset(name: str) -> Board:
    return Board(PRESETS[name], name)


@lru_cache(maxsize=4)
def _own_board(rules: Rules) -> Board:
    return Board(rules)


@cache
def _number_pair() -> NumberPair:
    return NumberPair()


def game_named(text: str) -> Game:
    """Return a preset by its name, or the game of rules such as ``5x6/12`` or ``4of0-9``.

    Raises RulesError.

    >>> game_named("classic").code_count, game_named("5x6").name
    (1296, '5x6/10')
    """
    if text == PAIR:
        return _number_pair()
    if text in PRESETS:
        return game_for(PRESETS[text])
    if not any(character.isdecimal() for character in text):
        raise RulesError(f"There is no game “{shown(text)}”; there are {listed(NAMES)}.")
    return game_for(parse_digits(text) if "of" in text else parse_rules(text))
