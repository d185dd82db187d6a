"""A group challenge: one code or one board for many players, each with their own game.

Its setter sees the results arrive; players see the table when they have finished.
"""
