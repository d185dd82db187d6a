"""Lessons as text: lines of names and values on top, then Markdown, a heading for each step.

The Markdown is CommonMark without HTML, read by markdown-it-py. What is more than prose stands in
fenced blocks; docs/lessons.md tells of each. Refused: a template for each lesson, which could do
anything, and so could be checked by nobody.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from webapp.learn.lessons.lesson import Block, Lesson, LessonError, LessonStep, Prose

FENCE: Final = "---"
BLOCKS: Final = frozenset({"rows", "board", "split", "tree", "search", "watch", "ask"})
_FIELD: Final = re.compile(r"([a-z]+): *(.*)")
_MARKDOWN: Final = MarkdownIt("commonmark", {"html": False})


def parse_lesson(course: str, slug: str, text: str) -> Lesson:
    """Read a lesson. Raises LessonError with the name of the file.

    >>> text = "---\\ntitle: T\\nsummary: S\\nplace: 1\\n---\\n## A\\nB"
    >>> lesson = parse_lesson("hidoku", "x", text)
    >>> lesson.title, lesson.steps[0].title, lesson.steps[0].parts
    ('T', 'A', (Prose(html='<p>B</p>\\n'),))
    """
    try:
        head, body = _parted(text)
        return Lesson(
            course,
            slug,
            _of(head, "title"),
            _of(head, "summary"),
            int(_of(head, "place")),
            head.get("game", "classic"),
            tuple(_steps(body)),
            tuple(head.get("technique", "").split()),
        )
    except ValueError as error:
        raise LessonError(f"{course}/{slug}.md: {error}") from error


def _parted(text: str) -> tuple[Mapping[str, str], str]:
    """Return the names and values on top, and the rest."""
    first, _, rest = text.partition("\n")
    head, fence, body = rest.partition(f"\n{FENCE}\n")
    if first != FENCE or not fence:
        raise LessonError("It must begin with lines “name: value” between two lines “---”.")
    return _fields(head), body


def _of(head: Mapping[str, str], name: str) -> str:
    if not head.get(name):
        raise LessonError(f"Its first lines must tell its {name}.")
    return head[name]


def _fields(text: str) -> dict[str, str]:
    found = (_FIELD.fullmatch(line) for line in text.splitlines())
    return {field[1]: field[2].strip() for field in found if field}


def _steps(body: str) -> Iterator[LessonStep]:
    tokens = _MARKDOWN.parse(body)
    starts = [at for at, token in enumerate(tokens) if _is_heading(token)]
    if not starts or starts[0]:
        raise LessonError("It must begin with the heading of its first step, “## …”.")
    for number, start in enumerate(starts, 1):
        end = starts[number] if number < len(starts) else len(tokens)
        yield LessonStep(number, tokens[start + 1].content, tuple(_parts(tokens[start + 3 : end])))


def _is_heading(token: Token) -> bool:
    return token.type == "heading_open" and token.tag == "h2"


def _parts(tokens: Sequence[Token]) -> Iterator[Prose | Block]:
    prose: list[Token] = []
    for token in tokens:
        if token.type != "fence":
            prose.append(token)
            continue
        yield from _prose(prose)
        prose = []
        yield _block(token)
    yield from _prose(prose)


def _prose(tokens: Sequence[Token]) -> Iterator[Prose]:
    if tokens:
        yield Prose(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {}))


def _block(token: Token) -> Block:
    name, _, argument = token.info.strip().partition(" ")
    if name not in BLOCKS:
        raise LessonError(f"There is no block “{name}”.")
    text = token.content.rstrip("\n")
    options = (line[2:].strip() for line in text.splitlines() if line.startswith("- "))
    return Block(name, argument.strip(), text, _fields(text), tuple(options))
