"""Certificates as text: a line of JSON that names game, rules and total, then a line a position.

A position has its turns, the bound of its cost, how many guesses are dismissed by each of the
three bounds (parts, sizes, members), the costs asked of parts under ``cases``, and under ``alike``
for each guess that is another by another name: that guess, which hole each of its holes comes from,
and the new name of each symbol::

    {"turns": "1234:0,2 2567:0,3", "bound": 147, "cut": [2932, 26, 64],
     "cases": {"5326": {"0,2": 21}}, "alike": {"5472": "5326 1243 124357689"}}
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from solver.deduction.optimal.certificate import CertifiedPosition, certificate
from solver.deduction.optimal.search import PlanSearch
from solver.deduction.rules.game import Game
from solver.deduction.rules.renamer import Renaming

#: Changes with what the lines mean.
VERSION: Final = 1


def format_certificate(search: PlanSearch) -> Iterator[str]:
    """Yield the lines of a finished search's certificate.

    >>> from solver.deduction.games import game_named
    >>> search = PlanSearch(game_named("1x2"))
    >>> search.run()
    True
    >>> [*format_certificate(search)][1]
    '{"turns": "", "bound": 3, "cut": [2, 0, 0], "cases": {}, "alike": {}}'
    """
    game = search.arena.game
    head = {
        "certificate": VERSION,
        "game": game.name,
        "rules": game.plain_rules,
        "total": search.bound,
    }
    yield json.dumps(head)
    for position in certificate(search):
        yield json.dumps(_written(game, position))


def _written(game: Game, position: CertifiedPosition) -> dict[str, object]:
    return {
        "turns": " ".join(
            f"{_code(game, guess)}:{_answer(game, answer)}" for guess, answer in position.turns
        ),
        "bound": position.bound,
        "cut": [position.parts, position.sizes, position.members],
        "cases": {
            _code(game, guess): {_answer(game, answer): cost for answer, cost in costs.items()}
            for guess, costs in position.cases.items()
        },
        "alike": {
            _code(game, guess): _renamed(game, name) for guess, name in position.alike.items()
        },
    }


def _code(game: Game, guess: int) -> str:
    return game.format_code(game.code_at(guess))


def _answer(game: Game, answer: int) -> str:
    return game.format_answer(game.feedbacks[answer])


def _renamed(game: Game, name: Renaming) -> str:
    holes = "".join(str(hole + 1) for hole in name.holes)
    symbols = "".join(game.format_code((colour,)) for colour in name.colours)
    return f"{game.format_code(name.code)} {holes} {symbols}"
