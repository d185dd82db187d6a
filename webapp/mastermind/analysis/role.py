"""The role of somebody who looks at a position from all sides; nothing of it is stored."""

from __future__ import annotations

from typing import Final

from webapp.mastermind.role import RoleEntry

ANALYSIS: Final = RoleEntry(
    "analysis",
    "Analysis",
    "Any position: the best guesses, and what each leads to",
    begin="analysis.begin",
)
