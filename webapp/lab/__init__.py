"""Strategies played against every code of a game, as jobs; and their trees."""
