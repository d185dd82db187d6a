"""What a strategy is, and what it returns.

A :class:`Pool` says which guesses are compared on which candidates: all that matter, or a fair
sample. Comparing all takes guesses times candidates. Guesses that only a symmetry distinguishes
count once (:mod:`solver.deduction.rules.symmetry`). Up to 8 million cells (16 with a table of
feedback) everything is compared, in about 50 ms. Beyond that, at most 2000 guesses are compared on
at most 1500 candidates (before the first turn: every kind of guess on more candidates), and the
pool says that it isn't exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from solver.arguments import refuse_text
from solver.deduction.knowledge.candidates import Candidates, Split, contradicted, split
from solver.deduction.knowledge.guess_rules import GuessRule, use_hints
from solver.deduction.rules.game import TERMS, Code, Codes, Game, Indices, Terms, Turn, frozen
from solver.deduction.rules.symmetry import canonical_guesses, first_guesses

MOST_CELLS: Final = 8_000_000
MOST_TABLE_CELLS: Final = 16_000_000
MOST_SAMPLED: Final = 1500
OTHER_GUESSES: Final = 500
SAMPLED_CELLS: Final = 3_000_000
MOST_AT_FIRST: Final = 50_000

Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Pool:
    """Guesses to compare, whether each can be the secret, and the candidates to compare them on.

    ``covered`` is the number of guesses represented, including those alike by symmetry;
    ``is_exact`` says whether these are all guesses and all candidates.
    """

    guesses: Indices
    own: Flags
    secrets: Indices
    covered: int
    is_exact: bool


def pool(
    game: Game,
    candidates: Candidates,
    turns: Sequence[Turn],
    *,
    rule: GuessRule = GuessRule.ANY,
    most_cells: int | None = None,
) -> Pool:
    if most_cells is None:
        most_cells = MOST_CELLS if game.table is None else MOST_TABLE_CELLS
    count = candidates.count
    codes = [turn.code for turn in turns]
    colours, holes = {colour for code in codes for colour in code}, set(zip(*codes, strict=True))
    have_kinds = game.choices - len(colours) > 1 or len(holes) < game.pegs  # some may be alike
    if game.code_count * count > most_cells and not have_kinds and rule is GuessRule.ANY:
        return sampled_pool(game, candidates, turns)
    guesses = canonical_guesses(game, codes) if turns else first_guesses(game)
    kinds = _allowed(game, guesses, turns, rule)
    if len(kinds) * count > most_cells:
        return sampled_pool(game, candidates, turns, rule)
    scope = {GuessRule.ANY: game.code_count, GuessRule.STRICT: count}.get(rule, len(kinds))
    flags = can_be_secret(game, kinds, turns)
    return Pool(kinds, flags, candidates.indices, scope, True)


def _allowed(game: Game, guesses: Indices, turns: Sequence[Turn], rule: GuessRule) -> Indices:
    if rule is GuessRule.STRICT:
        return frozen(guesses[can_be_secret(game, guesses, turns)])
    if rule is GuessRule.HARD and game.marks_holes:
        return frozen(guesses[use_hints(game.codes_at(guesses), turns)])
    return guesses


def sampled_pool(
    game: Game, candidates: Candidates, turns: Sequence[Turn], rule: GuessRule = GuessRule.ANY
) -> Pool:
    """Return a sample of the candidates, and other guesses, to compare on that sample.

    Before the first turn, one guess of each kind is enough, on a larger sample. The same turns
    always give the same sample.
    """
    generator = generator_for(game, turns)
    guesses = first_guesses(game)
    size = MOST_SAMPLED if turns else min(MOST_AT_FIRST, SAMPLED_CELLS // len(guesses))
    secrets = candidates.sample(size, generator)
    if turns:
        guesses = secrets
        if rule is not GuessRule.STRICT:
            random_guesses = generator.integers(game.code_count, size=OTHER_GUESSES, dtype=np.int32)
            guesses = frozen(np.union1d(secrets, random_guesses))
    guesses = _allowed(game, guesses, turns, rule)
    flags = can_be_secret(game, guesses, turns)
    total = candidates.count if rule is GuessRule.STRICT else game.code_count
    scope = len(guesses) if turns else total
    return Pool(guesses, flags, secrets, scope, scope == total and len(secrets) == candidates.count)


def generator_for(game: Game, turns: Sequence[Turn], seed: int = 0) -> np.random.Generator:
    """Return a random generator that depends only on the position and a seed."""
    numbers = [number for turn in turns for number in (*turn.code, *turn.feedback)]
    return np.random.default_rng([seed, game.pegs, game.choices, *map(int, numbers)])


def can_be_secret(game: Game, guesses: Indices, turns: Sequence[Turn]) -> Flags:
    flags = np.ones(len(guesses), np.bool_)
    if game.secret_count < game.code_count:
        flags &= game.are_secrets(game.codes_at(guesses))
    if turns:
        codes = np.array([game.index_of(turn.code) for turn in turns], np.int32)
        feedbacks = np.array([game.feedbacks.index(turn.feedback) for turn in turns], np.uint8)
        flags &= (game.feedback_table(codes, guesses) == feedbacks[:, None]).all(axis=0)
    return flags


def arena(game: Game, guesses: Indices, secrets: Indices) -> tuple[Codes, Indices, Indices]:
    """Return a table of feedback, with the rows of the guesses and the columns of the secrets."""
    if game.table is not None:
        return game.table, guesses, secrets
    table = frozen(game.feedback_table(guesses, secrets))
    rows, columns = (np.arange(size, dtype=np.int32) for size in table.shape)
    return table, frozen(rows), frozen(columns)


@dataclass(frozen=True, kw_only=True)
class Choice:
    """A guess, and what the choice was based on.

    ``exact`` says whether every guess the strategy allows was compared on every candidate; the
    split is over all candidates in any case. ``strategy`` is the strategy's name, ``total`` the
    number of guesses that perfect play needs for all candidates together, if known.
    """

    guess: Code
    can_be_code: bool
    split: Split
    exact: bool
    strategy: str
    weighed_guesses: int = 0
    weighed_codes: int = 0
    total: int | None = None
    is_fixed: bool = False  # a first guess that the strategy always plays

    @classmethod
    def of(
        cls, game: Game, codes: Candidates, turns: Sequence[Turn], guess: Code, strategy: str
    ) -> Choice:
        """Return a guess that a rule names without comparing others, with what it leaves."""
        return cls(
            guess=guess,
            can_be_code=game.is_secret(guess) and not contradicted(game, guess, turns),
            split=split(codes, guess),
            exact=True,
            strategy=strategy,
        )

    @property
    def is_more_useful(self) -> bool:
        """Whether it can't be the code, and each possible code is worse by what it was chosen by.

        For among equals possible codes come first.
        """
        return self.exact and self.weighed_guesses > 0 and not self.can_be_code


@dataclass(frozen=True)
class StrategyWords:
    """How people see a strategy: its title, what it plays, and why it chose a guess.

    ``{code}`` stands for what the game calls a code, which :meth:`of` fills in. ``reason`` lacks
    its capital and full stop. Its ``{none}`` stands for “no guess”, ``{rule}`` for the rule of a
    fixed opening, ``{split}`` for what the guess leaves, ``{average}`` for its average.
    ``out_of_reach`` replaces it for a guess that couldn't be worked out properly.
    """

    title: str = ""
    sentence: str = ""
    reason: str = ""
    out_of_reach: str = ""

    def of(self, terms: Terms = TERMS) -> StrategyWords:
        """Return the words as a game says them.

        >>> StrategyWords("Random possible {code}").of(Terms(code="word")).title
        'Random possible word'
        """
        texts = (self.title, self.sentence, self.reason, self.out_of_reach)
        return StrategyWords(*(text.replace("{code}", terms.code) for text in texts))


class Strategy(Protocol):
    """A rule that chooses the next guess; it may look at the candidates and the turns."""

    @property
    def name(self) -> str:
        """The name by which the table and the command line know it."""

    def choose(self, game: Game, codes: Candidates, turns: Sequence[Turn] = (), /) -> Choice:
        """Return the guess after the turns, which left these candidates. Raises ValueError on none.

        The same position always gets the same guess.
        """


def check_any(codes: Candidates, turns: Sequence[Turn]) -> None:
    refuse_text(codes, "codes", "Candidates")
    if turns:
        refuse_text(turns[0], "turns", "Turn")
    if not codes.count:
        raise ValueError("There’s no possible code left to choose for.")


def compared_choice(name: str, game: Game, codes: Candidates, pool: Pool, place: int) -> Choice:
    guess = game.code_at(int(pool.guesses[place]))
    return Choice(
        guess=guess,
        can_be_code=bool(pool.own[place]),
        split=split(codes, guess),
        weighed_guesses=pool.covered,
        weighed_codes=len(pool.secrets),
        exact=pool.is_exact,
        strategy=name,
    )
