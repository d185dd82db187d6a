"""How a game was set up: who plays which part, and what was chosen before the first move.

Kept as text in the game's ``start``, as ``role=breaker&secret=1123``. A bare code there is the
secret of a classic game from before other roles came.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import Enum
from typing import Final
from urllib.parse import parse_qsl, urlencode


class Role(Enum):
    """What the person at this browser does."""

    BREAKER = "breaker"  # breaks a code of the computer
    EVIL = "evil"  # breaks a code that the computer does not choose before it must
    SETTER = "setter"  # sets a code for the computer
    HELPER = "helper"  # plays elsewhere and wants to know what is possible
    WATCH = "watch"  # looks on as the computer plays itself
    FRIEND = "friend"  # sets a code for somebody with the link
    GUEST = "guest"  # breaks a code set by somebody else


@dataclass(frozen=True)
class Setup:
    """What was chosen before play; ``secret`` is the code as text, where there is one.

    ``strategy`` chooses what a hint advises, or what the computer guesses, and ``overlook`` is the
    percentage of answers that it overlooks; ``by_hand`` tells whether
    the setter kept the code in the head (``secret`` is then what was told of it afterwards),
    ``practice`` whether rows can be taken back, ``seed`` what the computer's chance is drawn from,
    ``link`` the game that a guest breaks the code of.
    """

    role: Role = Role.BREAKER
    keys: str = "black-white"
    secret: str = ""
    strategy: str = "perfect"
    overlook: int = 0
    by_hand: bool = False
    practice: bool = False
    seed: int = 0
    link: str = ""


#: Where the computer guesses; its strategy is written unless it is this one.
GUESSED: Final = {Role.SETTER: "entropy", Role.WATCH: "entropy"}


def _plain(role: Role) -> Setup:
    """Return a setup all of which is as usual."""
    return Setup(role, strategy=GUESSED.get(role, Setup.strategy))


def format_setup(setup: Setup) -> str:
    """Write a setup: the role, and all that is not as usual.

    >>> format_setup(Setup(secret="1123"))
    'role=breaker&secret=1123'
    """
    chosen = {field.name: getattr(setup, field.name) for field in fields(setup)}
    pairs = [("role", setup.role.value)]
    plain = _plain(setup.role)
    for name, value in chosen.items():
        if name != "role" and value != getattr(plain, name):
            pairs.append((name, str(int(value) if isinstance(value, bool) else value)))
    return urlencode(pairs)


def parse_setup(text: str) -> Setup:
    """Read what :func:`format_setup` wrote, or the bare secret of an old game.

    >>> parse_setup("1123") == Setup(secret="1123")
    True
    """
    if "=" not in text:
        return Setup(secret=text)
    told = dict(parse_qsl(text))
    plain = _plain(Role(told["role"]))
    return Setup(
        role=plain.role,
        keys=told.get("keys", plain.keys),
        secret=told.get("secret", ""),
        strategy=told.get("strategy", plain.strategy),
        overlook=int(told.get("overlook", 0)),
        by_hand=told.get("by_hand") == "1",
        practice=told.get("practice") == "1",
        seed=int(told.get("seed", 0)),
        link=told.get("link", ""),
    )
