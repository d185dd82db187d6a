"""Exercises of both games: made from a seed, answered on the page, printed as sheets."""
