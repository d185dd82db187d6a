"""A game that is over as a few lines to send: how it went, and nothing of code and guesses."""

from __future__ import annotations

from collections.abc import Sequence

from solver.wording import counted


def share_text(
    title: str,
    answers: Sequence[str],
    *,
    is_won: bool,
    skill: int | None = None,
    hints: int | None = None,
    link: str = "",
) -> str:
    """Return what is sent of a game: its title, the answers row by row, and a link.

    ``answers`` are as :meth:`Face.plain_answer` writes them; ``skill`` and ``hints`` are left out
    where nobody knows them.

    >>> rows = ("⚫", "⚫⚪", "⚫⚫⚫⚫")
    >>> print(share_text("Classic", rows, is_won=True, skill=93, hints=0, link="https://a.b/g/c"))
    Classic: found in 3 guesses
    skill 93 of 100, no hints
    ⚫
    ⚫⚪
    ⚫⚫⚫⚫
    https://a.b/g/c
    >>> print(share_text("Mini", ["–"], is_won=False, hints=2))
    Mini: not found in 1 guess
    2 hints
    –
    """
    found = "found" if is_won else "not found"
    figures = [f"skill {skill} of 100"] if skill is not None else []
    figures += [counted(hints, "hint") if hints else "no hints"] if hints is not None else []
    first = f"{title}: {found} in {counted(len(answers), 'guess', 'guesses')}"
    return "\n".join(filter(None, (first, ", ".join(figures), *answers, link)))
