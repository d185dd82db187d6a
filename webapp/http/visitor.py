"""The settings of the visitor whose request it is, read when needed, once at most.

How pages look and sound for a visitor, the server says in the page's first line. So no page flashes
in another theme until a script has run, and no script is needed.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Final

from flask import current_app, g, request

from webapp.http.assets import KEPT
from webapp.http.security import current_player, player_for_a_new_game
from webapp.storage.documents import DocumentError
from webapp.storage.engine.faults import StorageError
from webapp.storage.games import store
from webapp.storage.records import players


def own_settings() -> players.SettingsDocument:
    """Return the visitor's settings; the database isn't asked about a new visitor."""
    if "settings" not in g:
        g.settings = players.no_settings()  # so that the page of an error doesn't ask again in vain
        player = current_player()
        try:
            if "read_along" in g:
                g.settings = players.parse_settings(g.read_along)
            elif player:
                g.settings = players.settings_of(store(), player)
        except DocumentError as error:
            current_app.logger.error("damaged: settings of a player: %s", error)
    settings: players.SettingsDocument = g.settings
    return settings


def use_default_settings() -> None:
    """Use the default settings for this answer, unless the visitor's own are already read."""
    g.setdefault("settings", players.no_settings())


def change_settings(alter: Callable[[players.SettingsDocument], players.SettingsDocument]) -> None:
    """Store what ``alter`` makes of the visitor's settings; new visitors get an id. QuotaError."""
    g.settings = players.alter_settings(store(), player_for_a_new_game(), alter)


#: The values that each may have; the first is the default.
THEMES: Final = ("system", "light", "dark")
PALETTES: Final = ("usual", "strong")
MOTIONS: Final = ("system", "off")


@dataclass(frozen=True)
class PageLook:
    """The theme, the colours of pegs, whether they carry letters, whether things move and sound.

    ``system`` follows the visitor's system.
    """

    theme: str = THEMES[0]
    palette: str = PALETTES[0]
    letters: bool = True
    motion: str = MOTIONS[0]
    sound: bool = False

    @property
    def attributes(self) -> dict[str, str]:
        """The attributes of a page's root element; defaults are left out.

        >>> PageLook("dark", letters=False).attributes
        {'data-theme': 'dark', 'data-letters': 'off'}
        """
        look = {name: getattr(self, name) for name in ("theme", "palette", "motion")}
        marks = {f"data-{name}": value for name, value in look.items() if value != _USUAL[name]}
        return marks | ({} if self.letters else {"data-letters": "off"})

    @property
    def schemes(self) -> str:
        return "light dark" if self.theme == "system" else self.theme


_USUAL: Final = {look_field.name: look_field.default for look_field in fields(PageLook)}
_CHOICES: Final[dict[str, tuple[object, ...]]] = {
    "theme": THEMES,
    "palette": PALETTES,
    "letters": (True, False),
    "motion": MOTIONS,
    "sound": (True, False),
}


def parse_look(look: dict[str, Any]) -> PageLook:
    """Return a look from what is stored; unknown names and values become defaults.

    >>> parse_look({"theme": "dark", "palette": "plaid"})
    PageLook(theme='dark', palette='usual', letters=True, motion='system', sound=False)
    """
    known_values: dict[str, Any] = {}
    for name, choices in _CHOICES.items():
        value = look.get(name)
        if any(value == choice and type(value) is type(choice) for choice in choices):
            known_values[name] = value
    return PageLook(**known_values)


def visitor_look() -> PageLook:
    """Return how pages look for this visitor; the default look if the database doesn't answer.

    What is the same for everyone has the default look, even its page for a missing file.
    """
    if request.endpoint in KEPT:
        return PageLook()
    try:
        return parse_look(own_settings()["look"])
    except StorageError:
        return PageLook()
