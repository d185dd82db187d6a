"""Texts as they are copied from pages, mails, sheets and programs: what of them is a board.

Titles, comments and addresses beside a board are set aside, each line of them left blank, so that
lines keep their numbers. An HTML table becomes rows, full-width digits plain ones.

>>> clean_text("Monday, hard\\n１\\t—\\t’3\\n# from a book").split("\\n")
['', '1\\t-\\t3', '']
"""

import re
from collections.abc import Iterator
from html import unescape
from typing import Final

_SIGNS: Final = str.maketrans(
    {
        **{chr(ord(sign) + 0xFEE0): sign for sign in map(chr, range(ord("!"), ord("~") + 1))},
        "\u3000": " ",
        **dict.fromkeys("–—−‒", "-"),
        **dict.fromkeys("·∙•", "."),
        **dict.fromkeys("\ufe0f\u200b\u20e3", ""),
    }
)
_SQUARE: Final = re.compile("[⬜⬛]")
_APOSTROPHE: Final = re.compile(r"(?<![\w'’])['’](?=[\d\t#_.]|$)", re.MULTILINE)
_TABLE: Final = re.compile(r"<t[dh]\b", re.IGNORECASE)
_TABLE_ROW: Final = re.compile(r"<tr\b[^>]*>(.*?)(?=<tr\b|</table|\Z)", re.IGNORECASE | re.DOTALL)
_TABLE_CELL: Final = re.compile(
    r"<t[dh]\b([^>]*)>(.*?)(?=<t[dh]\b|</tr|\Z)", re.IGNORECASE | re.DOTALL
)
_TAG: Final = re.compile(r"<[^>]*>")
_DARK: Final = re.compile(r"block|black|wall|void|hole|#000", re.IGNORECASE)

_NOTE: Final = re.compile(r"\s*(adjacency|links)\s*:", re.IGNORECASE)
_COMMENT: Final = re.compile(r"\s*(?:#+|//|%|;|--)\s*[^\W\d_]{2}")
_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_VALUES: Final = re.compile(r"none|null|nil|undefined|nan|x+", re.IGNORECASE)
_QUOTED: Final = re.compile(r"^(?:> ?)+", re.MULTILINE)  # as in a mail
_TEX_ROWS: Final = re.compile(r"&.*\\\\")
_TEX_LINE: Final = re.compile(r"\\(?:begin|end|hline|[a-z]+rule)\b.*|\\\\")
_R_LABEL: Final = re.compile(r"\[,?(\d+),?\]")  # of a row or a column
_BETWEEN: Final = re.compile(r"[\s,;:()!?“”\"&/+]+")
_FENCE: Final = re.compile(r"\s*(?:`{3}|~{3}).*")
_TOP: Final = re.compile(r"\s*[┌┏╔╭]")


def clean_text(text: str) -> str:
    """Return a text with a board's lines alone, the others blank."""
    if _TABLE.search(text):
        text = "\n".join(_table_rows(text))
    text = _QUOTED.sub("", text).translate(_SIGNS)
    if _TEX_ROWS.search(text):
        text = _TEX_LINE.sub("", text).replace("&", ",").replace("\\#", "#")
    if "[,1]" in text:
        text = _R_LABEL.sub(r"\1", text)
    text = _APOSTROPHE.sub("", _SQUARE.sub(r" \g<0> ", text))
    lines = separate_rows(text).split("\n")
    return "\n".join("" if _is_prose(line) else line for line in lines)


def separate_rows(text: str) -> str:
    """Return a text of one line in lines, if ``/`` is between its rows, as in our links.

    >>> separate_rows("1 . 3/. 5 .")
    '1 . 3\\n. 5 .'
    """
    is_whole = "\n" in text or "://" in text or text.lstrip()[:1] in ("{", "[")
    return text if is_whole else text.replace("/", "\n")


def _table_rows(text: str) -> Iterator[str]:
    """Yield the rows of HTML tables, a blank line after each table."""
    for table in re.split("</table", text, flags=re.IGNORECASE):
        for row in _TABLE_ROW.findall(table):
            cells = _TABLE_CELL.findall(row)
            if cells:
                yield "\t".join(_cell_text(*cell) for cell in cells)
        yield ""


def _cell_text(attributes: str, content: str) -> str:
    text = unescape(_TAG.sub("", content)).strip()
    return text or ("#" if _DARK.search(attributes) else ".")


def _is_prose(line: str) -> bool:
    """Say whether a line is a title, a comment or an address, and no row of a board."""
    if _NOTE.match(line):
        return False
    if _COMMENT.match(line) or _FENCE.fullmatch(line):
        return True
    if "://" in line:
        return "pedros.works" not in line
    if "[" in line or "|" in line or (":" in line and " " not in line.strip()):
        return False
    parts = [part for part in _BETWEEN.split(line) if part]
    words = sum(bool(_WORD.search(part)) and not _VALUES.fullmatch(part) for part in parts)
    return 2 * words >= len(parts) > 0


def split_boards(text: str) -> list[tuple[int, str]]:
    """Return the boards of a text that has several, each with its first line's number; else none.

    Each has the lines of the others as blank ones.

    >>> [first for first, _ in split_boards("1 .\\n. 4\\n\\n\\n. 2\\n4 .")]
    [1, 5]
    """
    lines = text.split("\n")
    groups = list[list[int]]()
    is_framed = sum(_TOP.match(line) is not None for line in lines) > 1
    was_blank = True
    for place, line in enumerate(lines):
        is_blank = not line.strip(" \f\v")
        if not is_blank and (_TOP.match(line) if is_framed else was_blank):
            groups.append([])
        if not is_blank and groups:
            groups[-1].append(place)
        was_blank = is_blank
    if len(groups) < 2 or min(map(len, groups)) < 2:
        return []
    return [
        (group[0] + 1, "\n".join(text if n in group else "" for n, text in enumerate(lines)))
        for group in groups
    ]
