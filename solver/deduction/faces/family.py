"""Kinds of games: which games a face serves, and their names and titles."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from solver.deduction.faces.face import Display, Face
from solver.deduction.rules.game import Game


class Preset(NamedTuple):
    """A game offered by name: how to make it, its title, and a sentence about it.

    ``like`` names the preset with the same codes and feedback. One that isn't offered any more is
    there for its links and games.
    """

    name: str
    make: Callable[[], Game]
    title: str
    sentence: str
    like: str = ""
    is_offered: bool = True


class NumberField(NamedTuple):
    name: str
    label: str
    usual: int
    least: int
    most: int


class ListField(NamedTuple):
    """A choice for a custom game: values and words, the usual one first."""

    name: str
    label: str
    options: tuple[tuple[str, str], ...]


class CheckField(NamedTuple):
    name: str
    label: str


@dataclass(frozen=True, kw_only=True)
class OwnGame:
    """Custom games: the fields to fill in, and the game they make.

    ``bound`` says what is too large. ``make`` raises RulesError with a sentence for the player.
    One with a ``text``, the name of its field, is made from a text or a file.
    """

    name: str
    title: str
    sentence: str
    numbers: tuple[NumberField, ...]
    lists: tuple[ListField, ...]
    checks: tuple[CheckField, ...]
    bound: str
    make: Callable[[Mapping[str, str]], Game]
    text: str = ""

    @property
    def field_names(self) -> frozenset[str]:
        numbers = frozenset(field.name for field in self.numbers)
        return numbers | {f.name for f in self.lists} | {f.name for f in self.checks}


@dataclass(frozen=True, kw_only=True)
class Family:
    """Games with one face.

    ``face`` makes it, and returns None for a game of another family. ``parse`` reads the rules of a
    game without a name: it returns None for text of another family, and raises RulesError.
    ``games_help`` and ``turns_help`` explain on the command line how to write games and turns.
    """

    presets: tuple[Preset, ...]
    face: Callable[[Game, str], Face | None]
    displays: tuple[Display, ...] = ()
    parse: Callable[[str], Game | None] = lambda _: None
    own: OwnGame | None = None
    games_help: str = ""
    turns_help: str = ""
