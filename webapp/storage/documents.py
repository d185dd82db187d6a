"""Documents: the content of text columns, as JSON with the number of its schema.

Each kind of text has its structure beside the thing it describes: a TypedDict, and a
:class:`DocumentForm` that writes and reads it. A structure that changes gets the next number, and a
migration converts what is stored. Names (which links carry too) and sentences aren't documents.
Where there is nothing to store, a column is empty, so that a query sees that a game has no moves.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from types import UnionType
from typing import (
    Any,
    Final,
    Generic,
    NotRequired,
    TypedDict,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
)
from typing import get_type_hints as hints_of

Structure = TypeVar("Structure", bound=Mapping[str, Any])

#: What reading may raise for a text that no version of this program wrote.
DAMAGE: Final = (ValueError, TypeError, LookupError, AttributeError, RecursionError)

_write: Final = json.JSONEncoder(separators=(",", ":")).encode


class DocumentError(ValueError):
    """A document can't be read: it is damaged, or has an unknown schema."""


@contextmanager
def refuse_damage(subject: str) -> Iterator[None]:
    """Turn any error that shows a damaged document into a DocumentError that says what was read.

    Don't put long computing inside: a refusal for lack of room is a ValueError too.
    """
    try:
        yield
    except DocumentError:
        raise
    except DAMAGE as error:
        raise DocumentError(f"{subject}: {error}") from error


@dataclass(frozen=True)
class DocumentForm(Generic[Structure]):
    """How documents of one structure are written and read, with the number of their schema.

    >>> from typing import TypedDict
    >>> class Guesses(TypedDict):
    ...     guesses: list[str]
    >>> DocumentForm(Guesses, 1).write({"guesses": ["1122"]})
    '{"schema":1,"guesses":["1122"]}'
    """

    structure: type[Structure]
    schema: int

    def write(self, content: Structure) -> str:
        return _write({"schema": self.schema, **content})

    def read(self, text: str) -> Structure:
        """Read a document; the reader owns the lists and objects in it.

        Raises DocumentError for another schema, for missing or unknown entries, and for entries of
        another type.
        """
        name = self.structure.__name__
        with refuse_damage(name):
            content = json.loads(text)
            schema = content.pop("schema")
        if type(schema) is not int or schema != self.schema:
            raise DocumentError(f"{name}: schema {schema!r}, and {self.schema} is known here")
        if not (self._required <= content.keys() <= self._types.keys()):
            raise DocumentError(f"{name}: it has {', '.join(map(repr, content))}")
        for key, value in content.items():
            if type(value) not in self._types[key]:
                raise DocumentError(f"{name}: {key!r} is {type(value).__name__}")
        return cast("Structure", content)

    @cached_property
    def _hints(self) -> dict[str, Any]:
        return hints_of(self.structure, include_extras=True)

    @cached_property
    def _required(self) -> frozenset[str]:
        return frozenset(
            key for key, hint in self._hints.items() if get_origin(hint) is not NotRequired
        )

    @cached_property
    def _types(self) -> dict[str, tuple[type, ...]]:
        return {key: _types_of(hint) for key, hint in self._hints.items()}


def _types_of(hint: Any) -> tuple[type, ...]:
    """Return the types JSON may have for a hint of a TypedDict, looking no deeper than the
    outermost.
    """
    if get_origin(hint) is NotRequired:
        return _types_of(get_args(hint)[0])
    if get_origin(hint) in (Union, UnionType):
        return tuple(kind for part in get_args(hint) for kind in _types_of(part))
    plain_type = get_origin(hint) or hint
    return (dict,) if hasattr(plain_type, "__total__") else (plain_type,)


class LinkDocument(TypedDict):
    """The id of the other game, and of the rematch."""

    game: str
    rematch: NotRequired[str]


LINK: Final = DocumentForm(LinkDocument, schema=1)


def format_link(game_id: str, rematch: str = "") -> str:
    """Write the link to a game, and to its rematch if there is one.

    >>> format_link("a7"), format_link("a7", "b8")
    ('{"schema":1,"game":"a7"}', '{"schema":1,"game":"a7","rematch":"b8"}')
    """
    return LINK.write({"game": game_id, "rematch": rematch} if rematch else {"game": game_id})


def parse_link(text: str) -> str:
    """Return the id of the game that a link names, or "". Raises DocumentError."""
    return LINK.read(text)["game"] if text else ""


def parse_rematch(text: str) -> str:
    """Return the id of the rematch that a link names, or "". Raises DocumentError.

    >>> parse_rematch(format_link("a7", "b8")), parse_rematch(format_link("a7"))
    ('b8', '')
    """
    return LINK.read(text).get("rematch", "") if text else ""
