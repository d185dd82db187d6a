"""Mastermind over HTTP, board by board: how long moves and hints take, and what answers weigh.

Every board is played as people play it: random rows, a hint of each tier before each row. A move
of the setter's or the analysis' has the computer's next guess in it, so its goal is a hint's.
"""

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

    def change(self, kind: str, action: str, **form: object) -> bool:
        """Send a change of the game and note the answer; False if the game was at its end."""
        form = {"version": self.version, **form}
        status = self.visitor.request("POST", f"{self.url}/{action}", **form)
        if status == AT_ITS_END:
            return False
        assert status == 200, f"{self.url}/{action}: {status}"
        self.version += 1
        self.note(kind, self.visitor)
        return True

    def code(self) -> Code:
        while True:
            code = self.game.code_at(self.chance.randrange(self.game.code_count))
            if self.game.is_secret(code):
                return code

    def row(self) -> str:
        return "".join(self.game.format_code(self.code()).split())


def round_figures(port: int) -> Iterator[Figure]:
    """Yield the figures of every board on offer, and of all of them together."""
    rounds = []
    for name in PRESETS:
        game_round = Round(port, game_named(name), random.Random(1))
        for play in ROLES:
            for _ in range(GAMES):
                play(game_round)
        rounds.append(game_round)
        yield from _figures(title_of(game_round.game), game_round)
    yield from _weights(rounds)


def breaker(game_round: Round) -> None:
    """Break the computer's code, with every hint there is."""
    game_round.begin("/mastermind/breaker/games")
    _rows(game_round, "move", "hint")


def evil(game_round: Round) -> None:
    """Play against the setter without a code."""
    game_round.begin("/mastermind/breaker/games", role="evil")
    _rows(game_round, "move (evil)", "hint")


def _rows(game_round: Round, move: str, hint: str) -> None:
    for _ in range(ROWS):
        row = game_round.row()
        for tier in (1, 2, 3):
            if not game_round.change(f"{hint} {tier}", "hints", tier=tier, code=row):
                return
        if not game_round.change(move, "guesses", code=row):
            return  # a lucky row has ended the game


def setter(game_round: Round) -> None:
    """Let the computer break a code; the page answers."""
    game_round.begin("/mastermind/setter/games", code=game_round.row())
    for _ in range(ROWS):
        if not game_round.change("move (setter)", "answers"):
            return


def analysis(game_round: Round) -> None:
    """Analyse the rows of a game that is played elsewhere, one after another."""
    game, secret = game_round.game, game_round.code()
    game_round.visitor, address = Visitor(game_round.port), f"/mastermind/analysis/{game.name}"
    for _ in range(ROWS):
        guess = game_round.code()
        turn = Turn(guess, game.feedback(guess, secret))
        address += f"/{quote(game.format_turn(turn), safe=':,')}"
        assert game_round.visitor.request("GET", address) == 200
        game_round.note("move (analysis)", game_round.visitor)
        if turn.feedback == game.feedbacks[game.won]:
            return


ROLES = (breaker, evil, setter, analysis)


def _figures(title: str, game_round: Round) -> Iterator[Figure]:
    for kind, times in game_round.taken.items():
        goal = MOVE if kind in ("move", "move (evil)") else HINT
        yield Figure(f"{title}: {kind}, p95 over HTTP", p95(times), "ms", goal)


def _weights(rounds: list[Round]) -> Iterator[Figure]:
    for kind in rounds[0].sizes:
        largest = max(max(game_round.sizes[kind]) for game_round in rounds)
        yield Figure(f"Largest answer of any board: {kind}", largest / 1000, "kB", WEIGHT)
