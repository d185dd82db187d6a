"""How easily the longest texts of the site are read."""

from __future__ import annotations

import html
import re
import tempfile
from collections.abc import Iterator

from tests.bench.measure import Figure
from webapp.application import create_app
from webapp.config import read_settings

SHOWN = 30
#: Prose; what stands in tables, buttons and pictures is not read as sentences.
PROSE = re.compile(r"<(p|li|dd)\b[^>]*>(.*?)</\1>", re.DOTALL)
SENTENCE = re.compile(r"[.?!…:](?=\s|$)")
LESSON = re.compile(r"(/learn/\w+/[\w-]+)/1")


def readability_figures() -> Iterator[Figure]:
    """Yield the school grade that each of the longest public texts asks for, the hardest first."""
    texts = sorted(public_texts().items(), key=lambda page: len(page[1]))[-SHOWN:]
    for page, text in sorted(texts, key=lambda page: -grade(page[1])):
        yield Figure(f"Reading grade of {page}, {len(text.split()):,} words", grade(text), "")


def public_texts() -> dict[str, str]:
    """Return the prose of every page that the sitemap names, of lessons whole, by its address."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(
            read_settings({"PEGS_DATA": folder, "PEGS_SECRET_KEY": "the key of the bench"})
        )
        client = app.test_client()
        pages = re.findall(r"<loc>https?://[^/]+(/[^<]*)</loc>", client.get("/sitemap.xml").text)
        whole = [LESSON.sub(r"\1/print", page) for page in pages]
        texts = {page: prose(client.get(page).text) for page in whole}
        app.extensions["store"].engine.dispose()
    return texts


def prose(page: str) -> str:
    """Return the sentences of a page's main part.

    >>> prose('<main><p>Two <b>pegs</b> fit.</p><button>Guess</button></main>')
    'Two pegs fit.'
    """
    _, _, main = page.partition("<main")
    parts = (" ".join(re.sub(r"<[^>]+>", " ", part).split()) for _, part in PROSE.findall(main))
    text = " ".join(part for part in parts if SENTENCE.search(part[-1:]))
    return html.unescape(re.sub(r" ([.,;:?!])", r"\1", text))


def grade(text: str) -> float:
    """Return the Automated Readability Index: the school year in which a text is understood.

    Senter and Smith, 1967: from signs a word and words a sentence, without counting syllables.

    >>> round(grade("Two pegs fit. The third does not."), 1)
    0.1
    """
    words = text.split()
    signs = sum(char.isalnum() for char in text)
    if not words:
        return 0.0
    sentences = max(1, len(SENTENCE.findall(text)))
    return 4.71 * signs / len(words) + 0.5 * len(words) / sentences - 21.43
