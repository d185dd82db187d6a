"""Exercises that the engine makes and judges: by kind, difficulty and seed."""
