"""Find a Chromium for the browser tests, or install one. ``python -m tests.browser.chromium``.

In this order: the one that ``PEGS_CHROMIUM`` names, one that is installed, Debian's package (with
``libatomic1``, which Playwright's own Node needs on a bare Debian), Playwright's download. If none
works the command fails and says what it tried; nothing is skipped.

The headless shell goes first. It is the same engine without the windows, tabs and menus, which a
Chromium without a screen builds for each page, too: tests take a quarter less time with it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

SHELL = "chromium-headless-shell"
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
    """Install Debian's package where there is apt, else let Playwright download its build."""
    if shutil.which("apt-get"):
        root = [] if os.geteuid() == 0 else ["sudo"]
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        install = [*root, "apt-get", "install", "-y", "-qq", "--no-install-recommends"]
        if _succeeds([*root, "apt-get", "update", "-qq"], quiet) and any(
            _succeeds([*install, browser, "libatomic1", "fonts-dejavu-core"], quiet)
            for browser in (SHELL, "chromium")
        ):
            return
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)


def _succeeds(command: list[str], environ: dict[str, str]) -> bool:
    return subprocess.run(command, check=False, env=environ).returncode == 0


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
        print("Installing a browser for the tests …", flush=True)
        install_chromium()
    path = find_chromium()
    if path is None or not has_libatomic():
        print(
            "No Chromium for the browser tests: none installed, and neither apt-get nor Playwright"
            " could install one. Set PEGS_CHROMIUM to a browser's path.",
            file=sys.stderr,
        )
        return 1
    print(f"Browser tests use {path}")
    if shutil.which("apt-get") and "shell" not in Path(path).name:
        print(f"They would take a quarter less time with Debian's package {SHELL}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
