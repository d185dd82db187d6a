"""How a game was set up: the player's role, and what was chosen before the first move.

Stored in the game's ``start``, as a :class:`SetupDocument`.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from enum import Enum
from functools import lru_cache
from typing import Any, Final, NotRequired, TypedDict, cast

from solver.deduction.games import DISPLAYS, PRESETS, game_named
from solver.deduction.strategies.registry import STRATEGIES, STRATEGY_WORDS
from solver.deduction.strategies.strategy import Effort
from webapp.storage.documents import DocumentError, DocumentForm, refuse_damage
from webapp.storage.games import StoredGame


class Role(Enum):
    BREAKER = "breaker"  # breaks a code of the computer
    EVIL = "evil"  # breaks a code that the computer doesn't choose before it must
    SETTER = "setter"  # sets a code for the computer
    HELPER = "helper"  # plays elsewhere and wants to know what is possible
    WATCH = "watch"  # looks on as the computer plays itself
    FRIEND = "friend"  # sets a code for somebody else
    GUEST = "guest"  # breaks a code set by somebody else


@dataclass(frozen=True)
class Setup:
    """What was chosen before play; ``secret`` is the code as text, if there is one.

    ``strategy`` chooses what a hint suggests, or what the computer guesses, and ``overlook`` is the
    percentage of answers that it ignores. ``by_hand`` says that the setter kept the code in their
    head; ``secret`` is then what they entered afterwards. ``practice`` says that rows can be
    undone; ``seed`` seeds the computer's random choices. ``link`` is the challenge whose code a
    guest breaks, or that a rematch follows. ``out`` are the values that the player has crossed out
    since, as a note. ``waits`` says that a page that knows the code answers only when asked.

    Of two people, ``name`` is this player's and ``rival`` the other's, if they gave one;
    ``scored`` and ``conceded`` are their points from the games before.
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
    out: str = ""
    waits: bool = False
    name: str = ""
    rival: str = ""
    scored: int = 0
    conceded: int = 0


class SetupDocument(TypedDict):
    role: str
    keys: NotRequired[str]
    secret: NotRequired[str]
    strategy: NotRequired[str]
    overlook: NotRequired[int]
    by_hand: NotRequired[bool]
    practice: NotRequired[bool]
    seed: NotRequired[int]
    link: NotRequired[str]
    out: NotRequired[str]
    waits: NotRequired[bool]
    name: NotRequired[str]
    rival: NotRequired[str]
    scored: NotRequired[int]
    conceded: NotRequired[int]


SETUP: Final = DocumentForm(SetupDocument, schema=1)

#: The computer's default strategies; only another one is written.
GUESSED: Final = {Role.SETTER: "entropy", Role.WATCH: "entropy"}


def _usual(role: Role) -> Setup:
    return Setup(role, strategy=GUESSED.get(role, Setup.strategy))


def format_setup(setup: Setup) -> str:
    """Write a setup: the role, and what differs from the defaults.

    >>> format_setup(Setup(secret="1123"))
    '{"schema":1,"role":"breaker","secret":"1123"}'
    """
    usual = _usual(setup.role)
    names = (field.name for field in fields(setup) if field.name != "role")
    values = {name: getattr(setup, name) for name in names}
    unusual = {name: value for name, value in values.items() if value != getattr(usual, name)}
    return SETUP.write(cast("SetupDocument", {"role": setup.role.value, **unusual}))


def parse_setup(text: str) -> Setup:
    """Parse what :func:`format_setup` wrote. Raises DocumentError.

    >>> parse_setup('{"schema":1,"role":"breaker","secret":"1123"}') == Setup(secret="1123")
    True
    """
    values: dict[str, Any] = dict(SETUP.read(text))
    with refuse_damage("the setup of a game"):
        setup = replace(_usual(Role(values.pop("role"))), **values)
    is_known = setup.keys in DISPLAYS and setup.strategy in STRATEGIES
    if not is_known or setup.seed < 0 or not 0 <= setup.overlook <= 100:
        raise DocumentError(f"the setup of a game: {text}")
    return setup


def setup_of(stored: StoredGame) -> Setup:
    return _setup_of(stored.rules, stored.start)


@lru_cache(maxsize=1024)
def _setup_of(rules: str, start: str) -> Setup:
    setup, game = parse_setup(start), game_named(rules)
    if setup.secret:
        with refuse_damage("the code of a game"):
            game.parse_code(setup.secret)
    return setup


# What the size of a board says about the time that questions take, measured on one core.
#
# A page answers at once what takes some 30 ms at most; the rest goes through the door. The limits
# are numbers of codes, since these are what the solver goes through.
#
# to 8,192                  all answers are in a table: any guess of one step 15 ms, a review 60 ms
# to 50,000 (super)         a guess of one step 20 ms, a row's review 20 ms
# to 1,000,000 (grand, 6×9) a guess of one step to 150 ms, what is proved 30 ms
# to 10,000,000 (7×9)       a count 1 ms, an evil answer 5 ms, what is proved 50 ms and more
# beyond (8×8, 8×12)        a count 2 to 15 ms, an evil answer 120 ms, what is proved 250 ms


SMALL: Final = 1300
MIDDLE: Final = 50_000
LARGE: Final = 1_000_000
VAST: Final = 10_000_000


@lru_cache(maxsize=1024)  # asked at each row, about any board by its name
def has_at_most(name: str, codes: int) -> bool:
    """Say whether a board, by its name, has at most this many codes.

    >>> has_at_most("classic", SMALL), has_at_most("grand", MIDDLE), has_at_most("8x12", VAST)
    (True, False, False)
    """
    return game_named(name).code_count <= codes


def is_quick_choice(name: str, strategy: str) -> bool:
    """Say whether a strategy finds its guess quickly, in any row.

    A proof takes some 10 ms on the small presets, but up to 300 ms on other boards of that size.

    >>> [is_quick_choice("super", strategy) for strategy in ("entropy", "perfect", "sampled")]
    [True, True, False]
    >>> is_quick_choice("classic", "perfect"), is_quick_choice("5x4", "perfect")
    (True, False)
    """
    effort = STRATEGY_WORDS[strategy].effort
    if effort is Effort.NONE:
        return has_at_most(name, VAST)
    if effort is Effort.PROOF and game_named(name).table is not None:
        return name in PRESETS and has_at_most(name, SMALL)
    return effort is not Effort.DEEP and has_at_most(name, MIDDLE)
