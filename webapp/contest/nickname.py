"""The name that somebody plays by in a contest: any text of a line, shown as text."""

from __future__ import annotations

import unicodedata
from typing import Final

from webapp.http.forms import FormError

LONGEST: Final = 20


def parse_nickname(text: str) -> str:
    """Return a nickname as it is shown; it may be empty. Raises FormError.

    >>> parse_nickname("  Ada   <b>L.</b> ")
    'Ada <b>L.</b>'
    """
    if any(unicodedata.category(sign).startswith("C") for sign in text):
        raise FormError("A nickname has letters, figures and signs that can be seen. Type another.")
    name = unicodedata.normalize("NFC", " ".join(text.split()))
    if len(name) > LONGEST:
        raise FormError(f"A nickname has {LONGEST} characters at most. Type a shorter one.")
    return name
