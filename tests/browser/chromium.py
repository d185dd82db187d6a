"""Find a Chromium for the browser tests, or install one. ``python -m tests.browser.chromium``.

In this order: the one that ``PEGS_CHROMIUM`` names, one that is installed, Debian's package if it
may be installed (with ``libatomic1``, which Playwright's own Node needs on a bare Debian),
Playwright's download. The first that starts is taken. If none does, the exit code is 1, and
``make test`` runs all other tests and says at its end how many it left out (``--count``).

The headless shell goes first. It is the same engine without the windows, tabs and menus, which a
Chromium without a screen builds for each page, too: tests take a quarter less time with it.
"""

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
PLAYWRIGHTS = ""  # the one that Playwright downloads, wherever it keeps that
START = """\
import sys
from playwright.sync_api import sync_playwright

with sync_playwright() as playwright:
    path = sys.argv[1] or playwright.chromium.executable_path
    playwright.chromium.launch(executable_path=path).close()
    print(path)
"""


def find_chromium() -> str | None:
    """Return the path of the first Chromium that Playwright can start, or None."""
    paths = (*filter(None, map(shutil.which, NAMES)), *filter(os.path.exists, PLACES))
    path = os.environ.get("PEGS_CHROMIUM")
    return next(filter(None, map(start, [path] if path else [*paths, PLAYWRIGHTS])), None)


def start(path: str) -> str:
    """Start a Chromium and end it; return its path, or "" if it doesn't start."""
    command = [sys.executable, "-c", START, path]
    return subprocess.run(command, check=False, capture_output=True, text=True).stdout.strip()


def install_chromium() -> None:
    """Install Debian's package if that may be done, else have Playwright download its build.

    The system's packages are root's to install, or somebody's at the terminal who says so. What
    Playwright downloads belongs to the user.
    """
    if shutil.which("apt-get") and _succeeds([str(INSTALL), PURPOSE, *PACKAGES]):
        return
    print("Downloading a browser for the tests ...", flush=True)
    _succeeds([sys.executable, "-m", "playwright", "install", "chromium"])


def _succeeds(command: list[str]) -> bool:
    return subprocess.run(command, check=False).returncode == 0


def count_tests() -> int:
    command = [sys.executable, "-m", "pytest", "--collect-only", "tests/browser"]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return sum("::" in line for line in output.splitlines())


def main() -> int:
    """Make sure there is a Chromium that Playwright can start, and print where it is."""
    if sys.argv[1:] == ["--count"]:
        print(
            f"{count_tests()} browser tests not run: no Chromium starts here. Install one, or set"
            " PEGS_CHROMIUM to its path."
        )
        return 1
    path = find_chromium()
    if path is None:
        install_chromium()
        path = find_chromium()
    if path is None:
        print("No Chromium starts here, so all tests but those of the browser are run.")
        return 1
    print(f"Browser tests use {path}")
    if shutil.which("apt-get") and "shell" not in Path(path).name:
        print(f"They would take a quarter less time with Debian's package {SHELL}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
