"""How the things of a deduction game look and are called: pegs, digits, numbers, and answers.

The engine knows values from 0 on; people see a red peg with an R, a digit, or an empty hole. Which
colours the keys of an answer have is a matter of display, chosen for each game: the words follow.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from solver.deduction.rules.bulls_and_cows import Digits
from solver.deduction.rules.game import Answer, Code, Game
from solver.deduction.rules.mastermind import BLANK, SYMBOLS, Terms
from solver.deduction.rules.mastermind_game import Board
from solver.deduction.rules.number_pair import Comparison
from solver.deduction.text.advice import terms_of
from solver.deduction.text.facts import EMPTY


@dataclass(frozen=True)
class Face:
    """A value of a hole: how it is typed, called, what stands on its peg, and its look."""

    symbol: str
    name: str
    letter: str
    style: str


_NAMES: Final = (
    *("Red", "Orange", "Yellow", "Green", "Blue", "Purple"),
    *("White", "Turquoise", "Magenta", "Lime", "Navy", "Slate"),
)
PALETTE: Final = tuple(
    Face(symbol, name, name[0], str(number))
    for number, (symbol, name) in enumerate(zip(SYMBOLS, _NAMES, strict=True), 1)
)
NO_PEG: Final = Face(BLANK, "Empty", "", "blank")

Pegs = tuple[Face | None, ...]


def faces_of(game: Game) -> tuple[Face, ...]:
    """Return the faces of a game's values, in their order.

    >>> from solver.deduction.games import game_named
    >>> [face.name for face in faces_of(game_named("pair"))]
    ['0', '1', '2', '3', '4']
    """
    if not isinstance(game, Board):
        return tuple(_figure(str(number)) for number in range(game.choices))
    if isinstance(game.rules, Digits):
        return tuple(map(_figure, game.rules.symbols))
    return (*PALETTE[: game.rules.colours], *(NO_PEG,) * game.rules.blanks)


def _figure(symbol: str) -> Face:
    return Face(symbol, symbol, symbol, "figure")


def pegs_of(game: Game, code: Code) -> Pegs:
    """Return the faces of a code."""
    faces = faces_of(game)
    return tuple(faces[value] for value in code)


def name_of(game: Game, value: int) -> str:
    """Name a value in a sentence.

    >>> from solver.deduction.games import game_named
    >>> name_of(game_named("classic"), 0), name_of(game_named("grand"), 8)
    ('red', 'empty')
    """
    face = faces_of(game)[value]
    if face is NO_PEG:
        return EMPTY
    return f"{terms_of(game).colour} {face.name}" if face.style == "figure" else face.name.lower()


def code_words(game: Game, code: Code) -> str:
    """Name a code's values in order."""
    faces = faces_of(game)
    return ", ".join(faces[value].name.lower() for value in code)


@dataclass(frozen=True)
class Keys:
    """How answers are shown: words and looks for right place and other place."""

    name: str
    title: str
    right: str
    other: str
    right_style: str
    other_style: str


KEYS: Final = {
    keys.name: keys
    for keys in (
        Keys("black-white", "Black and white", "black", "white", "key-black", "key-white"),
        Keys("white-red", "White and red", "white", "red", "key-white", "key-red"),
        Keys("red-white", "Red and white", "red", "white", "key-red", "key-white"),
        Keys("bulls-cows", "Bulls and cows", "bull", "cow", "key-bull", "key-cow"),
    )
}


def usual_keys(game: Game) -> str:
    """Return the keys a game usually has.

    >>> from solver.deduction.games import game_named
    >>> usual_keys(game_named("eight")), usual_keys(game_named("bulls9"))
    ('white-red', 'bulls-cows')
    """
    if isinstance(game, Board) and isinstance(game.rules, Digits):
        return "bulls-cows"
    return "white-red" if game.name == "eight" else "black-white"


def terms_with(game: Game, keys: Keys) -> Terms:
    """Return what a game calls its things where its answers are shown by these keys."""
    blacks, whites = many(keys.right), many(keys.other)
    return terms_of(game)._replace(black=keys.right, white=keys.other, blacks=blacks, whites=whites)


def many(word: str) -> str:
    """Return the plural of a word for keys.

    >>> many("bull"), many("black")
    ('bulls', 'black')
    """
    return f"{word}s" if word in ("bull", "cow") else word


@dataclass(frozen=True)
class ShownAnswer:
    """An answer to show: the looks of its keys, or a sign where a game has none; and words."""

    words: str
    styles: tuple[str, ...] = ()
    sign: str = ""


_COMPARED: Final = {
    (True, True): ("=", "both numbers right"),
    (True, False): ("≥", "no number too small"),
    (False, True): ("≤", "no number too large"),
    (False, False): ("≷", "one too large, one too small"),
}


def show_answer(game: Game, answer: Answer, keys: Keys) -> ShownAnswer:
    """Return an answer as it is shown.

    >>> from solver.deduction.games import game_named
    >>> show_answer(game_named("mini"), (1, 1), KEYS["white-red"]).words
    '1 white, 1 red'
    """
    if isinstance(answer, Comparison):
        sign, words = _COMPARED[answer]
        return ShownAnswer(words, sign=sign)
    right, other = answer
    styles = (keys.right_style,) * right + (keys.other_style,) * other
    return ShownAnswer(
        _answer_words(right, other, keys), styles + ("key-none",) * (game.pegs - len(styles))
    )


def _answer_words(right: int, other: int, keys: Keys) -> str:
    named = ((right, keys.right), (other, keys.other))
    told = [f"{count} {word if count == 1 else many(word)}" for count, word in named if count]
    return ", ".join(told) or ("nothing" if keys.name == "bulls-cows" else "no key")


def signs_of(game: Game) -> tuple[tuple[str, str], ...]:
    """Return the signs that a game answers with, each with its words; none where it has keys."""
    return tuple(_COMPARED.values()) if isinstance(game.feedbacks[0], Comparison) else ()


def repeats_words(game: Game) -> str:
    """Say whether a value may come more than once, where a game has rules about it."""
    if not isinstance(game, Board):
        return ""
    thing = terms_of(game).colour
    if not game.rules.repeats:
        return f"No {thing} comes more than once."
    if not game.rules.secret_repeats:
        return f"No {thing} comes more than once in the code; in a guess it may."
    return f"A {thing} may come more than once."
