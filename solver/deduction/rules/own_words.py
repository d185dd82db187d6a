"""Words with a list of one's own, of any alphabet.

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


class OwnWordGame(WordGame):
    """A list of one's own, in which each word is a guess and can be the secret.

    With six letters and more, only feedback that two words of the list give exists, since its
    number is a byte.
    """

    openings = ()

    def __init__(self, words: Sequence[str], name: str = "") -> None:
        alphabet = "".join(sorted(set("".join(words))))
        codes = tuple(tuple(map(alphabet.index, word)) for word in words)
        feedbacks = possible_marks(len(words[0]))
        vars(self).update(
            name=name or f"words-{sha256(' '.join(words).encode()).hexdigest()[:8]}",
            words=tuple(words),
            alphabet=alphabet,
            codes_in_order=codes,
            feedback_names=name_marks(
                feedbacks if len(feedbacks) <= MOST_FEEDBACKS else _feedbacks_between(codes)
            ),
        )

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
    ('LIME', 'PEAR', 'PLUM')
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
    words = parse_words(" ".join(text[1 + place :: count] for place in range(count))).words
    return OwnWordGame(words, name)


def parse_words(text: str, most: int = MOST_CODES_WITH_TABLE) -> WordGame:
    """Return the game of a list of one's own: words apart by spaces, commas or lines.

    Raises RulesError.

    >>> game = parse_words("année, école, élève")
    >>> game.format_turn(game.parse_turn("école:----g"))
    'ÉCOLE:----g'
    """
    words = tuple(dict.fromkeys(map(capitals, text.replace(",", " ").split())))
    if not 2 <= len(words) <= most:
        raise RulesError(f"A list has 2 to {most:,} words; this one has {len(words):,}.")
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
    if len(set("".join(words))) > MOST_FEEDBACKS:
        raise RulesError(f"A list has at most {MOST_FEEDBACKS} different letters.")
    return OwnWordGame(words)
