"""What a question is asked with: blocks, as a lesson's file has them and as a seed makes them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


class QuestionError(ValueError):
    """A block can't be read, or claims something false; the message says what."""


@dataclass(frozen=True, eq=False)
class Block:
    """A fenced block: its name, the rest of its first line, and its contents.

    ``fields`` are its lines ``name: value``, ``options`` those that begin with a dash, each with
    the indented lines below it; ``text`` is all of it. Prose between blocks is a block too, as
    HTML, in which figures and pegs are still in the form ``{{…}}``.
    """

    name: str
    argument: str = ""
    text: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    options: tuple[str, ...] = ()

    def of(self, name: str) -> str:
        """Return a field that the block must have. Raises QuestionError."""
        if name not in self.fields:
            raise QuestionError(f"The block “{self.name} {self.argument}” lacks “{name}: …”.")
        return self.fields[name]


def task_block(task: str, options: Sequence[str] = (), **fields: str) -> Block:
    return Block("ask", fields={"ask": task, **fields}, options=tuple(options))


def find_block(parts: tuple[Block, ...], name: str) -> Block | None:
    return next((block for block in parts if block.name == name), None)
