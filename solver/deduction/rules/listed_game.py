"""Games defined by a list of codes and a rule: how to add a new game.

A new game is a list of codes, its feedback, and the rule that gives it; the last one wins:

>>> class Distance(ListedGame):
...     '''A number from 0 to 9 is hidden; the feedback says how far away a guess is.'''
...
...     name = "distance"
...     codes_in_order = tuple((number,) for number in range(10))
...     feedback_names = {"far": (9,), "near": (2,), "next": (1,), "found": (0,)}
...
...     def feedback(self, guess, secret):
...         away = abs(guess[0] - secret[0])
...         return (away if away < 3 else 9,)
>>> from solver.deduction.strategies.registry import STRATEGIES
>>> from solver.deduction.trees.grow import tree
>>> tree(Distance(), STRATEGIES["entropy"]).histogram
(1, 3, 5, 1)

What people see of it is its face: see :mod:`solver.deduction.faces.face`.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from solver.deduction.rules import game
from solver.deduction.rules.game import Code, Codes, Feedback, Game, Indices
from solver.wording import join_words, quote

#: If feedback is misspelt, up to this many are all named; with more, one is given as an example.
MOST_NAMED: Final = 12


class ListedGame(Game, ABC):
    """A small game defined by its list of codes and its rule; a base class.

    A code is written with one digit for each hole, or as numbers joined by hyphens if one of them
    has two digits. ``feedback_names`` names all feedback, the one that ends the game last: a code
    must get it as its own secret, and no other guess may, or the table of feedback raises
    RulesError.
    """

    name: ClassVar[str]
    codes_in_order: ClassVar[tuple[Code, ...]]
    feedback_names: ClassVar[Mapping[str, Feedback]]
    #: Other ways to write some of the feedback.
    feedback_aliases: ClassVar[Mapping[str, str]] = MappingProxyType({})
    rows: ClassVar[int] = 10
    is_symmetric: ClassVar[bool] = False
    openings: ClassVar[tuple[Code, ...]] = ()
    #: The name by which readers of files know the rule; with "table" all feedback is written out.
    feedback_rule: ClassVar[str] = "table"

    @abstractmethod
    def feedback(self, guess: Code, secret: Code) -> Feedback:
        """Return the feedback for one guess."""

    def is_secret(self, code: Code) -> bool:
        return code in self._places

    def are_secrets(self, codes: Codes) -> NDArray[np.bool_]:
        return np.array([self.is_secret(tuple(code)) for code in codes.tolist()], np.bool_)

    @property
    def pegs(self) -> int:
        return len(self.codes_in_order[0])

    @property
    def choices(self) -> int:
        return max(max(code) for code in self.codes_in_order) + 1

    @property
    def code_count(self) -> int:
        return len(self.codes_in_order)

    @cached_property
    def codes(self) -> Codes:
        return game.frozen(np.array(self.codes_in_order, np.uint8))

    @cached_property
    def secrets(self) -> Indices:
        flags = [self.is_secret(code) for code in self.codes_in_order]
        return game.frozen(np.flatnonzero(flags).astype(np.int32))

    @cached_property
    def feedbacks(self) -> tuple[Feedback, ...]:
        return tuple(self.feedback_names.values())

    @cached_property
    def table(self) -> Codes:
        number = {feedback: index for index, feedback in enumerate(self.feedbacks)}
        codes = self.codes_in_order
        rows = [[number[self.feedback(guess, secret)] for secret in codes] for guess in codes]
        table = game.frozen(np.array(rows, np.uint8))
        self._check_won(table)
        return table

    def _check_won(self, table: Codes) -> None:
        """Raise RulesError unless each code, and no other guess, gets the winning feedback."""
        faults = np.argwhere((table == self.won) != np.eye(self.code_count, dtype=np.bool_))
        if faults.size:
            guess, secret = (self.format_code(self.code_at(int(index))) for index in faults[0])
            won = list(self.feedback_names)[-1]
            gets = "gets" if guess != secret else "must get"
            raise game.RulesError(
                f"The last feedback, “{won}”, ends the game, so it is for the code itself alone: "
                f"here {guess} {gets} it where the code is {secret}."
            )

    @property
    def plain_rules(self) -> dict[str, object]:
        """The codes, those that can be the secret, and feedback, by name of the rule or in full.

        >>> from solver.deduction.games import game_named
        >>> rules = game_named("pair").plain_rules
        >>> rules["answers"], rules["codes"][:3]
        ('comparison', ['00', '01', '02'])
        """
        codes = [self.format_code(code) for code in self.codes_in_order]
        secrets = [codes[index] for index in self.secrets.tolist()]
        rules: dict[str, object] = {"answers": self.feedback_rule, "codes": codes}
        if len(secrets) < len(codes):
            rules["secrets"] = secrets
        if self.feedback_rule == ListedGame.feedback_rule:
            names = list(self.feedback_names)
            rules["table"] = [[names[feedback] for feedback in row] for row in self.table.tolist()]
        return rules

    def feedback_table(self, guesses: Indices, secrets: Indices) -> Codes:
        return self.table[np.ix_(guesses, secrets)]

    @cached_property
    def _places(self) -> dict[Code, int]:
        return {code: index for index, code in enumerate(self.codes_in_order)}

    def index_of(self, code: Code) -> int:
        if code not in self._places:
            raise game.CodeError(f"{code} is no code of this game.")
        return self._places[code]

    def code_at(self, index: int) -> Code:
        return self.codes_in_order[index]

    def codes_at(self, indices: Indices) -> Codes:
        return self.codes[indices]

    def indices_of(self, codes: Codes) -> Indices:
        return np.array([self._places[tuple(code)] for code in codes.tolist()], np.int32)

    def parse_code(self, text: str) -> Code:
        signs = "".join(text.split())
        values = signs.split(self._separator) if self._separator else signs
        is_number = all(value.isascii() and value.isdecimal() for value in values)
        code = tuple(int(value) for value in values) if is_number else ()
        if code not in self._places:
            example = self.format_code(self.codes_in_order[-1])
            raise game.CodeError(f"Write it like “{example}”, not “{quote(text)}”.")
        return code

    def format_code(self, code: Code) -> str:
        return self._separator.join(str(number) for number in code)

    @cached_property
    def _separator(self) -> str:
        return "-" if self.choices > 10 else ""

    def parse_feedback(self, text: str) -> Feedback:
        name = text.strip()
        feedback = self.feedback_names.get(self.feedback_aliases.get(name, name))
        if feedback is None:
            names = [f"“{name}”" for name in (*self.feedback_names, *self.feedback_aliases)]
            count = len(self.feedback_names)
            example = f"like {names[count // 2]}"
            format_words = join_words(names, "or") if count <= MOST_NAMED else example
            raise game.FeedbackError(f"Feedback is written {format_words}, not “{quote(text)}”.")
        return feedback

    def format_feedback(self, feedback: Feedback) -> str:
        return next(name for name, entry in self.feedback_names.items() if entry == feedback)
