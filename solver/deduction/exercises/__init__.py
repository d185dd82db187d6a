"""Exercises on positions of a game, made by seed, each with answers that are checked."""
