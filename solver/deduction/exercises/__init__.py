"""Exercises on positions of a game, made by seed, each with one answer that is checked."""
