"""Exercises of both games: made by seed, answered on the page, printed as sheets."""
