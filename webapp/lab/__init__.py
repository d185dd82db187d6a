"""Strategies played against every code of a game, as jobs; their trees."""
