import re


def shown_tier(page: str) -> str:
    """Return the name of the tab of a hint that is open; nothing if no hint is."""
    match = re.search(r'aria-pressed="true"\s*>\s*([^<]+?)\s*</button>', page)
    return match[1] if match else ""


def chosen_strategy(page: str) -> str:
    """Return the name of the strategy by which a hint's guess was chosen."""
    match = re.search(r'<option value="([\w-]+)"\s+selected', page.partition('id="strategy"')[2])
    return match[1] if match else ""
