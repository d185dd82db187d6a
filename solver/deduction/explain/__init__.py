"""Hints in three tiers and the review of a finished game, as data."""
