"""Hidoku: a path of consecutive numbers through every cell of a board."""
