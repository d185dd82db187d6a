"""A game of Mastermind as text that the command line reads: its turns, and its code once over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from solver.deduction.games import game_named
from solver.deduction.rules.game import Turn
from webapp.mastermind.answer_sheet import parse_sheet
from webapp.mastermind.breaker.game import open_match
from webapp.mastermind.breaker.role import BREAKER
from webapp.mastermind.challenge.role import CHALLENGE
from webapp.mastermind.setter.role import SETTER
from webapp.mastermind.setup import setup_of
from webapp.storage.games import StoredGame


class GameText(NamedTuple):
    """The turns of a game as ``mastermind candidates`` takes them, and the code, or nothing."""

    turns: str
    code: str


def text_of(stored: StoredGame) -> GameText:
    """Return a stored game as text; a code that its player has still to find is not in it.

    Raises DocumentError, and ThinkingError for an evil setter's that is still thought about.
    """
    game, setup = game_named(stored.rules), setup_of(stored)
    if stored.kind == CHALLENGE.kind:  # its rows are in the game of whoever broke the code
        return GameText("", setup.secret)
    turns: Sequence[Turn]
    if stored.kind == BREAKER.kind:
        match = open_match(stored).match
        turns = match.turns
        secret = match.secret if stored.finished else None
        code = game.format_code(secret) if secret is not None else ""
    else:
        turns = parse_sheet(game, stored.moves).turns
        code = setup.secret if stored.finished or stored.kind == SETTER.kind else ""
    return GameText(" ".join(game.format_turn(turn) for turn in turns), code)
