"""Words with a list of one's own, of any alphabet that is written from the left.

What differs only by case, or as a last form (ς), is one letter: a word is shown as it was typed if
each letter was always typed alike, else in capitals. A list with a dotless ı or a dotted İ has
both pairs of the Turkish alphabet.

A list that isn't too long is its game's name: whoever has the name has the list. So links and
stored games need nothing else. The letters stand place by place, which packs sorted words best:
1,000 English words of five letters take 2.6 kB.
"""

import zlib
from base64 import urlsafe_b64decode
from functools import lru_cache
from typing import Final
from unicodedata import bidirectional, normalize

from solver.deduction.rules.game import MOST_CODES_WITH_TABLE, RulesError
from solver.deduction.rules.words import (
    ADDED,
    MOST_FEEDBACKS,
    FirstWordGame,
    OwnWordGame,
    WordGame,
    fold_case,
    is_turkish,
    pack_words,
)
from solver.wording import quote

OWN_LETTERS: Final = range(3, 9)
MOST_NAMED: Final = 1000  # words in a name
_PREFIX: Final = "words-1-"
_OTHERS: Final = "."  # before the guesses that can't be the code
_FROM_THE_RIGHT: Final = ("R", "AL")  # what Unicode calls the letters of Hebrew and of Arabic


def name_words(text: str, more_words: str = "") -> WordGame:
    """Return the game of lists whose name holds them. Raises RulesError."""
    words, guesses = map(sorted, _read_lists(text, more_words, MOST_NAMED))
    suffix = _OTHERS + pack_words(guesses) if guesses else ""
    return OwnWordGame(words, _PREFIX + pack_words(words) + suffix, guesses)


def _unpack_words(text: str) -> str:
    limit = 4 * MOST_NAMED * OWN_LETTERS[-1]
    unpacker = zlib.decompressobj()
    try:
        letters = unpacker.decompress(urlsafe_b64decode(f"{text}=="), limit).decode()
        count, remainder = divmod(len(letters) - 1, int(letters[:1]))
    except (ValueError, ZeroDivisionError, zlib.error):
        count, remainder = 0, 0
    if not unpacker.eof or remainder:
        raise RulesError("This link names a list of words, but the list is damaged.")
    return " ".join(letters[1 + place :: count] for place in range(count))


@lru_cache(maxsize=8)
def parse_name(name: str) -> WordGame | None:
    """Return the game whose name holds its list; None for another name. Raises RulesError.

    >>> name = name_words("pear plum lime").name
    >>> parse_name(name).words, parse_name(name).adapt(["pail"]).notation_words
    (('lime', 'pear', 'plum'), 'pail as a guess only: it’s on no list, so it can’t be the word')
    """
    base, is_added, additions = name.partition(ADDED)
    if is_added:
        game = next((kind() for kind in (WordGame, FirstWordGame) if kind.name == base), None)
        game = game or parse_name(base)
        return game.adapt(_unpack_words(additions).split()) if game else None
    if not name.startswith(_PREFIX):
        return None
    payload, _, more_words = name.removeprefix(_PREFIX).partition(_OTHERS)
    lists = _unpack_words(payload), more_words and _unpack_words(more_words)
    words, guesses = _read_lists(*lists, MOST_CODES_WITH_TABLE)
    return OwnWordGame(words, name, guesses)


def parse_words(text: str, more_words: str = "") -> WordGame:
    """Return the game of a list of one's own: words apart by spaces, commas or lines.

    ``more_words`` are more words that can be guessed, but can't be the code. Raises RulesError.

    >>> game = parse_words("année, école, élève")
    >>> game.format_turn(game.parse_turn("école:----g"))
    'école:----g'
    """
    for letter in text + more_words:
        if bidirectional(letter) in _FROM_THE_RIGHT:
            raise RulesError(
                f"“{letter}” is written from right to left. The rows of this game run from left to "
                "right, and so must the words of a list."
            )
    words, guesses = _read_lists(text, more_words, MOST_CODES_WITH_TABLE)
    return OwnWordGame(words, more_words=guesses)


def _read_lists(text: str, more_words: str, limit: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the words that can be hidden, and the other words of the list of guesses."""
    words = _read_words(text, limit)
    if not more_words.strip():
        return words, ()
    guesses = _read_words(more_words, 2 * limit, minimum=1)
    if len(guesses[0]) != len(words[0]):
        raise RulesError(
            f"All words have as many letters as the first, “{words[0]}”; “{guesses[0]}” has "
            f"{len(guesses[0])}."
        )
    has_dotless = is_turkish((*words, *guesses))
    secrets = {fold_case(word, has_dotless) for word in words}
    guesses = tuple(word for word in guesses if fold_case(word, has_dotless) not in secrets)
    if len(words) * (len(words) + len(guesses)) > MOST_CODES_WITH_TABLE**2:
        raise RulesError(
            f"These are too many words: {len(words):,} that can be hidden and {len(guesses):,} "
            "other guesses."
        )
    return words, guesses


def _read_words(text: str, maximum: int, minimum: int = 2) -> tuple[str, ...]:
    words = tuple(dict.fromkeys(normalize("NFC", text).replace(",", " ").split()))
    if not minimum <= len(words) <= maximum:
        raise RulesError(f"A list has {minimum} to {maximum:,} words; this one has {len(words):,}.")
    spellings: dict[str, str] = {}
    has_dotless = is_turkish(words)
    for word in words:
        if not word.isalpha():
            raise RulesError(f"“{quote(word)}” isn’t a word of letters alone.")
        if len(word) not in OWN_LETTERS:
            raise RulesError(f"A word has 3 to 8 letters; “{quote(word)}” has {len(word)}.")
        if len(word) != len(words[0]):
            raise RulesError(
                f"All words have as many letters as the first, “{words[0]}”; “{quote(word)}” has "
                f"{len(word)}."
            )
        twin = spellings.setdefault(fold_case(word, has_dotless), word)
        if twin != word:
            raise RulesError(
                f"“{twin}” and “{word}” would be one word here, since they differ only in "
                "capitals or last forms. Leave one of them out."
            )
    if len(set("".join(spellings))) > MOST_FEEDBACKS:
        raise RulesError(f"A list has at most {MOST_FEEDBACKS} different letters.")
    return words
