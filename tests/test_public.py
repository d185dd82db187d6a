"""What is public stays: tests/public.txt lists it, and docs/public.md says for how long."""

from functools import cache

from tests.public import KEPT, public


@cache
def kept() -> frozenset[str]:
    return frozenset(KEPT.read_text().splitlines())


def test_nothing_public_is_gone() -> None:
    losses = sorted(kept() - {*public()})
    assert not losses, "It is deprecated first, and goes in a major version: see docs/public.md."


def test_what_is_new_is_listed() -> None:
    new = sorted({*public()} - kept())
    assert not new, "If it shall be public, “python -m tests.public” lists it."


def test_each_kind_of_public_name_is_listed() -> None:
    for start in ("solver.", "pegs-and-paths ", "GET /", "POST /", "setting ", "technique "):
        assert any(line.startswith(start) for line in kept()), start
