"""The computer's game on the same code as a finished one, row against row.

It is played by the strategy of the game, so it is the same whoever looks at it, and nothing of it
has to be stored.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final, NamedTuple

from solver.deduction.strategies.registry import STRATEGY_WORDS
from solver.wording import plural
from webapp.mastermind import board_view, candidates_view, finished, finished_games
from webapp.mastermind.breaker.game import KIND, computer_turns, play_beside
from webapp.mastermind.finished import Finished
from webapp.mastermind.setup import BreakerSetup
from webapp.storage.hint_log import shows_move

FUNNEL: Final = 30  # the width of all codes, on each side


class GameRow(NamedTuple):
    """A row of a game, and how wide its half of the funnel is ``before`` and ``after`` it."""

    row: board_view.BoardRow
    before: float
    after: float


@dataclass(frozen=True, kw_only=True)
class ShownBeside:
    """The rows of both games, by whom; ``strategy`` says how the computer chose."""

    who: str
    opponent: str = "The computer"
    sentence: str
    rows: tuple[tuple[GameRow | None, GameRow | None], ...]
    strategy: str = ""


def is_broken(over: finished_games.OverGame) -> bool:
    """Say whether a person broke the code, so that the computer can play beside."""
    return over.stored.kind == KIND


def show_beside(over: finished_games.OverGame) -> ShownBeside | None:
    """Return a breaker's game beside the computer's; None while that is being played."""
    strategy = finished.parse_strategy({}, over.setup)
    turns = computer_turns(over.finished.game.name, over.setup)
    if turns is None:
        return None
    computer = replace(over.finished, turns=turns)
    title = STRATEGY_WORDS[strategy].of(over.finished.face.terms).title
    against = ", against the same evil setter" if over.finished.is_evil else ""
    return ShownBeside(
        who="You" if over.room == finished_games.OWN else "Player",
        sentence=_sentence(over, computer) + _code_words(over.finished, computer),
        rows=tuple(zip_longest(_show_rows(over.finished), _show_rows(computer))),
        strategy=f"The computer’s strategy: {title}{against}.",
    )


def show_strategies(ending: Finished, names: Sequence[str]) -> ShownBeside:
    """Return the games of two strategies on one code."""
    secret = ending.game.format_code(ending.secret)
    setups = [BreakerSetup(secret=secret, strategy=name) for name in names]
    games = [replace(ending, turns=play_beside(ending.game.name, setup)) for setup in setups]
    first_rows, second_rows = map(_show_rows, games)
    subject, opponent = (STRATEGY_WORDS[name].of(ending.face.terms).title for name in names)
    needed = [plural(len(game.turns), "guess", "guesses") for game in games]
    return ShownBeside(
        who=subject,
        opponent=opponent,
        sentence=f"{subject} needs {needed[0]}, {opponent} {needed[1]}.",
        rows=tuple(zip_longest(first_rows, second_rows)),
    )


def _sentence(over: finished_games.OverGame, computer: Finished) -> str:
    """Say who needed fewer guesses; who had help or could undo hasn't beaten anybody."""
    own_game = over.finished
    subject = "You" if over.room == finished_games.OWN else "The player"
    if not own_game.is_won:
        result = f"found it in {len(computer.turns)}"
        return f"The computer {result if computer.is_won else 'didn’t find it either'}."
    needed = f"{subject} needed {len(own_game.turns)}"
    if not computer.is_won:
        return f"{needed}, and the computer didn’t find it."
    ahead = len(computer.turns) - len(own_game.turns)
    verdict = f"{subject.lower()} beat it" if ahead > 0 else "it was faster" if ahead else "a draw"
    is_fair = not (over.setup.practice or shows_move(own_game.hints or ""))
    return f"{needed}, the computer {len(computer.turns)}{f': {verdict}' if is_fair else ''}."


def _code_words(own_game: Finished, computer: Finished) -> str:
    """Say that an evil setter ended with another code against the computer, if it did."""
    *_, last = computer.turns
    if not computer.is_won or last.code == own_game.secret:
        return ""
    ending = f"another {own_game.face.terms.code}, {own_game.face.code_words(last.code)}"
    return f" Against it, the evil setter ended with {ending}."


def _show_rows(ending: Finished) -> tuple[GameRow, ...]:
    counts = candidates_view.counts_of(ending.game, ending.turns)
    after = (*counts[:-1], 0) if ending.is_won else counts
    codes = ending.game.secret_count
    widths = [FUNNEL * candidates_view.count_share(count, codes) / 100 for count in (codes, *after)]
    rows = board_view.played_rows(ending.face, ending.turns, counts)
    return tuple(map(GameRow, rows, widths, widths[1:]))
