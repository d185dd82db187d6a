"""How the computer plays: the strategy that a form chose, and the guess it makes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from solver.deduction.games import game_named
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.rules.game import Game, Turn
from solver.deduction.strategies.measures import Careless
from solver.deduction.strategies.registry import STRATEGIES
from solver.deduction.strategies.strategy import Choice, Strategy
from solver.deduction.trees.simulate import seeded
from webapp.http.forms import FormError
from webapp.mastermind.board_sizes import is_quick_choice
from webapp.mastermind.setup import Setup
from webapp.work.deferred import deferred

MOST_OVERLOOKED: Final = 90  # percent


def parse_strategy(form: Mapping[str, str], usual: str = "entropy") -> str:
    """Return the name of the strategy that a form chose, or the usual one."""
    name = form.get("strategy", usual)
    if name not in STRATEGIES:
        raise FormError("Choose a strategy from the list.")
    return name


def parse_overlook(form: Mapping[str, str]) -> int:
    """Return the percentage of answers that the computer is to overlook, 0 to 90."""
    text = form.get("overlook", "").strip() or "0"
    if not (text.isascii() and text.isdecimal() and len(text) <= 2 and int(text) <= 90):
        raise FormError(f"The computer may overlook from 0 to {MOST_OVERLOOKED} % of the answers.")
    return int(text)


def strategy_of(setup: Setup) -> Strategy:
    """Return how the computer plays in a game that was set up like this."""
    strategy = seeded(STRATEGIES[setup.strategy], setup.seed)
    if not setup.overlook:
        return strategy
    return Careless(strategy, setup.overlook / 100, setup.seed)


def choice_after(game: Game, turns: tuple[Turn, ...], setup: Setup) -> Choice | None:
    """Return the guess that the computer makes after the turns; None if they leave no code.

    Raises ThinkingError while a longer thought goes on, TooMuchError, and LostError.
    """
    return _choice_after(game.name, turns, setup)


def advised(game: Game, turns: tuple[Turn, ...], strategy: str) -> Choice | None:
    """Return the guess of a strategy that overlooks nothing; see :func:`choice_after`."""
    return choice_after(game, turns, Setup(strategy=strategy))


def _is_quick(name: str, turns: tuple[Turn, ...], setup: Setup) -> bool:
    return is_quick_choice(name, setup.strategy)


@deferred(_is_quick, 512)
def _choice_after(name: str, turns: tuple[Turn, ...], setup: Setup) -> Choice | None:
    game = game_named(name)
    left = candidates(game, turns)
    return strategy_of(setup).choose(game, left, turns) if left.count else None
