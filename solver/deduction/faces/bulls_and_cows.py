"""The face of Bulls and Cows: digits, and feedback in bulls and cows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Final

from solver.deduction.faces.face import Family, Preset, Value, figures
from solver.deduction.faces.keys import DISPLAYS, KeyFace, PegMarkFace
from solver.deduction.rules.game import Game
from solver.deduction.rules.mastermind import Digits, FeedbackKind, parse_digits
from solver.deduction.rules.mastermind_game import MastermindGame


@dataclass(frozen=True)
class BullsFace(KeyFace):
    """Digits on plain pegs, with feedback in bulls and cows.

    >>> from solver.deduction.games import face_of, game_named
    >>> face_of(game_named("bulls10")).name_of(0)
    'digit 0'
    """

    usual_display: ClassVar[str] = "bulls-cows"

    @property
    def values(self) -> tuple[Value, ...]:
        return figures(self.game.rules.symbols)


@dataclass(frozen=True)
class MarkedBullsFace(PegMarkFace, BullsFace):
    """Digits with a mark for each place."""


def _face(game: Game, display: str) -> BullsFace | None:
    if not isinstance(game, MastermindGame) or not isinstance(game.rules, Digits):
        return None
    is_marked = game.rules.feedback_kind is FeedbackKind.HOLES
    return (MarkedBullsFace if is_marked else BullsFace)(game, display)


def _preset(name: str, rules: Digits, title: str) -> Preset:
    return Preset(
        name, partial(MastermindGame, rules, name), title, "4 different digits, 10 guesses"
    )


FAMILY: Final = Family(
    presets=(
        _preset("bulls9", Digits(4, 9), "Bulls and Cows 1–9"),
        _preset("bulls10", Digits(4, 10), "Bulls and Cows 0–9"),
    ),
    face=_face,
    displays=DISPLAYS,
    parse=lambda text: MastermindGame(parse_digits(text)) if "of" in text else None,
    games_help="A name like 4of0-9 is Bulls and Cows with 4 of these digits, 4of0-9r with repeats.",
    turns_help="in Bulls and Cows, a code is its digits.",
)
