"""Exercises generated and judged by the solver: by kind, difficulty and seed."""
