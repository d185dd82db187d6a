"""The figures of a review, counted plainly: every code is held against every row."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from solver.deduction.knowledge.candidates import candidates
from solver.deduction.rules.game import Code, Feedback, Game, Turn


@dataclass(frozen=True)
class Plain:
    """A row, seen by all codes that fit the rows before it."""

    game: Game
    left: tuple[Code, ...]
    earlier: tuple[Turn, ...]
    turn: Turn

    @property
    def sizes(self) -> Counter[Feedback]:
        """How many codes give each answer."""
        return Counter(self.game.feedback(self.turn.code, code) for code in self.left)

    @property
    def after(self) -> int:
        return self.sizes[self.turn.feedback]

    @property
    def is_found(self) -> bool:
        return self.turn.feedback == self.game.feedback(self.turn.code, self.turn.code)

    @property
    def expected(self) -> Fraction:
        return Fraction(sum(size**2 for size in self.sizes.values()), len(self.left))

    @property
    def luck(self) -> Fraction:
        """Of 100 answers, those that leave more, and half of those that leave as many."""
        won = self.game.feedback(self.turn.code, self.turn.code)
        parts = {feedback: 0 if feedback == won else size for feedback, size in self.sizes.items()}
        mine = parts[self.turn.feedback]
        excess = sum(self.sizes[feedback] for feedback, size in parts.items() if size > mine)
        alike = sum(self.sizes[feedback] for feedback, size in parts.items() if size == mine)
        return Fraction(100 * (2 * excess + alike), 2 * len(self.left))

    @property
    def ruled_out_by(self) -> list[int]:
        """The earlier rows that would have been answered otherwise, had this been the code."""
        rows = enumerate(self.earlier, 1)
        code, game = self.turn.code, self.game
        return [row for row, was in rows if game.feedback(was.code, code) != was.feedback]


def plain_rows(game: Game, turns: Sequence[Turn]) -> list[Plain]:
    codes, rows = tuple(map(tuple, candidates(game, ()))), []
    for place, turn in enumerate(turns):
        rows.append(Plain(game, codes, tuple(turns[:place]), turn))
        codes = tuple(code for code in codes if game.feedback(turn.code, code) == turn.feedback)
    return rows
