"""A finished game, row by row."""
