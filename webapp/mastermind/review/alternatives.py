"""What the strategies would have played in a row of a finished game, beside what was played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from solver.deduction.faces.face import Face, Pegs
from solver.deduction.games import game_named
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.rules.game import Code, Turn
from solver.deduction.strategies.registry import BY_EFFORT, STRATEGIES, TOLD
from solver.deduction.strategies.strategy import Choice
from solver.wording import counted
from webapp.mastermind.board_sizes import is_quick_choice
from webapp.mastermind.finished import Finished
from webapp.mastermind.review.timed_review import in_time
from webapp.work.deferred import deferred


def _is_quick(name: str, earlier: tuple[Turn, ...], strategy: str) -> bool:
    return is_quick_choice(name, strategy)


@deferred(_is_quick, 4096)
def _chosen(name: str, earlier: tuple[Turn, ...], strategy: str) -> Choice:
    game = game_named(name)
    return STRATEGIES[strategy].choose(game, candidates(game, earlier), earlier)


def choices_in_time(finished: Finished, row: int) -> tuple[Choice, ...]:
    """Return what the strategies would have played in a row: the first of them, or all."""
    earlier = finished.judged[row - 1].earlier
    return in_time([partial(_chosen, finished.game.name, earlier, name) for name in BY_EFFORT])


@dataclass(frozen=True)
class ShownChoice:
    """A guess, the strategies that would have played it, and how it splits the codes."""

    strategies: tuple[str, ...]
    pegs: Pegs
    words: str
    is_yours: bool
    worst: int
    mean: str
    bits: str
    can_be_code: bool


@dataclass(frozen=True)
class ShownChoices:
    """What the strategies would have played in a row; ``waiting`` of them are not yet asked."""

    row: int
    choices: tuple[ShownChoice, ...]
    waiting: int
    sampled: str


def show_choices(finished: Finished, row: int) -> ShownChoices:
    """Return what each strategy would have played in a row, the most played guess first."""
    found = choices_in_time(finished, row)
    grouped: dict[Code, list[Choice]] = {}
    for choice in found:
        grouped.setdefault(choice.guess, []).append(choice)
    yours = finished.turns[row - 1].code
    shown = (_shown_choice(finished.face, yours, alike) for alike in grouped.values())
    order = sorted(shown, key=lambda choice: -len(choice.strategies))
    return ShownChoices(row, tuple(order), len(STRATEGIES) - len(found), _sampled_words(found))


def _shown_choice(face: Face, yours: Code, alike: Sequence[Choice]) -> ShownChoice:
    choice = alike[0]
    return ShownChoice(
        strategies=tuple(TOLD[one.strategy].title for one in alike),
        pegs=face.pegs(choice.guess),
        words=face.code_words(choice.guess),
        is_yours=choice.guess == yours,
        worst=choice.split.largest,
        mean=f"{float(choice.split.expected_size):,.1f}",
        bits=f"{choice.split.bits:.2f}",
        can_be_code=any(one.can_be_code for one in alike),
    )


def _sampled_words(found: Sequence[Choice]) -> str:
    """Say how little was weighed where not all was."""
    least = min(
        (choice for choice in found if not choice.exact),
        key=lambda choice: (choice.weighed_guesses, choice.weighed_codes),
        default=None,
    )
    if least is None:
        return ""
    guesses = counted(least.weighed_guesses, "guess", "guesses")
    codes = counted(least.weighed_codes, "code")
    return (
        "Sampled: too much is possible to weigh every guess on every code. "
        f"At least {guesses} were weighed on {codes}."
    )
