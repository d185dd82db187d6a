"""One of the answers is false: which? It is the only row without which some code fits."""

from __future__ import annotations

from itertools import combinations

from solver.deduction.text.facts import rows_words
from solver.wording import counted
from webapp.learn.lessons.lesson import Block, LessonError
from webapp.learn.lessons.questions.codes import keys, pegs
from webapp.learn.lessons.questions.question import Choices, Marking, kind
from webapp.learn.lessons.scene import Scene


@kind("false")
class FalseRowChoice(Choices):
    """The rows contradict each other, and one changed answer would mend that: in which row?"""

    def __init__(self, scene: Scene, block: Block) -> None:
        super().__init__(scene, block)
        rows = range(len(scene.turns))
        found = [row for row in rows if self._without(row).codes]
        if scene.codes or len(found) != 1:
            raise LessonError(f"{len(found)} rows can be the false one, not one.")
        self._right = found[0]

    def _without(self, row: int) -> Scene:
        turns = self.scene.turns
        return Scene(self.scene.game, (*turns[:row], *turns[row + 1 :]))

    @property
    def labels(self) -> tuple[str, ...]:
        """The rows by their numbers."""
        return tuple(f"Row {row}" for row in range(1, len(self.scene.turns) + 1))

    @property
    def right(self) -> int:
        """The row that must be false."""
        return self._right

    def told(self, chosen: int) -> Marking:
        """Show the conflict that stays, or a code that fits the other rows."""
        scene, others = self.scene, self._without(chosen)
        if chosen != self.right:
            rows = rows_words(self._conflict(chosen))
            words = f"Leave row {chosen + 1} out: {rows} still contradict each other."
            return Marking(False, (words, "No code at all gives these answers together."))
        code = others.codes[0]
        guess, answer = scene.turns[chosen]
        real = keys(scene, scene.game.feedback(guess, code))
        count = counted(len(others.codes), "code")
        fit = "fits" if len(others.codes) == 1 else "fit"
        return Marking(
            True,
            (
                f"Without row {chosen + 1}, {count} {fit} the others, {pegs(scene, code)} for one. "
                f"It would have got {real} there, not {keys(scene, answer)}.",
                "Leave any other row out, and the rest still contradict each other.",
            ),
        )

    def _conflict(self, left_out: int) -> tuple[int, ...]:
        """Return the fewest of the other rows that contradict each other."""
        turns = self.scene.turns
        others = [row for row in range(len(turns)) if row != left_out]
        for size in range(1, len(others) + 1):
            for rows in combinations(others, size):
                if not Scene(self.scene.game, tuple(turns[row] for row in rows)).codes:
                    return rows
        raise LessonError("The other rows do not contradict each other.")
