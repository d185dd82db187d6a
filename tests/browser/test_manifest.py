"""What devices get: a manifest that Chromium reads, and icons that look like their drawings."""

from pathlib import Path

from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser

from tests.browser.conftest import NewPage
from tests.browser.icons import icon_files, picture_of
from tests.cases import cases

MOST_APART = 2.0  # of 255, on average: few colours and another smoothing of edges


@cases(("drawing", "file", "size"), icon_files())
def test_each_icon_is_a_picture_of_its_drawing(
    browser: Browser, drawing: Path, file: Path, size: int
) -> None:
    picture, icon = picture_of(browser, drawing, size), Image.open(file).convert("RGBA")
    assert icon.size == picture.size
    apart = ImageStat.Stat(ImageChops.difference(picture, icon)).mean
    assert max(apart) < MOST_APART, "draw them anew: python -m tests.browser.icons"


def test_chromium_can_install_the_site(new_page: NewPage) -> None:
    """It reads the manifest, which the policy allows, and finds nothing missing."""
    page = new_page()
    page.goto("/")
    devtools = page.context.new_cdp_session(page)
    manifest = devtools.send("Page.getAppManifest")
    assert manifest["url"].endswith("/manifest.webmanifest")
    assert manifest["errors"] == []
    assert '"display": "standalone"' in manifest["data"]
    problems = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [
        problem["errorId"] for problem in problems if problem["errorId"] != "in-incognito"
    ] == []
