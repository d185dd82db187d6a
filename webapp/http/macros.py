"""Macros that every template has without an import; the small ones cache what they draw.

An import takes 0.02 ms in each template of an answer, a peg 0.005 ms. What a macro draws depends
only on its arguments, so it can be cached as text. Refused: caching whole parts of a game's page,
which change with every move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final

from flask import Flask

#: What each of them keeps: the parts of that many games, and all pegs and keys there are; the rows
#: of some hundred boards.
MOST_KEPT: Final = 1024

KEPT: Final = {
    "_macros.html": (
        *("peg", "key", "lone_mark", "left_of", "icon"),
        *("form_to", "button_to", "link_to", "share_button"),
    ),
    "_pegs.html": ("holes", "open_holes"),
    "mastermind/_parts.html": ("again",),
    "hidoku/_cell.html": ("board_row",),
    "hidoku/play/_parts.html": (
        *("action", "all_off", "entry_tool", "erase_tool", "reach_tool", "strip_number"),
        *("entries", "tints", "more", "manual"),
    ),
}
DRAWN_ANEW: Final = {
    "_macros.html": (
        "open_list",
        "messages",
        "legend",
        "hidden",
        "refusal",
        "icon_link",
        "poll",
        "snippet",
        "link_to_copy",
        "send_to_many",
    ),
    "_pegs.html": ("pegs", "per_hole", "typed_row", "code"),
    "hidoku/_cell.html": ("choice",),
    "hidoku/play/_parts.html": ("route",),
}


def init_macros(app: Flask) -> None:
    """Give all templates the macros; call it after adding every filter and global they use."""
    known = app.jinja_env.globals
    for template in dict.fromkeys((*KEPT, *DRAWN_ANEW)):  # each may use those before it
        known.update(_macros(app, template))


def _macros(app: Flask, template: str) -> Iterator[tuple[str, Callable[..., str]]]:
    module = app.jinja_env.get_template(template).module
    for name in KEPT.get(template, ()):
        yield name, lru_cache(MOST_KEPT)(getattr(module, name))
    for name in DRAWN_ANEW.get(template, ()):
        yield name, getattr(module, name)
