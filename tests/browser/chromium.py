"""Find a Chromium for the browser tests, or install one. ``python -m tests.browser.chromium``.

In this order: the one that ``PEGS_CHROMIUM`` names, one that is installed, Debian's package if that
is wanted (with ``libatomic1``, which Playwright's own Node needs on a bare Debian), Playwright's
download. If none works the command fails and says what helps; nothing is skipped.

The headless shell goes first. It is the same engine without the windows, tabs and menus, which a
Chromium without a screen builds for each page, too: tests take a quarter less time with it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

INSTALL = Path(__file__).parents[2] / ".ci" / "install-packages"
PURPOSE = "The browser tests need a Chromium"
SHELL = "chromium-headless-shell"
#: The first of those that the system has.
PACKAGES = (f"{SHELL}|chromium", "libatomic1", "fonts-dejavu-core")
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)


def find_chromium() -> str | None:
    """Return the path of an installed Chromium, or None."""
    named = os.environ.get("PEGS_CHROMIUM")
    if named:
        return named
    found = filter(None, map(shutil.which, NAMES))
    return next(found, None) or next(filter(os.path.exists, PLACES), None) or _downloaded()


def _downloaded() -> str | None:
    script = (
        "from playwright.sync_api import sync_playwright as s\n"
        "with s() as p: print(p.chromium.executable_path)"
    )
    asked = subprocess.run(
        [sys.executable, "-c", script], check=False, capture_output=True, text=True
    )
    path = asked.stdout.strip()
    return path if asked.returncode == 0 and Path(path).exists() else None


def install_chromium() -> None:
    """Install Debian's package where that is wanted, else let Playwright download its build.

    Packages of the system are installed only when somebody at the terminal says so, or with
    ``PEGS_INSTALL=1``; what Playwright downloads belongs to the user.
    """
    if shutil.which("apt-get") and _succeeds([str(INSTALL), PURPOSE, *PACKAGES]):
        return
    if has_libatomic():
        print("Downloading a browser for the tests ...", flush=True)
        _succeeds([sys.executable, "-m", "playwright", "install", "chromium"])


def _succeeds(command: list[str]) -> bool:
    return subprocess.run(command, check=False).returncode == 0


def has_libatomic() -> bool:
    """Say whether Playwright's Node can start."""
    try:
        asked = subprocess.run(
            [sys.executable, "-m", "playwright", "--version"], check=False, capture_output=True
        )
    except OSError:
        return False
    return asked.returncode == 0


def main() -> int:
    """Make sure there is a Chromium that Playwright can drive; print where it is."""
    if find_chromium() is None or not has_libatomic():
        install_chromium()
    path = find_chromium()
    if path is None or not has_libatomic():
        print(
            "There is no Chromium for the browser tests that Playwright can drive: install one, or"
            " set PEGS_CHROMIUM to its path; PEGS_INSTALL=1 make test installs Debian's.",
            file=sys.stderr,
        )
        return 1
    print(f"Browser tests use {path}")
    if shutil.which("apt-get") and "shell" not in Path(path).name:
        print(f"They would take a quarter less time with Debian's package {SHELL}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
