"""Figures that a lesson names and the engine reckons: in prose, as options, as what is asked.

A figure is written as its name and arguments, ``worst 1122``. It has a value, a text for prose, and
a sentence that tells how it comes about. One is added by a function under :func:`figure`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import log2
from typing import Final

from solver.deduction.explain.analysis import try_guess
from solver.deduction.games import game_named
from solver.deduction.knowledge.partition import Split, split
from solver.deduction.rules.game import Code
from solver.wording import counted, listed, spelled
from webapp.lab.findings import Summary
from webapp.lab.known import known_findings
from webapp.learn.lessons.lesson import LessonError
from webapp.learn.lessons.scene import Scene

Number = int | Fraction | float


@dataclass(frozen=True)
class Reckoned:
    """What a figure is: its value or words, and how it comes about, in a sentence.

    ``guess`` is the guess it speaks of, if it speaks of one.
    """

    value: Number | str
    why: str
    guess: Code | None = None

    @property
    def text(self) -> str:
        """The value as prose has it: whole, or with two digits after the point."""
        if isinstance(self.value, str):
            return self.value
        is_whole = isinstance(self.value, int)
        return f"{self.value:,}" if is_whole else f"{float(self.value):.2f}"


Reckon = Callable[..., Reckoned]
_FIGURES: Final[dict[str, Reckon]] = {}


def figure(name: str) -> Callable[[Reckon], Reckon]:
    """Let lessons name a function of the position and of the arguments."""

    def listed_as(reckon: Reckon) -> Reckon:
        _FIGURES[name] = reckon
        return reckon

    return listed_as


@lru_cache(maxsize=2048)
def figure_of(scene: Scene, text: str) -> Reckoned:
    """Return a figure by its name and arguments. Raises LessonError for what is none."""
    name, *arguments = text.split()
    if name not in _FIGURES:
        raise LessonError(f"There is no figure “{name}”.")
    try:
        return _FIGURES[name](scene, *arguments)
    except (TypeError, KeyError, ValueError) as error:
        raise LessonError(f"The figure “{text}” can’t be reckoned: {error}") from error


@figure("all")
def _all(scene: Scene) -> Reckoned:
    """How many codes there are."""
    count = scene.game.secret_count
    return Reckoned(count, f"There are {counted(count, 'code')}.")


@figure("left")
def _left(scene: Scene, *further: str) -> Reckoned:
    """How many codes fit the rows, and further ones that are given."""
    turns = (*scene.turns, *(scene.game.parse_turn(text) for text in further))
    count = Scene(scene.game, turns).left.count
    verb = "fits" if count == 1 else "fit"
    rows = {1: "the row", 2: "both rows"}.get(len(turns), f"all {spelled(len(turns))} rows")
    every = scene.game.secret_count
    return Reckoned(count, f"{count:,} of {counted(every, 'code')} {verb} {rows}.")


@figure("worst")
def _worst(scene: Scene, guess: str) -> Reckoned:
    """How many codes a guess leaves at worst."""
    code, parts = _split(scene, guess)
    return Reckoned(parts.largest, f"{_parts(parts)} The largest is {parts.largest}.", code)


@figure("answers")
def _answers(scene: Scene, guess: str) -> Reckoned:
    """How many different answers a guess can get."""
    code, parts = _split(scene, guess)
    return Reckoned(parts.parts, f"{_parts(parts)}", code)


@figure("average")
def _average(scene: Scene, guess: str) -> Reckoned:
    """How many codes a guess leaves on average."""
    code, parts = _split(scene, guess)
    sizes = Counter(size for size in parts.sizes if size)
    terms = " + ".join(
        f"{f'{times} × ' if times > 1 else ''}{size} × {size}"
        for size, times in sorted(sizes.items(), reverse=True)
    )
    mean = parts.expected_size
    value: Number = mean.numerator if mean.denominator == 1 else mean
    told = Reckoned(value, "").text
    return Reckoned(value, f"{_parts(parts)} ({terms}) ÷ {parts.total} = {told}.", code)


@figure("bits")
def _bits(scene: Scene, guess: str) -> Reckoned:
    """How many bits the answer to a guess tells on average."""
    code, parts = _split(scene, guess)
    sizes = Counter(size for size in parts.sizes if size)
    terms = " + ".join(
        f"{f'{times} × ' if times > 1 else ''}{size}/{parts.total} × {log2(parts.total / size):.2f}"
        for size, times in sorted(sizes.items(), reverse=True)
    )
    return Reckoned(parts.bits, f"{_parts(parts)} {terms} = {parts.bits:.2f} bits.", code)


@figure("allbits")
def _all_bits(scene: Scene) -> Reckoned:
    """How many bits it takes to know the code."""
    count = scene.left.count
    return Reckoned(log2(count), f"{log2(count):.2f} halvings lead from {count} codes to one.")


@figure("needs")
def _needs(scene: Scene, guess: str) -> Reckoned:
    """How many guesses perfect play needs on average from here, if this guess is made."""
    tried = try_guess(scene.game, scene.turns, scene.game.parse_code(guess)).weighed
    if tried.need is None:
        raise LessonError(f"What perfect play needs after {guess} is out of reach here.")
    why = f"With it, perfect play needs {float(tried.need.mean):.2f} guesses on average."
    return Reckoned(tried.need.mean, why, tried.guess)


@figure("mean")
def _mean(scene: Scene, strategy: str) -> Reckoned:
    """How many guesses a strategy needs on average over all codes."""
    found = known(scene.game.name, strategy)
    why = (
        f"Over all {found.count:,} codes it needs {found.total:,} guesses, "
        f"{float(found.mean):.3f} on average."
    )
    return Reckoned(round(float(found.mean), 3), why)


@figure("most")
def _most(scene: Scene, strategy: str) -> Reckoned:
    """How many guesses a strategy needs at most."""
    found = known(scene.game.name, strategy)
    last = found.histogram[-1]
    verb = "takes" if last == 1 else "take"
    why = f"{counted(last, 'code')} {verb} it {found.max} guesses, and none takes more."
    return Reckoned(found.max, why)


@figure("total")
def _total(scene: Scene, strategy: str) -> Reckoned:
    """How many guesses a strategy needs over all codes together."""
    found = known(scene.game.name, strategy)
    return Reckoned(
        found.total, f"All {found.count:,} codes together take {found.total:,} guesses."
    )


@figure("within")
def _within(scene: Scene, strategy: str, guesses: str) -> Reckoned:
    """How many codes a strategy finds within so many guesses."""
    count = sum(known(scene.game.name, strategy).histogram[: int(guesses)])
    return Reckoned(count, f"It finds {counted(count, 'code')} within {guesses} guesses.")


@figure("of")
def _of(scene: Scene, game: str) -> Reckoned:
    """How many codes another game has."""
    other = game_named(game)
    return Reckoned(other.secret_count, f"It has {counted(other.secret_count, 'code')}.")


def known(game: str, strategy: str) -> Summary:
    """Return what the lab knows of a strategy against every code of a game. Raises LessonError."""
    found = known_findings().get(f"every {strategy} {game}")
    if found is None:
        raise LessonError(f"The lab knows nothing of {strategy} on {game}.")
    return found.summary


def _split(scene: Scene, guess: str) -> tuple[Code, Split]:
    code = scene.game.parse_code(guess)
    return code, split(scene.left, code)


def _parts(parts: Split) -> str:
    """Tell the parts of a split, the largest first."""
    sizes = [str(size) for size in sorted(filter(None, parts.sizes), reverse=True)]
    if len(sizes) == 1:
        return f"Only one answer can come, and all {sizes[0]} codes stay."
    return f"{len(sizes)} answers can come, and leave {listed(sizes)}."
