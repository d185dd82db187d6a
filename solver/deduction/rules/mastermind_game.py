"""Mastermind boards of every size, Bulls and Cows among them, as games for the solver.

Only small boards (up to 8192 codes, 64 MB) have a full table of feedback; larger ones, up to
600,000 codes (6×9 has 531,441), compute the part they are asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from solver.deduction.rules import alphabet, game, mastermind
from solver.deduction.rules.alphabet import Alphabet
from solver.deduction.rules.feedback_rules import FEEDBACK_RULES, FeedbackRule, count_numbers
from solver.deduction.rules.game import Code, Codes, CountingGame, Feedback, Indices
from solver.deduction.rules.mastermind import Digits, FeedbackKind, Rules, format_digits


@dataclass(frozen=True)
class MastermindGame(CountingGame):
    """Mastermind, or Bulls and Cows, as a game for the solver; ``label`` is a preset's name.

    ``alphabet`` are the signs of a position's own, in which its codes are written.

    Raises LargeBoardError above 600,000 codes.
    """

    rules: Rules
    label: str = field(default="", compare=False)
    alphabet: Alphabet = ()

    def __post_init__(self) -> None:
        if self.code_count > game.MOST_CODES:
            raise game.LargeBoardError(
                f"The board {self.name} has {self.code_count:,} codes. "
                f"A board can have up to {game.MOST_CODES:,}."
            )

    @cached_property
    def name(self) -> str:
        if self.label:
            return self.label
        if isinstance(self.rules, Digits):
            return format_digits(self.rules)
        return mastermind.format_rules(self.rules)

    @cached_property
    def feedback_rule(self) -> FeedbackRule:
        return FEEDBACK_RULES[self.rules.feedback_kind]

    @property
    def is_symmetric(self) -> bool:
        return self.feedback_rule.is_symmetric

    @cached_property
    def rows(self) -> int:
        return self.rules.guesses

    @cached_property
    def pegs(self) -> int:
        return self.rules.pegs

    @cached_property
    def choices(self) -> int:
        return self.rules.choices

    @property
    def terms(self) -> game.Terms:
        return self.rules.terms

    def name_value(self, value: int) -> str:
        if self.rules.symbols[value] == mastermind.BLANK:
            return game.EMPTY
        sign = self.format_code((value,))
        return sign if len(sign) > 1 else f"{self.terms.colour} {sign}"

    @property
    def openings(self) -> tuple[Code, ...]:
        """Guesses with as many colours as there are holes, each starting half a code later.

        On the classic board they are 0123 and 2345, as in the eight-guess program.
        """
        pegs, choices = self.pegs, self.choices
        if choices < pegs:
            return ()
        starts = range(0, choices - pegs + 1, max(1, pegs // 2))
        return tuple(tuple(range(start, start + pegs)) for start in starts)

    @cached_property
    def code_count(self) -> int:
        return self.rules.code_count

    @cached_property
    def secret_count(self) -> int:
        return self.rules.secret_count

    @cached_property
    def codes(self) -> Codes:
        if self.repeats:
            columns = np.indices((self.choices,) * self.pegs, np.uint8)
            return game.frozen(columns.reshape(self.pegs, -1).T)
        orders = permutations(range(self.choices), self.pegs)
        return game.frozen(np.fromiter(orders, np.dtype((np.uint8, self.pegs)), self.code_count))

    @cached_property
    def secrets(self) -> Indices:
        if self.secret_count == self.code_count:
            return game.frozen(np.arange(self.code_count, dtype=np.int32))
        return game.frozen(np.flatnonzero(self.are_secrets(self.codes)).astype(np.int32))

    @cached_property
    def feedbacks(self) -> tuple[Feedback, ...]:
        return self.feedback_rule.possible(self.pegs)

    @property
    def plain_rules(self) -> dict[str, object]:
        return {
            "answers": self.feedback_rule.name,
            "pegs": self.pegs,
            "symbols": "".join(self.alphabet or self.rules.symbols),
            "repeats": self.repeats,
            "secret_repeats": self.secret_repeats,
        }

    @property
    def marks_holes(self) -> bool:
        return self.rules.feedback_kind is FeedbackKind.HOLES

    @property
    def counting(self) -> MastermindGame | None:
        return self if self.rules.feedback_kind is FeedbackKind.BOTH else None

    @property
    def repeats(self) -> bool:
        return self.rules.repeats

    @cached_property
    def secret_repeats(self) -> bool:
        return self.rules.secret_repeats

    def with_rows(self, rows: int) -> MastermindGame:
        return MastermindGame(replace(self.rules, guesses=rows))

    @property
    def table(self) -> Codes | None:
        """All feedback, ``[guess, secret]``, up to 8192 codes; shared by boards of one shape."""
        if self.code_count > game.MOST_CODES_WITH_TABLE:
            return None
        return _table(self.rules.feedback_kind, self.pegs, self.choices, self.rules.repeats)

    def feedback_table(self, guesses: Indices, secrets: Indices) -> Codes:
        if self.table is not None:
            return self.table[np.ix_(guesses, secrets)]
        guess_codes = game.frozen(self.codes_at(guesses))
        return self.feedback_rule.table(
            guess_codes, game.frozen(self.codes_at(secrets)), self.choices
        )

    def feedback(self, guess: Code, secret: Code) -> Feedback:
        return self.feedback_rule.feedback(guess, secret)

    def is_secret(self, code: Code) -> bool:
        return self.rules.secret_repeats or len(set(code)) == len(code)

    @property
    def secret_rule(self) -> str:
        return "nothing repeats in the code of this game"

    def are_secrets(self, codes: Codes) -> NDArray[np.bool_]:
        if self.rules.secret_repeats:
            return np.ones(len(codes), np.bool_)
        return has_no_repeat(codes)

    def index_of(self, code: Code) -> int:
        mastermind.check_code(code, self.rules)
        index = 0
        for hole, colour in enumerate(code):
            prefix = () if self.rules.repeats else code[:hole]
            rank = colour - sum(earlier < colour for earlier in prefix)
            index = index * (self.choices - len(prefix)) + rank
        return index

    def code_at(self, index: int) -> Code:
        return tuple(self.codes[index].tolist())

    def codes_at(self, indices: Indices) -> Codes:
        return self.codes[indices]

    def indices_of(self, codes: Codes) -> Indices:
        ranks = codes.astype(np.int64)
        if not self.rules.repeats:
            for hole in range(1, self.pegs):
                earlier = codes[:, :hole] < codes[:, hole : hole + 1]
                ranks[:, hole] -= earlier.sum(axis=1)
        indices: Indices = (ranks * self._places).sum(axis=1).astype(np.int32)
        return indices

    @cached_property
    def _places(self) -> NDArray[np.int64]:
        """How far apart the indices of codes are that differ first in this hole, by one step."""
        losses = np.zeros(self.pegs, np.int64) if self.rules.repeats else np.arange(self.pegs)
        choices = self.choices - losses  # of each hole when those before it are filled
        products = np.cumprod([1, *choices[:0:-1]])
        return game.frozen(products[::-1].astype(np.int64))

    def parse_code(self, text: str) -> Code:
        return alphabet.parse_code(text, self.rules, self.alphabet)

    def format_code(self, code: Code) -> str:
        return alphabet.format_code(code, self.rules, self.alphabet)

    def adapt(self, codes: Sequence[str]) -> MastermindGame:
        return self.with_alphabet(alphabet.find_alphabet(codes, self.rules, self.alphabet))

    def with_alphabet(self, alphabet: Alphabet) -> MastermindGame:
        after = copy(self)  # with the codes that were listed
        vars(after).update(alphabet=alphabet)
        return after

    @property
    def notation_words(self) -> str:
        return alphabet.alphabet_words(self.rules, self.alphabet)

    def has_form_of_code(self, text: str) -> bool:
        return alphabet.has_form_of_code(text, self.rules)

    def parse_feedback(self, text: str) -> Feedback:
        return self.feedback_rule.parse(text, self.rules)

    def format_feedback(self, feedback: Feedback) -> str:
        return self.feedback_rule.format(feedback)

    @property
    def feedback_numbers(self) -> Codes:
        return count_numbers(self.pegs)


@lru_cache(maxsize=6)
def _table(kind: FeedbackKind, pegs: int, choices: int, repeats: bool) -> Codes:
    board = MastermindGame(Rules(pegs, choices, repeats=repeats, feedback_kind=kind))
    return game.frozen(board.feedback_rule.table(board.codes, board.codes, choices))


def has_no_repeat(codes: Codes) -> NDArray[np.bool_]:
    rows = np.sort(codes, axis=1)
    flags: NDArray[np.bool_] = (rows[:, 1:] != rows[:, :-1]).all(axis=1)
    return flags
