"""Players' names in the table of a contest: one line of any text, shown as plain text."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from itertools import chain, count
from typing import Final

from webapp.http.forms import FormError
from webapp.storage.records.contests import ContestEntry

LONGEST: Final = 20
#: Where a visitor's cookie has the code of the class they joined, and their name in it.
JOINED: Final = "class"
NICKNAME: Final = "nickname"
NOT_SEEN: Final = "That name has characters that nobody can see. Type another one."
_EMOJI: Final = (
    "\u00a9\u00ae\u203c\u2049\u2100-\u27bf\u2900-\u297f\u2b00-\u2bff\u3030\u303d\u3297\u3299"
    "\U0001f000-\U0001faff"
)
#: Invisible parts of a visible emoji: its style, joiners to the next one, a flag's region.
_GLUE: Final = re.compile(
    f"(?<=[{_EMOJI}])\ufe0f|(?<=[{_EMOJI}\ufe0f])\u200d(?=[{_EMOJI}])|(?<=[0-9#*])\ufe0f(?=\u20e3)"
    "|(?<=\U0001f3f4)[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,6}\U000e007f"
)
#: Invisible letters, marks and symbols: fillers, blanks, selectors (Unicode calls most of them
#: default ignorable). Controls and formats have their own category.
_BLANK: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\ufffc"
    "\U00013441\U00013442\U00016fe4\U0001d159\U000e0100-\U000e01ef]"
)


def parse_nickname(text: str) -> str:
    """Return a nickname as it is shown; it may be empty. Raises FormError.

    >>> parse_nickname("  Ada   <b>L.</b> "), parse_nickname("👩\u200d🚀")
    ('Ada <b>L.</b>', '👩\u200d🚀')
    """
    if any(unicodedata.category(sign) == "Cc" for sign in text):  # before split removes some
        raise FormError(NOT_SEEN)
    name = unicodedata.normalize("NFC", " ".join(text.split()))
    if name and not _is_seen(name):
        raise FormError(NOT_SEEN)
    if len(name) > LONGEST:
        raise FormError(
            f"That name has more than {LONGEST} characters, and some emoji count as several. "
            "Type a shorter one."
        )
    return name


def _is_seen(name: str) -> bool:
    """Say whether all characters of a name are visible, and at least one stands on its own.

    >>> [_is_seen(name) for name in ("Zoë", "3\ufe0f\u20e3", "Ann\u3164", "\u2800", "\u0301")]
    [True, True, False, False, False]
    """
    signs = _GLUE.sub("", name)
    kinds = {unicodedata.category(sign)[0] for sign in signs}
    return not (_BLANK.search(signs) or "C" in kinds) and bool(kinds & set("LNPS"))


def table_names(entries: Iterable[ContestEntry]) -> Mapping[str, str]:
    """Return each player's name in a table, by entry, so that no two look the same.

    The first to come keeps a name as it is. Players without a name, or with an invisible one from
    an earlier version of this program, get a number.
    """
    names: dict[str, str] = {}
    looks: set[str] = set()
    for number, entry in enumerate(entries, 1):
        name = entry.nickname if _is_seen(entry.nickname) else f"Player {number}"
        variants = (f"{name} ({place})" for place in count(2))
        names[entry.id] = next(
            option for option in chain([name], variants) if _look(option) not in looks
        )
        looks.add(_look(names[entry.id]))
    return names


#: Greek and Cyrillic letters that look like Latin ones, in small or in capitals, and signs that do.
_ALIKE: Final = str.maketrans(
    "αβεζηικμνορτυχавекмнорстухһіјѕԁԛԝӏlı|10", "abezhikmnoptyxabekmhopctyxhijsdqwiiiiio"
)


def _look(name: str) -> str:
    """Return the same for names that are hard to tell apart.

    >>> [_look(name) for name in ("Ana L.", "ａｎａ\u00a0l.", "Аnа\u200bІ.")]
    ['anai.', 'anai.', 'anai.']
    """
    letters = unicodedata.normalize("NFKC", _BLANK.sub("", name)).casefold().translate(_ALIKE)
    return "".join(sign for sign in letters if unicodedata.category(sign)[0] not in "CZ")
