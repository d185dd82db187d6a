"""How a game was set up: the player's role, and what was chosen before the first move.

Stored in the game's ``start`` as a document: the role, and what differs from the defaults.

Reviews and rankings are tasks on larger boards than these; everything else is answered
at once on every board: of 600,000 codes, a hint takes 60 ms, a strategy's guess 75 ms.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, fields
from enum import Enum
from functools import lru_cache
from typing import Any, Final, NotRequired, Self, TypedDict, get_type_hints

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
    """What is chosen before play in every role; ``secret`` is the code as text, if there is one.

    >>> BreakerSetup(secret="1123").write()
    '{"schema":1,"role":"breaker","secret":"1123"}'
    >>> parse_setup('{"schema":1,"role":"breaker","secret":"1123"}') == BreakerSetup(secret="1123")
    True
    """

    role: StoredRole
    _: KW_ONLY
    keys: str = "black-white"
    secret: str = ""

    def write(self) -> str:
        """Write the role, and what differs from the defaults."""
        names = [field.name for field in fields(self) if getattr(self, field.name) != field.default]
        values = {name: getattr(self, name) for name in names if name != "role"}
        return _FORMS[type(self)].write({"role": self.role.value, **values})

    @classmethod
    def of(cls, record: StoredGame) -> Self:
        """Return the setup of a stored game. Raises DocumentError, also if it is another role's."""
        return cls._checked(setup_of(record))

    @classmethod
    def read(cls, text: str) -> Self:
        """Parse what :meth:`write` wrote. Raises DocumentError, also if it is another role's."""
        return cls._checked(parse_setup(text))

    @classmethod
    def _checked(cls, setup: Setup) -> Self:
        if not isinstance(setup, cls):
            raise DocumentError(f"the setup of a game of the {setup.role.value}")
        return setup

    def check(self) -> None:
        """Raise ValueError for what can't have been chosen."""
        if self.keys not in DISPLAYS:
            raise ValueError(f"key pegs {self.keys}")

    def as_breaker(self) -> BreakerSetup:
        """Return the setup of a breaker of the same code, or against the same evil setter."""
        return BreakerSetup(keys=self.keys, secret=self.secret)


@dataclass(frozen=True)
class ComputerSetup(Setup):
    """How the computer guesses, or advises: by a strategy, and a seed of its random choices.

    ``overlook`` is the percentage of feedback that it ignores.
    """

    _: KW_ONLY
    strategy: str = "perfect"
    overlook: int = 0
    seed: int = 0

    def check(self) -> None:
        super().check()
        if self.strategy not in STRATEGIES or self.seed < 0 or not 0 <= self.overlook <= 100:
            raise ValueError(f"strategy {self.strategy}, {self.seed}, {self.overlook}%")


@dataclass(frozen=True)
class BreakerSetup(ComputerSetup):
    """What the breaker of a code chose. ``practice`` says that rows can be undone.

    ``rule`` says which guesses are allowed, and ``out`` are notes in the grid
    (``analysis.grid_view``). ``link`` is the challenge whose code a guest breaks; then ``name`` is
    the guest's and ``rival`` the setter's, if they gave one.
    """

    role: StoredRole = StoredRole.BREAKER
    _: KW_ONLY
    practice: bool = False
    rule: GuessRule = GuessRule.ANY
    out: str = ""
    link: str = ""
    name: str = ""
    rival: str = ""

    def as_breaker(self) -> BreakerSetup:
        return self

    @property
    def fair_or_evil(self) -> StoredRole:
        """The role in which the computer is met again: a guest's code is a code of its own."""
        return StoredRole.EVIL if self.role is StoredRole.EVIL else StoredRole.BREAKER

    def again(self, *, practice: bool) -> BreakerSetup:
        """Return the setup of another game with the same code, or against the same evil setter."""
        return BreakerSetup(
            self.fair_or_evil,
            keys=self.keys,
            secret=self.secret,
            practice=practice,
            rule=self.rule,
            seed=self.seed,
        )


@dataclass(frozen=True)
class SetterSetup(ComputerSetup):
    """What the setter of a code for the computer chose.

    ``by_hand`` says that they kept the code in their head; ``secret`` is then what they entered
    afterwards. ``evil`` says that they have no code before they must, and ``waits`` that a page
    that knows the code answers only when asked.
    """

    role: StoredRole = StoredRole.SETTER
    _: KW_ONLY
    strategy: str = "entropy"
    by_hand: bool = False
    waits: bool = False
    evil: bool = False

    def as_breaker(self) -> BreakerSetup:
        role = StoredRole.EVIL if self.evil else StoredRole.BREAKER
        return BreakerSetup(role, keys=self.keys, secret=self.secret, seed=self.seed)


@dataclass(frozen=True)
class ChallengeSetup(Setup):
    """A code for somebody else: ``name`` is its setter's, ``rival`` the other's, if they gave one.

    ``link`` is the challenge before, if it's a rematch; ``scored`` and ``conceded`` are their
    points from the games before.
    """

    role: StoredRole = StoredRole.FRIEND
    _: KW_ONLY
    link: str = ""
    name: str = ""
    rival: str = ""
    scored: int = 0
    conceded: int = 0


#: Other roles choose nothing of their own.
_SETUPS: Final[Mapping[StoredRole, type[Setup]]] = {
    StoredRole.BREAKER: BreakerSetup,
    StoredRole.EVIL: BreakerSetup,
    StoredRole.GUEST: BreakerSetup,
    StoredRole.SETTER: SetterSetup,
    StoredRole.FRIEND: ChallengeSetup,
    StoredRole.HELPER: ComputerSetup,
}


def _form_of(setup_type: type[Setup]) -> DocumentForm[dict[str, Any]]:
    """Return the form of a setup's document: an entry for each field, all but the role optional."""
    hints = get_type_hints(setup_type)
    entries: dict[str, Any] = {"role": str}
    for name in (field.name for field in fields(setup_type) if field.name != "role"):
        entries[name] = NotRequired[str if issubclass(hints[name], Enum) else hints[name]]
    make_structure: Any = TypedDict
    return DocumentForm(make_structure(setup_type.__name__, entries), schema=1)


_FORMS: Final = {kind: _form_of(kind) for kind in {*_SETUPS.values()} | {Setup}}


def parse_setup(text: str) -> Setup:
    """Parse what :meth:`Setup.write` wrote. Raises DocumentError."""
    with refuse_damage("the setup of a game"):
        role = StoredRole(json.loads(text)["role"])
        setup_type = _SETUPS.get(role, Setup)
        values = {**_FORMS[setup_type].read(text), "role": role}
        if "rule" in values:
            values["rule"] = GuessRule(values["rule"])
        setup = setup_type(**values)
        setup.check()
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


def setup_of(record: StoredGame) -> Setup:
    return _setup_of(record.rules, record.start)


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
