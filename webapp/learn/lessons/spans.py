"""What prose and sentences name between braces: pegs, keys, and figures that the engine reckons.

``{{pegs 1122}}`` draws a code, ``{{keys 1,2}}`` an answer, anything else is a figure. So no figure
of a lesson is typed, and none can be wrong unnoticed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Final

from flask import current_app
from markupsafe import Markup, escape

from webapp.learn.lessons.figures import figure_of
from webapp.learn.lessons.scene import Scene

SPAN: Final = re.compile(r"\{\{(.+?)\}\}")
_DRAWN: Final = Markup('<span class="{}" role="img" aria-label="{}">{}</span>')


def fill_spans(scene: Scene, html: str) -> Markup:
    """Return HTML whose spans are filled. Raises LessonError for what can't be reckoned."""
    return Markup(SPAN.sub(lambda found: _span(scene, unescape(found[1])), html))  # noqa: S704


def fill_sentence(scene: Scene, sentence: str) -> Markup:
    """Return a sentence, which is plain text, with its spans filled."""
    return fill_spans(scene, str(escape(sentence)))


def plain_sentence(scene: Scene, sentence: str) -> str:
    """Return a sentence with pegs and keys in words, for where nothing is drawn."""
    return SPAN.sub(lambda found: _words(scene, found[1]), sentence)


def _span(scene: Scene, text: str) -> str:
    name, _, rest = text.partition(" ")
    if name == "pegs":
        faces = scene.face.pegs(scene.game.parse_code(rest))
        return _DRAWN.format("review-pegs", _words(scene, text), _drawn("pegs", faces))
    if name == "keys":
        shown = scene.face.show(scene.game.parse_answer(rest))
        return _DRAWN.format("lesson-key", shown.words, _drawn("key", shown))
    return str(escape(figure_of(scene, text).text))


def _words(scene: Scene, text: str) -> str:
    name, _, rest = text.partition(" ")
    if name == "pegs":
        return scene.face.code_words(scene.game.parse_code(rest))
    if name == "keys":
        return scene.face.show(scene.game.parse_answer(rest)).words
    return figure_of(scene, text).text


def _drawn(macro: str, shown: object) -> Markup:
    """Return what a macro draws."""
    draw: Callable[[object], str] = current_app.jinja_env.globals[macro]  # type: ignore[assignment]
    return Markup(draw(shown))  # noqa: S704 - of our own templates
