"""What a device needs to install the site as an app (W3C, “Web Application Manifest”).

There is no service worker: the server answers every move, and a shell that can't play is worth
little.
"""

from __future__ import annotations

from typing import Any, Final

from flask import Blueprint, Response, json, url_for
from flask.typing import ResponseReturnValue

from webapp.http.assets import asset_url

LINEN: Final = "#f7f1e6"  # the page's colour in the light theme, as in tokens.css
SIZES: Final = (192, 512)
#: The icons by purpose; a maskable one keeps clear of its edges.
ICONS: Final = {"any": "icon", "maskable": "icon-maskable"}
SHORTCUTS: Final = (
    ("Daily Mastermind", "/daily/mastermind", "Today’s code, the same for everyone"),
    ("Daily Hidoku", "/daily/hidoku", "Today’s board, the same for everyone"),
)

blueprint = Blueprint("manifest", __name__)


@blueprint.get("/manifest.webmanifest")
def manifest() -> ResponseReturnValue:
    return Response(json.dumps(_manifest()), content_type="application/manifest+json")


def _manifest() -> dict[str, Any]:
    home = url_for("home.index")
    return {
        "id": home,
        "name": "Pegs & Paths",
        "short_name": "Pegs & Paths",
        "description": "Mastermind and Hidoku, with every move explained.",
        "lang": "en",
        "start_url": home,
        "scope": home,
        "display": "standalone",
        "background_color": LINEN,
        "theme_color": LINEN,
        "categories": ["games", "puzzle"],
        "icons": [_icon(purpose, size) for purpose in ICONS for size in SIZES],
        "shortcuts": [
            {"name": name, "url": address, "description": words}
            for name, address, words in SHORTCUTS
        ],
    }


def _icon(purpose: str, size: int) -> dict[str, str]:
    source = asset_url(f"img/{ICONS[purpose]}-{size}.png")
    return {"src": source, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
