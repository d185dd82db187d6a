"""Claims about the code, read from text and from forms; ``explain.claims`` answers them."""

import re

from solver.deduction.faces.face import Face
from solver.deduction.knowledge.facts import Fact, FactKind
from solver.deduction.rules.game import Code, CodeError
from solver.wording import quote


def read_claim(face: Face, text: str) -> Code | Fact:
    """Read a claim: a code, ``hole 2 is 3``, or ``at least 1 of red, blue``, also with ``exactly``.

    Raises CodeError with a sentence for the player.

    >>> from solver.deduction.games import face_of, game_named
    >>> face = face_of(game_named("classic"))
    >>> read_claim(face, "at least 1 of yellow and 4").colours
    (2, 3)
    """
    words = " ".join(re.sub(f"{face.terms.colour} ", "", text, flags=re.IGNORECASE).split())
    for value in face.values:  # "light grey" is one word of a list, as "red" is
        if value.name != value.symbol:
            name = rf"\b{re.escape(value.name)}\b"
            words = re.sub(name, value.symbol, words, flags=re.IGNORECASE)
    if match := re.fullmatch(r"(?i)(?:hole|place) (\d{1,2}) is (\S+)", words):
        return hole_claim(face, int(match[1]), match[2])
    if match := re.fullmatch(r"(?i)(at least|exactly) (\d) of (.+)", words):
        symbols = re.sub(r",|\b(?:and|or)\b", " ", match[3]).split()
        return count_claim(face, int(match[2]), symbols, is_exact=match[1].lower() == "exactly")
    try:
        return face.game.parse_code(text)
    except CodeError as error:
        if len(text.split()) > 1 or words != text.strip():
            first, last = face.values[0].name.lower(), face.values[1].name.lower()
            raise CodeError(
                f"“{quote(text)}” can’t be read. Ask about a {face.terms.code}, “{face.terms.hole}"
                f" 1 is {first}”, “at least 1 of {first} and {last}”, or “exactly 2 of {first}”."
            ) from error
        raise


def hole_claim(face: Face, hole: int, symbol: str) -> Fact:
    """Return the claim that a hole, counted from 1, holds a value. Raises CodeError."""
    if not 1 <= hole <= face.game.pegs:
        raise CodeError(f"The {face.terms.hole}s of this game go from 1 to {face.game.pegs}.")
    return Fact(FactKind.HOLE, (_value(face, symbol),), (hole - 1,), 1)


def count_claim(face: Face, count: int, symbols: list[str], *, is_exact: bool) -> Fact:
    """Return the claim that so many pegs, or at least so many, have one of the values.

    Raises CodeError.
    """
    values = tuple(sorted({_value(face, symbol) for symbol in symbols}))
    if not values:
        raise CodeError(f"Choose at least one {face.terms.colour}.")
    minimum = 0 if is_exact else 1
    if not minimum <= count <= face.game.pegs:
        raise CodeError(f"Ask about {minimum} to {face.game.pegs} {face.terms.peg}s.")
    if not count:
        return Fact(FactKind.OUT, values)
    if len(values) > 1:
        return Fact(FactKind.SUM if is_exact else FactKind.SOME, values, count=count)
    return Fact(FactKind.COUNT if is_exact else FactKind.IN, values, count=count)


def _value(face: Face, symbol: str) -> int:
    for number, value in enumerate(face.values):
        if face.spell(symbol) in (value.symbol, value.letter):
            return number
    raise CodeError(f"“{quote(symbol)}” isn’t a {face.terms.colour} of this game.")
