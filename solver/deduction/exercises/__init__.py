"""Exercises on positions of a game, made by seed, with answers that are checked."""
