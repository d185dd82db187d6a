"""Feedback as people have it, and rows of it: the one reader of commands, pages and the library.

Marks are squares of a shared result, letters (B grey, Y yellow, G green), digits (2, 1, 0) or
words. Counts are numbers with or without words, the letters of key pegs (BBW, RW, 1A2B), or the
pegs themselves as circles. Of what can be either, the game decides.
"""

import re
from collections.abc import Callable
from typing import Final
from unicodedata import normalize

#: What each mark is written as by others; ours is the first.
_MARKS: Final = {
    "g": "g2🟩💚🟢✅🟧",
    "y": "y1🟨💛🟡🟦",
    "-": "-0b⬛⬜🔳🔲◼◻▪▫🖤🤍⚫⚪❌✖x–—_.·",
}
_MARK_OF: Final = {sign: mark for mark, signs in _MARKS.items() for sign in signs}
_MARK_WORDS: Final = {
    "g": r"green|correct|right|hit",
    "y": r"yellow|present|elsewhere|misplaced",
    "-": r"gr[ae]y|black|white|absent|wrong|miss|none",
}
_BETWEEN: Final = re.compile(r"[\s,;/|()\[\]{}\"'\u200b\ufe0f]+")

#: Signs of key pegs in place and of others; with a green or yellow square, a dark one says nothing.
_PLACED: Final = "⚫●⬤🔴🖤■🟢✅✔"
_OTHER: Final = "⚪○◯🤍□🟡"
_SQUARES: Final = str.maketrans({"🟩": "●", "🟨": "○", "⬛": "·", "⬜": "·"})
_PEG_SQUARES: Final = str.maketrans({"⬛": "●", "⬜": "○"})
_NO_PEG: Final = "·.-–—_❌"
_NOTHING: Final = frozenset({"none", "nothing", "nil", "no pegs", "no keys"})
_NUMBERS: Final = re.compile(r"[+−-]?([0-9]{1,3})(?:[\s,;/:−-]+[+−-]?|(?=[0-9]$))([0-9]{1,3})")
_COUNTED: Final = re.compile(
    r"([0-9]{1,3}|no)\s*(?:[x×*]\s*)?([a-z]+)|([a-z]+)\s*[:=]?\s*([0-9]{1,3})"
)
_NUMERALS: Final = {
    name: str(number)
    for number, name in enumerate(("zero", "one", "two", "three", "four", "five", "six"))
}
_NUMERAL: Final = re.compile(rf"\b(?:{'|'.join(_NUMERALS)})\b")
_PEGS_COUNTED: Final = re.compile(rf"(?<=[0-9])\s*([{_PLACED}{_OTHER}])")
_PLACED_WORDS: Final = re.compile(
    r"b|bulls?|blacks?|r|reds?|correct|right|exact|hits?|green|g|placed"
)
_OTHER_WORDS: Final = re.compile(r"c|cows?|w|whites?|misplaced|elsewhere|near|close|yellow|y")
_PLACES: Final = ((r"\b(in|right) place\b", "right"), (r"\bwrong place\b", "elsewhere"))
_FILLERS: Final = re.compile(r"\b(?:and|pegs?|keys?)\b|[,;.+&()\[\]]")


def read_marks(text: str, pegs: int) -> str:
    """Return marks, a sign of ours for each hole; "" if the text isn't that.

    >>> {read_marks(text, 5) for text in ("⬜⬛⬛🟩🟨", "BBBGY", "00021", "grey, - x green yellow")}
    {'---gy'}
    """
    phrase = normalize("NFKC", text).lower()
    for mark, words in _MARK_WORDS.items():
        phrase = re.sub(rf"\b(?:{words})\b", mark, phrase)
    signs = _BETWEEN.sub("", phrase)
    if len(signs) != pegs or not {*signs} <= _MARK_OF.keys():
        return ""
    return "".join(map(_MARK_OF.__getitem__, signs))


def read_counts(text: str, pegs: int, *, is_white_placed: bool = False) -> tuple[int, int] | None:
    """Return how many pegs are in place and in another place; None if the text isn't that.

    ``is_white_placed`` says that of red and white key pegs the white ones are in place.

    >>> texts = "1,2", "1A2B", "+1 -2", "1 bull 2 cows", "2w 1b", "⚫⚪⚪", "RWW", "🟨🟩⬛🟨", "12"
    >>> {read_counts(text, 4) for text in texts}, read_counts("–", 4), read_counts("1 cow", 4)
    ({(1, 2)}, (0, 0), (0, 1))
    """
    phrase = normalize("NFKC", text).replace("\ufe0f", "").strip(" \t()[]{}\"'").lower()
    if phrase in _NOTHING:
        return 0, 0
    if match := _NUMBERS.fullmatch(phrase):
        return int(match[1]), int(match[2])
    return _read_words(phrase, is_white_placed) or _read_pegs(phrase, pegs, is_white_placed)


def _read_words(text: str, is_white_placed: bool) -> tuple[int, int] | None:
    """Read numbers, each with what it counts."""
    for pattern, word in _PLACES:
        text = re.sub(pattern, word, text)
    text = _NUMERAL.sub(lambda match: _NUMERALS[match[0]], text)
    text = _PEGS_COUNTED.sub(lambda match: "black " if match[1] in _PLACED else "white ", text)
    text = _FILLERS.sub(" ", text)
    counts = list[tuple[str, int]]()
    for match in _COUNTED.finditer(text):
        number = match[1] or match[4]
        counts.append((match[2] or match[3], 0 if number == "no" else int(number)))
    if not counts or _COUNTED.sub("", text).strip():
        return None
    return _sum_up(counts, is_white_placed)


def _read_pegs(text: str, pegs: int, is_white_placed: bool) -> tuple[int, int] | None:
    """Read a sign for each key peg."""
    has_colours = not {*text}.isdisjoint("🟩🟨")
    signs = _BETWEEN.sub("", text.translate(_SQUARES if has_colours else _PEG_SQUARES))
    if not 0 < len(signs) <= pegs:
        return None
    words = {**dict.fromkeys(_PLACED, "black"), **dict.fromkeys(_OTHER, "white")}
    if "🔴" in signs:
        words["🔴"] = "red"
    names = [words.get(sign, sign) for sign in signs if sign not in _NO_PEG]
    return _sum_up([(name, 1) for name in names], is_white_placed)


def _sum_up(counts: list[tuple[str, int]], is_white_placed: bool) -> tuple[int, int] | None:
    """Add up what is counted; None if some of it is neither in place nor elsewhere."""
    black_words, white_words = _PLACED_WORDS, _OTHER_WORDS
    if any(name == "a" for name, _ in counts):  # 1A2B
        black_words, white_words = re.compile("a"), re.compile("b")
    elif is_white_placed and any(name[0] == "r" for name, _ in counts):
        black_words, white_words = re.compile("w|whites?"), re.compile("r|reds?")
    black = white = 0
    for name, number in counts:
        if black_words.fullmatch(name):
            black += number
        elif white_words.fullmatch(name):
            white += number
        else:  # such as “nsense” of “nonsense”
            return None
    return black, white


def told_feedback(text: str, notation: str, *, has_marks: bool) -> str:
    """Say as what feedback was read, if that isn't seen at once.

    >>> told_feedback("BBBGG", "---gg", has_marks=True)
    'BBBGG as ---gg'
    """
    text = text.strip()
    is_clear = text.lower() == notation or (not has_marks and any(map(str.isdecimal, text)))
    return "" if is_clear else f"{text} as {notation}"


_LABEL: Final = re.compile(
    r"^\W{0,2}(?:[^\W\d]{1,10}\s*)?(?:#?\d{1,2}(?:/\d{1,2})?\s*[.):]|#\d{1,2})\s+"
)
_QUOTES: Final = "“”‘’\"'`*()[] "
_JOINTS: Final = re.compile(r"\s*(?:->|→|=>|[:=|;\t])\s*|\s+[-–—]\s+|,?\s+")


def split_row(
    text: str, is_code: Callable[[str], bool], is_feedback: Callable[[str], bool]
) -> tuple[str, str] | None:
    """Return a row's code and its feedback, in whichever order they are; None if it has not both.

    >>> is_code, is_feedback = (lambda word: word.isalpha()), (lambda word: word.isdecimal())
    >>> [split_row(text, is_code, is_feedback) for text in ("2. crane - 0001", "12 crane", "12")]
    [('crane', '0001'), ('crane', '12'), None]
    """
    for row in dict.fromkeys((text, _LABEL.sub("", text))):
        for order in (1, -1):
            for joint in _JOINTS.finditer(row):
                parts = row[: joint.start()].strip(), row[joint.end() :].strip()
                code, feedback = parts[::order]
                code = code if is_code(code) else code.strip(_QUOTES)
                feedback = feedback if is_feedback(feedback) else feedback.strip(_QUOTES)
                if is_code(code) and is_feedback(feedback):
                    return code, feedback
    return None
