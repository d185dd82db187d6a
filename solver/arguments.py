"""Text where the library wants a value: a sentence says what makes one; and a name it had."""

import re
from collections.abc import Callable
from functools import wraps
from inspect import formatannotation, signature
from typing import Final, ParamSpec, TypeVar

About = ParamSpec("About")
Result = TypeVar("Result")

#: What ``Feedback`` was called until 1.1.
Answer = tuple[int, ...]

#: What makes a value, by the name of its type.
MADE_BY: Final = {
    "Grid": "parse_any(text) reads a board",
    "Play": "Play(parse_any(text)) is a game on a board",
    "Cell": "Cell(0, 0) is the first cell of the first row",
    "Game": "game_named(name) returns a game",
    "Turn": "game.parse_turn(text) reads a turn",
    "Code": "game.parse_code(text) reads a code",
    "Candidates": "candidates(game, turns) returns them",
    "Strategy": "STRATEGIES[name] is a strategy",
    "Face": "face_of(game) returns one",
}


def text_error(name: str, kind: str) -> TypeError:
    """Return what to raise for text in place of a value of some kind."""
    return TypeError(f"“{name}” can’t be text: {MADE_BY.get(kind, f'its type is {kind}')}.")


def refuse_text(value: object, name: str, kind: str) -> None:
    if isinstance(value, str):
        raise text_error(name, kind)


def without_text(function: Callable[About, Result]) -> Callable[About, Result]:
    """Make a function refuse text for the parameters that take none."""
    parameters = signature(function)
    kinds = {
        name: next(filter(MADE_BY.get, re.findall(r"\w+", kind)), kind)
        for name, parameter in parameters.parameters.items()
        if not re.search(r"\bstr\b", kind := formatannotation(parameter.annotation))
    }

    @wraps(function)
    def call(*args: About.args, **kwargs: About.kwargs) -> Result:
        for name, value in parameters.bind(*args, **kwargs).arguments.items():
            values = value if isinstance(value, list | tuple) else [value]
            if name in kinds and any(isinstance(item, str) for item in values):
                raise text_error(name, kinds[name])
            if isinstance(getattr(value, "grid", None), str):  # a Play that was made of text
                raise text_error("grid", "Grid")
        return function(*args, **kwargs)

    call.__module__ = "solver"  # where pickle finds it for another process
    return call
