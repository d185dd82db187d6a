"""The manifest: what it names is there, and its icons are as large as it says."""

from io import BytesIO
from math import hypot

from PIL import Image

from tests.cases import cases
from tests.webapp.player import Player
from webapp.config import ROOT

SAFE = 0.4  # of a masked icon: what is nearer to the middle is seen under any mask


def test_it_names_the_site(stranger: Player) -> None:
    answer = stranger.get("/manifest.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    assert "manifest-src 'self'" in answer.headers["Content-Security-Policy"]
    manifest = answer.get_json(force=True)
    assert manifest["display"] == "standalone"
    assert stranger.get(manifest["start_url"]).status_code == 200
    assert len(manifest["short_name"]) <= 12
    tokens = (ROOT / "static/css/tokens.css").read_text()
    assert f"--linen-100: {manifest['theme_color']};" in tokens
    assert manifest["background_color"] == manifest["theme_color"]
    addresses = [shortcut["url"] for shortcut in manifest["shortcuts"]]
    assert addresses == ["/daily/mastermind", "/daily/hidoku"]


@cases("size", [192, 512])
@cases("purpose", ["any", "maskable"])
def test_icons_are_as_the_manifest_says(stranger: Player, purpose: str, size: int) -> None:
    icons = stranger.get("/manifest.webmanifest").get_json(force=True)["icons"]
    (icon,) = [
        icon for icon in icons if (icon["purpose"], icon["sizes"]) == (purpose, f"{size}x{size}")
    ]
    answer = stranger.get(icon["src"])
    assert answer.mimetype == icon["type"] == "image/png"
    assert "immutable" in answer.headers["Cache-Control"]
    assert len(answer.data) < 10_000
    picture = Image.open(BytesIO(answer.data)).convert("RGBA")
    assert picture.size == (size, size)
    corner = picture.getpixel((0, 0))
    assert isinstance(corner, tuple)
    assert corner[3] == (255 if purpose == "maskable" else 0)
    if purpose == "maskable":
        assert farthest(picture) <= SAFE


def farthest(picture: Image.Image) -> float:
    """Return how far from the middle something other than the ground is seen, of the width."""
    ground, size = picture.getpixel((0, 0)), picture.width
    middle = (size - 1) / 2
    return max(
        hypot(x - middle, y - middle) / size
        for x in range(size)
        for y in range(size)
        if picture.getpixel((x, y)) != ground
    )
