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

import zlib
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import ClassVar, Final
from unicodedata import normalize

import numpy as np
from numpy.typing import NDArray

from solver.deduction.rules import game, kernels
from solver.deduction.rules.feedback_rules import SIGNS, mark_holes, number_marks, possible_marks
from solver.deduction.rules.feedback_text import read_marks
from solver.deduction.rules.game import Code, Codes, Feedback, Indices
from solver.deduction.rules.listed_game import ListedGame
from solver.wording import join_words, quote

MOST_FEEDBACKS: Final = 255  # its number is a byte
ADDED: Final = "+"  # before the guesses that a position added, in the name of its game
_TURKISH_SMALL: Final = str.maketrans("Iİ", "ıi")
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
    terms: ClassVar[game.Terms] = game.Terms("letter", "place", "letter", code="word")
    feedback_rule = "letters"
    marks_holes = True
    is_listed = True
    #: The secrets come first, so that a table of feedback needs columns only for them.
    codes_in_order = tuple(map(_code, (*WORDS, *OTHERS)))
    words: ClassVar = WORDS
    #: Guesses that are on no list, added for a position.
    added: ClassVar[tuple[str, ...]] = ()
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
        flags: NDArray[np.bool_] = np.isin(_numbers(codes), _numbers(self.codes[self.secrets]))
        return flags

    @cached_property
    def secrets(self) -> Indices:
        return game.frozen(np.arange(len(self.words), dtype=np.int32))

    @cached_property
    def table(self) -> Codes:
        return self._compute_marks(self.codes, self.codes[: self.secrets[-1] + 1])

    def feedback_table(self, guesses: Indices, secrets: Indices) -> Codes:
        if secrets.size and secrets.max() >= self.table.shape[1]:  # it ends with the last secret
            return self._compute_marks(self.codes[guesses], self.codes[secrets])
        return super().feedback_table(guesses, secrets)

    def _compute_marks(self, guesses: Codes, secrets: Codes) -> Codes:
        arrays = game.frozen(guesses), game.frozen(secrets)
        return game.frozen(kernels.letter_marks(*arrays, number_marks(self.feedbacks)))

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
            raise game.CodeError(f"A word has {self.pegs} letters here; this one has {len(word)}.")
        if OPEN in word:
            raise game.CodeError(f"Place {word.index(OPEN) + 1} is still empty.")
        code = tuple(self.letters.find(letter) for letter in word)
        if code not in self._places:
            raise game.CodeError(f"“{quote(word)}” is not on this game’s list of words.")
        return code

    def adapt(self, codes: Sequence[str]) -> WordGame:
        """Return the game with words that are on no list as guesses, too."""
        words = [self.spell(code) for code in codes if self.has_form_of_code(code)]
        extras = [word for word in words if tuple(map(self.letters.find, word)) not in self._places]
        if not extras:
            return self
        if all(map(str.isupper, self.letters)):
            extras = list(map(capitals, extras))
        return _add_guesses(self, tuple(sorted({*extras, *self.added})))

    @property
    def notation_words(self) -> str:
        if not self.added:
            return ""
        guesses, they = ("a guess", "it’s") if len(self.added) == 1 else ("guesses", "they’re")
        pronoun = they.partition("’")[0]
        return (
            f"{join_words(self.added)} as {guesses} only: {they} on no list, so {pronoun} can’t "
            f"be the {self.terms.code}"
        )

    def has_form_of_code(self, text: str) -> bool:
        word = "".join(text.split())
        return len(word) == self.pegs and word.isalpha()

    def parse_feedback(self, text: str) -> Feedback:
        return super().parse_feedback(read_marks(text, self.pegs) or text)

    def name_value(self, value: int) -> str:
        return f"{self.terms.colour} {self.letters[value]}"

    def format_code(self, code: Code) -> str:
        return "".join(self.letters[letter] for letter in code)


class FirstWordGame(WordGame):
    """The game of the first list, in which every guess can be the secret."""

    name = "words"
    codes_in_order = tuple(map(_code, FIRST_LIST))
    words = FIRST_LIST


class OwnWordGame(WordGame):
    """A list of one's own, whose words can be the secret, and perhaps more that are only guesses.

    With six letters and more, only feedback that two words of the list give exists, since its
    number is a byte.
    """

    openings = ()

    def __init__(
        self, words: Sequence[str], name: str = "", more_words: Sequence[str] = ()
    ) -> None:
        all_words = (*words, *more_words)
        self.is_turkish = is_turkish(all_words)
        folds = [fold_case(word, self.is_turkish) for word in all_words]
        pairs = list(zip("".join(folds), "".join(all_words), strict=True))
        length = len(words) * len(words[0])
        spellings = list(dict.fromkeys([*sorted(pairs[:length]), *pairs[length:]]))
        #: Each letter of the list, folded, as it is shown; more guesses change no letter's number.
        self.letter_forms = dict(spellings)
        if len(self.letter_forms) < len(spellings):
            self.letter_forms = {
                letter: "İ" if self.is_turkish and letter == "i" else capitals(letter)
                for letter in self.letter_forms
            }
        letters = "".join(self.letter_forms)
        codes = tuple(tuple(map(letters.index, word)) for word in folds)
        shown_words = tuple("".join(map(self.letter_forms.__getitem__, word)) for word in folds)
        feedbacks = possible_marks(len(words[0]))
        vars(self).update(
            name=name or f"words-{sha256(' '.join(shown_words).encode()).hexdigest()[:8]}",
            words=shown_words[: len(words)],
            letters="".join(self.letter_forms.values()),
            codes_in_order=codes,
            feedback_names=name_marks(
                feedbacks
                if len(feedbacks) <= MOST_FEEDBACKS
                else _feedbacks_between(codes, codes[: len(words)])
            ),
        )

    def spell(self, text: str) -> str:
        letters = fold_case(normalize("NFC", text), self.is_turkish)
        return "".join(self.letter_forms.get(letter, letter) for letter in letters)

    def parse_feedback(self, text: str) -> Feedback:
        marks = read_marks(text, self.pegs)
        if marks not in self.feedback_names and marks in name_marks(possible_marks(self.pegs)):
            raise game.FeedbackError(f"No two words of this list give “{marks}”.")
        return super().parse_feedback(text)


@lru_cache(maxsize=4)
def _add_guesses(board: WordGame, words: tuple[str, ...]) -> WordGame:
    base = board.name.partition(ADDED)[0]
    listed_guesses = board.codes_in_order[len(board.words) : board.code_count - len(board.added)]
    more_words = [*map(board.format_code, listed_guesses), *words]
    after = OwnWordGame(board.words, f"{base}{ADDED}{pack_words(words)}", more_words)
    vars(after).update(added=words, rows=board.rows)
    return after


def _feedbacks_between(codes: Sequence[Code], secrets: Sequence[Code]) -> tuple[Feedback, ...]:
    """Return the feedback that these words give to secrets. Raises RulesError for too many."""
    guesses, array = (game.frozen(np.array(words, np.uint8)) for words in (codes, secrets))
    letters = array.shape[1]
    numbers = set[int]()
    high, low = (game.frozen(part.astype(np.uint8)) for part in divmod(np.arange(3**letters), 256))
    for place in range(len(codes)):
        word = game.frozen(guesses[place : place + 1])
        above, below = (kernels.letter_marks(word, array, part) for part in (high, low))
        numbers.update(np.unique(256 * above.astype(np.int32) + below).tolist())
        if len(numbers) > MOST_FEEDBACKS:
            raise game.RulesError(
                f"These words give more than {MOST_FEEDBACKS} kinds of feedback. Take fewer words, "
                "or words of at most five letters."
            )
    digits = (np.base_repr(number, 3).zfill(letters) for number in sorted(numbers))
    return tuple(tuple(map(int, feedback)) for feedback in digits)


def pack_words(words: Sequence[str]) -> str:
    """Return words, place by place, as letters that an address can hold."""
    letters = "".join("".join(place) for place in zip(*words, strict=True))
    payload = urlsafe_b64encode(zlib.compress(f"{len(words[0])}{letters}".encode(), 9))
    return payload.decode().rstrip("=")


def is_turkish(words: Sequence[str]) -> bool:
    """Whether i and ı are two letters of a list, since it has a small dotless or a capital İ."""
    return not set("".join(words)).isdisjoint("ıİ")


def fold_case(text: str, has_dotless: bool) -> str:
    """Return letters as one has them that doesn't tell capitals and last forms apart.

    >>> fold_case("ΣΑΣ", False) == fold_case("σας", False)
    True
    >>> fold_case("Straße", False), fold_case("ILIK", True)
    ('straße', 'ılık')
    """
    if has_dotless:
        text = text.translate(_TURKISH_SMALL)
    folds = ((letter, letter.casefold()) for letter in text)
    return "".join(fold if len(fold) == 1 else letter.lower()[0] for letter, fold in folds)


def _numbers(codes: Codes) -> NDArray[np.int64]:
    return codes.astype(np.int64) @ 256 ** np.arange(codes.shape[1])
