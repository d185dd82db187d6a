"""All roles, in the order of the first page. A new role is added to this list."""

from __future__ import annotations

from typing import Final

from webapp.mastermind.analysis.kind import ANALYSIS
from webapp.mastermind.breaker.game import BREAKER
from webapp.mastermind.challenge.game import CHALLENGE
from webapp.mastermind.records import RoleEntry
from webapp.mastermind.setter.game import SETTER

ROLES: Final[tuple[RoleEntry, ...]] = (BREAKER, SETTER, CHALLENGE, ANALYSIS)

#: The roles that the first page, which is the breaker's, links to; friends have a page of theirs.
OTHERS: Final = tuple(role for role in ROLES if role not in (BREAKER, CHALLENGE))
#: The roles by the kind of their games.
REVIEWED: Final = {role.kind: role for role in ROLES}
