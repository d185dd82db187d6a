"""Boards as text, in every notation that people have them in."""
