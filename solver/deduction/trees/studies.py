"""Studies of a game: long work in pieces that can be done anywhere and in any order.

A study is requested as text, so that the same one is recognised again. Its pieces are small values
that can be sent to another process or computer, where :func:`work` does them; :func:`merge`
combines their results in the order of the pieces. So the finding is the same wherever it was made.

``every entropy classic``
    a strategy against every secret, one piece for each branch of its tree; perfect play is one
    piece
``worst pair``
    the fewest guesses that can be guaranteed, with proof: one piece
``sample entropy grand 500``
    this many games against random secrets, 25 a piece

Exact searches that reach the deadline return what is known so far; other pieces fail.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from solver.deduction.games import game_named, usual_board
from solver.deduction.knowledge.guess_rules import GuessRule
from solver.deduction.optimal import LeastWorst, Optimum, WorstSearch, optimum
from solver.deduction.optimal.result import DecisionNodes
from solver.deduction.optimal.search import Stop
from solver.deduction.rules.game import Turn
from solver.deduction.strategies.perfect import Perfect
from solver.deduction.strategies.registry import STRATEGIES, STUDIED
from solver.deduction.trees import grow
from solver.deduction.trees.simulate import Lengths, lengths, lengths_of
from solver.deduction.trees.tree import Tree, level_order
from solver.wording import InputError, quote

GAMES_A_PIECE: Final = 25
#: Samples use the games of this seed.
SAMPLE_SEED: Final = 0
MOST_GAMES: Final = 2000

Found = DecisionNodes | Optimum | LeastWorst | tuple[int, ...]


class StudyError(InputError):
    """A study that doesn't exist or is too large; the message is a sentence for the player."""


class StudyKind(Enum):
    EVERY = "every"
    WORST = "worst"
    SAMPLE = "sample"


@dataclass(frozen=True)
class Study:
    """What to find out about a game; no strategy for the worst case, ``games`` for samples only."""

    kind: StudyKind
    game: str
    strategy: str = ""
    games: int = 0


@dataclass(frozen=True)
class StudyPart:
    """A piece of a study: the branch after a turn, ``games`` games from ``start`` on, or all."""

    study: Study
    turn: Turn | None = None
    start: int = 0
    games: int = 0


@dataclass(frozen=True)
class Finding(Lengths):
    """What a study has shown.

    ``tree`` is None for samples. ``bound`` is what exact searches prove: no plan has a lower total,
    or a lower worst case; ``proved`` says whether the tree reaches it.
    """

    tree: Tree | None = None
    bound: int | None = None
    proved: bool = False


def format_study(study: Study) -> str:
    """Write a study.

    >>> format_study(Study(StudyKind.SAMPLE, "grand", "entropy", 500))
    'sample entropy grand 500'
    """
    words = (study.kind.value, study.strategy, study.game, str(study.games or ""))
    return " ".join(filter(None, words))


def parse_study(text: str) -> Study:
    """Read a study, the inverse of format_study. Raises StudyError for anything else.

    >>> parse_study("worst pair")
    Study(kind=<StudyKind.WORST: 'worst'>, game='pair', strategy='', games=0)
    """
    match text.split(" "):
        case ["worst", game]:
            return Study(StudyKind.WORST, game)
        case ["every", strategy, game]:
            return Study(StudyKind.EVERY, game, strategy)
        case ["sample", strategy, game, games] if games.isascii() and games.isdecimal():
            return Study(StudyKind.SAMPLE, game, strategy, int(games[:6]))
    raise StudyError(f"“{quote(text)}” is no study.")


def usual_study(study: Study) -> Study:
    """Return the study on its usual board. Raises RulesError if there is no such game."""
    return replace(study, game=usual_board(game_named(study.game)).name)


def check(study: Study) -> None:
    """Raise StudyError, TreeError or RulesError if the study can't be made."""
    game = game_named(study.game)
    if study.kind is not StudyKind.WORST and STRATEGIES.get(study.strategy) not in STUDIED:
        raise StudyError("There is no such strategy.")
    if study.kind is StudyKind.SAMPLE:
        if not 2 <= study.games <= MOST_GAMES:
            raise StudyError(f"A sample has 2 to {MOST_GAMES:,} games.")
    elif is_exact(study):
        if game.table is None:
            raise StudyError(
                f"Perfect play is out of reach here: the board has {game.code_count:,} codes."
            )
    else:
        grow.check_size(game)


def is_exact(study: Study) -> bool:
    return study.kind is StudyKind.WORST or (
        study.kind is StudyKind.EVERY and isinstance(STRATEGIES.get(study.strategy), Perfect)
    )


def is_strict(study: Study) -> bool:
    """Return whether a study is about perfect play with possible codes only."""
    strategy = STRATEGIES.get(study.strategy)
    return isinstance(strategy, Perfect) and strategy.rule is GuessRule.STRICT


def pieces(study: Study) -> tuple[StudyPart, ...]:
    """Return the pieces of a study.

    >>> len(pieces(parse_study("every knuth classic"))), pieces(parse_study("worst pair"))[0].turn
    (12, None)
    """
    if study.kind is StudyKind.SAMPLE:
        starts = range(0, study.games, GAMES_A_PIECE)
        return tuple(
            StudyPart(study, start=start, games=min(GAMES_A_PIECE, study.games - start))
            for start in starts
        )
    if is_exact(study):
        return (StudyPart(study),)
    game = game_named(study.game)
    guess = grow.first_guess(game, STRATEGIES[study.strategy])
    return tuple(StudyPart(study, turn) for turn in grow.first_turns(game, guess))


def work(piece: StudyPart, until: float, is_ended: Stop = lambda: False) -> Found:
    """Do a piece. Raises TimeoutError if it isn't done by ``until``, or once it ``is_ended``.

    The time is that of ``time.time``, which processes and computers share; every 50 ms or so it is
    looked whether to stop.
    """

    def is_over() -> bool:
        return is_ended() or time.time() > until

    study = piece.study
    game = game_named(study.game)
    if study.kind is StudyKind.SAMPLE:
        guess_counts = []
        strategy = STRATEGIES[study.strategy]
        for length in lengths(game, strategy, piece.games, SAMPLE_SEED, piece.start):
            guess_counts.append(length)
            _check(is_over)
        return tuple(guess_counts)
    if study.kind is StudyKind.WORST:
        search = WorstSearch(game)
        search.run(stop=is_over)
        return search.result()
    if piece.turn is None:
        return optimum(game, stop=is_over, ordered=True, strict=is_strict(study))
    return grow.nodes_after(
        game,
        STRATEGIES[study.strategy],
        (piece.turn,),
        progress=lambda _count, _total: _check(is_over),
    )


def _check(is_over: Stop) -> None:
    if is_over():
        raise TimeoutError("The work was not done in its time.")


def merge(study: Study, results: Sequence[Found]) -> Finding:
    game = game_named(study.game)
    if study.kind is StudyKind.SAMPLE:
        guess_counts = [length for part in results if isinstance(part, tuple) for length in part]
        return Finding(lengths_of(guess_counts).histogram)
    if is_exact(study):
        result = results[0]
        if not isinstance(result, Optimum | LeastWorst) or result.plan is None:
            raise StudyError("The search has found no plan in its time.")
        tree = level_order(game, study.strategy or Perfect().name, result.plan)
        return Finding(tree.histogram, tree, result.bound, result.proved)
    guess = grow.first_guess(game, STRATEGIES[study.strategy])
    branches = [part for part in results if isinstance(part, DecisionNodes)]
    tree = grow.join_branches(game, study.strategy, guess, grow.first_turns(game, guess), branches)
    return Finding(tree.histogram, tree)
