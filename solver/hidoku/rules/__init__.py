"""Boards, moves and games of Hidoku, and how they are written."""
