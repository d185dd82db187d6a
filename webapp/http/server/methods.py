"""Which methods only ask, and change nothing."""

from __future__ import annotations

from typing import Final

SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
