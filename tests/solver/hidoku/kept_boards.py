"""Boards of tests by name, as ``boards.txt`` has them."""

from pathlib import Path

from solver.hidoku.notations.registry import parse_any
from solver.hidoku.rules.grid import Grid

BLOCKS = Path(__file__).with_name("boards.txt").read_text(encoding="utf-8").split("\n\n")
TEXTS = dict(block.split("\n", 1) for block in BLOCKS)


def kept_board(name: str) -> Grid:
    return parse_any(TEXTS[name])
