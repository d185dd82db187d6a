"""Macros that every template has without an import; the small ones cache what they draw.

An import takes 0.02 ms in each template of an answer, a peg 0.005 ms. What a macro draws depends
only on its arguments, so it can be cached as text. Rejected: caching whole parts of a game's page,
which change with every move.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import segno
from flask import Flask
from jinja2.ext import Extension
from jinja2.lexer import TOKEN_DATA, Token, TokenStream
from jinja2.runtime import Macro
from markupsafe import Markup

#: What each of them keeps: the parts of that many games, and all pegs and keys there are; the rows
#: of some hundred boards.
MOST_KEPT: Final = 1024

#: Whose macros all templates have, except those that begin with _; each may use those before it.
MACROS: Final = (
    "_macros.html",
    "_fields.html",
    "_bars.html",
    "_pegs.html",
    "mastermind/_parts.html",
    "hidoku/_cell.html",
    "hidoku/play/_parts.html",
    "circle/_rows.html",
)
#: Which are drawn once for the same arguments.
_KEPT: Final = (
    "peg key lone_mark left_of icon form_to button_to link_to again share_button holes open_holes"
    " board_row action all_off entry_tool erase_tool reach_tool strip_number entries tints more"
    " manual circle_today circle_week"
)
KEPT: Final = frozenset(_KEPT.split())


def init_macros(app: Flask) -> None:
    """Give all templates the macros; call it after adding every filter and global they use."""
    for template in MACROS:
        for name, macro in vars(app.jinja_env.get_template(template).module).items():
            if isinstance(macro, Macro):
                quick_macro = lru_cache(MOST_KEPT)(macro) if name in KEPT else macro
                app.jinja_env.globals[name] = quick_macro


# Templates without their indentation: that white space is for people, and isn't sent.
#
# When a template is compiled, white space is dropped where no page shows it: at the ends of tags,
# and beside the tags of blocks and of drawings; elsewhere it becomes one space. So templates can be
# indented for reading, and the fragment of a move stays within its 3 kB. Where a style sheet shows
# a block inline, its template says {{ ' ' }}. Rejected: minifying what is rendered (minify-html),
# which takes time at each request; and leaving it to compression, which leaves 240 to 350 bytes of
# it in each page, up to a tenth. Rejected: one space for each run of white space, in 60 lines less:
# it leaves 20 to 80 compressed bytes in each page, and parts that CSS hides if they are :empty.


#: White space on either side of these isn't shown: blocks, contents of a head, and drawings.
_BLOCKS: Final = (
    "html head body title meta link script main header footer nav aside section article div p ol ul"
    " li dl dt dd h1 h2 h3 h4 form fieldset legend details summary figure figcaption table caption"
    " thead tbody tfoot tr th td option optgroup circle path rect line polyline polygon g text defs"
    " symbol use stop radialgradient lineargradient !doctype"
)
#: These are inline, but white space just inside their tags isn't shown.
BOXES: Final = ("button", "select", "svg")
#: In these every character is shown.
VERBATIM: Final = ("pre", "textarea")

BLOCKS: Final = frozenset(_BLOCKS.split())

PIECE: Final = re.compile(r'(<[/!]?[a-zA-Z][\w-]*|/?>|"|\s+)')


class Indentation(Extension):
    """Drops the indentation of templates; line numbers in errors stay right."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """Yield the template's tokens, with no indentation in the text between Jinja's tags."""
        html = _Html()
        for token in stream:
            is_text = token.type == TOKEN_DATA
            yield token._replace(value=html.shorten(token.value)) if is_text else token


class _Html:
    """Where we are in the HTML, kept from one piece of a template to the next."""

    def __init__(self) -> None:
        self.tag = ""  # the last one opened or closed, with the slash of an end tag
        self.in_tag = False
        self.in_value = False

    def shorten(self, text: str) -> str:
        """Return a piece of HTML without the white space that isn't shown."""
        pieces = ["", *filter(None, PIECE.split(text)), ""]
        around = zip(pieces, pieces[1:], pieces[2:], strict=False)
        return "".join(self._write_piece(*three) for three in around)

    def _write_piece(self, before: str, piece: str, after: str) -> str:
        if piece.isspace():
            return self._white(before, piece, after)
        if self.in_tag:
            self.in_value ^= piece == '"'
            self.in_tag = self.in_value or piece not in (">", "/>")
        elif piece[0] == "<" and len(piece) > 1:
            self.tag = piece[1:].lower()
            self.in_tag = True
        return piece

    def _white(self, before: str, white: str, after: str) -> str:
        if self.in_tag:
            return "" if after in (">", "/>") and not self.in_value else " "
        if self.tag in VERBATIM:
            return white
        is_begun = before in (">", "/>") and (self.tag.lstrip("/") in BLOCKS or self.tag in BOXES)
        tag = after[1:].lower() if after[:1] == "<" else ""
        is_ended = tag.lstrip("/") in BLOCKS or (tag[:1] == "/" and tag[1:] in BOXES)
        return "" if is_begun or is_ended else " "


@lru_cache(64)
def draw_qr_code(address: str) -> Markup:
    """Return an address as a picture that a phone's camera reads."""
    code = segno.make(address, micro=False)
    drawing = code.svg_inline(scale=4, border=2, light="#fff", omitsize=True, svgclass=None)
    return Markup(drawing)  # noqa: S704 (numbers and colours of its own alone)
