"""Hints in three steps and the review of a finished game, as data."""
