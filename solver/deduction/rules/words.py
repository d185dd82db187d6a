"""Words: a word of five letters is hidden, and each letter of a guess is answered in its place.

A letter is green if the word has it there, yellow if the word has it elsewhere, and grey otherwise.
If a guess has a letter more often than the word, only as many are marked as the word has, green
ones first, then from left to right.

The secrets are common words, and any word of a larger list is a guess. Both lists are from SCOWL
(words-licence.txt): secrets from its sizes up to 35, without plurals and rude words, guesses from
its sizes up to 70 and, at the end so that no other changes its index, five that analyses begin
with. Secrets never change, as links and stored games name them: a new list is a game with a name of
its own. The first list, 478 words for secrets and guesses, is the game "words".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import ClassVar, Final
from unicodedata import normalize

import numpy as np
from numpy.typing import NDArray

from solver.deduction.rules import kernels
from solver.deduction.rules.feedback_rules import SIGNS, mark_holes, number_marks, possible_marks
from solver.deduction.rules.game import Code, CodeError, Codes, Feedback, Indices, Terms, frozen
from solver.deduction.rules.listed_game import ListedGame
from solver.wording import shown

ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LETTERS: Final = 5
OPEN: Final = "_"


#: The lists of words.txt: the secrets, the other guesses, and the first list.
WORDS, OTHERS, FIRST_LIST = (
    tuple(block.split())
    for block in Path(__file__).with_name("words.txt").read_text("ascii").split("\n\n")
)


def _code(word: str) -> Code:
    return tuple(map(ALPHABET.index, word))


def name_marks(feedbacks: Iterable[Feedback]) -> Mapping[str, Feedback]:
    return {"".join(SIGNS[mark] for mark in feedback): feedback for feedback in feedbacks}


def capitals(word: str) -> str:
    """Return a word in capitals, except letters that would become two.

    >>> capitals("straße")
    'STRAßE'
    """
    letters = normalize("NFC", word)
    return "".join(letter.upper() if len(letter.upper()) == 1 else letter for letter in letters)


class WordGame(ListedGame):
    """A common word of five letters, to be found in six guesses of any words.

    >>> game = WordGame()
    >>> game.format_feedback(game.feedback(game.parse_code("speed"), game.parse_code("eagle")))
    '--yy-'
    """

    name = "words2"
    rows = 6
    terms: ClassVar[Terms] = Terms("letter", "place", "letter", code="word")
    feedback_rule = "letters"
    marks_holes = True
    is_listed = True
    #: The secrets come first, so that a table of feedback needs columns only for them.
    codes_in_order = tuple(map(_code, (*WORDS, *OTHERS)))
    words: ClassVar = WORDS
    letters: ClassVar = ALPHABET
    feedback_names: ClassVar = name_marks(possible_marks(LETTERS))
    openings: ClassVar[tuple[Code, ...]] = (_code("RAISE"), _code("CLOUD"))

    def feedback(self, guess: Code, secret: Code) -> Feedback:
        return mark_holes(guess, secret)

    def is_secret(self, code: Code) -> bool:
        return self._places.get(code, self.secret_count) < self.secret_count

    @property
    def secret_rule(self) -> str:
        return f"it isn’t one of the {self.secret_count:,} words that can be hidden"

    def are_secrets(self, codes: Codes) -> NDArray[np.bool_]:
        possible: NDArray[np.bool_] = np.isin(_numbers(codes), _numbers(self.codes[self.secrets]))
        return possible

    @cached_property
    def secrets(self) -> Indices:
        return frozen(np.arange(len(self.words), dtype=np.int32))

    @cached_property
    def table(self) -> Codes:
        return self._compute_marks(self.codes, self.codes[: self.secrets[-1] + 1])

    def feedback_table(self, guesses: Indices, secrets: Indices) -> Codes:
        if secrets.size and secrets.max() >= self.table.shape[1]:  # it ends with the last secret
            return self._compute_marks(self.codes[guesses], self.codes[secrets])
        return super().feedback_table(guesses, secrets)

    def _compute_marks(self, guesses: Codes, secrets: Codes) -> Codes:
        return frozen(kernels.letter_marks(frozen(guesses), frozen(secrets), self._mark_numbers))

    @cached_property
    def _mark_numbers(self) -> Codes:
        return number_marks(self.feedbacks)

    def spell(self, text: str) -> str:
        """Return typed letters as the words of the game have them."""
        return capitals(text)

    def parse_code(self, text: str) -> Code:
        """Read a word. Raises CodeError if it isn't on the list.

        >>> WordGame().parse_code("crane")
        (2, 17, 0, 13, 4)
        """
        word = self.spell("".join(text.split()))
        if len(word) != self.pegs:
            raise CodeError(f"A word has {self.pegs} letters here; this one has {len(word)}.")
        if OPEN in word:
            raise CodeError(f"Place {word.index(OPEN) + 1} is still empty.")
        code = tuple(self.letters.find(letter) for letter in word)
        if code not in self._places:
            raise CodeError(f"“{shown(word)}” is not on this game’s list of words.")
        return code

    def name_value(self, value: int) -> str:
        return f"{self.terms.colour} {self.letters[value]}"

    def format_code(self, code: Code) -> str:
        return "".join(self.letters[letter] for letter in code)


class FirstWordGame(WordGame):
    """The game of the first list, in which every guess can be the secret."""

    name = "words"
    codes_in_order = tuple(map(_code, FIRST_LIST))
    words = FIRST_LIST


def _numbers(codes: Codes) -> NDArray[np.int64]:
    return codes.astype(np.int64) @ 256 ** np.arange(codes.shape[1])
