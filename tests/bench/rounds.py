"""Mastermind over HTTP, board by board: how long moves and hints take, and what answers weigh.

Every board is played as people play it: random rows, a hint of each tier before each row. A move
of the setter's or the analysis' has the computer's next guess in it, so its goal is a hint's.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote

from solver.deduction.games import PRESETS, game_named, title_of
from solver.deduction.rules.game import Code, Game, Turn
from tests.bench.measure import Figure, p95
from tests.bench.visitor import Noted, Visitor

GAMES = 4
ROWS = 6
MOVE, HINT, WEIGHT = 20, 100, 3  # milliseconds, milliseconds, kilobytes
AT_ITS_END = 422  # the status of a move in a game that is over


@dataclass
class Round(Noted):
    """What one visitor measures on one board, by what was asked."""

    port: int
    game: Game
    chance: random.Random

    def begin(self, path: str, **form: object) -> None:
        self.visitor = Visitor(self.port)
        assert self.visitor.request("POST", path, game=self.game.name, **form) == 303
        self.url, self.version = self.visitor.location, 1

    def change(self, kind: str, what: str, **form: object) -> bool:
        """Send a change of the game and note the answer; False if the game was at its end."""
        form = {"version": self.version, **form}
        status = self.visitor.request("POST", f"{self.url}/{what}", **form)
        if status == AT_ITS_END:
            return False
        assert status == 200, f"{self.url}/{what}: {status}"
        self.version += 1
        self.note(kind, self.visitor)
        return True

    def code(self) -> Code:
        """Draw a code that could be the secret."""
        while True:
            drawn = self.game.code_at(self.chance.randrange(self.game.code_count))
            if self.game.is_secret(drawn):
                return drawn

    def row(self) -> str:
        """Draw a row as a form sends it."""
        return "".join(self.game.format_code(self.code()).split())


def round_figures(port: int) -> Iterator[Figure]:
    """Yield the figures of every board on offer, and of all of them together."""
    rounds = []
    for name in PRESETS:
        played = Round(port, game_named(name), random.Random(1))
        for play in ROLES:
            for _ in range(GAMES):
                play(played)
        rounds.append(played)
        yield from _figures(title_of(played.game), played)
    yield from _weights(rounds)


def breaker(played: Round) -> None:
    """Break the computer's code, with every hint there is."""
    played.begin("/mastermind/breaker/games")
    _rows(played, "move", "hint")


def evil(played: Round) -> None:
    """Play against the setter without a code."""
    played.begin("/mastermind/breaker/games", role="evil")
    _rows(played, "move (evil)", "hint")


def _rows(played: Round, move: str, hint: str) -> None:
    for _ in range(ROWS):
        row = played.row()
        for tier in (1, 2, 3):
            if not played.change(f"{hint} {tier}", "hints", tier=tier, code=row):
                return
        if not played.change(move, "guesses", code=row):
            return  # a lucky row has ended the game


def setter(played: Round) -> None:
    """Let the computer break a code; the page answers."""
    played.begin("/mastermind/setter/games", code=played.row())
    for _ in range(ROWS):
        if not played.change("move (setter)", "answers"):
            return


def analysis(played: Round) -> None:
    """Analyse the rows of a game that is played elsewhere, one after another."""
    game, secret = played.game, played.code()
    played.visitor, address = Visitor(played.port), f"/mastermind/analysis/{game.name}"
    for _ in range(ROWS):
        guess = played.code()
        turn = Turn(guess, game.feedback(guess, secret))
        address += f"/{quote(game.format_turn(turn), safe=':,')}"
        assert played.visitor.request("GET", address) == 200
        played.note("move (analysis)", played.visitor)
        if turn.feedback == game.feedbacks[game.won]:
            return


ROLES = (breaker, evil, setter, analysis)


def _figures(title: str, played: Round) -> Iterator[Figure]:
    for kind, taken in played.taken.items():
        goal = MOVE if kind in ("move", "move (evil)") else HINT
        yield Figure(f"{title}: {kind}, p95 over HTTP", p95(taken), "ms", goal)


def _weights(rounds: list[Round]) -> Iterator[Figure]:
    for kind in rounds[0].sizes:
        largest = max(max(played.sizes[kind]) for played in rounds)
        yield Figure(f"Largest answer of any board: {kind}", largest / 1000, "kB", WEIGHT)
