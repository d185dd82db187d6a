"""What tests look for on the pages of Mastermind."""

from __future__ import annotations

import re


def shown_tier(page: str) -> str:
    """Return the name of the tab of a hint that is open; nothing if no hint is."""
    found = re.search(r'aria-pressed="true"\s*>\s*([^<]+?)\s*</button>', page)
    return found[1] if found else ""


def chosen_strategy(page: str) -> str:
    """Return the name of the strategy by which a hint's guess was chosen."""
    found = re.search(r'<option value="([\w-]+)"\s+selected', page.partition('id="strategy"')[2])
    return found[1] if found else ""
