"""Tests that need a pseudo-terminal: some containers have none, and then say so."""

import os

import pytest


def has_terminal() -> bool:
    try:
        ends = os.openpty()
    except OSError:
        return False
    for end in ends:
        os.close(end)
    return True


with_terminal = pytest.mark.skipif(not has_terminal(), reason="this system has no pseudo-terminal")
