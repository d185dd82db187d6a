"""Words with a list of one's own, of any alphabet that is written from the left.

What differs only by case, or as a last form (ς), is one letter: a word is shown as it was typed if
each letter was always typed alike, else in capitals. A list with a dotless ı or a dotted İ has
both pairs of the Turkish alphabet.

A list that isn't too long is its game's name: whoever has the name has the list. So links and
stored games need nothing else. The letters stand place by place, which packs sorted words best:
1,000 English words of five letters take 2.6 kB.
"""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Final
from unicodedata import bidirectional, normalize

import numpy as np

from solver.deduction.rules import kernels
from solver.deduction.rules.feedback_rules import possible_marks
from solver.deduction.rules.game import (
    MOST_CODES_WITH_TABLE,
    Code,
    Feedback,
    FeedbackError,
    RulesError,
    frozen,
)
from solver.deduction.rules.words import WordGame, capitals, name_marks
from solver.wording import shown

OWN_LETTERS: Final = range(3, 9)
MOST_FEEDBACKS: Final = 255  # its number is a byte
MOST_NAMED: Final = 1000  # words in a name
_PREFIX: Final = "words-1-"
_FROM_THE_RIGHT: Final = ("R", "AL")  # what Unicode calls the letters of Hebrew and of Arabic
_TURKISH_SMALL: Final = str.maketrans("Iİ", "ıi")


class OwnWordGame(WordGame):
    """A list of one's own, in which each word is a guess and can be the secret.

    With six letters and more, only feedback that two words of the list give exists, since its
    number is a byte.
    """

    openings = ()

    def __init__(self, typed: Sequence[str], name: str = "") -> None:
        self.is_turkish = _is_turkish(typed)
        folded = [_fold(word, self.is_turkish) for word in typed]
        spellings = set(zip("".join(folded), "".join(typed), strict=True))
        #: Each letter of the list, folded, as it is shown.
        self.letter_forms = dict(sorted(spellings))
        if len(self.letter_forms) < len(spellings):
            self.letter_forms = {
                letter: _capital(letter, self.is_turkish) for letter in self.letter_forms
            }
        letters = "".join(self.letter_forms)
        codes = tuple(tuple(map(letters.index, word)) for word in folded)
        words = tuple("".join(map(self.letter_forms.__getitem__, word)) for word in folded)
        feedbacks = possible_marks(len(words[0]))
        vars(self).update(
            name=name or f"words-{sha256(' '.join(words).encode()).hexdigest()[:8]}",
            words=words,
            letters="".join(self.letter_forms.values()),
            codes_in_order=codes,
            feedback_names=name_marks(
                feedbacks if len(feedbacks) <= MOST_FEEDBACKS else _feedbacks_between(codes)
            ),
        )

    def spell(self, text: str) -> str:
        letters = _fold(normalize("NFC", text), self.is_turkish)
        return "".join(self.letter_forms.get(letter, letter) for letter in letters)

    def parse_feedback(self, text: str) -> Feedback:
        marks = text.strip()
        if marks not in self.feedback_names and marks in name_marks(possible_marks(self.pegs)):
            raise FeedbackError(f"No two words of this list give “{marks}”.")
        return super().parse_feedback(text)


def _feedbacks_between(codes: Sequence[Code]) -> tuple[Feedback, ...]:
    """Return the feedback that two of these words give. Raises RulesError for too many."""
    array = frozen(np.array(codes, np.uint8))
    letters = array.shape[1]
    numbers = set[int]()
    high, low = (frozen(part.astype(np.uint8)) for part in divmod(np.arange(3**letters), 256))
    for place in range(len(codes)):
        word = frozen(array[place : place + 1])
        above, below = (kernels.letter_marks(word, array, part) for part in (high, low))
        numbers.update(np.unique(256 * above.astype(np.int32) + below).tolist())
        if len(numbers) > MOST_FEEDBACKS:
            raise RulesError(
                f"These words give more than {MOST_FEEDBACKS} kinds of feedback. Take fewer words, "
                "or words of at most five letters."
            )
    digits = (np.base_repr(number, 3).zfill(letters) for number in sorted(numbers))
    return tuple(tuple(map(int, feedback)) for feedback in digits)


def name_words(text: str) -> WordGame:
    """Return the game of a list whose name holds the list. Raises RulesError."""
    words = sorted(parse_words(text, MOST_NAMED).words)
    letters = "".join("".join(place) for place in zip(*words, strict=True))
    packed = urlsafe_b64encode(zlib.compress(f"{len(words[0])}{letters}".encode(), 9))
    return OwnWordGame(words, _PREFIX + packed.decode().rstrip("="))


@lru_cache(maxsize=8)
def parse_name(name: str) -> WordGame | None:
    """Return the game whose name holds its list; None for another name. Raises RulesError.

    >>> name = name_words("pear plum lime").name
    >>> parse_name(name).words
    ('lime', 'pear', 'plum')
    """
    if not name.startswith(_PREFIX):
        return None
    most = 4 * MOST_NAMED * OWN_LETTERS[-1]
    unpacker = zlib.decompressobj()
    try:
        packed = urlsafe_b64decode(f"{name.removeprefix(_PREFIX)}==")
        text = unpacker.decompress(packed, most).decode()
        count, rest = divmod(len(text) - 1, int(text[:1]))
    except (ValueError, ZeroDivisionError, zlib.error):
        count, rest = 0, 0
    if not unpacker.eof or rest:
        raise RulesError("This link names a list of words, but the list is damaged.")
    listed = " ".join(text[1 + place :: count] for place in range(count))
    return OwnWordGame(_read_words(listed, MOST_CODES_WITH_TABLE), name)


def parse_words(text: str, most: int = MOST_CODES_WITH_TABLE) -> WordGame:
    """Return the game of a list of one's own: words apart by spaces, commas or lines.

    Raises RulesError.

    >>> game = parse_words("année, école, élève")
    >>> game.format_turn(game.parse_turn("école:----g"))
    'école:----g'
    """
    for letter in text:
        if bidirectional(letter) in _FROM_THE_RIGHT:
            raise RulesError(
                f"“{letter}” is written from right to left. The rows of this game run from left to "
                "right, and so must the words of a list."
            )
    return OwnWordGame(_read_words(text, most))


def _read_words(text: str, most: int) -> tuple[str, ...]:
    words = tuple(dict.fromkeys(normalize("NFC", text).replace(",", " ").split()))
    if not 2 <= len(words) <= most:
        raise RulesError(f"A list has 2 to {most:,} words; this one has {len(words):,}.")
    spelt: dict[str, str] = {}
    is_turkish = _is_turkish(words)
    for word in words:
        if not word.isalpha():
            raise RulesError(f"“{shown(word)}” isn’t a word of letters alone.")
        if len(word) not in OWN_LETTERS:
            raise RulesError(f"A word has 3 to 8 letters; “{shown(word)}” has {len(word)}.")
        if len(word) != len(words[0]):
            raise RulesError(
                f"All words have as many letters as the first, “{words[0]}”; “{shown(word)}” has "
                f"{len(word)}."
            )
        twin = spelt.setdefault(_fold(word, is_turkish), word)
        if twin != word:
            raise RulesError(
                f"“{twin}” and “{word}” would be one word here, since they differ only in "
                "capitals or last forms. Leave one of them out."
            )
    if len(set("".join(spelt))) > MOST_FEEDBACKS:
        raise RulesError(f"A list has at most {MOST_FEEDBACKS} different letters.")
    return words


def _is_turkish(words: Sequence[str]) -> bool:
    """Whether i and ı are two letters of a list, since it has a small dotless or a capital İ."""
    return not set("".join(words)).isdisjoint("ıİ")


def _fold(text: str, is_turkish: bool) -> str:
    """Return letters as one has them that doesn't tell capitals and last forms apart.

    >>> _fold("ΣΑΣ", False) == _fold("σας", False), _fold("Straße", False), _fold("ILIK", True)
    (True, 'straße', 'ılık')
    """
    if is_turkish:
        text = text.translate(_TURKISH_SMALL)
    folds = ((letter, letter.casefold()) for letter in text)
    return "".join(fold if len(fold) == 1 else letter.lower()[0] for letter, fold in folds)


def _capital(letter: str, is_turkish: bool) -> str:
    return "İ" if is_turkish and letter == "i" else capitals(letter)
