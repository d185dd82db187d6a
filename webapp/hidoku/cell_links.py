"""Cells that a sentence names, as links that choose them; a script lights them up meanwhile."""

from __future__ import annotations

import re
from typing import Final

from markupsafe import Markup, escape

NAMED: Final = re.compile(r"\brow (\d+), column (\d+)", re.IGNORECASE)


def cell_links(text: str, address: str) -> Markup:
    """Return a sentence whose cells are links to a game with this cell chosen.

    >>> print(cell_links("5 < 6: row 1, column 2.", "/play/x"))
    5 &lt; 6: <a class="place" href="/play/x?cell=0,1">row 1, column 2</a>.
    """

    def link(found: re.Match[str]) -> str:
        cell = f"{int(found[1]) - 1},{int(found[2]) - 1}"
        return f'<a class="place" href="{escape(address)}?cell={cell}">{found[0]}</a>'

    return Markup(NAMED.sub(link, str(escape(text))))  # noqa: S704 - the text is escaped
