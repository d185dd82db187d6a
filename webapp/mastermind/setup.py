"""How a game was set up: the player's role, and what was chosen before the first move.

Stored in the game's ``start``, as a :class:`SetupDocument`.

Reviews and rankings go through the door on larger boards than these; everything else is answered
at once on every board: of 600,000 codes, a hint takes 60 ms, a strategy's guess 75 ms.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, fields, replace
from enum import Enum
from functools import lru_cache
from typing import Any, Final, NotRequired, TypedDict, cast

from solver.deduction.games import DISPLAYS, game_named
from solver.deduction.knowledge.guess_rules import GuessRule
from solver.deduction.rules.game import Game, LargeBoardError
from solver.deduction.strategies.registry import STRATEGIES
from webapp.storage.documents import DocumentError, DocumentForm, refuse_damage
from webapp.storage.games import StoredGame


class StoredRole(Enum):
    BREAKER = "breaker"  # breaks a code of the computer
    EVIL = "evil"  # breaks a code that the computer doesn't choose before it must
    SETTER = "setter"  # sets a code for the computer, or has one drawn
    HELPER = "helper"  # entered the rows of another game; no more are stored
    FRIEND = "friend"  # sets a code for somebody else
    GUEST = "guest"  # breaks a code set by somebody else


@dataclass(frozen=True)
class Setup:
    """What was chosen before play; ``secret`` is the code as text, if there is one.

    ``strategy`` chooses what a hint suggests, or what the computer guesses, and ``overlook`` is the
    percentage of feedback that it ignores. ``by_hand`` says that the setter kept the code in their
    head; ``secret`` is then what they entered afterwards. ``practice`` says that rows can be
    undone; ``seed`` seeds the computer's random choices. ``link`` is the challenge whose code a
    guest breaks, or that a rematch follows. ``out`` are notes in the grid
    (``analysis.grid_view``). ``rule`` says which guesses are allowed. ``waits`` says that a page
    that knows the code answers only when asked, and ``evil`` that the setter has no code before it
    must.

    Of two people, ``name`` is this player's and ``rival`` the other's, if they gave one;
    ``scored`` and ``conceded`` are their points from the games before.
    """

    role: StoredRole = StoredRole.BREAKER
    _: KW_ONLY
    keys: str = "black-white"
    secret: str = ""
    strategy: str = "perfect"
    overlook: int = 0
    by_hand: bool = False
    practice: bool = False
    rule: GuessRule = GuessRule.ANY
    seed: int = 0
    link: str = ""
    out: str = ""
    waits: bool = False
    evil: bool = False
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
    rule: NotRequired[str]
    seed: NotRequired[int]
    link: NotRequired[str]
    out: NotRequired[str]
    waits: NotRequired[bool]
    evil: NotRequired[bool]
    name: NotRequired[str]
    rival: NotRequired[str]
    scored: NotRequired[int]
    conceded: NotRequired[int]


SETUP: Final = DocumentForm(SetupDocument, schema=1)

#: The computer's default strategies; only another one is written.
GUESSED: Final = {StoredRole.SETTER: "entropy"}


def _usual(role: StoredRole) -> Setup:
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
        rule = GuessRule(values.pop("rule", GuessRule.ANY))
        setup = replace(_usual(StoredRole(values.pop("role"))), rule=rule, **values)
    is_known = setup.keys in DISPLAYS and setup.strategy in STRATEGIES
    if not is_known or setup.seed < 0 or not 0 <= setup.overlook <= 100:
        raise DocumentError(f"the setup of a game: {text}")
    return setup


class OldBoardError(DocumentError):
    """A stored game has a board that is too large today."""


def board_named(rules: str) -> Game:
    """Return the board of something stored. Raises OldBoardError."""
    try:
        return game_named(rules)
    except LargeBoardError as error:
        raise OldBoardError(str(error)) from error


def is_too_large(rules: str) -> bool:
    try:
        board_named(rules)
    except OldBoardError:
        return True
    return False


def setup_of(stored: StoredGame) -> Setup:
    return _setup_of(stored.rules, stored.start)


@lru_cache(maxsize=1024)
def _setup_of(rules: str, start: str) -> Setup:
    setup = parse_setup(start)
    game = board_named(rules)
    if setup.secret:
        with refuse_damage("the code of a game"):
            game.parse_code(setup.secret)
    return setup


SMALL: Final = 1300
MIDDLE: Final = 50_000


@lru_cache(maxsize=1024)
def has_at_most(name: str, codes: int) -> bool:
    """Say whether a board, by its name, has at most this many codes.

    >>> has_at_most("classic", SMALL), has_at_most("grand", MIDDLE)
    (True, False)
    """
    return game_named(name).code_count <= codes
