"""How all pages look and sound for a visitor; the server says so on the page's first line.

So no page is shown in another theme before a script has run, and none is needed.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Final

from flask import Flask, request

from webapp.http.assets import KEPT
from webapp.http.visitor.settings import own_settings
from webapp.storage.engine.errors import StorageError

#: What each of these may be; the first is usual.
THEMES: Final = ("system", "light", "dark")
PALETTES: Final = ("usual", "strong")
MOTIONS: Final = ("system", "off")


@dataclass(frozen=True)
class PageLook:
    """The theme, the colours of pegs, whether they carry letters, whether things move and sound.

    ``system`` is what the visitor's system asks for.
    """

    theme: str = THEMES[0]
    palette: str = PALETTES[0]
    letters: bool = True
    motion: str = MOTIONS[0]
    sound: bool = False

    @property
    def attributes(self) -> dict[str, str]:
        """What the root of a page says of it; the usual look says nothing.

        >>> PageLook("dark", letters=False).attributes
        {'data-theme': 'dark', 'data-letters': 'off'}
        """
        told = {name: getattr(self, name) for name in ("theme", "palette", "motion")}
        marks = {f"data-{name}": value for name, value in told.items() if value != _USUAL[name]}
        return marks | ({} if self.letters else {"data-letters": "off"})

    @property
    def schemes(self) -> str:
        """The colour schemes that pages are shown in, as CSS names them."""
        return "light dark" if self.theme == "system" else self.theme


_USUAL: Final = {each.name: each.default for each in fields(PageLook)}
_CHOICES: Final[dict[str, tuple[object, ...]]] = {
    "theme": THEMES,
    "palette": PALETTES,
    "letters": (True, False),
    "motion": MOTIONS,
    "sound": (True, False),
}


def parse_look(told: dict[str, Any]) -> PageLook:
    """Return a look from what is stored; what is not known here is as usual.

    >>> parse_look({"theme": "dark", "palette": "plaid"})
    PageLook(theme='dark', palette='usual', letters=True, motion='system', sound=False)
    """
    return PageLook(**{name: told[name] for name in told.keys() & _USUAL if _is_known(name, told)})


def _is_known(name: str, told: dict[str, Any]) -> bool:
    return any(told[name] == each and type(told[name]) is type(each) for each in _CHOICES[name])


def own_look() -> PageLook:
    """Return how pages look for this visitor; as usual where the database does not answer.

    What everybody has is the same for all, also the page which says that it is not there.
    """
    if request.endpoint in KEPT:
        return PageLook()
    try:
        return parse_look(own_settings()["look"])
    except StorageError:
        return PageLook()


def init_look(app: Flask) -> None:
    """Let templates ask for the visitor's look; only whole pages do."""
    app.jinja_env.globals["own_look"] = own_look
