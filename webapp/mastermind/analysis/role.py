"""The role of somebody who analyses a position; nothing is stored."""

from __future__ import annotations

from typing import Final

from webapp.mastermind.role import RoleEntry

ANALYSIS: Final = RoleEntry(
    "analysis",
    "Analysis",
    "Any position: the best guesses, and what each leads to",
    begin="analysis.begin",
)
