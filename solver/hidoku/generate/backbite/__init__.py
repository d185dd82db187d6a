"""Compiled loops that shuffle a path through all cells of a board."""
